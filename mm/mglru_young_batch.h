/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Batches for the two places where MGLRU goes through a page table: the aging
 * walk and the look around a young PTE. Used by mm/vmscan.c.
 *
 * Both look at the young bit first, because most PTEs are old and an old one
 * is not worth the cache miss on its folio. A contpte block is young or old
 * as a whole, so one look at the block is enough.
 *
 * Both are built with batches and without, and the switch is asked once a walk.
 */
#ifndef __MM_MGLRU_YOUNG_BATCH_H
#define __MM_MGLRU_YOUNG_BATCH_H

#include "young_batch.h"

/**
 * mglru_step() - look at a PTE, and how far the answer holds
 * @ptep: The PTE.
 * @pte: Set to its value from ptep_get_young().
 * @addr: Address it maps.
 * @end: End of the walk in this page table.
 *
 * The rest of a contpte block shares everything that makes a walk pass over
 * an entry: age, folio, and so node, memcg and type.
 *
 * Context: The caller holds the page table lock.
 *
 * Return: the number of PTEs that are answered together, at least one.
 */
static __always_inline unsigned int mglru_step(pte_t *ptep, pte_t *pte,
					       unsigned long addr,
					       unsigned long end)
{
	unsigned int nr;

	*pte = ptep_get_young(ptep, &nr);
	if (likely(nr == 1))
		return 1;
	nr = min(nr, (end - addr) >> PAGE_SHIFT);
	if (!pte_young(*pte))
		rb_count(cold_ptes, nr);
	return nr;
}

/*
 * Collect the dirty bits of @nr entries, of which the first is @entry, into
 * @pte; were any of them young?
 */
static __always_inline bool mglru_gather(pte_t *ptep, pte_t entry,
					 unsigned int nr, pte_t *pte)
{
	bool young = false;

	for (;;) {
		if (pte_dirty(entry))
			*pte = pte_mkdirty(*pte);
		young |= !!pte_young(entry);
		if (!--nr)
			return young;
		entry = ptep_get_raw(++ptep);
	}
}

/**
 * struct mglru_batch - PTEs that are aged at once
 * @nr: How many.
 * @hits: How many of them were young, a contpte block counting as one PTE.
 */
struct mglru_batch {
	unsigned int nr;
	unsigned int hits;
};

/*
 * The batch at @ptep; its dirty bits are collected into @pte. The dirty bits
 * are copied, not cleared. One that hardware sets after it was read is found
 * when the PTE is unmapped.
 */
static noinline struct mglru_batch mglru_scan(struct folio *folio, pte_t *ptep,
					      pte_t *pte, unsigned long max)
{
	unsigned long pfn = pte_pfn(*pte);
	struct mglru_batch batch = {};
	pte_t entry = *pte;

	max = min(max, folio_pages_from(folio, pfn));
	do {
		pte_t *first = ptep + batch.nr;
		unsigned long n = min(pte_batch_hint(first, entry),
				      max - batch.nr);

		batch.hits += mglru_gather(first, entry, n, pte);
		batch.nr += n;
		if (batch.nr == max)
			break;
		entry = ptep_get_raw(ptep + batch.nr);
	} while (pte_present(entry) && pte_pfn(entry) == pfn + batch.nr);

	/* The young entry of the first block can lie in front of @ptep. */
	batch.hits = max(batch.hits, 1U);
	return batch;
}

/**
 * mglru_young_batch() - the batch at a PTE that is to be aged
 * @folio: The folio it maps.
 * @ptep: The PTE.
 * @pte: Its value from mglru_step(); becomes dirty if any of the batch is.
 * @max: PTEs to the end of the walk in this page table.
 *
 * Context: The caller holds the page table lock.
 *
 * Return: the batch, of one PTE at least.
 */
static __always_inline struct mglru_batch
mglru_young_batch(struct folio *folio, pte_t *ptep, pte_t *pte,
		  unsigned long max)
{
	struct mglru_batch batch;
	pte_t gathered = *pte;

	if (likely(!folio_test_large(folio)))
		return (struct mglru_batch){ 1, 1 };
	/* A copy, so that the caller's can stay in a register. */
	batch = mglru_scan(folio, ptep, &gathered, max);
	*pte = gathered;
	return batch;
}

/* PTEs from that at which @pvmw stands to the end of its look around. */
static inline unsigned int
mglru_look_ahead(const struct page_vma_mapped_walk *pvmw)
{
	unsigned long start = max(pvmw->address & PMD_MASK,
				  pvmw->vma->vm_start);
	unsigned long before = (pvmw->address - start) >> PAGE_SHIFT;

	return MIN_LRU_BATCH - min(before, MIN_LRU_BATCH / 2UL);
}

/**
 * mglru_walk_hits() - accesses that a batch found by a reverse map walk counts
 * @folio: The folio that is walked.
 * @pvmw: The walk, at the first PTE of the batch, whose young bit is not
 *	cleared yet.
 * @nr: Number of PTEs, all in front of the end of their table and VMA.
 *
 * The look around that follows finds the batch old, and yet has to judge by
 * its share whether the page table is worth a walk. So what counts is as much
 * of the batch as it would have looked at.
 */
static inline unsigned int
mglru_walk_hits(struct folio *folio, const struct page_vma_mapped_walk *pvmw,
		unsigned int nr)
{
	pte_t pte;

	if (nr == 1)
		return 1;
	pte = ptep_get_raw(pvmw->pte);
	if (pte_batch_hint(pvmw->pte, pte) >= nr)
		return 1;
	nr = min(nr, mglru_look_ahead(pvmw));
	return mglru_scan(folio, pvmw->pte, &pte, nr).hits;
}

#endif /* __MM_MGLRU_YOUNG_BATCH_H */
