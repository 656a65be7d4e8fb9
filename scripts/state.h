/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef STATE_H
#define STATE_H

#include <jansson.h>

#include "sides.h"

json_t *state_differences(const struct sides *sides);
char *state_histogram(const json_t *folio_kib);

#endif
