// SPDX-License-Identifier: GPL-2.0-only
/*
 * Young checks for a batch of PTEs: clear the access flag (AF) of each, then
 * invalidate once what the batch covers.
 *
 * Everything here serves a hint. An access flag that is cleared late, or a
 * TLB entry that stays young for longer than its PTE, costs reclaim some
 * accuracy and never data. Dirty and write permission are not hints: AF is
 * only ever cleared by an atomic, so that a hardware update of the dirty
 * state of the same PTE (FEAT_HAFDBS turns PTE_RDONLY off) is not undone.
 */

#include <linux/mm.h>
#include <asm/tlbflush.h>

/**
 * struct young_run - address range that is young and still to be invalidated
 * @start: First address, page aligned.
 * @end: First address behind the range; 0 when the run is empty.
 */
struct young_run {
	unsigned long start;
	unsigned long end;
};

/*
 * Without range TLBIs a flush of this many pages or more turns into the
 * invalidation of the whole ASID with a DSB to wait for it: far more than a
 * hint is worth.
 */
#define YOUNG_FLUSH_MAX		((MAX_DVM_OPS / 2) * PAGE_SIZE)

/*
 * No DSB follows, for the reason given in __ptep_clear_flush_young(): a CPU
 * that goes on using a young entry makes us misjudge the folio at the worst,
 * and the next context switch ends it.
 */
static void young_run_flush(struct vm_area_struct *vma, struct young_run *run)
{
	unsigned long start = run->start;

	while (start < run->end) {
		unsigned long end = run->end;

		if (!system_supports_tlb_range())
			end = min(end, start + YOUNG_FLUSH_MAX);
		__flush_tlb_range_nosync(vma, start, end, PAGE_SIZE, true, 3);
		start = end;
	}
	run->end = 0;
}

/*
 * With range TLBIs one operation covers a hole of old PTEs for free, so there
 * is one run a batch. Without them every page costs a TLBI, and old pages are
 * not worth one: a hole ends the run.
 */
static void young_run_add(struct vm_area_struct *vma, struct young_run *run,
			  unsigned long addr, unsigned long size)
{
	if (run->end && addr != run->end && !system_supports_tlb_range())
		young_run_flush(vma, run);
	if (!run->end)
		run->start = addr;
	run->end = addr + size;
}

/* Old and non-present entries are not written; see clear_flush_young_ptes(). */
static int clear_young_each(struct vm_area_struct *vma, unsigned long addr,
			    pte_t *ptep, unsigned int nr)
{
	int young = 0;

	for (; nr; nr--, ptep++, addr += PAGE_SIZE) {
		pte_t pte = __ptep_get(ptep);

		if (pte_present(pte) && pte_young(pte))
			young |= __ptep_test_and_clear_young(vma, addr, ptep);
	}
	return young;
}

/**
 * __clear_flush_young_ptes() - clear AF in a batch that holds no contpte block
 * @vma: The VMA the batch is mapped in.
 * @addr: Address the first PTE maps.
 * @ptep: The first PTE.
 * @nr: Number of PTEs, at least one, all in one page table.
 *
 * Context: The caller holds the page table lock.
 *
 * Return: 1 if any PTE was young, 0 otherwise.
 */
int __clear_flush_young_ptes(struct vm_area_struct *vma, unsigned long addr,
			     pte_t *ptep, unsigned int nr)
{
	struct young_run run = {};
	int young = 0;

	for (; nr; nr--, ptep++, addr += PAGE_SIZE) {
		if (!clear_young_each(vma, addr, ptep, 1))
			continue;
		young_run_add(vma, &run, addr, PAGE_SIZE);
		young = 1;
	}
	young_run_flush(vma, &run);
	return young;
}

#ifdef CONFIG_ARM64_CONTPTE
/**
 * contpte_clear_flush_young_ptes() - clear AF in a batch of PTEs, flush once
 * @vma: The VMA the batch is mapped in.
 * @addr: Address the first PTE maps.
 * @ptep: The first PTE.
 * @nr: Number of PTEs, at least one, all in one page table. They may be of
 *	any kind: contpte blocks, single PTEs, present-invalid (PROT_NONE) or
 *	non-present entries.
 *
 * A contpte block that the batch touches is cleared as a whole, even where it
 * reaches beyond the batch, because the AF of the block is that of any of its
 * entries (Arm ARM D8.7.1: which entry hardware sets it in is not defined).
 * It may: a block never leaves its folio or its page table, and the age of a
 * folio is one for all its pages. The block can leave @vma, where a VMA was
 * split in the middle of it; its neighbour's young bits then count here.
 *
 * Context: The caller holds the page table lock, so no block can be folded or
 * unfolded meanwhile; hardware may set AF and dirty at any time.
 *
 * Return: 1 if any PTE was young, 0 otherwise.
 */
int contpte_clear_flush_young_ptes(struct vm_area_struct *vma,
				   unsigned long addr, pte_t *ptep,
				   unsigned int nr)
{
	struct young_run run = {};
	pte_t *end = ptep + nr;
	int young = 0;

	while (ptep < end) {
		unsigned int step = 1;

		if (pte_valid_cont(__ptep_get(ptep))) {
			step = CONT_PTES;
			ptep = PTR_ALIGN_DOWN(ptep, CONT_PTES * sizeof(*ptep));
			addr = ALIGN_DOWN(addr, CONT_PTE_SIZE);
		}
		if (clear_young_each(vma, addr, ptep, step)) {
			young_run_add(vma, &run, addr, step * PAGE_SIZE);
			young = 1;
		}
		ptep += step;
		addr += step * PAGE_SIZE;
	}
	young_run_flush(vma, &run);
	return young;
}
#endif
