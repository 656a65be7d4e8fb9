/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_RECLAIM_H
#define BENCH_RECLAIM_H

#include <stdint.h>

#include "measure.h"
#include "memcg.h"

int reclaim_bytes(const struct memcg *memcg, uint64_t bytes,
		  struct measurement *measured);

#endif
