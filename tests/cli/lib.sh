# SPDX-License-Identifier: GPL-2.0-only
# Sourced by the tests of what the programs say and leave behind when the
# input, the machine or the moment is bad.
# shellcheck shell=bash disable=SC2034	# names for those who source this
set -uo pipefail
export LC_ALL=C

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# What the run that started these tests has built. The tests write to places
# of their own and, but for what they test, run with the default settings.
BUILT=$(realpath -m "${OUT:-$ROOT/out}")
unset OUT RB_LOCKED RB_STEP KERNEL KSRC CPU LRU FOLIO MAP RECLAIM REPS MODE FLAVOUR APPEND
unset CONTROL ARCH BOOTS BY LIMIT OPS OWN RUNTIME SHARE SMP SWAP THP VM
unset MAKEFLAGS MFLAGS MAKELEVEL

WORK=$(mktemp -d)
FAILURES=0

# shellcheck disable=SC2317	# called by the trap
finish()
{
	local code=$?

	trap - EXIT
	if mountpoint -q "$WORK/small"; then
		umount "$WORK/small"
	fi
	rm -rf "$WORK"
	[ "$code" != 0 ] || code=$((FAILURES != 0))
	exit "$code"
}
trap finish EXIT
trap 'exit 130' INT TERM

ok()
{
	printf 'ok cli: %s\n' "$1"
}

# not_ok NAME WHAT-WAS-SEEN
not_ok()
{
	printf 'not ok cli: %s\n' "$1"
	printf '# %s\n' "${2//$'\n'/$'\n'# }"
	FAILURES=$((FAILURES + 1))
}

skip()
{
	printf 'ok cli: %s # SKIP %s\n' "$1" "$2"
}

# Names of all files under $1 that a run must not change by failing: not its
# logs, and not the lock.
left_in()
{
	[ ! -d "$1" ] || find "$1" ! -path "$1" ! -path "$1/log*" \
		! -path "$1/.lock" ! -path "$1/tmp" | sort
}

# refused NAME CODE PATTERN COMMAND...: the command says one line that matches,
# exits with CODE and leaves nothing new under $OUT.
refused()
{
	local name=$1 want=$2 pattern=$3 before after said code=0

	shift 3
	before=$(left_in "${OUT:-$WORK/out}")
	said=$(OUT=${OUT:-$WORK/out} "$@" 2>&1 >/dev/null </dev/null) || code=$?
	after=$(left_in "${OUT:-$WORK/out}")
	if [ "$code" != "$want" ]; then
		not_ok "$name" "exit status $code, not $want: $said"
	elif [ "$(wc -l <<<"$said")" != 1 ]; then
		not_ok "$name" "not one line: $said"
	elif ! grep -qE -- "$pattern" <<<"$said"; then
		not_ok "$name" "no '$pattern' in: $said"
	elif [ "$before" != "$after" ]; then
		not_ok "$name" "left behind: $(diff <(echo "$before") <(echo "$after"))"
	else
		ok "$name"
	fi
}

# A place that shares what is built and takes what a test makes.
shared_out()
{
	local dir=$1 part

	mkdir -p "$dir"
	for part in src tree kernel arm64 apt bin guest; do
		[ ! -e "$BUILT/$part" ] || ln -s "$BUILT/$part" "$dir/$part"
	done
}

# Processes of this machine that work in $1.
working_in()
{
	pgrep -f -- "$1" | grep -vx "$$" || :
}

# interrupt PID PATTERN FILE: waits until FILE has PATTERN, sends what Ctrl-C
# sends to the process group and sets CODE to how it ended.
interrupt()
{
	local waited=0

	until grep -qsaE -- "$2" "$3"; do
		sleep 0.2
		waited=$((waited + 1))
		if [ "$waited" -gt 600 ] || ! kill -0 "$1" 2>/dev/null; then
			break
		fi
	done
	kill -INT -- "-$1"
	CODE=0
	wait "$1" 2>/dev/null || CODE=$?
}
