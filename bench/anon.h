/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_ANON_H
#define BENCH_ANON_H

#include <stddef.h>
#include <stdint.h>

void *anon_map(uint64_t bytes);
void anon_fill(void *start, uint64_t bytes);
void anon_fill_page(uint64_t *words, size_t nr, uint64_t page);
void anon_drain(void);

#endif
