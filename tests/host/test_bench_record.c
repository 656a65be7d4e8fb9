// SPDX-License-Identifier: GPL-2.0-only
/* The record of the benchmark has every field of the format, in its order. */
#include <errno.h>
#include <string.h>

#include "machine.h"
#include "record.h"
#include "stat.h"
#include "state.h"
#include "unit.h"

static struct record sample(int error)
{
	return (struct record){
		.bench = "file-mmap",
		.params = json_pack("{s:i}", "map", 1 << 30),
		.state = json_pack("{s:f}", "contpte_pct", 100.0),
		.asked = UINT64_C(800) << 20,
		.error = error,
		.measured = {
			.reclaimed = UINT64_C(3) << 30,
			.time = json_pack("{s:i, s:b}", "real_ns", 5,
					  "virtual", 0),
			.vmstat = json_object(),
		},
		.rep = 2,
	};
}

static json_t *sample_json(int error)
{
	struct record record = sample(error);

	return record_json(&record);
}

static void test_fields(void **state)
{
	static const char *const fields[] = {
		"bench", "kernel", "variant", "config_sha256", "switches",
		"machine", "params", "state", "reclaimed_bytes",
		"asked_bytes", "errno", "result", "time", "count", "by_function",
		"inclusive", "vmstat", "memcg", "batch", "rep", "boot", "order",
	};
	json_t *record = sample_json(0), *value;
	const char *key;
	size_t i = 0;

	(void)state;
	json_object_foreach(record, key, value) {
		assert_true(i < sizeof(fields) / sizeof(fields[0]));
		assert_string_equal(key, fields[i++]);
	}
	assert_int_equal(i, sizeof(fields) / sizeof(fields[0]));
	json_decref(record);
}

static void test_values(void **state)
{
	json_t *record = sample_json(0);
	const char *bench, *kernel;
	json_int_t reclaimed, asked;
	int rep, no_error;

	(void)state;
	assert_int_equal(json_unpack(record,
		"{s:s, s:s, s:n, s:n, s:I, s:I, s:i, s:n, s:n, s:i, s:n, s:n}",
		"bench", &bench, "kernel", &kernel, "variant", "config_sha256",
		"reclaimed_bytes", &reclaimed, "asked_bytes", &asked,
		"errno", &no_error, "by_function", "inclusive", "rep", &rep,
		"boot", "order"), 0);
	assert_string_equal(bench, "file-mmap");
	assert_true(strlen(kernel) > 0);
	assert_int_equal(reclaimed, INT64_C(3) << 30);
	assert_int_equal(asked, 800 << 20);
	assert_int_equal(no_error, 0);
	assert_int_equal(rep, 2);
	assert_true(json_is_null(json_object_get(record, "memcg")));
	assert_true(json_is_null(json_object_get(record, "result")));
	json_decref(record);
}

static void test_counts_are_null(void **state)
{
	json_t *record = sample_json(0);

	(void)state;
	assert_int_equal(json_unpack(record,
		"{s:{s:n, s:{s:n, s:n, s:n, s:n !}, s:n, s:{s:n, s:n, s:n !}, s:n !}}",
		"count", "insns", "tlbi", "page", "range", "asid", "all",
		"tlbi_pages", "dsb", "ish", "ishst", "nsh", "pte_atomics"), 0);
	json_decref(record);
}

static void test_errno(void **state)
{
	json_t *record = sample_json(EAGAIN);

	(void)state;
	assert_string_equal(json_string_value(json_object_get(record, "errno")),
			    "EAGAIN");
	json_decref(record);
}

static void test_machine(void **state)
{
	static const char *const fields[] = {
		"kind", "cpu", "midr", "cpus", "tlbirange", "hafdbs",
		"erratum", "page_kib", "mem_kib", "qemu",
	};
	json_t *machine = machine_describe();
	size_t i;

	(void)state;
	assert_int_equal(json_object_size(machine),
			 sizeof(fields) / sizeof(fields[0]));
	for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		assert_non_null(json_object_get(machine, fields[i]));
	assert_true(json_integer_value(json_object_get(machine, "cpus")) > 0);
	assert_true(json_integer_value(json_object_get(machine,
						       "mem_kib")) > 0);
	json_decref(machine);
}

/* Silence is a "no" only in a log that begins at the beginning. */
static void test_feature(void **state)
{
	static const char whole[] =
		"<6>[0.0] Booting Linux on physical CPU 0x0\n"
		"<5>[0.0] Linux version 6.12.117\n"
		"<6>[0.1] CPU features: detected: TLB range maintenance instructions\n";
	static const char cut[] =
		"<6>[0.1] CPU features: detected: TLB range maintenance instructions\n";

	(void)state;
	assert_int_equal(machine_feature(whole, "TLB range"), KNOWN_YES);
	assert_int_equal(machine_feature(cut, "TLB range"), KNOWN_YES);
	assert_int_equal(machine_feature(whole, "Hardware dirty"), KNOWN_NO);
	assert_int_equal(machine_feature(cut, "Hardware dirty"), UNKNOWN);
	assert_int_equal(machine_feature("", "TLB range"), UNKNOWN);
}

static void assert_delta(const char *before, const char *after,
			 const char *expected)
{
	json_t *delta = stat_delta(before, after);
	char *text;

	if (!expected) {
		assert_null(delta);
		return;
	}
	assert_non_null(delta);
	text = json_dumps(delta, JSON_COMPACT);
	assert_string_equal(text, expected);
	free(text);
	json_decref(delta);
}

static void test_delta(void **state)
{
	(void)state;
	assert_delta("", "", "{}");
	assert_delta("a 1\nb 2", "a 1\nb 2", "{}");
	assert_delta("a 1\nb 5\nc 0\n", "a 1\nb 2\nc 9000000000\n",
		     "{\"b\":-3,\"c\":9000000000}");
	/* A counter that came or went: no pair to compare. */
	assert_delta("a 1\nb 2", "a 1", NULL);
	assert_delta("a 1\nb 2", "a 1\nc 2", NULL);
}

static void assert_histogram(const struct folio_map *map, const char *words,
			     const char *json)
{
	char text[HISTOGRAM_TEXT];
	json_t *object = state_folio_kib(map, 4096);
	char *dump = json_dumps(object, JSON_COMPACT);

	assert_string_equal(state_histogram(map, 4096, text), words);
	assert_string_equal(dump, json);
	free(dump);
	json_decref(object);
}

static void test_histogram(void **state)
{
	struct folio_map map = { .pages = 33, .present = 33 };

	(void)state;
	assert_histogram(&map, "none", "{}");
	map.folios[4] = 2;
	assert_histogram(&map, "64 KiB: 2", "{\"64\":2}");
	map.folios[0] = 1;
	assert_histogram(&map, "4 KiB: 1, 64 KiB: 2", "{\"4\":1,\"64\":2}");
}

static void test_uniform(void **state)
{
	struct folio_map map = { .pages = 32, .present = 32, .folios[4] = 2 };

	(void)state;
	assert_true(state_uniform(&map, 4096, 65536));
	assert_false(state_uniform(&map, 4096, 4096));
	assert_false(state_uniform(&map, 16384, 65536));
	map.present--;
	assert_false(state_uniform(&map, 4096, 65536));
	map.present++;
	map.folios[0] = 1;
	assert_false(state_uniform(&map, 4096, 65536));
}

/* 2M folios by PTEs: no PMD, and not one contiguous block less than all. */
static void test_by_ptes(void **state)
{
	struct folio_map map = { .pages = 1024, .present = 1024,
				 .contpte = 1024 };

	(void)state;
	assert_true(state_by_ptes(&map, 0, 512, 16));
	assert_false(state_by_ptes(&map, 2 << 20, 512, 16));
	map.contpte -= 16;
	assert_false(state_by_ptes(&map, 0, 512, 16));
	/* Folios too small for a block, and machines without blocks. */
	assert_true(state_by_ptes(&map, 0, 8, 16));
	assert_true(state_by_ptes(&map, 0, 512, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fields),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_counts_are_null),
		cmocka_unit_test(test_errno),
		cmocka_unit_test(test_machine),
		cmocka_unit_test(test_feature),
		cmocka_unit_test(test_delta),
		cmocka_unit_test(test_histogram),
		cmocka_unit_test(test_uniform),
		cmocka_unit_test(test_by_ptes),
	};

	return cmocka_run_group_tests_name("bench_record", tests, NULL, NULL);
}
