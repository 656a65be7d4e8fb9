// SPDX-License-Identifier: GPL-2.0-only
/* Which of the two reclaim algorithms runs: active and inactive lists, or MGLRU. */
#include <stdlib.h>
#include <string.h>

#include "lru.h"
#include "say.h"
#include "settings.h"
#include "text.h"

#define LRU_GEN "/sys/kernel/mm/lru_gen/enabled"

/* Bit 0 of the mask is the main switch; the others refine MGLRU. */
static int lru_gen_mask(void)
{
	char text[32];

	if (text_read(LRU_GEN, text, sizeof(text)) < 0)
		return -1;
	return strtol(text, NULL, 0);
}

/* "mglru" or "classic"; a kernel without MGLRU has only the latter. */
const char *lru_now(void)
{
	int mask = lru_gen_mask();

	return mask > 0 && mask & 1 ? "mglru" : "classic";
}

/**
 * lru_select() - run with one LRU until the program ends
 * @wanted: "classic" or "mglru", the latter with all its parts
 */
void lru_select(const char *wanted)
{
	static struct setting enabled;
	int mglru = !strcmp(wanted, "mglru");
	int error;

	if (lru_gen_mask() < 0) {
		if (mglru)
			die("this kernel has no MGLRU (no " LRU_GEN "); use --lru classic or a kernel with CONFIG_LRU_GEN");
		return;
	}
	error = setting_change(&enabled, LRU_GEN, mglru ? "7" : "0");
	if (error || strcmp(lru_now(), wanted))
		die("cannot switch to %s by " LRU_GEN ": %s", wanted,
		    error ? strerror(-error) : "the kernel refused it");
}
