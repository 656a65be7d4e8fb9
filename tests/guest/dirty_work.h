/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef TESTS_DIRTY_WORK_H
#define TESTS_DIRTY_WORK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcg.h"

#define WRITERS 4

/**
 * struct work - threads that write memory and check it, and some that have it
 *	paged out
 * @start: The memory.
 * @pages: Its pages.
 * @page: Bytes of one.
 * @block: Pages of a block, which one writer has: those of a folio.
 * @sequence: What was written last to each page; 0 is nothing, so zeroes.
 * @memcg: Where memory.reclaim is written.
 * @stop: Ends all threads.
 * @next: Each writer's number.
 * @visits: Pages checked and written.
 * @lost: Words that were not what was written.
 * @gone: Pages that raised SIGBUS, and were begun again.
 * @threads: The writers, the one who reclaims and the one who pages out.
 */
struct work {
	char *start;
	size_t pages;
	size_t page;
	size_t block;
	uint64_t *sequence;
	const struct memcg *memcg;
	atomic_bool stop;
	atomic_uint next;
	atomic_ulong visits;
	atomic_ulong lost;
	atomic_ulong gone;
	pthread_t threads[WRITERS + 2];
};

void work_prepare(struct work *work, uint64_t bytes, uint64_t folio);
void work_start(struct work *work, const struct memcg *memcg);
void work_end(struct work *work);
void work_check(struct work *work);

#endif
