/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_LRU_H
#define BENCH_LRU_H

const char *lru_now(void);
void lru_select(const char *wanted);

#endif
