// SPDX-License-Identifier: GPL-2.0-only
/*
 * Batches that reverse map walks take: where they end, what the walk answers,
 * and what it leaves alone.
 */

#include "../rmap_young_batch.h"
#include "reclaim_batch_kunit.h"

/* By single entries. Return: how many. */
static unsigned int map_folio(struct kunit *test, struct folio *folio,
			      unsigned int first)
{
	unsigned int nr = folio_nr_pages(folio);

	rbk_map(test, first, nr, folio_pfn(folio));
	return nr;
}

static unsigned int young_batch(struct kunit *test, struct folio *folio,
				unsigned int i)
{
	struct page_vma_mapped_walk pvmw = rbk_walk(test, i);

	return folio_young_batch(folio, pvmw.pte, *pvmw.pte,
				 pvmw_ptes_left(&pvmw));
}

static void ends_with_the_folio(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	unsigned int nr = map_folio(test, folio, 3);

	rbk_map(test, 3 + nr, 4, folio_pfn(folio) + nr);
	KUNIT_EXPECT_EQ(test, young_batch(test, folio, 3), nr);
	KUNIT_EXPECT_EQ(test, young_batch(test, folio, 3 + 5), nr - 5);
	KUNIT_EXPECT_EQ(test, young_batch(test, folio, 3 + nr - 1), 1);
}

static unsigned long ptes_left(struct kunit *test, unsigned int i)
{
	struct page_vma_mapped_walk pvmw = rbk_walk(test, i);

	return pvmw_ptes_left(&pvmw);
}

/* Whatever lies behind the table, there is no next entry. */
static void a_walk_has_entries_left(struct kunit *test)
{
	struct rbk_table *t = rbk_table(test);

	KUNIT_EXPECT_EQ(test, ptes_left(test, 0), PTRS_PER_PTE);
	t->vma->vm_end += PMD_SIZE;
	KUNIT_EXPECT_EQ(test, ptes_left(test, 0), PTRS_PER_PTE);
	KUNIT_EXPECT_EQ(test, ptes_left(test, PTRS_PER_PTE - 8), 8);
	KUNIT_EXPECT_EQ(test, ptes_left(test, PTRS_PER_PTE - 1), 1);
	t->vma->vm_end = rbk_addr(t, 5);
	KUNIT_EXPECT_EQ(test, ptes_left(test, 0), 5);
	KUNIT_EXPECT_EQ(test, ptes_left(test, 4), 1);
}

static void ends_with_the_table(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	struct rbk_table *t = rbk_table(test);

	t->vma->vm_end += PMD_SIZE;
	rbk_map(test, PTRS_PER_PTE - 8, 8, folio_pfn(folio));
	KUNIT_EXPECT_EQ(test, young_batch(test, folio, PTRS_PER_PTE - 8), 8);
	KUNIT_EXPECT_EQ(test, young_batch(test, folio, PTRS_PER_PTE - 1), 1);
}

static void ends_with_the_vma(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	struct rbk_table *t = rbk_table(test);

	map_folio(test, folio, 0);
	t->vma->vm_end = rbk_addr(t, CONT_PTES + 3);
	KUNIT_EXPECT_EQ(test, young_batch(test, folio, 0), CONT_PTES + 3);
	KUNIT_EXPECT_EQ(test, young_batch(test, folio, CONT_PTES + 2), 1);
}

static void ends_with_the_vma_inside_a_block(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	struct rbk_table *t = rbk_table(test);

	rbk_map_block(test, 0, folio_pfn(folio));
	t->vma->vm_end = rbk_addr(t, 3);
	KUNIT_EXPECT_EQ(test, young_batch(test, folio, 0), 3);
	KUNIT_EXPECT_EQ(test, young_batch(test, folio, 2), 1);
}

static void goes_on_through_blocks(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	unsigned long pfn = folio_pfn(folio);

	map_folio(test, folio, 0);
	rbk_map_block(test, CONT_PTES, pfn + CONT_PTES);
	KUNIT_EXPECT_EQ(test, young_batch(test, folio, 1), 4 * CONT_PTES - 1);
	KUNIT_EXPECT_EQ(test, young_batch(test, folio, CONT_PTES + 5),
			3 * CONT_PTES - 5);
}

/* None, another page, or an entry that only looks like the next page. */
static void ends_where_the_pages_end(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	pte_t *ptes = rbk_table(test)->ptes;

	map_folio(test, folio, 0);
	ptes[5] = __pte(0);
	KUNIT_EXPECT_EQ(test, young_batch(test, folio, 0), 5);
	ptes[5] = rbk_pte(folio_pfn(folio) + 6);
	KUNIT_EXPECT_EQ(test, young_batch(test, folio, 0), 5);
	ptes[5] = rbk_swap(30, folio_pfn(folio) + 5);
	KUNIT_EXPECT_EQ(test, young_batch(test, folio, 0), 5);
	ptes[5] = rbk_swap(26, BIT(40) | (folio_pfn(folio) + 5));
	KUNIT_EXPECT_EQ(test, young_batch(test, folio, 0), 5);
}

static void other_bits_do_not_end_it(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	pte_t *ptes = rbk_table(test)->ptes;
	unsigned int nr = map_folio(test, folio, 0);

	ptes[3] = pte_wrprotect(pte_mkdirty(ptes[3]));
	ptes[4] = rbk_prot_none(ptes[4]);
	ptes[6] = rbk_hw_dirty(ptes[6]);
	ptes[9] = pte_mkspecial(pte_mkyoung(ptes[9]));
	KUNIT_EXPECT_EQ(test, young_batch(test, folio, 0), nr);
}

static void a_walk_is_left_at_the_last(struct kunit *test)
{
	struct page_vma_mapped_walk pvmw = rbk_walk(test, 2);
	struct rbk_table *t = rbk_table(test);

	pvmw_skip_batch(&pvmw, 0);
	pvmw_skip_batch(&pvmw, 1);
	KUNIT_EXPECT_PTR_EQ(test, pvmw.pte, t->ptes + 2);
	pvmw_skip_batch(&pvmw, CONT_PTES);
	KUNIT_EXPECT_PTR_EQ(test, pvmw.pte, t->ptes + 1 + CONT_PTES);
	KUNIT_EXPECT_EQ(test, pvmw.address, rbk_addr(t, 1 + CONT_PTES));
}

/* Idle tracking and DAMON: all of the folio, and no flush. */
static void age_is_cleared_by_the_folio(struct kunit *test)
{
	struct page_vma_mapped_walk pvmw = rbk_walk(test, 1);
	struct folio *folio = rbk_large_folio(test);
	struct rbk_table *t = rbk_table(test);
	unsigned int nr = map_folio(test, folio, 1);

	rbk_set_young(test, nr, 1);
	rbk_start(test);
	KUNIT_EXPECT_TRUE(test, pvmw_test_and_clear_young(folio, &pvmw));
	rbk_expect_old(test, 1, 1 + nr);
	rbk_expect_no_flush(test);
	KUNIT_EXPECT_PTR_EQ(test, pvmw.pte, t->ptes + nr);
	KUNIT_EXPECT_FALSE(test, pvmw_test_and_clear_young(folio, &pvmw));
}

static void exclusive_entries_have_no_age(struct kunit *test)
{
	struct page_vma_mapped_walk pvmw = rbk_walk(test, 2);
	struct folio *folio = rbk_large_folio(test);
	struct rbk_table *t = rbk_table(test);

	map_folio(test, folio, 0);
	rbk_set_young(test, 0, CONT_PTES);
	t->ptes[2] = rbk_swap(30, folio_pfn(folio) + 2);
	rbk_start(test);
	KUNIT_EXPECT_FALSE(test, pvmw_test_and_clear_young(folio, &pvmw));
	rbk_expect_same(test);
	KUNIT_EXPECT_PTR_EQ(test, pvmw.pte, t->ptes + 2);
}

static unsigned int referenced(struct kunit *test, struct folio *folio,
			       unsigned int i, int *count)
{
	struct page_vma_mapped_walk pvmw = rbk_walk(test, i);

	if (lru_gen_enabled())
		kunit_skip(test, "MGLRU is on: it looks at LRUs, too");
	*count = 0;
	rbk_start(test);
	return pvmw_referenced(folio, &pvmw, count);
}

static void referenced_counts_a_batch_once(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	unsigned int nr = map_folio(test, folio, 1);
	int count;

	rbk_set_young(test, 3, 2);
	KUNIT_EXPECT_EQ(test, referenced(test, folio, 1, &count), nr);
	KUNIT_EXPECT_EQ(test, count, 1);
	rbk_expect_old(test, 1, 1 + nr);
	rbk_expect_hint(test, 3, 5, 2);
	KUNIT_EXPECT_EQ(test, referenced(test, folio, 1, &count), nr);
	KUNIT_EXPECT_EQ(test, count, 0);
	rbk_expect_no_flush(test);
}

static void referenced_takes_a_small_folio(struct kunit *test)
{
	struct folio *folio = rbk_folio(test, 0);
	int count;

	rbk_map(test, 0, 4, folio_pfn(folio));
	rbk_set_young(test, 0, 4);
	KUNIT_EXPECT_EQ(test, referenced(test, folio, 0, &count), 1);
	KUNIT_EXPECT_EQ(test, count, 1);
	rbk_expect_old(test, 0, 1);
}

static void referenced_leaves_exclusive_entries(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	pte_t *ptes = rbk_table(test)->ptes;
	int count;

	map_folio(test, folio, 0);
	rbk_set_young(test, 0, CONT_PTES);
	ptes[2] = rbk_swap(30, folio_pfn(folio) + 2);
	KUNIT_EXPECT_EQ(test, referenced(test, folio, 2, &count),
			RB_EXCLUSIVE_MAPPINGS);
	KUNIT_EXPECT_EQ(test, count, 0);
	rbk_expect_same(test);
	rbk_expect_no_flush(test);
}

static struct kunit_case young_walk_cases[] = {
	KUNIT_CASE(ends_with_the_folio),
	KUNIT_CASE(a_walk_has_entries_left),
	KUNIT_CASE(ends_with_the_table),
	KUNIT_CASE(ends_with_the_vma),
	KUNIT_CASE(ends_with_the_vma_inside_a_block),
	KUNIT_CASE(goes_on_through_blocks),
	KUNIT_CASE(ends_where_the_pages_end),
	KUNIT_CASE(other_bits_do_not_end_it),
	KUNIT_CASE(a_walk_is_left_at_the_last),
	KUNIT_CASE(age_is_cleared_by_the_folio),
	KUNIT_CASE(exclusive_entries_have_no_age),
	KUNIT_CASE(referenced_counts_a_batch_once),
	KUNIT_CASE(referenced_takes_a_small_folio),
	KUNIT_CASE(referenced_leaves_exclusive_entries),
	{}
};

static struct kunit_suite young_walk_suite = {
	.name = "reclaim_batch_walk",
	.init = rbk_init,
	.test_cases = young_walk_cases,
};

kunit_test_suite(young_walk_suite);
