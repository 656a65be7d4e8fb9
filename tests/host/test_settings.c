// SPDX-License-Identifier: GPL-2.0-only
/*
 * A changed setting comes back: on request, at exit, on each signal that can
 * end the program, and never because of a child that ends.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cleanup.h"
#include "settings.h"
#include "unit.h"

struct files {
	char *dir;
	char *a;
	char *b;
};

static int setup(void **state)
{
	struct files *files = test_malloc(sizeof(*files));

	files->dir = scratch_dir();
	files->a = scratch_path(files->dir, "a");
	files->b = scratch_path(files->dir, "b");
	file_write(files->a, "128\n");
	file_write(files->b, "0x0007\n");
	*state = files;
	return 0;
}

static int teardown(void **state)
{
	struct files *files = *state;

	free(files->a);
	free(files->b);
	scratch_remove(files->dir);
	test_free(files);
	return 0;
}

/*
 * A plain file keeps the rest of a longer old text, which the kernel's do not:
 * the tests write values of the saved length.
 */
static void assert_holds(const char *path, const char *expected)
{
	char *text = file_read(path);

	text[strcspn(text, "\n")] = '\0';
	assert_string_equal(text, expected);
	free(text);
}

/* What a forked run does after it has changed both settings. */
typedef void (*ending)(int argument);

static void end_by_exit(int status)
{
	exit(status);
}

static void end_by_signal(int sig)
{
	raise(sig);
}

static void end_by_restoring_one(int status)
{
	setting_restore();
	_exit(status);
}

/* The child of a run must not put back what is not its own. */
static void end_in_child(int status)
{
	int in_child;
	pid_t pid = fork();

	if (!pid)
		exit(0);
	waitpid(pid, &in_child, 0);
	_exit(status);
}

static int changed_then(const struct files *files, ending end, int argument)
{
	static struct setting a, b;
	int status;
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (!pid) {
		cleanup_init();
		if (setting_change(&a, files->a, "064") ||
		    setting_change(&b, files->b, "0x0000"))
			_exit(99);
		end(argument);
		_exit(98);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

static void test_exit(void **state)
{
	struct files *files = *state;
	int status = changed_then(files, end_by_exit, 3);

	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 3);
	assert_holds(files->a, "128");
	assert_holds(files->b, "0x0007");
}

static void test_signals(void **state)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct files *files = *state;
	size_t i;
	int status;

	for (i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		/* An ignored signal would stay so: start from the default. */
		signal(signals[i], SIG_DFL);
		status = changed_then(files, end_by_signal, signals[i]);
		assert_true(WIFSIGNALED(status));
		assert_int_equal(WTERMSIG(status), signals[i]);
		assert_holds(files->a, "128");
		assert_holds(files->b, "0x0007");
	}
}

/* nohup: the run goes on, and its settings stay. */
static void test_ignored_signal(void **state)
{
	struct files *files = *state;
	int status;

	signal(SIGHUP, SIG_IGN);
	status = changed_then(files, end_by_signal, SIGHUP);
	signal(SIGHUP, SIG_DFL);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 98);
	assert_holds(files->a, "064");
}

static void test_newest_first(void **state)
{
	struct files *files = *state;

	changed_then(files, end_by_restoring_one, 0);
	assert_holds(files->a, "064");
	assert_holds(files->b, "0x0007");
}

static void test_child(void **state)
{
	struct files *files = *state;

	changed_then(files, end_in_child, 0);
	assert_holds(files->a, "064");
	assert_holds(files->b, "0x0000");
}

static void test_missing_file(void **state)
{
	struct files *files = *state;
	struct setting setting;
	char *path = scratch_path(files->dir, "c");

	assert_int_equal(setting_change(&setting, path, "1"), -ENOENT);
	assert_int_equal(file_count(files->dir), 2);
	free(path);
}

/* /proc/version reads, but does not take a value. */
static void test_refused_value(void **state)
{
	static struct setting setting;

	(void)state;
	assert_true(setting_change(&setting, "/proc/version", "1") < 0);
}

/* A file that lists all it accepts is given the one word it had. */
static void test_brackets(void **state)
{
	const struct files *files = *state;
	char *text;

	file_write(files->a, "always [madvise] never\n");
	assert_int_equal(changed_then(files, end_by_exit, 0), 0);
	text = file_read(files->a);
	assert_memory_equal(text, "madvise", 7);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_exit, setup, teardown),
		cmocka_unit_test_setup_teardown(test_signals, setup, teardown),
		cmocka_unit_test_setup_teardown(test_ignored_signal, setup,
						teardown),
		cmocka_unit_test_setup_teardown(test_newest_first, setup,
						teardown),
		cmocka_unit_test_setup_teardown(test_child, setup, teardown),
		cmocka_unit_test_setup_teardown(test_missing_file, setup,
						teardown),
		cmocka_unit_test(test_refused_value),
		cmocka_unit_test_setup_teardown(test_brackets, setup, teardown),
	};

	return cmocka_run_group_tests_name("settings", tests, NULL, NULL);
}
