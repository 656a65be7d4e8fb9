// SPDX-License-Identifier: GPL-2.0-only
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "join.h"

static const char usage_text[] =
"usage: rbjoin --records FILE --counts FILE|none --config FILE\n"
"              --variant base|batched [--control NAME] --qemu RELEASE\n"
"              --cpu MODEL --boot N --out FILE\n"
"\n"
"Joins the records a guest wrote with the counts of the plugin and with what\n"
"only the host knows, and appends the final records to a results file: all of\n"
"them, or none when anything is wrong.\n"
"\n"
"  --records FILE   records of the bench, one a line\n"
"  --counts FILE    counts of the plugin, one region a line; none: not counted\n"
"  --config FILE    .config of the kernel that ran\n"
"  --variant NAME   base (without the patches) or batched (with them)\n"
"  --control NAME   base is the patched kernel with this control patch on top;\n"
"                   empty: it is not\n"
"  --qemu RELEASE   release of QEMU, such as 7.2.22\n"
"  --cpu MODEL      CPU model given to QEMU\n"
"  --boot N         number of the boot, from 1\n"
"  --out FILE       results file; made when there is none\n"
"\n"
"Exit status: 0 done, 1 failed, 2 wrong usage.\n";

enum {
	RECORDS,
	COUNTS,
	CONFIG,
	VARIANT,
	CONTROL,
	QEMU,
	CPU,
	BOOT,
	OUT,
	NR_OPTIONS
};

static const struct option options[] = {
	[RECORDS] = { "records", required_argument, NULL, RECORDS },
	[COUNTS] = { "counts", required_argument, NULL, COUNTS },
	[CONFIG] = { "config", required_argument, NULL, CONFIG },
	[VARIANT] = { "variant", required_argument, NULL, VARIANT },
	[CONTROL] = { "control", required_argument, NULL, CONTROL },
	[QEMU] = { "qemu", required_argument, NULL, QEMU },
	[CPU] = { "cpu", required_argument, NULL, CPU },
	[BOOT] = { "boot", required_argument, NULL, BOOT },
	[OUT] = { "out", required_argument, NULL, OUT },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 }
};

static int usage_error(const char *what, const char *value)
{
	fprintf(stderr, "rbjoin: %s%s (rbjoin --help shows what it takes)\n",
		what, value);
	return 2;
}

/* A boot is counted from 1; 0 stands for what is no such number. */
static long boot_number(const char *text)
{
	char *end;
	long boot = strtol(text, &end, 10);

	return *end || boot < 1 || boot > 1000000 ? 0 : boot;
}

static int check_values(const char * const value[NR_OPTIONS])
{
	int i;

	for (i = 0; i < NR_OPTIONS; i++) {
		if (!value[i])
			return usage_error("missing option --",
					   options[i].name);
	}
	if (strcmp(value[VARIANT], "base") && strcmp(value[VARIANT], "batched"))
		return usage_error("--variant is base or batched, not ",
				   value[VARIANT]);
	if (*value[CONTROL] && strcmp(value[VARIANT], "base"))
		return usage_error("--control goes with --variant base, not ",
				   value[VARIANT]);
	if (!boot_number(value[BOOT]))
		return usage_error("--boot is a number from 1, not ",
				   value[BOOT]);
	return 0;
}

static int fill_join(struct join *join, const char * const value[NR_OPTIONS])
{
	int ret = check_values(value);

	if (ret)
		return ret;
	*join = (struct join){
		.records = value[RECORDS],
		.counts = strcmp(value[COUNTS], "none") ? value[COUNTS] : NULL,
		.config = value[CONFIG],
		.variant = value[VARIANT],
		.control = *value[CONTROL] ? value[CONTROL] : NULL,
		.qemu = value[QEMU],
		.cpu = value[CPU],
		.boot = boot_number(value[BOOT]),
		.out = value[OUT],
	};
	return 0;
}

int main(int argc, char **argv)
{
	const char *value[NR_OPTIONS] = { [CONTROL] = "" };
	struct problem problem;
	struct join join;
	int option, ret;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 'h') {
			fputs(usage_text, stdout);
			return 0;
		}
		if (option == '?')
			return 2;
		value[option] = optarg;
	}
	if (optind < argc)
		return usage_error("unexpected argument ", argv[optind]);
	ret = fill_join(&join, value);
	if (ret)
		return ret;
	if (join_run(&join, &problem)) {
		fprintf(stderr, "rbjoin: %s\n", problem.text);
		return 1;
	}
	return 0;
}
