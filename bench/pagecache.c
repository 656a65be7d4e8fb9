// SPDX-License-Identifier: GPL-2.0-only
/*
 * A file in the page cache as folios of exactly one size, at no cost in disk
 * space: the file is one hole, and reading a hole fills folios with zeroes.
 *
 * How read-ahead comes to the wanted size (mm/readahead.c, 6.12 to 7.3):
 *
 * - page_cache_ra_order() makes the folio no larger than the read-ahead window,
 *   and the window no larger than the file's ra_pages. With ra_pages and each
 *   read() equal to the folio size, a window is one folio.
 * - The first window of a stream starts small, and each later one may grow by
 *   two orders only. So the file begins with a lead that takes these steps and
 *   is dropped again before anything is measured.
 * - 6.12 makes single pages of a window below four: folios of two pages cannot
 *   be had there. Single pages come from POSIX_FADV_RANDOM, which turns
 *   page_cache_ra_order() off.
 *
 * ra_pages is copied from the device to the open file by open(), so the
 * device's setting changes for the length of one system call only.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "pagecache.h"
#include "say.h"
#include "settings.h"

/* Windows that the lead gives read-ahead to reach its full folio size. */
#define LEAD_FOLIOS	16

/* Read size for single pages: only the number of system calls depends on it. */
#define PAGE_READ	(UINT64_C(64) << 10)

#define PROGRESS_SECONDS 5

/*
 * The device's read-ahead setting: a file system on a whole disk or with a
 * device of its own has it below class/bdi, one on a partition on its disk.
 */
static void read_ahead_path(int fd, char path[PATH_MAX])
{
	struct stat st;

	if (fstat(fd, &st))
		die("cannot stat the benchmark file: %s", strerror(errno));
	snprintf(path, PATH_MAX, "/sys/class/bdi/%u:%u/read_ahead_kb",
		 major(st.st_dev), minor(st.st_dev));
	if (!access(path, F_OK))
		return;
	snprintf(path, PATH_MAX, "/sys/dev/block/%u:%u/../bdi/read_ahead_kb",
		 major(st.st_dev), minor(st.st_dev));
}

static bool single_pages(uint64_t folio)
{
	return folio == (uint64_t)sysconf(_SC_PAGESIZE);
}

static int reopen(int fd)
{
	char path[32];
	int again;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	again = open(path, O_RDONLY | O_CLOEXEC);
	if (again < 0)
		die("cannot reopen the benchmark file: %s", strerror(errno));
	return again;
}

/* Open @fd's file once more, with a read-ahead window of @bytes. */
static int reopen_with_window(int fd, uint64_t bytes)
{
	static struct setting read_ahead;
	char path[PATH_MAX], kib[32];
	int again, error;

	read_ahead_path(fd, path);
	snprintf(kib, sizeof(kib), "%" PRIu64, bytes / 1024);
	error = setting_change(&read_ahead, path, kib);
	if (error)
		die("cannot set %s, which sizes the folios: %s; use --dir on a file system on a block device",
		    path, strerror(-error));
	again = reopen(fd);
	setting_restore();
	return again;
}

static int reopen_for_pages(int fd)
{
	int again = reopen(fd);
	int error = posix_fadvise(again, 0, 0, POSIX_FADV_RANDOM);

	if (error)
		die("cannot turn read-ahead off for the benchmark file: %s",
		    strerror(error));
	return again;
}

static int create_unnamed(const char *dir, uint64_t bytes)
{
	int fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	if (fd < 0)
		die("cannot create a file in %s: %s; give --dir a writable directory on XFS",
		    dir, strerror(errno));
	if (ftruncate(fd, bytes))
		die("cannot make a sparse file of %" PRIu64 " MiB in %s: %s",
		    bytes >> 20, dir, strerror(errno));
	return fd;
}

/**
 * hole_open() - create the file, still out of the page cache
 * @hole: receives the descriptors
 * @dir: where; the file has no name there and goes with its last descriptor
 * @bytes: size to use, a multiple of @folio
 * @folio: a page, or a power of two from four pages to MAX_FOLIO
 */
void hole_open(struct hole *hole, const char *dir, uint64_t bytes,
	       uint64_t folio)
{
	uint64_t lead = LEAD_FOLIOS * folio;
	int fd;

	if (lead % MAP_ALIGN)
		lead += MAP_ALIGN - lead % MAP_ALIGN;
	fd = create_unnamed(dir, lead + bytes);
	*hole = (struct hole){
		.fd = single_pages(folio) ? reopen_for_pages(fd) :
					    reopen_with_window(fd, folio),
		.map_fd = fd,
		.lead = lead,
		.bytes = bytes,
		.folio = folio,
	};
}

/* A line every few seconds, for the sizes and machines that take that long. */
static void report_fill(uint64_t done, uint64_t all)
{
	static time_t last;
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!last || !done)
		last = now.tv_sec;
	if (now.tv_sec - last < PROGRESS_SECONDS)
		return;
	last = now.tv_sec;
	progress("filled %" PRIu64 " of %" PRIu64 " MiB", done >> 20,
		 all >> 20);
}

/**
 * hole_fill() - read the whole file once and drop the lead
 * @hole: as opened
 *
 * Each folio is read by one system call, which marks it accessed once and so
 * leaves it inactive. Dropping the lead also drains this CPU's batches of
 * folios to the LRU lists (generic_fadvise() in mm/fadvise.c); the caller stays
 * on one CPU, so no other holds any.
 */
void hole_fill(const struct hole *hole)
{
	uint64_t step = single_pages(hole->folio) ? PAGE_READ : hole->folio;
	uint64_t end = hole->lead + hole->bytes, at;
	char *buffer;
	ssize_t n;

	buffer = malloc(step);
	if (!buffer)
		die("no memory for a read of %" PRIu64 " KiB", step >> 10);
	for (at = 0; at < end; at += n) {
		n = pread(hole->fd, buffer, step, at);
		if (n <= 0)
			die("cannot read the benchmark file: %s",
			    n ? strerror(errno) : "unexpected end");
		report_fill(at, end);
	}
	free(buffer);
	posix_fadvise(hole->fd, 0, hole->lead, POSIX_FADV_DONTNEED);
}

/**
 * hole_map() - map the used part read-only and shared, and touch each page
 * @hole: as filled
 *
 * Half a PMD is a multiple of every contiguous block (arch/arm64/Kconfig,
 * ARM64_CONT_PTE_SHIFT), so a mapping that is off by that has all of its blocks
 * and none of its PMDs.
 *
 * No advice is given: MADV_RANDOM or MADV_SEQUENTIAL would make reclaim ignore
 * the accesses (vma_has_recency()).
 *
 * Return: the first address.
 */
void *hole_map(const struct hole *hole)
{
	size_t page = sysconf(_SC_PAGESIZE);
	/* A page full of eight-byte entries. */
	size_t pmd = page * (page / sizeof(uint64_t));
	size_t align = hole->by_ptes ? pmd : MAP_ALIGN;
	size_t off = hole->by_ptes ? pmd / 2 : 0;
	char *reserved, *start;
	uint64_t at;

	reserved = mmap(NULL, hole->bytes + align + off, PROT_NONE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (reserved == MAP_FAILED)
		die("no address space for %" PRIu64 " MiB: %s",
		    hole->bytes >> 20, strerror(errno));
	start = reserved + (-(uintptr_t)reserved & (align - 1)) + off;
	start = mmap(start, hole->bytes, PROT_READ, MAP_SHARED | MAP_FIXED,
		     hole->map_fd, hole->lead);
	if (start == MAP_FAILED)
		die("cannot map the benchmark file: %s", strerror(errno));
	for (at = 0; at < hole->bytes; at += page)
		(void)*(volatile char *)(start + at);
	return start;
}

void hole_close(struct hole *hole)
{
	close(hole->fd);
	close(hole->map_fd);
}
