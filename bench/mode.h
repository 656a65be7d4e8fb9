/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_MODE_H
#define BENCH_MODE_H

/**
 * struct mode - one benchmark
 * @name: first word of the command line
 * @summary: one line for the list of modes
 * @help: the options, as printed by --help
 * @run: runs it; @argv[0] is the name; returns only if all went well
 */
struct mode {
	const char *name;
	const char *summary;
	const char *help;
	void (*run)(int argc, char **argv);
};

extern const struct mode bystander_mode;
extern const struct mode dirty_mode;
extern const struct mode file_mmap_mode;
extern const struct mode pageout_mode;

#endif
