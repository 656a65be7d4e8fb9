// SPDX-License-Identifier: GPL-2.0-only
/* reclaimbench: picks the mode and leaves the rest to it. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mode.h"
#include "say.h"

/* One line per mode, by name. */
static const struct mode *const modes[] = {
	&bystander_mode,
	&dirty_mode,
	&file_mmap_mode,
	&pageout_mode,
};

#define NR_MODES (sizeof(modes) / sizeof(modes[0]))

static void print_help(void)
{
	size_t i;

	printf("Usage: reclaimbench MODE OPTION...\n"
	       "Measures one step of memory reclaim and prints one JSON record per run.\n"
	       "Needs root, cgroup v2 with the memory controller, and Linux 5.19 or newer.\n"
	       "Records go to standard output, progress and problems to standard error.\n"
	       "Exit status: 0 done, 1 a run failed, 2 wrong use.\n");
	for (i = 0; i < NR_MODES; i++)
		printf("\n%s: %s\n%s", modes[i]->name, modes[i]->summary,
		       modes[i]->help);
}

static bool asks_for_help(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
			return true;
	return false;
}

static const struct mode *find_mode(const char *name)
{
	size_t i;

	for (i = 0; i < NR_MODES; i++)
		if (!strcmp(modes[i]->name, name))
			return modes[i];
	usage_error("unknown mode \"%s\"", name);
}

int main(int argc, char **argv)
{
	if (asks_for_help(argc, argv)) {
		print_help();
		return EXIT_SUCCESS;
	}
	if (argc < 2)
		usage_error("no mode given");
	find_mode(argv[1])->run(argc - 1, argv + 1);
	return EXIT_SUCCESS;
}
