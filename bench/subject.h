/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_SUBJECT_H
#define BENCH_SUBJECT_H

#include <stdint.h>
#include <sys/types.h>

#include "memcg.h"

/**
 * struct subject - the process whose memory is reclaimed
 * @pid: the process, asleep in a read() once it is ready
 * @start: first address of its mapping
 * @hold: keeps it asleep; closing it lets the process end
 */
struct subject {
	pid_t pid;
	uint64_t start;
	int hold;
};

/* Builds the mapping inside the subject; returns its first address. */
typedef void *(*subject_fn)(const void *argument);

void subject_start(struct subject *subject, const struct memcg *memcg,
		   subject_fn build, const void *argument);
void subject_end(struct subject *subject);

#endif
