/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SHEET_H
#define SHEET_H

#include <stdbool.h>
#include <stdio.h>

/**
 * struct sheet - where and how a comparison is written
 * @out: the stream
 * @markdown: for a Markdown reader, not for a terminal
 * @colour: with terminal colours
 */
struct sheet {
	FILE *out;
	bool markdown;
	bool colour;
};

/**
 * struct column - one column of a table
 * @title: its heading
 * @width: characters on a terminal; the first column is set left, others right
 */
struct column {
	const char *title;
	int width;
};

#define MAX_COLUMNS 12

/**
 * struct table - columns of a table
 * @column: the columns
 * @nr: how many
 */
struct table {
	struct column column[MAX_COLUMNS];
	int nr;
};

void sheet_heading(const struct sheet *sheet, const char *text);
void sheet_fact(const struct sheet *sheet, const char *name,
		const char *format, ...) __attribute__((format(printf, 3, 4)));
void sheet_note(const struct sheet *sheet, const char *text);
void sheet_block(const struct sheet *sheet, const char *text);
void sheet_table(const struct sheet *sheet, const struct table *table);
void sheet_row(const struct sheet *sheet, const struct table *table,
	       const char * const cell[], bool alarm);

#endif
