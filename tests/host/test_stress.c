// SPDX-License-Identifier: GPL-2.0-only
/* stress-ng's metrics are read from its YAML, and only from them. */
#include "stress.h"
#include "unit.h"

static const char yaml[] =
	"---\n"
	"system-info:\n"
	"      stress-ng-version: 0.15.06\n"
	"      bogo-ops: 1\n"
	"metrics:\n"
	"    - stressor: vm\n"
	"      bogo-ops: 36020\n"
	"      bogo-ops-per-second-usr-sys-time: 842.631579\n"
	"      bogo-ops-per-second-real-time: 3489.102371\n"
	"      wall-clock-time: 10.323572\n"
	"      user-time: 3.120000\n"
	"      system-time: 39.627000\n"
	"      cpu-usage-per-instance: 103.52\n"
	"...\n";

static void assert_number(const char *key, double expected)
{
	double value = -1;

	assert_true(stress_number(yaml, key, &value));
	assert_float_equal(value, expected, 1e-6);
}

static void test_metrics(void **state)
{
	(void)state;
	assert_number("bogo-ops", 36020);
	assert_number("bogo-ops-per-second-usr-sys-time", 842.631579);
	assert_number("bogo-ops-per-second-real-time", 3489.102371);
	assert_number("user-time", 3.12);
	assert_number("system-time", 39.627);
}

static void test_missing(void **state)
{
	double value = 4711;

	(void)state;
	assert_false(stress_number(yaml, "max-rss", &value));
	assert_false(stress_number(yaml, "bogo", &value));
	assert_false(stress_number("", "bogo-ops", &value));
	assert_false(stress_number("---\nmetrics:\n", "bogo-ops", &value));
	assert_float_equal(value, 4711, 0);
}

static void test_no_number(void **state)
{
	double value;

	(void)state;
	assert_false(stress_number(yaml, "stressor", &value));
	assert_false(stress_number("\nmetrics:\n  bogo-ops:", "bogo-ops",
				   &value));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_metrics),
		cmocka_unit_test(test_missing),
		cmocka_unit_test(test_no_number),
	};

	return cmocka_run_group_tests_name("stress", tests, NULL, NULL);
}
