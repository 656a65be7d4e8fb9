/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef TESTS_GUEST_H
#define TESTS_GUEST_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

/* Bits of a word of /proc/PID/pagemap, and what a page out of memory has. */
#define PAGEMAP_PRESENT		(UINT64_C(1) << 63)
#define PAGEMAP_SWAP		(UINT64_C(1) << 62)
#define PAGEMAP_FRAME		((UINT64_C(1) << 55) - 1)
#define PAGEMAP_TYPE_BITS	5
#define PAGEMAP_TYPE		((UINT64_C(1) << PAGEMAP_TYPE_BITS) - 1)

void result(bool ok, const char *name, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void skip(const char *format, ...)
	__attribute__((noreturn, format(printf, 1, 2)));
int exit_status(void);

void *map_aligned(size_t bytes, size_t align);
void pagemap_read(const void *start, uint64_t *words, size_t pages);
void write_or_die(const char *path, const char *text);
void sleep_ms(long ms);
uint64_t stat_value(const char *text, const char *name);

#endif
