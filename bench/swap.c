// SPDX-License-Identifier: GPL-2.0-only
/*
 * A swap area for the length of a run, used before all others: a zram device of
 * our own, which writes before it returns, or a disk, which does not.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "cleanup.h"
#include "say.h"
#include "settings.h"
#include "swap.h"
#include "text.h"

#define ZRAM_CONTROL "/sys/class/zram-control"

/* The highest priority: areas that are on already stay unused. */
#define SWAP_FLAGS (SWAP_FLAG_PREFER | SWAP_FLAG_PRIO_MASK)

/* Offsets in the first page; union swap_header in include/linux/swap.h. */
#define HEADER_VERSION		1024
#define HEADER_LAST_PAGE	1028
#define HEADER_MAGIC		"SWAPSPACE2"

/* The device of the run, for clean-up: no memory may be needed there. */
static struct {
	char path[PATH_MAX];
	char zram_id[16];
	volatile sig_atomic_t on;
} area;

/* No stdio in the two below: they may run in a signal handler. */
static void end_swap(void *what)
{
	static const char complaint[] =
		"reclaimbench: warning: the swap area could not be turned off\n";

	(void)what;
	if (area.on && swapoff(area.path) &&
	    write(STDERR_FILENO, complaint, sizeof(complaint) - 1) < 0)
		return;
}

static void remove_zram(void *what)
{
	static const char complaint[] =
		"reclaimbench: warning: the zram device could not be removed\n";

	(void)what;
	if (area.zram_id[0] &&
	    text_write(ZRAM_CONTROL "/hot_remove", area.zram_id) &&
	    write(STDERR_FILENO, complaint, sizeof(complaint) - 1) < 0)
		return;
	area.zram_id[0] = '\0';
}

/**
 * swap_header() - what makes a device a swap area
 * @page: receives the first page
 * @page_size: its size
 * @bytes: size of the device
 */
void swap_header(char *page, size_t page_size, uint64_t bytes)
{
	uint32_t version = 1, last = bytes / page_size - 1;
	size_t magic = strlen(HEADER_MAGIC);

	memset(page, 0, page_size);
	memcpy(page + HEADER_VERSION, &version, sizeof(version));
	memcpy(page + HEADER_LAST_PAGE, &last, sizeof(last));
	memcpy(page + page_size - magic, HEADER_MAGIC, magic);
}

static void write_header(const char *device, uint64_t bytes)
{
	size_t size = sysconf(_SC_PAGESIZE);
	char page[size];
	int fd = open(device, O_WRONLY | O_CLOEXEC);

	swap_header(page, size, bytes);
	if (fd < 0 || pwrite(fd, page, size, 0) != (ssize_t)size)
		die("cannot make %s a swap area: %s", device, strerror(errno));
	close(fd);
}

static void set_zram(const char *name, const char *value)
{
	char path[128];
	int error;

	snprintf(path, sizeof(path), "/sys/block/zram%s/%s", area.zram_id,
		 name);
	error = text_write(path, value);
	if (error)
		die("cannot set %s to %s: %s; the kernel needs CONFIG_ZRAM_BACKEND_LZO",
		    path, value, strerror(-error));
}

/* Reading the file makes a device: no signal may come before it is noted. */
static void add_zram(void)
{
	sigset_t old;
	ssize_t n;

	cleanup_push(remove_zram, NULL);
	cleanup_hold(&old);
	n = text_read(ZRAM_CONTROL "/hot_add", area.zram_id,
		      sizeof(area.zram_id));
	cleanup_release(&old);
	if (n <= 0)
		die("cannot make a zram device by " ZRAM_CONTROL "/hot_add: %s; modprobe zram, or boot a kernel with CONFIG_ZRAM, or use --swap disk",
		    strerror(n < 0 ? -n : EIO));
}

static void start_zram(uint64_t bytes)
{
	char text[24];

	add_zram();
	set_zram("comp_algorithm", ZRAM_ALGORITHM);
	snprintf(text, sizeof(text), "%" PRIu64, bytes);
	set_zram("disksize", text);
	snprintf(area.path, sizeof(area.path), "/dev/zram%s", area.zram_id);
	write_header(area.path, bytes);
}

/*
 * 6.12 splits large folios before it swaps them to a rotational disk, and
 * virtio disks call themselves that. A partition's queue is its disk's.
 */
static void make_non_rotational(dev_t device)
{
	static struct setting rotational;
	char path[PATH_MAX], text[4];
	int error;

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/queue/rotational",
		 major(device), minor(device));
	if (access(path, F_OK))
		snprintf(path, sizeof(path),
			 "/sys/dev/block/%u:%u/../queue/rotational",
			 major(device), minor(device));
	if (text_read(path, text, sizeof(text)) > 0 && !strcmp(text, "0"))
		return;
	progress("%s was rotational: set to 0 for the run", path);
	error = setting_change(&rotational, path, "0");
	if (error || text_read(path, text, sizeof(text)) < 0 ||
	    strcmp(text, "0"))
		die("cannot make %s read 0: %s", path,
		    error ? strerror(-error) : "the kernel refused it");
}

static void start_disk(const char *disk)
{
	struct stat st;

	if (stat(disk, &st))
		die("no disk to swap to: %s: %s; name one with --disk",
		    disk, strerror(errno));
	if (!S_ISBLK(st.st_mode))
		die("--disk %s is no block device", disk);
	snprintf(area.path, sizeof(area.path), "%s", disk);
	make_non_rotational(st.st_rdev);
}

/* An area that was on before is not ours to turn off. */
static void turn_on(void)
{
	sigset_t old;
	int error;

	cleanup_push(end_swap, NULL);
	cleanup_hold(&old);
	area.on = !swapon(area.path, SWAP_FLAGS);
	error = errno;
	cleanup_release(&old);
	if (area.on)
		return;
	if (error == EINVAL)
		die("%s holds no swap area: make one with mkswap (what is on it is lost)",
		    area.path);
	die("cannot swap to %s: %s%s", area.path, strerror(error),
	    error == EBUSY ? "; it is mounted, or swapped to already" : "");
}

const char *const swap_kinds[] = { SWAP_ZRAM, SWAP_DISK, SWAP_NONE, NULL };

/* Takes --swap. "none" is a word that people expect, and may not have. */
void swap_take_kind(const struct mode_option *option, const char *text,
		    void *field)
{
	option_choice(option, text, field);
	if (!strcmp(text, SWAP_NONE))
		usage_error("--swap none leaves anonymous memory nowhere to go: use zram or disk");
}

/**
 * swap_start() - turn the area on until the program ends
 * @params: which
 * @need: bytes that a run may swap out; zram gets an eighth more
 */
void swap_start(const struct swap_params *params, uint64_t need)
{
	uint64_t page = sysconf(_SC_PAGESIZE);
	uint64_t bytes = params->bytes ? params->bytes : need + need / 8;

	if (!strcmp(params->kind, SWAP_ZRAM))
		start_zram(bytes / page * page);
	else
		start_disk(params->disk);
	turn_on();
}

/* What a record's "params" say of it; the size is in "state.swap". */
void swap_describe(const struct swap_params *params, json_t *object)
{
	bool zram = !strcmp(params->kind, SWAP_ZRAM);

	json_object_set_new(object, "swap", json_string(params->kind));
	json_object_set_new(object, zram ? "swap_algorithm" : "swap_disk",
			    json_string(zram ? ZRAM_ALGORITHM :
					       "non-rotational"));
}
