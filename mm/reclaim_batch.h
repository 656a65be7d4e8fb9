/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Switches and counters of batched reclaim.
 *
 * Every feature can be switched off while the kernel runs, so that one boot
 * gives both sides of a comparison. With CONFIG_RECLAIM_BATCH_DEBUGFS=n the
 * features are simply on and nothing of this is left in the code.
 */
#ifndef __MM_RECLAIM_BATCH_H
#define __MM_RECLAIM_BATCH_H

#include <linux/jump_label.h>
#include <linux/percpu.h>

/*
 * F(name, what it does). Off means what the kernel does without it:
 *
 * young	batches of PTEs for the age of a folio: rmap, idle tracking, DAMON
 * skip_old	no atomic on a PTE that is old already
 * raw_reads	no gathering of a contpte block's bits where none is looked at
 * mglru	batches and cold blocks as one step in MGLRU's page table walks
 * unmap	a large file folio is unmapped once per batch of PTEs
 * hint_flush	a young hint is flushed where it was young and never by ASID,
 *		and with one TLBI per contpte block where there are no range
 *		TLBIs
 * pmd_young	a young PMD is invalidated leaf-only and without a DSB
 */
#define RB_FEATURES(F) \
	F(young) F(skip_old) F(raw_reads) F(mglru) F(unmap) F(hint_flush) \
	F(pmd_young)

/*
 * C(name). Events of the overlay's own code, on all CPUs:
 *
 * young_batches, young_ptes	batches asked for their age, PTEs in them
 * pte_atomics			atomics done on PTEs to clear AF
 * hint_flushes			young hints that were invalidated
 * hint_tlbi_range, _page	TLBIs of each kind they took
 * hint_pages			pages these covered
 * unmap_batches, unmap_ptes	file batches unmapped, PTEs in them
 * cold_ptes			PTEs MGLRU stepped over in cold contpte blocks
 */
#define RB_COUNTERS(C) \
	C(young_batches) C(young_ptes) C(pte_atomics) C(hint_flushes) \
	C(hint_tlbi_range) C(hint_tlbi_page) C(hint_pages) \
	C(unmap_batches) C(unmap_ptes) C(cold_ptes)

#ifdef CONFIG_RECLAIM_BATCH_DEBUGFS

#define RB_DECLARE_KEY(name) DECLARE_STATIC_KEY_TRUE(rb_key_##name);
RB_FEATURES(RB_DECLARE_KEY)
#undef RB_DECLARE_KEY

#define RB_DECLARE_COUNTER(name) unsigned long name;
struct rb_counters {
	RB_COUNTERS(RB_DECLARE_COUNTER)
};
#undef RB_DECLARE_COUNTER

DECLARE_PER_CPU(struct rb_counters, rb_counters);
DECLARE_STATIC_KEY_FALSE(rb_key_counters);

#define rb_on(name)	static_branch_likely(&rb_key_##name)
#define rb_count(name, n)						\
do {									\
	if (static_branch_unlikely(&rb_key_counters))			\
		this_cpu_add(rb_counters.name, n);			\
} while (0)

#else

#define rb_on(name)		true
#define rb_count(name, n)	do { (void)(n); } while (0)

#endif /* CONFIG_RECLAIM_BATCH_DEBUGFS */

#endif /* __MM_RECLAIM_BATCH_H */
