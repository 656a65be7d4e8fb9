// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"

const char * const variant_name[NR_VARIANTS] = {
	[VARIANT_BASE] = "base",
	[VARIANT_BATCHED] = "batched",
};

static int list_add(struct record_list *list, json_t *json, const char *file,
		    unsigned int line, struct problem *problem)
{
	struct record *grown = realloc(list->record,
				       (list->nr + 1) * sizeof(*grown));

	if (!grown) {
		json_decref(json);
		return problem_set(problem, "out of memory");
	}
	list->record = grown;
	grown[list->nr++] = (struct record){ json, file, line };
	return 0;
}

static int parse_line(const char *text, size_t len, json_t **json,
		      struct problem *problem)
{
	json_error_t error;

	if (!len)
		return problem_set(problem, "the line is empty");
	*json = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
	if (*json)
		return 0;
	if (json_error_code(&error) == json_error_premature_end_of_input)
		return problem_set(problem, "the line is cut short after %zu bytes: the run that wrote it did not end",
				   len);
	return problem_set(problem, "not JSON: %s", error.text);
}

static int read_line(struct record_list *list, char *text, size_t len,
		     const char *file, unsigned int line, record_check check,
		     struct problem *problem)
{
	struct problem inner;
	json_t *json = NULL;

	if (len && text[len - 1] == '\n')
		len--;
	if (parse_line(text, len, &json, &inner) || check(json, &inner)) {
		json_decref(json);
		return problem_set(problem, "%s:%u: %.400s", file, line,
				   inner.text);
	}
	return list_add(list, json, file, line, problem);
}

static int read_lines(struct record_list *list, FILE *stream, const char *file,
		      record_check check, struct problem *problem)
{
	unsigned int line = 0;
	char *text = NULL;
	size_t size = 0;
	ssize_t len;
	int ret = 0;

	while (!ret && (len = getline(&text, &size, stream)) >= 0)
		ret = read_line(list, text, len, file, ++line, check, problem);
	if (!ret && ferror(stream))
		ret = problem_set(problem, "%s: %s", file, strerror(errno));
	if (!ret && !line)
		ret = problem_set(problem, "%s: the file is empty", file);
	free(text);
	return ret;
}

/**
 * record_list_read - add the lines of a file to a list
 * @list: zeroed, or filled by an earlier call
 * @file: name of a file with one JSON object a line
 * @check: what each line must be
 * @problem: filled on failure, with file and line where there is one
 *
 * Return: 0 or -1. The list is to be freed in either case.
 */
int record_list_read(struct record_list *list, const char *file,
		     record_check check, struct problem *problem)
{
	FILE *stream = fopen(file, "re");
	json_t *name;
	int ret;

	if (!stream)
		return problem_set(problem, "%s: %s", file, strerror(errno));
	name = json_string_nocheck(file);
	if (!list->files)
		list->files = json_array();
	if (json_array_append_new(list->files, name))
		ret = problem_set(problem, "out of memory");
	else
		ret = read_lines(list, stream, json_string_value(name), check,
				 problem);
	fclose(stream);
	return ret;
}

/**
 * record_list_free - drop all records of a list
 * @list: emptied
 */
void record_list_free(struct record_list *list)
{
	size_t i;

	for (i = 0; i < list->nr; i++)
		json_decref(list->record[i].json);
	free(list->record);
	json_decref(list->files);
	*list = (struct record_list){ 0 };
}

/**
 * record_variant - which side of a comparison a record belongs to
 * @record: a record that passed schema_check_record()
 * @variant: set on success
 * @problem: filled when the record belongs to neither
 *
 * Return: 0 or -1.
 */
int record_variant(const struct record *record, enum variant *variant,
		   struct problem *problem)
{
	const json_t *json = json_object_get(record->json, "variant");
	const char *name = json_string_value(json);
	int i;

	if (!name)
		return problem_set(problem, "%s:%u: the record names no variant: join it with the facts of its boot first (rbjoin)",
				   record->file, record->line);
	for (i = 0; i < NR_VARIANTS; i++) {
		if (!strcmp(name, variant_name[i])) {
			*variant = i;
			return 0;
		}
	}
	return problem_set(problem, "%s:%u: unknown variant '%s': compare knows base and batched",
			   record->file, record->line, name);
}
