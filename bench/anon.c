// SPDX-License-Identifier: GPL-2.0-only
/* Private anonymous memory with contents worth compressing. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "anon.h"
#include "pagecache.h"
#include "say.h"

/* A page's words that are noise, one in so many: a typical ratio of zram. */
#define NOISE_SHARE 4

static uint64_t next_noise(uint64_t noise)
{
	noise ^= noise << 13;
	noise ^= noise >> 7;
	noise ^= noise << 17;
	return noise;
}

/**
 * anon_fill_page() - the contents of one page
 * @words: the page
 * @nr: its words
 * @page: its number, which alone decides the contents: equal in every run
 *
 * zram keeps a page of one repeated word, zeroes above all, without compressing
 * it, and swapping a page of nothing but noise costs more than usual. A quarter
 * of noise and a run of one value is neither.
 */
void anon_fill_page(uint64_t *words, size_t nr, uint64_t page)
{
	uint64_t noise = page * UINT64_C(0x9e3779b97f4a7c15) + 1;
	size_t i;

	for (i = 0; i < nr / NOISE_SHARE; i++) {
		noise = next_noise(noise);
		words[i] = noise;
	}
	for (; i < nr; i++)
		words[i] = page;
}

/* Write every page once. */
void anon_fill(void *start, uint64_t bytes)
{
	size_t nr = sysconf(_SC_PAGESIZE) / sizeof(uint64_t);
	uint64_t *words = start;
	uint64_t page;

	for (page = 0; page < bytes / sizeof(*words) / nr; page++)
		anon_fill_page(words + page * nr, nr, page);
}

/**
 * anon_map() - reserve memory in which every folio and PMD mapping can form
 * @bytes: size
 *
 * Not charged ahead: --size may be larger than memory and swap allow to commit.
 *
 * Return: the first address, a multiple of MAP_ALIGN.
 */
void *anon_map(uint64_t bytes)
{
	char *reserved, *start;

	reserved = mmap(NULL, bytes + MAP_ALIGN, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (reserved == MAP_FAILED)
		die("no address space for %" PRIu64 " MiB: %s", bytes >> 20,
		    strerror(errno));
	start = reserved + (-(uintptr_t)reserved & (MAP_ALIGN - 1));
	if (start > reserved)
		munmap(reserved, start - reserved);
	munmap(start + bytes, reserved + MAP_ALIGN - start);
	return start;
}

/**
 * anon_drain() - move new folios from this CPU's batches to the LRU lists
 *
 * madvise_cold() in mm/madvise.c begins with lru_add_drain(), whatever the range
 * holds; this one holds no page.
 */
void anon_drain(void)
{
	size_t page = sysconf(_SC_PAGESIZE);
	void *nothing = mmap(NULL, page, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (nothing == MAP_FAILED || madvise(nothing, page, MADV_COLD))
		die("cannot drain the LRU batches by MADV_COLD: %s",
		    strerror(errno));
	munmap(nothing, page);
}
