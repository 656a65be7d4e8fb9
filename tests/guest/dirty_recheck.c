// SPDX-License-Identifier: GPL-2.0-only
/*
 * Does reclaim look again before it writes a dirty folio that has waited?
 *
 * Memory is paged out while dirty_batch_delay_ms makes the folios wait,
 * unlocked and unmapped, before the second pass. In that time something is done
 * to one of them that must keep it from being written, or change how. For each
 * of the things that are looked at, the kernel's counter must say that it was
 * found, and every page must hold what it should: the page meddled with and its
 * neighbours in the batch.
 *
 * A memory error comes last: it takes its page out of use for good. Locks and
 * writes by others come from the module meddle, as no system call has them.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/io_uring.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "anon.h"
#include "cleanup.h"
#include "dirty_common.h"
#include "guest.h"
#include "lru.h"
#include "say.h"
#include "swap.h"
#include "text.h"
#include "thp.h"

#define MEDDLE		"/sys/kernel/debug/meddle"
#define CORRUPT		"/sys/kernel/debug/hwpoison/corrupt-pfn"
#define FILE_PATH	"/mnt/dirty_recheck"

/* One batch, and the page of it that is meddled with. */
#define PAGES		64
#define VICTIM		17
/* How long a batch waits; what meddles for longer outlasts the second pass. */
#define DELAY_MS	200
#define OUTLAST_MS	"600"

/* What is to be found in the page afterwards. */
enum expect { DATA, ZEROES, SIGBUS_ON_READ };

enum backing { ANON, SHMEM, XFS };

struct memory {
	size_t page;
	char *start;
	char *victim;
	uint64_t frame;
	int fd;
	int pin_fd;
	char *pinned;
};

struct scenario {
	const char *name;
	const char *counter;
	enum backing backing;
	enum expect expect;
	const char *needs;
	bool (*meddle)(struct memory *memory);
};

static uint64_t pattern(size_t page)
{
	return UINT64_C(0x9e3779b97f4a7c15) * (page + 1);
}

/* --- what is done to a page that waits ------------------------------------ */

static bool read_page(struct memory *memory)
{
	return *(volatile uint64_t *)memory->victim == pattern(VICTIM);
}

static bool throw_away(struct memory *memory)
{
	return !madvise(memory->victim, memory->page, MADV_DONTNEED);
}

/* Read in again, and said to be of no use: clean from then on, and mapped. */
static bool read_and_free(struct memory *memory)
{
	return read_page(memory) &&
	       !madvise(memory->victim, memory->page, MADV_FREE);
}

/*
 * Read in again to be pinned for a ring, then thrown away: unmapped, and used by
 * the kernel for I/O.
 */
static bool pin_and_throw_away(struct memory *memory)
{
	struct iovec buffer = { memory->victim, memory->page };
	struct io_uring_params params = { 0 };

	if (!read_page(memory))
		return false;
	memory->pin_fd = syscall(SYS_io_uring_setup, 1, &params);
	return memory->pin_fd >= 0 &&
	       !syscall(SYS_io_uring_register, memory->pin_fd,
			IORING_REGISTER_BUFFERS, &buffer, 1) &&
	       throw_away(memory);
}

static bool meddle(const struct memory *memory, const char *what,
		   const char *ms)
{
	char text[64];

	snprintf(text, sizeof(text), "%s %" PRIu64 " %s", what, memory->frame,
		 ms);
	return !text_write(MEDDLE, text);
}

static bool lock(struct memory *memory)
{
	return meddle(memory, "lock", OUTLAST_MS);
}

static bool write_back(struct memory *memory)
{
	return meddle(memory, "writeback", OUTLAST_MS);
}

/* An isolated page cannot be handled, which is said, but it is marked. */
static bool corrupt(struct memory *memory)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu64, memory->frame);
	text_write(CORRUPT, text);
	return true;
}

static bool nothing(struct memory *memory)
{
	(void)memory;
	return true;
}

/* --- memory ---------------------------------------------------------------- */

static int open_backing(enum backing backing, size_t bytes)
{
	int fd = backing == XFS ?
		open(FILE_PATH, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) :
		memfd_create("dirty_recheck", MFD_CLOEXEC);

	if (fd < 0 || ftruncate(fd, bytes))
		die("cannot make a file to map: %s", strerror(errno));
	return fd;
}

static void map(struct memory *memory, enum backing backing)
{
	size_t page, bytes;

	memory->page = sysconf(_SC_PAGESIZE);
	memory->pin_fd = -1;
	memory->fd = -1;
	bytes = PAGES * memory->page;
	/* One page table: one batch. */
	memory->start = map_aligned(bytes, PAGES * memory->page);
	if (backing != ANON) {
		memory->fd = open_backing(backing, bytes);
		if (mmap(memory->start, bytes, PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_FIXED, memory->fd, 0) == MAP_FAILED)
			die("cannot map a file: %s", strerror(errno));
	}
	for (page = 0; page < PAGES; page++)
		*(uint64_t *)(memory->start + page * memory->page) =
			pattern(page);
	memory->victim = memory->start + VICTIM * memory->page;
	memory->frame = page_frame(memory->victim);
}

static void unmap(struct memory *memory)
{
	if (memory->pin_fd >= 0)
		close(memory->pin_fd);
	munmap(memory->start, PAGES * memory->page);
	if (memory->fd >= 0)
		close(memory->fd);
	unlink(FILE_PATH);
}

static sigjmp_buf bus_error;

static void on_bus_error(int sig)
{
	(void)sig;
	siglongjmp(bus_error, 1);
}

/* Does reading the page raise SIGBUS? If not, *@word is what it holds. */
static bool raises_sigbus(const char *page, uint64_t *word)
{
	struct sigaction action = { .sa_handler = on_bus_error }, old;
	bool raised = true;

	sigaction(SIGBUS, &action, &old);
	if (!sigsetjmp(bus_error, 1)) {
		*word = *(const volatile uint64_t *)page;
		raised = false;
	}
	sigaction(SIGBUS, &old, NULL);
	return raised;
}

static bool page_right(const struct memory *memory, size_t page,
		       enum expect expect)
{
	uint64_t word = 0;

	if (raises_sigbus(memory->start + page * memory->page, &word))
		return expect == SIGBUS_ON_READ;
	return expect == DATA ? word == pattern(page) :
	       expect == ZEROES ? !word : false;
}

static unsigned int wrong_pages(const struct memory *memory,
				enum expect victim)
{
	unsigned int wrong = 0;
	size_t page;

	for (page = 0; page < PAGES; page++)
		wrong += !page_right(memory, page,
				     page == VICTIM ? victim : DATA);
	return wrong;
}

/* --- one scenario ------------------------------------------------------------ */

static void *page_out(void *what)
{
	const struct memory *memory = what;

	if (madvise(memory->start, PAGES * memory->page, MADV_PAGEOUT))
		die("MADV_PAGEOUT: %s", strerror(errno));
	return NULL;
}

/* Return: false if the page was never unmapped. */
static bool wait_unmapped(const struct memory *memory)
{
	int tries;

	for (tries = 0; tries < DELAY_MS / 2; tries++) {
		if (!page_present(memory->victim))
			return true;
		sleep_ms(1);
	}
	return false;
}

/* Page out, and meddle while the batch waits. */
static const char *page_out_and_meddle(struct memory *memory,
				       const struct scenario *scenario)
{
	const char *problem = NULL;
	pthread_t thread;

	if (pthread_create(&thread, NULL, page_out, memory))
		die("cannot start a thread");
	if (scenario->backing == ANON && !wait_unmapped(memory))
		problem = "the page was not unmapped";
	else if (!scenario->meddle(memory))
		problem = "the page could not be meddled with";
	pthread_join(thread, NULL);
	return problem;
}

static void test(const struct scenario *scenario)
{
	struct memory memory;
	const char *problem;
	unsigned int wrong;
	uint64_t found;

	if (scenario->needs && access(scenario->needs, F_OK)) {
		result(true, scenario->name, "SKIP no %s", scenario->needs);
		return;
	}
	map(&memory, scenario->backing);
	anon_drain();
	counters_restart();
	problem = page_out_and_meddle(&memory, scenario);
	found = counter(scenario->counter);
	wrong = wrong_pages(&memory, scenario->expect);
	if (problem)
		result(false, scenario->name, "%s", problem);
	else
		result(found == (scenario->backing == ANON) && !wrong,
		       scenario->name,
		       "%s %" PRIu64 " of %" PRIu64 " folios in %" PRIu64 " batches, %u of %d pages wrong",
		       scenario->counter, found, counter("dirty_folios"),
		       counter("dirty_batches"), wrong, PAGES);
	unmap(&memory);
}

static const struct scenario scenarios[] = {
	{ "read meanwhile: activated", "dirty_remapped", ANON, DATA, NULL,
	  read_page },
	{ "read, then MADV_FREE: kept", "dirty_cleaned", ANON, DATA, NULL,
	  read_and_free },
	{ "thrown away by MADV_DONTNEED", "dirty_no_swapcache", ANON, ZEROES,
	  NULL, throw_away },
	{ "pinned by io_uring, unmapped", "dirty_pinned", ANON, ZEROES, NULL,
	  pin_and_throw_away },
	{ "locked by somebody", "dirty_locked", ANON, DATA, MEDDLE, lock },
	{ "being written by somebody", "dirty_writeback", ANON, DATA, MEDDLE,
	  write_back },
	{ "shmem folios do not wait", "dirty_folios", SHMEM, DATA, NULL,
	  nothing },
	{ "folios of a file system do not wait", "dirty_folios", XFS, DATA,
	  NULL, nothing },
	{ "memory error", "dirty_hwpoison", ANON, SIGBUS_ON_READ, CORRUPT,
	  corrupt },
};

int main(void)
{
	size_t i;

	cleanup_init();
	dirty_require();
	module_load("meddle");
	lru_select("classic");
	thp_select(sysconf(_SC_PAGESIZE));
	swap_on(SWAP_ZRAM, UINT64_C(64) << 20);
	dirty_delay(DELAY_MS);
	for (i = 0; i < sizeof(scenarios) / sizeof(scenarios[0]); i++)
		test(&scenarios[i]);
	return exit_status();
}
