// SPDX-License-Identifier: GPL-2.0-only
/* What a vCPU counts when it goes from block to block as QEMU shows them. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "flow.h"
#include "unit.h"
#include "vmlinux_image.h"

#define NOP		0xd503201fu
#define RET		0xd65f03c0u
#define ERET		0xd69f03e0u
#define SVC		0xd4000001u
#define LDR		0xf9400061u
#define DSB_ISH_WORD	0xd5033b9fu
#define USER_PC		0x400000u
#define MAX_BLOCK	8

/* Addresses of the functions below. */
#define VECTORS		(IMAGE_BASE + 0x800)
#define HARDENED	(IMAGE_BASE + 0x1000)
#define CALLER		(IMAGE_BASE + 0x2000)
#define ROOT		(IMAGE_BASE + 0x2100)
#define LEAF		(IMAGE_BASE + 0x2200)

static const struct image_symbol table[] = {
	{ "vectors", 0x800, 0x800, STT_NOTYPE, STB_GLOBAL },
	{ "__bp_harden_el1_vectors", 0x1000, 0x1000, STT_NOTYPE, STB_GLOBAL },
	{ "caller", 0x2000, 0x100, STT_FUNC, STB_GLOBAL },
	{ "root", 0x2100, 0x100, STT_FUNC, STB_GLOBAL },
	{ "leaf", 0x2200, 0x100, STT_FUNC, STB_GLOBAL },
};

static const struct root_entry entries[] = { { ROOT, 0 } };

struct bed {
	struct tracker tracker;
	struct vcpu vcpu;
	struct symbols *symbols;
	struct block *blocks[64];
	unsigned int nblocks;
};

static uint32_t bl(uint64_t from, uint64_t to)
{
	return 0x94000000u | ((uint32_t)((int64_t)(to - from) / 4) & 0x3ffffff);
}

static uint32_t b(uint64_t from, uint64_t to)
{
	return 0x14000000u | ((uint32_t)((int64_t)(to - from) / 4) & 0x3ffffff);
}

static struct symbols *make_symbols(void)
{
	static const uint32_t words[IMAGE_WORDS];
	char *dir = scratch_dir(), *file = scratch_path(dir, "vmlinux");
	struct symbols *symbols;
	char error[128];

	image_write(file, table, sizeof(table) / sizeof(table[0]), words);
	symbols = symbols_load(file, error, sizeof(error));
	free(file);
	scratch_remove(dir);
	return symbols;
}

static int make(void **state)
{
	struct bed *bed = calloc(1, sizeof(*bed));
	struct kernel *k = &bed->tracker.kernel;

	bed->symbols = make_symbols();
	assert_non_null(bed->symbols);
	k->symbols = bed->symbols;
	k->entries = entries;
	k->nentries = 1;
	k->vectors[0] = symbols_fn(k->symbols, VECTORS);
	k->vectors[1] = symbols_fn(k->symbols, HARDENED);
	pthread_mutex_init(&bed->tracker.lookup, NULL);
	pthread_mutex_init(&bed->tracker.tasks.lock, NULL);
	bed->tracker.tasks.nroots = 1;
	bed->vcpu.self = calloc(symbols_count(k->symbols),
				sizeof(struct counts));
	flow_start(&bed->tracker, &bed->vcpu);
	*state = bed;
	return 0;
}

static int drop(void **state)
{
	struct bed *bed = *state;

	for (unsigned int i = 0; i < bed->nblocks; i++)
		block_free(bed->blocks[i]);
	tasks_clear(&bed->tracker.tasks);
	free(bed->vcpu.self);
	symbols_free(bed->symbols);
	free(bed);
	return 0;
}

/* Run a block of @nops NOPs and @last. */
static struct block *step(struct bed *bed, uint64_t pc, unsigned int nops,
			  uint32_t last)
{
	uint32_t words[MAX_BLOCK];
	struct block *block;

	for (unsigned int i = 0; i < nops; i++)
		words[i] = NOP;
	words[nops] = last;
	block = block_new(&bed->tracker.kernel, pc, words, nops + 1);
	assert_non_null(block);
	bed->blocks[bed->nblocks++] = block;
	flow_step(&bed->tracker, &bed->vcpu, block);
	return block;
}

static uint64_t self_of(struct bed *bed, uint64_t pc)
{
	return bed->vcpu.self[symbols_fn(bed->symbols, pc)].insns;
}

static const struct span *span_of(struct bed *bed)
{
	return &bed->vcpu.task->shadow->spans[0];
}

static void self_and_inclusive(void **state)
{
	struct bed *bed = *state;

	step(bed, CALLER, 1, bl(CALLER + 4, ROOT));
	step(bed, ROOT, 2, bl(ROOT + 8, LEAF));
	step(bed, LEAF, 4, RET);
	step(bed, ROOT + 12, 0, RET);
	step(bed, CALLER + 8, 3, RET);
	assert_int_equal(self_of(bed, CALLER), 6);
	assert_int_equal(self_of(bed, ROOT), 4);
	assert_int_equal(self_of(bed, LEAF), 5);
	assert_int_equal(span_of(bed)->calls, 1);
	assert_int_equal(span_of(bed)->sum.insns, 9);
}

static void barriers_are_inclusive_too(void **state)
{
	struct bed *bed = *state;

	step(bed, CALLER, 0, bl(CALLER, ROOT));
	step(bed, ROOT, 0, bl(ROOT, LEAF));
	step(bed, LEAF, 1, DSB_ISH_WORD);
	step(bed, LEAF + 8, 0, RET);
	step(bed, ROOT + 4, 0, RET);
	step(bed, CALLER + 4, 0, NOP);
	assert_int_equal(span_of(bed)->sum.dsb[DSB_ISH], 1);
	assert_int_equal(bed->vcpu.self[symbols_fn(bed->symbols, LEAF)]
				 .dsb[DSB_ISH], 1);
}

static void a_tail_call_enters_a_root(void **state)
{
	struct bed *bed = *state;

	step(bed, CALLER, 0, bl(CALLER, LEAF));
	step(bed, LEAF, 1, b(LEAF + 4, ROOT));
	step(bed, ROOT, 5, RET);
	step(bed, CALLER + 4, 0, NOP);
	assert_int_equal(span_of(bed)->calls, 1);
	assert_int_equal(span_of(bed)->sum.insns, 6);
}

/* An interrupt between the call and the first block of the root. */
static void check_interrupt(struct bed *bed, uint64_t vector)
{
	step(bed, CALLER, 0, bl(CALLER, ROOT));
	step(bed, vector, 6, b(vector + 24, LEAF));
	step(bed, LEAF, 4, ERET);
	step(bed, ROOT, 1, NOP);
	step(bed, vector, 6, ERET);
	step(bed, ROOT + 8, 1, RET);
	step(bed, CALLER + 4, 0, NOP);
	assert_int_equal(span_of(bed)->calls, 1);
	assert_int_equal(span_of(bed)->sum.insns, 4);
	assert_int_equal(self_of(bed, vector), 14);
	assert_int_equal(bed->vcpu.task->shadow->lost, 0);
}

static void an_interrupt_is_no_part_of_a_root(void **state)
{
	check_interrupt(*state, VECTORS + 0x280);
}

static void hardened_vectors_are_vectors(void **state)
{
	/* the second table of the symbol */
	check_interrupt(*state, HARDENED + 0x800 + 0x280);
}

static void a_fault_takes_back_what_did_not_run(void **state)
{
	struct bed *bed = *state;

	step(bed, CALLER, 0, bl(CALLER, ROOT));
	/* the third of five instructions faults, and runs again after */
	step(bed, ROOT, 4, RET);
	step(bed, VECTORS + 0x200, 3, ERET);
	step(bed, ROOT + 8, 2, RET);
	step(bed, CALLER + 4, 0, NOP);
	assert_int_equal(self_of(bed, ROOT), 5);
	assert_int_equal(span_of(bed)->sum.insns, 9);
}

static void an_access_done_again_alone(void **state)
{
	struct bed *bed = *state;

	/* the second of four runs in a block the plugin is not shown */
	step(bed, CALLER, 3, NOP);
	step(bed, CALLER + 8, 1, NOP);
	assert_int_equal(self_of(bed, CALLER), 4);
}

static void a_loop_is_no_early_end(void **state)
{
	struct bed *bed = *state;

	step(bed, CALLER, 3, b(CALLER + 12, CALLER + 4));
	step(bed, CALLER + 4, 2, b(CALLER + 12, CALLER + 4));
	step(bed, CALLER + 4, 2, b(CALLER + 12, CALLER + 4));
	assert_int_equal(self_of(bed, CALLER), 10);
}

static void a_user_fault_and_a_system_call(void **state)
{
	struct bed *bed = *state;

	step(bed, USER_PC, 3, SVC);
	step(bed, VECTORS + 0x400, 0, bl(VECTORS + 0x400, ROOT));
	step(bed, ROOT, 0, ERET);
	step(bed, USER_PC + 16, 2, LDR);	/* the last one faults */
	step(bed, VECTORS + 0x400, 1, ERET);
	step(bed, USER_PC + 24, 0, LDR);
	assert_int_equal(self_of(bed, USER_PC), 7);
	assert_int_equal(span_of(bed)->sum.insns, 1);
}

static void tasks_have_stacks_of_their_own(void **state)
{
	struct bed *bed = *state;
	struct task *first = bed->vcpu.task;

	step(bed, CALLER, 0, bl(CALLER, ROOT));
	step(bed, ROOT, 1, NOP);
	bed->vcpu.task = tasks_switch(&bed->tracker.tasks, first, 0x1000,
				      0x2000);
	assert_ptr_not_equal(bed->vcpu.task, first);
	step(bed, LEAF, 7, RET);
	step(bed, CALLER + 4, 5, NOP);
	bed->vcpu.task = tasks_switch(&bed->tracker.tasks, bed->vcpu.task,
				      0x2000, 0x1000);
	assert_ptr_equal(bed->vcpu.task, first);
	step(bed, ROOT + 8, 1, RET);
	step(bed, CALLER + 4, 0, NOP);
	assert_int_equal(span_of(bed)->sum.insns, 4);
}

static void parts_of_a_block(void **state)
{
	struct bed *bed = *state;
	struct block *block = step(bed, LEAF - 8, 3, NOP);

	/* two instructions before the border of two functions, two behind */
	assert_int_equal(self_of(bed, ROOT), 2);
	assert_int_equal(self_of(bed, LEAF), 2);
	flow_take_back(&bed->tracker, &bed->vcpu, block, LEAF - 4, LEAF + 4);
	assert_int_equal(self_of(bed, ROOT), 1);
	assert_int_equal(self_of(bed, LEAF), 1);
	flow_add(&bed->tracker, &bed->vcpu, block, LEAF, LEAF + 8);
	assert_int_equal(self_of(bed, LEAF), 3);
	assert_int_equal(bed->vcpu.task->shadow->clock.insns, 4);
}

#define TEST(f)	cmocka_unit_test_setup_teardown(f, make, drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(self_and_inclusive),
		TEST(barriers_are_inclusive_too),
		TEST(a_tail_call_enters_a_root),
		TEST(an_interrupt_is_no_part_of_a_root),
		TEST(hardened_vectors_are_vectors),
		TEST(a_fault_takes_back_what_did_not_run),
		TEST(an_access_done_again_alone),
		TEST(a_loop_is_no_early_end),
		TEST(a_user_fault_and_a_system_call),
		TEST(tasks_have_stacks_of_their_own),
		TEST(parts_of_a_block),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
