// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which PTEs of a file folio are unmapped at once, and that the flush of a
 * range leaves none of its pages out.
 */

#include <asm/rb_compat.h>

#include "../unmap_batch.h"
#include "reclaim_batch_kunit.h"

static unsigned int unmap_batch(struct kunit *test, struct folio *folio,
				unsigned int i)
{
	struct page_vma_mapped_walk pvmw = rbk_walk(test, i);

	return folio_unmap_batch(folio, &pvmw, *pvmw.pte);
}

static void takes_the_folio(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	unsigned int nr = folio_nr_pages(folio);

	rbk_map(test, 3, nr + 2, folio_pfn(folio));
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, 3), nr);
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, 3 + 7), nr - 7);
}

static void takes_blocks(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	unsigned int i;

	for (i = 0; i < 4 * CONT_PTES; i += CONT_PTES)
		rbk_map_block(test, i, folio_pfn(folio) + i);
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, 0), 4 * CONT_PTES);
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, 5), 4 * CONT_PTES - 5);
}

static void ends_with_vma_and_table(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	struct rbk_table *t = rbk_table(test);

	rbk_map(test, PTRS_PER_PTE - 8, 8, folio_pfn(folio));
	t->vma->vm_end -= 2 * PAGE_SIZE;
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, PTRS_PER_PTE - 8), 6);
	t->vma->vm_end += PMD_SIZE;
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, PTRS_PER_PTE - 8), 8);
}

static void ends_with_the_vma_inside_a_block(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	struct rbk_table *t = rbk_table(test);

	rbk_map_block(test, 0, folio_pfn(folio));
	t->vma->vm_end = rbk_addr(t, 3);
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, 0), 3);
}

/* Collected over the batch, or of no use to a PTE that is never put back. */
static void hardware_bits_may_differ(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	unsigned int nr = folio_nr_pages(folio);
	pte_t *ptes = rbk_table(test)->ptes;

	rbk_map(test, 0, nr, folio_pfn(folio));
	ptes[2] = pte_mkyoung(ptes[2]);
	ptes[3] = rbk_hw_dirty(ptes[3]);
	ptes[4] = pte_mkdirty(ptes[4]);
	ptes[5] = pte_wrprotect(ptes[5]);
	ptes[6] = pte_mkdirty(pte_wrprotect(ptes[6]));
	ptes[7] = pte_wrprotect(rbk_hw_dirty(ptes[7]));
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, 0), nr);
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, 3), nr - 3);
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, 6), nr - 6);
}

/* An inaccessible PTE needs no flush: a batch is flushed or it is not. */
static void prot_none_ends_it(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	unsigned int nr = folio_nr_pages(folio);
	pte_t *ptes = rbk_table(test)->ptes;

	rbk_map(test, 0, nr, folio_pfn(folio));
	ptes[7] = rbk_prot_none(ptes[7]);
	ptes[8] = rbk_prot_none(pte_mkyoung(pte_mkdirty(ptes[8])));
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, 0), 7);
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, 7), 2);
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, 9), nr - 9);
}

#if defined(PTE_UFFD)
#define UFFD_BIT PTE_UFFD
#else
#define UFFD_BIT PTE_UFFD_WP
#endif

static void uffd_wp_ends_it(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	pte_t *ptes = rbk_table(test)->ptes;

	if (!UFFD_BIT)
		kunit_skip(test, "no markers: CONFIG_USERFAULTFD=n");
	rbk_map(test, 0, CONT_PTES, folio_pfn(folio));
	ptes[9] = set_pte_bit(pte_wrprotect(ptes[9]), __pgprot(UFFD_BIT));
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, 0), 9);
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, 9), 1);
}

static void ends_where_the_pages_end(struct kunit *test)
{
	struct folio *folio = rbk_large_folio(test);
	pte_t *ptes = rbk_table(test)->ptes;

	rbk_map(test, 0, CONT_PTES, folio_pfn(folio));
	ptes[5] = __pte(0);
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, 0), 5);
	ptes[5] = rbk_pte(folio_pfn(folio) + 6);
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, 0), 5);
	ptes[5] = rbk_swap(30, folio_pfn(folio) + 5);
	KUNIT_EXPECT_EQ(test, unmap_batch(test, folio, 0), 5);
}

#ifdef arch_tlbbatch_add_range

/*
 * Ranges of several folios, some of them next to each other. Every page is
 * hit, and by a TLBI of its own: its entry may live in the TLB by itself.
 */
static void every_page_is_flushed(struct kunit *test)
{
	static const unsigned int first[] = { 0, 3, 4, 64, 300, 301 };
	static const unsigned int nr[] = { 3, 1, 17, 128, 1, 77 };
	struct rbk_table *t = rbk_table(test);
	unsigned int i, pages = 0;
	unsigned long start, size;

	rbk_start(test);
	for (i = 0; i < ARRAY_SIZE(nr); i++) {
		start = rbk_addr(t, first[i]);
		size = nr[i] * PAGE_SIZE;
		arch_tlbbatch_add_range(NULL, t->vma, start, start + size);
		pages += nr[i];
		KUNIT_ASSERT_EQ(test, t->nr_flushes, i + 1);
		KUNIT_EXPECT_EQ(test, t->flushes[i].start, start);
		KUNIT_EXPECT_EQ(test, t->flushes[i].end, start + size);
		KUNIT_EXPECT_EQ(test, t->flushes[i].stride, PAGE_SIZE);
		KUNIT_EXPECT_EQ(test, t->flushes[i].level, 3);
	}
	KUNIT_EXPECT_EQ(test, rbk_tlbis(t), pages);
}

/* Longer than what is turned into a flush of the address space, which waits. */
static void every_page_of_a_table_is_flushed(struct kunit *test)
{
	struct rbk_table *t = rbk_table(test);
	unsigned long next = t->vma->vm_start;
	unsigned int i;

	rbk_start(test);
	arch_tlbbatch_add_range(NULL, t->vma, next, t->vma->vm_end);
	for (i = 0; i < t->nr_flushes; i++) {
		KUNIT_EXPECT_EQ(test, t->flushes[i].start, next);
		next = t->flushes[i].end;
	}
	KUNIT_EXPECT_EQ(test, next, t->vma->vm_end);
	KUNIT_EXPECT_EQ(test, rbk_tlbis(t), PTRS_PER_PTE);
}

#else

static void every_page_is_flushed(struct kunit *test)
{
	kunit_skip(test, "this kernel flushes unmapped ranges by itself");
}

#define every_page_of_a_table_is_flushed every_page_is_flushed

#endif /* arch_tlbbatch_add_range */

static struct kunit_case unmap_batch_cases[] = {
	KUNIT_CASE(takes_the_folio),
	KUNIT_CASE(takes_blocks),
	KUNIT_CASE(ends_with_vma_and_table),
	KUNIT_CASE(ends_with_the_vma_inside_a_block),
	KUNIT_CASE(hardware_bits_may_differ),
	KUNIT_CASE(prot_none_ends_it),
	KUNIT_CASE(uffd_wp_ends_it),
	KUNIT_CASE(ends_where_the_pages_end),
	KUNIT_CASE(every_page_is_flushed),
	KUNIT_CASE(every_page_of_a_table_is_flushed),
	{}
};

static struct kunit_suite unmap_batch_suite = {
	.name = "reclaim_batch_unmap",
	.init = rbk_init,
	.test_cases = unmap_batch_cases,
};

kunit_test_suite(unmap_batch_suite);
