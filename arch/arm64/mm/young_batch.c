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

#include <linux/export.h>
#include <linux/mm.h>
#include <asm/rb_compat.h>

#include "../../../mm/reclaim_batch.h"

/**
 * struct young_run - young addresses that are still to be invalidated
 * @start: First address, page aligned.
 * @end: First address behind the run; 0 when the run is empty.
 * @stride: What one TLBI without a range is to take away, in bytes.
 */
struct young_run {
	unsigned long start;
	unsigned long end;
	unsigned long stride;
};

static noinline void young_run_add_up(const struct young_run *run)
{
	unsigned long size = run->end - run->start;

	rb_count(hint_flushes, 1);
	rb_count(hint_pages, size >> PAGE_SHIFT);
	if (system_supports_tlb_range() && size > PAGE_SIZE)
		rb_count(hint_tlbi_range, 1);
	else
		rb_count(hint_tlbi_page, size / run->stride);
}

static __always_inline void young_run_count(const struct young_run *run)
{
	if (rb_counting())
		young_run_add_up(run);
}

/*
 * No DSB follows, for the reason given in __ptep_clear_flush_young(): a CPU
 * that goes on using a young entry makes us misjudge the folio at the worst,
 * and the next context switch ends it.
 */
static void young_run_flush(struct vm_area_struct *vma, struct young_run *run)
{
	if (!run->end)
		return;
	young_run_count(run);
	if (rb_hint_flush())
		rb_flush_range_nosync(vma, run->start, run->end, run->stride, 3);
	else
		__rb_flush_range_nosync(vma, run->start, run->end, PAGE_SIZE, 3);
	run->end = 0;
}

/**
 * young_page_flush() - flush one page whose AF was cleared
 * @vma: The VMA it is mapped in.
 * @addr: Its address.
 *
 * Context: The caller holds the page table lock.
 */
void young_page_flush(struct vm_area_struct *vma, unsigned long addr)
{
	struct young_run run = { addr, addr + PAGE_SIZE, PAGE_SIZE };

	young_run_count(&run);
	rb_flush_page_nosync(vma, addr);
}

/*
 * How far apart single TLBIs may be for @nr PTEs of a batch. A core that keeps
 * a contpte block as one entry loses all of it with one TLBI to any address in
 * it. One that has split the entry keeps parts of it, and those stay young:
 * good enough for a hint, and only for a hint.
 */
static unsigned long young_stride(unsigned int nr)
{
	if (nr == 1 || system_supports_tlb_range() || !rb_hint_flush())
		return PAGE_SIZE;
	return CONT_PTE_SIZE;
}

/*
 * With range TLBIs one operation covers a hole of old PTEs for free, so there
 * is one run a batch. Without them every stride costs a TLBI, and old pages
 * are not worth one: a hole ends the run.
 */
static __always_inline void
young_run_add(struct vm_area_struct *vma, struct young_run *run,
	      unsigned long addr, unsigned int nr)
{
	unsigned long stride;

	if (run->end && (system_supports_tlb_range() || !rb_hint_flush())) {
		run->end = addr + nr * PAGE_SIZE;
		return;
	}
	stride = young_stride(nr);
	if (run->end && (addr != run->end || stride != run->stride))
		young_run_flush(vma, run);
	if (!run->end) {
		run->start = addr;
		run->stride = stride;
	}
	run->end = addr + nr * PAGE_SIZE;
}

static bool clear_young_each(struct vm_area_struct *vma, unsigned long addr,
			     pte_t *ptep, unsigned int nr)
{
	bool young = false;

	for (; nr; nr--, ptep++, addr += PAGE_SIZE)
		young |= __ptep_test_and_clear_young(vma, addr, ptep);
	return young;
}

/**
 * __test_and_clear_young_ptes() - clear AF in PTEs that form no contpte block
 * @vma: The VMA the PTEs are mapped in.
 * @addr: Address the first PTE maps.
 * @ptep: The first PTE.
 * @nr: Number of PTEs, at least one, all in one page table.
 *
 * Context: The caller holds the page table lock.
 *
 * Return: true if any PTE was young.
 */
bool __test_and_clear_young_ptes(struct vm_area_struct *vma, unsigned long addr,
				 pte_t *ptep, unsigned int nr)
{
	return clear_young_each(vma, addr, ptep, nr);
}

/**
 * __clear_flush_young_ptes() - the same, and flush what was young once
 * @vma: The VMA the PTEs are mapped in.
 * @addr: Address the first PTE maps.
 * @ptep: The first PTE.
 * @nr: Number of PTEs, at least one, all in one page table.
 *
 * Context: The caller holds the page table lock.
 *
 * Return: true if any PTE was young.
 */
bool __clear_flush_young_ptes(struct vm_area_struct *vma, unsigned long addr,
			      pte_t *ptep, unsigned int nr)
{
	struct young_run run = {};
	bool young = false;

	for (; nr; nr--, ptep++, addr += PAGE_SIZE) {
		if (!clear_young_each(vma, addr, ptep, 1))
			continue;
		young_run_add(vma, &run, addr, 1);
		if (!rb_hint_flush())
			young_run_flush(vma, &run);
		young = true;
	}
	young_run_flush(vma, &run);
	return young;
}

#ifdef CONFIG_ARM64_CONTPTE

/* Context: The page table lock; @ptep is the first entry of a block. */
static bool contpte_block_young(pte_t *ptep)
{
	pte_t *end = ptep + CONT_PTES;

	for (; ptep < end; ptep++)
		if (pte_young(__ptep_get(ptep)))
			return true;
	return false;
}

/* The kernel's way, which does not look which entry was young. */
static unsigned int contpte_block_mkold(pte_t *ptep)
{
	pte_t *end = ptep + CONT_PTES;
	bool young = false;

	for (; ptep < end; ptep++)
		young |= ptep_mkold_always(ptep, __ptep_get(ptep));
	return young ? 0 : CONT_PTES;
}

/*
 * Clear AF in a block, whose entries are all valid. Return: the first that was
 * young, as far as that is known; CONT_PTES if none was.
 */
static unsigned int contpte_block_clear_young(pte_t *ptep)
{
	pte_t *start = ptep, *end = ptep + CONT_PTES, *first = end;

	if (!rb_skip_old())
		return contpte_block_mkold(ptep);
	for (; ptep < end; ptep++) {
		if (!pte_young(__ptep_get(ptep)))
			continue;
		if (pte_fetch_clear_young(ptep))
			first = min(first, ptep);
	}
	return first - start;
}

/*
 * A core that has split a contpte entry sets AF in the PTE it walked to, and
 * keeps that page: where one TLBI has to do for the block, it goes there.
 */
static void young_run_add_step(struct vm_area_struct *vma,
			       struct young_run *run, unsigned long addr,
			       unsigned int nr, unsigned int first)
{
	if (first && first < nr && young_stride(nr) == CONT_PTE_SIZE)
		young_run_add(vma, run, addr + first * PAGE_SIZE, 1);
	else
		young_run_add(vma, run, addr, nr);
}

/*
 * The contpte block or the single PTE that a batch goes on with. A block that
 * the batch touches is taken as a whole, even where it reaches beyond the
 * batch, because the AF of the block is that of any of its entries (Arm ARM
 * D8.7.1: which of them hardware sets it in is not defined).
 *
 * It may be taken: a block never leaves its folio or its page table, and the
 * age of a folio is one for all its pages. It can leave the VMA, where a VMA
 * was split in the middle of it; the neighbour's young bits then count here.
 *
 * Context: The page table lock keeps blocks from being folded or unfolded.
 */
static unsigned int contpte_take_block(unsigned long *addr, pte_t **ptep)
{
	if (!pte_valid_cont(__ptep_get(*ptep)))
		return 1;
	*ptep = PTR_ALIGN_DOWN(*ptep, CONT_PTES * sizeof(**ptep));
	*addr = ALIGN_DOWN(*addr, CONT_PTE_SIZE);
	return CONT_PTES;
}

/**
 * young_batch_test_and_clear() - clear AF in a batch of PTEs
 * @vma: The VMA the batch is mapped in.
 * @addr: Address the first PTE maps.
 * @ptep: The first PTE.
 * @nr: Number of PTEs, at least one, all in one page table. They may be of
 *	any kind: contpte blocks, single PTEs, present-invalid (PROT_NONE) or
 *	non-present entries.
 *
 * Context: The caller holds the page table lock; hardware may set AF and dirty
 * at any time.
 *
 * Return: true if any PTE was young.
 */
bool young_batch_test_and_clear(struct vm_area_struct *vma, unsigned long addr,
				pte_t *ptep, unsigned int nr)
{
	pte_t *end = ptep + nr;
	bool young = false;

	while (ptep < end) {
		unsigned int step = contpte_take_block(&addr, &ptep);

		if (step == 1)
			young |= __ptep_test_and_clear_young(vma, addr, ptep);
		else
			young |= contpte_block_clear_young(ptep) < step;
		ptep += step;
		addr += step * PAGE_SIZE;
	}
	return young;
}

/**
 * young_batch_clear_flush() - the same, and flush what was young once
 * @vma: The VMA the batch is mapped in.
 * @addr: Address the first PTE maps.
 * @ptep: The first PTE.
 * @nr: Number of PTEs, as for young_batch_test_and_clear().
 *
 * Context: The caller holds the page table lock.
 *
 * Return: true if any PTE was young.
 */
bool young_batch_clear_flush(struct vm_area_struct *vma, unsigned long addr,
			     pte_t *ptep, unsigned int nr)
{
	struct young_run run = {};
	pte_t *end = ptep + nr;
	bool young = false;

	while (ptep < end) {
		unsigned int step = contpte_take_block(&addr, &ptep);
		unsigned int first;

		if (step == 1)
			first = !__ptep_test_and_clear_young(vma, addr, ptep);
		else
			first = contpte_block_clear_young(ptep);
		if (first < step || !rb_hint_flush())
			young_run_add_step(vma, &run, addr, step, first);
		young |= first < step;
		ptep += step;
		addr += step * PAGE_SIZE;
	}
	if (young)
		young_run_flush(vma, &run);
	return young;
}

/**
 * contpte_ptep_get_young() - a contpte entry with the age of its block
 * @ptep: An entry of the block.
 * @pte: Its value, valid and with PTE_CONT.
 *
 * Stops at the first young entry, where ptep_get() has to go on for dirty.
 *
 * Context: The caller holds the page table lock.
 *
 * Return: @pte, young if any entry of the block is.
 */
pte_t contpte_ptep_get_young(pte_t *ptep, pte_t pte)
{
	if (pte_young(pte))
		return pte;
	ptep = PTR_ALIGN_DOWN(ptep, CONT_PTES * sizeof(*ptep));
	return contpte_block_young(ptep) ? pte_mkyoung(pte) : pte;
}

#endif /* CONFIG_ARM64_CONTPTE */

#ifdef CONFIG_TRANSPARENT_HUGEPAGE
/**
 * pmdp_clear_flush_young() - clear AF in a leaf PMD and flush if it was young
 * @vma: The VMA the PMD is mapped in.
 * @addr: Address it maps, PMD_SIZE aligned.
 * @pmdp: The PMD.
 *
 * Only a leaf can be young here, so the table entries above it stay cached;
 * and like for a PTE, nobody has to wait for a hint. flush_pmd_tlb_range(),
 * which this replaces, is made for PMDs that change what they map.
 *
 * Context: The caller holds the page table lock.
 *
 * Return: true if the PMD was young.
 */
bool pmdp_clear_flush_young(struct vm_area_struct *vma, unsigned long addr,
			    pmd_t *pmdp)
{
	VM_WARN_ON_ONCE(addr & ~HPAGE_PMD_MASK);

	if (!pmdp_test_and_clear_young(vma, addr, pmdp))
		return false;
	young_run_count(&(struct young_run){ addr, addr + PMD_SIZE, PMD_SIZE });
	if (rb_on(pmd_young))
		rb_flush_range_nosync(vma, addr, addr + PMD_SIZE, PMD_SIZE, 2);
	else
		flush_pmd_tlb_range(vma, addr, addr + PMD_SIZE);
	return true;
}
#endif
