/* SPDX-License-Identifier: GPL-2.0-only */
/* Decoding of the A64 instructions the counting plugin cares about. */
#ifndef INSN_H
#define INSN_H

#include <stdbool.h>
#include <stdint.h>

#include "counts.h"

/* hint #0x5a and hint #0x5b: no CPU gives these NOPs a meaning. */
#define INSN_MARK_BEGIN	0xd5032b5fu
#define INSN_MARK_END	0xd5032b7fu

/* How control leaves an instruction. */
enum flow {
	FLOW_NEXT,	/* falls through, or traps and comes back behind it */
	FLOW_BRANCH,	/* B, B.cond, CBZ, TBZ: target known */
	FLOW_JUMP,	/* BR: target unknown */
	FLOW_CALL,	/* BL: target known */
	FLOW_CALL_REG,	/* BLR: target unknown */
	FLOW_RETURN,	/* RET */
	FLOW_ERET,
};

enum flow insn_flow(uint32_t word, uint64_t pc, uint64_t *target);
int insn_tlbi(uint32_t word);
int insn_dsb(uint32_t word);
bool insn_is_atomic(uint32_t word);
bool insn_is_pair_store(uint32_t word);
bool insn_is_pair_load(uint32_t word);

#endif
