/* SPDX-License-Identifier: GPL-2.0-only */
/* Page faults, one at a time: new pages, swap-in, stores to read-only pages. */

inline flush_tlb_before_remap()
{
#if defined(LARGE) && !defined(NO_FLUSH_REMAP)
	if
	:: dirty -> flush_tlb_batched_pending(FAULT)
	:: else
	fi
#else
	skip
#endif
}

active proctype fault()
{
end:
	do
	:: atomic {
		gone && pte == NONE && REFS == 0 && vma_write && !ptl ->
		gone = 0;
		saved = 0;
		map_folio()
	   }
	:: d_step {
		pte == MAPPED && !pte_write && MAY_WRITE && !ptl ->
		pte_write = 1;
		pte_dirty = 1
	   }
	/* read from swap: what it has is what the page has */
	:: d_step { pte == SWAP && REFS == 0 -> cached = 1 }
	:: d_step { pte == SWAP && cached -> fault_ref = 1 }
		atomic { !locked -> locked = 1 }
		if
		:: cached ->
			lock_page_table();
			flush_tlb_before_remap();
			atomic {
				if
				:: pte == SWAP ->
					map_folio();
					if
					:: true
					:: folio_free_swap()
					fi
				:: else
				fi;
				ptl = 0
			}
		:: else
		fi;
		d_step {
			locked = 0;
			fault_ref = 0;
			folio_put_done()
		}
	od
}
