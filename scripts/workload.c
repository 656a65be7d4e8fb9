// SPDX-License-Identifier: GPL-2.0-only
/* What a mode of the bench found out about its own workload. */
#include <string.h>

#include "metric.h"
#include "workload.h"

#define COUNT DECIMALS_OF_COUNT

static const struct metric pageout[] = {
	{ "pages out", { "result.pages_out", NULL, 1 }, BETTER_NEITHER,
	  COUNT },
	{ "pages resident", { "result.pages_resident", NULL, 1 },
	  BETTER_NEITHER, COUNT },
	{ "bytes freed by then", { "result.freed_bytes", NULL, 1 },
	  BETTER_NEITHER, COUNT },
	{ "instructions a page out", { "count.insns", "result.pages_out", 1 },
	  BETTER_LESS, 1 },
	{ "TLBI a page out", { "count.tlbi", "result.pages_out", 1 },
	  BETTER_LESS, 4 },
	{ "DSB ish a page out", { "count.dsb.ish", "result.pages_out", 1 },
	  BETTER_LESS, 4 },
	{ "flush before pageout, DSB ish",
	  { "inclusive.try_to_unmap_flush_dirty.dsb_ish", NULL, 1 },
	  BETTER_LESS, COUNT },
	{ NULL, { NULL, NULL, 0 }, 0, 0 }
};

static const struct metric bystander[] = {
	{ "accesses/s before", { "result.before_per_s", NULL, 1 },
	  BETTER_NEITHER, 0 },
	{ "accesses/s during", { "result.during_per_s", NULL, 1 },
	  BETTER_MORE, 0 },
	{ "accesses/s after", { "result.after_per_s", NULL, 1 },
	  BETTER_NEITHER, 0 },
	{ "lost during, %", { "result.lost_pct", NULL, 1 }, BETTER_LESS, 1 },
	{ "TLB shootdowns", { "result.tlb_shootdowns", NULL, 1 }, BETTER_LESS,
	  COUNT },
	{ "function call IPIs", { "result.call_ipis", NULL, 1 }, BETTER_LESS,
	  COUNT },
	{ "pages out", { "result.pages_out", NULL, 1 }, BETTER_NEITHER,
	  COUNT },
	{ NULL, { NULL, NULL, 0 }, 0, 0 }
};

static const struct metric dirty[] = {
	{ "bogo ops", { "result.bogo_ops", NULL, 1 }, BETTER_MORE, 0 },
	{ "bogo ops/s, real", { "result.bogo_ops_per_s", NULL, 1 },
	  BETTER_MORE, 2 },
	{ "bogo ops/s, usr+sys", { "result.bogo_ops_per_cpu_s", NULL, 1 },
	  BETTER_MORE, 2 },
	{ "TLB shootdowns", { "result.tlb_shootdowns", NULL, 1 }, BETTER_LESS,
	  COUNT },
	{ "function call IPIs", { "result.call_ipis", NULL, 1 }, BETTER_LESS,
	  COUNT },
	{ "pgscan_anon, pages", { "vmstat.pgscan_anon", NULL, 1 },
	  BETTER_NEITHER, COUNT },
	{ "pgsteal_anon, pages", { "vmstat.pgsteal_anon", NULL, 1 },
	  BETTER_NEITHER, COUNT },
	{ "pswpin, pages", { "vmstat.pswpin", NULL, 1 }, BETTER_NEITHER,
	  COUNT },
	{ "pswpout, pages", { "vmstat.pswpout", NULL, 1 }, BETTER_NEITHER,
	  COUNT },
	{ "TLB shootdowns a page out",
	  { "result.tlb_shootdowns", "vmstat.pswpout", 1 }, BETTER_LESS, 3 },
	{ "DSB ish a page out", { "count.dsb.ish", "vmstat.pswpout", 1 },
	  BETTER_LESS, 3 },
	{ "OOM kills", { "result.oom_kills", NULL, 1 }, BETTER_LESS, COUNT },
	{ NULL, { NULL, NULL, 0 }, 0, 0 }
};

static const struct {
	const char *bench;
	const char *step;
	const struct metric *metric;
} workloads[] = {
	{ "bystander", "the madvise(MADV_PAGEOUT), with the bystander's CPU",
	  bystander },
	{ "dirty", "stress-ng from start to end, all CPUs", dirty },
	{ "pageout", "the paging out", pageout },
};

#define NR_WORKLOADS (sizeof(workloads) / sizeof(*workloads))

static size_t find_workload(const struct sides *sides)
{
	const json_t *record = sides->of[VARIANT_BASE].record[0]->json;
	const char *bench = json_string_value(path_get(record, "bench"));
	size_t i;

	for (i = 0; i < NR_WORKLOADS; i++)
		if (!strcmp(workloads[i].bench, bench))
			break;
	return i;
}

/* All modes but the first write to swap: there the flushes are the matter. */
bool workload_swaps(const struct sides *sides)
{
	return find_workload(sides) < NR_WORKLOADS;
}

/* What was measured, as the heading of its cost. */
const char *workload_step(const struct sides *sides)
{
	size_t i = find_workload(sides);

	return i < NR_WORKLOADS ? workloads[i].step : "the reclaiming write";
}

/**
 * workload_show - the rows that the mode is run for, if it has any of its own
 * @sheet: the page
 * @sides: both with at least one record and without differences
 */
void workload_show(const struct sheet *sheet, const struct sides *sides)
{
	const struct metric *metric;
	size_t i = find_workload(sides);

	if (i == NR_WORKLOADS)
		return;
	sheet_heading(sheet, "the workload");
	sheet_table(sheet, &metric_table);
	for (metric = workloads[i].metric; metric->label; metric++)
		metric_row(sheet, sides, metric);
}
