/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SWEEP_H
#define SWEEP_H

#include <stdbool.h>

#include "sides.h"

/**
 * struct cell - all records that differ in the variant and nothing else
 * @cpu: processor model, owned by a record
 * @lru: which reclaim, owned by a record
 * @mapping: how the range was mapped, owned by a record
 * @folio: folio size in bytes
 * @pmd: mapped by PMDs
 * @record: its records, what they hold borrowed from the list they came from
 * @sides: the same, by variant; a side may be empty
 * @unlike: what else than the patches differs, as state_differences() has it;
 *	    an empty object when the sides may be compared or one is empty
 */
struct cell {
	const char *cpu;
	const char *lru;
	const char *mapping;
	double folio;
	bool pmd;
	struct record *record;
	struct sides sides;
	json_t *unlike;
};

/**
 * struct sweep - the cells of one sweep, by CPU, LRU, folio size and mapping
 * @cell: the cells
 * @nr: how many
 */
struct sweep {
	struct cell *cell;
	size_t nr;
};

int sweep_sort(struct sweep *sweep, const struct record_list *list,
	       struct problem *problem);
void sweep_free(struct sweep *sweep);
bool cell_whole(const struct cell *cell);
bool cell_follows(const struct sweep *sweep, size_t at);
const char *cell_name(const struct cell *cell, char *text, size_t size);

#define CELL_NAME_SIZE 40

#endif
