/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A device that pins the folio, which takes no lock and, in a file, no PTE; the
 * end of a write; and for pages of files a writer who is not reclaim.
 */
active proctype others()
{
end:
	do
#ifndef NO_DEVICE
	:: d_step {
		!pinned && (pte == MAPPED || (cached && !ANON)) ->
		pinned = 1
	   }
	:: d_step { pinned -> saved = 0 }
	:: d_step {
		pinned ->
		dirty = 1;
		pinned = 0;
		folio_put_done()
	   }
#endif
#ifdef SHMEM
	:: d_step {
		cached && dirty && !writeback && !locked && pte != MAPPED ->
		start_write()
	   }
#endif
	:: d_step { writeback -> writeback = 0 }
	od
}
