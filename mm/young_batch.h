/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Batches of PTEs whose age is asked for at once.
 *
 * A batch is a run of consecutive present PTEs that map consecutive pages of
 * one large folio. Which other bits they have does not matter, the young bit
 * is cleared in each by itself: writable next to read-only, uffd-wp,
 * soft-dirty and PROT_NONE entries make one batch.
 */
#ifndef __MM_YOUNG_BATCH_H
#define __MM_YOUNG_BATCH_H

#include <linux/rmap.h>

#include "rb_compat.h"
#include "reclaim_batch.h"

/*
 * ptep_get() where presence and page frame are looked at. The switch gives
 * back the gathering of a contpte block's access and dirty bits.
 */
static inline pte_t rb_ptep_get_raw(pte_t *ptep)
{
	return rb_on(raw_reads) ? ptep_get_raw(ptep) : ptep_get(ptep);
}

bool page_vma_mapped_walk_raw(struct page_vma_mapped_walk *pvmw);

/* lru_gen_look_around() at a batch of @nr PTEs, none of them asked before. */
bool lru_gen_look_around_batch(struct page_vma_mapped_walk *pvmw,
			       unsigned int nr);

/* Walks for whose caller no PTE's access or dirty bits matter. */
static inline bool pvmw_walk(struct page_vma_mapped_walk *pvmw)
{
	if (IS_ENABLED(CONFIG_ARM64_CONTPTE) && rb_on(raw_reads))
		return page_vma_mapped_walk_raw(pvmw);
	return page_vma_mapped_walk(pvmw);
}

static inline unsigned long folio_pages_from(struct folio *folio,
					     unsigned long pfn)
{
	return folio_pfn(folio) + folio_nr_pages(folio) - pfn;
}

/**
 * folio_young_batch() - length of the batch at a PTE of a large folio
 * @folio: The folio.
 * @ptep: The PTE.
 * @pte: Its value, present, mapping a page of @folio.
 * @max: PTEs to the end of the VMA or the page table, whichever comes first.
 *
 * Entries of a contpte block behind the first one looked at are not read: a
 * block maps consecutive pages of one folio by construction.
 *
 * Context: The caller holds the page table lock.
 *
 * Return: the number of PTEs, at least one.
 */
static inline unsigned int folio_young_batch(struct folio *folio, pte_t *ptep,
					     pte_t pte, unsigned long max)
{
	unsigned long pfn = pte_pfn(pte);
	unsigned long nr = pte_batch_hint(ptep, pte);

	max = min(max, folio_pages_from(folio, pfn));
	while (nr < max) {
		pte = ptep_get_raw(ptep + nr);
		if (!pte_present(pte) || pte_pfn(pte) != pfn + nr)
			break;
		nr += pte_batch_hint(ptep + nr, pte);
	}
	return min(nr, max);
}

/*
 * PTEs from a walk's position to the end of the VMA or the page table. Not by
 * pmd_addr_end(), which with two levels of tables knows no end but the VMA's.
 */
static inline unsigned long pvmw_ptes_left(const struct page_vma_mapped_walk *pvmw)
{
	unsigned long addr = pvmw->address;
	unsigned long last = min(addr | ~PMD_MASK, pvmw->vma->vm_end - 1);

	return (last + 1 - addr) >> PAGE_SHIFT;
}

/*
 * Leave a walk at the last PTE of a batch, as if it had stopped at each. That
 * PTE is in the same table, so neither its mapping nor its lock changes.
 */
static inline void pvmw_skip_batch(struct page_vma_mapped_walk *pvmw,
				   unsigned int nr)
{
	if (nr <= 1)
		return;
	pvmw->pte += nr - 1;
	pvmw->address += (nr - 1) * PAGE_SIZE;
}

/**
 * pvmw_test_and_clear_young() - clear young in the batch a walk stands at
 * @folio: The folio that is walked.
 * @pvmw: The walk, at a PTE; left at the last PTE of the batch.
 *
 * A device-exclusive entry is old for the CPU, and the device is asked.
 * Nothing is flushed.
 *
 * Return: true if any PTE, or a secondary MMU, was young.
 */
static inline bool pvmw_test_and_clear_young(struct folio *folio,
					     struct page_vma_mapped_walk *pvmw)
{
	struct vm_area_struct *vma = pvmw->vma;
	unsigned long addr = pvmw->address;
	pte_t *ptep = pvmw->pte;
	pte_t pte = ptep_get_raw(ptep);
	unsigned int nr = 1;

	if (!pte_present(pte))
		return mmu_notifier_clear_young(vma->vm_mm, addr,
						addr + PAGE_SIZE);

	if (folio_test_large(folio) && rb_on(young))
		nr = folio_young_batch(folio, ptep, pte, pvmw_ptes_left(pvmw));
	pvmw_skip_batch(pvmw, nr);
	return test_and_clear_young_ptes_notify(vma, addr, ptep, nr);
}

#endif /* __MM_YOUNG_BATCH_H */
