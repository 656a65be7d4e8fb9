/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * As much of a kernel as the batch functions of the overlay need: PTEs with
 * arm64's bits, 4K pages, contpte blocks of 16, and no locks.
 */
#ifndef TEST_KERNEL_H
#define TEST_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CONFIG_MMU 1
/* Which walk is taken is not asked here: none of them is reached. */
#define IS_ENABLED(option) 0
#define KERNEL_VERSION(a, b, c) (((a) << 16) + ((b) << 8) + (c))
#define LINUX_VERSION_CODE KERNEL_VERSION(6, 12, 117)

#define likely(x) (x)
#define unlikely(x) (x)
#define noinline __attribute__((noinline))
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))

#define PAGE_SHIFT 12
#define PAGE_SIZE (1UL << PAGE_SHIFT)
#define PMD_SIZE (1UL << 21)
#define PMD_MASK (~(PMD_SIZE - 1))
#define CONT_PTES 16
#define MIN_LRU_BATCH 64

#define PTE_VALID (1UL << 0)
#define PTE_RDONLY (1UL << 7)
#define PTE_AF (1UL << 10)
#define PTE_WRITE (1UL << 51)
#define PTE_CONT (1UL << 52)
#define PTE_DIRTY (1UL << 55)
#define PTE_SOFT_DIRTY (1UL << 56)
#define PTE_PROT_NONE (1UL << 58)
#define PTE_UFFD_WP (1UL << 60)
#define PTE_PFN_MASK 0x0000fffffffff000UL

typedef struct {
	uint64_t val;
} pte_t;

struct mm_struct;

struct vm_area_struct {
	struct mm_struct *vm_mm;
	unsigned long vm_start;
	unsigned long vm_end;
};

struct folio {
	unsigned long pfn;
	unsigned long nr;
};

struct page_vma_mapped_walk {
	struct vm_area_struct *vma;
	unsigned long address;
	pte_t *pte;
	unsigned long nr_pages;
};

/* Only named: what is tested does not walk. */
bool page_vma_mapped_walk(struct page_vma_mapped_walk *pvmw);

static inline pte_t ptep_get(pte_t *ptep)
{
	return *ptep;
}

#define ptep_get_lockless ptep_get

static inline bool pte_present(pte_t pte)
{
	return pte.val & (PTE_VALID | PTE_PROT_NONE);
}

static inline bool pte_young(pte_t pte)
{
	return pte.val & PTE_AF;
}

static inline bool pte_dirty(pte_t pte)
{
	return pte.val & PTE_DIRTY ||
	       (pte.val & (PTE_WRITE | PTE_RDONLY)) == PTE_WRITE;
}

static inline unsigned long pte_pfn(pte_t pte)
{
	return (pte.val & PTE_PFN_MASK) >> PAGE_SHIFT;
}

static inline pte_t pte_mkdirty(pte_t pte)
{
	return (pte_t){ pte.val | PTE_DIRTY };
}

static inline pte_t pte_mkold(pte_t pte)
{
	return (pte_t){ pte.val & ~PTE_AF };
}

static inline pte_t pte_mkclean(pte_t pte)
{
	return (pte_t){ (pte.val & ~PTE_DIRTY) | PTE_RDONLY };
}

/* Keeps what hardware says of dirty, as arm64 does. */
static inline pte_t pte_wrprotect(pte_t pte)
{
	if (pte_dirty(pte))
		pte = pte_mkdirty(pte);
	return (pte_t){ (pte.val & ~PTE_WRITE) | PTE_RDONLY };
}

static inline pte_t pte_clear_soft_dirty(pte_t pte)
{
	return (pte_t){ pte.val & ~PTE_SOFT_DIRTY };
}

static inline bool pte_same(pte_t a, pte_t b)
{
	return a.val == b.val;
}

static inline pte_t pte_advance_pfn(pte_t pte, unsigned long nr)
{
	return (pte_t){ pte.val + (nr << PAGE_SHIFT) };
}

static inline unsigned int pte_batch_hint(pte_t *ptep, pte_t pte)
{
	if (!(pte.val & PTE_VALID) || !(pte.val & PTE_CONT))
		return 1;
	return CONT_PTES - ((uintptr_t)ptep / sizeof(*ptep)) % CONT_PTES;
}

static inline unsigned long folio_pfn(struct folio *folio)
{
	return folio->pfn;
}

static inline unsigned long folio_nr_pages(struct folio *folio)
{
	return folio->nr;
}

static inline bool folio_test_large(struct folio *folio)
{
	return folio->nr > 1;
}

static inline bool ptep_test_and_clear_young(struct vm_area_struct *vma,
					     unsigned long addr, pte_t *ptep)
{
	bool young = pte_young(*ptep);

	(void)vma;
	(void)addr;
	*ptep = pte_mkold(*ptep);
	return young;
}

#define ptep_clear_flush_young ptep_test_and_clear_young

#endif
