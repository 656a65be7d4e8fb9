// SPDX-License-Identifier: GPL-2.0-only
/* Rows of the W/o patchset, W/ patchset table. */
#include "metric.h"
#include "number.h"

enum {
	LABEL,
	BASE,
	BASE_SPREAD,
	BATCHED,
	BATCHED_SPREAD,
	RATIO,
	DIFFERENCE,
	MARK,
	NR_CELLS
};

const struct table metric_table = {
	.column = {
		[LABEL] = { "", 26 },
		[BASE] = { "W/o patchset", 15 },
		[BASE_SPREAD] = { "spread", 7 },
		[BATCHED] = { "W/ patchset", 15 },
		[BATCHED_SPREAD] = { "spread", 7 },
		[RATIO] = { "ratio", 8 },
		[DIFFERENCE] = { "difference", 10 },
		[MARK] = { "", 5 },
	},
	.nr = NR_CELLS,
};

static struct text value_text(const struct sample *sample, int decimals)
{
	if (sample->result != PATH_FOUND)
		return (struct text){ "-" };
	if (decimals == DECIMALS_OF_COUNT)
		return number_count(sample->mean);
	return number_text(sample->mean, decimals);
}

static struct text spread_text(const struct sample *sample)
{
	if (sample->result != PATH_FOUND || sample->nr < 2)
		return (struct text){ "" };
	return number_percent(sample_spread(sample), 2);
}

static bool is_worse(const struct sample *base, const struct sample *batched,
		     enum better better)
{
	if (better == BETTER_LESS)
		return sample_above(batched, base);
	return better == BETTER_MORE && sample_above(base, batched);
}

/**
 * metric_row - one row: both sides, how far apart, and whether that is worse
 * @sheet: the page
 * @sides: both with at least one record
 * @metric: what the row shows; "-" on a side that could not count it
 */
void metric_row(const struct sheet *sheet, const struct sides *sides,
		const struct metric *metric)
{
	struct sample base = sample_take(&sides->of[VARIANT_BASE],
					 metric->quantity);
	struct sample batched = sample_take(&sides->of[VARIANT_BATCHED],
					    metric->quantity);
	bool both = base.result == PATH_FOUND && batched.result == PATH_FOUND;
	bool worse = both && is_worse(&base, &batched, metric->better);
	struct text text[NR_CELLS] = {
		[BASE] = value_text(&base, metric->decimals),
		[BASE_SPREAD] = spread_text(&base),
		[BATCHED] = value_text(&batched, metric->decimals),
		[BATCHED_SPREAD] = spread_text(&batched),
	};
	const char *cell[NR_CELLS] = { metric->label };
	int i;

	if (both) {
		text[RATIO] = number_ratio(base.mean, batched.mean);
		text[DIFFERENCE] = number_difference(base.mean, batched.mean);
	}
	for (i = BASE; i < MARK; i++)
		cell[i] = text[i].s;
	cell[MARK] = worse ? "worse" : "";
	sheet_row(sheet, &metric_table, cell, worse);
}
