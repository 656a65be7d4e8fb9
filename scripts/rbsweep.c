// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "schema.h"
#include "sweep_page.h"

#define REFUSED 3

static const char usage_text[] =
"usage: rbsweep [--markdown | --plot LRU] FILE...\n"
"\n"
"Shows the records of a sweep as one table: a pair of rows, without and with\n"
"the patches, for every CPU, LRU and folio size there are records of.\n"
"\n"
"  --markdown   write Markdown\n"
"  --plot LRU   write the numbers of one LRU, classic or mglru, for gnuplot\n"
"\n"
"Exit status: 0 done, 1 failed, 2 wrong usage, 3 shown, but a pair lacks a\n"
"side or differs in more than the patches.\n";

struct options {
	bool markdown;
	const char *plot;
};

static int show(const struct sweep *sweep, const struct options *options)
{
	const char *no_colour = getenv("NO_COLOR");
	struct sheet sheet = {
		.out = stdout,
		.markdown = options->markdown,
		.colour = isatty(STDOUT_FILENO) && !options->markdown &&
			  !(no_colour && *no_colour),
	};
	bool good = true;

	if (options->plot)
		sweep_plot(stdout, sweep, options->plot);
	else
		good = sweep_page(&sheet, sweep);
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "rbsweep: cannot write: %s\n", strerror(errno));
		return 1;
	}
	return good ? 0 : REFUSED;
}

static int render(char **file, const struct options *options)
{
	struct record_list list = { 0 };
	struct sweep sweep = { 0 };
	struct problem problem;
	int ret = 0;

	for (; *file && !ret; file++)
		ret = record_list_read(&list, *file, schema_check_record,
				       &problem);
	if (!ret)
		ret = sweep_sort(&sweep, &list, &problem);
	if (ret) {
		fprintf(stderr, "rbsweep: %s\n", problem.text);
		ret = 1;
	} else {
		ret = show(&sweep, options);
	}
	sweep_free(&sweep);
	record_list_free(&list);
	return ret;
}

static int parse(struct options *options, int argc, char **argv)
{
	static const struct option known[] = {
		{ "markdown", no_argument, NULL, 'm' },
		{ "plot", required_argument, NULL, 'p' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	int option;

	while ((option = getopt_long(argc, argv, "", known, NULL)) != -1) {
		if (option == 'h') {
			fputs(usage_text, stdout);
			exit(0);
		}
		if (option == 'm')
			options->markdown = true;
		else if (option == 'p')
			options->plot = optarg;
		else
			return -1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct options options = { 0 };

	if (parse(&options, argc, argv))
		return 2;
	if (options.plot && strcmp(options.plot, "classic") &&
	    strcmp(options.plot, "mglru")) {
		fprintf(stderr, "rbsweep: --plot '%s' is neither classic nor mglru\n",
			options.plot);
		return 2;
	}
	if (optind == argc) {
		fputs("rbsweep: name a results file (rbsweep --help shows what it takes)\n",
		      stderr);
		return 2;
	}
	return render(argv + optind, &options);
}
