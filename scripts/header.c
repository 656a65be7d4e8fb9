// SPDX-License-Identifier: GPL-2.0-only
/* What both sides ran on: what a reviewer asks before believing a number. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "header.h"
#include "number.h"
#include "path.h"
#include "state.h"

/* The text of a string or of a truth value; "unknown" where it is null. */
static const char *text_at(const json_t *record, const char *path)
{
	const json_t *value = path_get(record, path);

	if (json_is_boolean(value))
		return json_is_true(value) ? "yes" : "no";
	return json_is_string(value) ? json_string_value(value) : "unknown";
}

static double number_at(const json_t *record, const char *path)
{
	return json_number_value(path_get(record, path));
}

static struct text percent_at(const json_t *record, const char *path)
{
	const json_t *value = path_get(record, path);

	if (!json_is_number(value))
		return (struct text){ "unknown" };
	return number_percent(json_number_value(value), 1);
}

static void show_machine(const struct sheet *sheet, const json_t *record)
{
	double cpus = number_at(record, "machine.cpus");
	bool is_virtual = json_is_string(path_get(record, "machine.qemu"));

	sheet_fact(sheet, "machine", "%s%s%s, CPU %s (MIDR %s), %.0f CPU%s, %s MiB memory, %.0f KiB pages",
		   text_at(record, "machine.kind"), is_virtual ? " " : "",
		   is_virtual ? text_at(record, "machine.qemu") : "",
		   text_at(record, "machine.cpu"),
		   text_at(record, "machine.midr"), cpus, cpus == 1 ? "" : "s",
		   number_text(number_at(record, "machine.mem_kib") / 1024, 0).s,
		   number_at(record, "machine.page_kib"));
	sheet_fact(sheet, "features", "TLBIRANGE %s, hardware AF/dirty (HAFDBS) %s, broadcast-TLBI erratum %s",
		   text_at(record, "machine.tlbirange"),
		   text_at(record, "machine.hafdbs"),
		   text_at(record, "machine.erratum"));
}

static void show_kernel(const struct sheet *sheet, const json_t *record)
{
	const char *hash = text_at(record, "config_sha256");

	sheet_fact(sheet, "kernel", "%s, config %.16s (SHA-256 without the feature under test)",
		   text_at(record, "kernel"), hash);
}

/* Without it, the W/o side is what its name says. */
static void show_control(const struct sheet *sheet, const json_t *record)
{
	if (json_object_get(record, "control"))
		sheet_fact(sheet, "control", "W/o patchset is the patched kernel with %s on top",
			   text_at(record, "control"));
}

static void show_state(const struct sheet *sheet, const json_t *record)
{
	char *folios = state_histogram(path_get(record, "state.folio_kib"));

	sheet_fact(sheet, "folios", "%s; contpte %s, PMD-mapped %s", folios,
		   percent_at(record, "state.contpte_pct").s,
		   percent_at(record, "state.pmd_pct").s);
	sheet_fact(sheet, "state", "LRU %s, swap %s, THP %s, file system %s",
		   text_at(record, "state.lru"), text_at(record, "state.swap"),
		   text_at(record, "state.thp"), text_at(record, "state.fs"));
	free(folios);
}

/* Most parameters are sizes; these are counts. */
static bool is_count(const char *param)
{
	static const char * const count[] = { "seconds", "vm", "vm_ops" };
	size_t i;

	for (i = 0; i < sizeof(count) / sizeof(*count); i++)
		if (!strcmp(param, count[i]))
			return true;
	return false;
}

static struct text param_text(const char *param, const json_t *value)
{
	double number = json_number_value(value);

	return is_count(param) ? number_count(number) : number_size(number);
}

static void show_params(const struct sheet *sheet, const json_t *record)
{
	const json_t *params = path_get(record, "params"), *value;
	const char *key, *comma = "";
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	json_object_foreach((json_t *)params, key, value) {
		if (!strcmp(key, "reps"))
			continue;
		fprintf(out, "%s%s %s", comma, key, json_is_string(value) ?
			json_string_value(value) :
			param_text(key, value).s);
		comma = ", ";
	}
	fclose(out);
	sheet_fact(sheet, "workload", "%s: %s", text_at(record, "bench"), text);
	free(text);
}

static size_t boots_of(const struct side *side)
{
	json_t *boots = json_object();
	size_t i, nr;

	for (i = 0; i < side->nr; i++) {
		const json_t *boot = path_get(side->record[i]->json, "boot");
		char key[NUMBER_SIZE];

		snprintf(key, sizeof(key), "%.0f", json_number_value(boot));
		json_object_set_new(boots, key, json_null());
	}
	nr = json_object_size(boots);
	json_decref(boots);
	return nr;
}

static void show_runs(const struct sheet *sheet, const struct sides *sides)
{
	const struct side *base = &sides->of[VARIANT_BASE];
	const struct side *batched = &sides->of[VARIANT_BATCHED];

	sheet_fact(sheet, "runs", "W/o patchset %zu in %zu boot%s, W/ patchset %zu in %zu boot%s",
		   base->nr, boots_of(base), boots_of(base) == 1 ? "" : "s",
		   batched->nr, boots_of(batched),
		   boots_of(batched) == 1 ? "" : "s");
}

static void show_switches(const struct sheet *sheet, const struct sides *sides)
{
	const json_t *switches, *value;
	const char *key, *comma = "";
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	switches = path_get(sides->of[VARIANT_BATCHED].record[0]->json,
			    "switches");
	json_object_foreach((json_t *)switches, key, value) {
		fprintf(out, "%s%s %s", comma, key,
			json_integer_value(value) ? "on" : "off");
		comma = ", ";
	}
	fclose(out);
	if (*text)
		sheet_fact(sheet, "switches", "%s (W/ patchset)", text);
	free(text);
}

/**
 * header_show - the facts that hold for both sides, and how often each ran
 * @sheet: the page
 * @sides: both with at least one record and without differences
 */
void header_show(const struct sheet *sheet, const struct sides *sides)
{
	const json_t *record = sides->of[VARIANT_BASE].record[0]->json;

	show_machine(sheet, record);
	show_kernel(sheet, record);
	show_control(sheet, record);
	show_params(sheet, record);
	show_state(sheet, record);
	show_switches(sheet, sides);
	show_runs(sheet, sides);
}
