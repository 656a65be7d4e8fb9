/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is counted. One struct serves every scope: a run of instructions, a
 * function, a task, a region. Sums wrap like the unsigned integers they are,
 * so that taking back what was counted too early always works.
 */
#ifndef COUNTS_H
#define COUNTS_H

#include <stdint.h>

enum tlbi_kind { TLBI_PAGE, TLBI_RANGE, TLBI_ASID, TLBI_ALL, TLBI_KINDS };
enum dsb_kind { DSB_ISH, DSB_ISHST, DSB_NSH, DSB_OTHER, DSB_KINDS };

struct counts {
	uint64_t insns;
	uint64_t tlbi[TLBI_KINDS];
	uint64_t dsb[DSB_KINDS];
	uint64_t pte_atomics;
};

static inline void counts_add(struct counts *to, const struct counts *c)
{
	to->insns += c->insns;
	for (int k = 0; k < TLBI_KINDS; k++)
		to->tlbi[k] += c->tlbi[k];
	for (int k = 0; k < DSB_KINDS; k++)
		to->dsb[k] += c->dsb[k];
	to->pte_atomics += c->pte_atomics;
}

static inline void counts_sub(struct counts *from, const struct counts *c)
{
	from->insns -= c->insns;
	for (int k = 0; k < TLBI_KINDS; k++)
		from->tlbi[k] -= c->tlbi[k];
	for (int k = 0; k < DSB_KINDS; k++)
		from->dsb[k] -= c->dsb[k];
	from->pte_atomics -= c->pte_atomics;
}

static inline uint64_t counts_tlbi(const struct counts *c)
{
	return c->tlbi[TLBI_PAGE] + c->tlbi[TLBI_RANGE] +
	       c->tlbi[TLBI_ASID] + c->tlbi[TLBI_ALL];
}

#endif
