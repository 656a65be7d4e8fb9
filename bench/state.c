// SPDX-License-Identifier: GPL-2.0-only
/*
 * The proof of what a run measured: folio sizes, contiguous and PMD mappings,
 * and the settings of the machine that change the cost of reclaim.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lru.h"
#include "say.h"
#include "state.h"
#include "text.h"

#define THP_ENABLED "/sys/kernel/mm/transparent_hugepage/enabled"

static uint64_t order_bytes(unsigned int order, size_t page_size)
{
	return (uint64_t)page_size << order;
}

/* Is every page of the range mapped, in folios of @folio bytes only? */
bool state_uniform(const struct folio_map *map, size_t page_size,
		   uint64_t folio)
{
	unsigned int order;

	if (map->present != map->pages)
		return false;
	for (order = 0; order < FOLIO_ORDERS; order++)
		if (map->folios[order] &&
		    order_bytes(order, page_size) != folio)
			return false;
	return true;
}

/* The histogram in words, for people. */
const char *state_histogram(const struct folio_map *map, size_t page_size,
			    char text[HISTOGRAM_TEXT])
{
	unsigned int order;
	size_t used = 0;

	snprintf(text, HISTOGRAM_TEXT, "none");
	for (order = 0; order < FOLIO_ORDERS; order++) {
		if (!map->folios[order] || used >= HISTOGRAM_TEXT)
			continue;
		used += snprintf(text + used, HISTOGRAM_TEXT - used,
				 "%s%" PRIu64 " KiB: %" PRIu64,
				 used ? ", " : "",
				 order_bytes(order, page_size) / 1024,
				 map->folios[order]);
	}
	return text;
}

/* The histogram as "folio_kib" of a record: size in KiB to number. */
json_t *state_folio_kib(const struct folio_map *map, size_t page_size)
{
	json_t *histogram = json_object();
	unsigned int order;
	char kib[24];

	for (order = 0; order < FOLIO_ORDERS; order++) {
		if (!map->folios[order])
			continue;
		snprintf(kib, sizeof(kib), "%" PRIu64,
			 order_bytes(order, page_size) / 1024);
		json_object_set_new(histogram, kib,
				    json_integer(map->folios[order]));
	}
	return histogram;
}

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

/**
 * state_contpte_pct() - share of the range mapped by contiguous PTEs
 * @map: the range
 * @pmd_pages: pages of it mapped by PMDs, which need no PTEs
 *
 * What the layout lets the kernel fold, so it holds for a kernel with
 * CONFIG_ARM64_CONTPTE. A PMD-mapped folio fills its blocks, so its pages are
 * among the foldable ones and are taken off again.
 *
 * Return: per cent, or null on a machine without contiguous blocks.
 */
json_t *state_contpte_pct(const struct folio_map *map, uint64_t pmd_pages)
{
	if (!folios_cont_pages(sysconf(_SC_PAGESIZE)))
		return json_null();
	return json_real(map->contpte < pmd_pages ? 0 :
			 percent(map->contpte - pmd_pages, map->pages));
}

/*
 * pagemap does not tell a PMD mapping from PTEs. The subject has no other memory
 * of the kind that is large enough to have one, so the sum over its mappings,
 * which @field of smaps names, is that of the range.
 */
static uint64_t pmd_mapped_bytes(pid_t pid, const char *field)
{
	char path[40], text[4096], *line;
	uint64_t kib = 0;

	snprintf(path, sizeof(path), "/proc/%d/smaps_rollup", pid);
	if (text_read(path, text, sizeof(text)) < 0)
		return 0;
	line = strstr(text, field);
	if (line)
		sscanf(line + strlen(field), "%" SCNu64, &kib);
	return kib * 1024;
}

/* Names and sizes of the swap areas, "none" without any. */
static json_t *swap_areas(void)
{
	char line[256], name[128], kind[32], areas[512] = "";
	FILE *file = fopen("/proc/swaps", "r");
	unsigned long kib;
	size_t used = 0;

	while (file && fgets(line, sizeof(line), file) &&
	       used < sizeof(areas)) {
		if (sscanf(line, "%127s %31s %lu", name, kind, &kib) != 3)
			continue;
		used += snprintf(areas + used, sizeof(areas) - used,
				 "%s%s %lu KiB", used ? ", " : "", name, kib);
	}
	if (file)
		fclose(file);
	return json_string(used ? areas : "none");
}

/* The chosen one of "always [madvise] never". */
static json_t *thp_mode(void)
{
	char text[128], *open, *close;

	if (text_read(THP_ENABLED, text, sizeof(text)) < 0)
		return json_string("none");
	open = strchr(text, '[');
	close = open ? strchr(open, ']') : NULL;
	if (!close)
		return json_string(text);
	return json_stringn(open + 1, close - open - 1);
}

/* Type of the file system that holds @dir, by its mount's number. */
static json_t *file_system(const char *dir)
{
	char line[1024], type[64];
	json_t *name = NULL;
	struct statx stx;
	FILE *mounts;
	char *dash;

	if (statx(AT_FDCWD, dir, 0, STATX_MNT_ID, &stx))
		return json_null();
	mounts = fopen("/proc/self/mountinfo", "r");
	while (mounts && !name && fgets(line, sizeof(line), mounts)) {
		dash = strstr(line, " - ");
		if (strtoull(line, NULL, 10) == stx.stx_mnt_id && dash &&
		    sscanf(dash, " - %63s", type) == 1)
			name = json_string(type);
	}
	if (mounts)
		fclose(mounts);
	return name ? name : json_null();
}

/* Why a range is not what was asked for, and what to do about it. */
static void reject(const struct folio_map *map, size_t page, uint64_t folio,
		   const char *dir)
{
	char text[HISTOGRAM_TEXT];

	state_histogram(map, page, text);
	if (folio != page && state_uniform(map, page, page))
		die("the file system of %s makes no large folios: wanted %" PRIu64 " KiB, got %s; use --dir on XFS",
		    dir, folio >> 10, text);
	if (map->present != map->pages)
		die("%" PRIu64 " of %" PRIu64 " pages are no longer mapped (folios: %s); use a smaller --map or more memory",
		    map->pages - map->present, map->pages, text);
	die("wanted folios of %" PRIu64 " KiB only, got %s; memory is fragmented or short: use a smaller --map, or free memory by echo 3 > /proc/sys/vm/drop_caches and echo 1 > /proc/sys/vm/compact_memory",
	    folio >> 10, text);
}

/*
 * Does a mapping that was to be by PTEs only have no PMDs, and every contiguous
 * block its folios are large enough for?
 */
bool state_by_ptes(const struct folio_map *map, uint64_t pmd_bytes,
		   uint64_t folio_pages, unsigned int cont_pages)
{
	if (pmd_bytes)
		return false;
	if (!cont_pages || folio_pages < cont_pages)
		return true;
	return map->contpte == map->pages;
}

/* The object, for a range that is what was asked for. */
static json_t *state_json(const struct folio_map *map, uint64_t pmd,
			  json_t *fs)
{
	size_t page = sysconf(_SC_PAGESIZE);

	if (map->off_lru)
		die("%" PRIu64 " folios are not on the LRU lists yet; another program keeps them busy: stop it and try again",
		    map->off_lru);
	return json_pack("{s:o, s:o, s:f, s:s, s:o, s:o, s:o}",
		"folio_kib", state_folio_kib(map, page),
		"contpte_pct", state_contpte_pct(map, pmd / page),
		"pmd_pct", percent(pmd, map->pages * page),
		"lru", lru_now(),
		"swap", swap_areas(),
		"thp", thp_mode(),
		"fs", fs);
}

/**
 * state_prove() - check that a mapping is what was asked for
 * @subject: the process that holds it
 * @hole: what was asked for
 * @dir: directory of the file
 *
 * Return: the "state" object of a record; a run in another state has ended.
 */
json_t *state_prove(const struct subject *subject, const struct hole *hole,
		    const char *dir)
{
	size_t page = sysconf(_SC_PAGESIZE);
	uint64_t pmd = pmd_mapped_bytes(subject->pid, "FilePmdMapped:");
	struct folio_map map;

	folios_of_process(&map, subject->pid, subject->start, hole->bytes);
	if (!state_uniform(&map, page, hole->folio))
		reject(&map, page, hole->folio, dir);
	if (hole->by_ptes && !state_by_ptes(&map, pmd, hole->folio / page,
					    folios_cont_pages(page)))
		die("--mapping pte was not had: %" PRIu64 " MiB are mapped by PMDs, %" PRIu64 " of %" PRIu64 " pages in contiguous blocks; report this kernel",
		    pmd >> 20, map.contpte, map.pages);
	return state_json(&map, pmd, file_system(dir));
}

/**
 * state_prove_anon() - check that anonymous memory is what was asked for
 * @subject: the process that holds it
 * @bytes: its size
 * @folio: size of each folio
 *
 * Return: as state_prove().
 */
json_t *state_prove_anon(const struct subject *subject, uint64_t bytes,
			 uint64_t folio)
{
	size_t page = sysconf(_SC_PAGESIZE);
	char text[HISTOGRAM_TEXT];
	struct folio_map map;

	folios_of_process(&map, subject->pid, subject->start, bytes);
	if (!state_uniform(&map, page, folio))
		die("wanted %" PRIu64 " pages in folios of %" PRIu64 " KiB only, got %" PRIu64 " (folios: %s); memory is fragmented or short: use a smaller --size, or free memory by echo 3 > /proc/sys/vm/drop_caches and echo 1 > /proc/sys/vm/compact_memory",
		    map.pages, folio >> 10, map.present,
		    state_histogram(&map, page, text));
	return state_json(&map,
			  pmd_mapped_bytes(subject->pid, "AnonHugePages:"),
			  json_null());
}

/* The "state" of a run whose mappings come and go: nothing of them is proved. */
json_t *state_unmapped(void)
{
	return json_pack("{s:{}, s:n, s:n, s:s, s:o, s:o, s:n}",
		"folio_kib", "contpte_pct", "pmd_pct",
		"lru", lru_now(),
		"swap", swap_areas(),
		"thp", thp_mode(),
		"fs");
}
