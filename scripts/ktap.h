/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef KTAP_H
#define KTAP_H

#include <stdbool.h>
#include <stdio.h>

bool ktap_report(FILE *console, const char *name, FILE *out);

#endif
