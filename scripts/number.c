// SPDX-License-Identifier: GPL-2.0-only
/* Numbers as people read them, the same in every locale. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "number.h"

static struct text text_of(const char *s)
{
	struct text text;

	snprintf(text.s, sizeof(text.s), "%s", s);
	return text;
}

/**
 * number_text - a number with thousands separators
 * @value: the number, below 1e15 in size
 * @decimals: digits after the point
 */
struct text number_text(double value, int decimals)
{
	char plain[NUMBER_SIZE];
	struct text text;
	size_t digits, i, to = 0;

	snprintf(plain, sizeof(plain), "%.*f", decimals, value);
	digits = strcspn(plain, ".");
	for (i = 0; plain[i] && to < sizeof(text.s) - 2; i++) {
		if (i && i < digits && !((digits - i) % 3) &&
		    plain[i - 1] != '-')
			text.s[to++] = ',';
		text.s[to++] = plain[i];
	}
	text.s[to] = '\0';
	return text;
}

/**
 * number_count - a mean of counts: whole where it is whole or large
 * @value: the mean
 */
struct text number_count(double value)
{
	int whole = fabs(value - round(value)) < 1e-9 || fabs(value) >= 1e6;

	return number_text(value, whole ? 0 : 1);
}

/**
 * number_percent - a share, such as "59.2 %"
 * @value: in percent
 * @decimals: digits after the point
 */
struct text number_percent(double value, int decimals)
{
	struct text text;

	snprintf(text.s, sizeof(text.s), "%.*f %%", decimals, value);
	return text;
}

/**
 * number_size - a size in the largest binary unit that leaves it whole
 * @bytes: the size
 */
struct text number_size(double bytes)
{
	static const char * const unit[] = { "bytes", "KiB", "MiB", "GiB" };
	struct text text;
	size_t i = 0;

	while (i < 3 && bytes >= 1024 && fmod(bytes, 1024) == 0) {
		bytes /= 1024;
		i++;
	}
	snprintf(text.s, sizeof(text.s), "%.24s %s", number_text(bytes, 0).s,
		 unit[i]);
	return text;
}

/**
 * number_ratio - how many times less the patched side needs
 * @base: without the patches
 * @batched: with them
 *
 * Return: base divided by batched, such as "3.71x"; "-" where it is no number.
 */
struct text number_ratio(double base, double batched)
{
	struct text text;
	double ratio;

	if (base == 0 || batched == 0)
		return text_of("-");
	ratio = base / batched;
	snprintf(text.s, sizeof(text.s), "%.*fx", ratio < 100 ? 2 : 0, ratio);
	return text;
}

/**
 * number_difference - change against the unpatched side
 * @base: without the patches
 * @batched: with them
 *
 * Return: in percent of @base; in words where a percentage would say nothing.
 */
struct text number_difference(double base, double batched)
{
	struct text text;

	if (base == batched)
		return text_of("same");
	if (base == 0)
		return text_of("from 0");
	snprintf(text.s, sizeof(text.s), "%+.1f %%",
		 100 * (batched - base) / base);
	return text;
}

/**
 * number_clock - a time as the shell's time prints it, such as "0m0.831s"
 * @ns: nanoseconds
 */
struct text number_clock(double ns)
{
	/* Whole milliseconds first: 59.9996 s is 1m0.000s, not 0m60.000s. */
	double ms = round(ns / 1e6);
	struct text text;

	snprintf(text.s, sizeof(text.s), "%.0fm%.3fs", floor(ms / 60000),
		 fmod(ms, 60000) / 1000);
	return text;
}
