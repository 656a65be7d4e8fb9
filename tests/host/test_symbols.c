// SPDX-License-Identifier: GPL-2.0-only
/* An address belongs to one function, and clones to the one they are of. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "symbols.h"
#include "unit.h"
#include "vmlinux_image.h"

#define FUNC	STT_FUNC, STB_LOCAL

static const struct image_symbol table[] = {
	{ "$x", 0x000, 0, STT_NOTYPE, STB_LOCAL },
	{ "_stext", 0x000, 0, STT_NOTYPE, STB_GLOBAL },
	{ "vectors", 0x800, 0x800, STT_NOTYPE, STB_GLOBAL },
	{ "memcpy", 0x1000, 0x40, STT_FUNC, STB_WEAK },
	{ "__memcpy", 0x1000, 0x40, STT_FUNC, STB_GLOBAL },
	{ "__pi_memcpy", 0x1000, 0x40, STT_FUNC, STB_GLOBAL },
	{ "walk", 0x1040, 0x40, FUNC },
	{ "walk.constprop.0", 0x1080, 0x40, FUNC },
	{ "walk.cold", 0x1200, 0x10, FUNC },
	{ "inner_label", 0x1050, 0, STT_NOTYPE, STB_LOCAL },
	{ "step", 0x10c0, 0x20, FUNC },
	{ "step", 0x1100, 0x20, FUNC },
	{ "some_object", 0x1120, 0x20, STT_OBJECT, STB_GLOBAL },
	{ "walker", 0x1140, 0x20, FUNC },
	{ "unsized", 0x1160, 0, STT_NOTYPE, STB_GLOBAL },
};

struct scratch {
	char *dir;
	char *file;
	struct symbols *symbols;
};

static int make(void **state)
{
	static uint32_t words[IMAGE_WORDS];
	struct scratch *s = calloc(1, sizeof(*s));
	char error[128];

	words[0x1040 / 4] = 0xa8815113;
	words[0x1044 / 4] = 0xd65f03c0;
	s->dir = scratch_dir();
	s->file = scratch_path(s->dir, "vmlinux");
	image_write(s->file, table, sizeof(table) / sizeof(table[0]), words);
	s->symbols = symbols_load(s->file, error, sizeof(error));
	assert_non_null(s->symbols);
	*state = s;
	return 0;
}

static int drop(void **state)
{
	struct scratch *s = *state;

	symbols_free(s->symbols);
	free(s->file);
	scratch_remove(s->dir);
	free(s);
	return 0;
}

static const char *name_at(void **state, uint64_t offset)
{
	struct scratch *s = *state;

	return symbols_name(s->symbols,
			    symbols_fn(s->symbols, IMAGE_BASE + offset));
}

static void names_of_addresses(void **state)
{
	assert_string_equal(name_at(state, 0x1040), "walk");
	assert_string_equal(name_at(state, 0x107c), "walk");
	assert_string_equal(name_at(state, 0x1140), "walker");
	assert_string_equal(name_at(state, 0xffc), "vectors");
	assert_string_equal(name_at(state, 0x4), "_stext");
}

static void clones_are_their_function(void **state)
{
	struct scratch *s = *state;
	unsigned int fn = symbols_fn(s->symbols, IMAGE_BASE + 0x1040);

	assert_int_equal(symbols_fn(s->symbols, IMAGE_BASE + 0x1080), fn);
	assert_int_equal(symbols_fn(s->symbols, IMAGE_BASE + 0x1200), fn);
	assert_int_equal(symbols_fn(s->symbols, IMAGE_BASE + 0x10c0),
			 symbols_fn(s->symbols, IMAGE_BASE + 0x1100));
}

static void a_label_inside_cuts_nothing(void **state)
{
	assert_string_equal(name_at(state, 0x1050), "walk");
}

static void an_unsized_label_reaches_to_the_next(void **state)
{
	assert_string_equal(name_at(state, 0x1170), "unsized");
	assert_string_equal(name_at(state, 0x1200), "walk");
}

static void gaps_are_unknown(void **state)
{
	assert_string_equal(name_at(state, 0x10e0), "[unknown]");
	assert_string_equal(name_at(state, 0x1120), "[unknown]");
	assert_string_equal(name_at(state, 0x1300), "[unknown]");
	assert_string_equal(name_at(state, (uint64_t)-4), "[unknown]");
}

static void low_half_is_user(void **state)
{
	struct scratch *s = *state;

	assert_int_equal(symbols_fn(s->symbols, 0x400000), FN_USER);
	/* tagged pointers: the tag must not matter */
	assert_int_equal(symbols_fn(s->symbols, 0xff00000000400000), FN_USER);
	assert_string_equal(symbols_name(s->symbols, FN_USER), "[user]");
}

static void the_plainest_global_alias_wins(void **state)
{
	assert_string_equal(name_at(state, 0x1010), "__memcpy");
}

static void starts_of_a_name(void **state)
{
	struct scratch *s = *state;
	uint64_t starts[8];

	assert_int_equal(symbols_starts(s->symbols, "walk", starts, 8), 3);
	assert_true(starts[0] == IMAGE_BASE + 0x1040);
	assert_true(starts[1] == IMAGE_BASE + 0x1080);
	assert_true(starts[2] == IMAGE_BASE + 0x1200);
	assert_int_equal(symbols_starts(s->symbols, "walk", starts, 1), 1);
	assert_int_equal(symbols_starts(s->symbols, "__pi_memcpy", starts, 8),
			 1);
	assert_int_equal(symbols_starts(s->symbols, "absent", starts, 8), 0);
	assert_int_equal(symbols_starts(s->symbols, "some_object", starts, 8),
			 0);
}

static void text_of_a_function(void **state)
{
	struct scratch *s = *state;
	uint32_t words[2];
	uint64_t start;

	assert_int_equal(symbols_text(s->symbols, "walk", &start, words, 2), 2);
	assert_true(start == IMAGE_BASE + 0x1040);
	assert_int_equal(words[0], 0xa8815113);
	assert_int_equal(words[1], 0xd65f03c0);
	assert_int_equal(symbols_text(s->symbols, "absent", &start, words, 2),
			 0);
}

static void check_refused(struct scratch *s, const char *text,
			  const char *expected)
{
	char *path = scratch_path(s->dir, "other");
	char error[128];

	file_write(path, text);
	assert_null(symbols_load(path, error, sizeof(error)));
	assert_string_equal(error, expected);
	free(path);
}

static void bad_files_are_refused(void **state)
{
	static const uint32_t words[IMAGE_WORDS];
	struct scratch *s = *state;
	char error[128], *path;

	assert_null(symbols_load("/nonexistent/vmlinux", error,
				 sizeof(error)));
	assert_string_equal(error, "No such file or directory");
	check_refused(s, "", "not an ELF file");
	check_refused(s, "#!/bin/sh\n", "not an ELF file");
	path = scratch_path(s->dir, "empty");
	image_write(path, table, 0, words);
	assert_null(symbols_load(path, error, sizeof(error)));
	assert_string_equal(error, "no functions in it: is it a vmlinux?");
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_addresses),
		cmocka_unit_test(clones_are_their_function),
		cmocka_unit_test(a_label_inside_cuts_nothing),
		cmocka_unit_test(an_unsized_label_reaches_to_the_next),
		cmocka_unit_test(gaps_are_unknown),
		cmocka_unit_test(low_half_is_user),
		cmocka_unit_test(the_plainest_global_alias_wins),
		cmocka_unit_test(starts_of_a_name),
		cmocka_unit_test(text_of_a_function),
		cmocka_unit_test(bad_files_are_refused),
	};

	return cmocka_run_group_tests(tests, make, drop);
}
