#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Runs that go wrong: interrupted builds and guests, a guest that panics,
# hangs or whose program fails, records that are cut or foreign. No process
# and nothing half-made stays. Needs both kernels and the guest, as built.
. "$(dirname "$0")/lib.sh"

boot=$ROOT/scripts/boot

# left NAME DIR: nothing half-made and nobody at work there.
left()
{
	local files people

	files=$(ls -A "$2/tmp" 2>/dev/null)
	people=$(working_in "$2/")
	if [ -n "$files$people" ]; then
		not_ok "$1: nothing stays" "files: $files processes: $people"
	else
		ok "$1: nothing stays"
	fi
}

interrupted()
{
	local name=$1 dir=$2

	if [ "$CODE" = 130 ]; then
		ok "$name: exit status 130"
	else
		not_ok "$name: exit status 130" "it was $CODE"
	fi
	left "$name" "$dir"
}

# --- a build ----------------------------------------------------------------

dir=$WORK/build
shared_out "$dir"
rm "$dir/kernel"
set -m
JOBS=1 OUT=$dir "$ROOT/scripts/kernel" base >"$WORK/said" 2>&1 &
set +m
interrupt $! ' CC ' "$dir/log/kernel-6.12-base.log"
interrupted "interrupted build" "$dir"
if [ -e "$dir/kernel" ]; then
	not_ok "interrupted build: no kernel" "$(find "$dir/kernel")"
else
	ok "interrupted build: no kernel"
fi

# --- a run ------------------------------------------------------------------

dir=$WORK/run
shared_out "$dir"
set -m
OUT=$dir "$ROOT/scripts/bench" >"$WORK/said" 2>&1 &
set +m
interrupt $! 'Linux version' "$dir/log/console-6.12-base.log"
interrupted "interrupted run" "$dir"
if [ -e "$dir/results" ]; then
	not_ok "interrupted run: no results" "$(find "$dir/results")"
else
	ok "interrupted run: no results"
fi

# --- guests -----------------------------------------------------------------

# failed NAME PATTERN COMMAND...: exit status 1, and the last line says so.
failed()
{
	local name=$1 pattern=$2 said code=0

	shift 2
	said=$(OUT=$dir "$@" 2>&1 </dev/null) || code=$?
	if [ "$code" != 1 ] ||
		! tail -n 1 <<<"$said" | grep -qE -- "^boot: error: $pattern"
	then
		not_ok "$name" "exit status $code, said: $said"
	elif ! grep -q '^console: ' <<<"$said"; then
		not_ok "$name" "the console is not shown: $said"
	else
		ok "$name"
	fi
	left "$name" "$dir"
}

export MAP=64M RECLAIM=32M
dir=$WORK/guest
shared_out "$dir"
failed "guest program missing" 'guest program failed \(exit 127\)' \
	"$boot" base -- run /bin/none
failed "guest program fails" 'guest program failed \(exit 1\)' \
	"$boot" base -- run /bin/busybox false
failed "guest hangs" 'guest still ran after its limit of 15 s' \
	"$boot" --limit 15 base -- run /bin/busybox md5sum /dev/zero
failed "folio size the file system cannot give" \
	'guest program failed \(exit 1\): reclaimbench: .*folios' \
	"$boot" base -- run /bin/reclaimbench file-mmap --dir /tmp \
	--map 64M --reclaim 32M --folio 64K --lru classic --reps 1

# An initramfs without an init leaves the kernel nothing to run.
rm "$dir/guest"
mkdir "$dir/guest"
ln -s "$BUILT"/guest/*.img "$dir/guest"
(cd "$WORK" && mkdir empty && cd empty && echo . | cpio -o -H newc --quiet) |
	gzip >"$dir/guest/initramfs.gz"
failed "guest panics" 'guest kernel: .*Kernel panic' \
	"$boot" base -- run /bin/busybox true

# --- records ----------------------------------------------------------------

dir=$WORK/records
shared_out "$dir"
head -c 300 "$BUILT/results/latest.jsonl" >"$WORK/cut.jsonl" 2>/dev/null
echo '{"name":"somebody else"}' >"$WORK/foreign.jsonl"
export OUT=$dir
refused "cut records" 1 'cut\.jsonl:1' \
	"$ROOT/scripts/compare" "$WORK/cut.jsonl"
refused "foreign records" 1 'foreign\.jsonl:1' \
	"$ROOT/scripts/compare" "$WORK/foreign.jsonl"
