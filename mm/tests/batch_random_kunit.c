// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where batches end, in tables that map a folio with random defects: for the
 * age of a folio, for MGLRU and for unmapping, from random entries on. Each is
 * held against a model that goes from entry to entry. Every run takes the same
 * numbers.
 */

#include "../mglru_young_batch.h"
#include "../unmap_batch.h"
#include "reclaim_batch_kunit.h"

#define ROUNDS	3000

/**
 * struct mapping - a folio as a random table maps it
 * @random: Where numbers come from.
 * @folio: The folio.
 * @from: Entry of its first page.
 * @to: Entry behind its last page, or the end of the table.
 */
struct mapping {
	struct rnd_state random;
	struct folio *folio;
	unsigned int from;
	unsigned int to;
};

static unsigned long pfn_at(const struct mapping *m, unsigned int i)
{
	return folio_pfn(m->folio) + i - m->from;
}

static bool maps_its_page(const struct mapping *m, const pte_t *ptes,
			  unsigned int i)
{
	return i < m->to && pte_present(ptes[i]) &&
	       pte_pfn(ptes[i]) == pfn_at(m, i);
}

/* What hardware does to it, and what userspace may ask for. */
static pte_t random_use(struct rnd_state *random, pte_t pte)
{
	if (rbk_one_in(random, 4))
		pte = pte_mkdirty(pte);
	if (rbk_one_in(random, 4))
		pte = rbk_hw_dirty(pte);
	if (rbk_one_in(random, 2))
		pte = pte_mkyoung(pte);
	return pte;
}

static pte_t random_defect(struct mapping *m, unsigned int i, pte_t pte)
{
	unsigned long pfn = pfn_at(m, i);

	switch (rbk_below(&m->random, 6)) {
	case 0:
		return __pte(0);
	case 1:
		return rbk_swap(rbk_below(&m->random, 32), pfn);
	case 2:
		return rbk_swap(rbk_below(&m->random, 32), BIT(40) | pfn);
	case 3:
		return rbk_pte(pfn + 1);
	case 4:
		return rbk_prot_none(pte);
	default:
		return pte_mkspecial(pte);
	}
}

static void random_single(struct mapping *m, pte_t *ptep, unsigned int i,
			  unsigned int rare)
{
	pte_t pte = random_use(&m->random, rbk_pte(pfn_at(m, i)));

	if (rbk_one_in(&m->random, 4))
		pte = pte_wrprotect(pte);
	if (rbk_one_in(&m->random, rare))
		pte = random_defect(m, i, pte);
	*ptep = pte;
}

static void random_block(struct kunit *test, struct mapping *m, unsigned int i)
{
	pte_t *ptep = rbk_table(test)->ptes + i;
	pte_t *end = ptep + CONT_PTES;

	rbk_map_block(test, i, pfn_at(m, i));
	if (rbk_one_in(&m->random, 3))
		return;
	for (; ptep < end; ptep++)
		*ptep = random_use(&m->random, *ptep);
}

static bool block_fits(const struct mapping *m, unsigned int i)
{
	return IS_ENABLED(CONFIG_ARM64_CONTPTE) && i + CONT_PTES <= m->to &&
	       IS_ALIGNED(i | pfn_at(m, i), CONT_PTES);
}

static void random_mapping(struct kunit *test, struct mapping *m)
{
	unsigned int rare = 1 + rbk_below(&m->random, 8 * CONT_PTES);
	pte_t *ptes = rbk_table(test)->ptes;
	unsigned int i;

	memset(ptes + m->from, 0, (m->to - m->from) * sizeof(pte_t));
	m->from = rbk_below(&m->random, PTRS_PER_PTE);
	if (!rbk_one_in(&m->random, 4))
		m->from = round_down(m->from, CONT_PTES);
	m->to = min_t(unsigned long, PTRS_PER_PTE,
		      m->from + folio_nr_pages(m->folio));
	for (i = m->from; i < m->to;) {
		if (block_fits(m, i) && !rbk_one_in(&m->random, 4)) {
			random_block(test, m, i);
			i += CONT_PTES;
		} else {
			random_single(m, ptes + i, i, rare);
			i++;
		}
	}
}

/* An entry of the folio; m->to if there is none behind a random one. */
static unsigned int random_start(const pte_t *ptes, struct mapping *m)
{
	unsigned int i = m->from + rbk_below(&m->random, m->to - m->from);

	while (i < m->to && !maps_its_page(m, ptes, i))
		i++;
	return i;
}

/* --- the models ------------------------------------------------------------*/

static unsigned int age_end(const struct mapping *m, const pte_t *ptes,
			    unsigned int i, unsigned int end)
{
	while (i < end && maps_its_page(m, ptes, i))
		i++;
	return i;
}

/* All but what hardware and mprotect() to read-only make of an entry. */
static bool same_kind(pte_t a, pte_t b)
{
	const u64 may_differ = PTE_AF | PTE_DIRTY | PTE_WRITE | PTE_RDONLY;

	return !((pgprot_val(pte_pgprot(a)) ^ pgprot_val(pte_pgprot(b))) &
		 ~may_differ);
}

static unsigned int unmap_end(const struct mapping *m, const pte_t *ptes,
			      unsigned int i, unsigned int end)
{
	const pte_t first = ptes[i];

	while (i < end && maps_its_page(m, ptes, i) && same_kind(first, ptes[i]))
		i++;
	return i;
}

static bool in_block(const pte_t *ptes, unsigned int i)
{
	return IS_ENABLED(CONFIG_ARM64_CONTPTE) && pte_valid_cont(ptes[i]);
}

static bool block_young(const pte_t *ptes, unsigned int i)
{
	const pte_t *ptep = ptes + round_down(i, CONT_PTES);
	const pte_t *end = ptep + CONT_PTES;

	for (; ptep < end; ptep++)
		if (pte_young(*ptep))
			return true;
	return false;
}

/* The walk has the first entry with the age of its block. */
static bool found_young(const pte_t *ptes, unsigned int from, unsigned int i)
{
	if (i == from && in_block(ptes, i))
		return block_young(ptes, i);
	return pte_young(ptes[i]);
}

static bool block_was_found(const pte_t *ptes, unsigned int from,
			    unsigned int i)
{
	unsigned int j = max(from, round_down(i, CONT_PTES));

	for (; in_block(ptes, i) && j < i; j++)
		if (found_young(ptes, from, j))
			return true;
	return false;
}

/* A young entry counts, but of those of a block one. Nothing counts for one. */
static unsigned int hits(const pte_t *ptes, unsigned int from, unsigned int to)
{
	unsigned int i, nr = 0;

	for (i = from; i < to; i++)
		if (found_young(ptes, from, i) && !block_was_found(ptes, from, i))
			nr++;
	return max(nr, 1U);
}

static bool dirty(const pte_t *ptes, unsigned int from, unsigned int to)
{
	for (; from < to; from++)
		if (pte_dirty(ptes[from]))
			return true;
	return false;
}

/* --- the rounds ------------------------------------------------------------*/

static void try_young_batch(struct kunit *test, struct mapping *m,
			    unsigned int i, unsigned int end)
{
	pte_t *ptes = rbk_table(test)->ptes;

	KUNIT_ASSERT_EQ(test, i + folio_young_batch(m->folio, ptes + i, ptes[i],
						    end - i),
			age_end(m, ptes, i, end));
}

static void try_unmap_batch(struct kunit *test, struct mapping *m,
			    unsigned int i, unsigned int end)
{
	struct page_vma_mapped_walk pvmw = rbk_walk(test, i);
	struct rbk_table *t = rbk_table(test);

	t->vma->vm_end = rbk_addr(t, end);
	KUNIT_ASSERT_EQ(test, i + folio_unmap_batch(m->folio, &pvmw, *pvmw.pte),
			unmap_end(m, t->ptes, i, end));
}

/* The batch of a walk, and how far the look at its first entry answers. */
static void try_mglru(struct kunit *test, struct mapping *m, unsigned int i,
		      unsigned int end)
{
	struct rbk_table *t = rbk_table(test);
	pte_t *ptes = t->ptes, pte;
	unsigned int step = mglru_step(ptes + i, &pte, rbk_addr(t, i),
				       rbk_addr(t, end));
	unsigned int stop = age_end(m, ptes, i, end);
	struct mglru_batch batch;

	if (in_block(ptes, i)) {
		KUNIT_ASSERT_EQ(test, pte_young(pte), block_young(ptes, i));
		KUNIT_ASSERT_EQ(test, i + step,
				min(round_up(i + 1, CONT_PTES), end));
	} else {
		KUNIT_ASSERT_TRUE(test, pte_same(pte, ptes[i]));
		KUNIT_ASSERT_EQ(test, step, 1);
	}

	batch = mglru_young_batch(m->folio, ptes + i, &pte, end - i);
	KUNIT_ASSERT_EQ(test, i + batch.nr, stop);
	KUNIT_ASSERT_EQ(test, batch.hits, hits(ptes, i, stop));
	KUNIT_ASSERT_EQ(test, pte_dirty(pte), dirty(ptes, i, stop));
	KUNIT_ASSERT_EQ(test, pte_pfn(pte), pfn_at(m, i));
}

static void rounds(struct kunit *test, u64 seed,
		   void (*try)(struct kunit *test, struct mapping *m,
			       unsigned int i, unsigned int end))
{
	struct mapping m = { .folio = rbk_large_folio(test) };
	struct rbk_table *t = rbk_table(test);
	unsigned int round, i, end;

	prandom_seed_state(&m.random, seed);
	for (round = 0; round < ROUNDS; round++) {
		random_mapping(test, &m);
		i = random_start(t->ptes, &m);
		if (i == m.to)
			continue;
		end = i + 1 + rbk_below(&m.random, PTRS_PER_PTE - i);
		rbk_start(test);
		try(test, &m, i, end);
		rbk_expect_same(test);
		cond_resched();
	}
}

static void young_batches(struct kunit *test)
{
	rounds(test, 11, try_young_batch);
}

static void unmap_batches(struct kunit *test)
{
	rounds(test, 12, try_unmap_batch);
}

static void mglru_batches(struct kunit *test)
{
	rounds(test, 13, try_mglru);
}

static struct kunit_case batch_random_cases[] = {
	KUNIT_CASE_SLOW(young_batches),
	KUNIT_CASE_SLOW(unmap_batches),
	KUNIT_CASE_SLOW(mglru_batches),
	{}
};

static struct kunit_suite batch_random_suite = {
	.name = "reclaim_batch_ends",
	.init = rbk_init,
	.test_cases = batch_random_cases,
};

kunit_test_suite(batch_random_suite);
