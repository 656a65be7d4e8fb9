// SPDX-License-Identifier: GPL-2.0-only
/*
 * bystander: what paging out costs somebody who does not take part.
 *
 * On one CPU a thread reads 64 bytes at random places of a map of its own, all
 * the time. On another CPU a thread pages a larger map out by one
 * madvise(MADV_PAGEOUT). The throughput of the first is taken before, during and
 * after that. As threads of one process they share an address space: on x86 the
 * first is interrupted by each TLB flush of the second. As two processes they
 * share the machine only.
 */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
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
#include "rate.h"
#include "prepare.h"
#include "record.h"
#include "say.h"
#include "state.h"
#include "subject.h"
#include "swap.h"
#include "thp.h"

#define SHARE_THREAD "thread"
#define SHARE_PROCESS "process"

#define CHUNK_WORDS 8		/* 64 bytes */
/* Accesses between two looks at the world; a power of two. */
#define ROUND 1024
/* Page tables of 2 MiB each, and as many flushes. */
#define WARM_UP (UINT64_C(32) << 20)

struct params {
	const char *share;
	const char *lru;
	struct swap_params swap;
	uint64_t own;
	uint64_t size;
	uint64_t folio;
	uint64_t seconds;
	uint64_t reps;
	int cpu;
	int pageout_cpu;
};

/* The beginning and the end of each phase. */
struct phases {
	struct reading before[2];
	struct reading during[2];
	struct reading after[2];
};

/* Shared by the one that accesses, the one that pages out and the parent. */
struct board {
	_Atomic uint64_t accesses;
	struct phases phases;
};

struct job {
	const struct params *params;
	const struct memcg *memcg;
	struct step *step;
	struct board *board;
};

static const char *const shares[] = { SHARE_THREAD, SHARE_PROCESS, NULL };

static const struct mode_option options[] = {
	OPTION_LRU(struct params, lru),
	OPTION_SIZE("own", struct params, own),
	OPTION_COUNT("reps", struct params, reps, MAX_REPS),
	OPTION_COUNT("seconds", struct params, seconds, 3600),
	OPTION_CHOICE("share", struct params, share, shares),
	OPTION_SIZE("size", struct params, size),
	SWAP_OPTIONS(struct params, swap),
	OPTION_SIZE("thp", struct params, folio),
	{ 0 },
};

static void find_cpus(struct params *params)
{
	params->cpu = cpu_allowed(0);
	params->pageout_cpu = cpu_allowed(1);
	if (params->pageout_cpu < 0)
		die("two CPUs are needed, one for each side; boot with more, or allow more with taskset");
}

static uint64_t chunks_of(const struct job *job)
{
	return job->params->own / sizeof(uint64_t) / CHUNK_WORDS;
}

/* Never ends by itself: goes with its process. */
static void __attribute__((noreturn)) access_at_random(const struct job *job)
{
	uint64_t chunks = chunks_of(job);
	uint64_t random = 1, sum = 0, done, i;
	const volatile uint64_t *chunk;
	uint64_t *map;

	cpu_pin(job->params->cpu);
	map = anon_map(job->params->own);
	anon_fill(map, job->params->own);
	for (done = 0;; done++) {
		if (!(done % ROUND))
			atomic_store_explicit(&job->board->accesses, done,
					      memory_order_relaxed);
		/* Knuth's MMIX generator; its high bits are the good ones. */
		random = random * UINT64_C(6364136223846793005) +
			 UINT64_C(1442695040888963407);
		chunk = map + (random >> 20) % chunks * CHUNK_WORDS;
		for (i = 0; i < CHUNK_WORDS; i++)
			sum += chunk[i];
	}
}

static void *bystander_thread(void *job)
{
	access_at_random(job);
}

static void start_bystander(const struct job *job)
{
	pthread_t thread;
	pid_t pid;
	int error;

	if (!strcmp(job->params->share, SHARE_THREAD)) {
		error = pthread_create(&thread, NULL, bystander_thread,
				       (void *)job);
		if (error)
			die("cannot start a thread: %s", strerror(error));
		return;
	}
	pid = fork();
	if (pid < 0)
		die("cannot fork: %s", strerror(errno));
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		access_at_random(job);
	}
}

/* It is warm when it has made as many accesses as its map has chunks. */
static void await_bystander(const struct job *job)
{
	while (atomic_load_explicit(&job->board->accesses,
				    memory_order_relaxed) < chunks_of(job))
		usleep(1000);
}

/*
 * Page a little out, which is not measured: the swap area has been used then.
 * In QEMU it also brings the bystander's CPU a TLB that fits its map, as that
 * grows only when it is flushed; without, "after" is twice as fast as "before".
 */
static void warm_up(void)
{
	void *start = anon_map(WARM_UP);

	anon_fill(start, WARM_UP);
	madvise(start, WARM_UP, MADV_PAGEOUT);
	munmap(start, WARM_UP);
}

static void *build(const void *what)
{
	const struct job *job = what;
	void *start;

	atomic_store(&job->board->accesses, 0);
	start_bystander(job);
	cpu_pin(job->params->pageout_cpu);
	await_bystander(job);
	warm_up();
	start = anon_map(job->params->size);
	anon_fill(start, job->params->size);
	anon_drain();
	return start;
}

static struct reading read_board(struct board *board)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (struct reading){
		.accesses = atomic_load_explicit(&board->accesses,
						 memory_order_relaxed),
		.ns = now.tv_sec * INT64_C(1000000000) + now.tv_nsec,
	};
}

static void watch(const struct job *job, struct reading phase[2])
{
	phase[0] = read_board(job->board);
	sleep(job->params->seconds);
	phase[1] = read_board(job->board);
}

/* The moments of the step are read outside of the phase "during". */
static void page_out_watched(const void *what, void *start)
{
	const struct job *job = what;
	struct phases *phases = &job->board->phases;

	watch(job, phases->before);
	measure_before(job->step, job->memcg);
	phases->during[0] = read_board(job->board);
	page_out_range(start, job->params->size);
	phases->during[1] = read_board(job->board);
	measure_after(job->step, job->memcg);
	watch(job, phases->after);
}

static json_t *params_json(const struct params *params)
{
	json_t *object = json_pack("{s:I, s:I, s:I, s:s, s:I, s:s, s:I}",
		"own", (json_int_t)params->own,
		"size", (json_int_t)params->size,
		"thp", (json_int_t)params->folio,
		"share", params->share,
		"seconds", (json_int_t)params->seconds,
		"lru", lru_now(),
		"reps", (json_int_t)params->reps);

	swap_describe(&params->swap, object);
	return object;
}

static void add_rates(json_t *result, const struct phases *phases)
{
	double before = rate_between(&phases->before[0], &phases->before[1]);
	double during = rate_between(&phases->during[0], &phases->during[1]);
	double after = rate_between(&phases->after[0], &phases->after[1]);
	json_t *rates = json_pack("{s:f, s:f, s:f, s:f}",
		"before_per_s", before, "during_per_s", during,
		"after_per_s", after,
		"lost_pct", rate_lost_pct(before, during));

	json_object_update(result, rates);
	json_decref(rates);
}

static void run_once(const struct params *params, struct step *step,
		     struct board *board, unsigned int rep)
{
	/* Cleanup may use it after this function was left by a signal. */
	static struct subject subject;
	struct job job = { params, &subject.memcg, step, board };
	struct record record = {
		.bench = bystander_mode.name,
		.params = params_json(params),
		.asked = params->size,
		.rep = rep,
	};

	progress("run %u of %" PRIu64 ": filling %" PRIu64 " and %" PRIu64 " MiB",
		 rep, params->reps, params->own >> 20, params->size >> 20);
	subject_start(&subject, (struct work){ build, page_out_watched, &job });
	record.state = state_prove_anon(&subject, params->size, params->folio);
	progress("run %u: %" PRIu64 " s of accesses, page-out, %" PRIu64 " s of accesses",
		 rep, params->seconds, params->seconds);
	subject_step(&subject);
	record.measured = measure_difference(step);
	record.result = page_out_result(&subject, params->size,
					&record.measured);
	record.measured.reclaimed = page_out_bytes(record.result);
	add_rates(record.result, &board->phases);
	record_print(&record);
	subject_end(&subject);
	progress("run %u: done", rep);
}

static void run(int argc, char **argv)
{
	struct params params = {
		.share = SHARE_THREAD,
		.swap = SWAP_DEFAULTS,
		.own = UINT64_C(64) << 20,
		.size = UINT64_C(512) << 20,
		.folio = sysconf(_SC_PAGESIZE),
		.seconds = 5,
		.reps = 1,
	};
	struct board *board;
	struct step *step;
	unsigned int rep;

	options_parse(argc, argv, options, &params);
	page_out_check(params.size, params.folio, "--size");
	page_out_check(params.own, params.folio, "--own");
	machine_require_root("make cgroups and swap areas");
	find_cpus(&params);
	memcg_require();
	machine_require_memory(params.own + params.size, "--size and --own");
	prepare(params.lru);
	thp_select(params.folio);
	swap_start(&params.swap, params.size);
	step = share_memory(sizeof(*step));
	step->who = RUSAGE_THREAD;
	board = share_memory(sizeof(*board));
	for (rep = 1; rep <= params.reps; rep++)
		run_once(&params, step, board, rep);
}

const struct mode bystander_mode = {
	.name = "bystander",
	.summary = "throughput of one thread while another pages its own memory out",
	.help =
	"  --own SIZE      map of the first, read 64 bytes at a time at random (64M)\n"
	"  --size SIZE     map of the second, paged out by MADV_PAGEOUT (512M)\n"
	"  --share HOW     thread: both in one address space; or process (thread)\n"
	"  --seconds N     accesses before and after (5)\n"
	"  --thp SIZE      size of every folio, 4K or 16K to 2M (a page)\n"
	SWAP_HELP
	"  --lru LRU       classic or mglru for the run (what the kernel uses now)\n"
	"  --reps N        runs, each with new memory (1)\n"
	"  A short page-out that is not measured goes first.\n"
	"  The two take the first two CPUs they may use (taskset). In QEMU without KVM the\n"
	"  rates are those of an emulator: a TLBI or an IPI costs something else there. They\n"
	"  are no speeds, and what is lost is no measure of what a machine loses.\n",
	.run = run,
};
