/* SPDX-License-Identifier: GPL-2.0-only */
/* What several processes do to the folio, or want to know of it. */

#ifdef SHMEM
#define ANON		false
#else
#define ANON		true
#endif

/* Under a write that needs a stable page, do_swap_page() maps read-only. */
#if defined(PRIVATE)
#define MAY_WRITE	false
#elif defined(ZRAM)
#define MAY_WRITE	(vma_write && !writeback)
#else
#define MAY_WRITE	vma_write
#endif

#define REFS \
	(cached + (pte == MAPPED) + isolated + fault_ref + zap_ref + pinned)

/* Nobody misses it, swap has it or does not know it, or it will be written. */
#define IS_KEPT \
	(pte == NONE || saved || (pte == MAPPED && !cached) || \
	 (cached && (dirty || pte_dirty || pinned)))

/* Out of the swap cache, if no PTE wants the swap slot any more. */
inline folio_free_swap()
{
	if
	:: ANON && cached && !writeback && pte != SWAP ->
		cached = 0;
		saved = 0;
		dirty = 1
	:: else
	fi
}

/* Whoever dropped a reference may have dropped the last. */
inline folio_put_done()
{
	if
	:: REFS == 0 ->
		MUST(UNREACHABLE, tlb[0] == NOTHING && tlb[1] == NOTHING);
		dirty = 0
	:: else
	fi
}

/* The worst device copies at once, and misses every store that follows. */
inline start_write()
{
	dirty = 0;
	writeback = 1;
	saved = 1
}

inline choose_cont()
{
#ifdef LARGE
	if
	:: pte_cont = 0
	:: pte_cont = 1
	fi
#else
	skip
#endif
}

/* A read fault maps writable too, but clean. */
inline map_folio()
{
	pte = MAPPED;
	pte_write = MAY_WRITE;
	if
	:: true
	:: pte_write -> pte_dirty = 1
	fi;
	choose_cont()
}

inline lock_page_table()
{
	atomic { !ptl -> ptl = 1 }
}
