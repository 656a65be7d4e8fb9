// SPDX-License-Identifier: GPL-2.0-only
/* An option's value is taken whole or the program ends as for wrong use. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "options.h"
#include "unit.h"

#define EXIT_WRONG_USE 2

static const char *const kinds[] = { "zram", "disk", "none", NULL };

struct got {
	uint64_t size;
	const char *kind;
};

static void set(void *what, int option)
{
	struct got *got = what;

	if (option == 's')
		got->size = option_size("size", optarg);
	else
		got->kind = option_choice("kind", optarg, kinds);
}

static void parse(struct got *got, int argc, char **argv)
{
	static const struct option options[] = {
		{ "kind", required_argument, NULL, 'k' },
		{ "size", required_argument, NULL, 's' },
		{ 0 },
	};

	optind = 1;
	options_parse(argc, argv, options, set, got);
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
	char *argv[] = { "mode", "--size", "64M", "--kind=disk", NULL };
	struct got got = { 0 };

	(void)state;
	parse(&got, 4, argv);
	assert_int_equal(got.size, 64 << 20);
	assert_string_equal(got.kind, "disk");
	assert_int_equal(option_count("reps", "999", 999), 999);
	assert_string_equal(option_lru("mglru"), "mglru");
}

static void test_refused(void **state)
{
	static const struct {
		const char *one, *two, *said;
	} wrong[] = {
		{ "--size", "1X", "--size \"1X\" is no size" },
		{ "--kind", "tape",
		  "--kind \"tape\" is neither zram, disk nor none" },
		{ "--size", NULL, "--size needs a value" },
		{ "--speed", "9", "unknown option --speed" },
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
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
