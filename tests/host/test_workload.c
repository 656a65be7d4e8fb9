// SPDX-License-Identifier: GPL-2.0-only
/* Modes with results of their own show them; their numbers are checked. */
#include <stdlib.h>
#include <string.h>

#include "unit.h"

#define DIRTY_BASE \
	"{\"bogo_ops\": 1000, \"bogo_ops_per_s\": 100.5," \
	" \"tlb_shootdowns\": 5000, \"call_ipis\": 4000, \"oom_kills\": 0}"
#define DIRTY_BATCHED \
	"{\"bogo_ops\": 1200, \"bogo_ops_per_s\": 120.5," \
	" \"tlb_shootdowns\": 1000, \"call_ipis\": 1500, \"oom_kills\": 0}"
#define BYSTANDER \
	"{\"before_per_s\": 2000000.5, \"during_per_s\": 940000.25," \
	" \"after_per_s\": 2000000, \"lost_pct\": 53.0," \
	" \"tlb_shootdowns\": null, \"call_ipis\": 17, \"pages_out\": 4096}"

/* The fixture as if another mode had made it. */
static json_t *lines_of_mode(const char *bench)
{
	json_t *lines = lines_load("data/results.jsonl");

	lines_set(lines, NULL, "bench", bench);
	lines_set(lines, NULL, "vmstat",
		  "{\"pgscan_anon\": 700, \"pgsteal_anon\": 500, \"pswpout\": 500}");
	return lines;
}

static struct run compare(json_t *lines)
{
	char *dir = scratch_dir(), *file = scratch_path(dir, "results.jsonl");
	struct run result;

	lines_save(file, lines);
	json_decref(lines);
	result = run("$BIN/rbcompare %s", file);
	free(file);
	scratch_remove(dir);
	return result;
}

static void assert_in(const char *text, const char *expected)
{
	if (!strstr(text, expected))
		fail_msg("'%s' is not in:\n%.2000s", expected, text);
}

static void test_dirty(void **state)
{
	json_t *lines = lines_of_mode("\"dirty\"");
	struct run result;

	(void)state;
	lines_set(lines, NULL, "asked_bytes", "0");
	lines_set(lines, "base", "result", DIRTY_BASE);
	lines_set(lines, "batched", "result", DIRTY_BATCHED);
	/* Nobody asked for an amount: more reclaimed is no other work. */
	lines_set(lines, "batched", "reclaimed_bytes", "999999999");
	result = compare(lines);
	assert_string_equal(result.err, "");
	assert_int_equal(result.status, 0);
	assert_in(result.out, "the workload");
	assert_in(result.out, "stress-ng from start to end, all CPUs");
	assert_in(result.out, "bogo ops/s, real                    100.50");
	assert_in(result.out, "TLB shootdowns                       5,000");
	assert_in(result.out, "-80.0 %");
	assert_in(result.out, "pgscan_anon, pages                     700");
	assert_in(result.out, "TLB shootdowns a page out           10.000");
	run_free(&result);
}

static void test_bystander(void **state)
{
	json_t *lines = lines_of_mode("\"bystander\"");
	struct run result;

	(void)state;
	lines_set(lines, NULL, "result", BYSTANDER);
	lines_set(lines, NULL, "machine.cpus", "2");
	result = compare(lines);
	assert_int_equal(result.status, 0);
	assert_in(result.out, "accesses/s before                2,000,0");
	assert_in(result.out, "lost during, %                        53.0");
	assert_in(result.out, "TLB shootdowns                           -");
	assert_in(result.out, "an emulator on the host's clock");
	assert_null(strstr(result.out, "-icount"));
	run_free(&result);
}

static void test_no_number(void **state)
{
	json_t *lines = lines_of_mode("\"dirty\"");
	struct run result;

	(void)state;
	lines_set(lines, NULL, "result", "{\"bogo_ops\": \"many\"}");
	result = compare(lines);
	assert_int_equal(result.status, 1);
	assert_in(result.err, "field 'result.bogo_ops' is not a number");
	run_free(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dirty),
		cmocka_unit_test(test_bystander),
		cmocka_unit_test(test_no_number),
	};

	return cmocka_run_group_tests_name("workload", tests, NULL, NULL);
}
