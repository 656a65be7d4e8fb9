/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pending TLB flushes of reclaim, and faults that map a folio again. Used by
 * mm/memory.c.
 */
#ifndef __MM_REMAP_FLUSH_H
#define __MM_REMAP_FLUSH_H

#include "internal.h"

/**
 * flush_tlb_before_remap() - wait for TLBIs of entries that are about to return
 * @mm: The address space.
 * @folio: The folio of the swap cache that is about to be mapped.
 *
 * Reclaim unmaps with TLBIs it waits for later. If a fault maps the folio again
 * before that, a TLB may hold entries from before and from after. That they map
 * the same page is enough, but for one case: on arm64 translations of one
 * address that differ in the contiguous bit must not meet (break-before-make,
 * Arm ARM D8.16.1), and any page of a large folio may have been part of a
 * contpte block or be made one.
 *
 * Only a dirty folio can be one that reclaim has just unmapped and unlocked: a
 * folio that was read from swap is clean. @mm remembers a flush for longer than
 * it is pending, so asking more often would cost needless ones.
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
