// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which access flags a young check clears, and what it answers, for every
 * kind of entry a batch can begin, end or go on with. Each case is put to the
 * check that flushes and to the one that does not.
 */

#include "reclaim_batch_kunit.h"

/*
 * The check of @nr entries from @first on says @young, and makes those from
 * @from up to @to old, which is more where a block is touched.
 */
static void expect_cleared(struct kunit *test, unsigned int first,
			   unsigned int nr, bool young, unsigned int from,
			   unsigned int to)
{
	struct rbk_table *t = rbk_table(test);
	unsigned long addr = rbk_addr(t, first);
	pte_t *ptep = t->ptes + first;

	rbk_start(test);
	KUNIT_EXPECT_EQ(test, young,
			test_and_clear_young_ptes(t->vma, addr, ptep, nr));
	rbk_expect_old(test, from, to);
	rbk_expect_no_flush(test);

	memcpy(t->ptes, t->before, PTRS_PER_PTE * sizeof(pte_t));
	KUNIT_EXPECT_EQ(test, young,
			clear_flush_young_ptes(t->vma, addr, ptep, nr));
	rbk_expect_old(test, from, to);
	if (!young)
		rbk_expect_no_flush(test);
}

static void single_young(struct kunit *test)
{
	rbk_map(test, 0, 8, RBK_PFN);
	rbk_set_young(test, 2, 3);
	expect_cleared(test, 3, 1, true, 3, 4);
	rbk_expect_hint(test, 3, 4, 1);
}

static void single_old(struct kunit *test)
{
	rbk_map(test, 0, 8, RBK_PFN);
	rbk_set_young(test, 2, 1);
	rbk_set_young(test, 4, 1);
	expect_cleared(test, 3, 1, false, 0, 0);
}

static void block_by_one_entry(struct kunit *test)
{
	rbk_map_block(test, 0, RBK_PFN);
	rbk_set_young(test, CONT_PTES - 3, 1);
	expect_cleared(test, 2, 1, true, 0, CONT_PTES);
	rbk_expect_hint(test, 0, CONT_PTES, 1);
}

static void block_all_young(struct kunit *test)
{
	rbk_map_block(test, 0, RBK_PFN);
	rbk_set_young(test, 0, CONT_PTES);
	expect_cleared(test, 0, CONT_PTES, true, 0, CONT_PTES);
	rbk_expect_hint(test, 0, CONT_PTES, 1);
}

static void block_first_young(struct kunit *test)
{
	rbk_map_block(test, 0, RBK_PFN);
	rbk_set_young(test, 0, 1);
	expect_cleared(test, 0, CONT_PTES, true, 0, CONT_PTES);
	rbk_expect_hint(test, 0, CONT_PTES, 1);
}

static void block_last_young(struct kunit *test)
{
	rbk_map_block(test, 0, RBK_PFN);
	rbk_set_young(test, CONT_PTES - 1, 1);
	expect_cleared(test, 0, CONT_PTES, true, 0, CONT_PTES);
	rbk_expect_hint(test, 0, CONT_PTES, 1);
}

static void block_old(struct kunit *test)
{
	rbk_map_block(test, CONT_PTES, RBK_PFN);
	rbk_map(test, 2 * CONT_PTES, 1, RBK_PFN);
	rbk_set_young(test, 2 * CONT_PTES, 1);
	expect_cleared(test, CONT_PTES, CONT_PTES, false, 0, 0);
}

/* What is young lies in front of the batch, in the block it begins in. */
static void block_half_asked(struct kunit *test)
{
	rbk_map_block(test, 0, RBK_PFN);
	rbk_set_young(test, 1, 1);
	expect_cleared(test, 4, CONT_PTES / 2, true, 0, CONT_PTES);
	rbk_expect_hint(test, 0, CONT_PTES, 1);
}

static void two_blocks_from_the_middle(struct kunit *test)
{
	rbk_map_block(test, 0, RBK_PFN);
	rbk_map_block(test, CONT_PTES, RBK_PFN + CONT_PTES);
	rbk_set_young(test, 0, 2 * CONT_PTES);
	expect_cleared(test, CONT_PTES - 4, CONT_PTES + 4, true, 0,
		       2 * CONT_PTES);
	rbk_expect_hint(test, 0, 2 * CONT_PTES, 2);
}

static void block_then_singles(struct kunit *test)
{
	rbk_map_block(test, 0, RBK_PFN);
	rbk_map(test, CONT_PTES, CONT_PTES + 1, RBK_PFN + CONT_PTES);
	rbk_set_young(test, 0, 2 * CONT_PTES + 1);
	expect_cleared(test, CONT_PTES - 4, CONT_PTES + 4, true, 0,
		       2 * CONT_PTES);
	rbk_expect_hint(test, 0, 2 * CONT_PTES, 1 + CONT_PTES);
}

static void singles_then_block(struct kunit *test)
{
	rbk_map(test, 0, CONT_PTES, RBK_PFN);
	rbk_map_block(test, CONT_PTES, RBK_PFN + CONT_PTES);
	rbk_set_young(test, 0, 2 * CONT_PTES);
	expect_cleared(test, CONT_PTES - 4, CONT_PTES + 4, true, CONT_PTES - 4,
		       2 * CONT_PTES);
	rbk_expect_hint(test, CONT_PTES - 4, 2 * CONT_PTES, 5);
}

static void single_then_blocks(struct kunit *test)
{
	rbk_map(test, 0, CONT_PTES, RBK_PFN);
	rbk_map_block(test, CONT_PTES, RBK_PFN + CONT_PTES);
	rbk_map_block(test, 2 * CONT_PTES, RBK_PFN + 2 * CONT_PTES);
	rbk_set_young(test, 0, 3 * CONT_PTES);
	expect_cleared(test, CONT_PTES - 1, CONT_PTES + 2, true, CONT_PTES - 1,
		       3 * CONT_PTES);
	rbk_expect_hint(test, CONT_PTES - 1, 3 * CONT_PTES, 3);
}

/* Blocks up to the last entry, behind which there is another table. */
static void whole_table(struct kunit *test)
{
	const unsigned int last = PTRS_PER_PTE - 1;
	unsigned int i;

	for (i = 0; i < PTRS_PER_PTE; i += CONT_PTES)
		rbk_map_block(test, i, RBK_PFN + i);
	rbk_set_young(test, last, 1);
	expect_cleared(test, 0, PTRS_PER_PTE, true, 0, PTRS_PER_PTE);
	rbk_expect_hint(test, PTRS_PER_PTE - CONT_PTES, PTRS_PER_PTE, 1);
}

static void end_of_the_table(struct kunit *test)
{
	rbk_map(test, PTRS_PER_PTE - 3, 3, RBK_PFN);
	rbk_set_young(test, PTRS_PER_PTE - 3, 3);
	expect_cleared(test, PTRS_PER_PTE - 2, 2, true, PTRS_PER_PTE - 2,
		       PTRS_PER_PTE);
	rbk_expect_hint(test, PTRS_PER_PTE - 2, PTRS_PER_PTE, 2);
}

/* A batch need not agree in anything. */
static void other_bits_stay(struct kunit *test)
{
	pte_t *ptes = rbk_table(test)->ptes;
	unsigned int i;

	rbk_map(test, 0, CONT_PTES, RBK_PFN);
	for (i = 0; i < CONT_PTES; i++) {
		if (i & 1)
			ptes[i] = pte_wrprotect(ptes[i]);
		if (i & 2)
			ptes[i] = pte_mkdirty(ptes[i]);
		if (i & 4)
			ptes[i] = pte_mkspecial(ptes[i]);
		if (i % 3)
			ptes[i] = pte_mkyoung(ptes[i]);
	}
	expect_cleared(test, 0, CONT_PTES, true, 0, CONT_PTES);
}

static void dirty_state_stays(struct kunit *test)
{
	pte_t *ptes = rbk_table(test)->ptes;

	rbk_map(test, 0, 3, RBK_PFN);
	ptes[1] = rbk_hw_dirty(ptes[1]);
	ptes[2] = pte_wrprotect(rbk_hw_dirty(ptes[2]));
	rbk_set_young(test, 0, 3);
	expect_cleared(test, 0, 3, true, 0, 3);
	KUNIT_EXPECT_FALSE(test, pte_dirty(ptes[0]));
	KUNIT_EXPECT_TRUE(test, pte_hw_dirty(ptes[1]));
	KUNIT_EXPECT_TRUE(test, pte_sw_dirty(ptes[2]));
}

static void dirty_block_stays(struct kunit *test)
{
	pte_t *ptes = rbk_table(test)->ptes;
	unsigned int i;

	rbk_map_block(test, 0, RBK_PFN);
	for (i = 0; i < CONT_PTES; i += 3)
		ptes[i] = rbk_hw_dirty(ptes[i]);
	rbk_set_young(test, 0, CONT_PTES);
	expect_cleared(test, 5, 1, true, 0, CONT_PTES);
}

static void prot_none(struct kunit *test)
{
	pte_t *ptes = rbk_table(test)->ptes;

	rbk_map(test, 0, 8, RBK_PFN);
	rbk_set_young(test, 0, 8);
	ptes[3] = rbk_prot_none(ptes[3]);
	KUNIT_ASSERT_TRUE(test, pte_present(ptes[3]) && !pte_valid(ptes[3]));
	expect_cleared(test, 3, 1, true, 3, 4);
	rbk_expect_hint(test, 3, 4, 1);
}

/* Young by its bits, and no PTE: what is bit 10 there is part of the type. */
static void exclusive_entry(struct kunit *test)
{
	pte_t *ptes = rbk_table(test)->ptes;

	rbk_map(test, 0, 8, RBK_PFN);
	rbk_set_young(test, 0, 8);
	ptes[3] = rbk_swap(30, RBK_PFN);
	KUNIT_ASSERT_TRUE(test, pte_young(ptes[3]) && !pte_present(ptes[3]));
	expect_cleared(test, 3, 1, false, 0, 0);
}

/* A block by its bits, too: a migration entry with 52-bit addresses. */
static void migration_entry(struct kunit *test)
{
	pte_t *ptes = rbk_table(test)->ptes;

	rbk_map(test, 0, CONT_PTES, RBK_PFN);
	rbk_set_young(test, 0, CONT_PTES);
	ptes[3] = rbk_swap(26, BIT(40) | RBK_PFN);
	KUNIT_ASSERT_TRUE(test, pte_cont(ptes[3]) && !pte_present(ptes[3]));
	expect_cleared(test, 3, 1, false, 0, 0);
	expect_cleared(test, 2, 3, true, 2, 5);
	rbk_expect_hint(test, 2, 5, 2);
}

static void between_swap_entries(struct kunit *test)
{
	static const unsigned int types[] = { 0, 15, 16, 30 };
	pte_t *ptes = rbk_table(test)->ptes;
	unsigned int i;

	rbk_map(test, 3, 1, RBK_PFN);
	for (i = 0; i < ARRAY_SIZE(types); i++) {
		rbk_set_young(test, 3, 1);
		ptes[2] = rbk_swap(types[i], 77);
		ptes[4] = rbk_swap(types[i], BIT(40) | 77);
		expect_cleared(test, 3, 1, true, 3, 4);
		rbk_set_young(test, 3, 1);
		expect_cleared(test, 2, 3, true, 3, 4);
		rbk_expect_hint(test, 3, 4, 1);
	}
}

static void holes(struct kunit *test)
{
	rbk_map(test, 1, 1, RBK_PFN);
	rbk_map(test, 6, 1, RBK_PFN);
	rbk_set_young(test, 1, 1);
	rbk_set_young(test, 6, 1);
	expect_cleared(test, 0, 8, true, 0, 8);
	rbk_expect_hint(test, 1, 7, 2);
}

/* A VMA that was split inside a block does not split the block. */
static void vma_ends_in_the_block(struct kunit *test)
{
	struct rbk_table *t = rbk_table(test);

	rbk_map_block(test, 0, RBK_PFN);
	rbk_set_young(test, CONT_PTES - 1, 1);
	t->vma->vm_end = rbk_addr(t, CONT_PTES / 2);
	expect_cleared(test, 0, CONT_PTES / 2, true, 0, CONT_PTES);
	rbk_expect_hint(test, 0, CONT_PTES, 1);
}

/* The name that the callers of a single PTE know. */
static void single_by_its_old_name(struct kunit *test)
{
	struct rbk_table *t = rbk_table(test);

	rbk_map(test, 0, 4, RBK_PFN);
	rbk_set_young(test, 0, 4);
	rbk_start(test);
	KUNIT_EXPECT_TRUE(test, ptep_test_and_clear_young(t->vma,
							  rbk_addr(t, 2),
							  t->ptes + 2));
	rbk_expect_old(test, 2, 3);
	rbk_expect_no_flush(test);
}

static void block_by_its_old_name(struct kunit *test)
{
	struct rbk_table *t = rbk_table(test);

	rbk_map_block(test, 0, RBK_PFN);
	rbk_set_young(test, CONT_PTES - 1, 1);
	rbk_start(test);
	KUNIT_EXPECT_TRUE(test, ptep_test_and_clear_young(t->vma,
							  rbk_addr(t, 2),
							  t->ptes + 2));
	rbk_expect_old(test, 0, CONT_PTES);
	rbk_expect_no_flush(test);
}

static struct kunit_case young_batch_cases[] = {
	KUNIT_CASE(single_young),
	KUNIT_CASE(single_old),
	KUNIT_CASE(block_by_one_entry),
	KUNIT_CASE(block_all_young),
	KUNIT_CASE(block_first_young),
	KUNIT_CASE(block_last_young),
	KUNIT_CASE(block_old),
	KUNIT_CASE(block_half_asked),
	KUNIT_CASE(two_blocks_from_the_middle),
	KUNIT_CASE(block_then_singles),
	KUNIT_CASE(singles_then_block),
	KUNIT_CASE(single_then_blocks),
	KUNIT_CASE(whole_table),
	KUNIT_CASE(end_of_the_table),
	KUNIT_CASE(other_bits_stay),
	KUNIT_CASE(dirty_state_stays),
	KUNIT_CASE(dirty_block_stays),
	KUNIT_CASE(prot_none),
	KUNIT_CASE(exclusive_entry),
	KUNIT_CASE(migration_entry),
	KUNIT_CASE(between_swap_entries),
	KUNIT_CASE(holes),
	KUNIT_CASE(vma_ends_in_the_block),
	KUNIT_CASE(single_by_its_old_name),
	KUNIT_CASE(block_by_its_old_name),
	{}
};

static struct kunit_suite young_batch_suite = {
	.name = "reclaim_batch_young",
	.init = rbk_init,
	.test_cases = young_batch_cases,
};

kunit_test_suite(young_batch_suite);
