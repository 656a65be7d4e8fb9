/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef COMPARE_H
#define COMPARE_H

#include "sheet.h"
#include "sides.h"

void compare_show(const struct sheet *sheet, const struct sides *sides);

#endif
