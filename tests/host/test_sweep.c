// SPDX-License-Identifier: GPL-2.0-only
/* A sweep keeps every row, marks losses, and refuses unlike pairs in words. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

static void assert_golden(const char *options, const char *golden, int status)
{
	struct run result = run("$BIN/rbsweep %s data/sweep.jsonl", options);
	char *expected = file_read(golden);

	assert_int_equal(result.status, status);
	assert_string_equal(result.err, "");
	assert_string_equal(result.out, expected);
	free(expected);
	run_free(&result);
}

static void test_table(void **state)
{
	(void)state;
	assert_golden("", "data/sweep.txt", 0);
}

static void test_markdown(void **state)
{
	(void)state;
	assert_golden("--markdown", "data/sweep.md", 0);
}

static void test_plot(void **state)
{
	(void)state;
	assert_golden("--plot classic", "data/sweep-classic.dat", 0);
}

/* The page of the fixture after an edit of all records of one variant. */
static struct run sweep_edited(const char *variant, const char *path,
			       const char *json)
{
	char *dir = scratch_dir(), *file = scratch_path(dir, "sweep.jsonl");
	json_t *lines = lines_load("data/sweep.jsonl");
	struct run result;

	lines_set(lines, variant, path, json);
	lines_save(file, lines);
	json_decref(lines);
	result = run("$BIN/rbsweep %s", file);
	free(file);
	scratch_remove(dir);
	return result;
}

static size_t count(const char *text, const char *what)
{
	size_t nr = 0;

	for (; (text = strstr(text, what)); text += strlen(what))
		nr++;
	return nr;
}

static void test_losers(void **state)
{
	struct run result = sweep_edited("batched", "count.dsb.ish", "900000");

	(void)state;
	assert_int_equal(result.status, 0);
	assert_int_equal(count(result.out, "worse: "), 6);
	assert_int_equal(count(result.out, "worse: DSB ish"), 5);
	assert_int_equal(count(result.out, "worse: instructions, folio_referenced, DSB ish"),
			 1);
	run_free(&result);
}

/* Both rows stay, the ratio goes. */
static void test_unlike(void **state)
{
	struct run result = sweep_edited("batched", "state.contpte_pct", "3.5");

	(void)state;
	assert_int_equal(result.status, 3);
	assert_int_equal(count(result.out, "not comparable: differs: state.contpte_pct"),
			 6);
	assert_int_equal(count(result.out, " %"), 0);
	assert_non_null(strstr(result.out, "6 are not measured or not comparable"));
	run_free(&result);
}

/* The rest of an interrupted sweep can be shown. */
static void test_one_side(void **state)
{
	struct run result;

	(void)state;
	result = run("d=$(mktemp) && sed 3d data/sweep.jsonl >$d && $BIN/rbsweep $d; s=$?; rm $d; exit $s");
	assert_int_equal(result.status, 3);
	assert_int_equal(count(result.out, "not measured: W/"), 1);
	assert_int_equal(count(result.out, "W/o "), 7);
	run_free(&result);
}

static void test_order(void **state)
{
	struct run whole = run("$BIN/rbsweep data/sweep.jsonl");
	struct run turned = run("d=$(mktemp) && tac data/sweep.jsonl >$d && $BIN/rbsweep $d; s=$?; rm $d; exit $s");

	(void)state;
	assert_string_equal(turned.out, whole.out);
	run_free(&whole);
	run_free(&turned);
}

static void test_usage(void **state)
{
	struct run result = run("$BIN/rbsweep");

	(void)state;
	assert_int_equal(result.status, 2);
	run_free(&result);
	result = run("$BIN/rbsweep --plot fifo data/sweep.jsonl");
	assert_int_equal(result.status, 2);
	assert_non_null(strstr(result.err, "neither classic nor mglru"));
	run_free(&result);
	result = run("$BIN/rbsweep /nowhere");
	assert_int_equal(result.status, 1);
	assert_non_null(strstr(result.err, "/nowhere"));
	run_free(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_markdown),
		cmocka_unit_test(test_plot),
		cmocka_unit_test(test_losers),
		cmocka_unit_test(test_unlike),
		cmocka_unit_test(test_one_side),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_usage),
	};

	return cmocka_run_group_tests_name("sweep", tests, NULL, NULL);
}
