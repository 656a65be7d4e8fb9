/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_REGION_H
#define BENCH_REGION_H

/*
 * Marks around the measured step for a counter that watches the instruction
 * stream. Hints that no arm64 CPU defines execute as NOP (Arm ARM, "HINT"), so
 * the same binary runs unchanged where nobody watches.
 */
#ifdef __aarch64__
#define region_begin() asm volatile("hint #0x5a" : : : "memory")
#define region_end() asm volatile("hint #0x5b" : : : "memory")
#else
#define region_begin() asm volatile("" : : : "memory")
#define region_end() asm volatile("" : : : "memory")
#endif

#endif
