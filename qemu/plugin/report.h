/* SPDX-License-Identifier: GPL-2.0-only */
/* One region as one line of JSON. */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "counts.h"
#include "shadow.h"
#include "symbols.h"

struct report {
	unsigned int region;
	const struct symbols *symbols;
	const struct counts *self;	/* by function number */
	bool pte_atomics;		/* false: could not be counted */
	unsigned int nroots;
	const char *const *roots;	/* names; NULL leaves a root out */
	const struct span *spans;	/* by root */
};

int report_write(const struct report *r, FILE *out);

#endif
