// SPDX-License-Identifier: GPL-2.0-only
/* What the tests of dirty batches share: set-up, counters, looking at pages. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "dirty_common.h"
#include "guest.h"
#include "say.h"
#include "settings.h"
#include "swap.h"
#include "text.h"

#define COUNTERS	BATCH_DIR "/counters"
#define STAT_TEXT	32768
#define WAIT_STEP_MS	20

/* End as skipped where the kernel has no dirty batches, or has them off. */
void dirty_require(void)
{
	char text[8];

	if (text_read(DIRTY_SWITCH, text, sizeof(text)) < 0)
		skip("no " DIRTY_SWITCH ": needs a kernel with these patches");
	if (strcmp(text, "Y"))
		skip(DIRTY_SWITCH " is off");
}

/* Have the second pass of every batch start late, until the program ends. */
void dirty_delay(unsigned int ms)
{
	static struct setting delay;
	char text[16];
	int error;

	snprintf(text, sizeof(text), "%u", ms);
	error = setting_change(&delay, DIRTY_DELAY, text);
	if (error)
		die("cannot write %s to " DIRTY_DELAY ": %s", text,
		    strerror(-error));
}

/* Swap to SWAP_ZRAM of @bytes or to SWAP_DISK until the program ends. */
void swap_on(const char *kind, uint64_t bytes)
{
	struct swap_params params = SWAP_DEFAULTS;

	params.kind = kind;
	if (!strcmp(kind, SWAP_DISK) && access(params.disk, F_OK))
		skip("no swap disk %s", params.disk);
	swap_start(&params, bytes);
}

/* All counters start from zero, and count. */
void counters_restart(void)
{
	write_or_die(COUNTERS, "1");
}

static uint64_t value_in(const char *path, const char *name)
{
	static char text[STAT_TEXT];

	if (text_read(path, text, sizeof(text)) < 0)
		die("cannot read %s", path);
	return stat_value(text, name);
}

uint64_t counter(const char *name)
{
	return value_in(COUNTERS, name);
}

/* One of /proc/vmstat, with what each CPU still holds back. */
uint64_t vmstat(const char *name)
{
	write_or_die("/proc/sys/vm/stat_refresh", "1");
	return value_in("/proc/vmstat", name);
}

/* One of /proc/meminfo in KiB; its names end in a colon. */
uint64_t meminfo(const char *name)
{
	char key[64];

	snprintf(key, sizeof(key), "%s:", name);
	return value_in("/proc/meminfo", key);
}

/*
 * Pages of swap in use. 6.12 keeps two times 64 free slots at hand for each CPU
 * (SWAP_SLOTS_CACHE_SIZE), which look used: as many are none.
 */
uint64_t swap_used_pages(void)
{
	uint64_t used = (meminfo("SwapTotal") - meminfo("SwapFree")) * 1024 /
			sysconf(_SC_PAGESIZE);
	uint64_t at_hand = 2 * 64 * sysconf(_SC_NPROCESSORS_ONLN);

	return used > at_hand ? used - at_hand : 0;
}

/* Load /tests/@name.ko, which is there only if it was built for this kernel. */
bool module_load(const char *name)
{
	char path[128];
	int fd, error;

	snprintf(path, sizeof(path), "/tests/%s.ko", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	error = syscall(SYS_finit_module, fd, "", 0) ? errno : 0;
	close(fd);
	if (error && error != EEXIST)
		die("cannot load %s: %s", path, strerror(error));
	return true;
}

static uint64_t pagemap_word(const void *page)
{
	uint64_t word;

	pagemap_read(page, &word, 1);
	return word;
}

bool page_present(const void *page)
{
	return pagemap_word(page) & PAGEMAP_PRESENT;
}

/* The frame of a page that is mapped. */
uint64_t page_frame(const void *page)
{
	uint64_t word = pagemap_word(page);

	if (!(word & PAGEMAP_PRESENT))
		die("a page that was just written is not mapped");
	return word & PAGEMAP_FRAME;
}

/* Return: the child's wait status, or -1 if it had to be killed. */
static int wait_child(pid_t pid, unsigned int limit_s)
{
	unsigned long waited;
	int status;

	for (waited = 0; waited < limit_s * 1000UL; waited += WAIT_STEP_MS) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return status;
		sleep_ms(WAIT_STEP_MS);
	}
	kill(pid, SIGKILL);
	return -1;
}

/**
 * in_child() - do something in a process of its own
 * @work: what; it ends with its exit() or returns
 * @what: its argument
 * @limit_s: seconds after which it hangs
 *
 * The caller must have nothing to undo at exit: what @work changes, it registers
 * for clean-up itself, as a program of its own would.
 *
 * Return: as waitpid() has it, or -1 for a child that was still running.
 */
int in_child(void (*work)(const void *what), const void *what,
	     unsigned int limit_s)
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid < 0)
		die("cannot fork: %s", strerror(errno));
	if (!pid) {
		work(what);
		exit(exit_status());
	}
	return wait_child(pid, limit_s);
}
