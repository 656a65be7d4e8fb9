// SPDX-License-Identifier: GPL-2.0-only
/*
 * Are the switches and counters of batched reclaim what they say?
 *
 * Each switch reads as it was left by the boot, takes both values, keeps its
 * value when it is given anything else, and ends as it began. The counters
 * count reclaim while they are on, keep their numbers when they are stopped,
 * and start from zero. Usage: switches on|off, the state after boot.
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cleanup.h"
#include "guest.h"
#include "memcg.h"
#include "pagecache.h"
#include "say.h"
#include "text.h"

#define SWITCHES	"/sys/kernel/debug/reclaim_batch"
#define COUNTERS	SWITCHES "/counters"
#define MOUNT		"/mnt"
#define FILE_BYTES	(UINT64_C(16) << 20)
#define FOLIO		(UINT64_C(64) << 10)

static bool reads(const char *path, const char *wanted)
{
	char text[16];

	return text_read(path, text, sizeof(text)) >= 0 &&
	       !strcmp(text, wanted);
}

static bool set_reads(const char *path, const char *text, const char *wanted)
{
	return !text_write(path, text) && reads(path, wanted);
}

static void test_switch(const char *name, const char *booted)
{
	const char *other = strcmp(booted, "Y") ? "Y" : "N";
	char path[PATH_MAX];

	snprintf(path, sizeof(path), SWITCHES "/%s", name);
	if (!reads(path, booted))
		result(false, name, "is not %s after boot", booted);
	else if (!set_reads(path, other, other))
		result(false, name, "does not turn %s", other);
	else if (text_write(path, "maybe") != -EINVAL || !reads(path, other))
		result(false, name, "takes \"maybe\"");
	else if (!set_reads(path, booted, booted))
		result(false, name, "does not turn back to %s", booted);
	else
		result(true, name, "%s, %s and back", booted, other);
}

static unsigned int test_switches(const char *booted)
{
	DIR *dir = opendir(SWITCHES);
	unsigned int tested = 0;
	struct dirent *entry;

	if (!dir)
		skip("no " SWITCHES ": not a kernel with these patches");
	while ((entry = readdir(dir))) {
		if (entry->d_name[0] == '.' ||
		    !strcmp(entry->d_name, "counters") ||
		    !strcmp(entry->d_name, "dirty_batch_delay_ms"))
			continue;
		test_switch(entry->d_name, booted);
		tested++;
	}
	closedir(dir);
	return tested;
}

/* Everything that is counted, whatever it is. */
static unsigned long counted(void)
{
	char text[1024], *line, *rest = text, *number;
	unsigned long sum = 0;

	if (text_read(COUNTERS, text, sizeof(text)) < 0)
		return 0;
	while ((line = strsep(&rest, "\n"))) {
		number = strchr(line, ' ');
		sum += number ? strtoul(number, NULL, 10) : 0;
	}
	return sum;
}

/* The pages are young when mapped: the first pass ages, the second unmaps. */
static void reclaim_file(const struct memcg *memcg)
{
	struct hole hole;
	void *start;
	int fd;

	hole_open(&hole, MOUNT, FILE_BYTES, FOLIO);
	hole_fill(&hole);
	start = hole_map(&hole);
	fd = memcg_open_reclaim(memcg);
	if (write(fd, "8M", 2) < 0 && errno != EAGAIN)
		die("cannot reclaim: %s", strerror(errno));
	close(fd);
	munmap(start, FILE_BYTES);
	hole_close(&hole);
}

static void test_counters(void)
{
	static struct memcg memcg;
	unsigned long stopped, running, kept;

	memcg_prepare();
	memcg_create(&memcg);
	memcg_enter(&memcg);
	reclaim_file(&memcg);
	stopped = counted();
	write_or_die(COUNTERS, "1");
	reclaim_file(&memcg);
	running = counted();
	write_or_die(COUNTERS, "0");
	kept = counted();
	reclaim_file(&memcg);
	result(!stopped && running, "counters count when they are on",
	       "%lu before, %lu while on", stopped, running);
	result(counted() == kept && kept >= running,
	       "counters keep their numbers when they are stopped",
	       "%lu, then %lu", kept, counted());
	write_or_die(COUNTERS, "1");
	result(counted() < running, "counters start from zero", "%lu",
	       counted());
	write_or_die(COUNTERS, "0");
	result(text_write(COUNTERS, "maybe") == -EINVAL,
	       "counters refuse what is no switch", "\"maybe\"");
	write_or_die("/sys/fs/cgroup/cgroup.procs", "0");
}

int main(int argc, char **argv)
{
	bool on = argc == 2 && !strcmp(argv[1], "on");

	if (!on && (argc != 2 || strcmp(argv[1], "off"))) {
		fputs("usage: switches on|off\n", stderr);
		return EXIT_USAGE;
	}
	cleanup_init();
	memcg_require();
	if (!test_switches(on ? "Y" : "N"))
		result(false, "there are switches", "none in " SWITCHES);
	if (on)
		test_counters();
	return exit_status();
}
