/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <getopt.h>
#include <stdint.h>

#define MAX_REPS 10000

/* Takes one option, whose text is optarg, into @params. */
typedef void (*option_fn)(void *params, int option);

void options_parse(int argc, char **argv, const struct option *options,
		   option_fn set, void *params);
uint64_t option_size(const char *name, const char *text);
uint64_t option_count(const char *name, const char *text, uint64_t max);
const char *option_choice(const char *name, const char *text,
			  const char *const choices[]);
const char *option_lru(const char *text);

#endif
