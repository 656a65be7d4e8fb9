/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which PTEs the access flag is cleared in. Included by asm/pgtable.h in
 * front of __ptep_test_and_clear_young(), through which every caller goes:
 * reverse map, MGLRU, idle tracking and DAMON, for PTEs and for leaf PMDs.
 */
#ifndef __ASM_YOUNG_PTE_H
#define __ASM_YOUNG_PTE_H

#include <linux/jump_label.h>

#ifdef CONFIG_RECLAIM_BATCH_DEBUGFS
DECLARE_STATIC_KEY_TRUE(rb_key_skip_old);
#define rb_skip_old()	static_branch_likely(&rb_key_skip_old)
#else
#define rb_skip_old()	true
#endif

/*
 * An old PTE needs no atomic: hardware setting AF right after this load is no
 * different from hardware setting it right after a cmpxchg that found it old.
 *
 * A non-present entry must not be written at all. AF is bit 10, which there
 * is the top bit of the swap type: clearing it in a device-exclusive entry
 * makes it a swap entry of another swap area. Such entries do get here, the
 * reverse map finds them mapping folios that are on an LRU.
 */
static inline bool pte_may_clear_young(pte_t pte)
{
	if (rb_skip_old() && !pte_young(pte))
		return false;
	return pte_present(pte);
}

#endif /* __ASM_YOUNG_PTE_H */
