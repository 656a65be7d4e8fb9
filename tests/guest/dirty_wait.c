// SPDX-License-Identifier: GPL-2.0-only
/*
 * How long does a swap-in fault wait while a batch of dirty folios is written
 * to zram?
 *
 * One thread writes 512 pages and pages them out, again and again. While it
 * pages out, another stores to pages of the batch that are not mapped: they wait,
 * are being written or are out. It sleeps in between and is a real-time thread,
 * so that it does not wait for a processor. Shown are the worst, some
 * percentiles, the mean and the number of such stores, with dirty_batch on and
 * off, or as the kernel is without the switch. It decides nothing: under QEMU
 * these are times of an emulator, or with -icount, instructions: 1 us is 1,000.
 * Usage: dirty_wait [SECONDS], for each row (5).
 */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "anon.h"
#include "cleanup.h"
#include "dirty_common.h"
#include "guest.h"
#include "lru.h"
#include "say.h"
#include "settings.h"
#include "size.h"
#include "swap.h"
#include "thp.h"

#define PAGES		512
#define MOMENT_NS	100000
/* The first page-outs meet caches that are cold and a zram that grows. */
#define WARM_ROUNDS	10
#define MAX_WAITS	(1 << 20)

struct duel {
	char *start;
	size_t page;
	atomic_bool paging_out;
	atomic_bool stop;
	atomic_ulong rounds;
};

struct waits {
	uint64_t ns[MAX_WAITS];
	uint64_t sum_ns;
	size_t nr;
};

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * UINT64_C(1000000000) + now.tv_nsec;
}

/* Contents that zram has to compress. */
static void *page_out(void *what)
{
	struct duel *duel = what;

	while (!atomic_load(&duel->stop)) {
		anon_fill(duel->start, PAGES * duel->page);
		atomic_store(&duel->paging_out, true);
		if (madvise(duel->start, PAGES * duel->page, MADV_PAGEOUT))
			die("MADV_PAGEOUT: %s", strerror(errno));
		atomic_store(&duel->paging_out, false);
		atomic_fetch_add(&duel->rounds, 1);
	}
	return NULL;
}

static void time_store(struct waits *waits, char *page)
{
	uint64_t ns = now_ns();

	*(volatile char *)page = 1;
	ns = now_ns() - ns;
	waits->ns[waits->nr++] = ns;
	waits->sum_ns += ns;
}

/* Moments of no regular distance, or all would meet the same part of a batch. */
static void sleep_a_moment(uint64_t random)
{
	nanosleep(&(struct timespec){
		.tv_nsec = MOMENT_NS + random % MOMENT_NS }, NULL);
}

static void fault(const struct duel *duel, struct waits *waits, uint64_t ns)
{
	uint64_t end, random = 1;

	while (atomic_load(&duel->rounds) < WARM_ROUNDS)
		sleep_ms(1);
	end = now_ns() + ns;
	while (now_ns() < end && waits->nr < MAX_WAITS) {
		char *page;

		random = random * UINT64_C(6364136223846793005) + 1;
		page = duel->start + (random >> 33) % PAGES * duel->page;
		if (atomic_load(&duel->paging_out) && !page_present(page))
			time_store(waits, page);
		sleep_a_moment(random >> 20);
	}
}

static int by_size(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void report(const char *name, struct waits *waits, unsigned long rounds)
{
	size_t nr = waits->nr;

	if (!nr) {
		result(false, name, "no store met a page that was out");
		return;
	}
	qsort(waits->ns, nr, sizeof(waits->ns[0]), by_size);
	result(true, name,
	       "worst %.1f us, 99.9 %% within %.1f us, 99 %% within %.1f us, mean %.1f us, %zu faults in %lu page-outs of %d pages (an emulator's time, no performance claim)",
	       waits->ns[nr - 1] / 1e3, waits->ns[nr - 1 - nr / 1000] / 1e3,
	       waits->ns[nr - 1 - nr / 100] / 1e3, waits->sum_ns / 1e3 / nr, nr,
	       rounds, PAGES);
}

/* The thread that pages out is no such thread: it was started before. */
static void become_real_time(void)
{
	const struct sched_param param = { .sched_priority = 1 };

	if (sched_setscheduler(0, SCHED_FIFO, &param))
		die("cannot become a real-time thread: %s", strerror(errno));
}

static void become_ordinary(void)
{
	sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){ 0 });
}

static void measure(const char *name, uint64_t seconds)
{
	struct duel duel = { .page = sysconf(_SC_PAGESIZE) };
	static struct waits waits;
	pthread_t thread;

	waits.nr = 0;
	waits.sum_ns = 0;
	/* Its own pages shall not be faulted in while a store is timed. */
	if (mlock(&waits, sizeof(waits)))
		die("cannot lock memory: %s", strerror(errno));
	duel.start = anon_map(PAGES * duel.page);
	if (pthread_create(&thread, NULL, page_out, &duel))
		die("cannot start a thread");
	become_real_time();
	fault(&duel, &waits, seconds * UINT64_C(1000000000));
	become_ordinary();
	atomic_store(&duel.stop, true);
	pthread_join(thread, NULL);
	munmap(duel.start, PAGES * duel.page);
	report(name, &waits, atomic_load(&duel.rounds));
}

static void measure_both(uint64_t seconds)
{
	static struct setting on, off;

	if (setting_change(&on, DIRTY_SWITCH, "Y"))
		die("cannot turn " DIRTY_SWITCH " on");
	measure("dirty_batch on", seconds);
	setting_restore();
	if (setting_change(&off, DIRTY_SWITCH, "N"))
		die("cannot turn " DIRTY_SWITCH " off");
	measure("dirty_batch off", seconds);
	setting_restore();
}

int main(int argc, char **argv)
{
	uint64_t seconds = 5;

	if (argc > 2 || (argc == 2 && (size_parse(argv[1], &seconds) ||
				       !seconds || seconds > 3600))) {
		fputs("usage: dirty_wait [SECONDS], from 1 to 3600\n", stderr);
		return EXIT_USAGE;
	}
	cleanup_init();
	lru_select("classic");
	thp_select(sysconf(_SC_PAGESIZE));
	swap_on(SWAP_ZRAM, UINT64_C(16) << 20);
	if (access(DIRTY_SWITCH, F_OK))
		measure("a kernel without dirty_batch", seconds);
	else
		measure_both(seconds);
	return exit_status();
}
