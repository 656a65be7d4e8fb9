/* SPDX-License-Identifier: GPL-2.0-only */
/* Which atomics of the kernel are accesses to page-table entries. */
#ifndef ACCESSOR_H
#define ACCESSOR_H

#include <stdbool.h>
#include <stdint.h>

struct accessor;

struct accessor *accessor_open(const char *vmlinux);
void accessor_close(struct accessor *a);
bool accessor_at(struct accessor *a, uint64_t pc);
bool accessor_name(const char *name);
bool accessor_primitive(const char *name);

#endif
