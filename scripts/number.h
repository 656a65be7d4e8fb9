/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NUMBER_H
#define NUMBER_H

#define NUMBER_SIZE 32

/* A short text that can be returned and copied like a number. */
struct text {
	char s[NUMBER_SIZE];
};

struct text number_text(double value, int decimals);
struct text number_count(double value);
struct text number_percent(double value, int decimals);
struct text number_size(double bytes);
struct text number_ratio(double base, double batched);
struct text number_difference(double base, double batched);
struct text number_clock(double ns);

#endif
