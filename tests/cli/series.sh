#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# The mails of a series: bad destinations are refused, good mails go through
# git am and leave what the batched kernel is built from.
. "$(dirname "$0")/lib.sh"

series=$ROOT/scripts/series

refused "series: no destination" 2 'say where the series goes' "$series"
mkdir "$WORK/full"
echo precious >"$WORK/full/file"
refused "series: destination in use" 1 'holds something already' \
	"$series" "$WORK/full"
refused "series: unknown KERNEL" 2 'unknown KERNEL=5\.5' \
	env KERNEL=5.5 "$series" "$WORK/mails"
refused "series: with CONTROL" 2 'series takes the series alone' \
	env CONTROL=lock-the-whole-batch "$series" "$WORK/mails"

if [ ! -d "$BUILT/src/6.12" ]; then
	skip "series: mails apply" "no 6.12 source in $BUILT"
	exit
fi

# A kernel of only the files the series touches, and what checks it, is
# patched in no time.
export OUT=$WORK/out
mkdir -p "$OUT/src/6.12"
touched=$(sed -n 's,^+++ b/\([^[:space:]]*\).*,\1,p' \
	"$ROOT"/patches/6.12/*.patch | sort -u)
(cd "$BUILT/src/6.12" &&
	xargs cp --parents -t "$OUT/src/6.12" Makefile scripts/checkpatch.pl \
		scripts/spelling.txt scripts/const_structs.checkpatch <<<"$touched")
cp "$BUILT/src/6.12.id" "$OUT/src/6.12.id"

apply_mails()
{
	local tree=$1

	cp -r "$OUT/src/6.12" "$tree" && git init -q "$tree" &&
		git -C "$tree" add . && git -C "$tree" commit -qm base &&
		git -C "$tree" am -q "$WORK"/mails/*.patch
}

# Files of the applied mails that are not as scripts/apply makes them.
other_than_applied()
{
	(cd "$1" && git ls-files) | while read -r file; do
		cmp -s "$1/$file" "$OUT/tree/6.12/batched/$file" || echo "$file"
	done
}

export GIT_AUTHOR_NAME=tester GIT_AUTHOR_EMAIL=tester@localhost
export GIT_COMMITTER_NAME=tester GIT_COMMITTER_EMAIL=tester@localhost
if ! said=$("$ROOT/scripts/apply" 2>&1) ||
	! said=$("$ROOT/scripts/series" "$WORK/mails" 2>&1) ||
	! said=$(apply_mails "$WORK/tree" 2>&1); then
	not_ok "series: mails apply" "$said"
	exit
fi
ok "series: mails apply"
other=$(other_than_applied "$WORK/tree")
if [ -z "$other" ]; then
	ok "series: mails make the patched tree"
else
	not_ok "series: mails make the patched tree" "differs: $other"
fi
