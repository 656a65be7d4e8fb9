// SPDX-License-Identifier: GPL-2.0-only
/*
 * dirty: stress-ng writes to more memory than its cgroup may have, so that
 * dirty folios are unmapped, flushed and paged out all the time.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cleanup.h"
#include "lru.h"
#include "machine.h"
#include "measure.h"
#include "memcg.h"
#include "mode.h"
#include "options.h"
#include "page_out.h"
#include "prepare.h"
#include "record.h"
#include "region.h"
#include "say.h"
#include "state.h"
#include "stat.h"
#include "stress.h"
#include "swap.h"
#include "text.h"
#include "thp.h"

#define METRICS_TEXT 16384

struct params {
	const char *program;
	const char *lru;
	struct swap_params swap;
	uint64_t workers;
	uint64_t bytes;
	uint64_t limit;
	uint64_t folio;
	uint64_t seconds;
	uint64_t ops;
	uint64_t reps;
};

/* stress-ng and what it writes its metrics to. */
struct stress {
	pid_t pid;
	int metrics;
	const struct memcg *memcg;
};

static const struct mode_option options[] = {
	OPTION_SIZE("limit", struct params, limit),
	OPTION_LRU(struct params, lru),
	OPTION_COUNT("reps", struct params, reps, MAX_REPS),
	OPTION_COUNT("seconds", struct params, seconds, 86400),
	OPTION_TEXT("stress-ng", struct params, program),
	SWAP_OPTIONS(struct params, swap),
	OPTION_SIZE("thp", struct params, folio),
	OPTION_COUNT("vm", struct params, workers, 4096),
	OPTION_SIZE("vm-bytes", struct params, bytes),
	OPTION_COUNT("vm-ops", struct params, ops, UINT32_MAX),
	{ 0 },
};

static void check_params(const struct params *params)
{
	if (params->limit < 16 << 20)
		usage_error("--limit is below 16M: stress-ng itself would not fit");
	if (params->limit >= params->bytes)
		usage_error("--limit is not below --vm-bytes: nothing would be paged out");
	if (params->seconds && params->ops)
		usage_error("--seconds and --vm-ops are two ends for one run: give one");
	page_out_check(params->bytes, params->folio, "--vm-bytes");
	if (access(params->program, X_OK))
		die("cannot run %s: %s; install stress-ng, or name it with --stress-ng",
		    params->program, strerror(errno));
}

/* stress-ng has children of its own: the cgroup knows them all. */
static void kill_stress(void *what)
{
	const struct stress *stress = what;

	memcg_kill(stress->memcg);
	while (stress->pid > 0 && waitpid(stress->pid, NULL, 0) < 0 &&
	       errno == EINTR)
		;
}

static void __attribute__((noreturn))
exec_stress(const struct params *params, const struct stress *stress,
	    pid_t parent)
{
	char workers[24], bytes[24], end[24], metrics[48];

	snprintf(workers, sizeof(workers), "%" PRIu64, params->workers);
	snprintf(bytes, sizeof(bytes), "%" PRIu64, params->bytes);
	snprintf(end, sizeof(end), "%" PRIu64,
		 params->ops ? params->ops : params->seconds);
	snprintf(metrics, sizeof(metrics), "/proc/%d/fd/%d", parent,
		 stress->metrics);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	memcg_enter(stress->memcg);
	dup2(STDERR_FILENO, STDOUT_FILENO);
	/* The same seed each time. With --quiet there would be no metrics. */
	execl(params->program, "stress-ng", "--vm", workers, "--vm-bytes",
	      bytes, "--vm-keep", "--no-rand-seed", "--metrics",
	      "--temp-path", "/tmp", "--yaml", metrics,
	      params->ops ? "--vm-ops" : "--timeout", end, (char *)NULL);
	die("cannot run %s: %s", params->program, strerror(errno));
}

static void wait_for_stress(struct stress *stress)
{
	int status;

	while (waitpid(stress->pid, &status, 0) < 0)
		if (errno != EINTR)
			die("cannot wait for stress-ng: %s", strerror(errno));
	stress->pid = 0;
	if (WIFSIGNALED(status))
		die("stress-ng was killed by signal %d (%s); see the kernel log",
		    WTERMSIG(status), strsignal(WTERMSIG(status)));
	if (WEXITSTATUS(status))
		die("stress-ng failed (exit %d): see what it said above",
		    WEXITSTATUS(status));
}

/**
 * run_stress() - measure stress-ng from its start to its end
 * @params: what it is to do
 * @memcg: cgroup that it runs in
 * @measured: receives what happened meanwhile
 * @metrics: receives what it said of itself
 */
static void run_stress(const struct params *params, const struct memcg *memcg,
		       struct measurement *measured,
		       char metrics[METRICS_TEXT])
{
	static struct step step = { .who = RUSAGE_CHILDREN };
	static struct stress stress;
	pid_t parent = getpid();
	ssize_t n;

	stress = (struct stress){ .memcg = memcg };
	stress.metrics = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (stress.metrics < 0)
		die("cannot make a file in /tmp: %s", strerror(errno));
	measure_settle();
	measure_before(&step, memcg);
	cleanup_push(kill_stress, &stress);
	region_begin();
	stress.pid = fork();
	if (!stress.pid)
		exec_stress(params, &stress, parent);
	if (stress.pid < 0)
		die("cannot fork: %s", strerror(errno));
	wait_for_stress(&stress);
	region_end();
	measure_after(&step, memcg);
	cleanup_pop();
	*measured = measure_difference(&step);
	n = pread(stress.metrics, metrics, METRICS_TEXT - 1, 0);
	metrics[n > 0 ? n : 0] = '\0';
	close(stress.metrics);
}

static double metric(const char *metrics, const char *key)
{
	double value;

	if (!stress_number(metrics, key, &value))
		die("stress-ng reported no %s: this needs its version 0.13 or newer",
		    key);
	return value;
}

static json_t *result_json(const char *metrics,
			   const struct measurement *measured, uint64_t kills)
{
	json_t *result = json_pack("{s:I, s:f, s:f, s:f, s:f, s:I}",
		"bogo_ops", (json_int_t)metric(metrics, "bogo-ops"),
		"bogo_ops_per_s",
		metric(metrics, "bogo-ops-per-second-real-time"),
		"bogo_ops_per_cpu_s",
		metric(metrics, "bogo-ops-per-second-usr-sys-time"),
		"user_s", metric(metrics, "user-time"),
		"sys_s", metric(metrics, "system-time"),
		"oom_kills", (json_int_t)kills);

	interrupts_describe(&measured->interrupts, result);
	return result;
}

/* What was stolen, by the cgroup's own count: memory.current says nothing. */
static uint64_t stolen_bytes(const struct measurement *measured)
{
	const json_t *pages = json_object_get(measured->memcg, "pgsteal");

	return json_integer_value(pages) * sysconf(_SC_PAGESIZE);
}

static json_t *params_json(const struct params *params)
{
	json_t *object = json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:s, s:I}",
		"vm", (json_int_t)params->workers,
		"vm_bytes", (json_int_t)params->bytes,
		"limit", (json_int_t)params->limit,
		"seconds", (json_int_t)params->seconds,
		"vm_ops", (json_int_t)params->ops,
		"thp", (json_int_t)params->folio,
		"lru", lru_now(),
		"reps", (json_int_t)params->reps);

	swap_describe(&params->swap, object);
	return object;
}

static void run_once(const struct params *params, unsigned int rep)
{
	static char metrics[METRICS_TEXT];
	/* Cleanup may use it after this function was left by a signal. */
	static struct memcg memcg;
	struct record record = {
		.bench = dirty_mode.name,
		.params = params_json(params),
		.rep = rep,
	};

	progress("run %u of %" PRIu64 ": stress-ng --vm %" PRIu64 " with %" PRIu64 " MiB in %" PRIu64 " MiB",
		 rep, params->reps, params->workers, params->bytes >> 20,
		 params->limit >> 20);
	memcg_create(&memcg);
	memcg_limit(&memcg, params->limit);
	record.state = state_unmapped();
	run_stress(params, &memcg, &record.measured, metrics);
	record.measured.reclaimed = stolen_bytes(&record.measured);
	record.result = result_json(metrics, &record.measured,
				    memcg_oom_kills(&memcg));
	if (!json_integer_value(json_object_get(record.result, "bogo_ops")))
		warn("stress-ng finished no bogo operation: give more --seconds, or a larger --limit");
	record_print(&record);
	memcg_remove();
	progress("run %u: done", rep);
}

static void run(int argc, char **argv)
{
	struct params params = {
		.program = "/usr/bin/stress-ng",
		.swap = SWAP_DEFAULTS,
		.workers = 4,
		.bytes = UINT64_C(256) << 20,
		.limit = UINT64_C(64) << 20,
		.folio = sysconf(_SC_PAGESIZE),
		.reps = 1,
	};
	unsigned int rep;

	options_parse(argc, argv, options, &params);
	check_params(&params);
	if (!params.seconds && !params.ops)
		params.seconds = 10;
	machine_require_root("make cgroups and swap areas");
	memcg_require();
	prepare(params.lru);
	thp_select(params.folio);
	/* The workers' own memory is small; twice the rest is plenty. */
	swap_start(&params.swap, 2 * params.bytes);
	for (rep = 1; rep <= params.reps; rep++)
		run_once(&params, rep);
}

const struct mode dirty_mode = {
	.name = "dirty",
	.summary = "stress-ng in a cgroup far smaller than what it writes to",
	.help =
	"  --vm N          workers (4)\n"
	"  --vm-bytes SIZE memory of all of them together (256M)\n"
	"  --limit SIZE    memory.max of their cgroup (64M)\n"
	"  --seconds N     how long they run (10)\n"
	"  --vm-ops N      or until they have done so many bogo operations\n"
	"  --stress-ng PROGRAM  the program (/usr/bin/stress-ng)\n"
	"  --thp SIZE      size of every folio, 4K or 16K to 2M (a page)\n"
	SWAP_HELP
	"  --lru LRU       classic or mglru for the run (what the kernel uses now)\n"
	"  --reps N        runs (1)\n",
	.run = run,
};
