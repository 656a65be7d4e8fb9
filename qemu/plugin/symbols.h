/* SPDX-License-Identifier: GPL-2.0-only */
/* The functions of a vmlinux, by address and by name. */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

/* Function numbers that belong to no symbol. */
enum { FN_USER, FN_UNKNOWN, FN_FIRST };

struct symbols;

struct symbols *symbols_load(const char *vmlinux, char *error, size_t size);
void symbols_free(struct symbols *s);
unsigned int symbols_fn(const struct symbols *s, uint64_t pc);
unsigned int symbols_count(const struct symbols *s);
const char *symbols_name(const struct symbols *s, unsigned int fn);
size_t symbols_starts(const struct symbols *s, const char *name,
		      uint64_t *starts, size_t max);
size_t symbols_text(const struct symbols *s, const char *name,
		    uint64_t *start, uint32_t *words, size_t max);

#endif
