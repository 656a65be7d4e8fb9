// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pending unmap flushes for a range, for kernels that know them for a page.
 */

#include <linux/mm.h>
#include <asm/rb_compat.h>

/**
 * arch_tlbbatch_add_range() - arch_tlbbatch_add_pending() for several pages
 * @batch: The task's pending flushes; arm64 keeps nothing in it.
 * @vma: The VMA the pages were unmapped from.
 * @start: First address.
 * @end: First address behind the pages.
 *
 * The TLBI is issued here and waited for in arch_tlbbatch_flush(). The stride
 * stays one page: an entry of a contpte block may live in the TLB by itself,
 * and an unmapped page must not stay reachable.
 */
void arch_tlbbatch_add_range(struct arch_tlbflush_unmap_batch *batch,
			     struct vm_area_struct *vma, unsigned long start,
			     unsigned long end)
{
	rb_flush_range_nosync(vma, start, end, PAGE_SIZE, 3);
}
