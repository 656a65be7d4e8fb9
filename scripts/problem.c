// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>

#include "problem.h"

/**
 * problem_set - describe a failure
 * @problem: filled with the text; a text that is too long is cut
 * @format: as for printf()
 *
 * Return: always -1, so that a caller can return it in the same line.
 */
int problem_set(struct problem *problem, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(problem->text, sizeof(problem->text), format, args);
	va_end(args);
	return -1;
}
