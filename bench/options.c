// SPDX-License-Identifier: GPL-2.0-only
/* The command line of a mode: every mistake is one line and nothing is done. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "say.h"
#include "size.h"

/* Above all characters: getopt_long() answers with some of these, too. */
#define FIRST_OPTION 256

const char *const option_lru_words[] = { "classic", "mglru", NULL };

void option_size(const struct mode_option *option, const char *text,
		 void *field)
{
	if (size_parse(text, field))
		usage_error("--%s \"%s\" is no size such as 64K, 800M or 1G",
			    option->name, text);
}

void option_count(const struct mode_option *option, const char *text,
		  void *field)
{
	uint64_t *count = field;

	if (size_parse(text, count) || !*count || *count > option->max)
		usage_error("--%s \"%s\" is no number from 1 to %" PRIu64,
			    option->name, text, option->max);
}

static void __attribute__((noreturn))
refuse_word(const struct mode_option *option, const char *text)
{
	const char *const *words = option->words;
	char list[128] = "";
	size_t used = 0;
	int i;

	for (i = 0; words[i]; i++)
		used += snprintf(list + used, sizeof(list) - used, "%s%s",
				 !i ? "" : words[i + 1] ? ", " : " nor ",
				 words[i]);
	usage_error("--%s \"%s\" is neither %s", option->name, text, list);
}

/* Stores the word of the table, which outlives the command line. */
void option_choice(const struct mode_option *option, const char *text,
		   void *field)
{
	const char *const *word = option->words;

	while (*word && strcmp(*word, text))
		word++;
	if (!*word)
		refuse_word(option, text);
	*(const char **)field = *word;
}

void option_text(const struct mode_option *option, const char *text,
		 void *field)
{
	(void)option;
	*(const char **)field = text;
}

static size_t count_options(const struct mode_option *options)
{
	size_t nr = 0;

	while (options[nr].name)
		nr++;
	return nr;
}

/* The same table as getopt_long() wants it: @nr options and an end. */
static void describe(const struct mode_option *options, size_t nr,
		     struct option *described)
{
	size_t i;

	for (i = 0; i < nr; i++)
		described[i] = (struct option){ .name = options[i].name,
						.has_arg = required_argument,
						.val = FIRST_OPTION + i };
	described[nr] = (struct option){ 0 };
}

/**
 * options_parse() - take every option of a mode
 * @argc: number of arguments
 * @argv: arguments; the first is the mode's name
 * @options: the mode's options, ended by a zeroed one
 * @params: the mode's parameters, which hold the defaults
 */
void options_parse(int argc, char **argv, const struct mode_option *options,
		   void *params)
{
	size_t nr = count_options(options);
	struct option described[nr + 1];
	const struct mode_option *option;
	int got;

	describe(options, nr, described);
	opterr = 0;
	while ((got = getopt_long(argc, argv, ":", described, NULL)) != -1) {
		if (got == ':')
			usage_error("%s needs a value", argv[optind - 1]);
		if (got == '?')
			usage_error("unknown option %s", argv[optind - 1]);
		option = &options[got - FIRST_OPTION];
		option->take(option, optarg, (char *)params + option->offset);
	}
	if (optind < argc)
		usage_error("unexpected \"%s\"", argv[optind]);
}
