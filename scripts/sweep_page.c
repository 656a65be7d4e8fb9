// SPDX-License-Identifier: GPL-2.0-only
/* The table of a sweep, and the numbers of its plots. */
#include <stdio.h>
#include <string.h>

#include "number.h"
#include "path.h"
#include "sample.h"
#include "sweep_page.h"

enum {
	NAME,
	KERNEL,
	INSNS,
	RATIO,
	DIFFERENCE,
	REFERENCED,
	YOUNG,
	UNMAP,
	DSB_ISH,
	ATOMICS,
	MARK,
	NR_CELLS
};

static const struct table sweep_table = {
	.column = {
		[NAME] = { "folio", 7 },
		[KERNEL] = { "", 3 },
		[INSNS] = { "instructions", 13 },
		[RATIO] = { "ratio", 6 },
		[DIFFERENCE] = { "differ.", 7 },
		[REFERENCED] = { "folio_referenced", 16 },
		[YOUNG] = { "young TLBI", 10 },
		[UNMAP] = { "unmap TLBI", 10 },
		[DSB_ISH] = { "DSB ish", 7 },
		[ATOMICS] = { "PTE atomics", 11 },
		[MARK] = { "", 5 },
	},
	.nr = NR_CELLS,
};

/*
 * What the columns of numbers show: folio_referenced() is where the age of a
 * mapped folio is asked, try_to_unmap() where it is unmapped.
 */
static const char * const path_of[NR_CELLS] = {
	[INSNS] = "count.insns",
	[REFERENCED] = "inclusive.folio_referenced.insns",
	[YOUNG] = "inclusive.folio_referenced.tlbi",
	[UNMAP] = "inclusive.try_to_unmap.tlbi",
	[DSB_ISH] = "count.dsb.ish",
	[ATOMICS] = "count.pte_atomics",
};

static const char * const kernel_name[NR_VARIANTS] = { "W/o", "W/" };

#define MARK_SIZE 160

static struct sample take(const struct cell *cell, enum variant variant,
			  const char *path)
{
	const struct side *side = &cell->sides.of[variant];

	if (!side->nr)
		return (struct sample){ .result = PATH_MISSING };
	return sample_take(side, (struct quantity){ path, NULL, 1 });
}

static struct text count_text(const struct sample *sample)
{
	if (sample->result != PATH_FOUND)
		return (struct text){ "-" };
	return number_count(sample->mean);
}

/* The columns in which the patches cost more than they save, by name. */
static bool find_losses(const struct cell *cell, char mark[MARK_SIZE])
{
	size_t used = 0;
	int i;

	for (i = 0; i < NR_CELLS; i++) {
		struct sample base, batched;

		if (!path_of[i])
			continue;
		base = take(cell, VARIANT_BASE, path_of[i]);
		batched = take(cell, VARIANT_BATCHED, path_of[i]);
		if (base.result == PATH_FOUND && batched.result == PATH_FOUND &&
		    sample_above(&batched, &base))
			used += snprintf(mark + used, MARK_SIZE - used, "%s %s",
					 used ? "," : "worse:",
					 sweep_table.column[i].title);
	}
	return used;
}

/* What the reader is told about a pair of rows; true for something bad. */
static bool mark_cell(const struct cell *cell, char mark[MARK_SIZE])
{
	const char *line = json_object_iter_key(json_object_iter(cell->unlike));

	*mark = '\0';
	if (!cell_whole(cell)) {
		snprintf(mark, MARK_SIZE, "not measured: %s",
			 cell->sides.of[VARIANT_BASE].nr ? "W/" : "W/o");
		return true;
	}
	if (line) {
		snprintf(mark, MARK_SIZE, "not comparable: %s", line);
		return true;
	}
	return find_losses(cell, mark);
}

/* Ratio, difference and mark stand with the patched kernel. */
static void show_row(const struct sheet *sheet, const struct cell *cell,
		     enum variant variant)
{
	struct sample base = take(cell, VARIANT_BASE, path_of[INSNS]);
	struct sample batched = take(cell, VARIANT_BATCHED, path_of[INSNS]);
	char name[CELL_NAME_SIZE], mark[MARK_SIZE] = "";
	bool patched = variant == VARIANT_BATCHED;
	bool alarm = patched && mark_cell(cell, mark);
	struct text text[NR_CELLS] = { 0 };
	const char *shown[NR_CELLS];
	int i;

	for (i = 0; i < NR_CELLS; i++) {
		struct sample sample;

		shown[i] = text[i].s;
		if (!path_of[i])
			continue;
		sample = take(cell, variant, path_of[i]);
		text[i] = count_text(&sample);
	}
	if (patched && cell_whole(cell) && !json_object_size(cell->unlike) &&
	    base.result == PATH_FOUND && batched.result == PATH_FOUND) {
		text[RATIO] = number_ratio(base.mean, batched.mean);
		text[DIFFERENCE] = number_difference(base.mean, batched.mean);
	}
	/* Markdown is read by row, not by pair. */
	if (!patched || sheet->markdown)
		shown[NAME] = cell_name(cell, name, sizeof(name));
	shown[KERNEL] = kernel_name[variant];
	shown[MARK] = mark;
	sheet_row(sheet, &sweep_table, shown, alarm);
}

static void begin_part(const struct sheet *sheet, const struct cell *cell)
{
	const json_t *record = cell->record->json;
	const json_t *range = path_get(record, "machine.tlbirange");
	char title[160];

	snprintf(title, sizeof(title), "CPU %s (%s TLBIRANGE), LRU %s",
		 cell->cpu, json_is_true(range) ? "with" : "without",
		 cell->lru);
	sheet_heading(sheet, title);
	sheet_table(sheet, &sweep_table);
}

static const char *text_at(const json_t *record, const char *path)
{
	const char *text = json_string_value(path_get(record, path));

	return text ? text : "unknown";
}

static double number_at(const json_t *record, const char *path)
{
	return json_number_value(path_get(record, path));
}

static void show_facts(const struct sheet *sheet, const struct sweep *sweep)
{
	const json_t *record = sweep->cell->record->json;

	sheet_fact(sheet, "kernel", "%s, config %.16s (SHA-256 without the feature under test)",
		   text_at(record, "kernel"), text_at(record, "config_sha256"));
	sheet_fact(sheet, "machine", "%s %s, a boot for every row",
		   text_at(record, "machine.kind"),
		   text_at(record, "machine.qemu"));
	sheet_fact(sheet, "measured", "%s: one write to memory.reclaim, %s of %s",
		   text_at(record, "bench"),
		   number_size(number_at(record, "asked_bytes")).s,
		   number_size(number_at(record, "params.map")).s);
}

static void show_sum(const struct sheet *sheet, size_t worse, size_t bad,
		     size_t all)
{
	char text[160];

	snprintf(text, sizeof(text), "%zu of %zu pairs are worse in instructions%s",
		 worse, all, bad ? "" : ".");
	sheet_note(sheet, "");
	sheet_note(sheet, "W/o, W/: without and with the patches. ratio: W/o over W/. 4K has nothing to batch: it is the control.");
	sheet_note(sheet, "folio_referenced: instructions with all it calls. young, unmap TLBI: those in folio_referenced and try_to_unmap.");
	sheet_note(sheet, "pte: 2M folios mapped by contpte blocks, because their addresses allow no PMD.");
	if (bad)
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			 "; %zu are not measured or not comparable.", bad);
	sheet_note(sheet, text);
}

static bool is_worse(const struct cell *cell)
{
	struct sample base = take(cell, VARIANT_BASE, path_of[INSNS]);
	struct sample batched = take(cell, VARIANT_BATCHED, path_of[INSNS]);

	return base.result == PATH_FOUND && batched.result == PATH_FOUND &&
	       sample_above(&batched, &base);
}

/**
 * sweep_page - write the table of a sweep
 * @sheet: the page
 * @sweep: at least one cell
 *
 * Every cell has its two rows, whatever they show.
 *
 * Return: true when every pair was measured and may be compared.
 */
bool sweep_page(const struct sheet *sheet, const struct sweep *sweep)
{
	size_t i, worse = 0, bad = 0;
	int variant;

	show_facts(sheet, sweep);
	for (i = 0; i < sweep->nr; i++) {
		const struct cell *cell = &sweep->cell[i];

		if (!cell_follows(sweep, i))
			begin_part(sheet, cell);
		for (variant = 0; variant < NR_VARIANTS; variant++)
			show_row(sheet, cell, variant);
		if (!cell_whole(cell) || json_object_size(cell->unlike))
			bad++;
		else if (is_worse(cell))
			worse++;
	}
	show_sum(sheet, worse, bad, sweep->nr);
	return !bad;
}

/* A number a 4K page, for rows differ a little in what they reclaimed. */
static void plot_number(FILE *out, const struct side *side, const char *path)
{
	const struct quantity per_page = { path, "reclaimed_bytes", 4096 };
	struct sample sample = { .result = PATH_MISSING };

	if (side->nr)
		sample = sample_take(side, per_page);
	if (sample.result == PATH_FOUND && sample.mean > 0)
		fprintf(out, "\t%.6g", sample.mean);
	else
		fputs("\t?", out);
}

static void plot_begin(FILE *out, const char *cpu, bool again)
{
	fprintf(out, "%s\"folio\"", again ? "\n\n" : "");
	fprintf(out, "\t\"%s W/o\"\t\"%s W/\"", cpu, cpu);
	fprintf(out, "\t\"%s W/o\"\t\"%s W/\"\n", cpu, cpu);
}

/**
 * sweep_plot - the numbers of one LRU for gnuplot
 * @out: the stream
 * @sweep: the sweep
 * @lru: the LRU
 *
 * One block for each CPU, with two empty lines between, in order of the table.
 * After a row of headings come: folio, instructions a reclaimed 4K page without
 * and with the patches, and TLBIs likewise; "?" for none.
 */
void sweep_plot(FILE *out, const struct sweep *sweep, const char *lru)
{
	static const char * const path[] = { "count.insns", "count.tlbi" };
	char name[CELL_NAME_SIZE];
	bool any = false;
	size_t i, j;
	int variant;

	for (i = 0; i < sweep->nr; i++) {
		const struct cell *cell = &sweep->cell[i];

		if (strcmp(cell->lru, lru))
			continue;
		if (!cell_follows(sweep, i))
			plot_begin(out, cell->cpu, any);
		any = true;
		fprintf(out, "\"%s\"", cell_name(cell, name, sizeof(name)));
		for (j = 0; j < sizeof(path) / sizeof(*path); j++)
			for (variant = 0; variant < NR_VARIANTS; variant++)
				plot_number(out, &cell->sides.of[variant],
					    path[j]);
		fputc('\n', out);
	}
}
