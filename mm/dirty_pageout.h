/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The second pass over dirty folios: one TLB flush, then each is written.
 * Part of mm/vmscan.c, which has the steps a folio goes through.
 *
 * Between the passes a folio has no lock. It is isolated, so reclaim,
 * migration, collapse and split leave it alone, but it is in the swap cache,
 * where faults find it: what the first pass made sure of is looked at again.
 * One folio is locked at a time, as without the batch, so that a fault waits
 * for the write of its own folio only.
 */
#ifndef __MM_DIRTY_PAGEOUT_H
#define __MM_DIRTY_PAGEOUT_H

/**
 * dirty_folio_recheck() - may a folio that has waited still be written?
 * @folio: The folio, unlocked.
 *
 * Pins are looked at although the folio is locked: GUP-fast needs no lock to
 * take one.
 *
 * Return: RECLAIM_NEXT if it is to be written, any other step if not. The lock
 * is as that step says.
 */
static enum reclaim_step dirty_folio_recheck(struct folio *folio)
{
	if (!folio_trylock(folio)) {
		rb_count(dirty_locked, 1);
		return RECLAIM_KEEP_UNLOCKED;
	}
	/* Not to be read. memory_failure() or the next scan deals with it. */
	if (folio_contain_hwpoisoned_page(folio)) {
		rb_count(dirty_hwpoison, 1);
		return RECLAIM_KEEP;
	}
	/* Nobody but us writes what we isolated; if so, leave it to them. */
	if (folio_test_writeback(folio)) {
		rb_count(dirty_writeback, 1);
		return RECLAIM_KEEP;
	}
	/* Read in again, and not needed any more (MADV_FREE). */
	if (!folio_test_dirty(folio)) {
		rb_count(dirty_cleaned, 1);
		return RECLAIM_KEEP;
	}
	/* In use again. Another try to unmap it would race with the user. */
	if (folio_mapped(folio)) {
		rb_count(dirty_remapped, 1);
		return RECLAIM_ACTIVATE;
	}
	if (folio_maybe_dma_pinned(folio)) {
		rb_count(dirty_pinned, 1);
		return RECLAIM_ACTIVATE;
	}
	/* Out of the swap cache, and its user is gone. */
	if (!folio_test_swapcache(folio)) {
		rb_count(dirty_no_swapcache, 1);
		return RECLAIM_KEEP;
	}
	return RECLAIM_NEXT;
}

static noinline void pageout_waiting_folios(struct reclaim_folio_state *state)
{
	unsigned int flushes = dirty_flush_pending(), nr = 0;
	enum reclaim_step step;
	struct folio *folio;

	rb_dirty_batch_delay();
	try_to_unmap_flush_dirty();
	while ((folio = dirty_batch_next(&state->dirty))) {
		cond_resched();
		nr++;
		step = dirty_folio_recheck(folio);
		if (step == RECLAIM_NEXT)
			step = folio_try_pageout(folio, state);
		if (step == RECLAIM_NEXT)
			step = folio_try_reclaim_free(folio, state);
		folio_end_reclaim(folio, step, state);
	}
	rb_count(dirty_batches, 1);
	rb_count(dirty_folios, nr);
	rb_count(dirty_flushes_saved, nr - flushes);
}

/**
 * pageout_dirty_batch() - flush once, then write all folios that wait
 * @state: The call of shrink_folio_list(). No folio waits afterwards.
 *
 * Context: Sleeps. The caller holds no folio lock.
 */
static inline void pageout_dirty_batch(struct reclaim_folio_state *state)
{
	if (state->dirty.nr_pages)
		pageout_waiting_folios(state);
}

#endif /* __MM_DIRTY_PAGEOUT_H */
