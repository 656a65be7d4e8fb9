/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The hardware, with FEAT_HAFDBS: at any time a CPU fills its TLB, loses the
 * entry, loads, stores, or gets round to a TLBI. Walks and PTE updates are
 * atomic. A TLB has one entry; that a stale one stays while a new one is there
 * is the other CPU's part.
 */

inline issue_tlbi(who)
{
	TLBI(who, 0) = 1;
	TLBI(who, 1) = 1
}

/* Waits for the TLBIs of the CPU it runs on, not for those of others. */
inline dsb(who)
{
#ifndef NO_DSB
	!TLBI(who, 0) && !TLBI(who, 1)
#else
	who == RECLAIM || (!TLBI(who, 0) && !TLBI(who, 1))
#endif
}

inline flush_tlb(who)
{
	d_step {
		issue_tlbi(who)
	}
	dsb(who)
}

/* The caller has the page table locked, for as long as this takes. */
inline flush_tlb_batched_pending(who)
{
	if
	:: batched ->
		flush_tlb(who);
		batched = 0
	:: else
	fi
}

/*
 * A folio that never waited may be unlocked with its flush pending as well, if
 * it is not freed or its write needs no flush; BBM_ALWAYS shows it.
 */
#ifndef BBM_ALWAYS
#define BBM_WANTED	waiting
#else
#define BBM_WANTED	true
#endif

inline load_entry(cpu)
{
	MUST(BBM, !BBM_WANTED || tlb[cpu] == NOTHING || tlb_old[cpu] ||
		  tlb_cont[cpu] == pte_cont);
	tlb[cpu] = (pte_write && pte_dirty -> DIRTY : CLEAN);
	tlb_old[cpu] = 0;
	tlb_cont[cpu] = pte_cont
}

inline drop_entry(cpu)
{
	tlb[cpu] = NOTHING;
	tlb_old[cpu] = 0;
	tlb_cont[cpu] = 0
}

/* The PTE is at the other address now; what is here must stay comparable. */
inline move_entry(cpu)
{
	tlb_old[cpu] = tlb[cpu] != NOTHING && !tlb_old[cpu]
}

inline accept_load(cpu)
{
	MUST(ZAPPED, !gone || !ANON);
	MUST(MOVED, !tlb_old[cpu] || moving);
	MUST(COHERENT, pte != COPY)
}

/* While reclaim has the folio, it may still have to notice. */
inline accept_store(cpu)
{
	MUST(PROTECTED, !read_only);
	MUST(TRUNCATED, !gone);
#ifdef ZRAM
	MUST(STABLE, !writeback);
#endif
	saved = 0;
	MUST(KEPT, isolated || IS_KEPT)
}

inline complete_tlbi(who, cpu)
{
	if
	:: who != RECLAIM || tlb_old[cpu] == tlbi_old -> drop_entry(cpu)
	:: else
	fi;
	TLBI(who, cpu) = 0
}

active [CPUS] proctype cpu()
{
end:
	do
	:: d_step { pte == MAPPED -> load_entry(_pid) }
	:: d_step { tlb[_pid] != NOTHING -> drop_entry(_pid) }
	:: d_step { tlb[_pid] != NOTHING -> accept_load(_pid) }
	:: d_step { tlb[_pid] == DIRTY -> accept_store(_pid) }
	:: d_step {
		tlb[_pid] == CLEAN && !tlb_old[_pid] &&
		pte == MAPPED && pte_write ->
		pte_dirty = 1;
		tlb[_pid] = DIRTY;
		accept_store(_pid)
	   }
	:: d_step { TLBI(RECLAIM, _pid) -> complete_tlbi(RECLAIM, _pid) }
	:: d_step { TLBI(CALL, _pid) -> complete_tlbi(CALL, _pid) }
	:: d_step { TLBI(FAULT, _pid) -> complete_tlbi(FAULT, _pid) }
	od
}
