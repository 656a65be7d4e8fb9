// SPDX-License-Identifier: GPL-2.0-only
/* Check expressions: what they mean, and that none passes by accident. */
#include <string.h>

#include "check.h"
#include "schema.h"
#include "unit.h"

struct results {
	struct record_list list;
	struct sides sides;
};

static struct results results;

static int load(void **state)
{
	struct problem problem;

	(void)state;
	return record_list_read(&results.list, "data/results.jsonl",
				schema_check_record, &problem) ||
	       sides_split(&results.sides, &results.list, &problem);
}

static int unload(void **state)
{
	(void)state;
	sides_free(&results.sides);
	record_list_free(&results.list);
	return 0;
}

static struct verdict judge(const char *text)
{
	struct verdict verdict = { 0 };
	struct problem problem;
	struct check check;

	if (check_parse(&check, text, &problem) ||
	    check_judge(&check, &results.sides, &verdict, &problem))
		fail_msg("%s: %s", text, problem.text);
	return verdict;
}

static void test_operators(void **state)
{
	(void)state;
	assert_true(judge("batched.count.insns == 224200000").ok);
	assert_false(judge("batched.count.insns == 224200001").ok);
	assert_false(judge("batched.count.insns != 224200000").ok);
	assert_false(judge("batched.count.insns < 224200000").ok);
	assert_true(judge("batched.count.insns <= 224200000").ok);
	assert_true(judge("batched.count.insns >= 224200000").ok);
	assert_false(judge("batched.count.insns > 224200000").ok);
	assert_true(judge("batched.count.insns > 2e8").ok);
}

static void test_mean(void **state)
{
	(void)state;
	assert_true(judge("base.count.insns == 831123300").ok);
	assert_true(judge("base.count.insns != 831120000").ok);
}

static void test_ratio_and_factor(void **state)
{
	struct verdict verdict;

	(void)state;
	verdict = judge("base.count.tlbi / batched.count.tlbi >= 8");
	assert_true(verdict.ok);
	assert_true(verdict.left > 8 && verdict.left < 8.01);
	verdict = judge("batched.count.insns <= 0.5 * base.count.insns");
	assert_true(verdict.ok);
	assert_true(verdict.right == 415561650);
	assert_true(judge("batched.inclusive.folio_referenced.insns / batched.count.insns < 1 * base.count.insns").ok);
	assert_true(judge("  batched.errno\t==  0 ").ok);
}

static void test_absent_function(void **state)
{
	(void)state;
	assert_true(judge("batched.by_function.contpte_ptep_test_and_clear_young.insns == 0").ok);
	assert_false(judge("base.by_function.contpte_ptep_test_and_clear_young.insns == 0").ok);
}

static void assert_no_answer(const char *text, const char *expected)
{
	struct verdict verdict;
	struct problem problem;
	struct check check;

	assert_int_equal(check_parse(&check, text, &problem), 0);
	assert_int_equal(check_judge(&check, &results.sides, &verdict,
				     &problem), -1);
	assert_string_equal(problem.text, expected);
}

static void test_no_answer(void **state)
{
	(void)state;
	assert_no_answer("base.count.tlbi_pages == 0",
			 "base.count.tlbi_pages is null (not counted) in data/results.jsonl:1");
	assert_no_answer("batched.count.cycles == 0",
			 "batched.count.cycles is missing, or no number in data/results.jsonl:3");
	assert_no_answer("base.inclusive.nothing.insns <= 5",
			 "base.inclusive.nothing.insns is missing, or no number in data/results.jsonl:1");
	assert_no_answer("base.kernel == 6",
			 "base.kernel is missing, or no number in data/results.jsonl:1");
	assert_no_answer("base.count.insns / base.count.tlbi.all > 1",
			 "base.count.tlbi.all is 0: nothing can be divided by it");
}

static void test_one_side(void **state)
{
	struct sides only = { { results.sides.of[VARIANT_BASE], { 0 } } };
	struct verdict verdict;
	struct problem problem;
	struct check check;

	(void)state;
	check_parse(&check, "base.count.insns > 1", &problem);
	assert_int_equal(check_judge(&check, &only, &verdict, &problem), 0);
	check_parse(&check, "base.count.insns > 1 * batched.count.insns",
		    &problem);
	assert_int_equal(check_judge(&check, &only, &verdict, &problem), -1);
	assert_string_equal(problem.text, "no record of variant 'batched'");
}

static void test_not_understood(void **state)
{
	static const char * const bad[][2] = {
		{ "", "not of the form" },
		{ "base.count.insns", "not of the form" },
		{ "base.count.insns <", "not of the form" },
		{ "base.count.insns < 5 *", "not of the form" },
		{ "base.count.insns < 5 / base.errno", "not of the form" },
		{ "base.a / base.b", "not of the form" },
		{ "base.a / base.b < 1 * base.c surplus", "not of the form" },
		{ "base.a < 1 2 3 4 5 6 7 8 9", "not of the form" },
		{ "base.a<5 < 5 6", "not of the form" },
		{ "count.insns < 5", "'count.insns' is no path" },
		{ "basement.x < 5", "'basement.x' is no path" },
		{ "base. < 5", "is no path" },
		{ "base.a / b < 5", "'b' is no path" },
		{ "base.a < 5 * 3", "'3' is no path" },
		{ "base.a = 5", "'=' is none of" },
		{ "base.a < five", "'five' is no number" },
		{ "base.a < 5M", "'5M' is no number" },
		{ "base.a < nan", "'nan' is no number" },
	};
	struct problem problem;
	struct check check;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		if (!check_parse(&check, bad[i][0], &problem))
			fail_msg("'%s' was understood", bad[i][0]);
		if (!strstr(problem.text, bad[i][1]))
			fail_msg("'%s': %s", bad[i][0], problem.text);
	}
}

static void test_program(void **state)
{
	struct run result;

	(void)state;
	result = run("$BIN/rbcheck data/results.jsonl 'base.count.dsb.ish == 19234' 'batched.count.insns < 1'");
	assert_int_equal(result.status, 1);
	assert_string_equal(result.out,
			    "ok base.count.dsb.ish == 19234 # 19234, limit 19234\n"
			    "not ok batched.count.insns < 1 # 224200000, limit 1\n");
	run_free(&result);
	result = run("$BIN/rbcheck data/results.jsonl 'base.count.dsb.ish == 19234'");
	assert_int_equal(result.status, 0);
	run_free(&result);
	result = run("$BIN/rbcheck data/results.jsonl 'base.count.tlbi_pages > 1'");
	assert_int_equal(result.status, 1);
	assert_string_equal(result.out,
			    "not ok base.count.tlbi_pages > 1 # base.count.tlbi_pages is null (not counted) in data/results.jsonl:1\n");
	run_free(&result);
}

static void test_program_failures(void **state)
{
	struct run result;

	(void)state;
	result = run("$BIN/rbcheck data/results.jsonl 'base.errno == 0' 'nonsense'");
	assert_int_equal(result.status, 2);
	assert_string_equal(result.out, "");
	assert_string_equal(result.err, "rbcheck: 'nonsense': not of the form PATH [/ PATH] OP NUMBER [* PATH]\n");
	run_free(&result);
	result = run("$BIN/rbcheck data/results.jsonl");
	assert_int_equal(result.status, 2);
	run_free(&result);
	result = run("$BIN/rbcheck data/none 'base.errno == 0'");
	assert_int_equal(result.status, 1);
	assert_string_equal(result.err,
			    "rbcheck: data/none: No such file or directory\n");
	run_free(&result);
	result = run("$BIN/rbcheck data/results.jsonl 'base.errno == 0' >/dev/full");
	assert_int_equal(result.status, 1);
	run_free(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_operators),
		cmocka_unit_test(test_mean),
		cmocka_unit_test(test_ratio_and_factor),
		cmocka_unit_test(test_absent_function),
		cmocka_unit_test(test_no_answer),
		cmocka_unit_test(test_one_side),
		cmocka_unit_test(test_not_understood),
		cmocka_unit_test(test_program),
		cmocka_unit_test(test_program_failures),
	};

	return cmocka_run_group_tests_name("check", tests, load, unload);
}
