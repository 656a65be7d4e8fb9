// SPDX-License-Identifier: GPL-2.0-only
/* The page that compares two kernels, rendered from records alone. */
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "functions.h"
#include "header.h"
#include "metric.h"
#include "number.h"
#include "workload.h"

#define COUNT DECIMALS_OF_COUNT
#define PER_4K "reclaimed_bytes", 4096
#define NS_IN_MS 1e-6

static const struct metric cost[] = {
	{ "instructions", { "count.insns", NULL, 1 }, BETTER_LESS, COUNT },
	{ "  per 4K page reclaimed", { "count.insns", PER_4K }, BETTER_LESS,
	  1 },
	{ "TLBI", { "count.tlbi", NULL, 1 }, BETTER_LESS, COUNT },
	{ "  page", { "count.tlbi.page", NULL, 1 }, BETTER_NEITHER, COUNT },
	{ "  range", { "count.tlbi.range", NULL, 1 }, BETTER_NEITHER, COUNT },
	{ "  asid", { "count.tlbi.asid", NULL, 1 }, BETTER_LESS, COUNT },
	{ "  all", { "count.tlbi.all", NULL, 1 }, BETTER_LESS, COUNT },
	{ "DSB", { "count.dsb", NULL, 1 }, BETTER_LESS, COUNT },
	{ "  ish", { "count.dsb.ish", NULL, 1 }, BETTER_LESS, COUNT },
	{ "  ishst", { "count.dsb.ishst", NULL, 1 }, BETTER_LESS, COUNT },
	{ "  nsh", { "count.dsb.nsh", NULL, 1 }, BETTER_LESS, COUNT },
	{ "PTE atomics", { "count.pte_atomics", NULL, 1 }, BETTER_LESS, COUNT },
	{ "bytes reclaimed", { "reclaimed_bytes", NULL, 1 }, BETTER_MORE,
	  COUNT },
};

static const struct metric real_time[] = {
	{ "real, ms", { "time.real_ns", NULL, NS_IN_MS }, BETTER_LESS, 3 },
	{ "sys, ms", { "time.sys_ns", NULL, NS_IN_MS }, BETTER_LESS, 3 },
	{ "  sys ns per 4K page", { "time.sys_ns", PER_4K }, BETTER_LESS, 1 },
};

static const struct metric virtual_time[] = {
	{ "virtual real, ms", { "time.real_ns", NULL, NS_IN_MS }, BETTER_LESS,
	  3 },
	{ "virtual sys, ms", { "time.sys_ns", NULL, NS_IN_MS }, BETTER_LESS,
	  3 },
};

/* The rows of one function with all it calls; paths below its own. */
static const struct {
	const char *label;
	const char *field;
	enum better better;
} root_cost[] = {
	{ "  calls", "calls", BETTER_NEITHER },
	{ "  instructions", "insns", BETTER_LESS },
	{ "  TLBI", "tlbi", BETTER_LESS },
	{ "  DSB ish", "dsb_ish", BETTER_LESS },
	{ "  DSB ishst", "dsb_ishst", BETTER_LESS },
	{ "  PTE atomics", "pte_atomics", BETTER_LESS },
};

static bool is_virtual(const struct sides *sides)
{
	const struct record *record = sides->of[VARIANT_BASE].record[0];

	return json_is_true(path_get(record->json, "time.virtual"));
}

static void show_metrics(const struct sheet *sheet, const struct sides *sides,
			 const struct metric *metric, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		metric_row(sheet, sides, &metric[i]);
}

/* More than one CPU is emulated without -icount: on the host's clock. */
static const char *virtual_note(const struct sides *sides)
{
	const struct record *record = sides->of[VARIANT_BASE].record[0];
	double cpus = json_number_value(path_get(record->json,
						 "machine.cpus"));

	return cpus > 1 ?
	       "time: that of an emulator on the host's clock. Most numbers differ from run to run: take several boots. NOT a performance claim." :
	       "virtual time: QEMU -icount, one instruction is one nanosecond. A count, NOT a performance claim.";
}

static void show_costs(const struct sheet *sheet, const struct sides *sides)
{
	sheet_heading(sheet, workload_step(sides));
	sheet_table(sheet, &metric_table);
	if (!is_virtual(sides))
		show_metrics(sheet, sides, real_time,
			     sizeof(real_time) / sizeof(*real_time));
	show_metrics(sheet, sides, cost, sizeof(cost) / sizeof(*cost));
	if (is_virtual(sides))
		show_metrics(sheet, sides, virtual_time,
			     sizeof(virtual_time) / sizeof(*virtual_time));
	sheet_note(sheet, "ratio: W/o over W/. spread: largest minus smallest repetition. -: this machine cannot count it.");
	if (is_virtual(sides))
		sheet_note(sheet, virtual_note(sides));
}

/* Both shares tell something: of what is left, and of what there was. */
static void show_shares(const struct sheet *sheet, const struct sides *sides,
			const char *path)
{
	struct sample base = sample_take(&sides->of[VARIANT_BASE],
			(struct quantity){ "count.insns", NULL, 1 });
	const struct metric own = { "  % of its own write",
				    { path, "count.insns", 100 },
				    BETTER_NEITHER, 1 };
	const struct metric of_base = { "  % of the W/o write",
					{ path, NULL, 100 / base.mean },
					BETTER_NEITHER, 1 };

	if (base.result != PATH_FOUND || base.mean == 0)
		return;
	metric_row(sheet, sides, &own);
	metric_row(sheet, sides, &of_base);
}

static void show_root(const struct sheet *sheet, const struct sides *sides,
		      const char *name)
{
	const char *cell[MAX_COLUMNS] = { name, "", "", "", "", "", "", "" };
	char path[160];
	size_t i;

	sheet_row(sheet, &metric_table, cell, false);
	for (i = 0; i < sizeof(root_cost) / sizeof(*root_cost); i++) {
		const struct metric metric = { root_cost[i].label,
					       { path, NULL, 1 },
					       root_cost[i].better, COUNT };

		snprintf(path, sizeof(path), "inclusive.%s.%s", name,
			 root_cost[i].field);
		metric_row(sheet, sides, &metric);
	}
	snprintf(path, sizeof(path), "inclusive.%s.insns", name);
	show_shares(sheet, sides, path);
}

/* Roots serve every LRU and mode: most runs leave some of them alone. */
static bool is_called(const struct sides *sides, const char *name)
{
	double calls;
	char path[160];
	size_t i;
	int side;

	snprintf(path, sizeof(path), "inclusive.%s.calls", name);
	for (side = 0; side < NR_VARIANTS; side++) {
		for (i = 0; i < sides->of[side].nr; i++) {
			json_t *record = sides->of[side].record[i]->json;

			if (path_number(record, path, &calls) == PATH_FOUND &&
			    calls > 0)
				return true;
		}
	}
	return false;
}

/* A function that only one kernel has is shown too. */
static json_t *root_names(const struct sides *sides)
{
	json_t *names = json_object();
	const json_t *root;
	size_t i;
	int side;

	for (side = 0; side < NR_VARIANTS; side++) {
		const json_t *roots = path_get(sides->of[side].record[0]->json,
					       "inclusive");

		json_array_foreach(roots, i, root) {
			const json_t *its = json_object_get(root, "name");
			const char *name = json_string_value(its);

			if (is_called(sides, name))
				json_object_set_new(names, name, json_null());
		}
	}
	return names;
}

static void show_roots(const struct sheet *sheet, const struct sides *sides)
{
	json_t *names = root_names(sides);
	const json_t *nothing;
	const char *name;

	if (json_object_size(names)) {
		sheet_heading(sheet, "functions with all they call");
		sheet_table(sheet, &metric_table);
	}
	json_object_foreach(names, name, nothing)
		show_root(sheet, sides, name);
	json_decref(names);
}

static double mean_ns(const struct side *side, const char *path)
{
	return sample_take(side, (struct quantity){ path, NULL, 1 }).mean;
}

static void show_clock(const struct sheet *sheet, const struct sides *sides)
{
	static const char * const title[NR_VARIANTS] = { "W/o patchset:",
							 "W/ patchset:" };
	char text[256];
	int i, at = 0;

	for (i = 0; i < NR_VARIANTS; i++) {
		const struct side *side = &sides->of[i];

		at += snprintf(text + at, sizeof(text) - at,
			       "%s%s\nreal\t%s\nuser\t%s\nsys\t%s\n",
			       i ? "\n" : "", title[i],
			       number_clock(mean_ns(side, "time.real_ns")).s,
			       number_clock(mean_ns(side, "time.user_ns")).s,
			       number_clock(mean_ns(side, "time.sys_ns")).s);
	}
	sheet_heading(sheet, is_virtual(sides) ?
		      "as time(1) prints it: virtual time, NOT a performance claim" :
		      "as time(1) prints it");
	sheet_block(sheet, text);
}

static enum better better_of(const char *event)
{
	/* Work without a result, and pages that had to come back. */
	if (!strncmp(event, "pgscan", 6) ||
	    !strncmp(event, "workingset_refault", 18))
		return BETTER_LESS;
	return BETTER_NEITHER;
}

static bool is_shown(const char *event)
{
	static const char * const prefix[] = { "pgscan", "pgsteal",
					       "pgactivate", "workingset_" };
	size_t i;

	for (i = 0; i < sizeof(prefix) / sizeof(*prefix); i++) {
		if (!strncmp(event, prefix[i], strlen(prefix[i])))
			return true;
	}
	return false;
}

static json_t *event_names(const struct sides *sides)
{
	json_t *names = json_object();
	const json_t *value;
	const char *event;
	size_t i;
	int side;

	for (side = 0; side < NR_VARIANTS; side++) {
		for (i = 0; i < sides->of[side].nr; i++) {
			json_t *record = sides->of[side].record[i]->json;
			json_t *all = json_object_get(record, "vmstat");

			json_object_foreach(all, event, value) {
				if (is_shown(event))
					json_object_set_new(names, event,
							    json_null());
			}
		}
	}
	return names;
}

static bool show_event(const struct sheet *sheet, const struct sides *sides,
		       const char *event, bool first)
{
	char path[160];
	const struct metric metric = { event, { path, NULL, 1 },
				       better_of(event), COUNT };
	struct sample base, batched;

	snprintf(path, sizeof(path), "vmstat.%s", event);
	base = sample_take(&sides->of[VARIANT_BASE], metric.quantity);
	batched = sample_take(&sides->of[VARIANT_BATCHED], metric.quantity);
	if (base.mean == batched.mean)
		return false;
	if (first)
		sheet_table(sheet, &metric_table);
	metric_row(sheet, sides, &metric);
	return true;
}

/* What was reclaimed: batching must make it cheaper, not choose otherwise. */
static void show_vmstat(const struct sheet *sheet, const struct sides *sides)
{
	json_t *names = event_names(sides);
	const json_t *nothing;
	bool any = false;
	const char *event;

	sheet_heading(sheet, "vmstat events that differ");
	json_object_foreach(names, event, nothing)
		any |= show_event(sheet, sides, event, !any);
	if (!any)
		sheet_note(sheet, "none of pgscan*, pgsteal*, pgactivate, workingset_*");
	json_decref(names);
}

static void show_errors(const struct sheet *sheet, const struct sides *sides)
{
	static const char * const title[NR_VARIANTS] = { "W/o patchset",
							 "W/ patchset" };
	size_t i, nr;
	int side;

	for (side = 0; side < NR_VARIANTS; side++) {
		for (i = 0, nr = 0; i < sides->of[side].nr; i++) {
			json_t *record = sides->of[side].record[i]->json;

			if (json_is_string(json_object_get(record, "errno")))
				nr++;
		}
		if (nr)
			sheet_fact(sheet, "attention", "%zu of %zu writes %s reclaimed less than was asked",
				   nr, sides->of[side].nr, title[side]);
	}
}

/**
 * compare_show - write the whole comparison
 * @sheet: the page
 * @sides: both with at least one record and without differences
 */
void compare_show(const struct sheet *sheet, const struct sides *sides)
{
	header_show(sheet, sides);
	show_errors(sheet, sides);
	workload_show(sheet, sides);
	show_costs(sheet, sides);
	show_roots(sheet, sides);
	show_clock(sheet, sides);
	functions_top(sheet, sides);
	if (workload_swaps(sides))
		functions_flushes(sheet, sides);
	show_vmstat(sheet, sides);
}
