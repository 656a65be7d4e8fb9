// SPDX-License-Identifier: GPL-2.0-only
/*
 * Batches of MGLRU's page table walks: how far one look at an entry answers,
 * what is aged at once, and for how many accesses that counts.
 */

#include "../mglru_young_batch.h"
#include "reclaim_batch_kunit.h"

/* A walk up to entry @end is at entry @i: its PTE, and those it answers for. */
static unsigned int walk_step(struct kunit *test, unsigned int i,
			      unsigned int end, pte_t *pte)
{
	struct rbk_table *t = rbk_table(test);

	return mglru_step(t->ptes + i, pte, rbk_addr(t, i), rbk_addr(t, end));
}

/* The batch at entry @i, with its PTE as the walk got it. */
static struct mglru_batch batch_at(struct kunit *test, struct folio *folio,
				   unsigned int i, unsigned int max, pte_t *pte)
{
	walk_step(test, i, i + max, pte);
	return mglru_young_batch(folio, rbk_table(test)->ptes + i, pte, max);
}

static unsigned int walk_hits(struct kunit *test, struct folio *folio,
			      unsigned int i, unsigned int nr)
{
	struct page_vma_mapped_walk pvmw = rbk_walk(test, i);

	return mglru_walk_hits(folio, &pvmw, nr);
}

static void expect_batch(struct kunit *test, struct mglru_batch batch,
			 unsigned int nr, unsigned int hits)
{
	KUNIT_EXPECT_EQ(test, batch.nr, nr);
	KUNIT_EXPECT_EQ(test, batch.hits, hits);
}

static void a_single_entry_answers_for_itself(struct kunit *test)
{
	pte_t pte;

	rbk_map(test, 0, 2, RBK_PFN);
	rbk_set_young(test, 1, 1);
	KUNIT_EXPECT_EQ(test, walk_step(test, 0, 8, &pte), 1);
	KUNIT_EXPECT_FALSE(test, pte_young(pte));
	KUNIT_EXPECT_EQ(test, walk_step(test, 1, 8, &pte), 1);
	KUNIT_EXPECT_TRUE(test, pte_young(pte));
	KUNIT_EXPECT_EQ(test, walk_step(test, 2, 8, &pte), 1);
	KUNIT_EXPECT_TRUE(test, pte_none(pte));
}

/* Bits that a PTE would have for young and for a block. */
static void an_entry_that_is_no_pte(struct kunit *test)
{
	struct rbk_table *t = rbk_table(test);
	pte_t pte;

	t->ptes[0] = rbk_swap(30, BIT(40) | RBK_PFN);
	KUNIT_ASSERT_TRUE(test, pte_cont(t->ptes[0]) && pte_young(t->ptes[0]));
	KUNIT_EXPECT_EQ(test, walk_step(test, 0, CONT_PTES, &pte), 1);
	KUNIT_EXPECT_EQ(test, pte_val(pte), pte_val(t->ptes[0]));
}

static void a_cold_block_is_one_step(struct kunit *test)
{
	pte_t pte;

	rbk_map_block(test, CONT_PTES, RBK_PFN);
	KUNIT_EXPECT_EQ(test, walk_step(test, CONT_PTES, PTRS_PER_PTE, &pte),
			CONT_PTES);
	KUNIT_EXPECT_FALSE(test, pte_young(pte));
	KUNIT_EXPECT_EQ(test,
			walk_step(test, CONT_PTES + 4, PTRS_PER_PTE, &pte),
			CONT_PTES - 4);
}

static void a_step_ends_with_the_walk(struct kunit *test)
{
	pte_t pte;

	rbk_map_block(test, CONT_PTES, RBK_PFN);
	KUNIT_EXPECT_EQ(test,
			walk_step(test, CONT_PTES, CONT_PTES + 3, &pte), 3);
	KUNIT_EXPECT_EQ(test,
			walk_step(test, CONT_PTES + 1, CONT_PTES + 2, &pte), 1);
}

/* In front of the entry or behind it; which page that is does not show. */
static void a_block_is_young_by_any_entry(struct kunit *test)
{
	struct rbk_table *t = rbk_table(test);
	unsigned int i;
	pte_t pte;

	for (i = 0; i < CONT_PTES; i++) {
		rbk_map_block(test, 0, RBK_PFN);
		rbk_set_young(test, i, 1);
		t->ptes[CONT_PTES - 1] = rbk_hw_dirty(t->ptes[CONT_PTES - 1]);
		walk_step(test, 4, PTRS_PER_PTE, &pte);
		KUNIT_EXPECT_EQ(test, pte_val(pte),
				pte_val(pte_mkyoung(t->ptes[4])));
	}
}

static void a_small_folio_is_one_hit(struct kunit *test)
{
	struct folio *folio = rbk_folio(test, 0);
	pte_t pte;

	rbk_map(test, 0, 4, folio_pfn(folio));
	rbk_set_young(test, 0, 4);
	expect_batch(test, batch_at(test, folio, 0, 4, &pte), 1, 1);
}

static void single_entries_are_a_hit_each(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	unsigned int nr = folio_nr_pages(folio);
	pte_t pte;

	rbk_map(test, 1, nr, folio_pfn(folio));
	rbk_set_young(test, 1, nr);
	expect_batch(test, batch_at(test, folio, 1, 10, &pte), 10, 10);
	KUNIT_EXPECT_FALSE(test, pte_dirty(pte));
	expect_batch(test, batch_at(test, folio, 1, PTRS_PER_PTE - 1, &pte), nr,
		     nr);
	rbk_map(test, 2, nr - 1, folio_pfn(folio) + 1);
	expect_batch(test, batch_at(test, folio, 1, PTRS_PER_PTE - 1, &pte), nr,
		     1);
}

static void a_block_is_one_hit(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	unsigned long pfn = folio_pfn(folio);
	pte_t pte;

	rbk_map_block(test, 0, pfn);
	rbk_map_block(test, CONT_PTES, pfn + CONT_PTES);
	rbk_map(test, 2 * CONT_PTES, 2 * CONT_PTES, pfn + 2 * CONT_PTES);
	rbk_set_young(test, 0, CONT_PTES);
	rbk_set_young(test, 2 * CONT_PTES + 1, 3);
	expect_batch(test, batch_at(test, folio, 0, PTRS_PER_PTE, &pte),
		     4 * CONT_PTES, 4);
}

/* Young is an entry that the batch does not have: its block is young. */
static void a_batch_from_the_middle(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	pte_t pte;

	rbk_map_block(test, 0, folio_pfn(folio));
	rbk_set_young(test, 1, 1);
	expect_batch(test, batch_at(test, folio, 4, PTRS_PER_PTE - 4, &pte),
		     CONT_PTES - 4, 1);
	expect_batch(test, batch_at(test, folio, 4, 3, &pte), 3, 1);
}

static void dirty_is_that_of_any_entry(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	struct rbk_table *t = rbk_table(test);
	pte_t pte;

	rbk_map(test, 0, CONT_PTES, folio_pfn(folio));
	rbk_set_young(test, 0, 1);
	t->ptes[5] = rbk_hw_dirty(t->ptes[5]);
	batch_at(test, folio, 0, 5, &pte);
	KUNIT_EXPECT_FALSE(test, pte_dirty(pte));
	batch_at(test, folio, 0, 6, &pte);
	KUNIT_EXPECT_TRUE(test, pte_dirty(pte));
	KUNIT_EXPECT_EQ(test, pte_pfn(pte), folio_pfn(folio));
}

static void dirty_is_that_of_any_entry_of_a_block(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	struct rbk_table *t = rbk_table(test);
	pte_t pte;

	rbk_map_block(test, 0, folio_pfn(folio));
	rbk_set_young(test, 0, 1);
	t->ptes[CONT_PTES - 1] = rbk_hw_dirty(t->ptes[CONT_PTES - 1]);
	batch_at(test, folio, 0, CONT_PTES - 1, &pte);
	KUNIT_EXPECT_FALSE(test, pte_dirty(pte));
	batch_at(test, folio, 0, CONT_PTES, &pte);
	KUNIT_EXPECT_TRUE(test, pte_dirty(pte));
}

static void hits_of_a_reverse_map_walk(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);

	rbk_map(test, 1, 16, folio_pfn(folio));
	rbk_set_young(test, 1, 16);
	KUNIT_EXPECT_EQ(test, walk_hits(test, folio, 1, 1), 1);
	KUNIT_EXPECT_EQ(test, walk_hits(test, folio, 1, 12), 12);
}

static void hits_of_a_reverse_map_walk_of_blocks(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);

	rbk_map_block(test, 0, folio_pfn(folio));
	rbk_set_young(test, 0, CONT_PTES);
	KUNIT_EXPECT_EQ(test, walk_hits(test, folio, 0, CONT_PTES), 1);
	KUNIT_EXPECT_EQ(test, walk_hits(test, folio, 3, CONT_PTES - 3), 1);
}

/* The look around has MIN_LRU_BATCH entries, and half of them in front of it. */
static void hits_within_the_look_around(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	struct page_vma_mapped_walk pvmw = rbk_walk(test, 40);
	unsigned int nr = folio_nr_pages(folio);
	struct rbk_table *t = rbk_table(test);

	rbk_map(test, 40, nr, folio_pfn(folio));
	rbk_set_young(test, 40, nr);
	KUNIT_EXPECT_EQ(test, walk_hits(test, folio, 40, nr),
			MIN_LRU_BATCH / 2);
	KUNIT_EXPECT_EQ(test, walk_hits(test, folio, 40, 3), 3);
	t->vma->vm_start = rbk_addr(t, 30);
	KUNIT_EXPECT_EQ(test, mglru_walk_hits(folio, &pvmw, nr),
			MIN_LRU_BATCH - 10);
}

static struct kunit_case mglru_batch_cases[] = {
	KUNIT_CASE(a_single_entry_answers_for_itself),
	KUNIT_CASE(an_entry_that_is_no_pte),
	KUNIT_CASE(a_cold_block_is_one_step),
	KUNIT_CASE(a_step_ends_with_the_walk),
	KUNIT_CASE(a_block_is_young_by_any_entry),
	KUNIT_CASE(a_small_folio_is_one_hit),
	KUNIT_CASE(single_entries_are_a_hit_each),
	KUNIT_CASE(a_block_is_one_hit),
	KUNIT_CASE(a_batch_from_the_middle),
	KUNIT_CASE(dirty_is_that_of_any_entry),
	KUNIT_CASE(dirty_is_that_of_any_entry_of_a_block),
	KUNIT_CASE(hits_of_a_reverse_map_walk),
	KUNIT_CASE(hits_of_a_reverse_map_walk_of_blocks),
	KUNIT_CASE(hits_within_the_look_around),
	{}
};

static struct kunit_suite mglru_batch_suite = {
	.name = "reclaim_batch_mglru",
	.init = rbk_init,
	.test_cases = mglru_batch_cases,
};

kunit_test_suite(mglru_batch_suite);
