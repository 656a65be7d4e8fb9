// SPDX-License-Identifier: GPL-2.0-only
/*
 * Are large shmem folios written right, whole or in pieces, and at once?
 *
 * Swap may have no room for a folio as a whole: on a rotational disk 6.12 never
 * has. Such a folio is split when it is to be written; its pages are then on
 * nobody's list but that of the scan. Every page must be out, written once, and
 * read back as it was, through the mapping and through the file. No folio may
 * wait for a flush unlocked: a fault or a truncation could put something else
 * at its address.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/swap.h>
#include <unistd.h>

#include "anon.h"
#include "cleanup.h"
#include "dirty_common.h"
#include "folios.h"
#include "guest.h"
#include "lru.h"
#include "pagecache.h"
#include "say.h"
#include "settings.h"
#include "swap.h"
#include "text.h"

#define THP		"/sys/kernel/mm/transparent_hugepage"
#define LARGE		THP "/hugepages-64kB"
#define DISK		"/dev/vdb"
#define ROTATIONAL	"/sys/block/vdb/queue/rotational"

#define FOLIO		(UINT64_C(64) << 10)
#define SIZE		(UINT64_C(4) << 20)

struct shmem {
	int fd;
	char *start;
	size_t page;
	size_t pages;
};

static uint64_t pattern(size_t page)
{
	return UINT64_C(0x9e3779b97f4a7c15) * (page + 1);
}

/*
 * Folios of 64 KiB, and no khugepaged, which would make larger ones of them and
 * unmap them for that.
 */
static void have_large_folios(void)
{
	static struct setting large, all;

	if (setting_change(&large, LARGE "/shmem_enabled", "always") ||
	    setting_change(&all, THP "/enabled", "never"))
		die("cannot have large shmem folios");
}

/* A file of large folios, mapped and written. */
static void fill(struct shmem *shmem)
{
	struct folio_map map = { 0 };
	size_t i;

	shmem->page = sysconf(_SC_PAGESIZE);
	shmem->pages = SIZE / shmem->page;
	shmem->fd = memfd_create("dirty_shmem", MFD_CLOEXEC);
	shmem->start = map_aligned(SIZE, MAP_ALIGN);
	if (shmem->fd < 0 || ftruncate(shmem->fd, SIZE) ||
	    mmap(shmem->start, SIZE, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_FIXED, shmem->fd, 0) == MAP_FAILED)
		die("cannot map a memfd: %s", strerror(errno));
	for (i = 0; i < shmem->pages; i++)
		*(uint64_t *)(shmem->start + i * shmem->page) = pattern(i);
	anon_drain();
	folios_of_process(&map, getpid(), (uintptr_t)shmem->start, SIZE);
	if (map.folios[__builtin_ctzl(FOLIO / shmem->page)] != SIZE / FOLIO)
		die("the kernel gave no shmem folios of 64 KiB");
}

static void release(const struct shmem *shmem)
{
	munmap(shmem->start, SIZE);
	close(shmem->fd);
}

/* Half of the pages through the mapping, all through the file. */
static size_t wrong_pages(const struct shmem *shmem)
{
	size_t i, wrong = 0;
	uint64_t word;

	for (i = 0; i < shmem->pages; i += 2)
		wrong += *(volatile uint64_t *)(shmem->start +
						i * shmem->page) != pattern(i);
	for (i = 0; i < shmem->pages; i++)
		wrong += pread(shmem->fd, &word, sizeof(word),
			       i * shmem->page) != sizeof(word) ||
			 word != pattern(i);
	return wrong;
}

static uint64_t splits(void)
{
	uint64_t nr;

	if (text_read_u64(LARGE "/stats/split", &nr))
		die("cannot read " LARGE "/stats/split");
	return nr;
}

static void test(const char *name)
{
	uint64_t out = vmstat("pswpout"), split = splits();
	struct shmem shmem;
	size_t wrong;

	fill(&shmem);
	counters_restart();
	if (madvise(shmem.start, SIZE, MADV_PAGEOUT))
		die("MADV_PAGEOUT: %s", strerror(errno));
	out = vmstat("pswpout") - out;
	split = splits() - split;
	wrong = wrong_pages(&shmem);
	result(out == shmem.pages && !wrong &&
	       !counter("dirty_folios"), name,
	       "%" PRIu64 " of %zu pages written, %" PRIu64 " of %" PRIu64 " folios split, %" PRIu64 " waited, %zu pages wrong",
	       out, shmem.pages, split, SIZE / FOLIO, counter("dirty_folios"),
	       wrong);
	release(&shmem);
}

static void end_swap(void *what)
{
	(void)what;
	swapoff(DISK);
}

static void test_disk(const void *what)
{
	static struct setting rotational;

	cleanup_init();
	lru_select("classic");
	have_large_folios();
	if (setting_change(&rotational, ROTATIONAL, what))
		die("cannot write %s to " ROTATIONAL, (const char *)what);
	cleanup_push(end_swap, NULL);
	if (swapon(DISK, 0))
		die("cannot swap to " DISK ": %s", strerror(errno));
	test(strcmp(what, "0") ? "rotational disk" : "disk of one access time");
}

static void test_zram(const void *what)
{
	(void)what;
	cleanup_init();
	lru_select("mglru");
	have_large_folios();
	swap_on(SWAP_ZRAM, 2 * SIZE);
	test("zram");
}

int main(void)
{
	enum { HANG_S = 60 };
	bool right;

	dirty_require();
	if (access(LARGE "/shmem_enabled", F_OK))
		skip("no " LARGE "/shmem_enabled: needs large shmem folios");
	if (access(DISK, F_OK))
		skip("no swap disk " DISK);
	right = !in_child(test_zram, NULL, HANG_S);
	right &= !in_child(test_disk, "0", HANG_S);
	right &= !in_child(test_disk, "1", HANG_S);
	return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
