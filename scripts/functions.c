// SPDX-License-Identifier: GPL-2.0-only
/* Where the instructions and flushes of each side go, function by function. */
#include <stdio.h>
#include <stdlib.h>

#include "functions.h"
#include "number.h"
#include "path.h"

#define TOP 10

/**
 * struct event - what is counted of a function
 * @name: for people
 * @field: in an element of "by_function"
 * @total: path of the sum over all functions
 */
struct event {
	const char *name;
	const char *field;
	const char *total;
};

/**
 * struct function - what one function did itself, mean over the records
 * @name: borrowed from a record
 * @count: by enum variant
 */
struct function {
	const char *name;
	double count[NR_VARIANTS];
};

/**
 * struct profile - all functions of both sides
 * @event: what is counted
 * @function: the functions
 * @nr: how many
 * @total: the sum over all, by enum variant
 */
struct profile {
	const struct event *event;
	struct function *function;
	size_t nr;
	double total[NR_VARIANTS];
};

static const struct table top_table = {
	.column = {
		{ "", 48 },
		{ "W/o patchset", 15 }, { "share", 7 },
		{ "W/ patchset", 15 }, { "share", 7 },
	},
	.nr = 5,
};

static int by_base(const void *a, const void *b)
{
	const struct function *x = a, *y = b;

	return (x->count[VARIANT_BASE] < y->count[VARIANT_BASE]) -
	       (x->count[VARIANT_BASE] > y->count[VARIANT_BASE]);
}

static int by_batched(const void *a, const void *b)
{
	const struct function *x = a, *y = b;

	return (x->count[VARIANT_BATCHED] < y->count[VARIANT_BATCHED]) -
	       (x->count[VARIANT_BATCHED] > y->count[VARIANT_BATCHED]);
}

/* index maps a name to its place, as functions come in another order each time. */
static int add(struct profile *profile, json_t *index, const json_t *item,
	       enum variant variant, double weight)
{
	const json_t *name = json_object_get(item, "name");
	const char *key = json_string_value(name);
	const json_t *place = json_object_get(index, key), *count;
	size_t at = place ? (size_t)json_integer_value(place) : profile->nr;

	if (!place) {
		struct function *grown = realloc(profile->function,
						 (at + 1) * sizeof(*grown));

		if (!grown)
			return -1;
		profile->function = grown;
		grown[profile->nr++] = (struct function){ .name = key };
		json_object_set_new(index, key, json_integer(at));
	}
	count = json_object_get(item, profile->event->field);
	profile->function[at].count[variant] +=
		weight * json_number_value(count);
	return 0;
}

static int add_side(struct profile *profile, json_t *index,
		    const struct sides *sides, enum variant variant)
{
	const struct side *side = &sides->of[variant];
	const json_t *item;
	double total = 0;
	size_t i, j;

	for (i = 0; i < side->nr; i++) {
		const json_t *record = side->record[i]->json;

		if (path_number(record, profile->event->total, &total) !=
		    PATH_FOUND)
			return -1;
		profile->total[variant] += total / side->nr;
		if (!json_is_array(json_object_get(record, "by_function")))
			return -1;
		json_array_foreach(json_object_get(record, "by_function"), j,
				   item) {
			if (add(profile, index, item, variant, 1.0 / side->nr))
				return -1;
		}
	}
	return 0;
}

static void show_top(const struct sheet *sheet, const struct profile *profile,
		     enum variant variant)
{
	size_t i;
	int side;

	for (i = 0; i < profile->nr && i < TOP; i++) {
		const struct function *function = &profile->function[i];
		const char *cell[5] = { function->name };
		struct text text[4];

		if (!function->count[variant])
			break;
		for (side = 0; side < NR_VARIANTS; side++) {
			double count = function->count[side];
			double total = profile->total[side];
			double share = total ? 100 * count / total : 0;

			text[2 * side] = number_count(count);
			text[2 * side + 1] = number_percent(share, 1);
			cell[2 * side + 1] = text[2 * side].s;
			cell[2 * side + 2] = text[2 * side + 1].s;
		}
		sheet_row(sheet, &top_table, cell, false);
	}
}

static void show(const struct sheet *sheet, struct profile *profile)
{
	static const struct {
		const char *side;
		int (*order)(const void *a, const void *b);
	} view[NR_VARIANTS] = {
		[VARIANT_BASE] = { "W/o patchset", by_base },
		[VARIANT_BATCHED] = { "W/ patchset", by_batched },
	};
	char heading[96];
	int i;

	for (i = 0; i < NR_VARIANTS; i++) {
		qsort(profile->function, profile->nr,
		      sizeof(*profile->function), view[i].order);
		snprintf(heading, sizeof(heading),
			 "top ten functions %s, %s without callees",
			 view[i].side, profile->event->name);
		sheet_heading(sheet, heading);
		sheet_table(sheet, &top_table);
		show_top(sheet, profile, i);
	}
}

static void show_event(const struct sheet *sheet, const struct sides *sides,
		       const struct event *event)
{
	struct profile profile = { .event = event };
	json_t *index = json_object();

	if (!add_side(&profile, index, sides, VARIANT_BASE) &&
	    !add_side(&profile, index, sides, VARIANT_BATCHED) &&
	    profile.total[VARIANT_BASE] + profile.total[VARIANT_BATCHED] > 0)
		show(sheet, &profile);
	json_decref(index);
	free(profile.function);
}

/**
 * functions_top - the functions of each side that cost most instructions
 * @sheet: the page; left alone when a record was not counted by function
 * @sides: both with at least one record
 */
void functions_top(const struct sheet *sheet, const struct sides *sides)
{
	static const struct event insns = { "instructions", "insns",
					    "count.insns" };

	show_event(sheet, sides, &insns);
}

/**
 * functions_flushes - the functions of each side that flush most
 * @sheet: as for functions_top()
 * @sides: as for functions_top()
 */
void functions_flushes(const struct sheet *sheet, const struct sides *sides)
{
	static const struct event events[] = {
		{ "TLBI", "tlbi", "count.tlbi" },
		{ "DSB ish", "dsb_ish", "count.dsb.ish" },
	};
	size_t i;

	for (i = 0; i < sizeof(events) / sizeof(*events); i++)
		show_event(sheet, sides, &events[i]);
}
