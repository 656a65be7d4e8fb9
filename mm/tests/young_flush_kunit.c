// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is invalidated for a young hint: how many flushes, of what, and that
 * none grows into one of a whole address space.
 */

#include <asm/rb_compat.h>

#include "../reclaim_batch.h"
#include "reclaim_batch_kunit.h"

static bool clear_flush(struct kunit *test, unsigned int first, unsigned int nr)
{
	struct rbk_table *t = rbk_table(test);

	rbk_start(test);
	return clear_flush_young_ptes(t->vma, rbk_addr(t, first),
				      t->ptes + first, nr);
}

/* Flush @n is of @nr pages from entry @first on. */
static void expect_flush(struct kunit *test, unsigned int n, unsigned int first,
			 unsigned int nr, unsigned long stride)
{
	struct rbk_table *t = rbk_table(test);

	KUNIT_ASSERT_LT(test, n, t->nr_flushes);
	KUNIT_EXPECT_EQ(test, t->flushes[n].start, rbk_addr(t, first));
	KUNIT_EXPECT_EQ(test, t->flushes[n].end, rbk_addr(t, first + nr));
	KUNIT_EXPECT_EQ(test, t->flushes[n].stride, stride);
	KUNIT_EXPECT_EQ(test, t->flushes[n].level, 3);
}

static void expect_flushes(struct kunit *test, unsigned int nr)
{
	KUNIT_ASSERT_EQ(test, rbk_table(test)->nr_flushes, nr);
}

static void neighbours_share_a_flush(struct kunit *test)
{
	rbk_map(test, 0, CONT_PTES, RBK_PFN);
	rbk_set_young(test, 3, 4);
	KUNIT_EXPECT_TRUE(test, clear_flush(test, 0, CONT_PTES));
	expect_flushes(test, 1);
	expect_flush(test, 0, 3, 4, PAGE_SIZE);
}

/* A range takes old pages along; single TLBIs are not spent on them. */
static void a_hole_ends_single_tlbis(struct kunit *test)
{
	rbk_map(test, 0, CONT_PTES, RBK_PFN);
	rbk_set_young(test, 3, 2);
	rbk_set_young(test, 9, 1);
	KUNIT_EXPECT_TRUE(test, clear_flush(test, 0, CONT_PTES));
	if (system_supports_tlb_range()) {
		expect_flushes(test, 1);
		expect_flush(test, 0, 3, 7, PAGE_SIZE);
		return;
	}
	expect_flushes(test, 2);
	expect_flush(test, 0, 3, 2, PAGE_SIZE);
	expect_flush(test, 1, 9, 1, PAGE_SIZE);
}

static void blocks_share_a_flush(struct kunit *test)
{
	unsigned long stride = CONT_PTE_SIZE;

	rbk_map_block(test, 0, RBK_PFN);
	rbk_map_block(test, CONT_PTES, RBK_PFN + CONT_PTES);
	rbk_set_young(test, 0, 2 * CONT_PTES);
	KUNIT_EXPECT_TRUE(test, clear_flush(test, 0, 2 * CONT_PTES));
	if (system_supports_tlb_range())
		stride = PAGE_SIZE;
	expect_flushes(test, 1);
	expect_flush(test, 0, 0, 2 * CONT_PTES, stride);
}

/* A core that has split the entry of the block keeps that of this page. */
static void one_tlbi_goes_where_it_is_young(struct kunit *test)
{
	rbk_map_block(test, 0, RBK_PFN);
	rbk_set_young(test, 5, 1);
	KUNIT_EXPECT_TRUE(test, clear_flush(test, 0, CONT_PTES));
	expect_flushes(test, 1);
	if (system_supports_tlb_range())
		expect_flush(test, 0, 0, CONT_PTES, PAGE_SIZE);
	else
		expect_flush(test, 0, 5, 1, PAGE_SIZE);
}

static void a_block_and_its_neighbours(struct kunit *test)
{
	rbk_map(test, 0, CONT_PTES, RBK_PFN);
	rbk_map_block(test, CONT_PTES, RBK_PFN + CONT_PTES);
	rbk_map(test, 2 * CONT_PTES, 4, RBK_PFN + 2 * CONT_PTES);
	rbk_set_young(test, CONT_PTES - 1, CONT_PTES + 2);
	KUNIT_EXPECT_TRUE(test, clear_flush(test, 0, 2 * CONT_PTES + 4));
	if (system_supports_tlb_range()) {
		expect_flushes(test, 1);
		expect_flush(test, 0, CONT_PTES - 1, CONT_PTES + 2, PAGE_SIZE);
		return;
	}
	expect_flushes(test, 3);
	expect_flush(test, 0, CONT_PTES - 1, 1, PAGE_SIZE);
	expect_flush(test, 1, CONT_PTES, CONT_PTES, CONT_PTE_SIZE);
	expect_flush(test, 2, 2 * CONT_PTES, 1, PAGE_SIZE);
}

static void old_blocks_are_left_out(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < 4; i++)
		rbk_map_block(test, i * CONT_PTES, RBK_PFN + i * CONT_PTES);
	rbk_set_young(test, CONT_PTES, 1);
	KUNIT_EXPECT_TRUE(test, clear_flush(test, 0, 4 * CONT_PTES));
	expect_flushes(test, 1);
	rbk_expect_hint(test, CONT_PTES, 2 * CONT_PTES, 1);
}

/* As many strides as make the kernel give up the whole ASID are never asked. */
static void expect_no_asid_flush(struct kunit *test)
{
	const struct rbk_table *t = rbk_table(test);
	unsigned long strides;
	unsigned int i;

	for (i = 0; i < t->nr_flushes; i++) {
		strides = (t->flushes[i].end - t->flushes[i].start) /
			  t->flushes[i].stride;
		if (!system_supports_tlb_range())
			KUNIT_EXPECT_LT(test, strides, MAX_DVM_OPS);
	}
}

static void a_table_of_single_entries(struct kunit *test)
{
	rbk_map(test, 0, PTRS_PER_PTE, RBK_PFN);
	rbk_set_young(test, 0, PTRS_PER_PTE);
	KUNIT_EXPECT_TRUE(test, clear_flush(test, 0, PTRS_PER_PTE));
	rbk_expect_hint(test, 0, PTRS_PER_PTE, PTRS_PER_PTE);
	expect_no_asid_flush(test);
}

static void every_other_entry_young(struct kunit *test)
{
	unsigned int i;

	rbk_map(test, 0, PTRS_PER_PTE, RBK_PFN);
	for (i = 1; i < PTRS_PER_PTE; i += 2)
		rbk_set_young(test, i, 1);
	KUNIT_EXPECT_TRUE(test, clear_flush(test, 0, PTRS_PER_PTE));
	rbk_expect_hint(test, 1, PTRS_PER_PTE, PTRS_PER_PTE / 2);
	expect_no_asid_flush(test);
}

/* The parts of a long range are next to each other, and none is missing. */
static void a_long_range_comes_in_parts(struct kunit *test)
{
	struct rbk_table *t = rbk_table(test);
	const unsigned int nr = 2 * RB_FLUSH_STRIDES_MAX + 7;
	unsigned long next = rbk_addr(t, 1);
	unsigned int i;

	rbk_start(test);
	rb_flush_range_nosync(t->vma, next, next + nr * PAGE_SIZE, PAGE_SIZE, 3);
	expect_flushes(test, system_supports_tlb_range() ? 1 : 3);
	for (i = 0; i < t->nr_flushes; i++) {
		KUNIT_EXPECT_EQ(test, t->flushes[i].start, next);
		next = t->flushes[i].end;
	}
	KUNIT_EXPECT_EQ(test, next, rbk_addr(t, 1 + nr));
	KUNIT_EXPECT_EQ(test, rbk_tlbis(t), nr);
	expect_no_asid_flush(test);
}

#ifdef CONFIG_RECLAIM_BATCH_DEBUGFS

/* The kernel's way: what the batch covers, if anything of it was young. */
static void without_hint_flush(struct kunit *test)
{
	unsigned int i;

	rbk_switch_off(test, &rb_key_hint_flush.key);
	for (i = 0; i < 4; i++)
		rbk_map_block(test, i * CONT_PTES, RBK_PFN + i * CONT_PTES);
	KUNIT_EXPECT_FALSE(test, clear_flush(test, 0, 4 * CONT_PTES));
	rbk_expect_no_flush(test);
	rbk_set_young(test, CONT_PTES, 1);
	KUNIT_EXPECT_TRUE(test, clear_flush(test, 0, 4 * CONT_PTES));
	expect_flushes(test, 1);
	expect_flush(test, 0, 0, 4 * CONT_PTES, PAGE_SIZE);
}

static unsigned long af_atomics(void)
{
	unsigned long sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += per_cpu(rb_counters.af_atomics, cpu);
	return sum;
}

static void stop_counting(void *unused)
{
	static_branch_disable(&rb_key_counters);
}

/* Nobody else has pages to age while the tests run. */
static void expect_atomics(struct kunit *test, unsigned int nr,
			   unsigned long atomics)
{
	unsigned long before = af_atomics();

	clear_flush(test, 0, nr);
	KUNIT_EXPECT_EQ(test, af_atomics() - before, atomics);
}

static void start_counting(struct kunit *test)
{
	static_branch_enable(&rb_key_counters);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, stop_counting,
							   NULL));
}

static void atomics_on_single_entries(struct kunit *test)
{
	start_counting(test);
	rbk_map(test, 0, 2 * CONT_PTES, RBK_PFN);
	expect_atomics(test, 2 * CONT_PTES, 0);
	rbk_set_young(test, 1, 3);
	expect_atomics(test, 2 * CONT_PTES, 3);
}

static void atomics_on_a_block(struct kunit *test)
{
	start_counting(test);
	rbk_map_block(test, 0, RBK_PFN);
	expect_atomics(test, CONT_PTES, 0);
	rbk_set_young(test, 7, 1);
	expect_atomics(test, CONT_PTES, 1);
}

#else

static void without_hint_flush(struct kunit *test)
{
	kunit_skip(test, "no switches: CONFIG_RECLAIM_BATCH_DEBUGFS=n");
}

static void atomics_on_single_entries(struct kunit *test)
{
	kunit_skip(test, "no counters: CONFIG_RECLAIM_BATCH_DEBUGFS=n");
}

#define atomics_on_a_block atomics_on_single_entries

#endif /* CONFIG_RECLAIM_BATCH_DEBUGFS */

#ifdef CONFIG_TRANSPARENT_HUGEPAGE

static pmd_t leaf_pmd(void)
{
	pgprot_t prot = vm_get_page_prot(VM_READ | VM_WRITE | VM_SHARED);

	return pmd_mkold(pmd_mkhuge(pfn_pmd(RBK_PFN, prot)));
}

/* The check of @pmdp says @young, and clears @bit and nothing else. */
static void check_pmd(struct kunit *test, pmd_t *pmdp, bool young, u64 bit)
{
	struct rbk_table *t = rbk_table(test);
	u64 want = pmd_val(*pmdp) & ~bit;

	rbk_start(test);
	KUNIT_EXPECT_EQ(test, young, pmdp_clear_flush_young(t->vma,
							    t->vma->vm_start,
							    pmdp));
	KUNIT_EXPECT_EQ(test, pmd_val(*pmdp), want);
}

/* Leaf only, and one stride of its size. */
static void young_pmd(struct kunit *test)
{
	struct rbk_table *t = rbk_table(test);
	pmd_t pmd = pmd_mkyoung(leaf_pmd());

	check_pmd(test, &pmd, true, PTE_AF);
	expect_flushes(test, 1);
	KUNIT_EXPECT_EQ(test, t->flushes->start, t->vma->vm_start);
	KUNIT_EXPECT_EQ(test, t->flushes->end, t->vma->vm_start + PMD_SIZE);
	KUNIT_EXPECT_EQ(test, t->flushes->stride, PMD_SIZE);
	KUNIT_EXPECT_EQ(test, t->flushes->level, 2);
}

static void old_pmd(struct kunit *test)
{
	pmd_t pmd = leaf_pmd();

	check_pmd(test, &pmd, false, 0);
	rbk_expect_no_flush(test);
}

static void pmd_entry(struct kunit *test)
{
	pmd_t pmd = __pmd(pte_val(rbk_swap(26, RBK_PFN)));

	KUNIT_ASSERT_TRUE(test, pmd_val(pmd) & PTE_AF);
	check_pmd(test, &pmd, false, 0);
	rbk_expect_no_flush(test);
}

#else

static void young_pmd(struct kunit *test)
{
	kunit_skip(test, "no leaf PMDs: CONFIG_TRANSPARENT_HUGEPAGE=n");
}

#define old_pmd young_pmd
#define pmd_entry young_pmd

#endif /* CONFIG_TRANSPARENT_HUGEPAGE */

static struct kunit_case young_flush_cases[] = {
	KUNIT_CASE(neighbours_share_a_flush),
	KUNIT_CASE(a_hole_ends_single_tlbis),
	KUNIT_CASE(blocks_share_a_flush),
	KUNIT_CASE(one_tlbi_goes_where_it_is_young),
	KUNIT_CASE(a_block_and_its_neighbours),
	KUNIT_CASE(old_blocks_are_left_out),
	KUNIT_CASE(a_table_of_single_entries),
	KUNIT_CASE(every_other_entry_young),
	KUNIT_CASE(a_long_range_comes_in_parts),
	KUNIT_CASE(without_hint_flush),
	KUNIT_CASE(atomics_on_single_entries),
	KUNIT_CASE(atomics_on_a_block),
	KUNIT_CASE(young_pmd),
	KUNIT_CASE(old_pmd),
	KUNIT_CASE(pmd_entry),
	{}
};

static struct kunit_suite young_flush_suite = {
	.name = "reclaim_batch_flush",
	.init = rbk_init,
	.test_cases = young_flush_cases,
};

kunit_test_suite(young_flush_suite);
