/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Young checks for a batch of PTEs: the inline part.
 *
 * Included at the end of asm/pgtable.h, so that linux/pgtable.h and core mm
 * see the overrides. A single PTE that is no part of a contpte block is
 * answered here; everything else goes out of line to mm/young_batch.c, or to
 * what contpte.c has of its own when that is switched off.
 */
#ifndef __ASM_YOUNG_BATCH_H
#define __ASM_YOUNG_BATCH_H

void young_page_flush(struct vm_area_struct *vma, unsigned long addr);
bool __test_and_clear_young_ptes(struct vm_area_struct *vma, unsigned long addr,
				 pte_t *ptep, unsigned int nr);
bool __clear_flush_young_ptes(struct vm_area_struct *vma, unsigned long addr,
			      pte_t *ptep, unsigned int nr);

#ifdef CONFIG_ARM64_CONTPTE
bool young_batch_test_and_clear(struct vm_area_struct *vma, unsigned long addr,
				pte_t *ptep, unsigned int nr);
bool young_batch_clear_flush(struct vm_area_struct *vma, unsigned long addr,
			     pte_t *ptep, unsigned int nr);
bool contpte_test_and_clear_young_ptes(struct vm_area_struct *vma,
				       unsigned long addr, pte_t *ptep,
				       unsigned int nr);
bool contpte_clear_flush_young_ptes(struct vm_area_struct *vma,
				    unsigned long addr, pte_t *ptep,
				    unsigned int nr);
pte_t contpte_ptep_get_young(pte_t *ptep, pte_t pte);
#else
#define young_batch_test_and_clear __test_and_clear_young_ptes
#define young_batch_clear_flush __clear_flush_young_ptes
#define contpte_test_and_clear_young_ptes __test_and_clear_young_ptes
#define contpte_clear_flush_young_ptes __clear_flush_young_ptes
#endif

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

/*
 * The PTE with the age it is to be judged by, which for an entry of a contpte
 * block is that of the block: @nr is what is left of it. The dirty bit is the
 * entry's own: not for readers that act on it.
 */
#define ptep_get_young ptep_get_young
static inline pte_t ptep_get_young(pte_t *ptep, unsigned int *nr)
{
	pte_t pte = __ptep_get(ptep);

	*nr = 1;
#ifdef CONFIG_ARM64_CONTPTE
	if (pte_valid_cont(pte)) {
		*nr = pte_batch_hint(ptep, pte);
		return contpte_ptep_get_young(ptep, pte);
	}
#endif
	return pte;
}

/*
 * pte_valid_cont() and not pte_cont(): a non-present entry may have any bit
 * pattern where a valid one has PTE_CONT, and it never stands for a block.
 */
#define test_and_clear_young_ptes test_and_clear_young_ptes
static __always_inline bool
test_and_clear_young_ptes(struct vm_area_struct *vma, unsigned long addr,
			  pte_t *ptep, unsigned int nr)
{
	if (likely(nr == 1 && !pte_valid_cont(__ptep_get(ptep))))
		return __ptep_test_and_clear_young(vma, addr, ptep);
	if (rb_skip_old())
		return young_batch_test_and_clear(vma, addr, ptep, nr);
	return contpte_test_and_clear_young_ptes(vma, addr, ptep, nr);
}

#define clear_flush_young_ptes clear_flush_young_ptes
static __always_inline bool
clear_flush_young_ptes(struct vm_area_struct *vma, unsigned long addr,
		       pte_t *ptep, unsigned int nr)
{
	if (unlikely(nr > 1 || pte_valid_cont(__ptep_get(ptep)))) {
		if (rb_skip_old() || rb_hint_flush())
			return young_batch_clear_flush(vma, addr, ptep, nr);
		return contpte_clear_flush_young_ptes(vma, addr, ptep, nr);
	}
	if (!__ptep_test_and_clear_young(vma, addr, ptep))
		return false;
	young_page_flush(vma, addr);
	return true;
}

#ifdef CONFIG_TRANSPARENT_HUGEPAGE
#define __HAVE_ARCH_PMDP_CLEAR_YOUNG_FLUSH
bool pmdp_clear_flush_young(struct vm_area_struct *vma, unsigned long addr,
			    pmd_t *pmdp);
#endif

#endif /* __ASM_YOUNG_BATCH_H */
