/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef METRIC_H
#define METRIC_H

#include "sample.h"
#include "sheet.h"

/**
 * enum better - which way a number should move
 * @BETTER_LESS: a cost
 * @BETTER_MORE: what the cost is paid for
 * @BETTER_NEITHER: one kind traded for another; the sum of the kinds tells
 */
enum better { BETTER_LESS, BETTER_MORE, BETTER_NEITHER };

#define DECIMALS_OF_COUNT (-1)

/**
 * struct metric - one row of a comparison
 * @label: what it is, with its unit
 * @quantity: what to take from each record
 * @better: which way it should move
 * @decimals: digits after the point, or DECIMALS_OF_COUNT
 */
struct metric {
	const char *label;
	struct quantity quantity;
	enum better better;
	int decimals;
};

extern const struct table metric_table;

void metric_row(const struct sheet *sheet, const struct sides *sides,
		const struct metric *metric);

#endif
