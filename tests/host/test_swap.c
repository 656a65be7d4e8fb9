// SPDX-License-Identifier: GPL-2.0-only
/*
 * The header that makes a device a swap area is the one mkswap(8) writes, and
 * the pages that go there are neither one word repeated nor all noise.
 */
#include <string.h>
#include <unistd.h>

#include "anon.h"
#include "swap.h"
#include "unit.h"

#define PAGE 4096
#define WORDS (PAGE / sizeof(uint64_t))

static uint32_t word_at(const char *page, size_t offset)
{
	uint32_t word;

	memcpy(&word, page + offset, sizeof(word));
	return word;
}

static void test_header(void **state)
{
	char page[PAGE];
	size_t i;

	(void)state;
	memset(page, 0xff, sizeof(page));
	swap_header(page, PAGE, UINT64_C(64) << 20);
	assert_int_equal(word_at(page, 1024), 1);
	assert_int_equal(word_at(page, 1028), (64 << 8) - 1);
	assert_int_equal(word_at(page, 1032), 0);
	assert_memory_equal(page + PAGE - 10, "SWAPSPACE2", 10);
	for (i = 0; i < 1024; i++)
		assert_int_equal(page[i], 0);
	for (i = 1032; i < PAGE - 10; i++)
		assert_int_equal(page[i], 0);
}

/* The same bytes as the tool everybody has, but for the identity. */
static void test_as_mkswap(void **state)
{
	static const char *const file = "swap.img";
	char *dir = scratch_dir(), *path = scratch_path(dir, file);
	char ours[PAGE], theirs[PAGE];
	struct run made;
	FILE *image;

	(void)state;
	file_write(path, "");
	assert_int_equal(truncate(path, 1 << 20), 0);
	made = run("PATH=$PATH:/sbin mkswap -q -p %d %s", PAGE, path);
	assert_int_equal(made.status, 0);
	image = fopen(path, "rb");
	assert_non_null(image);
	assert_int_equal(fread(theirs, 1, PAGE, image), PAGE);
	fclose(image);
	/* UUID and label, which the kernel does not look at. */
	memset(theirs + 1036, 0, 32);
	swap_header(ours, PAGE, 1 << 20);
	assert_memory_equal(ours, theirs, PAGE);
	run_free(&made);
	free(path);
	scratch_remove(dir);
}

static void test_contents(void **state)
{
	uint64_t page[WORDS], again[WORDS], other[WORDS];
	size_t i, repeated = 0;

	(void)state;
	anon_fill_page(page, WORDS, 7);
	anon_fill_page(again, WORDS, 7);
	anon_fill_page(other, WORDS, 8);
	assert_memory_equal(page, again, PAGE);
	assert_memory_not_equal(page, other, PAGE);
	for (i = 0; i < WORDS; i++)
		repeated += page[i] == 7;
	assert_int_equal(repeated, WORDS - WORDS / 4);
	for (i = 1; i < WORDS / 4; i++)
		assert_true(page[i] && page[i] != page[i - 1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_header),
		cmocka_unit_test(test_as_mkswap),
		cmocka_unit_test(test_contents),
	};

	return cmocka_run_group_tests_name("swap", tests, NULL, NULL);
}
