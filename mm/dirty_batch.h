/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Dirty folios that wait for one TLB flush before they are written. Used by
 * mm/vmscan.c.
 *
 * A PTE that was dirty when reclaim unmapped it may still be in a TLB, and a
 * store through it goes unnoticed. So a flush comes before the write, and as
 * shrink_folio_list() unmaps and writes one folio after the other, each write
 * had its own. A folio that waits here is unmapped and dirty, its flush is
 * pending, and the flush that is due for one is good for all.
 */
#ifndef __MM_DIRTY_BATCH_H
#define __MM_DIRTY_BATCH_H

#include <linux/mm_inline.h>
#include <linux/sched.h>

#include "reclaim_batch.h"

/*
 * The pages that may wait before they are written. Their memory is of use to
 * nobody as long as they do, and lists from DAMON have no end of their own.
 * It is what a page table maps with 4K pages, which is the unit of
 * MADV_PAGEOUT, and more than the LRUs isolate at a time. Each folio is at
 * least one page, so there are no more folios than that.
 */
#define DIRTY_BATCH_PAGES	512

/**
 * struct dirty_batch - folios that wait to be written
 * @folios: The folios, unlocked, first come first served: swap slots that were
 *	allocated one after the other are written in this order.
 * @nr_pages: Their pages when they came; 0 exactly if there are none.
 */
struct dirty_batch {
	struct list_head folios;
	unsigned int nr_pages;
};

static inline void dirty_batch_init(struct dirty_batch *batch)
{
	INIT_LIST_HEAD(&batch->folios);
	batch->nr_pages = 0;
}

/* Is a flush pending that has to come before any write? */
static inline bool dirty_flush_pending(void)
{
#ifdef CONFIG_ARCH_WANT_BATCHED_UNMAP_TLB_FLUSH
	return current->tlb_ubc.writable;
#else
	return false;
#endif
}

/*
 * While a folio waits, stale TLB entries still map it. That does no harm as
 * long as nothing else comes to be at its addresses, or on disk, before the
 * flush. Of an anonymous folio whoever finds its swap entry maps the folio
 * itself, or flushes first: munmap(), mremap(), fork() and UFFDIO_MOVE do, and
 * copy on write replaces a present PTE. A KSM folio may be copied by the fault.
 * A page of a file may be copied by the fault, truncated and replaced while it
 * is not mapped, or written by others before a late store: not even shmem.
 */
static inline bool dirty_folio_may_wait(struct folio *folio)
{
	return folio_test_anon(folio) && !folio_test_ksm(folio);
}

/**
 * dirty_batch_add() - let a folio wait, if that saves a flush
 * @batch: The batch.
 * @folio: Isolated, locked, unmapped and dirty, and to be written next.
 *
 * Nothing is saved where no flush is pending.
 *
 * Return: true if the folio waits, unlocked. The batch has it then, and the
 * caller's reference with it.
 */
static inline bool dirty_batch_add(struct dirty_batch *batch,
				   struct folio *folio)
{
	if (!rb_on(dirty_batch))
		return false;
	if (!dirty_flush_pending() || !dirty_folio_may_wait(folio))
		return false;

	list_add_tail(&folio->lru, &batch->folios);
	batch->nr_pages += folio_nr_pages(folio);
	folio_unlock(folio);
	return true;
}

static inline bool dirty_batch_full(const struct dirty_batch *batch)
{
	return batch->nr_pages >= DIRTY_BATCH_PAGES;
}

/* Takes the folio that waits longest off the batch; NULL if there is none. */
static inline struct folio *dirty_batch_next(struct dirty_batch *batch)
{
	struct folio *folio;

	folio = list_first_entry_or_null(&batch->folios, struct folio, lru);
	if (folio)
		list_del(&folio->lru);
	else
		batch->nr_pages = 0;
	return folio;
}

#endif /* __MM_DIRTY_BATCH_H */
