// SPDX-License-Identifier: GPL-2.0-only
/*
 * Does a page that UFFDIO_MOVE takes while it waits to be written stay what it
 * was?
 *
 * Reclaim replaces the PTE of a page by a swap entry and flushes TLBs later. If
 * the entry is moved before the flush, a thread that still has the old
 * translation can store to the source and change the page at the destination.
 * Pages are moved while they wait (dirty_batch_delay_ms), with nobody storing
 * to the source and with a thread that does so all the time; after that, what is
 * at the destination must not change.
 *
 * What QEMU can show: arm64 sends its TLBIs when it unmaps and QEMU obeys at
 * once, so only x86-64, where nothing is sent before the flush, keeps the old
 * translation and fails here without the flush in the move. On arm64 this is a
 * test that the move works on a page that waits, and upsets nothing.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "anon.h"
#include "cleanup.h"
#include "dirty_common.h"
#include "guest.h"
#include "lru.h"
#include "say.h"
#include "swap.h"
#include "thp.h"

#define ROUNDS		20
#define LOOKS		1000
#define DELAY_MS	100
#define MOVE_TRIES	2000

/* As of Linux 6.8, newer than the headers of Debian 12. */
#ifndef UFFDIO_MOVE
#define UFFD_FEATURE_MOVE	(1 << 16)
#define UFFDIO_MOVE		_IOWR(UFFDIO, 0x05, struct uffdio_move)

struct uffdio_move {
	uint64_t dst;
	uint64_t src;
	uint64_t len;
	uint64_t mode;
	int64_t move;
};
#endif

struct pages {
	size_t page;
	int uffd;
	char *src;
	char *dst;
	atomic_bool stop;
};

struct tally {
	unsigned int moved_waiting;
	unsigned int failed;
	unsigned int changed;
	unsigned int wrong;
};

static int open_userfaultfd(void)
{
	struct uffdio_api api = {
		.api = UFFD_API,
		.features = UFFD_FEATURE_MOVE,
	};
	int fd = syscall(SYS_userfaultfd, O_CLOEXEC);

	if (fd < 0 || ioctl(fd, UFFDIO_API, &api))
		skip("no userfaultfd that moves pages: %s", strerror(errno));
	return fd;
}

/* The destination is registered and empty, as UFFDIO_MOVE wants it. */
static void map_pages(struct pages *pages)
{
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };

	pages->src = anon_map(pages->page);
	pages->dst = anon_map(pages->page);
	range.range.start = (uintptr_t)pages->dst;
	range.range.len = pages->page;
	if (ioctl(pages->uffd, UFFDIO_REGISTER, &range))
		die("cannot register memory: %s", strerror(errno));
	*(volatile uint64_t *)pages->src = 1;
	anon_drain();
}

static void *store(void *what)
{
	struct pages *pages = what;
	volatile uint64_t *word = (uint64_t *)pages->src;
	uint64_t value = 1;

	while (!atomic_load(&pages->stop))
		*word = ++value;
	return NULL;
}

static void *page_out(void *what)
{
	struct pages *pages = what;

	if (madvise(pages->src, pages->page, MADV_PAGEOUT))
		die("MADV_PAGEOUT: %s", strerror(errno));
	return NULL;
}

/* Somebody else at work on the page makes it fail with EAGAIN or EBUSY. */
static bool move(const struct pages *pages)
{
	int tries;

	for (tries = 0; tries < MOVE_TRIES; tries++) {
		struct uffdio_move command = {
			.dst = (uintptr_t)pages->dst,
			.src = (uintptr_t)pages->src,
			.len = pages->page,
		};

		if (!ioctl(pages->uffd, UFFDIO_MOVE, &command))
			return true;
		if (errno != EAGAIN && errno != EBUSY)
			die("UFFDIO_MOVE: %s", strerror(errno));
	}
	return false;
}

static bool changes(const struct pages *pages)
{
	const volatile uint64_t *word = (uint64_t *)pages->dst;
	uint64_t first = *word;
	int looks;

	for (looks = 0; looks < LOOKS; looks++)
		if (*word != first)
			return true;
	return false;
}

static void start(pthread_t *thread, void *(*function)(void *),
		  struct pages *pages)
{
	if (pthread_create(thread, NULL, function, pages))
		die("cannot start a thread");
}

/* Until the page waits, or, if it is used again at once, for half the delay. */
static bool wait_unmapped(const struct pages *pages)
{
	int tries;

	for (tries = 0; tries < DELAY_MS / 2; tries++) {
		if (!page_present(pages->src))
			return true;
		sleep_ms(1);
	}
	return false;
}

static void round_of(int uffd, bool storing, struct tally *tally)
{
	struct pages pages = { .page = sysconf(_SC_PAGESIZE), .uffd = uffd };
	pthread_t pager, storer;

	map_pages(&pages);
	if (storing)
		start(&storer, store, &pages);
	start(&pager, page_out, &pages);
	tally->moved_waiting += wait_unmapped(&pages);
	if (move(&pages)) {
		if (!storing)
			*(volatile uint64_t *)pages.src = 2;
		tally->changed += changes(&pages);
		tally->wrong += !storing && *(uint64_t *)pages.dst != 1;
	} else {
		tally->failed++;
	}
	pthread_join(pager, NULL);
	atomic_store(&pages.stop, true);
	if (storing)
		pthread_join(storer, NULL);
	munmap(pages.src, pages.page);
	munmap(pages.dst, pages.page);
}

static void test(const char *name, int uffd, bool storing)
{
	struct tally tally = { 0 };
	int i;

	for (i = 0; i < ROUNDS; i++)
		round_of(uffd, storing, &tally);
	/* In use all the time, a page may never be still enough to be moved. */
	result(!tally.changed && !tally.wrong && (storing || !tally.failed),
	       name,
	       "%d rounds, %u unmapped at the move, %u not moved, %u changed after it, %u wrong",
	       ROUNDS, tally.moved_waiting, tally.failed, tally.changed,
	       tally.wrong);
}

int main(void)
{
	int uffd;

	cleanup_init();
	dirty_require();
	uffd = open_userfaultfd();
	lru_select("classic");
	thp_select(sysconf(_SC_PAGESIZE));
	swap_on(SWAP_ZRAM, UINT64_C(16) << 20);
	dirty_delay(DELAY_MS);
	test("moved while it waits, source left alone", uffd, false);
	test("moved while it waits, source stored to", uffd, true);
	return exit_status();
}
