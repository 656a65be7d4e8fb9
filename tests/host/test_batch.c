// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where a batch of PTEs ends: at holes, other pages, non-present entries, and
 * the ends of folio, VMA and page table. What has to agree for unmapping and
 * what a batch counts for in MGLRU.
 */
#include <string.h>

#include "kernel.h"
#include "unit.h"

#include "mglru_young_batch.h"
#include "unmap_batch.h"

#define TABLE 512
#define BASE PMD_SIZE
#define PFN 0x1000UL

static pte_t table[TABLE] __attribute__((aligned(4096)));

/* Maps @nr pages of a folio at PFN from entry @first on, old and read-only. */
static struct folio map(unsigned int first, unsigned int nr, uint64_t bits)
{
	memset(table, 0, sizeof(table));
	for (unsigned int i = 0; i < nr && first + i < TABLE; i++)
		table[first + i].val = (PFN + i) << PAGE_SHIFT | PTE_VALID |
				       PTE_RDONLY | bits;
	return (struct folio){ PFN, nr };
}

static unsigned int young_batch(struct folio *folio, unsigned int at,
				unsigned long vm_end)
{
	struct vm_area_struct vma = { NULL, BASE, vm_end };
	struct page_vma_mapped_walk pvmw = {
		&vma, BASE + at * PAGE_SIZE, &table[at], folio->nr,
	};

	return folio_young_batch(folio, pvmw.pte, table[at],
				 pvmw_ptes_left(&pvmw));
}

static void young_batch_takes_the_folio(void **state)
{
	struct folio folio = map(16, 64, PTE_CONT);

	(void)state;
	assert_int_equal(young_batch(&folio, 16, BASE + PMD_SIZE), 64);
	assert_int_equal(young_batch(&folio, 20, BASE + PMD_SIZE), 60);
	folio = map(3, 20, 0);
	assert_int_equal(young_batch(&folio, 3, BASE + PMD_SIZE), 20);
}

static void young_batch_ends_at_the_vma(void **state)
{
	struct folio folio = map(16, 64, PTE_CONT);

	(void)state;
	assert_int_equal(young_batch(&folio, 16, BASE + 24 * PAGE_SIZE), 8);
	assert_int_equal(young_batch(&folio, 16, BASE + 17 * PAGE_SIZE), 1);
}

static void young_batch_ends_at_the_table(void **state)
{
	struct folio folio = map(TABLE - 8, 64, 0);

	(void)state;
	assert_int_equal(young_batch(&folio, TABLE - 8, BASE + 2 * PMD_SIZE), 8);
}

static void young_batch_ends_at_holes_and_entries(void **state)
{
	struct folio folio = map(0, 32, 0);

	(void)state;
	table[5].val = 0;
	assert_int_equal(young_batch(&folio, 0, BASE + PMD_SIZE), 5);
	/* A swap entry with bits where a PTE has AF and PTE_CONT. */
	table[5].val = PTE_AF | PTE_CONT | (PFN + 5) << PAGE_SHIFT;
	assert_int_equal(young_batch(&folio, 0, BASE + PMD_SIZE), 5);
	table[5].val = (PFN + 6) << PAGE_SHIFT | PTE_VALID;
	assert_int_equal(young_batch(&folio, 0, BASE + PMD_SIZE), 5);
}

static void young_batch_ignores_other_bits(void **state)
{
	struct folio folio = map(0, 32, 0);

	(void)state;
	table[3].val |= PTE_WRITE | PTE_UFFD_WP;
	table[4].val ^= PTE_VALID | PTE_PROT_NONE;
	table[9].val |= PTE_SOFT_DIRTY | PTE_DIRTY;
	assert_int_equal(young_batch(&folio, 0, BASE + PMD_SIZE), 32);
}

static void skip_leaves_the_last(void **state)
{
	struct page_vma_mapped_walk pvmw = { NULL, BASE, table, 1 };

	(void)state;
	pvmw_skip_batch(&pvmw, 0);
	pvmw_skip_batch(&pvmw, 1);
	assert_ptr_equal(pvmw.pte, table);
	pvmw_skip_batch(&pvmw, 16);
	assert_ptr_equal(pvmw.pte, table + 15);
	assert_int_equal(pvmw.address, BASE + 15 * PAGE_SIZE);
}

static unsigned int unmap_batch(struct folio *folio, unsigned int at)
{
	struct vm_area_struct vma = { NULL, BASE, BASE + PMD_SIZE };
	struct page_vma_mapped_walk pvmw = {
		&vma, BASE + at * PAGE_SIZE, &table[at], folio->nr,
	};

	return folio_unmap_batch(folio, &pvmw, table[at]);
}

static void unmap_batch_ends_where_handling_differs(void **state)
{
	struct folio folio = map(0, 32, 0);

	(void)state;
	table[2].val |= PTE_AF | PTE_DIRTY;
	table[3].val = (table[3].val | PTE_WRITE) & ~PTE_RDONLY;
	table[4].val |= PTE_SOFT_DIRTY;
	assert_int_equal(unmap_batch(&folio, 0), 32);
	table[9].val |= PTE_UFFD_WP;
	assert_int_equal(unmap_batch(&folio, 0), 9);
	assert_int_equal(unmap_batch(&folio, 9), 1);
	table[7].val ^= PTE_VALID | PTE_PROT_NONE;
	assert_int_equal(unmap_batch(&folio, 0), 7);
}

static unsigned int walk_hits(struct folio *folio, unsigned int at,
			      unsigned int nr)
{
	struct vm_area_struct vma = { NULL, BASE, BASE + PMD_SIZE };
	struct page_vma_mapped_walk pvmw = {
		&vma, BASE + at * PAGE_SIZE, &table[at], folio->nr,
	};

	return mglru_walk_hits(folio, &pvmw, nr);
}

static void mglru_counts_a_block_once(void **state)
{
	struct folio folio = map(0, 32, PTE_CONT);
	struct mglru_batch batch;
	pte_t pte;

	(void)state;
	table[2].val |= PTE_AF;
	table[3].val |= PTE_AF | PTE_DIRTY;
	pte = table[0];
	batch = mglru_young_batch(&folio, table, &pte, TABLE);
	assert_int_equal(batch.nr, 32);
	assert_int_equal(batch.hits, 1);
	assert_true(pte_dirty(pte));
	assert_int_equal(walk_hits(&folio, 0, 32), 1);
}

static void mglru_counts_single_ptes(void **state)
{
	struct folio folio = map(1, 32, PTE_AF);
	pte_t pte = table[1];
	struct mglru_batch batch;

	(void)state;
	batch = mglru_young_batch(&folio, table + 1, &pte, 10);
	assert_int_equal(batch.nr, 10);
	assert_int_equal(batch.hits, 10);
	assert_false(pte_dirty(pte));
	assert_int_equal(walk_hits(&folio, 1, 16), 16);
	assert_int_equal(walk_hits(&folio, 1, 1), 1);
}

/* 64 PTEs: 32 on each side, more where a table or a VMA ends on the other. */
static void mglru_counts_what_is_looked_at(void **state)
{
	struct folio folio = map(0, TABLE, PTE_AF);

	(void)state;
	assert_int_equal(walk_hits(&folio, 0, TABLE), 64);
	assert_int_equal(walk_hits(&folio, 10, TABLE - 10), 54);
	assert_int_equal(walk_hits(&folio, 32, TABLE - 32), 32);
	assert_int_equal(walk_hits(&folio, 500, 12), 12);
}

static void mglru_steps_over_the_block(void **state)
{
	unsigned long end = BASE + PMD_SIZE;
	pte_t pte;

	(void)state;
	map(16, 16, PTE_CONT);
	assert_int_equal(mglru_step(table + 16, &pte, BASE, end), 16);
	assert_int_equal(pte.val, table[16].val);
	assert_int_equal(mglru_step(table + 20, &pte, BASE, end), 12);
	assert_int_equal(pte.val, table[20].val);
	assert_int_equal(mglru_step(table + 16, &pte, end - 3 * PAGE_SIZE, end),
			 3);
	assert_int_equal(mglru_step(table, &pte, BASE, end), 1);
	assert_int_equal(pte.val, table[0].val);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(young_batch_takes_the_folio),
		cmocka_unit_test(young_batch_ends_at_the_vma),
		cmocka_unit_test(young_batch_ends_at_the_table),
		cmocka_unit_test(young_batch_ends_at_holes_and_entries),
		cmocka_unit_test(young_batch_ignores_other_bits),
		cmocka_unit_test(skip_leaves_the_last),
		cmocka_unit_test(unmap_batch_ends_where_handling_differs),
		cmocka_unit_test(mglru_counts_a_block_once),
		cmocka_unit_test(mglru_counts_single_ptes),
		cmocka_unit_test(mglru_counts_what_is_looked_at),
		cmocka_unit_test(mglru_steps_over_the_block),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
