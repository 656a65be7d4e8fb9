/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef TESTS_DIRTY_COMMON_H
#define TESTS_DIRTY_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BATCH_DIR	"/sys/kernel/debug/reclaim_batch"
#define DIRTY_SWITCH	BATCH_DIR "/dirty_batch"
#define DIRTY_DELAY	BATCH_DIR "/dirty_batch_delay_ms"

void dirty_require(void);
void dirty_delay(unsigned int ms);
void swap_on(const char *kind, uint64_t bytes);

void counters_restart(void);
uint64_t counter(const char *name);

uint64_t vmstat(const char *name);
uint64_t meminfo(const char *name);
uint64_t swap_used_pages(void);

bool module_load(const char *name);
bool page_present(const void *page);
uint64_t page_frame(const void *page);

int in_child(void (*work)(const void *what), const void *what,
	     unsigned int limit_s);

#endif
