/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * shrink_folio_list() and its second pass over dirty folios. Of the other
 * folios on the list there is what they do to the pending flush: it may be
 * pending before this folio is unmapped, and done while it waits.
 */
bit flush_required, writable;

inline try_to_unmap_flush()
{
	if
	:: flush_required ->
		dsb(RECLAIM);
		d_step {
			flush_required = 0;
			writable = 0
		}
	:: else
	fi
}

inline try_to_unmap_flush_dirty()
{
	if
	:: writable -> try_to_unmap_flush()
	:: else
	fi
}

/*
 * One step, although the TLBI comes after the PTE: the page table is locked,
 * no TLB can load the entry, and a store in between is one before.
 */
inline try_to_unmap()
{
	!ptl ->
	if
	:: pte == MAPPED ->
		pte = SWAP;
		issue_tlbi(RECLAIM);
		tlbi_old = 0;
		flush_required = 1;
		batched = 1;
		dirty = dirty || pte_dirty;
#ifndef NO_PENDING_DIRTY
		writable = writable || pte_dirty;
#endif
		pte_write = 0;
		pte_dirty = 0;
		pte_cont = 0
	:: else
	fi
}

/*
 * What is pending when this folio is unmapped. A folio that is mapped privately
 * here is dirty because it is mapped shared elsewhere. There it was unmapped
 * just before; CLEAN_ELSEWHERE, that PTE was clean.
 */
inline flush_pending_before()
{
#ifndef PRIVATE
	if
	:: true
	:: flush_required = 1; writable = 1
	fi
#else
#ifndef CLEAN_ELSEWHERE
	writable = 1;
#endif
	flush_required = 1;
	dirty = 1
#endif
}

#ifndef NO_RECHECK_WRITEBACK
#define RECHECK_WRITEBACK	writeback
#else
#define RECHECK_WRITEBACK	false
#endif

#ifndef NO_RECHECK_DIRTY
#define RECHECK_CLEAN		!dirty
#else
#define RECHECK_CLEAN		false
#endif

#ifndef NO_RECHECK_MAPPED
#define RECHECK_MAPPED		(pte == MAPPED)
#else
#define RECHECK_MAPPED		false
#endif

#ifndef NO_RECHECK_PINNED
#define RECHECK_PINNED		pinned
#else
#define RECHECK_PINNED		false
#endif

#ifndef NO_RECHECK_SWAPCACHE
#define RECHECK_NO_SWAPCACHE	!cached
#else
#define RECHECK_NO_SWAPCACHE	false
#endif

/* Only we and the cache have references: pageout() and __remove_mapping(). */
#ifndef NO_REFCOUNT_WRITE
#define MAY_BE_WRITTEN		(REFS == 2)
#else
#define MAY_BE_WRITTEN		true
#endif

#ifndef NO_REFCOUNT_FREE
#define MAY_BE_FREED		(REFS == 2)
#else
#define MAY_BE_FREED		true
#endif

/* Back on the LRU, or free. Nobody else reclaims it before that. */
inline end_pass()
{
	isolated = 0;
	waiting = 0;
	MUST(KEPT, IS_KEPT);
	folio_put_done()
}

/*
 * What is done under the folio lock is one step where nothing comes in between
 * that could not as well come before or after.
 */
active proctype reclaim()
{
idle:
	atomic {
		!isolated && !locked && (cached || pte == MAPPED) ->
		isolated = 1;
		locked = 1;
		flush_pending_before();
		if
		:: writeback || (!cached && pinned) -> goto keep
		:: else
		fi;
		/* add_to_swap() */
		if
		:: !cached ->
			cached = 1;
			dirty = 1;
			saved = 0
		:: else
		fi;
		try_to_unmap();
		if
		:: pinned -> goto activate
		:: !pinned && !dirty -> goto reclaim_free
		:: !pinned && dirty
		fi;
#if defined(SHMEM) && !defined(SHMEM_WAITS)
		try_to_unmap_flush_dirty();
		goto pageout;
#endif
		/* dirty_batch_add() */
		if
		:: writable -> waiting = 1
		:: else -> goto pageout
		fi;
		locked = 0
	}
	if
	:: true
	:: try_to_unmap_flush()
	fi;

	/* pageout_waiting_folios() */
#if !defined(NO_FLUSH) && !defined(FLUSH_AFTER_WRITE)
	try_to_unmap_flush_dirty();
#endif
	/* dirty_folio_recheck() */
	atomic {
		if
		:: locked -> goto keep_unlocked
		:: else -> locked = 1
		fi;
		if
		:: RECHECK_WRITEBACK || RECHECK_CLEAN -> goto keep
		:: else
		fi;
		if
		:: RECHECK_MAPPED || RECHECK_PINNED -> goto activate
		:: else
		fi;
		if
		:: RECHECK_NO_SWAPCACHE -> goto keep
		:: else
		fi;
pageout:
		if
		:: !MAY_BE_WRITTEN -> goto keep
		:: else
		fi
	}
	/* If it is mapped, another process's PTE may still want the slot. */
	atomic {
		if
		:: !cached -> goto keep
		:: cached && !dirty -> goto reclaim_free
		:: cached && dirty && pte != SWAP -> folio_free_swap()
		:: cached && dirty && pte != NONE -> start_write()
		fi;
		locked = 0
	}
#ifdef FLUSH_AFTER_WRITE
	try_to_unmap_flush_dirty();
#endif
	atomic {
		if
		:: locked || writeback || dirty -> goto keep_unlocked
		:: else -> locked = 1
		fi;

		/* __remove_mapping() */
reclaim_free:
		if
		:: cached && !dirty && MAY_BE_FREED -> cached = 0
		:: else -> goto keep
		fi;
		locked = 0
	}
#ifndef NO_FLUSH_FREE
	try_to_unmap_flush();
#endif
	d_step {
		MUST(UNREACHABLE, pte != MAPPED && !writeback);
		MUST(UNPINNED, !pinned);
		end_pass()
	}
	goto idle;

activate:
	atomic {
		if
		:: true
		:: folio_free_swap()
		fi;
keep:
		locked = 0
	}
keep_unlocked:
	try_to_unmap_flush();
	d_step {
		end_pass()
	}
	goto idle
}
