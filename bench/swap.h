/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_SWAP_H
#define BENCH_SWAP_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "options.h"

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

/* For the defaults, the options and the help of every mode that swaps. */
#define SWAP_DEFAULTS { .kind = SWAP_ZRAM, .disk = "/dev/vdb" }
#define SWAP_OPTIONS(PARAMS, SWAP) \
	OPTION_TEXT("disk", PARAMS, SWAP.disk), \
	OPTION("swap", PARAMS, SWAP.kind, const char *, \
	       .take = swap_take_kind, .words = swap_kinds), \
	OPTION_SIZE("swap-size", PARAMS, SWAP.bytes)
#define SWAP_HELP \
	"  --swap KIND     zram (" ZRAM_ALGORITHM ") or disk, on for the run (zram)\n" \
	"  --swap-size SIZE  of zram (what the run can need)\n" \
	"  --disk DEVICE   block device with a swap area, made non-rotational (/dev/vdb)\n"

extern const char *const swap_kinds[];

void swap_take_kind(const struct mode_option *option, const char *text,
		    void *field);
void swap_start(const struct swap_params *params, uint64_t need);
void swap_header(char *page, size_t page_size, uint64_t bytes);
void swap_describe(const struct swap_params *params, json_t *object);

#endif
