// SPDX-License-Identifier: GPL-2.0-only
/* Numbers read the same for everyone, and no division by zero shows. */
#include "number.h"
#include "unit.h"

static void test_thousands(void **state)
{
	(void)state;
	assert_string_equal(number_text(0, 0).s, "0");
	assert_string_equal(number_text(999, 0).s, "999");
	assert_string_equal(number_text(1000, 0).s, "1,000");
	assert_string_equal(number_text(-204800, 0).s, "-204,800");
	assert_string_equal(number_text(-100, 0).s, "-100");
	assert_string_equal(number_text(8447123456.0, 0).s, "8,447,123,456");
	assert_string_equal(number_text(831123.4564, 3).s, "831,123.456");
}

static void test_count(void **state)
{
	(void)state;
	assert_string_equal(number_count(12800).s, "12,800");
	assert_string_equal(number_count(12800.5).s, "12,800.5");
	assert_string_equal(number_count(2000000.5).s, "2,000,000");
}

static void test_size(void **state)
{
	(void)state;
	assert_string_equal(number_size(0).s, "0 bytes");
	assert_string_equal(number_size(1000).s, "1,000 bytes");
	assert_string_equal(number_size(65536).s, "64 KiB");
	assert_string_equal(number_size(838860800).s, "800 MiB");
	assert_string_equal(number_size(10737418240.0).s, "10 GiB");
	assert_string_equal(number_size(1125899906842624.0).s, "1,048,576 GiB");
}

static void test_ratio(void **state)
{
	(void)state;
	assert_string_equal(number_ratio(831.1, 224.2).s, "3.71x");
	assert_string_equal(number_ratio(204800, 2).s, "102400x");
	assert_string_equal(number_ratio(5, 0).s, "-");
	assert_string_equal(number_ratio(0, 5).s, "-");
	assert_string_equal(number_ratio(0, 0).s, "-");
}

static void test_difference(void **state)
{
	(void)state;
	assert_string_equal(number_difference(100, 25).s, "-75.0 %");
	assert_string_equal(number_difference(100, 113).s, "+13.0 %");
	assert_string_equal(number_difference(5, 0).s, "-100.0 %");
	assert_string_equal(number_difference(0, 5).s, "from 0");
	assert_string_equal(number_difference(0, 0).s, "same");
}

static void test_clock(void **state)
{
	(void)state;
	assert_string_equal(number_clock(0).s, "0m0.000s");
	assert_string_equal(number_clock(831e6).s, "0m0.831s");
	assert_string_equal(number_clock(59999.6e6).s, "1m0.000s");
	assert_string_equal(number_clock(95e9).s, "1m35.000s");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_thousands),
		cmocka_unit_test(test_count),
		cmocka_unit_test(test_size),
		cmocka_unit_test(test_ratio),
		cmocka_unit_test(test_difference),
		cmocka_unit_test(test_clock),
	};

	return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
