/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_STAT_H
#define BENCH_STAT_H

#include <jansson.h>
#include <stddef.h>

/* Twice the room that /proc/vmstat and memory.stat need today. */
#define STAT_TEXT 32768

void stat_vmstat(char text[STAT_TEXT]);
void stat_batch(char text[STAT_TEXT]);
json_t *stat_delta(const char *before, const char *after);

#endif
