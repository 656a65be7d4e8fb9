/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pending TLB flushes of reclaim, and those who map a folio again: a fault, or
 * swapoff. Used by mm/memory.c and mm/swapfile.c.
 */
#ifndef __MM_REMAP_FLUSH_H
#define __MM_REMAP_FLUSH_H

#include "internal.h"

/**
 * flush_tlb_before_remap() - wait for TLBIs of entries that are about to return
 * @mm: The address space.
 * @folio: The folio of the swap cache that is about to be mapped.
 *
 * Reclaim unmaps with TLBIs it waits for later. If a folio is mapped again
 * before that, a TLB may hold entries from before and from after. That they map
 * the same page is enough, but for one case: on arm64 translations of one
 * address that differ in the contiguous bit must not meet (break-before-make,
 * Arm ARM D8.16.1), and any page of a large folio may have been part of a
 * contpte block or be made one.
 *
 * Asked for dirty folios only, which were locked until their flush before they
 * could wait. A folio of clean PTEs is written at once, and may be mapped again
 * ahead of the flush, as ever. @mm remembers a flush for longer than it is
 * pending, so asking for all would flush the address space once after each
 * reclaim. Ask before folio_free_swap(), which makes a folio dirty.
 *
 * Context: The page table lock of the entry, under which reclaim noted in @mm
 * that it has a flush pending. @folio is locked.
 */
static inline void flush_tlb_before_remap(struct mm_struct *mm,
					  struct folio *folio)
{
	if (IS_ENABLED(CONFIG_ARM64_CONTPTE) && folio_test_large(folio) &&
	    folio_test_dirty(folio))
		flush_tlb_batched_pending(mm);
}

#endif /* __MM_REMAP_FLUSH_H */
