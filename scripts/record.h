/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef RECORD_H
#define RECORD_H

#include <jansson.h>

#include "problem.h"

/**
 * struct record - one line of a file of JSON lines
 * @json: the line, parsed and checked
 * @file: name of the file it came from, owned by the list
 * @line: its number there, from 1
 */
struct record {
	json_t *json;
	const char *file;
	unsigned int line;
};

/**
 * struct record_list - the records of one or more files, in order
 * @record: the records
 * @nr: how many
 * @files: array of the file names
 */
struct record_list {
	struct record *record;
	size_t nr;
	json_t *files;
};

/* One variant of the kernel under comparison; the order of the columns. */
enum variant { VARIANT_BASE, VARIANT_BATCHED, NR_VARIANTS };

extern const char * const variant_name[NR_VARIANTS];

/* Says whether one parsed line is what the file should hold. */
typedef int (*record_check)(const json_t *json, struct problem *problem);

int record_list_read(struct record_list *list, const char *file,
		     record_check check, struct problem *problem);
void record_list_free(struct record_list *list);
int record_variant(const struct record *record, enum variant *variant,
		   struct problem *problem);

#endif
