// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every instruction that is counted, and its nearest neighbours that are not.
 * The words are what GNU as 2.40 makes of the text next to them.
 */
#include "accessor.h"
#include "insn.h"
#include "unit.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define NOT		(-1)

struct kind {
	uint32_t word;
	int kind;
	const char *text;
};

static const struct kind tlbis[] = {
	{ 0xd508831f, TLBI_ALL, "vmalle1is" },
	{ 0xd5088320, TLBI_PAGE, "vae1is, x0" },
	{ 0xd5088341, TLBI_ASID, "aside1is, x1" },
	{ 0xd5088362, TLBI_PAGE, "vaae1is, x2" },
	{ 0xd50883a3, TLBI_PAGE, "vale1is, x3" },
	{ 0xd50883e4, TLBI_PAGE, "vaale1is, x4" },
	{ 0xd508811f, TLBI_ALL, "vmalle1os" },
	{ 0xd50881a5, TLBI_PAGE, "vale1os, x5" },
	{ 0xd5088146, TLBI_ASID, "aside1os, x6" },
	{ 0xd508871f, TLBI_ALL, "vmalle1" },
	{ 0xd5088727, TLBI_PAGE, "vae1, x7" },
	{ 0xd5088748, TLBI_ASID, "aside1, x8" },
	{ 0xd50887e9, TLBI_PAGE, "vaale1, x9" },
	{ 0xd5088220, TLBI_RANGE, "rvae1is, x0" },
	{ 0xd50882a0, TLBI_RANGE, "rvale1is, x0" },
	{ 0xd5088560, TLBI_RANGE, "rvaae1os, x0" },
	{ 0xd50886e0, TLBI_RANGE, "rvaale1, x0" },
	{ 0xd50c83df, TLBI_ALL, "vmalls12e1is" },
	{ 0xd50c87df, TLBI_ALL, "vmalls12e1" },
	{ 0xd50c839f, TLBI_ALL, "alle1is" },
	{ 0xd50c879f, TLBI_ALL, "alle1" },
	{ 0xd50c831f, TLBI_ALL, "alle2is" },
	{ 0xd50e871f, TLBI_ALL, "alle3" },
	{ 0xd50c8320, TLBI_PAGE, "vae2is, x0" },
	{ 0xd50c85a0, TLBI_RANGE, "rvale2os, x0" },
	{ 0xd50e87a0, TLBI_PAGE, "vale3, x0" },
	{ 0xd50e8220, TLBI_RANGE, "rvae3is, x0" },
	{ 0xd50c8020, TLBI_PAGE, "ipas2e1is, x0" },
	{ 0xd50c8040, TLBI_RANGE, "ripas2e1is, x0" },
	{ 0xd50c8480, TLBI_PAGE, "ipas2le1os, x0" },
	{ 0xd50c84c0, TLBI_RANGE, "ripas2le1, x0" },
	{ 0xd50c84e0, TLBI_RANGE, "ripas2le1os, x0" },
	/* CRn 9: the nXS forms of three of the above */
	{ 0xd5089320, TLBI_PAGE, "vae1isnxs, x0" },
	{ 0xd50892a0, TLBI_RANGE, "rvale1isnxs, x0" },
	{ 0xd508931f, TLBI_ALL, "vmalle1isnxs" },
	{ 0xd5087800, NOT, "at s1e1r, x0" },
	{ 0xd50b7e20, NOT, "dc civac, x0" },
	{ 0xd508711f, NOT, "ic ialluis" },
	{ 0xd518c000, NOT, "msr vbar_el1, x0" },
	{ 0xd5033b9f, NOT, "dsb ish" },
};

static const struct kind dsbs[] = {
	{ 0xd5033b9f, DSB_ISH, "ish" },
	{ 0xd5033a9f, DSB_ISHST, "ishst" },
	{ 0xd503379f, DSB_NSH, "nsh" },
	{ 0xd503369f, DSB_NSH, "nshst" },
	{ 0xd503359f, DSB_NSH, "nshld" },
	{ 0xd5033f9f, DSB_OTHER, "sy" },
	{ 0xd5033e9f, DSB_OTHER, "st" },
	{ 0xd5033d9f, DSB_OTHER, "ld" },
	{ 0xd503399f, DSB_OTHER, "ishld" },
	{ 0xd503339f, DSB_OTHER, "osh" },
	{ 0xd5033a3f, DSB_OTHER, "ishnxs" },
	{ 0xd5033e3f, DSB_OTHER, "synxs" },
	{ 0xd503309f, NOT, "ssbb" },
	{ 0xd503349f, NOT, "pssbb" },
	{ 0xd5033bbf, NOT, "dmb ish" },
	{ 0xd5033fdf, NOT, "isb" },
	{ 0xd50330ff, NOT, "sb" },
	{ 0xd5032b5f, NOT, "hint #0x5a" },
};

static const struct kind atomics[] = {
	{ 0xc8a17c64, 1, "cas x1, x4, [x3]" },
	{ 0x88e1fc64, 1, "casal w1, w4, [x3]" },
	{ 0x08a17c64, 1, "casb w1, w4, [x3]" },
	{ 0x4860fc82, 1, "caspal x0, x1, x2, x3, [x4]" },
	{ 0xf8e08041, 1, "swpal x0, x1, [x2]" },
	{ 0xf8200041, 1, "ldadd x0, x1, [x2]" },
	{ 0xf8e01041, 1, "ldclral x0, x1, [x2]" },
	{ 0xf821305f, 1, "stset x1, [x2]" },
	{ 0xb8207041, 1, "ldumin w0, w1, [x2]" },
	{ 0xc8057c64, 1, "stxr w5, x4, [x3]" },
	{ 0x8805fc64, 1, "stlxr w5, w4, [x3]" },
	{ 0x0805fc64, 1, "stlxrb w5, w4, [x3]" },
	{ 0xc8251864, 1, "stxp w5, x4, x6, [x3]" },
	{ 0xc85f7c61, 0, "ldxr x1, [x3]" },
	{ 0xc87f8861, 0, "ldaxp x1, x2, [x3]" },
	{ 0xf8bfc061, 0, "ldapr x1, [x3]" },
	{ 0xc8dffc61, 0, "ldar x1, [x3]" },
	{ 0xc89ffc61, 0, "stlr x1, [x3]" },
	{ 0xf9400061, 0, "ldr x1, [x3]" },
	{ 0xf8646861, 0, "ldr x1, [x3, x4]" },
	{ 0xf8247861, 0, "str x1, [x3, x4, lsl #3]" },
	{ 0xd9000061, 0, "stlur x1, [x3]" },
	{ 0xf9800071, 0, "prfm pstl1strm, [x3]" },
};

static void check_kinds(const struct kind *kinds, size_t n,
			int (*decode)(uint32_t word))
{
	for (size_t i = 0; i < n; i++)
		if (decode(kinds[i].word) != kinds[i].kind)
			fail_msg("%s is decoded as %d, not %d", kinds[i].text,
				 decode(kinds[i].word), kinds[i].kind);
}

static int is_atomic(uint32_t word)
{
	return insn_is_atomic(word);
}

static void tlbi_kinds(void **state)
{
	(void)state;
	check_kinds(tlbis, ARRAY_SIZE(tlbis), insn_tlbi);
}

static void dsb_domains(void **state)
{
	(void)state;
	check_kinds(dsbs, ARRAY_SIZE(dsbs), insn_dsb);
}

static void atomics_and_exclusives(void **state)
{
	(void)state;
	check_kinds(atomics, ARRAY_SIZE(atomics), is_atomic);
}

static const struct {
	uint32_t word;
	enum flow flow;
	int64_t distance;	/* of a direct branch */
	const char *text;
} branches[] = {
	{ 0x14000002, FLOW_BRANCH, 8, "b .+8" },
	{ 0x17fffffc, FLOW_BRANCH, -16, "b .-16" },
	{ 0x94040000, FLOW_CALL, 1048576, "bl .+1048576" },
	{ 0x54ffff01, FLOW_BRANCH, -32, "b.ne .-32" },
	{ 0xb4000203, FLOW_BRANCH, 64, "cbz x3, .+64" },
	{ 0x35fffe03, FLOW_BRANCH, -64, "cbnz w3, .-64" },
	{ 0xb6400083, FLOW_BRANCH, 16, "tbz x3, #40, .+16" },
	{ 0x370fff83, FLOW_BRANCH, -16, "tbnz w3, #1, .-16" },
	{ 0xd61f0200, FLOW_JUMP, 0, "br x16" },
	{ 0xd63f0100, FLOW_CALL_REG, 0, "blr x8" },
	{ 0xd65f03c0, FLOW_RETURN, 0, "ret" },
	{ 0xd65f0060, FLOW_RETURN, 0, "ret x3" },
	{ 0xd69f03e0, FLOW_ERET, 0, "eret" },
	{ 0xd65f0bff, FLOW_RETURN, 0, "retaa" },
	{ 0xd71f0822, FLOW_JUMP, 0, "braa x1, x2" },
	{ 0xd63f083f, FLOW_CALL_REG, 0, "blraaz x1" },
	{ 0xd69f0fff, FLOW_ERET, 0, "eretab" },
	{ 0xd4000001, FLOW_NEXT, 0, "svc #0" },
	{ 0xd4210000, FLOW_NEXT, 0, "brk #0x800" },
	{ 0xd5033b9f, FLOW_NEXT, 0, "dsb ish" },
	{ 0xf9400061, FLOW_NEXT, 0, "ldr x1, [x3]" },
};

static void branches_and_targets(void **state)
{
	const uint64_t pc = 0xffff800080100000ull;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(branches); i++) {
		uint64_t target, expected = 0;

		if (branches[i].distance)
			expected = pc + (uint64_t)branches[i].distance;
		if (insn_flow(branches[i].word, pc, &target) !=
		    branches[i].flow || target != expected)
			fail_msg("%s is not decoded right", branches[i].text);
	}
}

static void pairs_of_a_switch(void **state)
{
	(void)state;
	assert_true(insn_is_pair_store(0xa8815113));	/* stp post-index */
	assert_true(insn_is_pair_store(0xa9be7bfd));	/* stp pre-index */
	assert_true(insn_is_pair_store(0xa90107e0));	/* stp offset */
	assert_false(insn_is_pair_store(0xa8c15113));	/* ldp */
	assert_false(insn_is_pair_store(0xad000400));	/* stp q0, q1 */
	assert_true(insn_is_pair_load(0xa8c15113));
	assert_true(insn_is_pair_load(0xa94107e0));
	assert_false(insn_is_pair_load(0xa8815113));
	assert_false(insn_is_pair_load(0xf9400061));	/* ldr */
}

static void accessors_by_name(void **state)
{
	static const char *const yes[] = {
		"__ptep_test_and_clear_young", "___ptep_set_wrprotect",
		"pmdp_huge_get_and_clear", "pudp_set_access_flags",
		"__clear_young_dirty_pte", "contpte_clear_flush_young_ptes",
		"pte_fetch_clear_young",
	};
	static const char *const no[] = {
		"queued_spin_lock", "folio_ref_add", "pte_offset_map_lock",
		"mm_inc_nr_ptes", "mm_dec_nr_ptes", "test_bit",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(yes); i++)
		if (!accessor_name(yes[i]) || accessor_primitive(yes[i]))
			fail_msg("%s should be an accessor", yes[i]);
	for (size_t i = 0; i < ARRAY_SIZE(no); i++)
		if (accessor_name(no[i]))
			fail_msg("%s should be no accessor", no[i]);
	assert_true(accessor_primitive("__lse__cmpxchg_case_64"));
	assert_true(accessor_primitive("__ll_sc_atomic64_add"));
	assert_true(accessor_primitive("__arch_xchg"));
	assert_true(accessor_primitive("arch_atomic_try_cmpxchg_acquire"));
	assert_false(accessor_primitive("queued_spin_lock"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tlbi_kinds),
		cmocka_unit_test(dsb_domains),
		cmocka_unit_test(atomics_and_exclusives),
		cmocka_unit_test(branches_and_targets),
		cmocka_unit_test(pairs_of_a_switch),
		cmocka_unit_test(accessors_by_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
