// SPDX-License-Identifier: GPL-2.0-only
/* Inclusive counts are those between the entry and the return of a root. */
#include <stdlib.h>

#include "shadow.h"
#include "unit.h"

enum { OUTER, INNER, NROOTS };

static int make(void **state)
{
	*state = shadow_new(NROOTS);
	return !*state;
}

static int drop(void **state)
{
	shadow_free(*state);
	return 0;
}

/* Run @n instructions, as a block would count them. */
static void work(struct shadow *s, unsigned int n)
{
	if (shadow_counting(s))
		s->clock.insns += n;
}

static void check(const struct shadow *s, int root, uint64_t calls,
		  uint64_t insns)
{
	assert_int_equal(s->spans[root].calls, calls);
	assert_int_equal(s->spans[root].sum.insns, insns);
	assert_int_equal(s->spans[root].depth, 0);
}

static void call_root(struct shadow *s, uint64_t back, int root)
{
	shadow_call(s, back);
	shadow_enter(s, root);
}

static void a_call_and_its_callees(void **state)
{
	struct shadow *s = *state;

	work(s, 5);
	call_root(s, 0x100, OUTER);
	work(s, 10);
	call_root(s, 0x200, INNER);
	work(s, 7);
	shadow_return(s, 0x200);
	work(s, 3);
	shadow_return(s, 0x100);
	work(s, 100);
	check(s, OUTER, 1, 20);
	check(s, INNER, 1, 7);
	assert_int_equal(s->nframes, 0);
}

static void all_counters_are_inclusive(void **state)
{
	struct shadow *s = *state;

	s->clock.dsb[DSB_ISH] = 3;
	call_root(s, 0x100, OUTER);
	s->clock.tlbi[TLBI_RANGE] += 2;
	s->clock.dsb[DSB_ISH] += 1;
	s->clock.pte_atomics += 16;
	shadow_return(s, 0x100);
	assert_int_equal(s->spans[OUTER].sum.tlbi[TLBI_RANGE], 2);
	assert_int_equal(s->spans[OUTER].sum.dsb[DSB_ISH], 1);
	assert_int_equal(s->spans[OUTER].sum.pte_atomics, 16);
}

static void recursion_counts_once(void **state)
{
	struct shadow *s = *state;

	call_root(s, 0x100, OUTER);
	work(s, 1);
	call_root(s, 0x300, OUTER);
	work(s, 2);
	call_root(s, 0x300, OUTER);
	work(s, 4);
	shadow_return(s, 0x300);
	assert_int_equal(s->spans[OUTER].depth, 2);
	shadow_return(s, 0x300);
	work(s, 8);
	shadow_return(s, 0x100);
	check(s, OUTER, 1, 15);
}

static void a_tail_call_returns_with_its_caller(void **state)
{
	struct shadow *s = *state;

	call_root(s, 0x100, OUTER);
	work(s, 3);
	shadow_enter(s, INNER);
	work(s, 4);
	shadow_return(s, 0x100);
	work(s, 50);
	check(s, OUTER, 1, 7);
	check(s, INNER, 1, 4);
}

static void a_jump_to_its_own_start_is_no_call(void **state)
{
	struct shadow *s = *state;

	call_root(s, 0x100, OUTER);
	work(s, 3);
	shadow_enter(s, OUTER);
	work(s, 3);
	shadow_return(s, 0x100);
	check(s, OUTER, 1, 6);
}

static void calls_that_never_return_are_dropped(void **state)
{
	struct shadow *s = *state;

	call_root(s, 0x100, OUTER);
	shadow_call(s, 0x200);
	call_root(s, 0x300, INNER);
	work(s, 6);
	shadow_return(s, 0x100);
	check(s, OUTER, 1, 6);
	check(s, INNER, 1, 6);
	assert_int_equal(s->nframes, 0);
}

static void a_return_to_nowhere_changes_nothing(void **state)
{
	struct shadow *s = *state;

	call_root(s, 0x100, OUTER);
	shadow_return(s, 0x999);
	work(s, 2);
	shadow_return(s, 0x100);
	check(s, OUTER, 1, 2);
	assert_int_equal(s->lost, 0);
}

static void interrupts_do_not_count(void **state)
{
	int interrupted = 0;
	struct frame frame;
	struct shadow *s = *state;

	call_root(s, 0x100, OUTER);
	work(s, 2);
	shadow_exception(s, FRAME_IRQ, &interrupted);
	work(s, 1000);
	call_root(s, 0x200, INNER);
	work(s, 1000);
	shadow_return(s, 0x200);
	assert_true(shadow_eret(s, &frame));
	assert_ptr_equal(frame.from, &interrupted);
	assert_int_equal(frame.kind, FRAME_IRQ);
	work(s, 3);
	shadow_return(s, 0x100);
	check(s, OUTER, 1, 5);
	check(s, INNER, 0, 0);
}

static void faults_do_count(void **state)
{
	struct frame frame;
	struct shadow *s = *state;

	call_root(s, 0x100, OUTER);
	shadow_exception(s, FRAME_SYNC, s);
	call_root(s, 0x200, INNER);
	work(s, 9);
	shadow_return(s, 0x200);
	assert_true(shadow_eret(s, &frame));
	assert_int_equal(frame.kind, FRAME_SYNC);
	work(s, 1);
	shadow_return(s, 0x100);
	check(s, OUTER, 1, 10);
	check(s, INNER, 1, 9);
}

static void no_return_crosses_an_exception(void **state)
{
	struct frame frame;
	struct shadow *s = *state;

	call_root(s, 0x100, OUTER);
	shadow_exception(s, FRAME_IRQ, s);
	shadow_return(s, 0x100);
	assert_int_equal(s->nframes, 2);
	shadow_exception(s, FRAME_IRQ, s);
	assert_true(shadow_eret(s, &frame));
	assert_false(shadow_counting(s));
	assert_true(shadow_eret(s, &frame));
	assert_true(shadow_counting(s));
}

static void a_lost_exception_is_noticed(void **state)
{
	struct frame frame;
	struct shadow *s = *state;

	call_root(s, 0x100, OUTER);
	work(s, 4);
	assert_false(shadow_eret(s, &frame));
	check(s, OUTER, 1, 4);
	assert_int_equal(s->lost, 1);
}

static void user_space_empties_the_stack(void **state)
{
	struct shadow *s = *state;

	shadow_call(s, 0x100);
	shadow_exception(s, FRAME_IRQ, s);
	shadow_clear(s);
	assert_int_equal(s->nframes, 0);
	assert_true(shadow_counting(s));
	assert_int_equal(s->lost, 0);
}

static void the_end_counts_what_still_runs(void **state)
{
	struct shadow *s = *state;

	call_root(s, 0x100, OUTER);
	work(s, 11);
	shadow_finish(s);
	check(s, OUTER, 1, 11);
	assert_int_equal(s->lost, 0);
}

static void a_full_stack_starts_over(void **state)
{
	struct shadow *s = *state;

	call_root(s, 0x100, OUTER);
	work(s, 5);
	for (uint64_t i = 0; i < SHADOW_MAX_FRAMES; i++)
		shadow_call(s, 0x1000 + 4 * i);
	assert_int_equal(s->nframes, 1);
	assert_int_equal(s->lost, 1);
	check(s, OUTER, 1, 5);
}

#define TEST(f)	cmocka_unit_test_setup_teardown(f, make, drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_call_and_its_callees),
		TEST(all_counters_are_inclusive),
		TEST(recursion_counts_once),
		TEST(a_tail_call_returns_with_its_caller),
		TEST(a_jump_to_its_own_start_is_no_call),
		TEST(calls_that_never_return_are_dropped),
		TEST(a_return_to_nowhere_changes_nothing),
		TEST(interrupts_do_not_count),
		TEST(faults_do_count),
		TEST(no_return_crosses_an_exception),
		TEST(a_lost_exception_is_noticed),
		TEST(user_space_empties_the_stack),
		TEST(the_end_counts_what_still_runs),
		TEST(a_full_stack_starts_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
