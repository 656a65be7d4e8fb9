// SPDX-License-Identifier: GPL-2.0-only
/* Results grow by whole lines or not at all, and nothing is left behind. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "append.h"
#include "unit.h"

struct scratch {
	char *dir;
	char *file;
};

static int make(void **state)
{
	struct scratch *scratch = malloc(sizeof(*scratch));

	scratch->dir = scratch_dir();
	scratch->file = scratch_path(scratch->dir, "results.jsonl");
	*state = scratch;
	return 0;
}

static int drop(void **state)
{
	struct scratch *scratch = *state;

	free(scratch->file);
	scratch_remove(scratch->dir);
	free(scratch);
	return 0;
}

static int append(const char *file, const char *text, struct problem *problem)
{
	return append_whole(file, text, strlen(text), problem);
}

static void assert_holds(const struct scratch *scratch, const char *expected)
{
	char *text = file_read(scratch->file);

	assert_string_equal(text, expected);
	assert_int_equal(file_count(scratch->dir), 1);
	free(text);
}

static void test_new_and_more(void **state)
{
	struct scratch *scratch = *state;
	struct problem problem;

	assert_int_equal(append(scratch->file, "a\n", &problem), 0);
	assert_holds(scratch, "a\n");
	assert_int_equal(append(scratch->file, "b\nc\n", &problem), 0);
	assert_holds(scratch, "a\nb\nc\n");
}

static void test_cut_line(void **state)
{
	struct scratch *scratch = *state;
	struct problem problem;

	file_write(scratch->file, "a\nb");
	assert_int_equal(append(scratch->file, "c\n", &problem), -1);
	assert_non_null(strstr(problem.text, "its last line is cut short"));
	assert_holds(scratch, "a\nb");
}

/* A limit on file size stops a write half way, as a full disk does. */
static void test_disk_full(void **state)
{
	struct rlimit before, small = { 4096, RLIM_INFINITY };
	struct scratch *scratch = *state;
	struct problem problem;
	char text[8001];

	memset(text, 'x', sizeof(text));
	text[sizeof(text) - 2] = '\n';
	text[sizeof(text) - 1] = '\0';
	file_write(scratch->file, "a\n");
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &before);
	small.rlim_max = before.rlim_max;
	setrlimit(RLIMIT_FSIZE, &small);
	assert_int_equal(append(scratch->file, text, &problem), -1);
	setrlimit(RLIMIT_FSIZE, &before);
	assert_non_null(strstr(problem.text,
			       "results.jsonl: cannot write: File too large"));
	assert_holds(scratch, "a\n");
}

static void test_device_is_kept(void **state)
{
	struct problem problem;
	struct stat after;

	(void)state;
	assert_int_equal(append("/dev/full", "a\n", &problem), -1);
	assert_string_equal(problem.text,
			    "/dev/full: cannot write: No space left on device");
	assert_int_equal(append("/dev/null", "a\n", &problem), 0);
	assert_int_equal(stat("/dev/null", &after), 0);
	assert_true(S_ISCHR(after.st_mode));
}

static void test_link_is_followed(void **state)
{
	struct scratch *scratch = *state;
	char *link = scratch_path(scratch->dir, "latest.jsonl");
	struct problem problem;
	struct stat after;

	file_write(scratch->file, "a\n");
	assert_int_equal(symlink("results.jsonl", link), 0);
	assert_int_equal(append(link, "b\n", &problem), 0);
	assert_int_equal(lstat(link, &after), 0);
	assert_true(S_ISLNK(after.st_mode));
	assert_int_equal(unlink(link), 0);
	assert_holds(scratch, "a\nb\n");
	free(link);
}

static void test_no_directory(void **state)
{
	struct problem problem;

	(void)state;
	assert_int_equal(append("data/none/f", "a\n", &problem), -1);
	assert_string_equal(problem.text,
			    "data/none/f: cannot write: No such file or directory");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_new_and_more, make, drop),
		cmocka_unit_test_setup_teardown(test_cut_line, make, drop),
		cmocka_unit_test_setup_teardown(test_disk_full, make, drop),
		cmocka_unit_test(test_device_is_kept),
		cmocka_unit_test_setup_teardown(test_link_is_followed, make,
						drop),
		cmocka_unit_test(test_no_directory),
	};

	return cmocka_run_group_tests_name("append", tests, NULL, NULL);
}
