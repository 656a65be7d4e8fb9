/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How many PTEs a reverse map walk may ask for their age at once.
 */
#ifndef __MM_RMAP_YOUNG_BATCH_H
#define __MM_RMAP_YOUNG_BATCH_H

#include <linux/rmap.h>

#include "young_batch.h"

/**
 * folio_young_batch() - consecutive PTEs of a large folio from a walk's position
 * @folio: The large folio that is being walked.
 * @pvmw: The walk, standing at a PTE, with its page table lock held.
 *
 * Which bits the PTEs have besides does not matter, the young bit is cleared
 * in each by itself: writable next to read-only, uffd-wp, soft-dirty and
 * PROT_NONE entries make one batch. A hole, another page or a non-present
 * entry ends it, and so does the end of the folio, the VMA or the page table.
 *
 * Return: the number of PTEs, at least one. It is one for a device-exclusive
 * entry, the only non-present one such a walk stops at with a folio on an LRU.
 */
static inline unsigned int folio_young_batch(struct folio *folio,
		const struct page_vma_mapped_walk *pvmw)
{
	unsigned long addr = pvmw->address;
	pte_t pte = ptep_get_raw(pvmw->pte);
	unsigned long pfn = pte_pfn(pte);
	unsigned long max, nr;

	if (!pte_present(pte))
		return 1;

	max = min((pmd_addr_end(addr, pvmw->vma->vm_end) - addr) >> PAGE_SHIFT,
		  folio_pfn(folio) + folio_nr_pages(folio) - pfn);
	nr = pte_batch_hint(pvmw->pte, pte);
	while (nr < max) {
		pte = ptep_get_raw(pvmw->pte + nr);
		if (!pte_present(pte) || pte_pfn(pte) != pfn + nr)
			break;
		nr += pte_batch_hint(pvmw->pte + nr, pte);
	}
	return min(nr, max);
}

/*
 * Leave the walk at the last PTE of a batch, as if it had stopped at each.
 * That PTE is in the same table, so neither the mapping of the table nor its
 * lock changes.
 */
static inline void pvmw_skip_batch(struct page_vma_mapped_walk *pvmw,
				   unsigned int nr)
{
	pvmw->pte += nr - 1;
	pvmw->address += (nr - 1) * PAGE_SIZE;
}

#endif /* __MM_RMAP_YOUNG_BATCH_H */
