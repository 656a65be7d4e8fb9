/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_STRESS_H
#define BENCH_STRESS_H

#include <stdbool.h>

bool stress_number(const char *yaml, const char *key, double *value);

#endif
