// SPDX-License-Identifier: GPL-2.0-only
/* The comparison says what it should, marks losses, and refuses unlike sides. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

/* Compares the fixture after an edit of one side. */
static struct run compare_edited(const char *variant, const char *path,
				 const char *json)
{
	char *dir = scratch_dir(), *file = scratch_path(dir, "results.jsonl");
	json_t *lines = lines_load("data/results.jsonl");
	struct run result;

	lines_set(lines, variant, path, json);
	lines_save(file, lines);
	json_decref(lines);
	result = run("$BIN/rbcompare %s", file);
	free(file);
	scratch_remove(dir);
	return result;
}

static void assert_shown(const struct run *result, const char *expected)
{
	if (!strstr(result->out, expected))
		fail_msg("'%s' is not in:\n%.600s", expected, result->out);
}

/* The one line of a page that starts with a label, to be freed. */
static char *line_of(const char *page, const char *label)
{
	size_t len = strlen(label);

	while (page && strncmp(page, label, len)) {
		page = strchr(page, '\n');
		page = page ? page + 1 : NULL;
	}
	assert_non_null(page);
	return strndup(page, strcspn(page, "\n"));
}

static void assert_worse(const struct run *result, const char *label,
			 bool worse)
{
	char *line = line_of(result->out, label);
	bool said = strstr(line, " worse");

	if (said != worse)
		fail_msg("%s", line);
	free(line);
}

static void test_golden(void **state)
{
	struct run result = run("$BIN/rbcompare data/results.jsonl");
	char *expected = file_read("data/compare.txt");

	(void)state;
	assert_int_equal(result.status, 0);
	assert_string_equal(result.err, "");
	assert_string_equal(result.out, expected);
	free(expected);
	run_free(&result);
}

static void test_markdown(void **state)
{
	struct run result = run("$BIN/rbcompare --markdown data/results.jsonl");
	char *expected = file_read("data/compare.md");

	(void)state;
	assert_int_equal(result.status, 0);
	assert_string_equal(result.out, expected);
	free(expected);
	run_free(&result);
}

static void test_width(void **state)
{
	struct run result = run("$BIN/rbcompare data/results.jsonl");
	const char *at = result.out;

	(void)state;
	while (*at) {
		size_t len = strcspn(at, "\n");

		if (len > 100 || (len && at[len - 1] == ' '))
			fail_msg("%.*s", (int)len, at);
		at += len + 1;
	}
	run_free(&result);
}

/* Each side in a file of its own, in any order, is the same comparison. */
static void test_two_files(void **state)
{
	struct run one = run("$BIN/rbcompare data/results.jsonl");
	struct run two = run("d=$(mktemp -d) && grep -F '\"base\"' data/results.jsonl >$d/a && grep -F '\"batched\"' data/results.jsonl >$d/b && $BIN/rbcompare $d/b $d/a; s=$?; rm -r $d; exit $s");

	(void)state;
	assert_int_equal(two.status, 0);
	assert_string_equal(two.out, one.out);
	run_free(&one);
	run_free(&two);
}

static void test_losers(void **state)
{
	struct run result;

	(void)state;
	result = run("d=$(mktemp) && sed 's/\"base\"/\"x\"/; s/\"batched\"/\"base\"/; s/\"x\"/\"batched\"/' data/results.jsonl >$d && $BIN/rbcompare $d; s=$?; rm $d; exit $s");
	assert_int_equal(result.status, 0);
	assert_worse(&result, "instructions", true);
	assert_worse(&result, "  per 4K page", true);
	assert_worse(&result, "TLBI ", true);
	assert_worse(&result, "  page", false);
	assert_worse(&result, "DSB ", true);
	assert_worse(&result, "PTE atomics", true);
	assert_worse(&result, "bytes reclaimed", false);
	assert_worse(&result, "virtual real", true);
	run_free(&result);
}

static void test_noise_is_no_loss(void **state)
{
	struct run result;

	(void)state;
	/* The extremes of base reach over it. */
	result = compare_edited("batched", "count.insns", "831126000");
	assert_worse(&result, "instructions", false);
	run_free(&result);
	/* Beyond them, by less than the table shows. */
	result = compare_edited("batched", "count.insns", "831200000");
	assert_worse(&result, "instructions", false);
	run_free(&result);
	result = compare_edited("batched", "count.insns", "832000000");
	assert_worse(&result, "instructions", true);
	run_free(&result);
	result = compare_edited("batched", "count.tlbi.all", "1");
	assert_worse(&result, "  all", true);
	assert_shown(&result, "from 0 worse");
	run_free(&result);
}

static void test_less_reclaimed(void **state)
{
	struct run result = compare_edited("batched", "reclaimed_bytes",
					   "838000000");

	(void)state;
	assert_int_equal(result.status, 0);
	assert_worse(&result, "bytes reclaimed", true);
	run_free(&result);
	result = compare_edited("batched", "errno", "\"EAGAIN\"");
	assert_shown(&result, "attention  2 of 2 writes W/ patchset reclaimed less than was asked");
	run_free(&result);
}

static void test_zero_and_null(void **state)
{
	struct run result;
	char *line;

	(void)state;
	result = compare_edited(NULL, "reclaimed_bytes", "0");
	assert_int_equal(result.status, 0);
	line = line_of(result.out, "  per 4K page");
	assert_null(strstr(line, "nan"));
	assert_null(strstr(line, "inf"));
	free(line);
	run_free(&result);
	result = compare_edited(NULL, "count.tlbi.page", "null");
	assert_int_equal(result.status, 0);
	line = line_of(result.out, "TLBI ");
	assert_string_equal(line, "TLBI                                     -                       -");
	free(line);
	run_free(&result);
	result = compare_edited("batched", "inclusive", "null");
	assert_int_equal(result.status, 0);
	assert_shown(&result, "folio_referenced\n");
	run_free(&result);
	result = compare_edited(NULL, "count.insns", "0");
	assert_int_equal(result.status, 0);
	assert_null(strstr(result.out, "nan %"));
	run_free(&result);
}

/* A root that neither side called says nothing; one that a side did does. */
static void test_roots(void **state)
{
	static const char idle[] =
		"[{\"name\":\"walk_pud_range\",\"calls\":0,\"insns\":0,\"tlbi\":0,\"dsb_ish\":0,\"dsb_ishst\":0,\"pte_atomics\":null}]";
	static const char busy[] =
		"[{\"name\":\"new_function\",\"calls\":2,\"insns\":9,\"tlbi\":0,\"dsb_ish\":0,\"dsb_ishst\":0,\"pte_atomics\":null}]";
	struct run result;

	(void)state;
	result = compare_edited(NULL, "inclusive", idle);
	assert_int_equal(result.status, 0);
	assert_null(strstr(result.out, "walk_pud_range"));
	assert_null(strstr(result.out, "functions with all they call"));
	run_free(&result);
	result = compare_edited("batched", "inclusive", busy);
	assert_shown(&result, "\nnew_function\n  calls                                  -                       2  0.00 %\n");
	assert_shown(&result, "\nfolio_referenced\n");
	run_free(&result);
}

/* Time on a machine is a measurement; the page must not call it virtual. */
static void test_server(void **state)
{
	char *dir = scratch_dir(), *file = scratch_path(dir, "results.jsonl");
	json_t *lines = lines_load("data/results.jsonl");
	struct run result;

	(void)state;
	lines_set(lines, NULL, "time.virtual", "false");
	lines_set(lines, NULL, "machine.kind", "\"server\"");
	lines_set(lines, NULL, "machine.qemu", "null");
	lines_set(lines, NULL, "by_function", "null");
	lines_set(lines, NULL, "inclusive", "null");
	lines_save(file, lines);
	json_decref(lines);
	result = run("$BIN/rbcompare %s", file);
	assert_int_equal(result.status, 0);
	assert_null(strstr(result.out, "virtual"));
	assert_null(strstr(result.out, "top ten"));
	assert_shown(&result, "machine    server, CPU max");
	assert_shown(&result, "sys, ms");
	assert_shown(&result, "sys ns per 4K page");
	run_free(&result);
	free(file);
	scratch_remove(dir);
}

static void test_refusals(void **state)
{
	static const struct {
		const char *path;
		const char *json;
		const char *line;
	} edit[] = {
		{ "bench", "\"other\"", "bench: base file-mmap, batched other" },
		{ "kernel", "\"7.3.4\"", "kernel: base 6.12.117, batched 7.3.4" },
		{ "config_sha256", "\"f00\"", "config_sha256: base " },
		{ "machine.kind", "\"server\"",
		  "machine.kind: base qemu, batched server" },
		{ "machine.cpu", "\"neoverse-n1\"",
		  "machine.cpu: base max, batched neoverse-n1" },
		{ "machine.midr", "\"0x1\"", "machine.midr: base 0x0" },
		{ "machine.cpus", "2", "machine.cpus: base 1, batched 2" },
		{ "machine.tlbirange", "false",
		  "machine.tlbirange: base true, batched false" },
		{ "machine.hafdbs", "null",
		  "machine.hafdbs: base true, batched null" },
		{ "machine.erratum", "true",
		  "machine.erratum: base false, batched true" },
		{ "machine.page_kib", "64",
		  "machine.page_kib: base 4, batched 64" },
		{ "machine.mem_kib", "4000000",
		  "machine.mem_kib: base 2013264, batched 4000000" },
		{ "machine.qemu", "\"10.0.2\"",
		  "machine.qemu: base 7.2.22, batched 10.0.2" },
		{ "params.folio", "4096",
		  "params.folio: base 65536, batched 4096" },
		{ "params.huge", "\"yes\"",
		  "params.huge: base missing, batched yes" },
		{ "state.folio_kib", "{\"64\":16000,\"16\":1536}",
		  "state.folio_kib: base 64 KiB x 16,384, batched 16 KiB x 1,536, 64 KiB x 16,000" },
		{ "state.contpte_pct", "93.8",
		  "state.contpte_pct: base 100.0, batched 93.8" },
		{ "state.pmd_pct", "50.0",
		  "state.pmd_pct: base 0.0, batched 50.0" },
		{ "state.lru", "\"mglru\"",
		  "state.lru: base classic, batched mglru" },
		{ "state.swap", "\"zram\"",
		  "state.swap: base none, batched zram" },
		{ "state.thp", "\"always\"",
		  "state.thp: base madvise, batched always" },
		{ "state.fs", "\"ext4\"", "state.fs: base xfs, batched ext4" },
		{ "asked_bytes", "4096",
		  "asked_bytes: base 838860800, batched 4096" },
		{ "time.virtual", "false",
		  "time.virtual: base true, batched false" },
		{ "reclaimed_bytes", "819200000",
		  "reclaimed_bytes: base 838,860,800, batched 819,200,000 (2.3 % between" },
	};
	char expected[200];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(edit) / sizeof(*edit); i++) {
		struct run result = compare_edited("batched", edit[i].path,
						   edit[i].json);

		snprintf(expected, sizeof(expected),
			 "rbcompare: refused: more than the patches differs\ndiffers: %s",
			 edit[i].line);
		if (strncmp(result.err, expected, strlen(expected)))
			fail_msg("%s: %s", edit[i].path, result.err);
		/* Two records differ in one field: one line all the same. */
		assert_null(strstr(result.err + strlen(expected), "differs:"));
		assert_int_equal(result.status, 3);
		assert_string_equal(result.out, "");
		run_free(&result);
	}
}

static void test_refused_within_a_side(void **state)
{
	char *dir = scratch_dir(), *file = scratch_path(dir, "results.jsonl");
	json_t *lines = lines_load("data/results.jsonl");
	struct run result;

	(void)state;
	json_object_set_new(json_object_get(json_array_get(lines, 1), "state"),
			    "contpte_pct", json_real(50));
	json_object_set_new(json_object_get(json_array_get(lines, 3),
					    "switches"),
			    "file_unmap", json_integer(0));
	lines_save(file, lines);
	json_decref(lines);
	result = run("$BIN/rbcompare %s", file);
	assert_int_equal(result.status, 3);
	assert_string_equal(result.err,
			    "rbcompare: refused: more than the patches differs\n"
			    "differs: state.contpte_pct: base 100.0, base 50.0\n"
			    "differs: switches: batched {\"contpte_young\":1,\"file_unmap\":1}, batched {\"contpte_young\":1,\"file_unmap\":0}\n");
	run_free(&result);
	free(file);
	scratch_remove(dir);
}

#define SWITCHES "{\"contpte_young\":1,\"file_unmap\":1}"

/* The fixture with a control kernel as its base, after an edit of one record. */
static struct run compare_control(size_t at, const char *path, json_t *value)
{
	char *dir = scratch_dir(), *file = scratch_path(dir, "results.jsonl");
	json_t *lines = lines_load("data/results.jsonl");
	struct run result;

	lines_set(lines, "base", "control", "\"lock-it\"");
	lines_set(lines, "base", "switches", SWITCHES);
	json_object_set_new(json_array_get(lines, at), path, value);
	lines_save(file, lines);
	json_decref(lines);
	result = run("$BIN/rbcompare %s", file);
	free(file);
	scratch_remove(dir);
	return result;
}

/* It is the page without one, with one line more. */
static void test_control(void **state)
{
	static const char line[] =
		"\ncontrol    W/o patchset is the patched kernel with lock-it on top\n";
	struct run result = compare_control(0, "control", json_string("lock-it"));
	char *expected = file_read("data/compare.txt"), *at;

	(void)state;
	assert_int_equal(result.status, 0);
	assert_string_equal(result.err, "");
	at = strstr(result.out, line);
	assert_non_null(at);
	memmove(at, at + strlen(line) - 1, strlen(at + strlen(line) - 1) + 1);
	assert_string_equal(result.out, expected);
	free(expected);
	run_free(&result);
}

static void test_control_refused(void **state)
{
	struct run result = compare_control(1, "control", json_string("other"));

	(void)state;
	assert_int_equal(result.status, 3);
	assert_string_equal(result.err,
			    "rbcompare: refused: more than the patches differs\n"
			    "differs: control: base lock-it, base other\n");
	run_free(&result);
	/* The control patch is all that may differ. */
	result = compare_control(2, "switches", json_object());
	assert_int_equal(result.status, 3);
	assert_string_equal(result.err,
			    "rbcompare: refused: more than the patches differs\n"
			    "differs: switches: base " SWITCHES ", batched {}\n");
	run_free(&result);
}

/* Not a difference: rounding, the kernel's own size, the number of runs. */
static void test_let_through(void **state)
{
	static const char * const edit[][2] = {
		{ "state.contpte_pct", "99.99" },
		{ "state.contpte_pct", "100" },
		{ "machine.mem_kib", "2010000" },
		{ "params.reps", "5" },
		{ "reclaimed_bytes", "838000000" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(edit) / sizeof(*edit); i++) {
		struct run result = compare_edited("batched", edit[i][0],
						   edit[i][1]);

		if (result.status)
			fail_msg("%s: %s", edit[i][0], result.err);
		run_free(&result);
	}
}

static void test_one_side(void **state)
{
	struct run result;

	(void)state;
	result = compare_edited("batched", "variant", "\"base\"");
	assert_int_equal(result.status, 3);
	assert_string_equal(result.err, "rbcompare: no record of variant 'batched': name results of both kernels\n");
	run_free(&result);
	result = compare_edited("base", "variant", "\"batched\"");
	assert_int_equal(result.status, 3);
	assert_string_equal(result.err, "rbcompare: no record of variant 'base': name results of both kernels\n");
	run_free(&result);
}

static void test_failures(void **state)
{
	static const struct {
		const char *args;
		int status;
		const char *line;
	} bad[] = {
		{ "", 2, "rbcompare: name a results file (rbcompare --help shows what it takes)\n" },
		{ "data/none.jsonl", 1,
		  "rbcompare: data/none.jsonl: No such file or directory\n" },
		{ "data/results.jsonl data/config", 1,
		  "rbcompare: data/config:1: not JSON: '[' or '{' expected near '#'\n" },
		{ "data/base-records.jsonl", 1,
		  "rbcompare: data/base-records.jsonl:1: the record names no variant: join it with the facts of its boot first (rbjoin)\n" },
		{ "data/results.jsonl >/dev/full", 1,
		  "rbcompare: cannot write: No space left on device\n" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct run result = run("$BIN/rbcompare %s", bad[i].args);

		assert_string_equal(result.err, bad[i].line);
		assert_int_equal(result.status, bad[i].status);
		assert_string_equal(result.out, "");
		run_free(&result);
	}
}

/* A terminal gets colours unless it asked for none; the words stay. */
static void test_colours(void **state)
{
	struct run result;

	(void)state;
	result = run("env -u NO_COLOR script -qec '$BIN/rbcompare data/results.jsonl' /dev/null");
	assert_non_null(strstr(result.out, "\033[1m"));
	run_free(&result);
	result = run("NO_COLOR=1 script -qec '$BIN/rbcompare data/results.jsonl' /dev/null");
	assert_null(strchr(result.out, '\033'));
	assert_shown(&result, "instructions");
	run_free(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_golden),
		cmocka_unit_test(test_markdown),
		cmocka_unit_test(test_width),
		cmocka_unit_test(test_two_files),
		cmocka_unit_test(test_losers),
		cmocka_unit_test(test_noise_is_no_loss),
		cmocka_unit_test(test_less_reclaimed),
		cmocka_unit_test(test_zero_and_null),
		cmocka_unit_test(test_roots),
		cmocka_unit_test(test_server),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_refused_within_a_side),
		cmocka_unit_test(test_control),
		cmocka_unit_test(test_control_refused),
		cmocka_unit_test(test_let_through),
		cmocka_unit_test(test_one_side),
		cmocka_unit_test(test_failures),
		cmocka_unit_test(test_colours),
	};

	return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}
