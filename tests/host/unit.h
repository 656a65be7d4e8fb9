/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef UNIT_H
#define UNIT_H

/* cmocka.h needs these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <jansson.h>

/**
 * struct run - what a program did
 * @status: its exit status, or 128 and the signal that ended it
 * @out: what it wrote to stdout
 * @err: what it wrote to stderr
 */
struct run {
	int status;
	char *out;
	char *err;
};

struct run run(const char *format, ...)
	__attribute__((format(printf, 1, 2)));
void run_free(struct run *run);

char *scratch_dir(void);
void scratch_remove(char *dir);
char *scratch_path(const char *dir, const char *name);
void file_write(const char *path, const char *text);
char *file_read(const char *path);
size_t file_count(const char *dir);

json_t *lines_load(const char *path);
void lines_save(const char *path, const json_t *lines);
void lines_set(json_t *lines, const char *variant, const char *path,
	       const char *json);

#endif
