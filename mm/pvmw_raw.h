/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Last include of mm/page_vma_mapped.c: every ptep_get() of that file asks
 * whether an entry is none, is present, and which page it maps. So none of
 * them has to gather the bits of a contpte block. Done by name and not line by
 * line, because which lines there are differs between point releases.
 */
#ifndef __MM_PVMW_RAW_H
#define __MM_PVMW_RAW_H

#include "young_batch.h"

#undef ptep_get
#define ptep_get rb_ptep_get_raw
#undef ptep_get_lockless
#define ptep_get_lockless rb_ptep_get_raw_lockless

#endif /* __MM_PVMW_RAW_H */
