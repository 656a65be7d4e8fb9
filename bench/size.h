/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_SIZE_H
#define BENCH_SIZE_H

#include <stdint.h>

/* Room for the longest text: "18446744073709551615". */
#define SIZE_TEXT 24

int size_parse(const char *text, uint64_t *bytes);
const char *size_format(char text[SIZE_TEXT], uint64_t bytes);

#endif
