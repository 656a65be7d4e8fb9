// SPDX-License-Identifier: GPL-2.0-only
/* Kernel counters of the form "name value", and what changed between reads. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "say.h"
#include "stat.h"
#include "text.h"

/* Longest counter name told apart; today's are below 40 characters. */
#define NAME_SIZE 64

/**
 * stat_vmstat() - read /proc/vmstat, exact to the page
 * @text: receives the file
 *
 * Zone and node counters stay in per-CPU differences for up to a second
 * (Documentation/admin-guide/sysctl/vm.rst, stat_refresh): fold them first. A
 * kernel without that file only shows older values.
 */
void stat_vmstat(char text[STAT_TEXT])
{
	ssize_t n;

	text_write("/proc/sys/vm/stat_refresh", "1");
	n = text_read("/proc/vmstat", text, STAT_TEXT);
	if (n < 0)
		die("cannot read /proc/vmstat: %s", strerror(-n));
}

/**
 * stat_batch() - read the kernel's counters of batched reclaim
 * @text: receives the file; empty where the kernel has none
 */
void stat_batch(char text[STAT_TEXT])
{
	if (text_read("/sys/kernel/debug/reclaim_batch/counters", text,
		      STAT_TEXT) < 0)
		text[0] = '\0';
}

/* Take one "name value" line off *@text. */
static bool next_counter(const char **text, char name[NAME_SIZE],
			 int64_t *value)
{
	int length = 0;

	if (sscanf(*text, "%63s %" SCNd64 "%n", name, value, &length) != 2)
		return false;
	*text += length;
	return true;
}

/**
 * stat_delta() - counters that differ between two reads of one file
 * @before: text of the first read
 * @after: text of the second one
 *
 * Return: object of name to difference, zero differences left out; NULL when
 * the texts do not list the same names in the same order.
 */
json_t *stat_delta(const char *before, const char *after)
{
	char name[NAME_SIZE], same[NAME_SIZE];
	json_t *delta = json_object();
	int64_t old, new;

	while (next_counter(&before, name, &old)) {
		if (!next_counter(&after, same, &new) || strcmp(name, same)) {
			json_decref(delta);
			return NULL;
		}
		if (new != old)
			json_object_set_new(delta, name,
					    json_integer(new - old));
	}
	return delta;
}
