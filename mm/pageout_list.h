/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Folios that MADV_PAGEOUT took off their LRU. Used by mm/madvise.c.
 *
 * The walk used to reclaim at the end of each page table, however little it
 * had found there. Collected across the tables of a VMA, the folios share TLB
 * flushes and swap writes.
 */
#ifndef __MM_PAGEOUT_LIST_H
#define __MM_PAGEOUT_LIST_H

#include <linux/mm.h>

#include "internal.h"
#include "reclaim_batch.h"

/*
 * Isolated folios are out of everybody else's reach, and a small memory cgroup
 * that finds nothing else kills. So no more are collected than one page table
 * with 4K pages could give before: 2 MiB, and what the last table adds.
 */
#define PAGEOUT_LIST_PAGES	512
/* And none waits for a walk through more page tables than these. */
#define PAGEOUT_LIST_TABLES	32

/**
 * struct pageout_list - folios to be reclaimed
 * @folios: The folios, isolated.
 * @nr_pages: Their pages.
 * @nr_tables: Page tables walked since the first of them was isolated.
 */
struct pageout_list {
	struct list_head folios;
	unsigned long nr_pages;
	unsigned int nr_tables;
};

static inline void pageout_list_init(struct pageout_list *list)
{
	INIT_LIST_HEAD(&list->folios);
	list->nr_pages = 0;
	list->nr_tables = 0;
}

/**
 * pageout_list_reclaim() - reclaim what was collected
 * @list: The list. It is empty afterwards; what could not be reclaimed is on
 *	its LRU again.
 *
 * Context: Sleeps. The caller holds the mmap lock and no page table lock.
 */
static inline void pageout_list_reclaim(struct pageout_list *list)
{
	reclaim_pages(&list->folios);
	list->nr_pages = 0;
	list->nr_tables = 0;
}

/*
 * The walk leaves a page table and has isolated @folios there. Context: as
 * pageout_list_reclaim().
 */
static inline void pageout_list_take(struct pageout_list *list,
				     struct list_head *folios)
{
	struct folio *folio;

	list_for_each_entry(folio, folios, lru)
		list->nr_pages += folio_nr_pages(folio);
	list_splice_init(folios, &list->folios);
	if (list->nr_pages)
		list->nr_tables++;
	if (list->nr_pages >= PAGEOUT_LIST_PAGES ||
	    list->nr_tables >= PAGEOUT_LIST_TABLES || !rb_on(dirty_batch))
		pageout_list_reclaim(list);
}

/*
 * Where mm/madvise.c reclaims what it found in a page table, it has the walk's
 * state as @private. Done by name and not line by line, because the lines
 * around differ between point releases.
 */
#define reclaim_pages(found)	pageout_list_take(&private->folios, found)

#endif /* __MM_PAGEOUT_LIST_H */
