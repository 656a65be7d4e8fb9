/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The folio, its PTE and address space, and the TLBs. A reference is a bit of
 * whoever holds it. Once the folio is free, all this is the next one's.
 */
#define NONE	0
#define SWAP	1
#define MAPPED	2
/* Mapped is a private copy, to which was stored. */
#define COPY	3

/* The folio; cached: it is in the swap cache, or in its file. */
bit locked, cached, dirty, writeback;
/* References besides those of PTE and cache. */
bit isolated, fault_ref, zap_ref, pinned;
/* Between the passes, and until the second is done with it. */
bit waiting;
/* Swap has the last store: the write that was begun last began after it. */
bit saved;

/* The PTE and the lock of its page table. */
byte pte = NONE;
bit pte_write, pte_dirty, pte_cont, ptl;

/* The VMA is writable; mm->tlb_flush_batched says a flush is pending. */
bit vma_write = 1, batched;

/* mprotect() has returned, munmap() or truncation has, mremap() has not. */
bit read_only, gone = 1, moving;

#define CPUS	2

/* A DIRTY entry stores without a look at the PTE, a CLEAN one does not. */
#define NOTHING	0
#define CLEAN	1
#define DIRTY	2

byte tlb[CPUS];
/* There are two addresses the PTE moves between: the entry is for the other. */
bit tlb_old[CPUS], tlb_cont[CPUS];

/* TLBIs under way, by who issued them. Reclaim's are for one address only. */
#define RECLAIM	0
#define CALL	1
#define FAULT	2
#define TLBI(who, cpu)	tlbi[(who) * CPUS + (cpu)]

bit tlbi[3 * CPUS], tlbi_old;
