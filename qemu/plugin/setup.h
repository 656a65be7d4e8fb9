/* SPDX-License-Identifier: GPL-2.0-only */
/* From the arguments of the plugin to all it must know before a guest runs. */
#ifndef SETUP_H
#define SETUP_H

#include <stdio.h>

#include "block.h"
#include "shadow.h"

/* Where cpu_switch_to() saves and loads the first pair of registers. */
struct switch_point {
	uint64_t store;
	uint64_t load;
	uint32_t store_word;
};

struct setup {
	struct kernel kernel;
	struct switch_point at;
	FILE *out;
	unsigned int nroots;
	const char *roots[SHADOW_MAX_ROOTS];
};

int setup_read(struct setup *setup, int argc, char **argv);

#endif
