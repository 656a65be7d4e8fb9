// SPDX-License-Identifier: GPL-2.0-only
/*
 * One JSON object per measured run, on a line of its own. Every field of the
 * format is there: what a program cannot know from inside the machine is null,
 * for the tools that booted it to fill in.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "record.h"
#include "say.h"

static json_t *no_counts(void)
{
	return json_pack("{s:n, s:{s:n, s:n, s:n, s:n}, s:n, s:{s:n, s:n, s:n}, s:n}",
		"insns", "tlbi", "page", "range", "asid", "all", "tlbi_pages",
		"dsb", "ish", "ishst", "nsh", "pte_atomics");
}

static json_t *error_json(int error)
{
	if (!error)
		return json_integer(0);
	return json_string(error == EAGAIN ? "EAGAIN" : strerror(error));
}

static void set(json_t *object, const char *key, json_t *value)
{
	if (!value || json_object_set_new(object, key, value))
		die("cannot build the record's \"%s\": out of memory", key);
}

static json_t *or_null(json_t *value)
{
	return value ? value : json_null();
}

/**
 * record_json() - build the record
 * @record: its objects are consumed
 *
 * Return: the object, keys in the order of the format.
 */
json_t *record_json(const struct record *record)
{
	json_t *object = json_object();

	set(object, "bench", json_string(record->bench));
	set(object, "kernel", machine_kernel());
	set(object, "variant", json_null());
	set(object, "config_sha256", json_null());
	set(object, "switches", machine_switches());
	set(object, "machine", machine_describe());
	set(object, "params", record->params);
	set(object, "state", record->state);
	set(object, "reclaimed_bytes",
	    json_integer(record->measured.reclaimed));
	set(object, "asked_bytes", json_integer(record->asked));
	set(object, "errno", error_json(record->error));
	set(object, "result", or_null(record->result));
	set(object, "time", record->measured.time);
	set(object, "count", no_counts());
	set(object, "by_function", json_null());
	set(object, "inclusive", json_null());
	set(object, "vmstat", or_null(record->measured.vmstat));
	set(object, "memcg", or_null(record->measured.memcg));
	set(object, "batch", or_null(record->measured.batch));
	set(object, "rep", json_integer(record->rep));
	set(object, "boot", json_null());
	set(object, "order", json_null());
	return object;
}

/* Write the record to stdout, complete on return: the next run may not be. */
void record_print(const struct record *record)
{
	json_t *object = record_json(record);

	if (json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6)) ||
	    putchar('\n') == EOF || fflush(stdout))
		die("cannot write the record: %s", strerror(errno));
	json_decref(object);
}
