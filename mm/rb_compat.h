/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What batched reclaim needs from core mm and each kernel line has otherwise.
 * No other file of core mm looks at the kernel's version.
 */
#ifndef __MM_RB_COMPAT_H
#define __MM_RB_COMPAT_H

#include <linux/mm.h>
#include <linux/mmu_notifier.h>
#include <linux/mm_inline.h>
#include <linux/pgtable.h>
#include <linux/rmap.h>
#include <linux/version.h>

#include "internal.h"

#if KERNEL_VERSION(7, 0, 0) > LINUX_VERSION_CODE
#define rb_lruvec_unlock_irq	unlock_page_lruvec_irq
#else
#define rb_lruvec_unlock_irq	lruvec_unlock_irq
#endif

/* mm/vmscan.c is built without an MMU, too. */
#ifdef CONFIG_MMU

/*
 * For readers that look at nothing hardware updates: presence, page frame,
 * membership of a contpte block. An architecture whose ptep_get() gathers
 * more than that overrides it with a single load, which is good without the
 * page table lock as well.
 */
#ifdef ptep_get_raw
#define ptep_get_raw_lockless ptep_get_raw
#else
#define ptep_get_raw ptep_get
#define ptep_get_raw_lockless ptep_get_lockless
#endif

#ifndef ptep_get_young
/**
 * ptep_get_young() - a PTE for readers of its young bit, not of its dirty bit
 * @ptep: The PTE.
 * @nr: Set to how many PTEs, this one the first, are young or old together.
 *
 * Context: The caller holds the page table lock.
 *
 * Return: the PTE.
 */
static inline pte_t ptep_get_young(pte_t *ptep, unsigned int *nr)
{
	pte_t pte = ptep_get(ptep);

	*nr = pte_batch_hint(ptep, pte);
	return pte;
}
#endif

#if KERNEL_VERSION(7, 0, 0) > LINUX_VERSION_CODE

#ifndef test_and_clear_young_ptes
/**
 * test_and_clear_young_ptes() - clear the young bit of consecutive PTEs
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
 * Return: true if any PTE was young.
 */
static inline bool test_and_clear_young_ptes(struct vm_area_struct *vma,
					     unsigned long addr, pte_t *ptep,
					     unsigned int nr)
{
	bool young = false;

	for (; nr; nr--, ptep++, addr += PAGE_SIZE)
		young |= ptep_test_and_clear_young(vma, addr, ptep);
	return young;
}
#endif

#ifndef clear_flush_young_ptes
/* test_and_clear_young_ptes(), and stale young translations are flushed. */
static inline bool clear_flush_young_ptes(struct vm_area_struct *vma,
					  unsigned long addr, pte_t *ptep,
					  unsigned int nr)
{
	bool young = false;

	for (; nr; nr--, ptep++, addr += PAGE_SIZE)
		young |= ptep_clear_flush_young(vma, addr, ptep);
	return young;
}
#endif

#ifdef CONFIG_MMU_NOTIFIER
/*
 * Secondary MMUs are asked about what the caller asked for and no more. They
 * are asked even when every PTE is old: a guest may have used the page.
 */
static inline bool
test_and_clear_young_ptes_notify(struct vm_area_struct *vma, unsigned long addr,
				 pte_t *ptep, unsigned int nr)
{
	bool young = test_and_clear_young_ptes(vma, addr, ptep, nr);

	return mmu_notifier_clear_young(vma->vm_mm, addr,
					addr + nr * PAGE_SIZE) || young;
}

static inline bool
clear_flush_young_ptes_notify(struct vm_area_struct *vma, unsigned long addr,
			      pte_t *ptep, unsigned int nr)
{
	bool young = clear_flush_young_ptes(vma, addr, ptep, nr);

	return mmu_notifier_clear_flush_young(vma->vm_mm, addr,
					      addr + nr * PAGE_SIZE) || young;
}
#else
#define test_and_clear_young_ptes_notify test_and_clear_young_ptes
#define clear_flush_young_ptes_notify clear_flush_young_ptes

static inline int mmu_notifier_clear_young(struct mm_struct *mm,
					   unsigned long start,
					   unsigned long end)
{
	return 0;
}
#endif

/*
 * The reverse map of a device-exclusive entry was dropped when the entry was
 * made, so it is none of the mappings a walk counts down.
 */
#define RB_EXCLUSIVE_MAPPINGS	0

#define rb_lru_gen_looks_around()	lru_gen_enabled()

#if defined(CONFIG_ARCH_WANT_BATCHED_UNMAP_TLB_FLUSH) && \
	!defined(arch_tlbbatch_add_range)
/* arch_tlbbatch_add_pending() for more than one page. */
static inline void arch_tlbbatch_add_range(struct arch_tlbflush_unmap_batch *batch,
					   struct vm_area_struct *vma,
					   unsigned long start,
					   unsigned long end)
{
	for (; start < end; start += PAGE_SIZE)
		arch_tlbbatch_add_pending(batch, vma->vm_mm, start);
}
#endif

#else

#define RB_EXCLUSIVE_MAPPINGS	1

/* While the LRU is being switched, nobody knows where the neighbours are. */
#define rb_lru_gen_looks_around() \
	(lru_gen_enabled() && !lru_gen_switching())

#endif /* before 7.0 */

#endif /* CONFIG_MMU */

#endif /* __MM_RB_COMPAT_H */
