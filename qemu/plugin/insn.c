// SPDX-License-Identifier: GPL-2.0-only
/*
 * Encodings are those of the Arm Architecture Reference Manual (DDI 0487),
 * chapters C4 (A64 encoding index) and C5.5 (TLBI operations). tests/host
 * checks them against words made by the GNU assembler.
 */
#include "insn.h"

static uint64_t branch_target(uint32_t word, uint64_t pc, int shift, int bits)
{
	uint64_t field = (uint64_t)(word >> shift) << (64 - bits);

	return pc + (uint64_t)((int64_t)field >> (64 - bits)) * 4;
}

/* BR, BLR, RET, ERET and their pointer-authenticating forms. */
static enum flow register_flow(uint32_t word)
{
	switch (word >> 21 & 0xf) {
	case 0:
	case 8:
		return FLOW_JUMP;
	case 1:
	case 9:
		return FLOW_CALL_REG;
	case 2:
		return FLOW_RETURN;
	case 4:
		return FLOW_ERET;
	default:
		return FLOW_NEXT;
	}
}

/**
 * insn_flow() - how control leaves an instruction
 * @word: the instruction
 * @pc: its address
 * @target: receives the address a direct branch goes to, 0 for all others
 */
enum flow insn_flow(uint32_t word, uint64_t pc, uint64_t *target)
{
	*target = 0;
	if ((word & 0xfe000000) == 0xd6000000)
		return register_flow(word);
	if ((word & 0x7c000000) == 0x14000000) {
		*target = branch_target(word, pc, 0, 26);
		return word >> 31 ? FLOW_CALL : FLOW_BRANCH;
	}
	if ((word & 0xff000000) == 0x54000000 ||
	    (word & 0x7e000000) == 0x34000000) {
		*target = branch_target(word, pc, 5, 19);
		return FLOW_BRANCH;
	}
	if ((word & 0x7e000000) == 0x36000000) {
		*target = branch_target(word, pc, 5, 14);
		return FLOW_BRANCH;
	}
	return FLOW_NEXT;
}

/* TLBI by range of intermediate physical addresses: op1 4, CRm 0 and 4. */
static enum tlbi_kind ipa_kind(unsigned int op2)
{
	return (op2 & 3) == 2 || (op2 & 3) == 3 ? TLBI_RANGE : TLBI_PAGE;
}

/**
 * insn_tlbi() - kind of a TLB invalidation
 * @word: the instruction
 *
 * Local, inner-shareable and outer-shareable forms, with and without nXS
 * (CRn 9), at every exception level are one kind: they differ in who is
 * reached, not in what is dropped. A physical-address range (RPAOS) counts as
 * range.
 *
 * Return: an enum tlbi_kind, or -1 when @word is no TLBI.
 */
int insn_tlbi(uint32_t word)
{
	unsigned int op1 = word >> 16 & 7, crn = word >> 12 & 15;
	unsigned int crm = word >> 8 & 15, op2 = word >> 5 & 7;

	if ((word & 0xfff80000) != 0xd5080000 || (crn != 8 && crn != 9))
		return -1;
	if (op1 == 4 && (crm == 0 || crm == 4))
		return (int)ipa_kind(op2);
	if (op1 == 6 && crm == 4)
		return TLBI_RANGE;
	/* Range CRm with an even op2 is VMALLWS2E1: all of stage 2. */
	if (crm == 2 || crm == 5 || crm == 6)
		return op2 & 1 ? TLBI_RANGE : TLBI_ALL;
	if (op2 & 1)
		return TLBI_PAGE;
	return op1 == 0 && op2 == 2 ? TLBI_ASID : TLBI_ALL;
}

/**
 * insn_dsb() - domain of a data synchronization barrier
 * @word: the instruction
 *
 * CRm 0 and 4 are SSBB and PSSBB: speculation barriers, which wait for
 * no TLB maintenance, so they are not counted as DSB.
 *
 * Return: an enum dsb_kind, or -1 when @word is no DSB.
 */
int insn_dsb(uint32_t word)
{
	if ((word & 0xfffff3ff) == 0xd503323f)
		return DSB_OTHER;	/* the nXS forms */
	if ((word & 0xfffff0ff) != 0xd503309f)
		return -1;
	switch (word >> 8 & 15) {
	case 0x0:
	case 0x4:
		return -1;
	case 0xb:
		return DSB_ISH;
	case 0xa:
		return DSB_ISHST;
	case 0x5:
	case 0x6:
	case 0x7:
		return DSB_NSH;
	default:
		return DSB_OTHER;
	}
}

/* LDADD to LDUMIN, their ST aliases, and SWP; not LDAPR nor the 64-byte ones */
static bool is_lse_rmw(uint32_t word)
{
	return (word & 0x3b200c00) == 0x38200000 && (word >> 26 & 1) == 0 &&
	       (!(word >> 15 & 1) || (word >> 12 & 7) == 0);
}

/**
 * insn_is_atomic() - is this a read-modify-write of memory
 * @word: the instruction
 *
 * Counts CAS, CASP, SWP, the LD<op> and ST<op> families, and, for CPUs without
 * LSE, the store half of an exclusive pair, so that a loop that had to retry
 * counts once a try.
 */
bool insn_is_atomic(uint32_t word)
{
	return is_lse_rmw(word) ||
	       (word & 0x3fa07c00) == 0x08a07c00 ||	/* CAS */
	       (word & 0xbfa07c00) == 0x08207c00 ||	/* CASP */
	       (word & 0x3fe00000) == 0x08000000 ||	/* STXR, STLXR */
	       (word & 0xbfe00000) == 0x88200000;	/* STXP, STLXP */
}

bool insn_is_pair_store(uint32_t word)
{
	return (word & 0x3e400000) == 0x28000000;
}

bool insn_is_pair_load(uint32_t word)
{
	return (word & 0x3e400000) == 0x28400000;
}
