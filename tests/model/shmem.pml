/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Faults and system calls where the folio is a page of a file in shmem. SWAP is
 * a PTE that is none: the file knows where the page is. NONE is one beyond the
 * end of the file. Either the folio is mapped shared, and truncated, or it is
 * mapped privately, and copied.
 */
#ifdef PRIVATE

inline map_or_copy()
{
	if
	:: map_folio()
	:: pte = COPY
	fi
}

inline copy_on_write()
{
	lock_page_table();
	if
	:: pte == MAPPED ->
		d_step {
			fault_ref = 1;
			pte = SWAP
		}
		flush_tlb(FAULT);
		d_step {
			pte = COPY;
			fault_ref = 0
		}
	:: else
	fi;
	ptl = 0
}

/* MADV_DONTNEED of the copy */
inline change_file()
{
	pte == COPY ->
	lock_page_table();
	flush_tlb_batched_pending(CALL);
	pte = SWAP;
	flush_tlb(CALL);
	ptl = 0
}

#else

inline map_or_copy()
{
	map_folio()
}

/*
 * Truncation, or a hole that is punched. That first of all it unmaps the range
 * is left out, for a fault may undo it.
 */
inline change_file()
{
	atomic {
		cached && !locked ->
		locked = 1;
		zap_ref = 1
	}
	!writeback ->
	if
	:: pte == MAPPED ->
		lock_page_table();
		flush_tlb_batched_pending(CALL);
		d_step {
			pte = SWAP;
			dirty = dirty || pte_dirty;
			pte_write = 0;
			pte_dirty = 0
		}
		flush_tlb(CALL);
		ptl = 0
	:: else
	fi;
	d_step {
		pte = NONE;
		cached = 0;
		dirty = 0;
		locked = 0;
		zap_ref = 0;
		gone = 1;
		folio_put_done()
	}
}

#endif

active proctype fault()
{
end:
	do
	:: atomic {
		gone && pte == NONE && REFS == 0 && !ptl ->
		gone = 0;
		cached = 1;
		dirty = 1;
		saved = 0;
		map_folio()
	   }
	/* read from swap, which forgets it */
	:: d_step {
		pte == SWAP && REFS == 0 ->
		cached = 1;
		dirty = 1;
		saved = 0
	   }
	:: d_step { pte == SWAP && cached -> fault_ref = 1 }
		atomic { !locked -> locked = 1 }
		atomic {
			!ptl ->
			if
			:: cached && pte == SWAP -> map_or_copy()
			:: else
			fi
		}
		d_step {
			locked = 0;
			fault_ref = 0;
			folio_put_done()
		}
#ifdef PRIVATE
	:: pte == MAPPED -> copy_on_write()
#endif
	od
}

active proctype calls()
{
end:
	do
	:: change_file()
	od
}
