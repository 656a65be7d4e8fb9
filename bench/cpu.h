/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_CPU_H
#define BENCH_CPU_H

void cpu_stay(void);
int cpu_allowed(int nth);
void cpu_pin(int cpu);

#endif
