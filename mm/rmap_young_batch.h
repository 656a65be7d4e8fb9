/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The age of a folio in one VMA, asked for by the batch. Used by mm/rmap.c.
 */
#ifndef __MM_RMAP_YOUNG_BATCH_H
#define __MM_RMAP_YOUNG_BATCH_H

#include "young_batch.h"

/*
 * Whether folio_referenced() goes by the batch. It is built both ways, so that
 * neither pays for the choice at every PTE. MGLRU looks around at each batch,
 * by its own batches too, and is the kernel's own when that is switched off.
 */
static inline bool rb_rmap_batches(void)
{
	return rb_on(young) && (rb_on(mglru) || !lru_gen_enabled());
}

static inline unsigned int pvmw_young_batch(struct folio *folio,
					    struct page_vma_mapped_walk *pvmw,
					    pte_t pte)
{
	unsigned int nr;

	if (!folio_test_large(folio))
		return 1;
	nr = folio_young_batch(folio, pvmw->pte, pte, pvmw_ptes_left(pvmw));
	rb_count(young_batches, 1);
	rb_count(young_ptes, nr);
	return nr;
}

/**
 * pvmw_referenced() - was the folio used through the PTEs a walk stands at?
 * @folio: The folio that is walked.
 * @pvmw: The walk, at a PTE, with its page table lock held; not moved.
 * @referenced: Incremented if so.
 *
 * A device-exclusive entry is the only non-present one such a walk stops at
 * with a folio that is on an LRU. It is old for the CPU, its bits are not
 * those of a PTE and stay untouched, and the device is asked.
 *
 * Return: the number of PTEs that were asked, which the caller has to step
 * over and to count as mappings seen. Zero for an entry that is none.
 */
static inline unsigned int pvmw_referenced(struct folio *folio,
					   struct page_vma_mapped_walk *pvmw,
					   int *referenced)
{
	struct vm_area_struct *vma = pvmw->vma;
	unsigned long addr = pvmw->address;
	pte_t pte = ptep_get_raw(pvmw->pte);
	unsigned int nr;
	bool young;

	if (unlikely(!pte_present(pte))) {
		if (mmu_notifier_clear_flush_young(vma->vm_mm, addr,
						   addr + PAGE_SIZE))
			(*referenced)++;
		return RB_EXCLUSIVE_MAPPINGS;
	}

	nr = pvmw_young_batch(folio, pvmw, pte);
	if (rb_lru_gen_looks_around())
		young = lru_gen_look_around_batch(pvmw, nr);
	else
		young = clear_flush_young_ptes_notify(vma, addr, pvmw->pte, nr);
	if (young)
		(*referenced)++;
	return nr;
}

#endif /* __MM_RMAP_YOUNG_BATCH_H */
