// SPDX-License-Identifier: GPL-2.0-only
/*
 * pageout: anonymous memory that was written once goes out to swap.
 *
 * A child fills private memory in folios of one size. The parent proves that
 * state. Then either the child makes one madvise(MADV_PAGEOUT) call over all of
 * it, or the parent makes one write to memory.reclaim; that is measured. Each
 * repetition starts with new memory.
 */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "anon.h"
#include "cpu.h"
#include "lru.h"
#include "machine.h"
#include "measure.h"
#include "memcg.h"
#include "mode.h"
#include "options.h"
#include "page_out.h"
#include "reclaim.h"
#include "prepare.h"
#include "record.h"
#include "say.h"
#include "state.h"
#include "subject.h"
#include "swap.h"
#include "thp.h"

#define BY_MADVISE "madvise"
#define BY_RECLAIM "reclaim"

struct params {
	const char *by;
	const char *lru;
	struct swap_params swap;
	uint64_t size;
	uint64_t reclaim;
	uint64_t folio;
	uint64_t reps;
};

/* What the child needs to know; the moments are shared with the parent. */
struct job {
	const struct params *params;
	const struct memcg *memcg;
	struct step *step;
};

static const char *const ways[] = { BY_MADVISE, BY_RECLAIM, NULL };

static const struct mode_option options[] = {
	OPTION_CHOICE("by", struct params, by, ways),
	OPTION_LRU(struct params, lru),
	OPTION_SIZE("reclaim", struct params, reclaim),
	OPTION_COUNT("reps", struct params, reps, MAX_REPS),
	OPTION_SIZE("size", struct params, size),
	SWAP_OPTIONS(struct params, swap),
	OPTION_SIZE("thp", struct params, folio),
	{ 0 },
};

static bool by_madvise(const struct params *params)
{
	return !strcmp(params->by, BY_MADVISE);
}

static void check_params(const struct params *params)
{
	if (params->reclaim > params->size)
		usage_error("--reclaim is larger than --size");
	page_out_check(params->size, params->folio, "--size");
}

static void *fill(const void *what)
{
	const struct job *job = what;
	void *start = anon_map(job->params->size);

	anon_fill(start, job->params->size);
	anon_drain();
	return start;
}

static void advise(const void *what, void *start)
{
	const struct job *job = what;

	measure_settle();
	measure_before(job->step, job->memcg);
	page_out_range(start, job->params->size);
	measure_after(job->step, job->memcg);
}

static json_t *params_json(const struct params *params)
{
	json_t *object = json_pack("{s:I, s:I, s:s, s:s, s:I}",
		"size", (json_int_t)params->size,
		"thp", (json_int_t)params->folio,
		"by", params->by,
		"lru", lru_now(),
		"reps", (json_int_t)params->reps);

	swap_describe(&params->swap, object);
	return object;
}

static void run_once(const struct params *params, struct step *step,
		     unsigned int rep)
{
	/* Cleanup may use it after this function was left by a signal. */
	static struct subject subject;
	struct job job = { params, &subject.memcg, step };
	struct record record = {
		.bench = pageout_mode.name,
		.params = params_json(params),
		.asked = by_madvise(params) ? params->size : params->reclaim,
		.rep = rep,
	};

	progress("run %u of %" PRIu64 ": filling %" PRIu64 " MiB in folios of %" PRIu64 " KiB",
		 rep, params->reps, params->size >> 20, params->folio >> 10);
	subject_start(&subject, (struct work){ fill, advise, &job });
	record.state = state_prove_anon(&subject, params->size, params->folio);
	progress("run %u: paging out %" PRIu64 " MiB by %s", rep,
		 record.asked >> 20, params->by);
	if (by_madvise(params)) {
		subject_step(&subject);
		record.measured = measure_difference(step);
	} else {
		record.error = reclaim_bytes(&subject.memcg, record.asked,
					     &record.measured);
	}
	record.result = page_out_result(&subject, params->size,
					&record.measured);
	if (by_madvise(params))
		record.measured.reclaimed = page_out_bytes(record.result);
	record_print(&record);
	subject_end(&subject);
	progress("run %u: done", rep);
}

static void run(int argc, char **argv)
{
	struct params params = {
		.by = BY_MADVISE,
		.swap = SWAP_DEFAULTS,
		.size = UINT64_C(512) << 20,
		.folio = sysconf(_SC_PAGESIZE),
		.reps = 1,
	};
	struct step *step;
	unsigned int rep;

	options_parse(argc, argv, options, &params);
	if (!params.reclaim)
		params.reclaim = params.size / 2;
	check_params(&params);
	machine_require_root("make cgroups and swap areas");
	memcg_require();
	machine_require_memory(params.size, "--size");
	cpu_stay();
	prepare(params.lru);
	thp_select(params.folio);
	swap_start(&params.swap, params.size);
	step = share_memory(sizeof(*step));
	step->who = RUSAGE_THREAD;
	for (rep = 1; rep <= params.reps; rep++)
		run_once(&params, step, rep);
}

const struct mode pageout_mode = {
	.name = "pageout",
	.summary = "anonymous memory, written once, to swap by one call",
	.help =
	"  --size SIZE     memory to fill (512M)\n"
	"  --thp SIZE      size of every folio, 4K or 16K to 2M (a page)\n"
	"  --by HOW        madvise: MADV_PAGEOUT over all of it; or reclaim: one write to\n"
	"                  memory.reclaim (madvise)\n"
	"  --reclaim SIZE  bytes of that write (half of --size)\n"
	SWAP_HELP
	"  --lru LRU       classic or mglru for the run (what the kernel uses now)\n"
	"  --reps N        runs, each with new memory (1)\n",
	.run = run,
};
