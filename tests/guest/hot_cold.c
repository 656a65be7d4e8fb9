// SPDX-License-Identifier: GPL-2.0-only
/*
 * Does one TLBI per contpte block find the folios that are in use?
 *
 * Every fifth folio of a mapped file is used each 10 ms while half of the file
 * is reclaimed in small steps, once with hint_flush off and once with it on.
 * A used folio that is reclaimed was taken for a cold one. Where there are no
 * range TLBIs, hint_flush invalidates one page of a contpte block: a core that
 * keeps a translation of each page goes on using the others, and their access
 * flag stays clear. QEMU is such a core, and nothing else evicts from its TLB
 * here.
 *
 * Folios that are used whole must be found: at most a tenth of the hot ones may
 * be lost more often than with hint_flush off. The worst case is a folio of
 * which one page is used, never the one invalidated. What that costs is shown,
 * and it must end with the first loss, since a folio that is read again is
 * mapped again.
 */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cleanup.h"
#include "guest.h"
#include "lru.h"
#include "memcg.h"
#include "pagecache.h"
#include "say.h"
#include "text.h"

#define SWITCH		"/sys/kernel/debug/reclaim_batch/hint_flush"
#define MOUNT		"/mnt"
#define FOLIO		(UINT64_C(64) << 10)
#define FOLIOS		1024
#define HOT_EVERY	5
#define HOT_FOLIOS	((FOLIOS + HOT_EVERY - 1) / HOT_EVERY)
#define USE_MS		10
#define STEP		"1M"
#define STEPS		(FOLIO * FOLIOS / 2 >> 20)
enum use { ONE, WHOLE };

struct user {
	pthread_t thread;
	char *start;
	size_t page;
	enum use use;
	atomic_bool stop;
	atomic_uint rounds;
};

/*
 * The page of a folio that is used alone: not the first, which is the one a
 * block's TLBI names, and each folio's at another place of QEMU's TLB, which
 * is indexed by the lowest eight bits of the page number.
 */
static uint64_t one_page(const struct user *user, size_t folio)
{
	return 1 + folio / HOT_EVERY % (FOLIO / user->page - 1);
}

static void use_folio(const struct user *user, size_t folio)
{
	char *start = user->start + folio * FOLIO;
	uint64_t at;

	if (user->use == ONE) {
		(void)*(volatile char *)(start +
					 one_page(user, folio) * user->page);
		return;
	}
	for (at = 0; at < FOLIO; at += user->page)
		(void)*(volatile char *)(start + at);
}

static void *use_hot(void *argument)
{
	struct user *user = argument;
	size_t folio;

	while (!atomic_load(&user->stop)) {
		for (folio = 0; folio < FOLIOS; folio += HOT_EVERY)
			use_folio(user, folio);
		atomic_fetch_add(&user->rounds, 1);
		sleep_ms(USE_MS);
	}
	return NULL;
}

/* Hot folios that are out of memory now. They are read again when used next. */
static unsigned int count_lost(const struct user *user)
{
	static unsigned char in_core[FOLIO * FOLIOS / 4096];
	size_t pages = FOLIO / user->page, folio;
	unsigned int lost = 0;

	if (mincore(user->start, FOLIO * FOLIOS, in_core))
		die("cannot ask what is in memory: %s", strerror(errno));
	for (folio = 0; folio < FOLIOS; folio += HOT_EVERY)
		lost += !(in_core[folio * pages + one_page(user, folio)] & 1);
	return lost;
}

/* Wait until the hot folios have been used once more. */
static void wait_round(const struct user *user)
{
	unsigned int round = atomic_load(&user->rounds);

	while (atomic_load(&user->rounds) == round)
		sleep_ms(1);
}

/*
 * All pages are young at first. The first step ages them and takes what is not
 * used in the moments until it looks again, hot or cold: it tells how fast
 * reclaim is, and does not count.
 */
static unsigned int reclaim_half(struct user *user, const struct memcg *memcg)
{
	int fd = memcg_open_reclaim(memcg);
	unsigned int step, lost = 0;

	for (step = 0; step < STEPS; step++) {
		wait_round(user);
		if (write(fd, STEP, strlen(STEP)) < 0 && errno != EAGAIN)
			die("cannot reclaim: %s", strerror(errno));
		if (step)
			lost += count_lost(user);
	}
	close(fd);
	return lost;
}

/*
 * One thread uses, the other reclaims: one address space, so that no switch of
 * it empties the TLB.
 *
 * Return: how often a hot folio was reclaimed.
 */
static unsigned int run(enum use use, const struct memcg *memcg)
{
	struct user user = { .page = sysconf(_SC_PAGESIZE), .use = use };
	struct hole hole;
	unsigned int lost;

	hole_open(&hole, MOUNT, FOLIO * FOLIOS, FOLIO);
	hole_fill(&hole);
	user.start = hole_map(&hole);
	if (pthread_create(&user.thread, NULL, use_hot, &user))
		die("cannot start a thread");
	lost = reclaim_half(&user, memcg);
	atomic_store(&user.stop, true);
	pthread_join(user.thread, NULL);
	munmap(user.start, FOLIO * FOLIOS);
	hole_close(&hole);
	return lost;
}

static void compare(const char *name, enum use use, const struct memcg *memcg)
{
	unsigned int allowed = use == WHOLE ? HOT_FOLIOS / 10 : HOT_FOLIOS;
	unsigned int off, on;

	write_or_die(SWITCH, "N");
	off = run(use, memcg);
	write_or_die(SWITCH, "Y");
	on = run(use, memcg);
	result(on <= off + allowed, name,
	       "%u hot folios were lost %u times with hint_flush off, %u times with it on",
	       HOT_FOLIOS, off, on);
}

static void measure(const char *name, enum use use, const struct memcg *memcg)
{
	result(true, name, "%u hot folios were lost %u times", HOT_FOLIOS,
	       run(use, memcg));
}

int main(void)
{
	static struct memcg memcg;
	void (*test)(const char *name, enum use use,
		     const struct memcg *memcg);

	cleanup_init();
	memcg_require();
	memcg_prepare();
	lru_select("classic");
	memcg_create(&memcg);
	memcg_enter(&memcg);
	test = access(SWITCH, F_OK) ? measure : compare;
	test("one page of each hot folio is used", ONE, &memcg);
	test("all pages of each hot folio are used", WHOLE, &memcg);
	write_or_die("/sys/fs/cgroup/cgroup.procs", "0");
	return exit_status();
}
