/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_PAGECACHE_H
#define BENCH_PAGECACHE_H

#include <stdbool.h>
#include <stdint.h>

/* The smallest alignment at which every block and PMD mapping can form. */
#define MAP_ALIGN	(UINT64_C(2) << 20)
#define MAX_FOLIO	(UINT64_C(2) << 20)

/**
 * struct hole - an unnamed sparse file whose page cache gets one folio size
 * @fd: what it is filled through
 * @map_fd: a second opening with default read-ahead, to map
 * @lead: bytes before the part that is used
 * @bytes: size of the used part
 * @folio: bytes of each folio
 * @by_ptes: map it where no PMD can, but every contiguous block
 */
struct hole {
	int fd;
	int map_fd;
	uint64_t lead;
	uint64_t bytes;
	uint64_t folio;
	bool by_ptes;
};

void hole_open(struct hole *hole, const char *dir, uint64_t bytes,
	       uint64_t folio);
void hole_fill(const struct hole *hole);
void *hole_map(const struct hole *hole);
void hole_close(struct hole *hole);

#endif
