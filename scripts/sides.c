// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "sides.h"

/**
 * sides_split - sort the records of a list by variant
 * @sides: filled; a side may turn out empty
 * @list: the records, which must outlive @sides
 * @problem: filled on failure
 *
 * Return: 0, or -1 when a record belongs to neither side.
 */
int sides_split(struct sides *sides, const struct record_list *list,
		struct problem *problem)
{
	enum variant variant;
	size_t i;

	*sides = (struct sides){ 0 };
	for (i = 0; i < NR_VARIANTS; i++) {
		sides->of[i].record = calloc(list->nr + 1,
					     sizeof(*sides->of[i].record));
		if (!sides->of[i].record)
			return problem_set(problem, "out of memory");
	}
	for (i = 0; i < list->nr; i++) {
		struct side *side;

		if (record_variant(&list->record[i], &variant, problem))
			return -1;
		side = &sides->of[variant];
		side->record[side->nr++] = &list->record[i];
	}
	return 0;
}

/**
 * sides_free - drop both sides, not the records themselves
 * @sides: emptied; also after sides_split() failed
 */
void sides_free(struct sides *sides)
{
	int i;

	for (i = 0; i < NR_VARIANTS; i++)
		free(sides->of[i].record);
	*sides = (struct sides){ 0 };
}
