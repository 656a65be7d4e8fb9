/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Last include of mm/page_vma_mapped.c, whose functions are built with raw
 * reads and without. Every ptep_get() of that file asks whether an entry is
 * none, is present, and which page it maps. So none of them has to gather the
 * bits of a contpte block. Done by name and not line by line, because which
 * lines there are differs between point releases.
 */
#ifndef __MM_PVMW_RAW_H
#define __MM_PVMW_RAW_H

#include "young_batch.h"

static __always_inline bool
__page_vma_mapped_walk(struct page_vma_mapped_walk *pvmw, const bool raw);

static __always_inline pte_t pvmw_ptep_get(pte_t *ptep, const bool raw)
{
	return raw ? ptep_get_raw(ptep) : ptep_get(ptep);
}

static __always_inline pte_t pvmw_ptep_get_lockless(pte_t *ptep,
						    const bool raw)
{
	return raw ? ptep_get_raw_lockless(ptep) : ptep_get_lockless(ptep);
}

#undef ptep_get
#define ptep_get(ptep)		pvmw_ptep_get(ptep, raw)
#undef ptep_get_lockless
#define ptep_get_lockless(ptep)	pvmw_ptep_get_lockless(ptep, raw)

#endif /* __MM_PVMW_RAW_H */
