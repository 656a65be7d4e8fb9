/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pending unmap flushes for a range, for kernels that know them for a page.
 */
#ifndef __ASM_UNMAP_BATCH_H
#define __ASM_UNMAP_BATCH_H

#include <asm/rb_compat.h>

/*
 * The TLBI is issued here and waited for in arch_tlbbatch_flush(), as for a
 * single page. The stride stays one page: an entry of a contpte block may
 * live in the TLB by itself, and an unmapped page must not stay reachable.
 */
#define arch_tlbbatch_add_range arch_tlbbatch_add_range
static inline void arch_tlbbatch_add_range(struct arch_tlbflush_unmap_batch *batch,
					   struct vm_area_struct *vma,
					   unsigned long start,
					   unsigned long end)
{
	rb_flush_range_nosync(vma, start, end, PAGE_SIZE, 3);
}

#endif /* __ASM_UNMAP_BATCH_H */
