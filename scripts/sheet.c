// SPDX-License-Identifier: GPL-2.0-only
/* A page of facts and tables, for a terminal or as Markdown. */
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include "sheet.h"

#define BOLD "\033[1m"
#define RED "\033[31m"
#define PLAIN "\033[0m"

static const char *colour(const struct sheet *sheet, const char *code)
{
	return sheet->colour ? code : "";
}

/**
 * sheet_heading - begin a part of the page
 * @sheet: the page
 * @text: its heading
 */
void sheet_heading(const struct sheet *sheet, const char *text)
{
	if (sheet->markdown)
		fprintf(sheet->out, "\n### %s\n\n", text);
	else
		fprintf(sheet->out, "\n%s%s%s\n", colour(sheet, BOLD), text,
			colour(sheet, PLAIN));
}

/**
 * sheet_fact - one line that names a fact
 * @sheet: the page
 * @name: what it is
 * @format: as for printf()
 */
void sheet_fact(const struct sheet *sheet, const char *name,
		const char *format, ...)
{
	va_list args;

	fprintf(sheet->out, sheet->markdown ? "- %s: " : "%-10s ", name);
	va_start(args, format);
	vfprintf(sheet->out, format, args);
	va_end(args);
	fputc('\n', sheet->out);
}

/**
 * sheet_note - a sentence below a table
 * @sheet: the page
 * @text: the sentence
 */
void sheet_note(const struct sheet *sheet, const char *text)
{
	fprintf(sheet->out, sheet->markdown ? "\n%s\n" : "%s\n", text);
}

/**
 * sheet_block - lines to be shown exactly as they are
 * @sheet: the page
 * @text: whole lines
 */
void sheet_block(const struct sheet *sheet, const char *text)
{
	fprintf(sheet->out, sheet->markdown ? "```\n%s```\n" : "%s", text);
}

static void markdown_row(const struct sheet *sheet, int nr,
			 const char * const cell[])
{
	int i;

	for (i = 0; i < nr; i++) {
		/* Markdown drops leading blanks, which show what is a part. */
		size_t indent = strspn(cell[i], " ");

		fprintf(sheet->out, "| %s%s ", indent ? "&nbsp;&nbsp;" : "",
			cell[i] + indent);
	}
	fputs("|\n", sheet->out);
}

static void plain_row(const struct sheet *sheet, const struct table *table,
		      const char * const cell[], const char *code)
{
	const char *start = colour(sheet, code);
	int last = table->nr - 1, i;

	/* No blanks at the end of a line: the page is pasted into mails. */
	while (last > 0 && !*cell[last])
		last--;
	fputs(start, sheet->out);
	for (i = 0; i <= last; i++) {
		int width = table->column[i].width;

		if (i)
			fprintf(sheet->out, " %*s", width, cell[i]);
		else
			fprintf(sheet->out, "%-*s", last ? width : 0, cell[i]);
	}
	fprintf(sheet->out, "%s\n", *start ? PLAIN : "");
}

/**
 * sheet_table - begin a table
 * @sheet: the page
 * @table: its columns
 */
void sheet_table(const struct sheet *sheet, const struct table *table)
{
	const char *title[MAX_COLUMNS];
	int i;

	for (i = 0; i < table->nr; i++)
		title[i] = table->column[i].title;
	if (!sheet->markdown) {
		plain_row(sheet, table, title, BOLD);
		return;
	}
	markdown_row(sheet, table->nr, title);
	for (i = 0; i < table->nr; i++)
		fputs(i ? "|---:" : "|:---", sheet->out);
	fputs("|\n", sheet->out);
}

/**
 * sheet_row - one row of a table
 * @sheet: the page
 * @table: its columns
 * @cell: one text for each column
 * @alarm: draw the eye to it; the cells must say it in words as well
 */
void sheet_row(const struct sheet *sheet, const struct table *table,
	       const char * const cell[], bool alarm)
{
	if (sheet->markdown)
		markdown_row(sheet, table->nr, cell);
	else
		plain_row(sheet, table, cell, alarm ? RED : "");
}
