/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Unmapping a large file folio by the batch, for kernels whose
 * try_to_unmap_one() goes PTE by PTE. Part of mm/rmap.c, whose statics it uses.
 */
#ifndef __MM_RMAP_UNMAP_BATCH_H
#define __MM_RMAP_UNMAP_BATCH_H

#include "unmap_batch.h"

/*
 * Anonymous folios need a swap entry for each PTE, a poisoned one needs its
 * own entry, hugetlb has its own rules for PTE_CONT, and a PTE that the guest
 * declared unused is not to be counted as file memory that was written.
 */
static bool may_unmap_batch(struct folio *folio, enum ttu_flags flags)
{
	return !folio_test_anon(folio) && !folio_test_hugetlb(folio) &&
	       !(flags & TTU_HWPOISON);
}

/* The PTEs are none now. Those that were uffd-wp leave a marker each. */
static void unmap_batch_markers(struct vm_area_struct *vma, unsigned long addr,
				pte_t *ptep, pte_t pte, unsigned int nr)
{
	if (!userfaultfd_wp(vma))
		return;
	for (; nr; nr--, ptep++, addr += PAGE_SIZE)
		pte_install_uffd_wp_if_needed(vma, addr, ptep, pte);
}

/*
 * Clear the PTEs, then see to the TLB, then hand on the dirty bit: in that
 * order, as for a single PTE. get_and_clear_full_ptes() unfolds a contpte
 * block only where the batch covers a part of it, and returns the dirty and
 * young bits of all entries.
 */
static pte_t unmap_batch_clear(struct folio *folio, struct vm_area_struct *vma,
			       unsigned long addr, pte_t *ptep,
			       unsigned int nr, enum ttu_flags flags)
{
	unsigned long end = addr + nr * PAGE_SIZE;
	pte_t pte;

	flush_cache_range(vma, addr, end);
	pte = get_and_clear_full_ptes(vma->vm_mm, addr, ptep, nr, 0);
	if (should_defer_flush(vma->vm_mm, flags))
		set_tlb_ubc_range_pending(vma, pte, addr, end);
	else
		flush_tlb_range(vma, addr, end);
	if (pte_dirty(pte))
		folio_mark_dirty(folio);
	return pte;
}

/**
 * try_to_unmap_file_batch() - unmap the batch of PTEs a walk stands at
 * @folio: The large folio that is unmapped, locked by the caller.
 * @vma: The VMA that is walked.
 * @pvmw: The walk, with its page table lock held; left at the last PTE of the
 *	batch, if it stands at one.
 * @flags: As for try_to_unmap().
 *
 * Nothing here can fail, so nothing ever has to be put back. The folio lock
 * keeps the folio in the page cache until the notifier range ends.
 *
 * Return: the number of PTEs unmapped, 0 if this PTE is none for a batch.
 */
static noinline unsigned int
try_to_unmap_file_batch(struct folio *folio, struct vm_area_struct *vma,
			struct page_vma_mapped_walk *pvmw, enum ttu_flags flags)
{
	unsigned long addr = pvmw->address;
	pte_t *ptep = pvmw->pte, pte;
	struct page *page;
	unsigned int nr;

	if (!may_unmap_batch(folio, flags) || !ptep)
		return 0;
	pte = ptep_get_raw(ptep);
	if (!pte_present(pte) || pte_unused(pte))
		return 0;

	page = folio_page(folio, pte_pfn(pte) - folio_pfn(folio));
	nr = folio_unmap_batch(folio, pvmw, pte);
	pte = unmap_batch_clear(folio, vma, addr, ptep, nr, flags);
	unmap_batch_markers(vma, addr, ptep, pte, nr);

	update_hiwater_rss(vma->vm_mm);
	add_mm_counter(vma->vm_mm, mm_counter_file(folio), -(long)nr);
	folio_remove_rmap_ptes(folio, page, nr, vma);
	if (vma->vm_flags & VM_LOCKED)
		mlock_drain_local();
	folio_put_refs(folio, nr);
	pvmw_skip_batch(pvmw, nr);
	return nr;
}

#endif /* __MM_RMAP_UNMAP_BATCH_H */
