// SPDX-License-Identifier: GPL-2.0-only
/* A path finds a number, or says whether it is null, absent or zero. */
#include "path.h"
#include "unit.h"

static const char text[] =
"{ \"count\": { \"insns\": 7, \"tlbi\": { \"page\": 2, \"range\": 3 },"
"  \"dsb\": { \"ish\": 1, \"nsh\": null }, \"name\": \"x\" },"
"  \"inclusive\": [ { \"name\": \"try_to_unmap\", \"insns\": 5 } ],"
"  \"by_function\": [ { \"name\": \"[user]\", \"insns\": 4 } ],"
"  \"vmstat\": { \"pgscan\": -1 }, \"memcg\": null, \"empty\": {} }";

static int load(void **state)
{
	*state = json_loads(text, 0, NULL);
	return !*state;
}

static int unload(void **state)
{
	json_decref(*state);
	return 0;
}

static void assert_number(json_t *root, const char *path, double expected)
{
	double value = -99;

	assert_int_equal(path_number(root, path, &value), PATH_FOUND);
	assert_true(value == expected);
}

static void assert_no_number(json_t *root, const char *path,
			     enum path_result expected)
{
	double value;

	assert_int_equal(path_number(root, path, &value), expected);
}

static void test_found(void **state)
{
	assert_number(*state, "count.insns", 7);
	assert_number(*state, "count.tlbi.range", 3);
	assert_number(*state, "inclusive.try_to_unmap.insns", 5);
	assert_number(*state, "by_function.[user].insns", 4);
	assert_number(*state, "vmstat.pgscan", -1);
}

static void test_sum(void **state)
{
	assert_number(*state, "count.tlbi", 5);
	assert_no_number(*state, "count.dsb", PATH_NULL);
	assert_no_number(*state, "count", PATH_MISSING);
	assert_no_number(*state, "empty", PATH_MISSING);
}

static void test_null(void **state)
{
	assert_no_number(*state, "count.dsb.nsh", PATH_NULL);
	assert_no_number(*state, "memcg.file", PATH_NULL);
}

/* Only what lists nothing but what happened may leave a zero out. */
static void test_absent(void **state)
{
	assert_number(*state, "by_function.contpte_ptep_get.insns", 0);
	assert_number(*state, "vmstat.pgactivate", 0);
	assert_no_number(*state, "by_function.[user].cycles", PATH_MISSING);
	assert_no_number(*state, "inclusive.folio_referenced.insns",
			 PATH_MISSING);
	assert_no_number(*state, "count.cycles", PATH_MISSING);
	assert_no_number(*state, "count.name", PATH_MISSING);
	assert_no_number(*state, "", PATH_MISSING);
	assert_no_number(*state, "count.", PATH_MISSING);
	assert_no_number(*state, "nothing.at.all", PATH_MISSING);
}

/* Without the list nothing is known of what it would have left out. */
static void test_absent_list(void **state)
{
	json_t *root = json_pack("{s:i}", "rep", 1);

	(void)state;
	assert_no_number(root, "by_function.contpte_ptep_get.insns",
			 PATH_MISSING);
	assert_no_number(root, "vmstat.pgactivate", PATH_MISSING);
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_found, load, unload),
		cmocka_unit_test_setup_teardown(test_sum, load, unload),
		cmocka_unit_test_setup_teardown(test_null, load, unload),
		cmocka_unit_test_setup_teardown(test_absent, load, unload),
		cmocka_unit_test(test_absent_list),
	};

	return cmocka_run_group_tests_name("path", tests, NULL, NULL);
}
