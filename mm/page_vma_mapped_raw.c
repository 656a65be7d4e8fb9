// SPDX-License-Identifier: GPL-2.0-only
/*
 * page_vma_mapped_walk() without the bits of contpte blocks: the same file,
 * built with other reads. Each of its PTE reads asks whether an entry is none,
 * is present, and which page it maps, so that none has to gather the access and
 * dirty bits of a block. The walk with them stays as it was, to the instruction.
 *
 * All headers of that file come first, so that what is changed here, is changed
 * in its functions alone.
 */
#include <linux/hugetlb.h>
#include <linux/mm.h>
#include <linux/rmap.h>
#include <linux/swap.h>

#include "internal.h"
#include "young_batch.h"

#define page_vma_mapped_walk(pvmw)	page_vma_mapped_walk_raw(pvmw)
#undef ptep_get
#define ptep_get(ptep)			ptep_get_raw(ptep)
#undef ptep_get_lockless
#define ptep_get_lockless(ptep)		ptep_get_raw_lockless(ptep)

/* The other function of that file, which nobody needs twice. */
#undef CONFIG_MEMORY_FAILURE

#include "page_vma_mapped.c"
