/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PATH_H
#define PATH_H

#include <jansson.h>

/**
 * enum path_result - what a record says about one number
 * @PATH_FOUND: it is there
 * @PATH_NULL: the machine that made the record could not count it
 * @PATH_MISSING: there is no such field, or it is no number
 */
enum path_result { PATH_FOUND, PATH_NULL, PATH_MISSING };

const json_t *path_get(const json_t *root, const char *path);
enum path_result path_number(const json_t *root, const char *path,
			     double *value);

#endif
