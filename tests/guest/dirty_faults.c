// SPDX-License-Identifier: GPL-2.0-only
/*
 * Is anything lost or left behind when batches of dirty folios meet trouble?
 *
 * While work that notices lost stores (dirty_work.c) is swapped in and out, the
 * swap device fails one request in some, swap runs full and the cgroup is out
 * of memory, or the process is killed while batches wait. What cannot be read
 * again must raise SIGBUS; no other word may be wrong. When the process is gone,
 * its cgroup can go, too, as nothing is charged to it, the swap area can be
 * turned off, no page is isolated or being written, and slab is no larger than
 * before.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "anon.h"
#include "cleanup.h"
#include "cpu.h"
#include "dirty_common.h"
#include "dirty_work.h"
#include "guest.h"
#include "lru.h"
#include "memcg.h"
#include "pagecache.h"
#include "say.h"
#include "settings.h"
#include "swap.h"
#include "text.h"
#include "thp.h"

#define FAIL		"/sys/kernel/debug/fail_make_request"
#define MEMORY		(UINT64_C(32) << 20)
#define LIMIT		(UINT64_C(8) << 20)
#define SMALL_SWAP	(UINT64_C(4) << 20)

#define ERRORS_MS	4000
/* One request in so many per cent. */
#define ERROR_PCT	"2"
#define KILLS		12
#define KILL_DELAY_MS	20
#define KILL_MS		60
/* How long the kernel may take to let go of what dead processes had. */
#define SETTLE_MS	8000
#define HANG_S		100
/* What this process may come to use itself, and what slab keeps at hand. */
#define SLACK_PAGES	16
#define SLACK_SLAB_KIB	2048

/* What processes may leave behind, in pages where it is not in KiB. */
struct rest {
	uint64_t cgroups;
	uint64_t swap_kib;
	uint64_t isolated;
	uint64_t writeback;
	uint64_t anon;
	uint64_t slab_kib;
};

struct scenario {
	const char *name;
	const char *swap;
	uint64_t swap_bytes;
	uint64_t folio;
	const char *needs;
	void (*trouble)(const struct scenario *scenario);
};

static struct memcg memcg;
static struct work work;

/* --- what is left ------------------------------------------------------------ */

/*
 * Cgroups that were removed and still exist. Each page and each slot of swap that
 * is charged to one keeps it, so this tells of a single one that leaked.
 */
static uint64_t dying_cgroups(void)
{
	char text[256];

	if (text_read("/sys/fs/cgroup/cgroup.stat", text, sizeof(text)) < 0)
		die("cannot read /sys/fs/cgroup/cgroup.stat");
	return stat_value(text, "nr_dying_descendants");
}

static struct rest look(void)
{
	return (struct rest){
		.cgroups = dying_cgroups(),
		.swap_kib = meminfo("SwapTotal") + meminfo("SwapCached"),
		.isolated = vmstat("nr_isolated_anon") +
			    vmstat("nr_isolated_file"),
		.writeback = vmstat("nr_writeback"),
		.anon = vmstat("nr_anon_pages"),
		.slab_kib = meminfo("SUnreclaim"),
	};
}

static bool is_clean(const struct rest *now, const struct rest *before)
{
	return now->cgroups == before->cgroups &&
	       now->swap_kib == before->swap_kib &&
	       now->isolated == before->isolated &&
	       now->writeback == before->writeback &&
	       now->anon <= before->anon + SLACK_PAGES &&
	       now->slab_kib <= before->slab_kib + SLACK_SLAB_KIB;
}

/*
 * A CPU keeps the cgroup it charged last, even if it holds no charge in advance
 * any more, until it charges another. One page each for another: the rest of that
 * charge in advance has this one dropped when its cgroup goes.
 */
static void charge_each_cpu(const void *what)
{
	char *start;
	int nr, cpu;

	(void)what;
	cleanup_init();
	memcg_require();
	memcg_prepare();
	memcg_create(&memcg);
	start = anon_map(MAP_ALIGN);
	memcg_enter(&memcg);
	for (nr = 0; (cpu = cpu_allowed(nr)) >= 0; nr++) {
		cpu_pin(cpu);
		*(volatile char *)(start + nr * sysconf(_SC_PAGESIZE)) = 1;
	}
	write_or_die("/sys/fs/cgroup/cgroup.procs", "0");
}

/* When the processes have ended, their cgroup and the swap area are gone. */
static bool check_rest(const char *name, const struct rest *before)
{
	struct rest now;
	unsigned int ms;
	char title[96];

	for (ms = 0; ms < SETTLE_MS; ms += 100) {
		now = look();
		if (is_clean(&now, before))
			break;
		in_child(charge_each_cpu, NULL, HANG_S);
		sleep_ms(100);
	}
	snprintf(title, sizeof(title), "%s: nothing is left", name);
	result(is_clean(&now, before), title,
	       "after %u ms: dying cgroups %" PRIu64 ", swap %" PRIu64 " KiB, isolated %" PRIu64 ", being written %" PRIu64 ", anonymous %+" PRId64 " pages, slab %+" PRId64 " KiB",
	       ms, now.cgroups, now.swap_kib, now.isolated, now.writeback,
	       (int64_t)(now.anon - before->anon),
	       (int64_t)(now.slab_kib - before->slab_kib));
	return is_clean(&now, before);
}

/* --- trouble ------------------------------------------------------------------ */

/* The device that swap goes to, such as "vdb"; the newest area is listed last. */
static void swap_device(char name[32])
{
	char text[1024], *line, *rest = text;

	if (text_read("/proc/swaps", text, sizeof(text)) < 0)
		die("cannot read /proc/swaps");
	while ((line = strsep(&rest, "\n")))
		sscanf(line, "/dev/%31s", name);
}

static void set(const char *path, const char *value)
{
	static struct setting settings[8];
	static unsigned int nr;
	int error = setting_change(&settings[nr++], path, value);

	if (error)
		die("cannot write %s to %s: %s", value, path,
		    strerror(-error));
}

static void fail_requests(void)
{
	char name[32] = "", path[128];

	swap_device(name);
	snprintf(path, sizeof(path), "/sys/block/%s/make-it-fail", name);
	set(path, "1");
	set(FAIL "/verbose", "0");
	set(FAIL "/interval", "1");
	set(FAIL "/times", "-1");
	set(FAIL "/probability", ERROR_PCT);
}

/* In the process that is going to be in trouble. */
static void begin_work(const struct scenario *scenario)
{
	work_prepare(&work, MEMORY, scenario->folio);
	memcg_enter(&memcg);
	work_start(&work, &memcg);
}

static pid_t start_victim(const struct scenario *scenario)
{
	pid_t pid;

	memcg_limit(&memcg, LIMIT);
	pid = fork();
	if (pid < 0)
		die("cannot fork: %s", strerror(errno));
	if (!pid) {
		begin_work(scenario);
		for (;;)
			pause();
	}
	return pid;
}

/* In a process that leaves the cgroup by ending. */
static void work_with_errors(const struct scenario *scenario)
{
	begin_work(scenario);
	sleep_ms(ERRORS_MS);
	work_end(&work);
	work_check(&work);
	result(!atomic_load(&work.lost), scenario->name,
	       "%lu words lost in %lu visits of 4 KiB, %lu pages gone, %" PRIu64 " folios in %" PRIu64 " batches",
	       atomic_load(&work.lost), atomic_load(&work.visits),
	       atomic_load(&work.gone), counter("dirty_folios"),
	       counter("dirty_batches"));
	fflush(stdout);
	_exit(exit_status());
}

static void io_errors(const struct scenario *scenario)
{
	int status;
	pid_t pid;

	memcg_limit(&memcg, LIMIT);
	fail_requests();
	pid = fork();
	if (!pid)
		work_with_errors(scenario);
	waitpid(pid, &status, 0);
	if (status)
		result(false, scenario->name, "wait status %#x", status);
}

/* The OOM killer ends the process while some of its threads reclaim. */
static void out_of_memory(const struct scenario *scenario)
{
	uint64_t kills = memcg_oom_kills(&memcg);
	pid_t pid = start_victim(scenario);
	int status;

	waitpid(pid, &status, 0);
	kills = memcg_oom_kills(&memcg) - kills;
	result(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && kills,
	       scenario->name, "%" PRIu64 " OOM kills, %" PRIu64 " folios in %" PRIu64 " batches",
	       kills, counter("dirty_folios"), counter("dirty_batches"));
}

/* Batches wait most of the time, so most of the kills meet one that does. */
static void kill_it(const struct scenario *scenario)
{
	unsigned int kills;
	int status;

	dirty_delay(KILL_DELAY_MS);
	for (kills = 0; kills < KILLS; kills++) {
		pid_t pid = start_victim(scenario);

		sleep_ms(KILL_MS + kills * KILL_MS / 2);
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
	}
	result(counter("dirty_batches"), scenario->name,
	       "%u kills, %" PRIu64 " folios in %" PRIu64 " batches", kills,
	       counter("dirty_folios"), counter("dirty_batches"));
}

static void run(const void *what)
{
	const struct scenario *scenario = what;

	cleanup_init();
	memcg_require();
	memcg_prepare();
	lru_select("classic");
	thp_select(scenario->folio);
	swap_on(scenario->swap, scenario->swap_bytes);
	memcg_create(&memcg);
	counters_restart();
	scenario->trouble(scenario);
}

static bool test(const struct scenario *scenario)
{
	struct rest before;
	int status;

	if (scenario->needs && access(scenario->needs, F_OK)) {
		result(true, scenario->name, "SKIP no %s", scenario->needs);
		return true;
	}
	before = look();
	status = in_child(run, scenario, HANG_S);
	if (status == -1)
		result(false, scenario->name, "hangs");
	else if (WIFSIGNALED(status))
		result(false, scenario->name, "killed by signal %d",
		       WTERMSIG(status));
	else if (WEXITSTATUS(status) > 1)
		exit(WEXITSTATUS(status));
	return check_rest(scenario->name, &before) && !status;
}

static const struct scenario scenarios[] = {
	{ "I/O errors, disk", SWAP_DISK, MEMORY, 4096, FAIL, io_errors },
	{ "I/O errors, disk, 64K", SWAP_DISK, MEMORY, 65536, FAIL, io_errors },
	{ "I/O errors, zram", SWAP_ZRAM, MEMORY, 4096, FAIL, io_errors },
	{ "out of memory, swap full", SWAP_ZRAM, SMALL_SWAP, 4096, NULL,
	  out_of_memory },
	{ "killed while batches wait, zram", SWAP_ZRAM, MEMORY, 4096, NULL,
	  kill_it },
	{ "killed while batches wait, disk, 64K", SWAP_DISK, MEMORY, 65536,
	  NULL, kill_it },
};

int main(void)
{
	bool right = true;
	size_t i;

	dirty_require();
	for (i = 0; i < sizeof(scenarios) / sizeof(scenarios[0]); i++)
		right &= test(&scenarios[i]);
	return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
