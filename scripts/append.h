/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef APPEND_H
#define APPEND_H

#include <stddef.h>

#include "problem.h"

int append_whole(const char *file, const char *text, size_t len,
		 struct problem *problem);

#endif
