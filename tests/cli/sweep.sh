#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# A sweep is refused with one line when it cannot run, and its table and plots
# can be made from its records alone.
. "$(dirname "$0")/lib.sh"

sweep=$ROOT/scripts/sweep

refused "sweep: unknown argument" 2 "unknown argument 'now'" "$sweep" now
refused "sweep: MAP for 2M folios" 2 'MAP=17M is no multiple of FOLIO=2M' \
	env MAP=17M RECLAIM=8M "$sweep"
refused "sweep: no such records" 2 'no records at /nowhere' \
	"$sweep" --render /nowhere
refused "sweep: none made yet" 2 'no records: give FILE' "$sweep" --render
refused "sweep: two files" 2 'one file at a time' "$sweep" --render a b

shared_out "$WORK/out"
cp "$ROOT/tests/host/data/sweep.jsonl" "$WORK/one.jsonl"
if OUT=$WORK/out "$sweep" --render "$WORK/one.jsonl" >"$WORK/page" \
	2>"$WORK/said" &&
	diff <(head -n -2 "$WORK/page") "$ROOT/tests/host/data/sweep.txt" \
		>>"$WORK/said" &&
	diff "$WORK/one.md" "$ROOT/tests/host/data/sweep.md" >>"$WORK/said"
then
	ok "sweep: table and Markdown from the records"
else
	not_ok "sweep: table and Markdown from the records" \
		"$(cat "$WORK/said")"
fi
for lru in classic mglru; do
	if grep -q '</svg>' "$WORK/one-$lru.svg" &&
		grep -q 'neoverse-n1 W/o' "$WORK/one-$lru.svg"
	then
		ok "sweep: plot of $lru"
	else
		not_ok "sweep: plot of $lru" "$(ls "$WORK")"
	fi
done
