// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "schema.h"

static const char usage_text[] =
"usage: rbcheck FILE CHECK...\n"
"\n"
"Checks numbers of a results file. A check is PATH [/ PATH] OP NUMBER [* PATH]\n"
"in one argument; a path is base. or batched. and a field of the records, an OP\n"
"one of < <= == != >= >. Several records of a side count by their mean. An\n"
"object of numbers, such as count.tlbi, counts as their sum; a function that\n"
"by_function does not list ran no instruction.\n"
"\n"
"  rbcheck FILE 'batched.count.insns <= 0.5 * base.count.insns' \\\n"
"     'base.inclusive.folio_referenced.insns / base.count.insns >= 0.4'\n"
"\n"
"Exit status: 0 all hold, 1 one does not or cannot be answered, 2 wrong usage.\n";

static int parse_all(char **text)
{
	struct problem problem;
	struct check check;

	for (; *text; text++) {
		if (check_parse(&check, *text, &problem)) {
			fprintf(stderr, "rbcheck: '%s': %s\n", *text,
				problem.text);
			return 2;
		}
	}
	return 0;
}

static int judge(const char *text, const struct sides *sides)
{
	struct verdict verdict;
	struct problem problem;
	struct check check;

	if (check_parse(&check, text, &problem) ||
	    check_judge(&check, sides, &verdict, &problem)) {
		printf("not ok %s # %s\n", text, problem.text);
		return 1;
	}
	printf("%sok %s # %.10g, limit %.10g\n", verdict.ok ? "" : "not ",
	       text, verdict.left, verdict.right);
	return !verdict.ok;
}

static int judge_all(const char *file, char **text)
{
	struct record_list list = { 0 };
	struct sides sides = { 0 };
	struct problem problem;
	int ret = 0;

	if (record_list_read(&list, file, schema_check_record, &problem) ||
	    sides_split(&sides, &list, &problem)) {
		fprintf(stderr, "rbcheck: %s\n", problem.text);
		ret = 1;
	}
	if (!ret) {
		for (; *text; text++)
			ret |= judge(*text, &sides);
	}
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "rbcheck: cannot write: %s\n",
			strerror(errno));
		ret = 1;
	}
	sides_free(&sides);
	record_list_free(&list);
	return ret;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	int option, ret;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option != 'h')
			return 2;
		fputs(usage_text, stdout);
		return 0;
	}
	if (argc - optind < 2) {
		fputs("rbcheck: name a results file and at least one check (rbcheck --help shows what it takes)\n",
		      stderr);
		return 2;
	}
	ret = parse_all(argv + optind + 1);
	return ret ? ret : judge_all(argv[optind], argv + optind + 1);
}
