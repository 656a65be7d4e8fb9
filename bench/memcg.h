/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_MEMCG_H
#define BENCH_MEMCG_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

struct memcg {
	char dir[PATH_MAX];
};

void memcg_require(void);
void memcg_prepare(void);
void memcg_create(struct memcg *memcg);
void memcg_enter(const struct memcg *memcg);
uint64_t memcg_current(const struct memcg *memcg);
void memcg_stat(const struct memcg *memcg, char *text, size_t size);
void memcg_limit(const struct memcg *memcg, uint64_t bytes);
uint64_t memcg_oom_kills(const struct memcg *memcg);
void memcg_kill(const struct memcg *memcg);
int memcg_open_reclaim(const struct memcg *memcg);
void memcg_remove(void);

#endif
