// SPDX-License-Identifier: GPL-2.0-only
/* Where the instructions of each side go, function by function. */
#include <stdlib.h>

#include "functions.h"
#include "number.h"
#include "path.h"

#define TOP 10

/**
 * struct function - self instructions of one function, mean over the records
 * @name: borrowed from a record
 * @insns: by enum variant
 */
struct function {
	const char *name;
	double insns[NR_VARIANTS];
};

/**
 * struct profile - all functions of both sides
 * @function: the functions
 * @nr: how many
 * @total: all instructions, by enum variant
 */
struct profile {
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

	return (x->insns[VARIANT_BASE] < y->insns[VARIANT_BASE]) -
	       (x->insns[VARIANT_BASE] > y->insns[VARIANT_BASE]);
}

static int by_batched(const void *a, const void *b)
{
	const struct function *x = a, *y = b;

	return (x->insns[VARIANT_BATCHED] < y->insns[VARIANT_BATCHED]) -
	       (x->insns[VARIANT_BATCHED] > y->insns[VARIANT_BATCHED]);
}

/* index maps a name to its place, as functions come in another order each time. */
static int add(struct profile *profile, json_t *index, const json_t *item,
	       enum variant variant, double weight)
{
	const json_t *name = json_object_get(item, "name");
	const char *key = json_string_value(name);
	const json_t *place = json_object_get(index, key);
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
	profile->function[at].insns[variant] +=
		weight * json_number_value(json_object_get(item, "insns"));
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

		if (path_number(record, "count.insns", &total) != PATH_FOUND)
			return -1;
		profile->total[variant] += total / side->nr;
		/* A share of nothing is no number. */
		if (!total || !json_is_array(json_object_get(record, "by_function")))
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

		if (!function->insns[variant])
			break;
		for (side = 0; side < NR_VARIANTS; side++) {
			double insns = function->insns[side];
			double share = 100 * insns / profile->total[side];

			text[2 * side] = number_count(insns);
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
		const char *heading;
		int (*order)(const void *a, const void *b);
	} view[NR_VARIANTS] = {
		[VARIANT_BASE] = { "top ten functions W/o patchset, instructions without callees",
				   by_base },
		[VARIANT_BATCHED] = { "top ten functions W/ patchset, instructions without callees",
				      by_batched },
	};
	int i;

	for (i = 0; i < NR_VARIANTS; i++) {
		qsort(profile->function, profile->nr,
		      sizeof(*profile->function), view[i].order);
		sheet_heading(sheet, view[i].heading);
		sheet_table(sheet, &top_table);
		show_top(sheet, profile, i);
	}
}

/**
 * functions_top - the most expensive functions of each side
 * @sheet: the page; left alone when a record was not counted by function
 * @sides: both with at least one record
 */
void functions_top(const struct sheet *sheet, const struct sides *sides)
{
	struct profile profile = { 0 };
	json_t *index = json_object();

	if (!add_side(&profile, index, sides, VARIANT_BASE) &&
	    !add_side(&profile, index, sides, VARIANT_BATCHED))
		show(sheet, &profile);
	json_decref(index);
	free(profile.function);
}
