// SPDX-License-Identifier: GPL-2.0-only
/*
 * An option's value is taken whole and goes where the table says, or the
 * program ends as for wrong use.
 */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "options.h"
#include "swap.h"
#include "unit.h"

#define EXIT_WRONG_USE 2

/* As a mode has them; the text in front must stay as it is. */
struct got {
	const char *untouched;
	const char *lru;
	struct swap_params swap;
	const char *way;
	uint64_t size;
	uint64_t reps;
};

static const char *const ways[] = { "thread", "process", NULL };

static const struct mode_option options[] = {
	OPTION_LRU(struct got, lru),
	OPTION_COUNT("reps", struct got, reps, 999),
	OPTION_SIZE("size", struct got, size),
	SWAP_OPTIONS(struct got, swap),
	OPTION_CHOICE("way", struct got, way, ways),
	{ 0 },
};

static void parse(struct got *got, int argc, char **argv)
{
	optind = 1;
	options_parse(argc, argv, options, got);
}

/* How a process ends that parses one argument or two, and what it says. */
static int ends_with(const char *one, const char *two, char said[256])
{
	char *argv[] = { "mode", (char *)one, (char *)two, NULL };
	struct got got;
	int words[2], status;
	size_t used = 0;
	ssize_t n;
	pid_t pid;

	assert_int_equal(pipe(words), 0);
	pid = fork();
	if (!pid) {
		dup2(words[1], STDERR_FILENO);
		parse(&got, two ? 3 : 2, argv);
		_exit(0);
	}
	close(words[1]);
	while ((n = read(words[0], said + used, 255 - used)) > 0)
		used += n;
	said[used] = '\0';
	close(words[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WEXITSTATUS(status);
}

static void test_taken(void **state)
{
	char *argv[] = { "mode", "--size", "64M", "--way=process", "--lru",
			 "mglru", "--reps", "999", "--swap", "disk", "--disk",
			 "/dev/sda", "--swap-size", "1G", NULL };
	struct got got = { 0 };

	(void)state;
	parse(&got, sizeof(argv) / sizeof(*argv) - 1, argv);
	assert_null(got.untouched);
	assert_int_equal(got.size, 64 << 20);
	assert_string_equal(got.way, "process");
	assert_string_equal(got.lru, "mglru");
	assert_int_equal(got.reps, 999);
	assert_string_equal(got.swap.kind, SWAP_DISK);
	assert_string_equal(got.swap.disk, "/dev/sda");
	assert_int_equal(got.swap.bytes, 1 << 30);
}

/* What is not given keeps its default; what is given twice, its last value. */
static void test_defaults(void **state)
{
	char *argv[] = { "mode", "--reps", "2", "--reps", "3", NULL };
	struct got got = { .swap = SWAP_DEFAULTS, .way = ways[0], .size = 7 };

	(void)state;
	parse(&got, 5, argv);
	assert_int_equal(got.reps, 3);
	assert_int_equal(got.size, 7);
	assert_ptr_equal(got.way, ways[0]);
	assert_null(got.lru);
	assert_string_equal(got.swap.kind, SWAP_ZRAM);
	assert_int_equal(got.swap.bytes, 0);
}

/* The start of a name will do, unless it is the start of two. */
static void test_abbreviated(void **state)
{
	char *argv[] = { "mode", "--si", "4K", "--swap", "zram", NULL };
	struct got got = { 0 };

	(void)state;
	parse(&got, 5, argv);
	assert_int_equal(got.size, 4096);
	assert_string_equal(got.swap.kind, SWAP_ZRAM);
}

static void test_refused(void **state)
{
	static const struct {
		const char *one, *two, *said;
	} wrong[] = {
		{ "--size", "1X",
		  "--size \"1X\" is no size such as 64K, 800M or 1G" },
		{ "--swap-size", "all", "--swap-size \"all\" is no size" },
		{ "--reps", "0", "--reps \"0\" is no number from 1 to 999" },
		{ "--reps", "1000", "\"1000\" is no number from 1 to 999" },
		{ "--reps", "few", "--reps \"few\" is no number" },
		{ "--lru", "both",
		  "--lru \"both\" is neither classic nor mglru" },
		{ "--way", "", "--way \"\" is neither thread nor process" },
		{ "--swap", "tape",
		  "--swap \"tape\" is neither zram, disk nor none" },
		{ "--swap", "none", "--swap none leaves anonymous memory" },
		{ "--size", NULL, "--size needs a value" },
		{ "--speed", "9", "unknown option --speed" },
		{ "--s", "9", "unknown option --s" },
		{ "-s", NULL, "unknown option" },
		{ "more", NULL, "unexpected \"more\"" },
	};
	char said[256];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		assert_int_equal(ends_with(wrong[i].one, wrong[i].two, said),
				 EXIT_WRONG_USE);
		if (!strstr(said, wrong[i].said))
			fail_msg("'%s' is not in: %s", wrong[i].said, said);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_taken),
		cmocka_unit_test(test_defaults),
		cmocka_unit_test(test_abbreviated),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
