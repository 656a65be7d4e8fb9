// SPDX-License-Identifier: GPL-2.0-only
/*
 * Is any store lost while dirty folios are written in batches?
 *
 * Threads write and check memory of four times their cgroup's limit, while
 * others reclaim it and page it out (dirty_work.c): single pages and folios of
 * 64 KiB, to zram, which writes before it returns, and to a disk, which does
 * not, with either LRU. Every word must be the last one written to it. Needs
 * more than one CPU to be a race. Usage: dirty_writers SECONDS, for all of it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cleanup.h"
#include "dirty_common.h"
#include "dirty_work.h"
#include "guest.h"
#include "lru.h"
#include "memcg.h"
#include "say.h"
#include "size.h"
#include "swap.h"
#include "thp.h"

#define MEMORY	(UINT64_C(64) << 20)
#define LIMIT	(UINT64_C(16) << 20)
#define KIB	UINT64_C(1024)
/* What the last check and the end of swap may take. */
#define HANG_S	60

struct scenario {
	const char *name;
	const char *swap;
	const char *lru;
	uint64_t folio;
	unsigned long ms;
};

static void report(const struct scenario *scenario, const struct work *work,
		   uint64_t out)
{
	unsigned long lost = atomic_load(&work->lost);
	unsigned long gone = atomic_load(&work->gone);
	uint64_t folios = counter("dirty_folios");

	result(!lost && !gone && folios && out, scenario->name,
	       "%lu words lost in %lu visits of 4 KiB, %lu pages gone, %" PRIu64 " pages out; %" PRIu64 " folios in %" PRIu64 " batches; mapped again %" PRIu64 ", locked %" PRIu64 ", no mapping %" PRIu64,
	       lost, atomic_load(&work->visits), gone, out, folios,
	       counter("dirty_batches"), counter("dirty_remapped"),
	       counter("dirty_locked"), counter("dirty_no_swapcache"));
}

static void run(const void *what)
{
	/* Cleanup may use it after this function was left by a signal. */
	static struct memcg memcg;
	static struct work work;
	const struct scenario *scenario = what;
	uint64_t out;

	cleanup_init();
	memcg_require();
	memcg_prepare();
	lru_select(scenario->lru);
	thp_select(scenario->folio);
	swap_on(scenario->swap, MEMORY);
	memcg_create(&memcg);
	work_prepare(&work, MEMORY, scenario->folio);
	memcg_enter(&memcg);
	memcg_limit(&memcg, LIMIT);
	counters_restart();
	out = vmstat("pswpout");
	work_start(&work, &memcg);
	sleep_ms(scenario->ms);
	work_end(&work);
	work_check(&work);
	report(scenario, &work, vmstat("pswpout") - out);
	write_or_die("/sys/fs/cgroup/cgroup.procs", "0");
}

/* Return: did the test itself find all in order? */
static bool test(const struct scenario *scenario)
{
	int status = in_child(run, scenario, scenario->ms / 1000 + HANG_S);

	if (status == -1)
		result(false, scenario->name, "hangs");
	else if (WIFSIGNALED(status))
		result(false, scenario->name, "killed by signal %d",
		       WTERMSIG(status));
	else if (WEXITSTATUS(status) > 1)
		exit(WEXITSTATUS(status));
	return !status;
}

int main(int argc, char **argv)
{
	static struct scenario scenarios[] = {
		{ "zram, 4K, classic", SWAP_ZRAM, "classic", 4 * KIB, 0 },
		{ "zram, 4K, mglru", SWAP_ZRAM, "mglru", 4 * KIB, 0 },
		{ "zram, 64K, classic", SWAP_ZRAM, "classic", 64 * KIB, 0 },
		{ "zram, 64K, mglru", SWAP_ZRAM, "mglru", 64 * KIB, 0 },
		{ "disk, 4K, classic", SWAP_DISK, "classic", 4 * KIB, 0 },
		{ "disk, 4K, mglru", SWAP_DISK, "mglru", 4 * KIB, 0 },
		{ "disk, 64K, classic", SWAP_DISK, "classic", 64 * KIB, 0 },
		{ "disk, 64K, mglru", SWAP_DISK, "mglru", 64 * KIB, 0 },
	};
	const size_t nr = sizeof(scenarios) / sizeof(scenarios[0]);
	uint64_t seconds;
	bool right = true;
	size_t i;

	if (argc != 2 || size_parse(argv[1], &seconds) || !seconds ||
	    seconds > 86400) {
		fputs("usage: dirty_writers SECONDS, from 1 to 86400\n", stderr);
		return EXIT_USAGE;
	}
	dirty_require();
	for (i = 0; i < nr; i++) {
		scenarios[i].ms = seconds * 1000 / nr;
		right &= test(&scenarios[i]);
	}
	return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
