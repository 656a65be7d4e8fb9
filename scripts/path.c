// SPDX-License-Identifier: GPL-2.0-only
/*
 * Dotted paths into a record: "count.tlbi.page", "vmstat.pgactivate",
 * "inclusive.folio_referenced.insns". A step into an array looks for the
 * element whose "name" it is; kernel symbols hold no dot, as the counting
 * plugin cuts compiler suffixes off.
 */
#include <stdbool.h>
#include <string.h>

#include "path.h"

static const json_t *element_named(const json_t *array, const char *name,
				   size_t len)
{
	const json_t *element;
	size_t i;

	json_array_foreach(array, i, element) {
		const json_t *its = json_object_get(element, "name");

		if (json_string_length(its) == len &&
		    !memcmp(json_string_value(its), name, len))
			return element;
	}
	return NULL;
}

/**
 * path_get - the value at a dotted path
 * @root: where the path starts
 * @path: names joined by dots
 *
 * Return: a borrowed reference, or NULL when there is no such field. Below a
 * JSON null everything is null: what was not counted has no parts.
 */
const json_t *path_get(const json_t *root, const char *path)
{
	while (root && !json_is_null(root)) {
		size_t len = strcspn(path, ".");

		root = json_is_array(root) ? element_named(root, path, len) :
					     json_object_getn(root, path, len);
		if (!path[len])
			break;
		path += len + 1;
	}
	return root;
}

static bool item_present(const json_t *part, const char *item)
{
	size_t len = strcspn(item, ".");

	if (json_is_array(part))
		return element_named(part, item, len);
	/* A part that is missing altogether is no evidence of a zero. */
	return !part || json_object_getn(part, item, len);
}

/*
 * These parts list only what happened, so that a record stays short: what
 * they do not name is zero, not unknown. Inclusive counts are not among them:
 * a root that is not listed was not found in that kernel.
 */
static bool absent_means_zero(const json_t *root, const char *path)
{
	static const char * const sparse[] = { "batch", "by_function",
					       "memcg", "vmstat" };
	size_t i;

	for (i = 0; i < sizeof(sparse) / sizeof(*sparse); i++) {
		size_t len = strlen(sparse[i]);

		if (!strncmp(path, sparse[i], len) && path[len] == '.')
			return !item_present(json_object_get(root, sparse[i]),
					     path + len + 1);
	}
	return false;
}

static enum path_result sum_of(const json_t *object, double *value)
{
	enum path_result result = PATH_MISSING;
	const json_t *part;
	const char *key;
	double sum = 0;

	json_object_foreach((json_t *)object, key, part) {
		if (json_is_null(part))
			return PATH_NULL;
		if (!json_is_number(part))
			return PATH_MISSING;
		sum += json_number_value(part);
		result = PATH_FOUND;
	}
	*value = sum;
	return result;
}

/**
 * path_number - the number at a dotted path
 * @root: a record
 * @path: names joined by dots
 * @value: set when the result is PATH_FOUND
 *
 * An object counts as the sum of its numbers ("count.tlbi"), which is unknown
 * as soon as one of them is.
 *
 * Return: whether the record has that number.
 */
enum path_result path_number(const json_t *root, const char *path,
			     double *value)
{
	const json_t *found = path_get(root, path);

	if (json_is_null(found))
		return PATH_NULL;
	if (json_is_object(found))
		return sum_of(found, value);
	if (json_is_number(found)) {
		*value = json_number_value(found);
		return PATH_FOUND;
	}
	if (!found && absent_means_zero(root, path)) {
		*value = 0;
		return PATH_FOUND;
	}
	return PATH_MISSING;
}
