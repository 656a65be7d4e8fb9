/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#define MAX_REPS 10000

/**
 * struct mode_option - one option of a mode; each has a value
 * @name: as people write it, without the dashes
 * @take: puts the value of @text into @field, or ends as for wrong use
 * @offset: of that field in the mode's parameters
 * @max: the largest count
 * @words: the choices, ended by NULL
 */
struct mode_option {
	const char *name;
	void (*take)(const struct mode_option *option, const char *text,
		     void *field);
	size_t offset;
	uint64_t max;
	const char *const *words;
};

/*
 * A mode's table is made of these, one a line, and ends with a zeroed one.
 * PARAMS is the type of its parameters. @take stores through a void pointer:
 * a FIELD that is not of the type it stores does not compile.
 */
#define OPTION(NAME, PARAMS, FIELD, TYPE, ...) { \
	.name = NAME, \
	.offset = _Generic(((PARAMS *)0)->FIELD, \
			   TYPE: offsetof(PARAMS, FIELD)), \
	__VA_ARGS__ \
}
#define OPTION_SIZE(NAME, PARAMS, FIELD) \
	OPTION(NAME, PARAMS, FIELD, uint64_t, .take = option_size)
#define OPTION_COUNT(NAME, PARAMS, FIELD, MAX) \
	OPTION(NAME, PARAMS, FIELD, uint64_t, .take = option_count, .max = MAX)
#define OPTION_CHOICE(NAME, PARAMS, FIELD, WORDS) \
	OPTION(NAME, PARAMS, FIELD, const char *, .take = option_choice, \
	       .words = WORDS)
#define OPTION_LRU(PARAMS, FIELD) \
	OPTION_CHOICE("lru", PARAMS, FIELD, option_lru_words)
#define OPTION_TEXT(NAME, PARAMS, FIELD) \
	OPTION(NAME, PARAMS, FIELD, const char *, .take = option_text)

extern const char *const option_lru_words[];

void option_size(const struct mode_option *option, const char *text,
		 void *field);
void option_count(const struct mode_option *option, const char *text,
		  void *field);
void option_choice(const struct mode_option *option, const char *text,
		   void *field);
void option_text(const struct mode_option *option, const char *text,
		 void *field);
void options_parse(int argc, char **argv, const struct mode_option *options,
		   void *params);

#endif
