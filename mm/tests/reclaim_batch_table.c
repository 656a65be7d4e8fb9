// SPDX-License-Identifier: GPL-2.0-only
/*
 * The page table of the tests of batched reclaim: making it, filling it, and
 * what may have changed in it.
 */

#include <kunit/static_stub.h>
#include <linux/cpumask.h>
#include <linux/gfp.h>
#include <linux/log2.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <asm/rb_compat.h>

#include "reclaim_batch_kunit.h"

void rb_flush_seen(struct vm_area_struct *vma, unsigned long start,
		   unsigned long end, unsigned long stride, int level)
{
}

static void rbk_note_flush(struct vm_area_struct *vma, unsigned long start,
			   unsigned long end, unsigned long stride, int level)
{
	struct kunit *test = kunit_get_current_test();
	struct rbk_table *t = rbk_table(test);

	KUNIT_ASSERT_LT(test, t->nr_flushes, PTRS_PER_PTE);
	KUNIT_EXPECT_PTR_EQ(test, vma, t->vma);
	t->flushes[t->nr_flushes++] =
		(struct rbk_flush){ start, end, stride, level };
}

static void *rbk_alloc(struct kunit *test, size_t size)
{
	void *memory = kunit_kzalloc(test, size, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, memory);
	return memory;
}

/* The init function of every suite. */
int rbk_init(struct kunit *test)
{
	struct rbk_table *t = rbk_alloc(test, sizeof(*t));
	const size_t size = PTRS_PER_PTE * sizeof(pte_t);

	t->vma = rbk_alloc(test, sizeof(*t->vma));
	t->vma->vm_mm = rbk_alloc(test, sizeof(*t->vma->vm_mm) +
					cpumask_size());
	t->vma->vm_start = round_up(SZ_1G, PMD_SIZE);
	t->vma->vm_end = t->vma->vm_start + PMD_SIZE;
	t->before = rbk_alloc(test, size);
	t->flushes = rbk_alloc(test, PTRS_PER_PTE * sizeof(*t->flushes));
	/* kmalloc() aligns a power of two to itself. */
	t->ptes = rbk_alloc(test, size);
	KUNIT_ASSERT_TRUE(test, IS_ALIGNED((unsigned long)t->ptes, size));

	test->priv = t;
	kunit_activate_static_stub(test, rb_flush_seen, rbk_note_flush);
	return 0;
}

pte_t rbk_pte(unsigned long pfn)
{
	pgprot_t prot = vm_get_page_prot(VM_READ | VM_WRITE | VM_SHARED);

	return pte_mkold(pfn_pte(pfn, prot));
}

pte_t rbk_prot_none(pte_t pte)
{
	return pte_modify(pte, vm_get_page_prot(0));
}

/* As hardware makes it that was given leave by PTE_WRITE. */
pte_t rbk_hw_dirty(pte_t pte)
{
	return clear_pte_bit(pte, __pgprot(PTE_RDONLY));
}

/* Any non-present entry: device-exclusive and migration entries are types. */
pte_t rbk_swap(unsigned int type, unsigned long offset)
{
	return __swp_entry_to_pte(__swp_entry((unsigned long)type, offset));
}

void rbk_map(struct kunit *test, unsigned int first, unsigned int nr,
	     unsigned long pfn)
{
	pte_t *ptep = rbk_table(test)->ptes + first;

	for (; nr; nr--)
		*ptep++ = rbk_pte(pfn++);
}

void rbk_map_block(struct kunit *test, unsigned int first, unsigned long pfn)
{
	pte_t *ptep = rbk_table(test)->ptes + first;
	pte_t *end = ptep + CONT_PTES;

	if (!IS_ENABLED(CONFIG_ARM64_CONTPTE))
		kunit_skip(test, "no contpte blocks: CONFIG_ARM64_CONTPTE=n");
	KUNIT_ASSERT_TRUE(test, IS_ALIGNED(first | pfn, CONT_PTES));
	for (; ptep < end; ptep++)
		*ptep = pte_mkcont(rbk_pte(pfn++));
}

void rbk_set_young(struct kunit *test, unsigned int first, unsigned int nr)
{
	pte_t *ptep = rbk_table(test)->ptes + first;

	for (; nr; nr--, ptep++)
		*ptep = pte_mkyoung(*ptep);
}

static void rbk_folio_put(void *folio)
{
	folio_put(folio);
}

/* A folio that is mapped nowhere, so that a test may say it is anywhere. */
struct folio *rbk_folio(struct kunit *test, unsigned int order)
{
	struct folio *folio = folio_alloc(GFP_KERNEL, order);

	KUNIT_ASSERT_NOT_NULL(test, folio);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, rbk_folio_put,
							   folio));
	return folio;
}

/* Four blocks of pages. */
struct folio *rbk_large_folio(struct kunit *test)
{
	return rbk_folio(test, ilog2(4 * CONT_PTES));
}

/* A walk that has stopped at entry @i. */
struct page_vma_mapped_walk rbk_walk(struct kunit *test, unsigned int i)
{
	struct rbk_table *t = rbk_table(test);

	return (struct page_vma_mapped_walk){
		.vma = t->vma,
		.address = rbk_addr(t, i),
		.pte = t->ptes + i,
	};
}

void rbk_start(struct kunit *test)
{
	struct rbk_table *t = rbk_table(test);

	memcpy(t->before, t->ptes, PTRS_PER_PTE * sizeof(pte_t));
	t->nr_flushes = 0;
}

/* Present entries of the range are old, and no other bit has changed. */
void rbk_expect_old(struct kunit *test, unsigned int from, unsigned int to)
{
	struct rbk_table *t = rbk_table(test);
	unsigned int i;
	pte_t want;

	for (i = 0; i < PTRS_PER_PTE; i++) {
		want = t->before[i];
		if (i >= from && i < to && pte_present(want))
			want = pte_mkold(want);
		if (!pte_same(t->ptes[i], want))
			break;
	}
	KUNIT_EXPECT_EQ_MSG(test, i, PTRS_PER_PTE, "entry %u is %016llx", i,
			    i < PTRS_PER_PTE ? pte_val(t->ptes[i]) : 0);
}

void rbk_expect_same(struct kunit *test)
{
	rbk_expect_old(test, 0, 0);
}

/* TLBIs that a CPU without range TLBIs issues for the flushes. */
unsigned long rbk_tlbis(const struct rbk_table *t)
{
	const struct rbk_flush *flush = t->flushes;
	unsigned long nr = 0;

	for (; flush < t->flushes + t->nr_flushes; flush++)
		nr += (flush->end - flush->start) / flush->stride;
	return nr;
}

/*
 * What was young is between @from and @to, and was flushed: by one range, or
 * else by that many TLBIs.
 */
void rbk_expect_hint(struct kunit *test, unsigned int from, unsigned int to,
		     unsigned int tlbis)
{
	struct rbk_table *t = rbk_table(test);
	const struct rbk_flush *flush = t->flushes;

	for (; flush < t->flushes + t->nr_flushes; flush++) {
		KUNIT_EXPECT_GE(test, flush->start, rbk_addr(t, from));
		KUNIT_EXPECT_LE(test, flush->end, rbk_addr(t, to));
		KUNIT_EXPECT_EQ(test, flush->level, 3);
	}
	if (!system_supports_tlb_range()) {
		KUNIT_EXPECT_EQ(test, rbk_tlbis(t), tlbis);
		return;
	}
	KUNIT_ASSERT_EQ(test, t->nr_flushes, 1);
	KUNIT_EXPECT_EQ(test, t->flushes->start, rbk_addr(t, from));
	KUNIT_EXPECT_EQ(test, t->flushes->end, rbk_addr(t, to));
}

void rbk_expect_no_flush(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, rbk_table(test)->nr_flushes, 0);
}

static void rbk_switch_on(void *key)
{
	static_key_enable(key);
}

/* Take a feature away by its switch, until the test ends. */
void rbk_switch_off(struct kunit *test, struct static_key *key)
{
	if (!static_key_enabled(key))
		return;
	static_key_disable(key);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, rbk_switch_on,
							   key));
}
