// SPDX-License-Identifier: GPL-2.0-only
/* The records of a sweep, sorted into the cells of its table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "path.h"
#include "state.h"
#include "sweep.h"

static const char *string_at(const json_t *record, const char *path)
{
	const char *text = json_string_value(path_get(record, path));

	return text ? text : "unknown";
}

/* Which cell a record belongs to; sides are left empty. */
static struct cell cell_of(const json_t *record)
{
	const json_t *pmd = path_get(record, "state.pmd_pct");

	return (struct cell){
		.cpu = string_at(record, "machine.cpu"),
		.lru = string_at(record, "state.lru"),
		.mapping = string_at(record, "params.mapping"),
		.folio = json_number_value(path_get(record, "params.folio")),
		.pmd = json_number_value(pmd) > 0,
	};
}

/*
 * Whether PMDs were had is no part of what was asked for: two sides that
 * differ in it are one cell, and refused.
 */
static int by_place(const void *a, const void *b)
{
	const struct cell *x = a, *y = b;
	int order = strcmp(x->cpu, y->cpu);

	if (!order)
		order = strcmp(x->lru, y->lru);
	if (!order)
		order = (x->folio > y->folio) - (x->folio < y->folio);
	return order ? order : strcmp(x->mapping, y->mapping);
}

static bool has_cell(const struct sweep *sweep, const struct cell *cell)
{
	size_t i;

	for (i = 0; i < sweep->nr; i++)
		if (!by_place(&sweep->cell[i], cell))
			return true;
	return false;
}

static int fill_cell(struct cell *cell, const struct record_list *list,
		     struct problem *problem)
{
	struct record_list own = { 0 };
	size_t i;

	own.record = calloc(list->nr, sizeof(*own.record));
	if (!own.record)
		return problem_set(problem, "out of memory");
	cell->record = own.record;
	for (i = 0; i < list->nr; i++) {
		struct cell its = cell_of(list->record[i].json);

		if (!by_place(&its, cell))
			own.record[own.nr++] = list->record[i];
	}
	if (sides_split(&cell->sides, &own, problem))
		return -1;
	cell->unlike = cell_whole(cell) ? state_differences(&cell->sides) :
					  json_object();
	return 0;
}

/**
 * sweep_sort - find the cells that records belong to
 * @sweep: filled; to be freed in either case
 * @list: the records, which must outlive @sweep
 * @problem: filled on failure
 *
 * Return: 0 or -1.
 */
int sweep_sort(struct sweep *sweep, const struct record_list *list,
	       struct problem *problem)
{
	size_t i;

	*sweep = (struct sweep){
		.cell = calloc(list->nr, sizeof(*sweep->cell)),
	};
	if (!sweep->cell)
		return problem_set(problem, "out of memory");
	for (i = 0; i < list->nr; i++) {
		struct cell cell = cell_of(list->record[i].json);

		if (!has_cell(sweep, &cell))
			sweep->cell[sweep->nr++] = cell;
	}
	qsort(sweep->cell, sweep->nr, sizeof(*sweep->cell), by_place);
	for (i = 0; i < sweep->nr; i++)
		if (fill_cell(&sweep->cell[i], list, problem))
			return -1;
	return 0;
}

/**
 * sweep_free - drop the cells, not the records
 * @sweep: emptied; also after sweep_sort() failed
 */
void sweep_free(struct sweep *sweep)
{
	size_t i;

	for (i = 0; i < sweep->nr; i++) {
		sides_free(&sweep->cell[i].sides);
		json_decref(sweep->cell[i].unlike);
		free(sweep->cell[i].record);
	}
	free(sweep->cell);
	*sweep = (struct sweep){ 0 };
}

/* Were both kernels measured? */
bool cell_whole(const struct cell *cell)
{
	return cell->sides.of[VARIANT_BASE].nr &&
	       cell->sides.of[VARIANT_BATCHED].nr;
}

/* Is the cell at @at in the same part of the table as the one before? */
bool cell_follows(const struct sweep *sweep, size_t at)
{
	const struct cell *before, *cell = &sweep->cell[at];

	if (!at)
		return false;
	before = cell - 1;
	return !strcmp(before->cpu, cell->cpu) && !strcmp(before->lru, cell->lru);
}

/**
 * cell_name - folio size and mapping in a word, such as "2M pte"
 * @cell: the cell
 * @text: receives it
 * @size: bytes of @text
 *
 * Return: @text.
 */
const char *cell_name(const struct cell *cell, char *text, size_t size)
{
	bool mib = cell->folio >= 1 << 20;
	const char *mapping = "";

	if (cell->pmd)
		mapping = "pmd";
	else if (strcmp(cell->mapping, "aligned"))
		mapping = cell->mapping;
	snprintf(text, size, "%.0f%c%s%s", cell->folio / (mib ? 1 << 20 : 1 << 10),
		 mib ? 'M' : 'K', *mapping ? " " : "", mapping);
	return text;
}
