/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The deferred TLB flush of dirty reclaim (ARM64-NOTES 2.8), a model for spin.
 *
 * One folio, mapped by one PTE of one address space, and two CPUs that load and
 * store whenever their TLBs let them. Reclaim unmaps it, lets it wait unlocked,
 * flushes, looks at it again, writes and frees it. Faults, system calls and a
 * device come in between. All of them run for ever, so no number of stores or
 * passes is too large: of the data the model knows only whether swap has the
 * last store.
 *
 * Options: LARGE, the folio is large and may be mapped as a contpte block;
 * ZRAM, swap needs stable pages; NO_DEVICE, for fewer states, nobody pins;
 * SHMEM, the folio is a page of a file, which does not wait, and PRIVATE, one
 * that is mapped privately. BBM_ALWAYS and CLEAN_ELSEWHERE fail whether folios
 * wait or not. All others are mutations, each leaves out, moves or adds one
 * step. PROPERTY=NAME checks one property only. To see how a mutation fails:
 *
 *	spin -run -bfs -DNO_FLUSH dirty_batch.pml
 *	spin -DNO_FLUSH -p -g -k dirty_batch.pml.trail dirty_batch.pml
 */
#define ALL		0
/* The last store is in swap, or in a page that is going to be written. */
#define KEPT		1
/* What is freed is in no TLB and no page table, nobody writes or pins it. */
#define UNREACHABLE	2
#define UNPINNED	3
/*
 * No store after mprotect(), no load or store after munmap(), nor at the old
 * address after mremap(). No store to what is truncated.
 */
#define PROTECTED	4
#define ZAPPED		5
#define MOVED		6
#define TRUNCATED	7
/* No store to a page while reclaim writes it to a device that minds. */
#define STABLE		8
/* No TLB has a block and a single page for one address of a waiting folio. */
#define BBM		9
/* No load of a page that has a copy at its address. */
#define COHERENT	10

#ifndef PROPERTY
#define PROPERTY	ALL
#endif

#define MUST(property, what) \
	assert((PROPERTY != ALL && PROPERTY != property) || (what))

#include "state.pml"
#include "folio.pml"
/* First of all processes: a CPU's number is its process's. */
#include "tlb.pml"
#include "reclaim.pml"
#ifdef SHMEM
#include "shmem.pml"
#else
#include "fault.pml"
#include "calls.pml"
#endif
#include "others.pml"
