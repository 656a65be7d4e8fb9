#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Settings nobody can run: each is refused with one line, before anything
# starts.
. "$(dirname "$0")/lib.sh"

bench=$ROOT/scripts/bench

refused "unknown KERNEL" 2 'unknown KERNEL=5\.5: there are 6\.12' \
	env KERNEL=5.5 "$bench"
refused "KERNEL is a path" 2 'unknown KERNEL=\.\.' env KERNEL=.. "$bench"
refused "KSRC missing" 2 'KSRC=/nowhere is no directory' \
	env KSRC=/nowhere "$bench"
refused "KSRC no kernel" 2 'holds no kernel source tree' \
	env KSRC="$WORK" "$bench"
mkdir "$WORK/tree"
printf 'VERSION = 6\nPATCHLEVEL = 12\nSUBLEVEL = 9\n' >"$WORK/tree/Makefile"
refused "KSRC against KERNEL" 2 'is a 6\.12 tree, but KERNEL=7\.3' \
	env KSRC="$WORK/tree" KERNEL=7.3 "$bench"
refused "unknown CPU" 2 'unknown CPU=pentium: this QEMU has .*max' \
	env CPU=pentium "$bench"
refused "32-bit CPU" 2 'unknown CPU=cortex-a15' env CPU=cortex-a15 "$bench"
refused "unknown MODE" 2 'unknown MODE=fast' env MODE=fast "$bench"
refused "unknown LRU" 2 'unknown LRU=fifo: there are classic and mglru' \
	env LRU=fifo "$bench"
refused "unknown CONTROL" 2 \
	'unknown CONTROL=none: there are lock-the-whole-batch madvise-' \
	env CONTROL=none "$bench"
refused "CONTROL is a path" 2 'unknown CONTROL=\.\./control/' \
	env CONTROL=../control/lock-the-whole-batch "$bench"
for program in apply-check series-check sweep test; do
	refused "$program with CONTROL" 2 \
		"CONTROL=lock-the-whole-batch: $program takes the series alone" \
		env CONTROL=lock-the-whole-batch "$ROOT/scripts/$program"
done
refused "unknown FLAVOUR" 2 'unknown FLAVOUR=mad: there are 16k 64k debug' \
	env FLAVOUR="debug mad" "$bench"
refused "unknown KUnit configuration" 2 "unknown configuration '8k'" \
	"$ROOT/scripts/kunit" 8k
refused "unknown VARIANT" 2 'unknown VARIANT=best: there are base and batched' \
	"$ROOT/scripts/prepare" best
for folio in 3K 8K 4M 0 64k big; do
	refused "FOLIO=$folio" 2 "FOLIO=$folio" env FOLIO=$folio "$bench"
done
for size in 0 1T -1G 1.5G G 99999999999G 4K 2000G; do
	refused "MAP=$size" 2 "MAP=$size" env MAP=$size "$bench"
done
refused "RECLAIM above MAP" 2 'RECLAIM=2G is more than MAP=1G' \
	env RECLAIM=2G "$bench"
refused "RECLAIM no size" 2 'RECLAIM=lots is no size' env RECLAIM=lots "$bench"
refused "unknown SWAP" 2 'unknown SWAP=tape: there are zram and disk' \
	env MODE=pageout SWAP=tape "$bench"
refused "unknown BY" 2 'unknown BY=kswapd: there are madvise and reclaim' \
	env MODE=pageout BY=kswapd "$bench"
refused "unknown ARCH" 2 'unknown ARCH=mips: there are arm64 and x86_64' \
	env ARCH=mips "$bench"
refused "unknown SHARE" 2 'unknown SHARE=file: there are thread and process' \
	env MODE=bystander SHARE=file "$bench"
refused "THP" 2 'THP=3K is no folio size' env MODE=pageout THP=3K "$bench"
refused "bystander alone" 2 'MODE=bystander takes two CPUs' \
	env MODE=bystander SMP=1 "$bench"
refused "SMP" 2 'SMP=99 is no number of CPUs: 1 to 16' env SMP=99 "$bench"
refused "BOOTS" 2 'BOOTS=0 is no number of boots' env BOOTS=0 "$bench"
refused "LIMIT above MAP" 2 'LIMIT=1G is not below MAP=256M' \
	env MODE=dirty LIMIT=1G "$bench"
refused "LIMIT below 16M" 2 'LIMIT=4M' env MODE=dirty LIMIT=4M "$bench"
refused "VM" 2 'VM=none is no number of workers' env MODE=dirty VM=none "$bench"
refused "RUNTIME" 2 'RUNTIME=0 is no number of seconds' \
	env MODE=dirty RUNTIME=0 "$bench"
refused "OPS" 2 'OPS=all is no number of operations' \
	env MODE=dirty OPS=all "$bench"
refused "RECLAIM half" 2 'RECLAIM=1G is more than MAP=512M' \
	env MODE=pageout RECLAIM=1G "$bench"
refused "counts of x86-64" 2 'the counting plugin knows arm64 only' \
	env ARCH=x86_64 "$ROOT/scripts/boot" --counts /dev/null base -- shell
refused "REPS" 2 'REPS=0 is no number' env REPS=0 "$bench"
refused "JOBS" 2 'JOBS=many is no number' env JOBS=many "$bench"
refused "fetch of nothing" 2 'say what to fetch, source, arm64 or x86_64' \
	"$ROOT/scripts/fetch" more
refused "unknown argument" 2 "unknown argument 'now'" "$bench" now
refused "unknown test section" 2 "unknown section 'all': there are host" \
	"$ROOT/scripts/test" all
refused "boot without a kernel" 2 'say which kernel to boot' \
	"$ROOT/scripts/boot"
refused "compare without records" 2 'no records at /nowhere' \
	"$ROOT/scripts/compare" /nowhere
mkdir "$WORK/mine"
echo precious >"$WORK/mine/file"
OUT=$WORK/mine refused "clean of a place not ours" 2 'was not made here' \
	"$ROOT/scripts/clean" --all

for program in "$ROOT"/scripts/*; do
	[[ -x $program && -f $program ]] || continue
	if "$program" --help 2>/dev/null | grep -q '^Usage: scripts/'; then
		ok "help of $(basename "$program")"
	else
		not_ok "help of $(basename "$program")" "no usage line"
	fi
done
