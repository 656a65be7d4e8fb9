/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Batches for the two places where MGLRU goes through a page table: the aging
 * walk and the look around a young PTE. Used by mm/vmscan.c.
 *
 * Both look at the young bit first, because most PTEs are old and an old one
 * is not worth the cache miss on its folio. A contpte block is young or old
 * as a whole, so one look at the block is enough.
 */
#ifndef __MM_MGLRU_YOUNG_BATCH_H
#define __MM_MGLRU_YOUNG_BATCH_H

#include "young_batch.h"

static inline pte_t mglru_ptep_get(pte_t *ptep)
{
	return rb_on(mglru) ? ptep_get_young(ptep) : ptep_get(ptep);
}

/**
 * mglru_step() - PTEs that are answered together with this one
 * @ptep: The PTE.
 * @pte: Its value from mglru_ptep_get().
 * @addr: Address it maps.
 * @end: End of the walk in this page table.
 *
 * The rest of a contpte block shares everything that makes a walk pass over
 * an entry: age, folio, and so node, memcg and type.
 *
 * Return: the number of PTEs, at least one.
 */
static inline unsigned int mglru_step(pte_t *ptep, pte_t pte,
				      unsigned long addr, unsigned long end)
{
	unsigned long hint = pte_batch_hint(ptep, pte);

	if (hint == 1 || !rb_on(mglru))
		return 1;
	hint = min(hint, (end - addr) >> PAGE_SHIFT);
	if (!pte_young(pte))
		rb_count(cold_ptes, hint);
	return hint;
}

/* Collect the dirty bits of @nr entries into @pte; were any of them young? */
static inline bool mglru_gather(pte_t *ptep, unsigned int nr, pte_t *pte)
{
	bool young = false;

	for (; nr; nr--, ptep++) {
		pte_t entry = ptep_get_raw(ptep);

		if (pte_dirty(entry))
			*pte = pte_mkdirty(*pte);
		young |= !!pte_young(entry);
	}
	return young;
}

/* The batch at @ptep: collects as mglru_young_batch() does, returns its length. */
static inline unsigned int mglru_scan(struct folio *folio, pte_t *ptep,
				      pte_t *pte, unsigned long max,
				      unsigned int *hits)
{
	unsigned long pfn = pte_pfn(*pte), nr = 0;
	pte_t entry = *pte;

	*hits = 0;
	max = min(max, folio_pages_from(folio, pfn));
	do {
		unsigned long n = min(pte_batch_hint(ptep + nr, entry),
				      max - nr);

		*hits += mglru_gather(ptep + nr, n, pte);
		nr += n;
		if (nr == max)
			break;
		entry = ptep_get_raw(ptep + nr);
	} while (pte_present(entry) && pte_pfn(entry) == pfn + nr);

	/* The young entry of the first block can lie in front of @ptep. */
	*hits = max(*hits, 1U);
	return nr;
}

/**
 * mglru_young_batch() - the batch at a PTE that is to be aged
 * @folio: The folio it maps.
 * @ptep: The PTE.
 * @pte: Its value from mglru_ptep_get(); becomes dirty if any of the batch is.
 * @max: PTEs to the end of the walk in this page table.
 * @hits: How many accesses the batch counts for, as this kernel counts them.
 *
 * The dirty bits are copied, not cleared. One that hardware sets after it was
 * read is found when the PTE is unmapped.
 *
 * Context: The caller holds the page table lock.
 *
 * Return: the number of PTEs, at least one.
 */
static inline unsigned int mglru_young_batch(struct folio *folio, pte_t *ptep,
					     pte_t *pte, unsigned long max,
					     unsigned int *hits)
{
	unsigned int nr = 1;

	*hits = 1;
	if (!folio_test_large(folio))
		return 1;
	if (rb_on(mglru))
		nr = mglru_scan(folio, ptep, pte, max, hits);
	else
		*hits = nr = rb_base_mglru_batch(folio, ptep, pte, max);
	*hits = rb_mglru_hits(nr, *hits);
	return nr;
}

/**
 * mglru_walk_hits() - accesses that a batch found by a reverse map walk counts
 * @folio: The folio that is walked.
 * @ptep: The first PTE of the batch, before its young bit is cleared.
 * @nr: Number of PTEs.
 *
 * The look around that follows finds the batch old, and yet has to judge by
 * its share whether the page table is worth a walk.
 */
static inline unsigned int mglru_walk_hits(struct folio *folio, pte_t *ptep,
					   unsigned int nr)
{
	pte_t pte = ptep_get_raw(ptep);
	unsigned int hits = 1;

	if (pte_batch_hint(ptep, pte) < nr)
		mglru_scan(folio, ptep, &pte, nr, &hits);
	return hits;
}

#endif /* __MM_MGLRU_YOUNG_BATCH_H */
