// SPDX-License-Identifier: GPL-2.0-only
/* Throughput, and how much of it is lost. */
#include "rate.h"

/* Return: accesses per second; 0 where no time has passed. */
double rate_between(const struct reading *from, const struct reading *to)
{
	if (to->ns <= from->ns)
		return 0;
	return 1e9 * (double)(to->accesses - from->accesses) /
	       (double)(to->ns - from->ns);
}

/* Return: per cent of @before that is missing in @during; below 0 for a gain. */
double rate_lost_pct(double before, double during)
{
	return before > 0 ? 100 * (before - during) / before : 0;
}
