/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which PTEs of a file folio can be unmapped at once.
 */
#ifndef __MM_UNMAP_BATCH_H
#define __MM_UNMAP_BATCH_H

#include "young_batch.h"

/*
 * What the PTEs of a batch have to agree in: everything that decides what is
 * done about one after it was cleared. Present-invalid (PROT_NONE) or not says
 * whether it needs a flush, uffd-wp whether it leaves a marker. Hardware's
 * bits are collected over the batch, and a file PTE is never put back, so
 * dirty, young, write and soft-dirty may differ. The clean state comes first:
 * arm64 keeps a hardware dirty bit when it write-protects.
 */
static inline pte_t unmap_batch_kind(pte_t pte)
{
	pte = pte_mkclean(pte_clear_soft_dirty(pte));
	return pte_wrprotect(pte_mkold(pte));
}

/**
 * folio_unmap_batch() - length of the batch of a file folio to be unmapped
 * @folio: The large file folio.
 * @pvmw: The walk, at a present PTE of it, with its page table lock held.
 * @pte: The value of that PTE.
 *
 * Return: the number of PTEs, at least one.
 */
static inline unsigned int
folio_unmap_batch(struct folio *folio, const struct page_vma_mapped_walk *pvmw,
		  pte_t pte)
{
	unsigned long max = min(pvmw_ptes_left(pvmw),
				folio_pages_from(folio, pte_pfn(pte)));
	unsigned long nr = pte_batch_hint(pvmw->pte, pte);
	pte_t kind = unmap_batch_kind(pte);

	while (nr < max) {
		pte = ptep_get_raw(pvmw->pte + nr);
		if (!pte_same(unmap_batch_kind(pte), pte_advance_pfn(kind, nr)))
			break;
		nr += pte_batch_hint(pvmw->pte + nr, pte);
	}
	nr = min(nr, max);
	rb_count(unmap_batches, 1);
	rb_count(unmap_ptes, nr);
	return nr;
}

#endif /* __MM_UNMAP_BATCH_H */
