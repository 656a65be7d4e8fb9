// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "ktap.h"

static const char usage_text[] =
"usage: rbktap NAME FILE\n"
"\n"
"Prints the results of a kernel's KUnit tests, one a line, from the log FILE of\n"
"its console: \"ok NAME SUITE.CASE\", with \"# SKIP why\" where a test was skipped,\n"
"or \"not ok NAME SUITE.CASE\" and what the test had to say. Tests that were\n"
"announced and did not run have failed.\n"
"\n"
"Exit status: 0 all tests ran and none failed, 1 otherwise, 2 wrong usage.\n";

static int report(const char *name, const char *file)
{
	FILE *console = fopen(file, "r");
	bool ok;

	if (!console) {
		fprintf(stderr, "rbktap: %s: %s\n", file, strerror(errno));
		return 1;
	}
	ok = ktap_report(console, name, stdout);
	if (ferror(console)) {
		fprintf(stderr, "rbktap: cannot read %s\n", file);
		ok = false;
	}
	fclose(console);
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "rbktap: cannot write: %s\n", strerror(errno));
		ok = false;
	}
	return !ok;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option != 'h')
			return 2;
		fputs(usage_text, stdout);
		return 0;
	}
	if (argc - optind != 2) {
		fputs("rbktap: give a name and the log of a console (rbktap --help shows what for)\n",
		      stderr);
		return 2;
	}
	return report(argv[optind], argv[optind + 1]);
}
