/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SIDES_H
#define SIDES_H

#include "record.h"

/**
 * struct side - the records of one variant
 * @record: the records, owned by the list they were split from
 * @nr: how many
 */
struct side {
	const struct record **record;
	size_t nr;
};

/**
 * struct sides - both sides of a comparison
 * @of: by enum variant
 */
struct sides {
	struct side of[NR_VARIANTS];
};

int sides_split(struct sides *sides, const struct record_list *list,
		struct problem *problem);
void sides_free(struct sides *sides);

#endif
