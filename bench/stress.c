// SPDX-License-Identifier: GPL-2.0-only
/* What stress-ng says of a run: the file it writes for its option --yaml. */
#include <stdlib.h>
#include <string.h>

#include "stress.h"

/**
 * stress_number() - one number of the metrics
 * @yaml: the file, of a run with one kind of stressor
 * @key: its name
 * @value: set when it is there
 *
 * The metrics are "key: value" lines, each key once for one stressor.
 *
 * Return: whether there is such a line with a number.
 */
bool stress_number(const char *yaml, const char *key, double *value)
{
	size_t length = strlen(key);
	const char *at = strstr(yaml, "\nmetrics:");
	char *end;

	for (; at && *at; at += strcspn(at, "\n")) {
		at += strspn(at, "\n -");
		if (strncmp(at, key, length) || at[length] != ':')
			continue;
		*value = strtod(at + length + 1, &end);
		return end != at + length + 1;
	}
	return false;
}
