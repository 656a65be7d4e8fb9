/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SCHEMA_H
#define SCHEMA_H

#include <jansson.h>

#include "problem.h"

int schema_check_record(const json_t *record, struct problem *problem);
int schema_check_region(const json_t *region, struct problem *problem);

#endif
