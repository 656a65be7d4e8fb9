/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <jansson.h>
#include <stdint.h>

/* What the boot messages say of a CPU feature. */
enum known {
	KNOWN_NO,
	KNOWN_YES,
	UNKNOWN,
};

enum known machine_feature(const char *log, const char *message);
json_t *machine_describe(void);
json_t *machine_kernel(void);
json_t *machine_switches(void);
uint64_t machine_meminfo(const char *field);
void machine_require_root(const char *to);
void machine_require_memory(uint64_t bytes, const char *option);

#endif
