/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_RATE_H
#define BENCH_RATE_H

#include <stdint.h>

/* How far somebody has come at one moment. */
struct reading {
	uint64_t accesses;
	int64_t ns;
};

double rate_between(const struct reading *from, const struct reading *to);
double rate_lost_pct(double before, double during);

#endif
