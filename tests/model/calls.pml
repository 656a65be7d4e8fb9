/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * System calls that change the page table, one at a time. They flush what they
 * find mapped; for what reclaim has unmapped there is
 * flush_tlb_batched_pending().
 */

inline mprotect_read()
{
	vma_write = 0;
	lock_page_table();
#ifndef NO_FLUSH_MPROTECT
	flush_tlb_batched_pending(CALL);
#endif
	if
	:: pte == MAPPED ->
		d_step {
			pte_write = 0;
			ptl = 0
		}
		flush_tlb(CALL)
	:: else -> ptl = 0
	fi;
	read_only = 1
}

/* Trylock and unlock, or leave it to reclaim. */
inline free_swap_cache()
{
	if
	:: !locked -> folio_free_swap()
	:: else
	fi;
	folio_put_done()
}

/* munmap(), MADV_DONTNEED */
inline zap()
{
	lock_page_table();
#ifndef NO_FLUSH_ZAP
	flush_tlb_batched_pending(CALL);
#endif
	d_step {
		zap_ref = (pte == MAPPED);
		pte = NONE;
		dirty = dirty || pte_dirty;
		pte_write = 0;
		pte_dirty = 0;
		pte_cont = 0;
		if
		:: !zap_ref -> free_swap_cache()
		:: else
		fi;
		ptl = 0
	}
	if
	:: zap_ref ->
		flush_tlb(CALL);
		d_step {
			zap_ref = 0;
			free_swap_cache()
		}
	:: else
	fi;
	gone = 1
}

inline move_pte()
{
	move_entry(0);
	move_entry(1);
	tlbi_old = (TLBI(RECLAIM, 0) || TLBI(RECLAIM, 1)) && !tlbi_old
}

/* mremap(), UFFDIO_MOVE */
inline move()
{
	lock_page_table();
#ifndef NO_FLUSH_MOVE
	flush_tlb_batched_pending(CALL);
#endif
	d_step {
		moving = (pte == MAPPED);
		move_pte()
	}
	if
	:: moving -> flush_tlb(CALL)
	:: else
	fi;
	d_step {
		moving = 0;
		ptl = 0
	}
}

/*
 * MADV_FREE. The page table stays locked until the flush is done, as it does
 * not in the kernel: a store meanwhile is part of what is given up. Nor is the
 * folio marked to be freed unwritten, as an isolated one is not.
 */
inline madv_free()
{
	lock_page_table();
	flush_tlb_batched_pending(CALL);
	atomic {
		if
		:: pte == MAPPED && !locked && !writeback ->
			cached = 0;
			saved = 0;
			dirty = 0;
			if
			:: pte_dirty ->
				pte_dirty = 0;
				flush_tlb(CALL)
			:: else
			fi
		:: else
		fi;
		ptl = 0
	}
}

active proctype calls()
{
end:
	do
	:: vma_write -> mprotect_read()
	:: d_step {
		!vma_write ->
		read_only = 0;
		vma_write = 1
	   }
	:: pte != NONE -> zap()
	:: pte != NONE -> move()
	:: pte == MAPPED -> madv_free()
	od
}
