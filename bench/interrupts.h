/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_INTERRUPTS_H
#define BENCH_INTERRUPTS_H

#include <jansson.h>
#include <stdint.h>

#define NO_SUCH_INTERRUPT (-1)

/**
 * struct interrupts - interprocessor interrupts since boot, over all CPUs
 * @tlb: "TLB shootdowns"; arm64 broadcasts TLBIs instead and has none
 * @call: "Function call interrupts"; what x86 counts above is among them
 *
 * NO_SUCH_INTERRUPT where the kernel does not count it.
 */
struct interrupts {
	int64_t tlb;
	int64_t call;
};

int64_t interrupts_sum(const char *text, const char *description);
void interrupts_read(struct interrupts *now);
struct interrupts interrupts_delta(const struct interrupts *before,
				   const struct interrupts *after);
void interrupts_describe(const struct interrupts *delta, json_t *object);

#endif
