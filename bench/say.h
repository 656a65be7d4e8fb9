/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_SAY_H
#define BENCH_SAY_H

#define EXIT_PROBLEM	1
#define EXIT_USAGE	2

void die(const char *format, ...)
	__attribute__((noreturn, format(printf, 1, 2)));
void usage_error(const char *format, ...)
	__attribute__((noreturn, format(printf, 1, 2)));
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void progress(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
