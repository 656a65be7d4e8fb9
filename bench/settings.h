/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_SETTINGS_H
#define BENCH_SETTINGS_H

#include <limits.h>

struct setting {
	char path[PATH_MAX];
	char saved[64];
};

int setting_change(struct setting *setting, const char *path,
		   const char *value);
void setting_restore(void);

#endif
