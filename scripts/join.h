/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef JOIN_H
#define JOIN_H

#include "problem.h"

/**
 * struct join - the parts of a run in a virtual machine, and where they go
 * @records: file of the bench's records
 * @counts: file of the plugin's counts, or NULL when the run had no plugin
 * @config: the kernel's .config
 * @variant: "base" or "batched"
 * @control: the control patch on top of the patched kernel that stands in for
 *	     the base; NULL when none does
 * @qemu: release of QEMU
 * @cpu: CPU model given to QEMU
 * @boot: number of the boot, from 1
 * @out: results file to append to
 */
struct join {
	const char *records;
	const char *counts;
	const char *config;
	const char *variant;
	const char *control;
	const char *qemu;
	const char *cpu;
	long boot;
	const char *out;
};

int join_run(const struct join *join, struct problem *problem);

#endif
