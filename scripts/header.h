/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef HEADER_H
#define HEADER_H

#include "sheet.h"
#include "sides.h"

void header_show(const struct sheet *sheet, const struct sides *sides);

#endif
