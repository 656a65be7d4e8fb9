/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which PTEs the access flag is cleared in. Included by asm/pgtable.h behind
 * ptep_mkold_always(). Every caller that does not know its PTE to be valid
 * comes through __ptep_test_and_clear_young(): reverse map, MGLRU, idle
 * tracking and DAMON, for PTEs and for leaf PMDs.
 */
#ifndef __ASM_YOUNG_PTE_H
#define __ASM_YOUNG_PTE_H

#include <linux/atomic.h>
#include <linux/jump_label.h>

#ifdef CONFIG_RECLAIM_BATCH_DEBUGFS
DECLARE_STATIC_KEY_TRUE(rb_key_skip_old);
DECLARE_STATIC_KEY_TRUE(rb_key_hint_flush);
DECLARE_STATIC_KEY_FALSE(rb_key_counters);
void rb_count_af_atomic(void);

#define rb_skip_old()	static_branch_likely(&rb_key_skip_old)
#define rb_hint_flush()	static_branch_likely(&rb_key_hint_flush)
#define rb_counting()	static_branch_unlikely(&rb_key_counters)
#else
#define rb_skip_old()	true
#define rb_hint_flush()	true
#define rb_counting()	false
static inline void rb_count_af_atomic(void) { }
#endif

/*
 * Clear AF and nothing else, whatever else hardware does to the entry at the
 * same time: one LDCLR where there are LSE atomics, and no loop around it.
 *
 * Context: The page table lock, under which the caller found it present.
 */
static inline bool pte_fetch_clear_young(pte_t *ptep)
{
	atomic64_t *word = (atomic64_t *)&pte_val(*ptep);

	if (rb_counting())
		rb_count_af_atomic();
	return atomic64_fetch_andnot_relaxed(PTE_AF, word) & PTE_AF;
}

/*
 * An old PTE needs no atomic: hardware setting AF right after this load is no
 * different from hardware setting it right after a cmpxchg that found it old.
 *
 * A non-present entry must not be written at all. AF is bit 10, which there
 * is the top bit of the swap type: clearing it in a device-exclusive entry
 * makes it a swap entry of another swap area. Such entries do get here, the
 * reverse map finds them mapping folios that are on an LRU.
 *
 * ptep_mkold_always() is the kernel's own loop, which the entries of a contpte
 * block go through directly: they are valid.
 */
static __always_inline bool
__ptep_test_and_clear_young(struct vm_area_struct *vma, unsigned long address,
			    pte_t *ptep)
{
	pte_t pte = __ptep_get(ptep);

	if (rb_skip_old())
		return pte_young(pte) && pte_present(pte) &&
		       pte_fetch_clear_young(ptep);
	return pte_present(pte) && ptep_mkold_always(ptep, pte);
}

#endif /* __ASM_YOUNG_PTE_H */
