// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare.h"
#include "schema.h"
#include "state.h"

#define REFUSED 3

static const char usage_text[] =
"usage: rbcompare [--markdown] FILE...\n"
"\n"
"Compares the kernel without the patches (base) with the kernel with them\n"
"(batched). Takes the records of both from one or more results files; several\n"
"repetitions and boots of a side are averaged. Refuses when anything but the\n"
"patches differs between the records, and says what.\n"
"\n"
"  --markdown   write Markdown\n"
"\n"
"Exit status: 0 done, 1 failed, 2 wrong usage, 3 refused.\n";

static int show(const struct sides *sides, bool markdown)
{
	const char *no_colour = getenv("NO_COLOR");
	struct sheet sheet = {
		.out = stdout,
		.markdown = markdown,
		.colour = isatty(STDOUT_FILENO) && !markdown &&
			  !(no_colour && *no_colour),
	};

	compare_show(&sheet, sides);
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "rbcompare: cannot write: %s\n",
			strerror(errno));
		return 1;
	}
	return 0;
}

static int refuse_one_side(const struct sides *sides)
{
	int i;

	for (i = 0; i < NR_VARIANTS; i++) {
		if (!sides->of[i].nr) {
			fprintf(stderr, "rbcompare: no record of variant '%s': name results of both kernels\n",
				variant_name[i]);
			return REFUSED;
		}
	}
	return 0;
}

static int refuse_other_state(const struct sides *sides)
{
	json_t *lines = state_differences(sides);
	const json_t *nothing;
	const char *line;
	int ret = 0;

	if (json_object_size(lines)) {
		fputs("rbcompare: refused: more than the patches differs\n",
		      stderr);
		ret = REFUSED;
	}
	json_object_foreach(lines, line, nothing)
		fprintf(stderr, "%s\n", line);
	json_decref(lines);
	return ret;
}

static int compare(char **file, bool markdown)
{
	struct record_list list = { 0 };
	struct sides sides = { 0 };
	struct problem problem;
	int ret = 0;

	for (; *file && !ret; file++)
		ret = record_list_read(&list, *file, schema_check_record,
				       &problem);
	if (ret || sides_split(&sides, &list, &problem)) {
		fprintf(stderr, "rbcompare: %s\n", problem.text);
		ret = 1;
	}
	if (!ret)
		ret = refuse_one_side(&sides);
	if (!ret)
		ret = refuse_other_state(&sides);
	if (!ret)
		ret = show(&sides, markdown);
	sides_free(&sides);
	record_list_free(&list);
	return ret;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "markdown", no_argument, NULL, 'm' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	bool markdown = false;
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 'h') {
			fputs(usage_text, stdout);
			return 0;
		}
		if (option != 'm')
			return 2;
		markdown = true;
	}
	if (optind == argc) {
		fputs("rbcompare: name a results file (rbcompare --help shows what it takes)\n",
		      stderr);
		return 2;
	}
	return compare(argv + optind, markdown);
}
