// SPDX-License-Identifier: GPL-2.0-only
/* The reader takes what the bench writes and names what it does not take. */
#include <stdlib.h>
#include <string.h>

#include "record.h"
#include "schema.h"
#include "unit.h"

static int read_file(const char *path, char **message)
{
	struct record_list list = { 0 };
	struct problem problem = { "" };
	int ret = record_list_read(&list, path, schema_check_record, &problem);

	record_list_free(&list);
	*message = strdup(problem.text);
	return ret;
}

/* Writes text, reads it, and looks at the message behind the file's name. */
static void assert_refused(const char *text, const char *expected)
{
	char *dir = scratch_dir(), *path = scratch_path(dir, "f.jsonl");
	char *message;

	file_write(path, text);
	assert_int_equal(read_file(path, &message), -1);
	assert_int_equal(strncmp(message, path, strlen(path)), 0);
	assert_string_equal(message + strlen(path), expected);
	free(message);
	free(path);
	scratch_remove(dir);
}

static void assert_edit_refused(const char *field, const char *json,
				const char *expected)
{
	json_t *lines = lines_load("data/results.jsonl");
	char *text, *line, *whole = NULL;

	lines_set(lines, NULL, field, json);
	text = json_dumps(json_array_get(lines, 0), JSON_COMPACT);
	assert_true(asprintf(&line, "%s\n", text) > 0);
	assert_true(asprintf(&whole, ":1: not a valid result record: %s",
			     expected) > 0);
	assert_refused(line, whole);
	free(whole);
	free(line);
	free(text);
	json_decref(lines);
}

static void test_good(void **state)
{
	struct record_list list = { 0 };
	struct problem problem;

	(void)state;
	assert_int_equal(record_list_read(&list, "data/base-records.jsonl",
					  schema_check_record, &problem), 0);
	assert_int_equal(record_list_read(&list, "data/results.jsonl",
					  schema_check_record, &problem), 0);
	assert_int_equal(list.nr, 6);
	assert_string_equal(list.record[5].file, "data/results.jsonl");
	assert_int_equal(list.record[5].line, 4);
	record_list_free(&list);
}

static void test_no_newline_at_end(void **state)
{
	char *dir = scratch_dir(), *path = scratch_path(dir, "f.jsonl");
	char *text = file_read("data/results.jsonl");
	char *message;

	(void)state;
	text[strlen(text) - 1] = '\0';
	file_write(path, text);
	assert_int_equal(read_file(path, &message), 0);
	free(message);
	free(text);
	free(path);
	scratch_remove(dir);
}

static void test_cut(void **state)
{
	char *text = file_read("data/results.jsonl");

	(void)state;
	text[400] = '\0';
	assert_refused(text, ":1: the line is cut short after 400 bytes: the run that wrote it did not end");
	free(text);
}

static void test_cut_second_line(void **state)
{
	char *text = file_read("data/results.jsonl");
	char *expected = NULL;
	size_t first = strcspn(text, "\n");

	(void)state;
	text[first + 1 + 100] = '\0';
	assert_true(asprintf(&expected, ":2: the line is cut short after 100 bytes: the run that wrote it did not end") > 0);
	assert_refused(text, expected);
	free(expected);
	free(text);
}

static void test_foreign(void **state)
{
	(void)state;
	assert_refused("", ": the file is empty");
	assert_refused("hello\n", ":1: not JSON: '[' or '{' expected near 'hello'");
	assert_refused("[1]\n", ":1: not a result record: foreign JSON without 'bench' and 'machine'");
	assert_refused("{\"bench\":\"sysbench\"}\n", ":1: not a result record: foreign JSON without 'bench' and 'machine'");
	assert_refused("{\"a\":1} {\"a\":1}\n", ":1: not JSON: end of file expected near '{'");
	assert_refused("{\"a\":1,\"a\":2}\n", ":1: not JSON: duplicate object key near '\"a\"'");
	assert_refused("\n", ":1: the line is empty");
}

static void test_not_there(void **state)
{
	char *message;

	(void)state;
	assert_int_equal(read_file("data/none.jsonl", &message), -1);
	assert_string_equal(message, "data/none.jsonl: No such file or directory");
	free(message);
	assert_int_equal(read_file("data", &message), -1);
	assert_string_equal(message, "data: Is a directory");
	free(message);
}

static void test_missing_field(void **state)
{
	(void)state;
	assert_edit_refused("kernel", NULL, "field 'kernel' is missing");
	assert_edit_refused("state.contpte_pct", NULL,
			    "field 'state.contpte_pct' is missing");
	assert_edit_refused("count.dsb.ish", NULL,
			    "field 'count.dsb.ish' is missing");
	assert_edit_refused("vmstat", NULL, "field 'vmstat' is missing");
}

static void test_wrong_type(void **state)
{
	(void)state;
	assert_edit_refused("kernel", "6.12", "field 'kernel' is not a string");
	assert_edit_refused("kernel", "\"\"", "field 'kernel' is not a string");
	assert_edit_refused("errno", "11",
			    "field 'errno' is not 0 or the name of an error");
	assert_edit_refused("machine.cpus", "\"1\"",
			    "field 'machine.cpus' is not a whole number");
	assert_edit_refused("time.sys_ns", "1.5",
			    "field 'time.sys_ns' is not a whole number");
	assert_edit_refused("machine.hafdbs", "1",
			    "field 'machine.hafdbs' is not true or false");
	assert_edit_refused("state.folio_kib", "[64]",
			    "field 'state.folio_kib' is not an object of whole numbers");
	assert_edit_refused("state.folio_kib", "{\"64\":\"all\"}",
			    "field 'state.folio_kib.64' is not a whole number");
	assert_edit_refused("params", "{\"map\":true}",
			    "field 'params.map' is not a whole number");
	assert_edit_refused("count", "7", "field 'count.insns' is missing");
	assert_edit_refused("by_function", "{}",
			    "field 'by_function' is not an array of functions");
	assert_edit_refused("by_function", "[1]",
			    "by_function[0]: field 'name' is missing");
	assert_edit_refused("inclusive",
			    "[{\"name\":\"f\",\"insns\":1,\"tlbi\":0,\"dsb_ish\":0,\"dsb_ishst\":0,\"pte_atomics\":0}]",
			    "inclusive[0]: field 'calls' is missing");
}

static void test_negative(void **state)
{
	(void)state;
	assert_edit_refused("count.insns", "-1",
			    "field 'count.insns' is negative: -1");
	assert_edit_refused("reclaimed_bytes", "-4096",
			    "field 'reclaimed_bytes' is negative: -4096");
	assert_edit_refused("state.contpte_pct", "-0.5",
			    "field 'state.contpte_pct' is negative: -0.5");
	assert_edit_refused("state.contpte_pct", "100.5",
			    "field 'state.contpte_pct' is over 100 %: 100.5");
	assert_edit_refused("params.map", "-1",
			    "field 'params.map' is negative: -1");
}

static void test_null_refused(void **state)
{
	(void)state;
	assert_edit_refused("kernel", "null",
			    "field 'kernel' is null, not a string");
	assert_edit_refused("control", "null",
			    "field 'control' is null, not a string");
	assert_edit_refused("time.real_ns", "null",
			    "field 'time.real_ns' is null, not a whole number");
	assert_edit_refused("reclaimed_bytes", "null",
			    "field 'reclaimed_bytes' is null, not a whole number");
}

/* Each field that some machine cannot fill is taken as null. */
static void test_null_allowed(void **state)
{
	static const char * const field[] = {
		"variant", "config_sha256", "machine.cpu", "machine.midr",
		"machine.tlbirange", "machine.hafdbs", "machine.erratum",
		"machine.qemu", "state.contpte_pct", "state.pmd_pct",
		"state.thp", "state.fs", "count.insns", "count.tlbi.page",
		"count.tlbi.range", "count.tlbi.asid", "count.tlbi.all",
		"count.tlbi_pages", "count.dsb.ish", "count.dsb.ishst",
		"count.dsb.nsh", "count.pte_atomics", "by_function",
		"inclusive", "vmstat", "memcg", "boot", "order",
	};
	json_t *lines = lines_load("data/results.jsonl");
	struct problem problem;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(field) / sizeof(*field); i++) {
		json_t *line = json_deep_copy(json_array_get(lines, 0));
		json_t *one = json_pack("[o]", line);

		lines_set(one, NULL, field[i], "null");
		if (schema_check_record(line, &problem))
			fail_msg("%s: %s", field[i], problem.text);
		json_decref(one);
	}
	json_decref(lines);
}

static void test_more_fields(void **state)
{
	json_t *lines = lines_load("data/results.jsonl");
	struct problem problem;

	(void)state;
	lines_set(lines, NULL, "host", "\"altra\"");
	lines_set(lines, NULL, "control", "\"lock-it\"");
	lines_set(lines, NULL, "count.dsb.other", NULL);
	assert_int_equal(schema_check_record(json_array_get(lines, 0),
					     &problem), 0);
	json_decref(lines);
}

static void test_variant(void **state)
{
	json_t *json = json_pack("{s:n}", "variant");
	struct record record = { json, "f.jsonl", 3 };
	struct problem problem;
	enum variant variant;

	(void)state;
	assert_int_equal(record_variant(&record, &variant, &problem), -1);
	assert_string_equal(problem.text, "f.jsonl:3: the record names no variant: join it with the facts of its boot first (rbjoin)");
	json_object_set_new(json, "variant", json_string("other"));
	assert_int_equal(record_variant(&record, &variant, &problem), -1);
	assert_string_equal(problem.text, "f.jsonl:3: unknown variant 'other': compare knows base and batched");
	json_object_set_new(json, "variant", json_string("batched"));
	assert_int_equal(record_variant(&record, &variant, &problem), 0);
	assert_int_equal(variant, VARIANT_BATCHED);
	json_decref(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_good),
		cmocka_unit_test(test_no_newline_at_end),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_cut_second_line),
		cmocka_unit_test(test_foreign),
		cmocka_unit_test(test_not_there),
		cmocka_unit_test(test_missing_field),
		cmocka_unit_test(test_wrong_type),
		cmocka_unit_test(test_negative),
		cmocka_unit_test(test_null_refused),
		cmocka_unit_test(test_null_allowed),
		cmocka_unit_test(test_more_fields),
		cmocka_unit_test(test_variant),
	};

	return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
