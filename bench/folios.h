/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_FOLIOS_H
#define BENCH_FOLIOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Orders told apart: 0 (one page) to far above any page cache folio. */
#define FOLIO_ORDERS 24

/* One folio: its first page frame and its size in pages. */
struct folio {
	uint64_t head;
	uint64_t pages;
	bool on_lru;
};

/**
 * struct folio_map - what a mapped range consists of
 * @pages: pages of the range
 * @present: those that are in memory and mapped
 * @swapped: those that are out, in swap
 * @contpte: those in a block that arm64 can map with contiguous entries
 * @off_lru: folios that wait in a per-CPU batch instead of being on an LRU list
 * @folios: number of folios by order
 * @last: the folio met last, which may go on in the next piece
 */
struct folio_map {
	uint64_t pages;
	uint64_t present;
	uint64_t swapped;
	uint64_t contpte;
	uint64_t off_lru;
	uint64_t folios[FOLIO_ORDERS];
	struct folio last;
};

/* Answers the /proc/kpageflags word of a page frame. */
typedef uint64_t (*page_flags_fn)(void *context, uint64_t pfn);

/**
 * struct folio_source - how to look up page frames
 * @flags: the look-up
 * @context: its first argument
 * @cont_pages: pages of one contiguous block, a power of two; 0 for a machine
 *              without such blocks
 */
struct folio_source {
	page_flags_fn flags;
	void *context;
	unsigned int cont_pages;
};

void folios_add(struct folio_map *map, const struct folio_source *source,
		uint64_t vpn, const uint64_t *pagemap, size_t nr);
void folios_of_process(struct folio_map *map, pid_t pid, uint64_t start,
		       uint64_t bytes);
unsigned int folios_cont_pages(size_t page_size);

#endif
