/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_THP_H
#define BENCH_THP_H

#include <stdint.h>

void thp_check(uint64_t folio);
void thp_select(uint64_t folio);

#endif
