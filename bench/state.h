/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_STATE_H
#define BENCH_STATE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "folios.h"
#include "pagecache.h"
#include "subject.h"

/* Room for a histogram in words, "4 KiB: 12, 64 KiB: 16380, ...". */
#define HISTOGRAM_TEXT 512

bool state_uniform(const struct folio_map *map, size_t page_size,
		   uint64_t folio);
const char *state_histogram(const struct folio_map *map, size_t page_size,
			    char text[HISTOGRAM_TEXT]);
json_t *state_folio_kib(const struct folio_map *map, size_t page_size);
json_t *state_contpte_pct(const struct folio_map *map, uint64_t pmd_pages);
bool state_by_ptes(const struct folio_map *map, uint64_t pmd_bytes,
		   uint64_t folio_pages, unsigned int cont_pages);
json_t *state_prove(const struct subject *subject, const struct hole *hole,
		    const char *dir);
json_t *state_prove_anon(const struct subject *subject, uint64_t bytes,
			 uint64_t folio);
json_t *state_unmapped(void);

#endif
