#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# A series that does not apply: the line names patch, file and version, and
# the tree stays as it was. Then: the tree follows the overlay file by file,
# and a control kernel's tree is that and its patch.
. "$(dirname "$0")/lib.sh"

cp -a "$ROOT/scripts" "$ROOT/patches" "$ROOT/arch" "$ROOT/mm" "$WORK/"
export OUT=$WORK/out
mkdir -p "$OUT/src/6.12"
# A kernel of only the files the series touches applies in no time.
touched=$(sed -n 's,^+++ b/\([^[:space:]]*\).*,\1,p' "$ROOT"/patches/6.12/*.patch |
	sort -u)
(cd "$BUILT/src/6.12" &&
	xargs cp --parents -t "$OUT/src/6.12" Makefile <<<"$touched")
cp "$BUILT/src/6.12.id" "$OUT/src/6.12.id"

apply=$WORK/scripts/apply
tree=$OUT/tree/6.12/batched
first=$(head -n 1 "$WORK/patches/6.12/series")
hash_tree()
{
	find "$tree" -type f -exec sha256sum {} + | sort
}

damage()
{
	# The first context line of the first hunk is not what the source has.
	sed -i '0,/^ /s/^ .*/ this line is in no kernel/' \
		"$WORK/patches/6.12/$first"
}

failed_hunk()
{
	local name=$1 before=$2 said code=0

	said=$("$apply" 2>&1) || code=$?
	if [ "$code" != 1 ]; then
		not_ok "$name" "exit status $code: $said"
	elif ! tail -n 1 <<<"$said" |
		grep -qE "patches/6.12/$first does not apply to [a-z].*/[^ ]+ of linux 6\.12\.[0-9]+$"
	then
		not_ok "$name" "last line: $(tail -n 1 <<<"$said")"
	elif [ "$(left_in "$OUT")" != "$before" ]; then
		not_ok "$name" "left behind: $(diff <(echo "$before") <(left_in "$OUT"))"
	else
		ok "$name"
	fi
}

mkdir -p "$OUT/tree/6.12"
damage
touch "$tree.files"
failed_hunk "failed hunk, no tree yet" "$(left_in "$OUT")"
cp "$ROOT/patches/6.12/$first" "$WORK/patches/6.12/"

"$apply" || not_ok "apply" "exit status $?"
good=$(hash_tree)
damage
failed_hunk "failed hunk, tree made before" "$(left_in "$OUT")"
if [ "$(hash_tree)" = "$good" ]; then
	ok "a failed hunk changes no file"
else
	not_ok "a failed hunk changes no file" \
		"$(diff <(echo "$good") <(hash_tree))"
fi
cp "$ROOT/patches/6.12/$first" "$WORK/patches/6.12/"

# One overlay file changes: only it is newer afterwards.
overlay=$(cd "$WORK" && find arch mm -name '*.[ch]' | sed 1q)
sleep 0.1
touch "$WORK/mark"
echo '/* changed */' >>"$WORK/$overlay"
"$apply"
written=$(cd "$tree" && find . -type f -newer "$WORK/mark" -printf '%P\n')
if [ "$written" = "$overlay" ]; then
	ok "one changed overlay file, one file written"
else
	not_ok "one changed overlay file, one file written" "written: $written"
fi

mkdir -p "$WORK/mm"
echo '/* new */' >"$WORK/mm/zz_new.c"
"$apply"
rm "$WORK/mm/zz_new.c"
cp "$ROOT/$overlay" "$WORK/$overlay"
"$apply"
if [ "$(hash_tree)" = "$good" ]; then
	ok "a removed overlay file leaves the tree"
else
	not_ok "a removed overlay file leaves the tree" \
		"$(diff <(echo "$good") <(hash_tree))"
fi

first=control/lock-the-whole-batch.patch
export CONTROL=lock-the-whole-batch
refused "control kernel without its tree" 1 \
	"no tree of 6\.12 control-$CONTROL yet: run scripts/apply" \
	"$WORK/scripts/kernel" base
damage
failed_hunk "failed hunk of a control patch" "$(left_in "$OUT")"
cp "$ROOT/patches/6.12/$first" "$WORK/patches/6.12/$first"

for patch in "$WORK"/patches/6.12/control/*.patch; do
	CONTROL=$(basename "$patch" .patch)
	rm -rf "$WORK/by-hand"
	cp -r "$tree" "$WORK/by-hand"
	if "$apply" >"$WORK/diff" 2>&1 &&
		patch -s -p1 --fuzz=0 -d "$WORK/by-hand" <"$patch" \
			>>"$WORK/diff" 2>&1 &&
		diff -r "$WORK/by-hand" "$OUT/tree/6.12/control-$CONTROL" \
			>>"$WORK/diff" &&
		[ "$(hash_tree)" = "$good" ]
	then
		ok "control $CONTROL: the patched tree and that patch"
	else
		not_ok "control $CONTROL: the patched tree and that patch" \
			"$(cat "$WORK/diff")"
	fi
done
unset CONTROL

: >"$WORK/patches/6.12/series"
rm -r "$WORK/arch" "$WORK/mm"
mkdir "$WORK/arch" "$WORK/mm"
"$apply"
if diff -r "$OUT/src/6.12" "$tree" >"$WORK/diff"; then
	ok "an empty series gives the pristine tree"
else
	not_ok "an empty series gives the pristine tree" "$(cat "$WORK/diff")"
fi

echo 0099-nothing.patch >"$WORK/patches/6.12/series"
refused "series names a missing patch" 1 \
	'series names 0099-nothing.patch, which is missing' "$apply"
: >"$WORK/patches/6.12/series"
(cd "$OUT/src/6.12" && cp --parents mm/rmap.c "$WORK")
refused "overlay hides a kernel file" 1 \
	"overlay file mm/rmap.c is linux 6\.12\.[0-9]+'s own" "$apply"
