// SPDX-License-Identifier: GPL-2.0-only
/*
 * Young checks of random batches in random tables, held against a model that
 * looks at one entry after the other and knows nothing of steps and runs.
 * Every run takes the same numbers.
 */

#include <linux/bitmap.h>

#include "../reclaim_batch.h"
#include "reclaim_batch_kunit.h"

#define ROUNDS	4000

/**
 * struct trial - a table of random entries and the batch that is checked
 * @random: Where numbers come from.
 * @round: Which of the trials this is.
 * @present: There are present entries only, as the kernel's own checks want it.
 * @from: First entry that may be anything but none, where a block may begin.
 * @first: First entry of the batch.
 * @nr: Entries in it.
 * @pages: Pages that are to be hit by a TLBI.
 * @seen: Pages that were.
 */
struct trial {
	struct rnd_state random;
	unsigned int round;
	bool present;
	unsigned int from;
	unsigned int first;
	unsigned int nr;
	DECLARE_BITMAP(pages, PTRS_PER_PTE);
	DECLARE_BITMAP(seen, PTRS_PER_PTE);
};

/* Types and offsets that have AF, PTE_CONT and the bits around them set. */
static pte_t random_swap(struct rnd_state *random)
{
	unsigned long offset = prandom_u32_state(random);

	if (rbk_one_in(random, 2))
		offset |= BIT(40);
	return rbk_swap(rbk_below(random, 32), offset);
}

static pte_t random_dirty(struct rnd_state *random, pte_t pte)
{
	switch (rbk_below(random, 4)) {
	case 0:
		return pte_mkdirty(pte);
	case 1:
		return rbk_hw_dirty(pte);
	default:
		return pte;
	}
}

static pte_t random_single(struct trial *trial, unsigned long pfn)
{
	struct rnd_state *random = &trial->random;
	pte_t pte = random_dirty(random, rbk_pte(pfn));
	unsigned int kind = rbk_below(random, 10);

	if (kind < 2 && !trial->present)
		return kind ? random_swap(random) : __pte(0);
	if (kind == 2)
		pte = rbk_prot_none(pte);
	if (kind == 3)
		pte = pte_wrprotect(pte);
	return rbk_one_in(random, 3) ? pte_mkyoung(pte) : pte;
}

static void random_singles(struct trial *trial, struct rbk_table *t,
			   unsigned int i)
{
	unsigned int end = i + CONT_PTES;

	for (; i < end; i++)
		t->ptes[i] = random_single(trial, RBK_PFN + i);
}

/* All young, none, or some: mostly few, as hardware leaves them. */
static void random_block(struct kunit *test, struct trial *trial,
			 unsigned int i)
{
	static const unsigned int one_in[] = { 1, 2, CONT_PTES, 100 * CONT_PTES };
	struct rnd_state *random = &trial->random;
	unsigned int rare = one_in[rbk_below(random, ARRAY_SIZE(one_in))];
	bool write = rbk_one_in(random, 2);
	pte_t *ptep = rbk_table(test)->ptes + i;
	pte_t *end = ptep + CONT_PTES;

	rbk_map_block(test, i, RBK_PFN + i);
	for (; ptep < end; ptep++) {
		*ptep = write ? random_dirty(random, *ptep) :
				pte_wrprotect(*ptep);
		if (rbk_one_in(random, rare))
			*ptep = pte_mkyoung(*ptep);
	}
}

static void random_table(struct kunit *test, struct trial *trial)
{
	const unsigned int places = (PTRS_PER_PTE - RBK_WINDOW) / CONT_PTES + 1;
	struct rbk_table *t = rbk_table(test);
	unsigned int i;

	memset(t->ptes + trial->from, 0, RBK_WINDOW * sizeof(pte_t));
	trial->from = rbk_below(&trial->random, places) * CONT_PTES;
	for (i = trial->from; i < trial->from + RBK_WINDOW; i += CONT_PTES) {
		if (IS_ENABLED(CONFIG_ARM64_CONTPTE) &&
		    rbk_one_in(&trial->random, 2))
			random_block(test, trial, i);
		else
			random_singles(trial, t, i);
	}
}

static void random_batch(struct trial *trial)
{
	unsigned int at = rbk_below(&trial->random, RBK_WINDOW);

	trial->first = trial->from + at;
	trial->nr = 1;
	if (!rbk_one_in(&trial->random, 4))
		trial->nr += rbk_below(&trial->random, RBK_WINDOW - at);
}

/* --- the model -------------------------------------------------------------*/

/* What one TLB entry may hold: the entries from *@from up to *@to. */
static void unit_of(const pte_t *ptes, unsigned int i, unsigned int *from,
		    unsigned int *to)
{
	*from = i;
	*to = i + 1;
	if (IS_ENABLED(CONFIG_ARM64_CONTPTE) && pte_valid_cont(ptes[i])) {
		*from = round_down(i, CONT_PTES);
		*to = *from + CONT_PTES;
	}
}

/* Is the entry to be made old, and was it not? */
static bool ages(const struct trial *trial, const pte_t *ptes, unsigned int i)
{
	unsigned int from, to;

	unit_of(ptes, i, &from, &to);
	return from < trial->first + trial->nr && to > trial->first &&
	       pte_present(ptes[i]) && pte_young(ptes[i]);
}

/* No range TLBIs: one for a unit, at the first page found young. */
static void hit_unit(struct trial *trial, unsigned int from, unsigned int i)
{
	if (!rb_skip_old())
		i = from;
	if (find_next_bit(trial->pages, i, from) >= i)
		__set_bit(i, trial->pages);
}

/* Range TLBIs: all from the first unit to the last. */
static void hit_range(struct trial *trial, unsigned int from, unsigned int to)
{
	unsigned int first = find_first_bit(trial->pages, PTRS_PER_PTE);

	if (first == PTRS_PER_PTE)
		first = from;
	bitmap_set(trial->pages, first, to - first);
}

/* Makes the entries old in @ptes as they were. Return: was any young? */
static bool model(struct trial *trial, const pte_t *before, pte_t *ptes)
{
	unsigned int i, from, to;
	bool young = false;

	bitmap_zero(trial->pages, PTRS_PER_PTE);
	for (i = trial->from; i < trial->from + RBK_WINDOW; i++) {
		if (!ages(trial, before, i))
			continue;
		young = true;
		ptes[i] = pte_mkold(ptes[i]);
		unit_of(before, i, &from, &to);
		if (system_supports_tlb_range())
			hit_range(trial, from, to);
		else
			hit_unit(trial, from, i);
	}
	return young;
}

/* --- the flushes -----------------------------------------------------------*/

/* Where one flush ends and the next begins, and one would have done. */
static bool could_be_one(const struct rbk_flush *a, const struct rbk_flush *b)
{
	return a->end == b->start && a->stride == b->stride;
}

static void see_flush(struct kunit *test, struct trial *trial,
		      const struct rbk_flush *flush)
{
	unsigned long step = flush->stride, addr;
	unsigned int i;

	KUNIT_ASSERT_EQ(test, flush->level, 3);
	if (system_supports_tlb_range())
		step = PAGE_SIZE;
	for (addr = flush->start; addr < flush->end; addr += step) {
		i = (addr - rbk_addr(rbk_table(test), 0)) >> PAGE_SHIFT;
		KUNIT_ASSERT_LT(test, i, PTRS_PER_PTE);
		KUNIT_ASSERT_FALSE(test, __test_and_set_bit(i, trial->seen));
	}
}

/* Every page is hit that has to be, once, no other, and by the fewest calls. */
static void expect_flushes(struct kunit *test, struct trial *trial, bool young)
{
	struct rbk_table *t = rbk_table(test);
	unsigned int i;

	bitmap_zero(trial->seen, PTRS_PER_PTE);
	for (i = 0; i < t->nr_flushes; i++) {
		see_flush(test, trial, t->flushes + i);
		if (i)
			KUNIT_ASSERT_FALSE(test, could_be_one(t->flushes + i - 1,
							      t->flushes + i));
	}
	KUNIT_ASSERT_TRUE_MSG(test, bitmap_equal(trial->seen, trial->pages,
						 PTRS_PER_PTE),
			      "round %u: hit %*pbl, not %*pbl", trial->round,
			      PTRS_PER_PTE, trial->seen, PTRS_PER_PTE,
			      trial->pages);
	if (system_supports_tlb_range())
		KUNIT_ASSERT_EQ(test, t->nr_flushes, young);
}

/* --- the rounds ------------------------------------------------------------*/

static void expect_table(struct kunit *test, const struct trial *trial,
			 const pte_t *want)
{
	struct rbk_table *t = rbk_table(test);
	unsigned int i = 0;

	if (!memcmp(t->ptes, want, PTRS_PER_PTE * sizeof(pte_t)))
		return;
	while (pte_same(t->ptes[i], want[i]))
		i++;
	KUNIT_ASSERT_EQ_MSG(test, pte_val(t->ptes[i]), pte_val(want[i]),
			    "entry %u, batch of %u from %u on, round %u", i,
			    trial->nr, trial->first, trial->round);
}

/* Both checks, of the same batch in the same table. */
static void one_round(struct kunit *test, struct trial *trial, pte_t *want)
{
	const size_t size = PTRS_PER_PTE * sizeof(pte_t);
	struct rbk_table *t = rbk_table(test);
	unsigned long addr;
	pte_t *ptep;
	bool young;

	random_table(test, trial);
	random_batch(trial);
	addr = rbk_addr(t, trial->first);
	ptep = t->ptes + trial->first;
	rbk_start(test);
	memcpy(want, t->before, size);
	young = model(trial, t->before, want);

	KUNIT_ASSERT_EQ(test, young, test_and_clear_young_ptes(t->vma, addr,
							       ptep, trial->nr));
	expect_table(test, trial, want);
	KUNIT_ASSERT_EQ(test, t->nr_flushes, 0);

	memcpy(t->ptes, t->before, size);
	KUNIT_ASSERT_EQ(test, young, clear_flush_young_ptes(t->vma, addr, ptep,
							    trial->nr));
	expect_table(test, trial, want);
	if (rb_hint_flush())
		expect_flushes(test, trial, young);
}

static void rounds(struct kunit *test, u64 seed, bool present, unsigned int nr)
{
	struct trial *trial = kunit_kzalloc(test, sizeof(*trial), GFP_KERNEL);
	pte_t *want = kunit_kcalloc(test, PTRS_PER_PTE, sizeof(pte_t),
				    GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, trial);
	KUNIT_ASSERT_NOT_NULL(test, want);
	prandom_seed_state(&trial->random, seed);
	trial->present = present;
	for (; trial->round < nr; trial->round++) {
		one_round(test, trial, want);
		cond_resched();
	}
}

static void any_entries(struct kunit *test)
{
	rounds(test, 1, false, ROUNDS);
}

static void present_entries(struct kunit *test)
{
	rounds(test, 2, true, ROUNDS);
}

#ifdef CONFIG_RECLAIM_BATCH_DEBUGFS

static void without_skip_old(struct kunit *test)
{
	rbk_switch_off(test, &rb_key_skip_old.key);
	rounds(test, 3, true, ROUNDS);
}

static void without_hint_flush(struct kunit *test)
{
	rbk_switch_off(test, &rb_key_hint_flush.key);
	rounds(test, 4, false, ROUNDS);
}

/* The kernel's own flushes, which are real, and slow where there is no range. */
static void without_both(struct kunit *test)
{
	rbk_switch_off(test, &rb_key_skip_old.key);
	rbk_switch_off(test, &rb_key_hint_flush.key);
	rounds(test, 5, true, ROUNDS / 8);
}

#else

static void without_skip_old(struct kunit *test)
{
	kunit_skip(test, "no switches: CONFIG_RECLAIM_BATCH_DEBUGFS=n");
}

#define without_hint_flush without_skip_old
#define without_both without_skip_old

#endif /* CONFIG_RECLAIM_BATCH_DEBUGFS */

static struct kunit_case young_random_cases[] = {
	KUNIT_CASE_SLOW(any_entries),
	KUNIT_CASE_SLOW(present_entries),
	KUNIT_CASE_SLOW(without_skip_old),
	KUNIT_CASE_SLOW(without_hint_flush),
	KUNIT_CASE_SLOW(without_both),
	{}
};

static struct kunit_suite young_random_suite = {
	.name = "reclaim_batch_random",
	.init = rbk_init,
	.test_cases = young_random_cases,
};

kunit_test_suite(young_random_suite);
