/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pending unmap flushes for a range, for kernels that know them for a page.
 */
#ifndef __ASM_UNMAP_BATCH_H
#define __ASM_UNMAP_BATCH_H

struct arch_tlbflush_unmap_batch;

#define arch_tlbbatch_add_range arch_tlbbatch_add_range
void arch_tlbbatch_add_range(struct arch_tlbflush_unmap_batch *batch,
			     struct vm_area_struct *vma, unsigned long start,
			     unsigned long end);

#endif /* __ASM_UNMAP_BATCH_H */
