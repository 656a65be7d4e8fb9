// SPDX-License-Identifier: GPL-2.0-only
/* Byte sizes as people write them: 4K, 64K, 2M, 1G, or plain bytes. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#include "size.h"

static int unit_shift(char unit)
{
	switch (toupper((unsigned char)unit)) {
	case 'K':
		return 10;
	case 'M':
		return 20;
	case 'G':
		return 30;
	case 'T':
		return 40;
	default:
		return -1;
	}
}

static bool add_digit(uint64_t *value, char digit)
{
	return !__builtin_mul_overflow(*value, 10, value) &&
	       !__builtin_add_overflow(*value, digit - '0', value);
}

/**
 * size_parse() - read one size, whole text or nothing
 * @text: decimal digits and at most one unit letter, binary and in any case
 * @bytes: set on success only
 *
 * Stricter than strtoull(): no sign, no blanks, no fraction, no "KiB", so that
 * a typing error never measures something else than was meant.
 *
 * Return: 0, -EINVAL for text that is no size, -ERANGE above 64 bits.
 */
int size_parse(const char *text, uint64_t *bytes)
{
	uint64_t value = 0;
	int shift = 0;

	if (!isdigit((unsigned char)*text))
		return -EINVAL;
	for (; isdigit((unsigned char)*text); text++)
		if (!add_digit(&value, *text))
			return -ERANGE;
	if (*text) {
		shift = unit_shift(*text++);
		if (shift < 0 || *text)
			return -EINVAL;
	}
	if (value > UINT64_MAX >> shift)
		return -ERANGE;
	*bytes = value << shift;
	return 0;
}

/**
 * size_format() - write a size so that size_parse() reads the same value back
 * @text: receives the shortest exact form
 * @bytes: the size
 *
 * Return: @text.
 */
const char *size_format(char text[SIZE_TEXT], uint64_t bytes)
{
	static const char units[] = "KMGT";
	const char *unit = "";
	size_t i;

	for (i = 0; units[i] && bytes && !(bytes % 1024); i++) {
		bytes /= 1024;
		unit = &units[i];
	}
	snprintf(text, SIZE_TEXT, "%" PRIu64 "%.1s", bytes, unit);
	return text;
}
