/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include "sheet.h"
#include "sides.h"

bool workload_swaps(const struct sides *sides);
const char *workload_step(const struct sides *sides);
void workload_show(const struct sheet *sheet, const struct sides *sides);

#endif
