// SPDX-License-Identifier: GPL-2.0-only
/* Records and counts of one run become final records, or nothing happens. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config_hash.h"
#include "join.h"
#include "unit.h"

struct scratch {
	char *dir;
	char *records;
	char *counts;
	char *out;
	struct join join;
};

static int make(void **state)
{
	struct scratch *scratch = calloc(1, sizeof(*scratch));

	scratch->dir = scratch_dir();
	scratch->records = scratch_path(scratch->dir, "records");
	scratch->counts = scratch_path(scratch->dir, "counts");
	scratch->out = scratch_path(scratch->dir, "out");
	scratch->join = (struct join){
		.records = "data/base-records.jsonl",
		.counts = "data/base-counts.jsonl",
		.config = "data/config",
		.variant = "base",
		.qemu = "7.2.22",
		.cpu = "max",
		.boot = 1,
		.out = scratch->out,
	};
	*state = scratch;
	return 0;
}

static int drop(void **state)
{
	struct scratch *scratch = *state;

	free(scratch->records);
	free(scratch->counts);
	free(scratch->out);
	scratch_remove(scratch->dir);
	free(scratch);
	return 0;
}

static void assert_refused(const struct scratch *scratch, const char *expected)
{
	size_t before = file_count(scratch->dir);
	struct problem problem = { "" };

	assert_int_equal(join_run(&scratch->join, &problem), -1);
	if (!strstr(problem.text, expected))
		fail_msg("'%s' is not in '%s'", expected, problem.text);
	assert_int_equal(file_count(scratch->dir), before);
}

static void test_both_sides(void **state)
{
	struct scratch *scratch = *state;
	struct problem problem;
	char *expected, *text;

	assert_int_equal(join_run(&scratch->join, &problem), 0);
	scratch->join.records = "data/batched-records.jsonl";
	scratch->join.counts = "data/batched-counts.jsonl";
	scratch->join.config = "data/config-feature";
	scratch->join.variant = "batched";
	assert_int_equal(join_run(&scratch->join, &problem), 0);
	expected = file_read("data/results.jsonl");
	text = file_read(scratch->out);
	assert_string_equal(text, expected);
	free(expected);
	free(text);
}

static void test_without_counts(void **state)
{
	struct scratch *scratch = *state;
	struct problem problem;
	json_t *lines, *line;

	scratch->join.counts = NULL;
	scratch->join.boot = 3;
	assert_int_equal(join_run(&scratch->join, &problem), 0);
	lines = lines_load(scratch->out);
	line = json_array_get(lines, 1);
	assert_true(json_is_null(json_object_get(line, "by_function")));
	assert_true(json_is_null(json_object_get(json_object_get(line, "count"),
						 "insns")));
	assert_int_equal(json_integer_value(json_object_get(line, "boot")), 3);
	json_decref(lines);
}

/* A base that is a control kernel says so; without one there is no field. */
static void test_control(void **state)
{
	struct scratch *scratch = *state;
	struct problem problem;
	json_t *lines;

	assert_int_equal(join_run(&scratch->join, &problem), 0);
	scratch->join.control = "lock-it";
	assert_int_equal(join_run(&scratch->join, &problem), 0);
	lines = lines_load(scratch->out);
	assert_null(json_object_get(json_array_get(lines, 1), "control"));
	assert_string_equal(json_string_value(json_object_get(json_array_get(lines, 3),
							      "control")),
			    "lock-it");
	json_decref(lines);
}

/* A region more or less shifts every count to another record. */
static void test_other_number(void **state)
{
	struct scratch *scratch = *state;
	json_t *lines = lines_load("data/base-counts.jsonl");

	json_array_remove(lines, 1);
	lines_save(scratch->counts, lines);
	json_decref(lines);
	scratch->join.counts = scratch->counts;
	assert_refused(scratch, "data/base-records.jsonl holds 2 records but");
	assert_refused(scratch, "counts 1 regions: they are not of one run, or the run did not end");
}

static void test_other_order(void **state)
{
	struct scratch *scratch = *state;
	json_t *lines = lines_load("data/base-counts.jsonl");

	json_object_set_new(json_array_get(lines, 1), "region",
			    json_integer(3));
	lines_save(scratch->counts, lines);
	json_decref(lines);
	scratch->join.counts = scratch->counts;
	assert_refused(scratch, "counts:2: region 3 where region 2 should be");
}

static void test_files_swapped(void **state)
{
	struct scratch *scratch = *state;

	scratch->join.records = "data/base-counts.jsonl";
	assert_refused(scratch, "data/base-counts.jsonl:1: not a result record");
	scratch->join.records = "data/base-records.jsonl";
	scratch->join.counts = "data/base-records.jsonl";
	assert_refused(scratch, "data/base-records.jsonl:1: not a line of counts");
	scratch->join.counts = "data/base-counts.jsonl";
	scratch->join.config = "data/base-counts.jsonl";
	assert_refused(scratch, "data/base-counts.jsonl: not a kernel .config");
}

static void test_missing_files(void **state)
{
	struct scratch *scratch = *state;

	scratch->join.config = "data/none";
	assert_refused(scratch, "data/none: No such file or directory");
	scratch->join.counts = "data/none";
	assert_refused(scratch, "data/none: No such file or directory");
	scratch->join.records = "data/none";
	assert_refused(scratch, "data/none: No such file or directory");
}

/* The second record is bad: the first must not get into the results. */
static void test_all_or_none(void **state)
{
	struct scratch *scratch = *state;
	json_t *lines = lines_load("data/base-records.jsonl");
	char *text;

	json_object_set_new(json_array_get(lines, 1), "kernel", json_null());
	lines_save(scratch->records, lines);
	json_decref(lines);
	file_write(scratch->out, "{\"kept\":1}\n");
	scratch->join.records = scratch->records;
	assert_refused(scratch, "records:2: not a valid result record: field 'kernel' is null");
	text = file_read(scratch->out);
	assert_string_equal(text, "{\"kept\":1}\n");
	free(text);
}

static void test_disk_full(void **state)
{
	struct scratch *scratch = *state;

	scratch->join.out = "/dev/full";
	assert_refused(scratch, "/dev/full: cannot write: No space left on device");
}

static void test_config_hash(void **state)
{
	char plain[CONFIG_HASH_SIZE], feature[CONFIG_HASH_SIZE];
	char other[CONFIG_HASH_SIZE];
	struct scratch *scratch = *state;
	struct problem problem;

	assert_int_equal(config_hash("data/config", plain, &problem), 0);
	assert_int_equal(config_hash("data/config-feature", feature, &problem),
			 0);
	assert_string_equal(plain, feature);
	file_write(scratch->records, "CONFIG_64BIT=y\n");
	assert_int_equal(config_hash(scratch->records, other, &problem), 0);
	/* printf 'CONFIG_64BIT=y\n' | sha256sum */
	assert_string_equal(other, "abfd412ac07783b29842644410b294e1eb2def4335a73d5abbdfdf1e8a1f4e6c");
	file_write(scratch->records, "");
	assert_int_equal(config_hash(scratch->records, other, &problem), -1);
}

static void test_usage(void **state)
{
	static const char * const bad[][2] = {
		{ "", "missing option --records" },
		{ "--records a --counts b --config c --variant d --qemu e --cpu f --boot 1 --out g",
		  "--variant is base or batched, not d" },
		{ "--records a --counts b --config c --variant base --qemu e --cpu f --boot 0 --out g",
		  "--boot is a number from 1, not 0" },
		{ "--records a --counts b --config c --variant base --qemu e --cpu f --boot 2x --out g",
		  "--boot is a number from 1, not 2x" },
		{ "--records a --counts b --config c --variant batched --control x --qemu e --cpu f --boot 1 --out g",
		  "--control goes with --variant base, not batched" },
		{ "surplus", "unexpected argument surplus" },
		{ "--nonsense", "unrecognized option '--nonsense'" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct run result = run("$BIN/rbjoin %s", bad[i][0]);

		assert_int_equal(result.status, 2);
		assert_string_equal(result.out, "");
		assert_non_null(strstr(result.err, bad[i][1]));
		assert_ptr_equal(strchr(result.err, '\n') + 1,
				 result.err + strlen(result.err));
		run_free(&result);
	}
}

static void test_program(void **state)
{
	static const char * const control[] = { "", "--control ''",
						"--control lock-it" };
	struct scratch *scratch = *state;
	struct run result;
	json_t *lines;
	size_t i;

	for (i = 0; i < sizeof(control) / sizeof(*control); i++) {
		result = run("$BIN/rbjoin --records data/base-records.jsonl --counts none --config data/config --variant base %s --qemu 7.2.22 --cpu max --boot 1 --out %s",
			     control[i], scratch->out);
		assert_int_equal(result.status, 0);
		assert_string_equal(result.err, "");
		run_free(&result);
	}
	lines = lines_load(scratch->out);
	for (i = 0; i < json_array_size(lines); i++)
		assert_int_equal(!!json_object_get(json_array_get(lines, i),
						   "control"), i >= 4);
	json_decref(lines);
	result = run("$BIN/rbjoin --help");
	assert_int_equal(result.status, 0);
	assert_int_equal(strncmp(result.out, "usage: rbjoin", 13), 0);
	run_free(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_both_sides, make, drop),
		cmocka_unit_test_setup_teardown(test_without_counts, make,
						drop),
		cmocka_unit_test_setup_teardown(test_control, make, drop),
		cmocka_unit_test_setup_teardown(test_other_number, make, drop),
		cmocka_unit_test_setup_teardown(test_other_order, make, drop),
		cmocka_unit_test_setup_teardown(test_files_swapped, make, drop),
		cmocka_unit_test_setup_teardown(test_missing_files, make, drop),
		cmocka_unit_test_setup_teardown(test_all_or_none, make, drop),
		cmocka_unit_test_setup_teardown(test_disk_full, make, drop),
		cmocka_unit_test_setup_teardown(test_config_hash, make, drop),
		cmocka_unit_test(test_usage),
		cmocka_unit_test_setup_teardown(test_program, make, drop),
	};

	return cmocka_run_group_tests_name("join", tests, NULL, NULL);
}
