// SPDX-License-Identifier: GPL-2.0-only
/*
 * Young checks while another CPU does to the entries what hardware does: set
 * AF and, with leave from PTE_WRITE, clear PTE_RDONLY, by one atomic and at
 * any time (FEAT_HAFDBS). No write may be lost, and every access is seen once.
 */

#include <linux/cpumask.h>
#include <linux/kthread.h>
#include <linux/sched.h>

#include "../reclaim_batch.h"
#include "reclaim_batch_kunit.h"

/* Entries that are used and checked at the same time. */
#define NR	(2U * CONT_PTES)
#define ROUNDS	(200000U / NR)

/**
 * struct hardware - the other CPU
 * @task: Its thread.
 * @ptes: The entries, each of which it reads and writes to once a round.
 * @round: The round that it may do; written by the test.
 * @done: The round that it has done; written by the thread.
 * @found_old: Accesses that found AF clear and set it.
 */
struct hardware {
	struct task_struct *task;
	pte_t *ptes;
	unsigned int round;
	unsigned int done;
	unsigned long found_old;
};

/* An access that looks the translation up. Return: was it old? */
static bool hardware_access(pte_t *ptep, bool write)
{
	pteval_t old = READ_ONCE(pte_val(*ptep)), new;

	do {
		new = old | PTE_AF;
		if (write && new & PTE_WRITE)
			new &= ~PTE_RDONLY;
	} while (!try_cmpxchg_relaxed(&pte_val(*ptep), &old, new));
	return !(old & PTE_AF);
}

/*
 * A write is in danger where the entry was young before: by a check that has
 * seen it young and clean, and is going to make it old and clean.
 */
static void hardware_round(struct hardware *hw)
{
	unsigned int i;

	for (i = 0; i < NR; i++) {
		hw->found_old += hardware_access(hw->ptes + i, false);
		hw->found_old += hardware_access(hw->ptes + i, true);
	}
}

static int hardware_run(void *data)
{
	struct hardware *hw = data;
	unsigned int round;

	while (!kthread_should_stop()) {
		/* The entries as the test made them: hardware_go(). */
		round = smp_load_acquire(&hw->round);
		if (round == hw->done) {
			cond_resched();
			cpu_relax();
			continue;
		}
		hardware_round(hw);
		/* All of the round is done: hardware_done(). */
		smp_store_release(&hw->done, round);
	}
	return 0;
}

static void hardware_stop(void *data)
{
	struct hardware *hw = data;

	kthread_stop(hw->task);
}

/* This thread stays where it is, the hardware is on any other CPU. */
static struct hardware *hardware_start(struct kunit *test)
{
	struct hardware *hw = kunit_kzalloc(test, sizeof(*hw), GFP_KERNEL);
	unsigned int here, there;

	KUNIT_ASSERT_NOT_NULL(test, hw);
	if (num_online_cpus() < 2)
		kunit_skip(test, "takes two CPUs");
	here = cpumask_first(cpu_online_mask);
	there = cpumask_next(here, cpu_online_mask);
	KUNIT_ASSERT_EQ(test, 0, set_cpus_allowed_ptr(current,
						      cpumask_of(here)));
	hw->ptes = rbk_table(test)->ptes;
	hw->task = kthread_create(hardware_run, hw, "rbk_hardware");
	KUNIT_ASSERT_FALSE(test, IS_ERR(hw->task));
	kthread_bind(hw->task, there);
	wake_up_process(hw->task);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, hardware_stop,
							   hw));
	return hw;
}

static void hardware_go(struct hardware *hw, unsigned int round)
{
	/* Behind all that was done to the entries: hardware_run(). */
	smp_store_release(&hw->round, round);
}

static bool hardware_done(struct hardware *hw, unsigned int round)
{
	cond_resched();
	/* In front of looking at what it did: hardware_run(). */
	return smp_load_acquire(&hw->done) == round;
}

static void map_singles(struct kunit *test)
{
	rbk_map(test, 0, NR, RBK_PFN);
}

static void map_blocks(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < NR; i += CONT_PTES)
		rbk_map_block(test, i, RBK_PFN + i);
}

/* Either check, in turn. */
static bool check_age(struct rbk_table *t, bool flush)
{
	t->nr_flushes = 0;
	return flush ? clear_flush_young_ptes(t->vma, rbk_addr(t, 0), t->ptes,
					      NR) :
		       test_and_clear_young_ptes(t->vma, rbk_addr(t, 0),
						 t->ptes, NR);
}

static unsigned int count_clean(const struct rbk_table *t)
{
	unsigned int i, nr = 0;

	for (i = 0; i < NR; i++)
		nr += !pte_hw_dirty(t->ptes[i]);
	return nr;
}

/*
 * All entries are clean, then each is read and written to while the age of all
 * is checked. The two have met where a check has seen some of the accesses,
 * and not the last one.
 */
static void lose_no_write(struct kunit *test, void (*map)(struct kunit *test))
{
	struct hardware *hw = hardware_start(test);
	struct rbk_table *t = rbk_table(test);
	unsigned int round, lost = 0, met = 0;
	bool young, done;

	for (round = 1; round <= ROUNDS; round++) {
		map(test);
		hardware_go(hw, round);
		do {
			young = check_age(t, round & 1);
			done = hardware_done(hw, round);
			met += young && !done;
		} while (!done);
		lost += count_clean(t);
	}
	KUNIT_EXPECT_EQ(test, lost, 0);
	KUNIT_EXPECT_GT(test, met, 0);
}

static void no_write_is_lost(struct kunit *test)
{
	lose_no_write(test, map_singles);
}

static void no_write_to_a_block_is_lost(struct kunit *test)
{
	lose_no_write(test, map_blocks);
}

#ifdef CONFIG_RECLAIM_BATCH_DEBUGFS

static void no_write_is_lost_without_skip_old(struct kunit *test)
{
	rbk_switch_off(test, &rb_key_skip_old.key);
	lose_no_write(test, map_singles);
}

#else

static void no_write_is_lost_without_skip_old(struct kunit *test)
{
	kunit_skip(test, "no switches: CONFIG_RECLAIM_BATCH_DEBUGFS=n");
}

#endif

static unsigned int check_each(struct rbk_table *t)
{
	unsigned int i, young = 0;

	for (i = 0; i < NR; i++)
		young += test_and_clear_young_ptes(t->vma, rbk_addr(t, i),
						   t->ptes + i, 1);
	return young;
}

/* What hardware made young has been found young once, or is young now. */
static void every_access_is_seen_once(struct kunit *test)
{
	struct hardware *hw = hardware_start(test);
	struct rbk_table *t = rbk_table(test);
	unsigned long seen = 0;
	unsigned int round;

	map_singles(test);
	for (round = 1; round <= ROUNDS; round++) {
		hardware_go(hw, round);
		do {
			seen += check_each(t);
		} while (!hardware_done(hw, round));
	}
	seen += check_each(t);
	KUNIT_EXPECT_EQ(test, seen, hw->found_old);
	KUNIT_EXPECT_GE(test, hw->found_old, NR);
	KUNIT_EXPECT_EQ(test, count_clean(t), 0);
}

static struct kunit_case young_hardware_cases[] = {
	KUNIT_CASE_SLOW(no_write_is_lost),
	KUNIT_CASE_SLOW(no_write_to_a_block_is_lost),
	KUNIT_CASE_SLOW(no_write_is_lost_without_skip_old),
	KUNIT_CASE_SLOW(every_access_is_seen_once),
	{}
};

static struct kunit_suite young_hardware_suite = {
	.name = "reclaim_batch_hardware",
	.init = rbk_init,
	.test_cases = young_hardware_cases,
};

kunit_test_suite(young_hardware_suite);
