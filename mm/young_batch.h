/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Young checks for a batch of PTEs: the part that knows no architecture.
 */
#ifndef __MM_YOUNG_BATCH_H
#define __MM_YOUNG_BATCH_H

#include <linux/mm.h>
#include <linux/mmu_notifier.h>
#include <linux/pgtable.h>

/*
 * For readers that look at nothing hardware updates: presence, page frame,
 * membership of a contpte block. An architecture whose ptep_get() gathers
 * more than that overrides it.
 */
#ifndef ptep_get_raw
static inline pte_t ptep_get_raw(pte_t *ptep)
{
	return ptep_get(ptep);
}
#endif

#ifndef clear_flush_young_ptes
/**
 * clear_flush_young_ptes() - clear the young bit of consecutive PTEs and flush
 * @vma: The VMA the PTEs are mapped in.
 * @addr: Address the first PTE maps.
 * @ptep: The first PTE.
 * @nr: Number of PTEs, at least one.
 *
 * The PTEs need not agree in any bit. An architecture may clear more young
 * bits than asked where its hardware keeps one for several PTEs, as long as
 * these map the same folio.
 *
 * Context: The caller holds the page table lock; all PTEs are in one table.
 *
 * Return: 1 if any PTE was young, 0 otherwise.
 */
static inline int clear_flush_young_ptes(struct vm_area_struct *vma,
					 unsigned long addr, pte_t *ptep,
					 unsigned int nr)
{
	int young = 0;

	for (; nr; nr--, ptep++, addr += PAGE_SIZE)
		young |= ptep_clear_flush_young(vma, addr, ptep);
	return young;
}
#endif

/*
 * Secondary MMUs are asked about what the caller asked for and no more. They
 * are asked even when every PTE is old: a guest may have used the page.
 */
static inline int clear_flush_young_ptes_notify(struct vm_area_struct *vma,
						unsigned long addr, pte_t *ptep,
						unsigned int nr)
{
	int young = clear_flush_young_ptes(vma, addr, ptep, nr);

	young |= mmu_notifier_clear_flush_young(vma->vm_mm, addr,
						addr + nr * PAGE_SIZE);
	return young;
}

#endif /* __MM_YOUNG_BATCH_H */
