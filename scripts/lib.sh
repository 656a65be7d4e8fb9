# SPDX-License-Identifier: GPL-2.0-only
# Sourced by every program in this directory: places, words for people,
# steps, clean-up and the lock on out/.
# shellcheck shell=bash
set -euo pipefail
export LC_ALL=C

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export SCRIPTS=$ROOT/scripts
PROG=$(basename "$0")

# Ours inside a run started by `make VAR=...` would reach every other make
# as an override of that make's own variables.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

# The one exit for what went wrong: one line, for the reader to act on.
# Usage: die [-CODE] MESSAGE; CODE is 1 failure, 2 usage, 4 cannot run here.
die()
{
	local code=1

	case $1 in -[0-9]*) code=${1#-}; shift ;; esac
	printf '%s: error: %s\n' "$PROG" "$*" >&2
	exit "$code"
}

# The comment block after the SPDX line of a program is its help.
help_if_asked()
{
	local arg

	for arg; do
		[ "$arg" != -- ] || return 0
		case $arg in -h|--help) ;; *) continue ;; esac
		sed -n '3,/^[^#]/{/^#/!q;s/^# \{0,1\}//p}' "$0"
		exit 0
	done
}

# --- places -----------------------------------------------------------------

# A path given from outside may be relative to where the caller stood.
OUT=$(realpath -m "${OUT:-$ROOT/out}")
export OUT
LOGS=$OUT/log
SCRATCH=$OUT/tmp

# --- clean-up ---------------------------------------------------------------

# Everything half-made lives in $SCRATCH until one rename puts it in place, so
# an interrupted run leaves its scratch only, and the traps remove that.
CLEANUP=()
CHILD=

# shellcheck disable=SC2317	# called by the traps
on_exit()
{
	local code=$? path

	trap - EXIT INT TERM HUP
	if [ -n "$CHILD" ]; then
		kill -TERM -- "-$CHILD" 2>/dev/null || :
		wait "$CHILD" 2>/dev/null || :
	fi
	for path in ${CLEANUP[@]+"${CLEANUP[@]}"}; do
		rm -rf -- "$path"
	done
	exit "$code"
}
trap on_exit EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Sets REPLY to a new empty directory that goes when this program ends.
scratch_dir()
{
	mkdir -p "$SCRATCH"
	REPLY=$(mktemp -d "$SCRATCH/$PROG.XXXXXX")
	CLEANUP+=("$REPLY")
}

# --- the lock ---------------------------------------------------------------

# One run at a time may write to one OUT. The programs a run starts find it
# locked by their parent. Steps close the descriptor, so a process that
# outlives the run does not hold the lock.
lock_out()
{
	[ "${RB_LOCKED:-}" != "$OUT" ] || return 0
	mkdir -p "$OUT" "$LOGS" 2>/dev/null ||
		die "cannot write to $OUT: choose another place with OUT=DIR"
	{ exec 9>"$OUT/.lock"; } 2>/dev/null ||
		die "cannot write to $OUT: choose another place with OUT=DIR"
	flock -n 9 ||
		die "another run works in $OUT: wait for it, or give OUT=DIR"
	export RB_LOCKED=$OUT
	# What a killed run could not remove itself.
	rm -rf "$SCRATCH"
}

# --- steps ------------------------------------------------------------------

if [ -t 2 ] && [ "${TERM:-dumb}" != dumb ] && [ -z "${CI:-}" ]; then
	TTY=y
else
	TTY=
fi

progress()
{
	local pid=$1 name=$2 log=$3 start=$SECONDS last

	# Most steps have nothing to do, and then nothing to show.
	sleep 0.1
	while kill -0 "$pid" 2>/dev/null; do
		last=$(tail -c 300 "$log" 2>/dev/null | tr '\r' '\n' |
			tail -n 1 | tr -cd '[:print:]')
		printf '\r\033[K%-32s %4d s  %.40s' "$name" \
			$((SECONDS - start)) "$last" >&2
		sleep 0.3
	done
	printf '\r\033[K' >&2
}

# A step that failed shows the end of its log, then one line that says what
# is wrong: the step's own, when it ended with one.
step_failed()
{
	local name=$1 code=$2 log=$3 last

	last=$(tail -n 1 "$log")
	if [[ $last =~ ^[a-z-]+:\ error:\  ]]; then
		head -n -1 "$log" | tail -n 20 | sed 's/^/  | /' >&2
		printf '%s\n' "$last" >&2
	else
		tail -n 20 "$log" | sed 's/^/  | /' >&2
		printf '%s: error: %s failed (exit %d); all of it is in %s\n' \
			"$PROG" "$name" "$code" "${log#"$PWD/"}" >&2
	fi
	exit "$code"
}

# Runs a command in a process group of its own, which an interrupt of this
# program ends whole, and returns its exit status.
run_group()
{
	local code=0

	set -m
	"$@" &
	CHILD=$!
	set +m
	wait "$CHILD" || code=$?
	CHILD=
	return "$code"
}

# A function that runs as a step is a shell of its own: it cleans up what it
# made itself.
run_step()
{
	CLEANUP=()
	CHILD=
	trap on_exit EXIT
	trap 'exit 143' TERM
	export RB_STEP=y
	"$@"
}

# step NAME LOG COMMAND...: runs the command with its output in
# out/log/LOG.log. Inside a step of the caller the command just runs: one log.
step()
{
	local name=$1 log=$LOGS/$2.log start=$SECONDS code=0

	shift 2
	if [ -n "${RB_STEP:-}" ]; then
		"$@"
		return
	fi
	mkdir -p "$LOGS"
	set -m
	run_step "$@" >"$log" 2>&1 </dev/null 9>&- &
	CHILD=$!
	set +m
	if [ -n "$TTY" ]; then
		progress "$CHILD" "$name" "$log"
	else
		printf '%-32s ...\n' "$name" >&2
	fi
	wait "$CHILD" || code=$?
	CHILD=
	[ "$code" = 0 ] || step_failed "$name" "$code" "$log"
	printf '%-32s %4d s\n' "$name" $((SECONDS - start)) >&2
}

# --- sizes ------------------------------------------------------------------

# Sets REPLY to the bytes of a size such as 64K, 800M or 1G.
to_bytes()
{
	local name=$1 size=$2 shift=0

	[[ $size =~ ^[1-9][0-9]{0,8}[KMG]?$ ]] ||
		die -2 "$name=$size is no size: write it as 64K, 800M or 1G"
	case $size in
	*K) shift=10 ;;
	*M) shift=20 ;;
	*G) shift=30 ;;
	esac
	REPLY=$((${size%[KMG]} << shift))
}
