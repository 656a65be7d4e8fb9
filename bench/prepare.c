// SPDX-License-Identifier: GPL-2.0-only
/* What every mode changes on the machine before its first run. */
#include "cleanup.h"
#include "lru.h"
#include "memcg.h"
#include "prepare.h"

/**
 * prepare() - have cgroups and one LRU until the program ends
 * @lru: as for lru_select(), or NULL for the one the kernel uses now
 *
 * Comes after all that can be checked beforehand: the first thing to be undone
 * is done here.
 */
void prepare(const char *lru)
{
	cleanup_init();
	memcg_prepare();
	if (lru)
		lru_select(lru);
}
