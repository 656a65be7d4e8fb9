/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Accounting of a list of folios that go back to their LRU. Used by
 * mm/vmscan.c.
 *
 * Each change of an LRU's size is a change of node, zone, memcg and lruvec
 * counters. Folios that were isolated together mostly go back to one LRU of
 * one zone, so their pages are added up and accounted for once. The sizes are
 * those of the lists at any time the LRU lock is not held: whoever is about to
 * drop it flushes.
 */
#ifndef __MM_LRU_BATCH_H
#define __MM_LRU_BATCH_H

#include <linux/memcontrol.h>
#include <linux/mm_inline.h>
#include <linux/writeback.h>	/* struct folio_batch, where each line has it */

#include "rb_compat.h"
#include "reclaim_batch.h"

/**
 * struct lru_pending - pages put on an LRU and not accounted for yet
 * @lru: The LRU.
 * @zid: The zone of the pages.
 * @nr_pages: How many; 0 when nothing is pending.
 */
struct lru_pending {
	enum lru_list lru;
	enum zone_type zid;
	long nr_pages;
};

/* Context: The LRU lock of @lruvec, which the pages were put on, is held. */
static inline void lru_pending_flush(struct lruvec *lruvec,
				     struct lru_pending *pending)
{
	if (!pending->nr_pages)
		return;
	update_lru_size(lruvec, pending->lru, pending->zid, pending->nr_pages);
	pending->nr_pages = 0;
}

/**
 * lru_pending_add() - put a folio on its LRU, account for it later
 * @lruvec: The lruvec the folio belongs to.
 * @folio: The folio, isolated and with PG_lru set.
 * @pending: What is pending for @lruvec.
 *
 * MGLRU accounts for its generations by itself, at once.
 *
 * Context: The LRU lock of @lruvec is held.
 */
static inline void lru_pending_add(struct lruvec *lruvec, struct folio *folio,
				   struct lru_pending *pending)
{
	enum zone_type zid = folio_zonenum(folio);
	enum lru_list lru = folio_lru_list(folio);

	VM_WARN_ON_ONCE_FOLIO(!folio_matches_lruvec(folio, lruvec), folio);

	if (lru == LRU_UNEVICTABLE) {
		lruvec_add_folio(lruvec, folio);
		return;
	}
	if (lru_gen_add_folio(lruvec, folio, false))
		return;
	if (lru != pending->lru || zid != pending->zid)
		lru_pending_flush(lruvec, pending);
	pending->lru = lru;
	pending->zid = zid;
	pending->nr_pages += folio_nr_pages(folio);
	list_add(&folio->lru, &lruvec->lists[lru]);
}

/*
 * The last folio of @list, and those ahead of it that are of the same lruvec, as
 * many as a batch holds. References are dropped without the lock, for the last
 * one frees its folio.
 */
static inline void lru_putback_some(struct list_head *list)
{
	struct folio *folio = lru_to_folio(list);
	struct lruvec *lruvec = folio_lruvec_lock_irq(folio);
	struct lru_pending pending = {};
	struct folio_batch done;
	LIST_HEAD(unevictable);

	/* For checkers: the function of memcg does not say that it locks. */
	if (IS_ENABLED(CONFIG_MEMCG))
		__acquire(&lruvec->lru_lock);
	folio_batch_init(&done);
	do {
		VM_WARN_ON_ONCE_FOLIO(folio_test_lru(folio), folio);
		list_del(&folio->lru);
		if (unlikely(!folio_evictable(folio))) {
			list_add(&folio->lru, &unevictable);
		} else {
			folio_set_lru(folio);
			lru_pending_add(lruvec, folio, &pending);
			if (!folio_batch_add(&done, folio))
				break;
		}
		folio = list_empty(list) ? NULL : lru_to_folio(list);
	} while (folio && folio_matches_lruvec(folio, lruvec));
	lru_pending_flush(lruvec, &pending);
	rb_lruvec_unlock_irq(lruvec);
	folios_put(&done);
	while (!list_empty(&unevictable)) {
		folio = lru_to_folio(&unevictable);
		list_del(&folio->lru);
		folio_putback_lru(folio);
	}
}

/**
 * lru_putback_list() - give isolated folios back to their LRUs
 * @list: The folios, each with a reference that is dropped, of any LRUs of one
 *	node. It is empty afterwards.
 *
 * Where folio_putback_lru() takes one at a time, to the CPU's batch first.
 *
 * Context: No LRU lock is held.
 */
static inline void lru_putback_list(struct list_head *list)
{
	while (!list_empty(list))
		lru_putback_some(list);
}

/* A counter that does not change need not be looked up on its way to that. */
static inline void mod_lruvec_state_by(struct lruvec *lruvec,
				       enum node_stat_item item, int val)
{
	if (val || !rb_on(lru_stats))
		mod_lruvec_state(lruvec, item, val);
}

#endif /* __MM_LRU_BATCH_H */
