/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stdbool.h>

#include "path.h"
#include "sides.h"

/**
 * struct sample - one number over all records of a side
 * @result: PATH_FOUND when every record has it; the rest is valid only then
 * @nr: number of records
 * @mean: arithmetic mean
 * @min: the smallest
 * @max: the largest
 * @lacking: the first record that does not have the number
 */
struct sample {
	enum path_result result;
	size_t nr;
	double mean;
	double min;
	double max;
	const struct record *lacking;
};

/**
 * struct quantity - what to take from each record
 * @path: the number
 * @per: another number to divide it by, or NULL
 * @scale: factor on the result
 */
struct quantity {
	const char *path;
	const char *per;
	double scale;
};

struct sample sample_take(const struct side *side, struct quantity quantity);
bool sample_above(const struct sample *high, const struct sample *low);
double sample_spread(const struct sample *sample);

#endif
