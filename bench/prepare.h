/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_PREPARE_H
#define BENCH_PREPARE_H

void prepare(const char *lru);

#endif
