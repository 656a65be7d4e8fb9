/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SWEEP_PAGE_H
#define SWEEP_PAGE_H

#include <stdbool.h>

#include "sheet.h"
#include "sweep.h"

bool sweep_page(const struct sheet *sheet, const struct sweep *sweep);
void sweep_plot(FILE *out, const struct sweep *sweep, const char *lru);

#endif
