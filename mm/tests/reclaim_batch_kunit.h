/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A leaf page table that no MMU walks, for the tests of batched reclaim. Its
 * entries are what a test makes them, its VMA has addresses and nothing else,
 * and flushes are noted and not issued.
 */
#ifndef __MM_TESTS_RECLAIM_BATCH_KUNIT_H
#define __MM_TESTS_RECLAIM_BATCH_KUNIT_H

#include <kunit/test.h>
#include <linux/jump_label.h>
#include <linux/mm.h>
#include <linux/pgtable.h>
#include <linux/prandom.h>
#include <linux/rmap.h>

/* Entry i maps this frame and i, where a test does not care. */
#define RBK_PFN		((unsigned long)PTRS_PER_PTE)

/* Entries of a random table, from the first one of a block on. */
#define RBK_WINDOW	(8U * CONT_PTES)

/**
 * struct rbk_flush - a flush that was asked for
 * @start: First address.
 * @end: First address behind it.
 * @stride: What one TLBI takes away where there are no range TLBIs.
 * @level: Level of the entries.
 */
struct rbk_flush {
	unsigned long start;
	unsigned long end;
	unsigned long stride;
	int level;
};

/**
 * struct rbk_table - the private data of every test
 * @vma: Covers what the table maps, in an mm of its own.
 * @ptes: The table: PTRS_PER_PTE entries, aligned as a table is.
 * @before: The entries as rbk_start() found them.
 * @flushes: The flushes since then.
 * @nr_flushes: How many.
 */
struct rbk_table {
	struct vm_area_struct *vma;
	pte_t *ptes;
	pte_t *before;
	struct rbk_flush *flushes;
	unsigned int nr_flushes;
};

int rbk_init(struct kunit *test);

static inline struct rbk_table *rbk_table(struct kunit *test)
{
	return test->priv;
}

static inline unsigned long rbk_addr(const struct rbk_table *t, unsigned int i)
{
	return t->vma->vm_start + i * PAGE_SIZE;
}

/* Entries, old and clean, writable by hardware's leave where not said. */
pte_t rbk_pte(unsigned long pfn);
pte_t rbk_prot_none(pte_t pte);
pte_t rbk_hw_dirty(pte_t pte);
pte_t rbk_swap(unsigned int type, unsigned long offset);

/* Without CONFIG_ARM64_CONTPTE, a test that maps a block is skipped. */
void rbk_map(struct kunit *test, unsigned int first, unsigned int nr,
	     unsigned long pfn);
void rbk_map_block(struct kunit *test, unsigned int first, unsigned long pfn);
void rbk_set_young(struct kunit *test, unsigned int first, unsigned int nr);

struct folio *rbk_folio(struct kunit *test, unsigned int order);
struct folio *rbk_large_folio(struct kunit *test);
struct page_vma_mapped_walk rbk_walk(struct kunit *test, unsigned int i);

/* Note the table as it is, and forget the flushes; then what came of it. */
void rbk_start(struct kunit *test);
void rbk_expect_old(struct kunit *test, unsigned int from, unsigned int to);
void rbk_expect_same(struct kunit *test);
void rbk_expect_hint(struct kunit *test, unsigned int from, unsigned int to,
		     unsigned int tlbis);
void rbk_expect_no_flush(struct kunit *test);
unsigned long rbk_tlbis(const struct rbk_table *t);

void rbk_switch_off(struct kunit *test, struct static_key *key);

static inline unsigned int rbk_below(struct rnd_state *random,
				     unsigned int limit)
{
	return prandom_u32_state(random) % limit;
}

static inline bool rbk_one_in(struct rnd_state *random, unsigned int n)
{
	return !rbk_below(random, n);
}

#endif /* __MM_TESTS_RECLAIM_BATCH_KUNIT_H */
