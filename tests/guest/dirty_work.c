// SPDX-License-Identifier: GPL-2.0-only
/*
 * Work that notices each lost store. The memory is shared out in blocks of a
 * folio's size. A visit checks every word of a page against what the last visit
 * wrote, its address mixed with a sequence number, then writes the next number.
 * Now and then a block is thrown away and begun anew, since swap gives back single
 * pages where a large folio was. One more thread asks memory.reclaim for memory,
 * another pages out ranges of any place and length by MADV_PAGEOUT.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "anon.h"
#include "dirty_work.h"
#include "guest.h"
#include "say.h"

/* What one write to memory.reclaim asks for, and the most of a page-out. */
#define RECLAIM		"2M"
#define PAGE_OUT_PAGES	1024
/* One block in so many visits is thrown away. */
#define RENEW		16
/* Moments in which all writers run undisturbed. */
#define PAUSE_MS	2

enum step { CHECK, WRITE };

static __thread sigjmp_buf bus_error;

static void on_bus_error(int sig)
{
	(void)sig;
	siglongjmp(bus_error, 1);
}

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static uint64_t expected(const volatile uint64_t *word, uint64_t sequence)
{
	uint64_t mixed = (uintptr_t)word * UINT64_C(0x9e3779b97f4a7c15);

	return sequence ? mixed ^ sequence : 0;
}

static volatile uint64_t *words_of(const struct work *work, size_t page)
{
	return (volatile uint64_t *)(work->start + page * work->page);
}

/* The first loss is shown: where, and what was there instead. */
static void check_page(struct work *work, size_t page)
{
	volatile uint64_t *words = words_of(work, page);
	uint64_t sequence = work->sequence[page];
	size_t i;

	for (i = 0; i < work->page / sizeof(*words); i++) {
		uint64_t word = words[i], want = expected(&words[i], sequence);

		if (word != want && !atomic_fetch_add(&work->lost, 1))
			printf("# page %zu word %zu: %#lx instead of %#lx, sequence %lu\n",
			       page, i, word, want, sequence);
	}
}

static void write_page(struct work *work, size_t page)
{
	volatile uint64_t *words = words_of(work, page);
	uint64_t sequence = ++work->sequence[page];
	size_t i;

	for (i = 0; i < work->page / sizeof(*words); i++)
		words[i] = expected(&words[i], sequence);
}

/* Pages that are thrown away read as zeroes. */
static void throw_away(struct work *work, size_t first, size_t pages)
{
	if (madvise((void *)words_of(work, first), pages * work->page,
		    MADV_DONTNEED))
		die("MADV_DONTNEED: %s", strerror(errno));
	memset(work->sequence + first, 0, pages * sizeof(*work->sequence));
}

/*
 * What swap cannot read again raises SIGBUS, which is right: the loss is known.
 * The page begins anew.
 */
static void visit(struct work *work, size_t page, enum step from, enum step to)
{
	if (sigsetjmp(bus_error, 1)) {
		atomic_fetch_add(&work->gone, 1);
		throw_away(work, page, 1);
		return;
	}
	if (from == CHECK)
		check_page(work, page);
	if (to == WRITE)
		write_page(work, page);
	atomic_fetch_add(&work->visits, 1);
}

/* A block is begun by a store: a load would map zeroes, page by page. */
static void begin_block(struct work *work, size_t first)
{
	throw_away(work, first, work->block);
	visit(work, first, WRITE, WRITE);
}

static void *write_pages(void *what)
{
	struct work *work = what;
	unsigned int own = atomic_fetch_add(&work->next, 1);
	size_t blocks = work->pages / work->block / WRITERS;
	uint64_t state = own + 1;

	while (!atomic_load(&work->stop)) {
		size_t block = next_random(&state) % blocks * WRITERS + own;
		size_t first = block * work->block;

		/* Also the first time: nothing is written there yet. */
		if (!work->sequence[first] || !(next_random(&state) % RENEW))
			begin_block(work, first);
		visit(work, first + next_random(&state) % work->block, CHECK,
		      WRITE);
	}
	return NULL;
}

static void *reclaim(void *what)
{
	struct work *work = what;
	int fd = memcg_open_reclaim(work->memcg);

	while (!atomic_load(&work->stop)) {
		if (write(fd, RECLAIM, strlen(RECLAIM)) < 0 &&
		    errno != EAGAIN && errno != EINTR)
			die("memory.reclaim: %s", strerror(errno));
		sleep_ms(PAUSE_MS);
	}
	close(fd);
	return NULL;
}

static void *page_out(void *what)
{
	struct work *work = what;
	uint64_t state = WRITERS + 1;

	while (!atomic_load(&work->stop)) {
		size_t nr = 1 + next_random(&state) % PAGE_OUT_PAGES;
		size_t first = next_random(&state) % (work->pages - nr);

		if (madvise(work->start + first * work->page, nr * work->page,
			    MADV_PAGEOUT))
			die("MADV_PAGEOUT: %s", strerror(errno));
		sleep_ms(PAUSE_MS);
	}
	return NULL;
}

/**
 * work_prepare() - get the memory
 * @work: zeroed
 * @bytes: its size
 * @folio: bytes of the folios it is faulted in by
 *
 * The sequence numbers must not be what is tested: locked, and if the caller
 * joins its cgroup later, charged to somebody else.
 */
void work_prepare(struct work *work, uint64_t bytes, uint64_t folio)
{
	size_t table;

	work->page = sysconf(_SC_PAGESIZE);
	work->pages = bytes / work->page;
	work->block = folio / work->page;
	work->start = anon_map(bytes);
	table = work->pages * sizeof(*work->sequence);
	work->sequence = map_aligned(table, work->page);
	if (mlock(work->sequence, table))
		die("cannot lock memory: %s", strerror(errno));
}

static void start(struct work *work, unsigned int nr, void *(*function)(void *))
{
	if (pthread_create(&work->threads[nr], NULL, function, work))
		die("cannot start a thread");
}

void work_start(struct work *work, const struct memcg *memcg)
{
	struct sigaction action = { .sa_handler = on_bus_error };
	unsigned int i;

	work->memcg = memcg;
	sigaction(SIGBUS, &action, NULL);
	for (i = 0; i < WRITERS; i++)
		start(work, i, write_pages);
	start(work, WRITERS, reclaim);
	start(work, WRITERS + 1, page_out);
}

void work_end(struct work *work)
{
	unsigned int i;

	atomic_store(&work->stop, true);
	for (i = 0; i < WRITERS + 2; i++)
		pthread_join(work->threads[i], NULL);
}

/* Check each page once more, when nobody writes. */
void work_check(struct work *work)
{
	size_t page;

	for (page = 0; page < work->pages; page++)
		visit(work, page, CHECK, CHECK);
}
