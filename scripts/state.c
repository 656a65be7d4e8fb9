// SPDX-License-Identifier: GPL-2.0-only
/*
 * The same-state proof: two kernels are compared only when everything but the
 * feature under test was the same for every record of both sides.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "sample.h"
#include "state.h"

enum sameness {
	SAME_EXACTLY,
	/* As good as shown: a mean over many pages ends in rounding. */
	SAME_TENTH,
	/* Memory without the kernel image, which the feature makes larger. */
	SAME_PERCENT,
};

static const struct {
	const char *path;
	enum sameness sameness;
} identity[] = {
	{ "bench", SAME_EXACTLY },
	{ "kernel", SAME_EXACTLY },
	{ "config_sha256", SAME_EXACTLY },
	{ "machine.kind", SAME_EXACTLY },
	{ "machine.cpu", SAME_EXACTLY },
	{ "machine.midr", SAME_EXACTLY },
	{ "machine.cpus", SAME_EXACTLY },
	{ "machine.tlbirange", SAME_EXACTLY },
	{ "machine.hafdbs", SAME_EXACTLY },
	{ "machine.erratum", SAME_EXACTLY },
	{ "machine.page_kib", SAME_EXACTLY },
	{ "machine.mem_kib", SAME_PERCENT },
	{ "machine.qemu", SAME_EXACTLY },
	{ "state.folio_kib", SAME_EXACTLY },
	{ "state.contpte_pct", SAME_TENTH },
	{ "state.pmd_pct", SAME_TENTH },
	{ "state.lru", SAME_EXACTLY },
	{ "state.swap", SAME_EXACTLY },
	{ "state.thp", SAME_EXACTLY },
	{ "state.fs", SAME_EXACTLY },
	{ "asked_bytes", SAME_EXACTLY },
	{ "time.virtual", SAME_EXACTLY },
};

static bool is_same(const json_t *a, const json_t *b, enum sameness sameness)
{
	double x = json_number_value(a), y = json_number_value(b);

	if (!json_is_number(a) || !json_is_number(b))
		return a == b || json_equal(a, b);
	switch (sameness) {
	case SAME_TENTH:
		return fabs(x - y) < 0.05;
	case SAME_PERCENT:
		return fabs(x - y) <= 0.01 * fmax(x, y);
	default:
		return x == y;
	}
}

static int by_size(const void *a, const void *b)
{
	double x = atof(*(const char * const *)a);
	double y = atof(*(const char * const *)b);

	return (x > y) - (x < y);
}

/**
 * state_histogram - folio sizes and how many folios have them, as text
 * @folio_kib: object of counts by size in KiB
 *
 * Return: such as "16 KiB x 12, 64 KiB x 16,384"; to be freed.
 */
char *state_histogram(const json_t *folio_kib)
{
	size_t nr = json_object_size(folio_kib), size = 0, i = 0;
	const char **sizes = calloc(nr + 1, sizeof(*sizes));
	char *text = NULL;
	const json_t *count;
	const char *key;
	FILE *out = open_memstream(&text, &size);

	json_object_foreach((json_t *)folio_kib, key, count)
		sizes[i++] = key;
	qsort(sizes, nr, sizeof(*sizes), by_size);
	for (i = 0; i < nr; i++) {
		count = json_object_get(folio_kib, sizes[i]);
		fprintf(out, "%s%s KiB x %s", i ? ", " : "", sizes[i],
			number_text(json_number_value(count), 0).s);
	}
	if (!nr)
		fputs("none", out);
	fclose(out);
	free(sizes);
	return text;
}

static char *value_text(const struct record *record, const char *path)
{
	const json_t *value = path_get(record->json, path);
	char *text = NULL;

	if (!strcmp(path, "state.folio_kib"))
		return state_histogram(value);
	if (json_is_string(value))
		return strdup(json_string_value(value));
	if (json_is_real(value)) {
		if (asprintf(&text, "%.1f", json_real_value(value)) < 0)
			return NULL;
		return text;
	}
	if (!value)
		return strdup("missing");
	return json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
}

static const char *variant_of(const struct record *record)
{
	return json_string_value(json_object_get(record->json, "variant"));
}

/*
 * One record is the measure for all others. A set of lines, because every
 * repetition of a run that differs would otherwise say the same again.
 */
static void differ(json_t *lines, const char *path, const struct record *a,
		   const struct record *b)
{
	char *x = value_text(a, path);
	char *y = value_text(b, path);
	char *line = NULL;

	if (asprintf(&line, "differs: %s: %s %s, %s %s", path,
		     variant_of(a), x, variant_of(b), y) >= 0)
		json_object_set_new(lines, line, json_null());
	free(line);
	free(x);
	free(y);
}

static void compare_field(json_t *lines, const char *path,
			  enum sameness sameness, const struct record *a,
			  const struct record *b)
{
	if (!is_same(path_get(a->json, path), path_get(b->json, path),
		     sameness))
		differ(lines, path, a, b);
}

/* Another number of repetitions is more or less of the same. */
static void compare_params(json_t *lines, const struct record *a,
			   const struct record *b)
{
	json_t *all = json_copy(json_object_get(a->json, "params"));
	const json_t *value;
	const char *key;
	char path[160];

	json_object_update_missing(all, json_object_get(b->json, "params"));
	json_object_foreach(all, key, value) {
		snprintf(path, sizeof(path), "params.%s", key);
		if (strcmp(key, "reps"))
			compare_field(lines, path, SAME_EXACTLY, a, b);
	}
	json_decref(all);
}

static void compare_records(json_t *lines, const struct record *a,
			    const struct record *b)
{
	size_t i;

	for (i = 0; i < sizeof(identity) / sizeof(*identity); i++)
		compare_field(lines, identity[i].path, identity[i].sameness, a,
			      b);
	compare_params(lines, a, b);
}

/*
 * Reclaim stops where it likes; over one percent it is other work. Where nobody
 * asked for an amount, the amount is a result.
 */
static void compare_reclaimed(json_t *lines, const struct sides *sides)
{
	const struct quantity bytes = { "reclaimed_bytes", NULL, 1 };
	struct sample base = sample_take(&sides->of[VARIANT_BASE], bytes);
	struct sample batched = sample_take(&sides->of[VARIANT_BATCHED], bytes);
	const json_t *first = sides->of[VARIANT_BASE].record[0]->json;
	double low = fmin(base.min, batched.min);
	double high = fmax(base.max, batched.max);
	char *line;

	if (!json_integer_value(path_get(first, "asked_bytes")) ||
	    high - low <= 0.01 * high)
		return;
	if (asprintf(&line, "differs: reclaimed_bytes: base %s, batched %s (%.1f %% between the least and the most; 1 %% is let through)",
		     number_text(base.mean, 0).s,
		     number_text(batched.mean, 0).s,
		     100 * (high - low) / high) >= 0) {
		json_object_set_new(lines, line, json_null());
		free(line);
	}
}

/*
 * What the two sides need not have in common. The patches bring the switches:
 * base has none, unless it is a control kernel.
 */
static void compare_own(json_t *lines, const struct record *base,
			const struct record *first, const struct record *record)
{
	bool control = json_object_get(base->json, "control");

	compare_field(lines, "control", SAME_EXACTLY, first, record);
	compare_field(lines, "switches", SAME_EXACTLY, control ? base : first,
		      record);
}

/**
 * state_differences - what else than the patches differs between two sides
 * @sides: both with at least one record
 *
 * Return: an object whose keys are lines for people, in order of the fields;
 * empty when the sides may be compared. To be dropped by the caller.
 */
json_t *state_differences(const struct sides *sides)
{
	const struct record *first = sides->of[VARIANT_BASE].record[0];
	json_t *lines = json_object();
	int i;

	for (i = 0; i < NR_VARIANTS; i++) {
		const struct side *side = &sides->of[i];
		size_t j;

		for (j = 0; j < side->nr; j++) {
			compare_records(lines, first, side->record[j]);
			compare_own(lines, first, side->record[0],
				    side->record[j]);
		}
	}
	compare_reclaimed(lines, sides);
	return lines;
}
