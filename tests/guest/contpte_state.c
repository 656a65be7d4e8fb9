// SPDX-License-Identifier: GPL-2.0-only
/*
 * Does the benchmark's proof of contiguous mappings tell the truth?
 *
 * For mappings that fold, cannot fold and have been broken up, the number of
 * pages that bench/folios.c works out from pagemap must equal the number of
 * PTEs with the contiguous bit that the module ptedump reads from the page
 * table. Usage: contpte_state [DIR on XFS]. TAP; exit 4 when it cannot run.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cleanup.h"
#include "folios.h"
#include "pagecache.h"
#include "text.h"

#define MODULE		"/tests/ptedump.ko"
#define DUMP		"/sys/kernel/debug/ptedump"
#define MAP_BYTES	(UINT64_C(16) << 20)
#define EXIT_SKIP	4

struct raw {
	uint64_t pte;
	uint64_t cont;
	uint64_t pmd;
};

static int test, failed;

static void skip(const char *why)
{
	printf("1..0 # SKIP %s: %s\n", why, strerror(errno));
	exit(EXIT_SKIP);
}

static void load_module(void)
{
	int fd = open(MODULE, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		skip("no " MODULE);
	if (syscall(SYS_finit_module, fd, "", 0) && errno != EEXIST)
		skip("cannot load " MODULE);
	close(fd);
}

static struct raw read_raw(const void *start, uint64_t bytes)
{
	struct raw raw = { 0 };
	char text[80];

	snprintf(text, sizeof(text), "%d %#" PRIx64 " %" PRIu64, getpid(),
		 (uint64_t)(uintptr_t)start, bytes);
	if (text_write(DUMP, text) ||
	    text_read(DUMP, text, sizeof(text)) < 0 ||
	    sscanf(text, "pte %" SCNu64 " cont %" SCNu64 " pmd %" SCNu64,
		   &raw.pte, &raw.cont, &raw.pmd) != 3) {
		printf("Bail out! cannot use %s\n", DUMP);
		exit(EXIT_FAILURE);
	}
	return raw;
}

/*
 * One TAP line: the range holds @cont pages under contiguous PTEs and @pmd PMD
 * mappings in truth, and the computed number follows from it.
 */
static void check(const char *what, const void *start, uint64_t bytes,
		  uint64_t cont, uint64_t pmd)
{
	uint64_t pmd_pages = MAP_ALIGN / sysconf(_SC_PAGESIZE);
	struct raw raw = read_raw(start, bytes);
	struct folio_map map;
	uint64_t computed;
	bool ok;

	folios_of_process(&map, getpid(), (uintptr_t)start, bytes);
	computed = map.contpte - raw.pmd * pmd_pages;
	ok = computed == raw.cont && raw.cont == cont && raw.pmd == pmd &&
	     map.present == raw.pte + raw.pmd * pmd_pages;
	printf("%sok %d - %s # want %" PRIu64 ", raw %" PRIu64 ", computed %" PRIu64 ", pmd %" PRIu64 "\n",
	       ok ? "" : "not ", ++test, what, cont, raw.cont, computed,
	       raw.pmd);
	failed += !ok;
}

static char *map_filled(struct hole *hole, const char *dir, uint64_t folio)
{
	hole_open(hole, dir, MAP_BYTES, folio);
	hole_fill(hole);
	return hole_map(hole);
}

static void unmap(struct hole *hole, char *start)
{
	munmap(start, MAP_BYTES);
	hole_close(hole);
}

static void test_size(const char *what, const char *dir, uint64_t folio,
		      uint64_t cont, uint64_t pmd)
{
	struct hole hole;
	char *start = map_filled(&hole, dir, folio);

	check(what, start, MAP_BYTES, cont, pmd);
	unmap(&hole, start);
}

/* One page gone: its block unfolds, every other block stays. */
static void test_punched(const char *dir)
{
	size_t page = sysconf(_SC_PAGESIZE);
	unsigned int block = folios_cont_pages(page);
	struct hole hole;
	char *start = map_filled(&hole, dir, block * page);

	munmap(start + (block + 3) * page, page);
	check("a block with one page unmapped", start, MAP_BYTES,
	      MAP_BYTES / page - block, 0);
	unmap(&hole, start);
}

/* The right folios at addresses that are off by one page. */
static void test_misaligned(const char *dir)
{
	size_t page = sysconf(_SC_PAGESIZE);
	uint64_t bytes = MAP_BYTES - MAP_ALIGN, at;
	struct hole hole;
	char *start = map_filled(&hole, dir, folios_cont_pages(page) * page);
	char *off;

	off = mmap(start + page, bytes, PROT_READ, MAP_SHARED | MAP_FIXED,
		   hole.map_fd, hole.lead);
	for (at = 0; at < bytes; at += page)
		(void)*(volatile char *)(off + at);
	check("addresses off by one page", off, bytes, 0, 0);
	unmap(&hole, start);
}

int main(int argc, char **argv)
{
	const char *dir = argc > 1 ? argv[1] : "/mnt";
	uint64_t page = sysconf(_SC_PAGESIZE);
	uint64_t block = folios_cont_pages(page) * page;

	setvbuf(stdout, NULL, _IOLBF, 0);
	cleanup_init();
	load_module();
	test_size("folios of one page", dir, page, 0, 0);
	test_size("folios of a quarter block", dir, block / 4, 0, 0);
	test_size("folios of one block", dir, block, MAP_BYTES / page, 0);
	if (block < MAX_FOLIO) {
		test_size("folios of four blocks", dir, 4 * block,
			  MAP_BYTES / page, 0);
		test_size("folios that PMDs map", dir, MAX_FOLIO, 0,
			  MAP_BYTES / MAX_FOLIO);
	}
	test_punched(dir);
	test_misaligned(dir);
	printf("1..%d\n", test);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
