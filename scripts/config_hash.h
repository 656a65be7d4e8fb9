/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef CONFIG_HASH_H
#define CONFIG_HASH_H

#include "problem.h"

#define CONFIG_HASH_SIZE 65	/* 64 hexadecimal digits and the end */

int config_hash(const char *file, char hash[CONFIG_HASH_SIZE],
		struct problem *problem);

#endif
