// SPDX-License-Identifier: GPL-2.0-only
/* A size is read whole or refused, and written as it would be read. */
#include <errno.h>

#include "size.h"
#include "unit.h"

static void assert_size(const char *text, uint64_t expected)
{
	uint64_t bytes = 0;

	assert_int_equal(size_parse(text, &bytes), 0);
	assert_int_equal(bytes, expected);
}

/* A refused text leaves the value alone. */
static void assert_refused(const char *text, int error)
{
	uint64_t bytes = 4711;

	assert_int_equal(size_parse(text, &bytes), error);
	assert_int_equal(bytes, 4711);
}

static void test_units(void **state)
{
	(void)state;
	assert_size("0", 0);
	assert_size("4096", 4096);
	assert_size("4K", 4096);
	assert_size("64k", 65536);
	assert_size("2M", UINT64_C(2) << 20);
	assert_size("800m", UINT64_C(800) << 20);
	assert_size("1G", UINT64_C(1) << 30);
	assert_size("3T", UINT64_C(3) << 40);
	assert_size("010", 10);
}

static void test_refused(void **state)
{
	static const char *const texts[] = {
		"", " ", "K", "4 K", " 4K", "4K ", "4KB", "4KiB", "4P", "-4K",
		"+4K", "1.5G", "0x1000", "4K4", "4\n",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_refused(texts[i], -EINVAL);
}

static void test_limits(void **state)
{
	(void)state;
	assert_size("18446744073709551615", UINT64_MAX);
	assert_refused("18446744073709551616", -ERANGE);
	assert_refused("99999999999999999999", -ERANGE);
	assert_size("17179869183G", UINT64_C(17179869183) << 30);
	assert_refused("17179869184G", -ERANGE);
	assert_refused("18446744073709551615K", -ERANGE);
}

static void assert_format(uint64_t bytes, const char *expected)
{
	char text[SIZE_TEXT];

	assert_string_equal(size_format(text, bytes), expected);
	assert_size(text, bytes);
}

static void test_format(void **state)
{
	(void)state;
	assert_format(0, "0");
	assert_format(1, "1");
	assert_format(1023, "1023");
	assert_format(1024, "1K");
	assert_format(1025, "1025");
	assert_format(UINT64_C(800) << 20, "800M");
	assert_format(UINT64_C(1536) << 20, "1536M");
	assert_format(UINT64_C(1) << 40, "1T");
	assert_format(UINT64_C(1) << 50, "1024T");
	assert_format(UINT64_MAX, "18446744073709551615");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_units),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_format),
	};

	return cmocka_run_group_tests_name("size", tests, NULL, NULL);
}
