/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include "sheet.h"
#include "sides.h"

void functions_top(const struct sheet *sheet, const struct sides *sides);
void functions_flushes(const struct sheet *sheet, const struct sides *sides);

#endif
