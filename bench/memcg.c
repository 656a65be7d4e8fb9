// SPDX-License-Identifier: GPL-2.0-only
/*
 * One memory cgroup (version 2) of our own, right below the mount: reclaim by
 * memory.reclaim then sees the workload's pages and nobody else's.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <mntent.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cleanup.h"
#include "memcg.h"
#include "say.h"
#include "text.h"

/* A file of a cgroup: its directory and the longest name used here. */
#define FILE_PATH (PATH_MAX + 32)

static char root[PATH_MAX];

static bool find_root(void)
{
	struct mntent *entry;
	FILE *mounts = setmntent("/proc/self/mounts", "r");

	root[0] = '\0';
	while (mounts && !root[0] && (entry = getmntent(mounts)))
		if (!strcmp(entry->mnt_type, "cgroup2"))
			snprintf(root, sizeof(root), "%s", entry->mnt_dir);
	if (mounts)
		endmntent(mounts);
	return root[0];
}

/* Is @word one of the blank-separated words of the file @name in the root? */
static bool root_lists(const char *name, const char *word)
{
	char path[FILE_PATH], text[1024], *token, *rest = text;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	if (text_read(path, text, sizeof(text)) < 0)
		return false;
	while ((token = strsep(&rest, " \n")))
		if (!strcmp(token, word))
			return true;
	return false;
}

/* Check, before anything is touched, that a memory cgroup can be made. */
void memcg_require(void)
{
	if (!find_root())
		die("no cgroup v2 mounted; mount -t cgroup2 cgroup2 /sys/fs/cgroup, or boot with systemd.unified_cgroup_hierarchy=1");
	if (!root_lists("cgroup.controllers", "memory"))
		die("the cgroup v2 at %s has no memory controller; boot a kernel with CONFIG_MEMCG, without cgroup_disable=memory and with memory not in use by cgroup v1",
		    root);
}

static void disable_controller(void *control)
{
	text_write(control, "-memory");
}

/**
 * memcg_prepare() - let the root's children have memory controllers
 *
 * systemd has turned the controller on already; a bare guest has not, and gets
 * it off again at exit.
 */
void memcg_prepare(void)
{
	static char control[FILE_PATH];
	int error;

	if (root_lists("cgroup.subtree_control", "memory"))
		return;
	snprintf(control, sizeof(control), "%s/cgroup.subtree_control", root);
	cleanup_push(disable_controller, control);
	error = text_write(control, "+memory");
	if (error)
		die("cannot turn on the memory controller in %s: %s; run in the initial cgroup namespace, not in a container",
		    control, strerror(-error));
}

/*
 * The cgroup of a process that has been waited for empties a moment later: the
 * kernel drops the last reference outside wait().
 */
static void remove_dir(void *what)
{
	static const char complaint[] =
		"reclaimbench: warning: the cgroup could not be removed\n";
	const struct memcg *memcg = what;
	int tries;

	for (tries = 0; tries < 500; tries++) {
		if (!rmdir(memcg->dir) || errno != EBUSY)
			return;
		poll(NULL, 0, 10);
	}
	if (write(STDERR_FILENO, complaint, sizeof(complaint) - 1) < 0)
		return;
}

/**
 * memcg_create() - make an empty cgroup
 * @memcg: receives its directory; must live until memcg_remove() or exit
 */
void memcg_create(struct memcg *memcg)
{
	if (snprintf(memcg->dir, sizeof(memcg->dir), "%s/reclaimbench.%d",
		     root, getpid()) >= (int)sizeof(memcg->dir))
		die("the path of the cgroup mount %s is too long", root);
	cleanup_push(remove_dir, memcg);
	if (mkdir(memcg->dir, 0755))
		die("cannot create the cgroup %s: %s", memcg->dir,
		    strerror(errno));
}

/* Undo memcg_create(): the newest change not yet undone. */
void memcg_remove(void)
{
	cleanup_pop();
}

/* Move the calling process in; what it has charged so far stays behind. */
void memcg_enter(const struct memcg *memcg)
{
	char path[FILE_PATH];
	int error;

	snprintf(path, sizeof(path), "%s/cgroup.procs", memcg->dir);
	error = text_write(path, "0");
	if (error)
		die("cannot move into the cgroup %s: %s", memcg->dir,
		    strerror(-error));
}

/* Bytes charged to the cgroup and its children: memory.current. */
uint64_t memcg_current(const struct memcg *memcg)
{
	char path[FILE_PATH];
	uint64_t bytes;
	int error;

	snprintf(path, sizeof(path), "%s/memory.current", memcg->dir);
	error = text_read_u64(path, &bytes);
	if (error)
		die("cannot read %s: %s", path, strerror(-error));
	return bytes;
}

/* The text of memory.stat: "name value" lines, sizes in bytes. */
void memcg_stat(const struct memcg *memcg, char *text, size_t size)
{
	char path[FILE_PATH];
	ssize_t n;

	snprintf(path, sizeof(path), "%s/memory.stat", memcg->dir);
	n = text_read(path, text, size);
	if (n < 0)
		die("cannot read %s: %s", path, strerror(-n));
}

/* Set memory.max: what the cgroup may be charged with. */
void memcg_limit(const struct memcg *memcg, uint64_t bytes)
{
	char path[FILE_PATH], text[24];
	int error;

	snprintf(path, sizeof(path), "%s/memory.max", memcg->dir);
	snprintf(text, sizeof(text), "%" PRIu64, bytes);
	error = text_write(path, text);
	if (error)
		die("cannot write %s: %s", path, strerror(-error));
}

/* Processes of the cgroup that were killed for want of memory. */
uint64_t memcg_oom_kills(const struct memcg *memcg)
{
	char path[FILE_PATH], text[512], *line;
	uint64_t kills = 0;

	snprintf(path, sizeof(path), "%s/memory.events", memcg->dir);
	if (text_read(path, text, sizeof(text)) < 0)
		die("cannot read %s", path);
	line = strstr(text, "oom_kill ");
	if (line)
		sscanf(line, "oom_kill %" SCNu64, &kills);
	return kills;
}

/*
 * Kill every process of the cgroup: cgroup.kill, Linux 5.14 or newer. No stdio,
 * as this may run in a signal handler.
 */
void memcg_kill(const struct memcg *memcg)
{
	char path[FILE_PATH];

	stpcpy(stpcpy(path, memcg->dir), "/cgroup.kill");
	text_write(path, "1");
}

/* Opened ahead, so that the measured step is one write and nothing else. */
int memcg_open_reclaim(const struct memcg *memcg)
{
	char path[FILE_PATH];
	int fd;

	snprintf(path, sizeof(path), "%s/memory.reclaim", memcg->dir);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		die("cannot open %s: %s; memory.reclaim needs Linux 5.19 or newer",
		    path, strerror(errno));
	return fd;
}
