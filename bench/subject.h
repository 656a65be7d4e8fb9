/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_SUBJECT_H
#define BENCH_SUBJECT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "memcg.h"

/**
 * struct subject - the process whose memory is reclaimed
 * @memcg: its cgroup
 * @pid: the process, asleep in a read() once it is ready
 * @start: first address of its mapping
 * @hold: keeps it asleep; a byte has it take its step, closing it lets it end
 * @ready: tells the parent what was reached
 */
struct subject {
	struct memcg memcg;
	pid_t pid;
	uint64_t start;
	int hold;
	int ready;
};

/**
 * struct work - what a subject does, in its own process
 * @build: makes the mapping; returns its first address
 * @step: what subject_step() has it do with that; NULL for nothing
 * @what: first argument of both
 */
struct work {
	void *(*build)(const void *what);
	void (*step)(const void *what, void *start);
	const void *what;
};

void *share_memory(size_t bytes);
void subject_start(struct subject *subject, struct work work);
void subject_step(struct subject *subject);
void subject_end(struct subject *subject);

#endif
