/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Young checks for a batch of PTEs: the inline part.
 *
 * Included at the end of asm/pgtable.h, so that linux/pgtable.h and core mm
 * see the overrides. A single PTE that is no part of a contpte block is
 * answered here; everything else goes out of line to mm/young_batch.c.
 */
#ifndef __ASM_YOUNG_BATCH_H
#define __ASM_YOUNG_BATCH_H

/*
 * The PTE as it stands in the table. ptep_get() on a contpte entry gathers
 * the access and dirty bits of the whole block, CONT_PTES loads; a reader
 * that only wants to know whether an entry is present, which page it maps or
 * whether it belongs to a contpte block has no use for them.
 */
#define ptep_get_raw ptep_get_raw
static inline pte_t ptep_get_raw(pte_t *ptep)
{
	return __ptep_get(ptep);
}

int __clear_flush_young_ptes(struct vm_area_struct *vma, unsigned long addr,
			     pte_t *ptep, unsigned int nr);

#ifdef CONFIG_ARM64_CONTPTE
int contpte_clear_flush_young_ptes(struct vm_area_struct *vma,
				   unsigned long addr, pte_t *ptep,
				   unsigned int nr);
#else
#define contpte_clear_flush_young_ptes __clear_flush_young_ptes
#endif

/*
 * pte_valid_cont() and not pte_cont(): a non-present entry may have any bit
 * pattern where a valid one has PTE_CONT, and it never stands for a block.
 *
 * PTE_AF is bit 10, which in a non-present entry is the top bit of the swap
 * type. So a non-present entry is never young, and above all never written.
 *
 * An old PTE is left alone without an atomic: hardware setting AF right after
 * the load is the same as setting it right after a cmpxchg that found it old.
 */
#define clear_flush_young_ptes clear_flush_young_ptes
static inline int clear_flush_young_ptes(struct vm_area_struct *vma,
					 unsigned long addr, pte_t *ptep,
					 unsigned int nr)
{
	pte_t pte = __ptep_get(ptep);

	if (unlikely(nr > 1 || pte_valid_cont(pte)))
		return contpte_clear_flush_young_ptes(vma, addr, ptep, nr);
	if (!pte_present(pte) || !pte_young(pte))
		return 0;
	return __ptep_clear_flush_young(vma, addr, ptep);
}

#endif /* __ASM_YOUNG_BATCH_H */
