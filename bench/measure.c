// SPDX-License-Identifier: GPL-2.0-only
/*
 * The state of clocks and counters around one step. What is cheap and exact is
 * read closest to the step, so that reading the rest is not measured.
 */
#include <errno.h>

#include "measure.h"

/* Both in nanoseconds; see measure_settle(). */
#define SETTLE_PERIOD INT64_C(2000000000)
#define SETTLE_PHASE INT64_C(500000000)

static int64_t timespec_ns(const struct timespec *time)
{
	return time->tv_sec * INT64_C(1000000000) + time->tv_nsec;
}

/**
 * measure_settle() - wait for a moment at which each run finds the same kernel
 *
 * Every two seconds, counted from boot, the kernel folds the statistics of
 * all memory cgroups (FLUSH_TIME in mm/memcontrol.c), and reclaim looks at
 * them: whether that falls into the step, and how long before it, changes
 * what is scanned. Half a second behind it is always the same, and the work
 * that filling the page cache left behind is done. Takes two seconds at most.
 */
void measure_settle(void)
{
	struct timespec now;
	int64_t wake;

	clock_gettime(CLOCK_MONOTONIC, &now);
	wake = timespec_ns(&now) / SETTLE_PERIOD * SETTLE_PERIOD + SETTLE_PHASE;
	if (wake <= timespec_ns(&now))
		wake += SETTLE_PERIOD;
	now.tv_sec = wake / INT64_C(1000000000);
	now.tv_nsec = wake % INT64_C(1000000000);
	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &now, NULL) ==
	       EINTR)
		;
}

/* Call right before the step: the clock is read last. */
void measure_before(struct step *step, const struct memcg *memcg)
{
	struct moment *before = &step->before;

	interrupts_read(&before->interrupts);
	stat_vmstat(before->vmstat);
	memcg_stat(memcg, before->memcg, sizeof(before->memcg));
	stat_batch(before->batch);
	before->current = memcg_current(memcg);
	getrusage(step->who, &before->usage);
	clock_gettime(CLOCK_MONOTONIC, &before->clock);
}

/* Call right after the step: the clock is read first. */
void measure_after(struct step *step, const struct memcg *memcg)
{
	struct moment *after = &step->after;

	clock_gettime(CLOCK_MONOTONIC, &after->clock);
	getrusage(step->who, &after->usage);
	after->current = memcg_current(memcg);
	memcg_stat(memcg, after->memcg, sizeof(after->memcg));
	stat_batch(after->batch);
	stat_vmstat(after->vmstat);
	interrupts_read(&after->interrupts);
}

static json_int_t timeval_ns(const struct timeval *time)
{
	return time->tv_sec * INT64_C(1000000000) + time->tv_usec * 1000;
}

static json_t *time_difference(const struct moment *before,
			       const struct moment *after)
{
	return json_pack("{s:I, s:I, s:I, s:b}",
		"real_ns", (json_int_t)(timespec_ns(&after->clock) -
				   timespec_ns(&before->clock)),
		"user_ns", timeval_ns(&after->usage.ru_utime) -
				   timeval_ns(&before->usage.ru_utime),
		"sys_ns", timeval_ns(&after->usage.ru_stime) -
				  timeval_ns(&before->usage.ru_stime),
		"virtual", 0);
}

/**
 * measure_difference() - what happened in a step
 * @step: after both of measure_before() and measure_after()
 *
 * The bytes reclaimed are the fall of memory.current. Each CPU that charges
 * keeps up to 64 pages of charge in stock (MEMCG_CHARGE_BATCH); the child does
 * so on one CPU, before both moments.
 *
 * Return: objects owned by the caller.
 */
struct measurement measure_difference(const struct step *step)
{
	const struct moment *before = &step->before, *after = &step->after;

	return (struct measurement){
		.reclaimed = before->current > after->current ?
				     before->current - after->current : 0,
		.time = time_difference(before, after),
		.vmstat = stat_delta(before->vmstat, after->vmstat),
		.memcg = stat_delta(before->memcg, after->memcg),
		.batch = stat_delta(before->batch, after->batch),
		.interrupts = interrupts_delta(&before->interrupts,
					       &after->interrupts),
	};
}
