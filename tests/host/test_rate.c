// SPDX-License-Identifier: GPL-2.0-only
/* Accesses per second, and per cent lost. */
#include "rate.h"
#include "unit.h"

static void test_rate(void **state)
{
	const struct reading from = { 1000, 500 };
	const struct reading to = { 3000, 1000000500 };

	(void)state;
	assert_float_equal(rate_between(&from, &to), 2000, 1e-9);
	assert_float_equal(rate_between(&from, &from), 0, 0);
	assert_float_equal(rate_between(&to, &from), 0, 0);
}

static void test_lost(void **state)
{
	(void)state;
	assert_float_equal(rate_lost_pct(200, 94), 53, 1e-9);
	assert_float_equal(rate_lost_pct(200, 200), 0, 0);
	assert_float_equal(rate_lost_pct(200, 0), 100, 0);
	assert_float_equal(rate_lost_pct(200, 210), -5, 1e-9);
	assert_float_equal(rate_lost_pct(0, 100), 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rate),
		cmocka_unit_test(test_lost),
	};

	return cmocka_run_group_tests_name("rate", tests, NULL, NULL);
}
