/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <jansson.h>
#include <stdint.h>
#include <sys/resource.h>
#include <time.h>

#include "memcg.h"
#include "stat.h"

/* The machine at one moment. */
struct moment {
	uint64_t current;
	struct timespec clock;
	struct rusage usage;
	char vmstat[STAT_TEXT];
	char memcg[STAT_TEXT];
};

/* The cost and the effect of one step; "time" objects of a record. */
struct measurement {
	uint64_t reclaimed;
	json_t *time;
	json_t *vmstat;
	json_t *memcg;
};

void measure_settle(void);
void measure_before(struct moment *before, const struct memcg *memcg);
void measure_after(struct moment *after, const struct memcg *memcg);
struct measurement measure_difference(const struct moment *before,
				      const struct moment *after);

#endif
