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
 * The features. Off is the kernel's own code. What stays is the folio that
 * DAMON no longer looks up for each PTE, and that non-present entries are let
 * be.
 *
 * young	batches of PTEs for the age of a folio: rmap (with MGLRU only if mglru
 *		is on), idle tracking, DAMON
 * skip_old	no atomic on a PTE that is old already, one LDCLR on a young one
 * raw_reads	no gathering of a contpte block's bits where none is looked at
 * mglru	batches and cold blocks as one step in MGLRU's page table walks
 * unmap	a large file folio is unmapped once per batch of PTEs
 * hint_flush	a young hint is flushed where it was young and never by ASID,
 *		and with one TLBI per contpte block where there are no range
 *		TLBIs
 * pmd_young	a young PMD is invalidated leaf-only and without a DSB
 * lru_stats	folios that go back to their LRU are accounted for by the list
 * dirty_batch	dirty anonymous folios wait for one TLB flush before they are written;
 *		MADV_PAGEOUT reclaims across page tables
 */

/**
 * struct rb_counters - events of the overlay's own code, on one CPU
 * @young_batches: Batches of large folios asked for their age by the rmap.
 * @young_ptes: PTEs in them.
 * @af_atomics: Atomics on PTEs and leaf PMDs to clear AF, with skip_old on.
 * @hint_flushes: Young hints that were flushed, each behind one DSB ISHST.
 * @hint_tlbi_range: Ranges asked for by range TLBI; odd sizes and, with LPA2,
 *	unaligned ones take more than one TLBI, and KPTI doubles all.
 * @hint_tlbi_page: Other TLBIs asked for.
 * @hint_pages: Pages these covered.
 * @unmap_batches: Batches of file folios unmapped.
 * @unmap_ptes: PTEs in them, each cleared by one atomic.
 * @cold_ptes: PTEs MGLRU stepped over in cold contpte blocks.
 * @dirty_batches: Batches of dirty folios that waited for one flush.
 * @dirty_folios: Folios in them.
 * @dirty_flushes_saved: Folios in them less the flushes they took, which is
 *	what was saved at most: one by one, a folio whose own PTEs were clean
 *	takes no flush right after another folio's.
 * @dirty_locked: Folios of them not written as somebody had them locked,
 * @dirty_hwpoison: as they got a memory error,
 * @dirty_remapped: as they were mapped again,
 * @dirty_pinned: as they were pinned for DMA,
 * @dirty_no_swapcache: as they left the swap cache,
 * @dirty_writeback: as somebody else was writing them,
 * @dirty_cleaned: or as they were not dirty any more.
 */
struct rb_counters {
	unsigned long young_batches;
	unsigned long young_ptes;
	unsigned long af_atomics;
	unsigned long hint_flushes;
	unsigned long hint_tlbi_range;
	unsigned long hint_tlbi_page;
	unsigned long hint_pages;
	unsigned long unmap_batches;
	unsigned long unmap_ptes;
	unsigned long cold_ptes;
	unsigned long dirty_batches;
	unsigned long dirty_folios;
	unsigned long dirty_flushes_saved;
	unsigned long dirty_locked;
	unsigned long dirty_hwpoison;
	unsigned long dirty_remapped;
	unsigned long dirty_pinned;
	unsigned long dirty_no_swapcache;
	unsigned long dirty_writeback;
	unsigned long dirty_cleaned;
};

#ifdef CONFIG_RECLAIM_BATCH_DEBUGFS

DECLARE_STATIC_KEY_TRUE(rb_key_young);
DECLARE_STATIC_KEY_TRUE(rb_key_skip_old);
DECLARE_STATIC_KEY_TRUE(rb_key_raw_reads);
DECLARE_STATIC_KEY_TRUE(rb_key_mglru);
DECLARE_STATIC_KEY_TRUE(rb_key_unmap);
DECLARE_STATIC_KEY_TRUE(rb_key_hint_flush);
DECLARE_STATIC_KEY_TRUE(rb_key_pmd_young);
DECLARE_STATIC_KEY_TRUE(rb_key_lru_stats);
DECLARE_STATIC_KEY_TRUE(rb_key_dirty_batch);
DECLARE_STATIC_KEY_FALSE(rb_key_counters);
DECLARE_PER_CPU(struct rb_counters, rb_counters);

/* For inlines of headers that the per-CPU headers include themselves. */
void rb_count_af_atomic(void);

void rb_dirty_batch_delay(void);

#define rb_on(name)	static_branch_likely(&rb_key_##name)
#define rb_count(name, n)						\
do {									\
	if (static_branch_unlikely(&rb_key_counters))			\
		this_cpu_add(rb_counters.name, n);			\
} while (0)

#else

#define rb_on(name)		((void)#name, true)
#define rb_count(name, n)	((void)#name, (void)(n))
#define rb_dirty_batch_delay()	do { } while (0)

#endif /* CONFIG_RECLAIM_BATCH_DEBUGFS */

#endif /* __MM_RECLAIM_BATCH_H */
