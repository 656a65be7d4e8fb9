// SPDX-License-Identifier: GPL-2.0-only
#include <gsl/gsl_rstat.h>
#include <math.h>

#include "sample.h"

static enum path_result value_of(const struct record *record,
				 struct quantity quantity, double *value)
{
	enum path_result result = path_number(record->json, quantity.path,
					      value);
	double per;

	if (result == PATH_FOUND && quantity.per) {
		result = path_number(record->json, quantity.per, &per);
		/* What is measured per nothing is not known. */
		if (result == PATH_FOUND && per == 0)
			result = PATH_NULL;
		if (result == PATH_FOUND)
			*value /= per;
	}
	*value *= quantity.scale;
	return result;
}

/**
 * sample_take - collect one number over the records of a side
 * @side: records of one variant, at least one
 * @quantity: what to take
 *
 * Return: the sample. It holds all records or, when one of them lacks the
 * number, none: a mean over some of them would hide that.
 */
struct sample sample_take(const struct side *side, struct quantity quantity)
{
	gsl_rstat_workspace *stat = gsl_rstat_alloc();
	struct sample sample = { .result = PATH_FOUND, .nr = side->nr };
	size_t i;

	for (i = 0; i < side->nr; i++) {
		double value = 0;

		sample.result = value_of(side->record[i], quantity, &value);
		if (sample.result != PATH_FOUND) {
			sample.lacking = side->record[i];
			break;
		}
		gsl_rstat_add(value, stat);
	}
	if (sample.result == PATH_FOUND) {
		sample.mean = gsl_rstat_mean(stat);
		sample.min = gsl_rstat_min(stat);
		sample.max = gsl_rstat_max(stat);
	}
	gsl_rstat_free(stat);
	return sample;
}

/**
 * sample_spread - how far the records of a side lie apart
 * @sample: a sample that was found
 *
 * Return: largest minus smallest, in percent of the mean.
 */
double sample_spread(const struct sample *sample)
{
	if (sample->mean == 0)
		return 0;
	return 100 * (sample->max - sample->min) / fabs(sample->mean);
}

/**
 * sample_above - is one sample larger than another, beyond noise?
 * @high: a sample that was found
 * @low: another
 *
 * Return: true when not even the extremes of their repetitions meet, by more
 * than a table shows.
 */
bool sample_above(const struct sample *high, const struct sample *low)
{
	return high->min > low->max &&
	       high->mean - low->mean >= 0.0005 * fabs(low->mean);
}
