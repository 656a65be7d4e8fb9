// SPDX-License-Identifier: GPL-2.0-only
/*
 * Does MADV_PAGEOUT do what it must and no more?
 *
 * It reclaims what it is told to, so it asks nobody whether a page is young:
 * where the pages are pinned and have to stay, the access flags of all PTEs are
 * those of before, no atomic has cleared one and no batch of the reverse map was
 * asked for its age, and what idle page tracking knows of a page stays true
 * where there is no swap. With swap and no pins, the pages
 * of the range and no others are out, 512 of them for each flush, also if the
 * range begins or ends within a page table or crosses into the next. A signal
 * that does not kill changes nothing, one that does leaves nothing behind.
 *
 * The access flags are read by the module ptedump, idle tracking's flags by
 * meddle.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/io_uring.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "anon.h"
#include "cleanup.h"
#include "dirty_common.h"
#include "guest.h"
#include "lru.h"
#include "pagecache.h"
#include "say.h"
#include "swap.h"
#include "text.h"
#include "thp.h"

#define PTEDUMP		"/sys/kernel/debug/ptedump"
#define MEDDLE		"/sys/kernel/debug/meddle"
#define IDLE_BITMAP	"/sys/kernel/mm/page_idle/bitmap"

/* DIRTY_BATCH_PAGES of mm/dirty_batch.h */
#define BATCH_PAGES	512
#define SIZE		(UINT64_C(8) << 20)
#define DELAY_MS	100
#define SETTLE_MS	3000
#define HANG_S		30
/* What this process may come to use itself. */
#define SLACK_PAGES	8

static size_t page;

static uint64_t *word_at(char *start, size_t nr)
{
	return (uint64_t *)(start + nr * page);
}

/* Memory whose every page is written, and on an LRU list. */
static char *fill(size_t pages)
{
	char *start = anon_map(pages * page);
	size_t i;

	for (i = 0; i < pages; i++)
		*word_at(start, i) = ~i;
	anon_drain();
	return start;
}

static void page_out(char *start, size_t first, size_t pages)
{
	if (madvise(start + first * page, pages * page, MADV_PAGEOUT))
		die("MADV_PAGEOUT: %s", strerror(errno));
}

/* Pages of the range that are in memory. */
static size_t resident(char *start, size_t first, size_t pages)
{
	size_t i, found = 0;

	for (i = first; i < first + pages; i++)
		found += page_present(start + i * page);
	return found;
}

static size_t wrong_words(char *start, size_t pages)
{
	size_t i, wrong = 0;

	for (i = 0; i < pages; i++)
		wrong += *(volatile uint64_t *)word_at(start, i) != ~i;
	return wrong;
}

/* Valid PTEs with the access flag set, each entry on its own. */
static unsigned long young_ptes(char *start, size_t pages)
{
	unsigned long young;
	char text[80], *at;

	snprintf(text, sizeof(text), "%d %p %zu", getpid(), (void *)start,
		 pages * page);
	write_or_die(PTEDUMP, text);
	if (text_read(PTEDUMP, text, sizeof(text)) < 0)
		die("cannot read " PTEDUMP);
	at = strstr(text, "young ");
	if (!at || sscanf(at, "young %lu", &young) != 1)
		die("ptedump does not know young entries");
	return young;
}

/* --- without swap, or pinned: nothing can be reclaimed ------------------------- */

/*
 * Without swap, too, nothing would be reclaimed, but large folios be split.
 *
 * Return: a descriptor that holds the pins.
 */
static int pin(char *start, size_t pages)
{
	struct iovec buffer = { start, pages * page };
	struct io_uring_params params = { 0 };
	int fd = syscall(SYS_io_uring_setup, 1, &params);

	if (fd < 0 || syscall(SYS_io_uring_register, fd,
			      IORING_REGISTER_BUFFERS, &buffer, 1))
		die("cannot pin memory by io_uring: %s", strerror(errno));
	return fd;
}

static void test_young(const void *what)
{
	uint64_t folio = *(const uint64_t *)what;
	size_t pages = SIZE / page;
	unsigned long before, after;
	uint64_t asked, cleared;
	char name[64];
	char *start;
	int pins;

	snprintf(name, sizeof(name), "%" PRIu64 "K folios: nobody asks for young bits",
		 folio >> 10);
	cleanup_init();
	thp_select(folio);
	start = fill(pages);
	pins = pin(start, pages);
	before = young_ptes(start, pages);
	counters_restart();
	page_out(start, 0, pages);
	after = young_ptes(start, pages);
	asked = counter("young_batches");
	cleared = counter("af_atomics");
	result(before && before == after && !asked && !cleared &&
	       resident(start, 0, pages) == pages, name,
	       "%lu of %zu PTEs young before, %lu after, AF cleared %" PRIu64 " times, %" PRIu64 " batches asked for their age",
	       before, pages, after, cleared, asked);
	close(pins);
	munmap(start, pages * page);
}

static void set_idle(uint64_t frame)
{
	int fd = open(IDLE_BITMAP, O_WRONLY | O_CLOEXEC);
	uint64_t bits = UINT64_C(1) << frame % 64;

	if (fd < 0 || pwrite(fd, &bits, sizeof(bits),
			     frame / 64 * sizeof(bits)) != sizeof(bits))
		die("cannot write " IDLE_BITMAP ": %s", strerror(errno));
	close(fd);
}

static bool is_idle(uint64_t frame)
{
	int fd = open(IDLE_BITMAP, O_RDONLY | O_CLOEXEC);
	uint64_t bits;

	if (fd < 0 || pread(fd, &bits, sizeof(bits),
			    frame / 64 * sizeof(bits)) != sizeof(bits))
		die("cannot read " IDLE_BITMAP ": %s", strerror(errno));
	close(fd);
	return bits >> frame % 64 & 1;
}

static void flags_of(uint64_t frame, int *young, int *idle)
{
	char text[64];

	snprintf(text, sizeof(text), "look %" PRIu64 " 0", frame);
	write_or_die(MEDDLE, text);
	if (text_read(MEDDLE, text, sizeof(text)) < 0 ||
	    sscanf(text, "young %d idle %d", young, idle) != 2)
		die("cannot read " MEDDLE);
}

/*
 * Idle tracking does not flush: an access by a cached translation sets no access
 * flag. A change of permission drops that translation.
 */
static void forget_translation(char *start)
{
	if (mprotect(start, page, PROT_READ) ||
	    mprotect(start, page, PROT_READ | PROT_WRITE))
		die("mprotect: %s", strerror(errno));
}

/*
 * Marking a used page idle clears its access flag and leaves PG_young for
 * reclaim, which else would not learn of the use.
 */
static void test_idle(void)
{
	int young, idle, young_after, idle_after;
	char *start = fill(1);
	uint64_t frame = page_frame(start);

	set_idle(frame);
	flags_of(frame, &young, &idle);
	page_out(start, 0, 1);
	flags_of(frame, &young_after, &idle_after);
	result(young && idle && young_after && idle_after,
	       "a page marked idle stays so, and its use known to reclaim",
	       "young %d idle %d, then young %d idle %d", young, idle,
	       young_after, idle_after);
	anon_drain();
	forget_translation(start);
	*word_at(start, 0) = 0;
	page_out(start, 0, 1);
	anon_drain();
	result(!is_idle(frame), "a page that was used is not idle",
	       "idle %d", is_idle(frame));
	munmap(start, page);
}

/* --- with swap -------------------------------------------------------------- */

/*
 * Pages [@first, @first + @pages) of @all go out, in as many batches as that
 * many pages make up.
 */
static void test_range(const char *name, size_t all, size_t first,
		       size_t pages)
{
	uint64_t batches, folios, saved;
	char *start = fill(all);
	size_t out, others, wrong;

	counters_restart();
	page_out(start, first, pages);
	batches = counter("dirty_batches");
	folios = counter("dirty_folios");
	saved = counter("dirty_flushes_saved");
	out = pages - resident(start, first, pages);
	others = all - pages - resident(start, 0, first) -
		 resident(start, first + pages, all - first - pages);
	wrong = wrong_words(start, all);
	result(out == pages && !others && !wrong && folios == pages &&
	       batches == (pages + BATCH_PAGES - 1) / BATCH_PAGES &&
	       saved == folios - batches &&
	       !counter("young_batches") && !counter("af_atomics"), name,
	       "%zu of %zu pages out, %zu others; %" PRIu64 " folios in %" PRIu64 " batches, %" PRIu64 " flushes saved, %zu words wrong",
	       out, pages, others, folios, batches, saved, wrong);
	munmap(start, all * page);
}

static void on_alarm(int sig)
{
	(void)sig;
}

/* Every batch waits, so the signal finds the call under way. */
static void test_signal(void)
{
	const struct itimerval soon = { .it_value.tv_usec = DELAY_MS * 500 };
	size_t pages = SIZE / page, left;
	char *start = fill(pages);

	signal(SIGALRM, on_alarm);
	setitimer(ITIMER_REAL, &soon, NULL);
	page_out(start, 0, pages);
	left = resident(start, 0, pages);
	result(!left && !wrong_words(start, pages),
	       "a signal that is handled changes nothing",
	       "%zu of %zu pages left", left, pages);
	munmap(start, pages * page);
}

static void page_out_and_die(const void *what)
{
	char *start = fill(SIZE / page);

	(void)what;
	for (;;) {
		page_out(start, 0, SIZE / page);
		wrong_words(start, SIZE / page);
	}
}

/* All that is left of the dead process, in pages. */
static uint64_t left_pages(uint64_t anon)
{
	uint64_t now = vmstat("nr_anon_pages");

	return (now > anon + SLACK_PAGES ? now - anon : 0) + vmstat("nr_isolated_anon") +
	       vmstat("nr_writeback") + swap_used_pages() +
	       meminfo("SwapCached") * 1024 / page;
}

static void test_kill(void)
{
	uint64_t anon, left;
	unsigned int ms;
	pid_t pid;
	int status;

	anon_drain();
	anon = vmstat("nr_anon_pages");
	pid = fork();
	if (!pid)
		page_out_and_die(NULL);
	sleep_ms(DELAY_MS * 3 / 2);
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	for (ms = 0; ms < SETTLE_MS; ms += 100) {
		left = left_pages(anon);
		if (!left)
			break;
		sleep_ms(100);
	}
	result(!left, "a signal that kills leaves nothing behind",
	       "%" PRIu64 " pages after %u ms", left, ms);
}

int main(void)
{
	const uint64_t large = 64 << 10, small = sysconf(_SC_PAGESIZE);
	const size_t table = MAP_ALIGN / small;
	bool right;

	page = small;
	dirty_require();
	if (!module_load("ptedump") || !module_load("meddle"))
		skip("no modules for this kernel in /tests");
	if (access(IDLE_BITMAP, F_OK))
		skip("no " IDLE_BITMAP ": needs CONFIG_IDLE_PAGE_TRACKING");
	right = !in_child(test_young, &large, HANG_S) &&
		!in_child(test_young, &small, HANG_S);

	cleanup_init();
	lru_select("classic");
	thp_select(small);
	test_idle();

	swap_on(SWAP_ZRAM, 2 * SIZE);
	test_range("whole page tables, a flush for 512 pages", 4 * table, 0,
		   4 * table);
	test_range("a few pages on both sides of a page table's end",
		   2 * table, table - 32, 64);
	test_range("from within a page table to within the next but one",
		   3 * table, 5, 2 * table + 7);
	test_range("one page", 3, 1, 1);
	dirty_delay(DELAY_MS);
	test_signal();
	test_kill();
	return right ? exit_status() : EXIT_FAILURE;
}
