/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_TEXT_H
#define BENCH_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

ssize_t text_read(const char *path, char *text, size_t size);
int text_read_u64(const char *path, uint64_t *value);
int text_write(const char *path, const char *text);

#endif
