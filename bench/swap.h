/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_SWAP_H
#define BENCH_SWAP_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#define SWAP_ZRAM "zram"
#define SWAP_DISK "disk"
#define SWAP_NONE "none"

/* Fixed: another algorithm is another workload. The kernel's own default. */
#define ZRAM_ALGORITHM "lzo-rle"

/**
 * struct swap_params - the swap area a run brings
 * @kind: SWAP_ZRAM or SWAP_DISK
 * @disk: block device that holds a swap area, for SWAP_DISK
 * @bytes: size for SWAP_ZRAM, 0 for what the mode needs; a disk has its own
 */
struct swap_params {
	const char *kind;
	const char *disk;
	uint64_t bytes;
};

/* For the long options and the help of every mode that swaps. */
#define SWAP_DEFAULTS { .kind = SWAP_ZRAM, .disk = "/dev/vdb" }
#define SWAP_OPTIONS \
	{ "disk", required_argument, NULL, 'D' }, \
	{ "swap", required_argument, NULL, 's' }, \
	{ "swap-size", required_argument, NULL, 'S' }
#define SWAP_HELP \
	"  --swap KIND     zram (" ZRAM_ALGORITHM ") or disk, on for the run (zram)\n" \
	"  --swap-size SIZE  of zram (what the run can need)\n" \
	"  --disk DEVICE   block device with a swap area, made non-rotational (/dev/vdb)\n"

void swap_option(struct swap_params *params, int option, const char *text);
void swap_start(const struct swap_params *params, uint64_t need);
void swap_header(char *page, size_t page_size, uint64_t bytes);
void swap_describe(const struct swap_params *params, json_t *object);

#endif
