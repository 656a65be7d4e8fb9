// SPDX-License-Identifier: GPL-2.0-only
/*
 * The folios behind a mapped range, from /proc/PID/pagemap and
 * /proc/kpageflags. Bits and layout: Documentation/admin-guide/mm/pagemap.rst
 * and include/uapi/linux/kernel-page-flags.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "folios.h"
#include "say.h"

#define PM_PFN(entry)	((entry) & ((UINT64_C(1) << 55) - 1))
#define PM_PRESENT	(UINT64_C(1) << 63)
#define PM_SWAP		(UINT64_C(1) << 62)

#define KPF_LRU			(UINT64_C(1) << 5)
#define KPF_COMPOUND_HEAD	(UINT64_C(1) << 15)
#define KPF_COMPOUND_TAIL	(UINT64_C(1) << 16)

/* Look-ups go through this many entries at a time: 64 KiB of either file. */
#define WINDOW 8192

static struct folio folio_find(const struct folio_source *source, uint64_t pfn)
{
	struct folio folio = { .head = pfn, .pages = 1 };
	uint64_t max = UINT64_C(1) << (FOLIO_ORDERS - 1);
	uint64_t flags = source->flags(source->context, pfn);

	while (flags & KPF_COMPOUND_TAIL && pfn - folio.head < max)
		flags = source->flags(source->context, --folio.head);
	folio.on_lru = flags & KPF_LRU;
	if (flags & KPF_COMPOUND_HEAD)
		while (folio.pages < max &&
		       source->flags(source->context,
				     folio.head + folio.pages) &
			       KPF_COMPOUND_TAIL)
			folio.pages++;
	return folio;
}

static bool folio_has(const struct folio *folio, uint64_t pfn)
{
	return pfn >= folio->head && pfn - folio->head < folio->pages;
}

static void count_folio(struct folio_map *map, const struct folio *folio)
{
	map->folios[63 - __builtin_clzll(folio->pages)]++;
	if (!folio->on_lru)
		map->off_lru++;
}

/*
 * arm64 folds a block when the block's virtual and physical addresses are both
 * aligned to its size and one folio fills it (contpte_set_ptes() and
 * contpte_try_fold() in arch/arm64/mm/contpte.c). @first begins a block by its
 * virtual address, and is in @folio.
 */
static bool block_folds(const uint64_t *first, unsigned int cont_pages,
			const struct folio *folio)
{
	uint64_t pfn = PM_PFN(*first);
	unsigned int i;

	if (pfn % cont_pages || !folio_has(folio, pfn + cont_pages - 1))
		return false;
	for (i = 0; i < cont_pages; i++)
		if (!(first[i] & PM_PRESENT) || PM_PFN(first[i]) != pfn + i)
			return false;
	return true;
}

/**
 * folios_add() - count the folios of a piece of a mapped range
 * @map: counted up
 * @source: where to look page frames up
 * @vpn: virtual page number of the first page
 * @pagemap: pagemap entries of the piece
 * @nr: how many
 *
 * A piece must not end inside a contiguous block: neither piece would count it.
 * A folio is counted with its full size even if only a part of it is mapped.
 */
void folios_add(struct folio_map *map, const struct folio_source *source,
		uint64_t vpn, const uint64_t *pagemap, size_t nr)
{
	unsigned int cont = source->cont_pages;
	size_t i;

	map->pages += nr;
	for (i = 0; i < nr; i++) {
		if (!(pagemap[i] & PM_PRESENT)) {
			map->swapped += !!(pagemap[i] & PM_SWAP);
			continue;
		}
		map->present++;
		if (!folio_has(&map->last, PM_PFN(pagemap[i]))) {
			map->last = folio_find(source, PM_PFN(pagemap[i]));
			count_folio(map, &map->last);
		}
		if (cont && !((vpn + i) % cont) && nr - i >= cont &&
		    block_folds(&pagemap[i], cont, &map->last))
			map->contpte += cont;
	}
}

/* /proc/kpageflags seen through a window that moves with the look-ups. */
struct flags_window {
	int fd;
	uint64_t first;
	size_t nr;
	uint64_t flags[WINDOW];
};

/* Page frames beyond the file are holes of the machine: no flags at all. */
static uint64_t window_flags(void *context, uint64_t pfn)
{
	struct flags_window *window = context;
	ssize_t n;

	if (pfn - window->first >= WINDOW || !window->nr) {
		window->first = pfn - pfn % WINDOW;
		n = pread(window->fd, window->flags, sizeof(window->flags),
			  window->first * sizeof(window->flags[0]));
		if (n < 0)
			die("cannot read /proc/kpageflags: %s",
			    strerror(errno));
		window->nr = n / sizeof(window->flags[0]);
	}
	return pfn - window->first < window->nr ?
		       window->flags[pfn - window->first] : 0;
}

static void read_pagemap(int fd, uint64_t vpn, uint64_t *pagemap, size_t nr)
{
	size_t bytes = nr * sizeof(*pagemap), done = 0;
	ssize_t n;

	while (done < bytes) {
		n = pread(fd, (char *)pagemap + done, bytes - done,
			  vpn * sizeof(*pagemap) + done);
		if (n <= 0)
			die("cannot read the child's pagemap: %s",
			    n ? strerror(errno) : "unexpected end");
		done += n;
	}
}

static int open_or_die(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		die("cannot open %s: %s; the kernel needs CONFIG_PROC_PAGE_MONITOR",
		    path, strerror(errno));
	return fd;
}

/**
 * folios_of_process() - count the folios of a range of another process
 * @map: receives the counts
 * @pid: the process, stopped or asleep
 * @start: first address, page-aligned
 * @bytes: size of the range
 *
 * Needs CAP_SYS_ADMIN: without it pagemap shows no page frame numbers.
 */
void folios_of_process(struct folio_map *map, pid_t pid, uint64_t start,
		       uint64_t bytes)
{
	static struct flags_window window;
	static uint64_t pagemap[WINDOW];
	size_t page = sysconf(_SC_PAGESIZE);
	uint64_t vpn = start / page, end = vpn + bytes / page;
	struct folio_source source = {
		.flags = window_flags,
		.context = &window,
		.cont_pages = folios_cont_pages(page),
	};
	char path[32];
	size_t nr;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/pagemap", pid);
	fd = open_or_die(path);
	window.fd = open_or_die("/proc/kpageflags");
	/* What was read of an earlier process' frames is stale. */
	window.nr = 0;
	memset(map, 0, sizeof(*map));
	for (; vpn < end; vpn += nr) {
		/* A piece that ends at a multiple of its size cuts no block. */
		nr = WINDOW - vpn % WINDOW;
		if (nr > end - vpn)
			nr = end - vpn;
		read_pagemap(fd, vpn, pagemap, nr);
		folios_add(map, &source, vpn, pagemap, nr);
	}
	close(window.fd);
	close(fd);
}

/**
 * folios_cont_pages() - pages in one of arm64's contiguous blocks of PTEs
 * @page_size: base page size in bytes
 *
 * ARM64_CONT_PTE_SHIFT in arch/arm64/Kconfig: 64K, 2M and 2M for pages of 4K, 16K
 * and 64K. Other architectures have none that Linux uses for page tables
 * shared with the page cache.
 *
 * Return: the number of pages, or 0 for a machine without such blocks.
 */
unsigned int folios_cont_pages(size_t page_size)
{
#ifdef __aarch64__
	switch (page_size) {
	case 4096:
		return 16;
	case 16384:
		return 128;
	case 65536:
		return 32;
	}
#endif
	(void)page_size;
	return 0;
}
