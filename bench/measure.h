/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <jansson.h>
#include <stdint.h>
#include <sys/resource.h>
#include <time.h>

#include "interrupts.h"
#include "memcg.h"
#include "stat.h"

/* The machine at one moment. */
struct moment {
	uint64_t current;
	struct timespec clock;
	struct rusage usage;
	char vmstat[STAT_TEXT];
	char memcg[STAT_TEXT];
	char batch[STAT_TEXT];
	struct interrupts interrupts;
};

/**
 * struct step - what is measured
 * @who: whose processor time it takes: RUSAGE_THREAD, which a zeroed step does
 *       not have, or RUSAGE_CHILDREN that were waited for
 * @before: the machine right before it
 * @after: and right after
 */
struct step {
	int who;
	struct moment before;
	struct moment after;
};

/* The cost and the effect of one step; "time" objects of a record. */
struct measurement {
	uint64_t reclaimed;
	json_t *time;
	json_t *vmstat;
	json_t *memcg;
	json_t *batch;
	struct interrupts interrupts;
};

void measure_settle(void);
void measure_before(struct step *step, const struct memcg *memcg);
void measure_after(struct step *step, const struct memcg *memcg);
struct measurement measure_difference(const struct step *step);

#endif
