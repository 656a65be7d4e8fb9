/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What batched reclaim needs from arm64 and each kernel line calls otherwise.
 */
#ifndef __ASM_RB_COMPAT_H
#define __ASM_RB_COMPAT_H

#include <linux/version.h>
#include <asm/tlbflush.h>

/*
 * Without range TLBIs, a flush of MAX_DVM_OPS strides becomes the invalidation
 * of the whole ASID with a DSB to wait for it. Whoever asks for no DSB does
 * not want that either, so no single flush gets that long.
 */
#define RB_FLUSH_STRIDES_MAX	(MAX_DVM_OPS / 2)

/*
 * Where the tests look on. Does nothing, and has its address taken: what a
 * test puts in its place is called in place of a flush.
 */
void rb_flush_seen(struct vm_area_struct *vma, unsigned long start,
		   unsigned long end, unsigned long stride, int level);

#ifdef CONFIG_RECLAIM_BATCH_KUNIT_TEST
#include <kunit/static_stub.h>
#define rb_flush_stub(args...)	KUNIT_STATIC_STUB_REDIRECT(rb_flush_seen, args)
#else
#define rb_flush_stub(args...)	do { } while (0)
#endif

static inline void __rb_flush_range_nosync(struct vm_area_struct *vma,
					   unsigned long start,
					   unsigned long end,
					   unsigned long stride, int level)
{
	rb_flush_stub(vma, start, end, stride, level);
#if KERNEL_VERSION(7, 0, 0) > LINUX_VERSION_CODE
	__flush_tlb_range_nosync(vma, start, end, stride, true, level);
#else
	__flush_tlb_range(vma, start, end, stride, level,
			  TLBF_NOWALKCACHE | TLBF_NOSYNC);
#endif
}

static inline void rb_flush_page_nosync(struct vm_area_struct *vma,
					unsigned long addr)
{
	rb_flush_stub(vma, addr, addr + PAGE_SIZE, PAGE_SIZE, 3);
#if KERNEL_VERSION(7, 0, 0) > LINUX_VERSION_CODE
	flush_tlb_page_nosync(vma, addr);
#else
	__flush_tlb_page(vma, addr, TLBF_NOSYNC);
#endif
}

/**
 * rb_flush_range_nosync() - invalidate leaf entries of a user range
 * @vma: The VMA the range belongs to.
 * @start: First address, a multiple of @stride.
 * @end: First address behind the range, a multiple of @stride.
 * @stride: What one TLBI takes away where there are no range TLBIs, in bytes.
 * @level: Level of the leaf entries.
 *
 * The TLBIs are issued and not waited for.
 */
static inline void rb_flush_range_nosync(struct vm_area_struct *vma,
					 unsigned long start, unsigned long end,
					 unsigned long stride, int level)
{
	const unsigned long most = RB_FLUSH_STRIDES_MAX * stride;

	while (!system_supports_tlb_range() && end - start > most) {
		__rb_flush_range_nosync(vma, start, start + most, stride, level);
		start += most;
	}
	__rb_flush_range_nosync(vma, start, end, stride, level);
}

#endif /* __ASM_RB_COMPAT_H */
