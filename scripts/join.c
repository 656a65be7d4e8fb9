// SPDX-License-Identifier: GPL-2.0-only
/*
 * The guest knows what it did and what state it was in; the plugin knows what
 * that cost; only the host knows which kernel, QEMU and CPU model it was.
 * This brings the three together. The nth record belongs to the nth region.
 */
#include <stdlib.h>
#include <string.h>

#include "append.h"
#include "config_hash.h"
#include "join.h"
#include "record.h"
#include "schema.h"

static int check_pairs(const struct join *join,
		       const struct record_list *records,
		       const struct record_list *counts,
		       struct problem *problem)
{
	size_t i;

	if (!join->counts)
		return 0;
	if (records->nr != counts->nr)
		return problem_set(problem, "%s holds %zu records but %s %zu regions: they are not of one run, or the run did not end",
				   join->records, records->nr, join->counts,
				   counts->nr);
	for (i = 0; i < counts->nr; i++) {
		const json_t *region = json_object_get(counts->record[i].json,
						       "region");

		if (json_integer_value(region) != (json_int_t)i + 1)
			return problem_set(problem, "%s:%zu: region %" JSON_INTEGER_FORMAT " where region %zu should be",
					   join->counts, i + 1,
					   json_integer_value(region), i + 1);
	}
	return 0;
}

/* QEMU's clock is never the machine's: counted or not, the time is virtual. */
static int set_facts(json_t *record, const struct join *join, const char *hash)
{
	json_t *machine = json_object_get(record, "machine");
	json_t *time = json_object_get(record, "time");
	int failed = 0;

	failed |= json_object_set_new(record, "variant",
				      json_string(join->variant));
	if (join->control)
		failed |= json_object_set_new(record, "control",
					      json_string(join->control));
	failed |= json_object_set_new(record, "config_sha256",
				      json_string(hash));
	failed |= json_object_set_new(record, "boot", json_integer(join->boot));
	failed |= json_object_set_new(machine, "kind", json_string("qemu"));
	failed |= json_object_set_new(machine, "cpu", json_string(join->cpu));
	failed |= json_object_set_new(machine, "qemu",
				      json_string(join->qemu));
	failed |= json_object_set_new(time, "virtual", json_true());
	return failed ? -1 : 0;
}

static int set_counts(json_t *record, const json_t *region)
{
	static const char * const part[] = { "count", "by_function",
					     "inclusive" };
	int failed = 0;
	size_t i;

	for (i = 0; i < sizeof(part) / sizeof(*part); i++)
		failed |= json_object_set(record, part[i],
					  json_object_get(region, part[i]));
	return failed ? -1 : 0;
}

static int add_line(char **text, size_t *len, const json_t *record)
{
	char *line = json_dumps(record,
				JSON_COMPACT | JSON_REAL_PRECISION(6));
	size_t line_len = line ? strlen(line) : 0;
	char *grown = line ? realloc(*text, *len + line_len + 1) : NULL;

	if (grown) {
		memcpy(grown + *len, line, line_len);
		grown[*len + line_len] = '\n';
		*text = grown;
		*len += line_len + 1;
	}
	free(line);
	return grown ? 0 : -1;
}

static int join_lists(const struct join *join, const char *hash,
		      const struct record_list *records,
		      const struct record_list *counts,
		      struct problem *problem)
{
	char *text = NULL;
	size_t len = 0, i;
	int ret = 0;

	for (i = 0; !ret && i < records->nr; i++) {
		json_t *record = records->record[i].json;

		ret = set_facts(record, join, hash);
		if (!ret && join->counts)
			ret = set_counts(record, counts->record[i].json);
		if (!ret)
			ret = add_line(&text, &len, record);
	}
	if (ret)
		problem_set(problem, "%s: cannot be joined: out of memory, or a name that is not UTF-8",
			    join->records);
	else
		ret = append_whole(join->out, text, len, problem);
	free(text);
	return ret;
}

/**
 * join_run - make final records of one run and append them to the results
 * @join: the parts
 * @problem: filled on failure, when the results file is as it was
 *
 * Return: 0 or -1.
 */
int join_run(const struct join *join, struct problem *problem)
{
	struct record_list records = { 0 }, counts = { 0 };
	char hash[CONFIG_HASH_SIZE];
	int ret;

	ret = record_list_read(&records, join->records, schema_check_record,
			       problem);
	if (!ret && join->counts)
		ret = record_list_read(&counts, join->counts,
				       schema_check_region, problem);
	if (!ret)
		ret = check_pairs(join, &records, &counts, problem);
	if (!ret)
		ret = config_hash(join->config, hash, problem);
	if (!ret)
		ret = join_lists(join, hash, &records, &counts, problem);
	record_list_free(&records);
	record_list_free(&counts);
	return ret;
}
