// SPDX-License-Identifier: GPL-2.0-only
/* The command line of a mode: every mistake is one line and nothing is done. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "options.h"
#include "say.h"
#include "size.h"

/**
 * options_parse() - hand every option of a mode to it
 * @argc: number of arguments
 * @argv: arguments; the first is the mode's name
 * @options: long options, ended by a zeroed one
 * @set: called for each
 * @params: its first argument
 */
void options_parse(int argc, char **argv, const struct option *options,
		   option_fn set, void *params)
{
	int option;

	opterr = 0;
	while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
		if (option == ':')
			usage_error("%s needs a value", argv[optind - 1]);
		if (option == '?')
			usage_error("unknown option %s", argv[optind - 1]);
		set(params, option);
	}
	if (optind < argc)
		usage_error("unexpected \"%s\"", argv[optind]);
}

uint64_t option_size(const char *name, const char *text)
{
	uint64_t bytes;

	if (size_parse(text, &bytes))
		usage_error("--%s \"%s\" is no size such as 64K, 800M or 1G",
			    name, text);
	return bytes;
}

uint64_t option_count(const char *name, const char *text, uint64_t max)
{
	uint64_t count;

	if (size_parse(text, &count) || !count || count > max)
		usage_error("--%s \"%s\" is no number from 1 to %" PRIu64, name,
			    text, max);
	return count;
}

/* Return: the one of @choices, which NULL ends, that @text is. */
const char *option_choice(const char *name, const char *text,
			  const char *const choices[])
{
	char words[128] = "";
	size_t used = 0;
	int i;

	for (i = 0; choices[i]; i++) {
		if (!strcmp(choices[i], text))
			return choices[i];
		used += snprintf(words + used, sizeof(words) - used, "%s%s",
				 !i ? "" : choices[i + 1] ? ", " : " nor ",
				 choices[i]);
	}
	usage_error("--%s \"%s\" is neither %s", name, text, words);
}

const char *option_lru(const char *text)
{
	static const char *const choices[] = { "classic", "mglru", NULL };

	return option_choice("lru", text, choices);
}
