// SPDX-License-Identifier: GPL-2.0-only
/*
 * The size of anonymous folios, by the kernel's switch for each size
 * (Documentation/admin-guide/mm/transhuge.rst): "always" for the one wanted,
 * "never" for all others, so that a fault has no choice.
 */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "say.h"
#include "settings.h"
#include "size.h"
#include "thp.h"

#define THP "/sys/kernel/mm/transparent_hugepage"

/* Orders 2 to that of a PMD: 12 with the largest pages. */
#define MAX_SIZES 16

static uint64_t page_size(void)
{
	return sysconf(_SC_PAGESIZE);
}

static void size_path(char *path, size_t room, uint64_t folio)
{
	snprintf(path, room, THP "/hugepages-%" PRIu64 "kB/enabled",
		 folio >> 10);
}

/* Check, before anything is touched, that folios of @folio bytes can be had. */
void thp_check(uint64_t folio)
{
	char path[128], text[SIZE_TEXT];

	size_path(path, sizeof(path), folio);
	if (folio == page_size() || !access(path, W_OK))
		return;
	die("this kernel has no anonymous folios of %s: no %s; see which hugepages-*kB are there (Linux 6.8 or newer), or use --thp %" PRIu64 "K",
	    size_format(text, folio), path, page_size() >> 10);
}

static void set_size(struct setting *setting, uint64_t size, bool wanted)
{
	char path[128];
	int error;

	size_path(path, sizeof(path), size);
	error = setting_change(setting, path, wanted ? "always" : "never");
	/* Two pages are a size for shmem, and none for anonymous memory. */
	if (error && error != -ENOENT)
		die("cannot set %s: %s", path, strerror(-error));
}

/**
 * thp_select() - until the program ends, fault anonymous memory in one size
 * @folio: bytes; a page turns all larger folios off
 */
void thp_select(uint64_t folio)
{
	static struct setting settings[MAX_SIZES];
	DIR *dir = opendir(THP);
	struct dirent *entry;
	uint64_t kib;
	int nr = 0;

	while (dir && (entry = readdir(dir)))
		if (sscanf(entry->d_name, "hugepages-%" SCNu64 "kB",
			   &kib) == 1 && nr < MAX_SIZES)
			set_size(&settings[nr++], kib << 10,
				 kib << 10 == folio);
	if (dir)
		closedir(dir);
}
