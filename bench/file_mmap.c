// SPDX-License-Identifier: GPL-2.0-only
/*
 * file-mmap: reclaim clean page cache that is mapped and has been accessed.
 *
 * A child fills the page cache with folios of one size, maps them read-only
 * and touches each page. The parent proves that state and then measures one
 * write to memory.reclaim. Each repetition starts from an empty page cache.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cpu.h"
#include "lru.h"
#include "machine.h"
#include "measure.h"
#include "memcg.h"
#include "mode.h"
#include "options.h"
#include "pagecache.h"
#include "prepare.h"
#include "reclaim.h"
#include "record.h"
#include "say.h"
#include "size.h"
#include "state.h"
#include "subject.h"

#define MAPPING_ALIGNED "aligned"
#define MAPPING_PTE "pte"

struct params {
	const char *dir;
	const char *lru;
	const char *mapping;
	uint64_t map;
	uint64_t reclaim;
	uint64_t folio;
	uint64_t reps;
};

static const char *const mappings[] = { MAPPING_ALIGNED, MAPPING_PTE, NULL };

static const struct mode_option options[] = {
	OPTION_TEXT("dir", struct params, dir),
	OPTION_SIZE("folio", struct params, folio),
	OPTION_LRU(struct params, lru),
	OPTION_SIZE("map", struct params, map),
	OPTION_CHOICE("mapping", struct params, mapping, mappings),
	OPTION_SIZE("reclaim", struct params, reclaim),
	OPTION_COUNT("reps", struct params, reps, MAX_REPS),
	{ 0 },
};

static void check_folio(uint64_t folio)
{
	uint64_t page = sysconf(_SC_PAGESIZE);
	char text[SIZE_TEXT];

	size_format(text, folio);
	if (folio < page || folio > MAX_FOLIO || folio & (folio - 1))
		usage_error("--folio %s is no power of two from %" PRIu64 "K to %" PRIu64 "K",
			    text, page >> 10, MAX_FOLIO >> 10);
	if (folio == 2 * page)
		usage_error("--folio %s is impossible: 6.12's read-ahead makes single pages or at least four",
			    text);
}

static void check_params(const struct params *params)
{
	uint64_t page = sysconf(_SC_PAGESIZE);
	char text[SIZE_TEXT], folio[SIZE_TEXT];

	if (!params->dir)
		usage_error("--dir is missing: a directory on XFS");
	check_folio(params->folio);
	if (!params->map || params->map % params->folio)
		usage_error("--map %s is no multiple of the folio size %s",
			    size_format(text, params->map),
			    size_format(folio, params->folio));
	if (!params->reclaim || params->reclaim % page)
		usage_error("--reclaim %s is no multiple of the page size",
			    size_format(text, params->reclaim));
	if (params->reclaim > params->map)
		usage_error("--reclaim is larger than --map");
}

static void *build_mapping(const void *argument)
{
	const struct hole *hole = argument;

	hole_fill(hole);
	return hole_map(hole);
}

static json_t *params_json(const struct params *params)
{
	return json_pack("{s:I, s:I, s:I, s:s, s:s, s:I}",
		"map", (json_int_t)params->map,
		"reclaim", (json_int_t)params->reclaim,
		"folio", (json_int_t)params->folio,
		"mapping", params->mapping,
		"lru", lru_now(),
		"reps", (json_int_t)params->reps);
}

static void run_once(const struct params *params, unsigned int rep)
{
	struct record record = {
		.bench = file_mmap_mode.name,
		.params = params_json(params),
		.asked = params->reclaim,
		.rep = rep,
	};
	/* Cleanup may use it after this function was left by a signal. */
	static struct subject subject;
	struct hole hole;

	progress("run %u of %" PRIu64 ": filling and mapping %" PRIu64 " MiB in folios of %" PRIu64 " KiB",
		 rep, params->reps, params->map >> 20, params->folio >> 10);
	hole_open(&hole, params->dir, params->map, params->folio);
	hole.by_ptes = !strcmp(params->mapping, MAPPING_PTE);
	subject_start(&subject,
		      (struct work){ .build = build_mapping, .what = &hole });
	/* The file must go with the child. */
	hole_close(&hole);
	record.state = state_prove(&subject, &hole, params->dir);
	progress("run %u: reclaiming %" PRIu64 " MiB", rep,
		 params->reclaim >> 20);
	record.error = reclaim_bytes(&subject.memcg, params->reclaim,
				     &record.measured);
	record_print(&record);
	subject_end(&subject);
	progress("run %u: done", rep);
}

static void run(int argc, char **argv)
{
	struct params params = {
		.map = UINT64_C(1) << 30,
		.reclaim = UINT64_C(800) << 20,
		.folio = UINT64_C(64) << 10,
		.mapping = MAPPING_ALIGNED,
		.reps = 1,
	};
	unsigned int rep;

	options_parse(argc, argv, options, &params);
	check_params(&params);
	machine_require_root("make cgroups and read page frames");
	memcg_require();
	machine_require_memory(params.map, "--map");
	cpu_stay();
	prepare(params.lru);
	for (rep = 1; rep <= params.reps; rep++)
		run_once(&params, rep);
}

const struct mode file_mmap_mode = {
	.name = "file-mmap",
	.summary = "clean file pages, mapped read-only and accessed, by memory.reclaim",
	.help =
	"  --dir DIR       directory on XFS; the file takes no disk space\n"
	"  --map SIZE      size of the mapping (1G)\n"
	"  --reclaim SIZE  bytes to reclaim by one write (800M)\n"
	"  --folio SIZE    size of every folio, 4K or 16K to 2M (64K)\n"
	"  --mapping HOW   aligned, so that PMDs map 2M folios, or pte: by PTEs only (aligned)\n"
	"  --lru LRU       classic or mglru for the run (what the kernel uses now)\n"
	"  --reps N        runs, each from an empty page cache (1)\n",
	.run = run,
};
