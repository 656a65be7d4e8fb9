// SPDX-License-Identifier: GPL-2.0-only
/* What a kernel's tests said, and that one which says too little has failed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ktap.h"
#include "unit.h"

#define HEAD	"[    0.000000] Booting Linux\r\n"		\
		"[    1.000001]     ok 9 of somebody else\r\n"	\
		"[    1.000002] KTAP version 1\r\n"		\
		"[    1.000003] 1..2\r\n"

#define YOUNG	"[    1.100000]     KTAP version 1\r\n"		\
		"[    1.100001]     # Subtest: young\r\n"		\
		"[    1.100002]     # module: young_kunit\r\n"	\
		"[    1.100003]     1..2\r\n"			\
		"[    1.100004]     ok 1 single\r\n"		\
		"[    1.100005] random: crng init done\r\n"	\
		"[    1.100006]     ok 2 block # SKIP no blocks\r\n"	\
		"[    1.100007] # young: pass:1 fail:0 skip:1 total:2\r\n" \
		"[    1.100008] ok 1 young\r\n"

#define FLUSH	"    # Subtest: flush\n"				\
		"    1..3\n"					\
		"    # hole.speed: slow\n"			\
		"    ok 1 hole\n"				\
		"    # range: EXPECTATION FAILED at flush.c:7\n"	\
		"    Expected nr == 1, but\n"			\
		"        nr == 2 (0x2)\n"			\
		"    not ok 2 range\n"				\
		"    ok 3 pmd\n"					\
		"not ok 2 flush\n"

static void assert_report(char *console, bool ok, const char *expected)
{
	FILE *in = fmemopen(console, strlen(console), "r"), *out;
	char *said = NULL;
	size_t size;

	assert_non_null(in);
	out = open_memstream(&said, &size);
	assert_int_equal(ktap_report(in, "kunit: 6.12 4k", out), ok);
	fclose(in);
	fclose(out);
	assert_string_equal(said, expected);
	free(said);
}

static void test_passed(void **state)
{
	char console[] = HEAD YOUNG "    # Subtest: flush\n    1..1\n"
			 "    ok 1 hole\nok 2 flush\nrb-init: exit 0\n";

	(void)state;
	assert_report(console, true,
		      "ok kunit: 6.12 4k young.single\n"
		      "ok kunit: 6.12 4k young.block # SKIP no blocks\n"
		      "ok kunit: 6.12 4k flush.hole\n");
}

static void test_failed(void **state)
{
	char console[] = HEAD YOUNG FLUSH;

	(void)state;
	assert_report(console, false,
		      "ok kunit: 6.12 4k young.single\n"
		      "ok kunit: 6.12 4k young.block # SKIP no blocks\n"
		      "ok kunit: 6.12 4k flush.hole\n"
		      "not ok kunit: 6.12 4k flush.range\n"
		      "# # range: EXPECTATION FAILED at flush.c:7\n"
		      "# Expected nr == 1, but\n"
		      "#     nr == 2 (0x2)\n"
		      "ok kunit: 6.12 4k flush.pmd\n");
}

static void test_no_tests(void **state)
{
	char console[] = "[    0.000000] Booting Linux\n";

	(void)state;
	assert_report(console, false, "not ok kunit: 6.12 4k ran no tests\n");
}

static void test_died(void **state)
{
	char console[] = HEAD YOUNG "    # Subtest: flush\n    1..3\n"
			 "    ok 1 hole\nUnable to handle kernel paging\n";

	(void)state;
	assert_report(console, false,
		      "ok kunit: 6.12 4k young.single\n"
		      "ok kunit: 6.12 4k young.block # SKIP no blocks\n"
		      "ok kunit: 6.12 4k flush.hole\n"
		      "not ok kunit: 6.12 4k 1 of 2 suites ran, the last one was flush\n");
}

static void test_cases_are_missing(void **state)
{
	char console[] = HEAD YOUNG "    # Subtest: flush\n    1..3\n"
			 "    ok 1 hole\nok 2 flush\n";

	(void)state;
	assert_report(console, false,
		      "ok kunit: 6.12 4k young.single\n"
		      "ok kunit: 6.12 4k young.block # SKIP no blocks\n"
		      "ok kunit: 6.12 4k flush.hole\n"
		      "not ok kunit: 6.12 4k flush: 1 of 3 cases ran\n");
}

/* A suite that cannot begin has neither a plan nor cases. */
static void test_suite_cannot_begin(void **state)
{
	char console[] = HEAD YOUNG "    # failed to initialize (-12)\n"
			 "not ok 2 flush\n";

	(void)state;
	assert_report(console, false,
		      "ok kunit: 6.12 4k young.single\n"
		      "ok kunit: 6.12 4k young.block # SKIP no blocks\n"
		      "not ok kunit: 6.12 4k flush\n"
		      "# # failed to initialize (-12)\n");
}

static void test_program(void **state)
{
	struct run result;

	(void)state;
	result = run("printf 'KTAP version 1\\n1..1\\n    # Subtest: a\\n    1..1\\n    ok 1 b\\nok 1 a\\n' | $BIN/rbktap x /dev/stdin");
	assert_int_equal(result.status, 0);
	assert_string_equal(result.out, "ok x a.b\n");
	run_free(&result);
	result = run("$BIN/rbktap x /dev/null");
	assert_int_equal(result.status, 1);
	run_free(&result);
	result = run("$BIN/rbktap x /nowhere");
	assert_int_equal(result.status, 1);
	assert_string_equal(result.err,
			    "rbktap: /nowhere: No such file or directory\n");
	run_free(&result);
	result = run("$BIN/rbktap x");
	assert_int_equal(result.status, 2);
	run_free(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_passed),
		cmocka_unit_test(test_failed),
		cmocka_unit_test(test_no_tests),
		cmocka_unit_test(test_died),
		cmocka_unit_test(test_cases_are_missing),
		cmocka_unit_test(test_suite_cannot_begin),
		cmocka_unit_test(test_program),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
