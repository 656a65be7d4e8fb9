// SPDX-License-Identifier: GPL-2.0-only
/* Words for people: one line each, on stderr; stdout belongs to the records. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "say.h"

static void line(const char *prefix, const char *format, va_list args,
		 const char *end)
{
	flockfile(stderr);
	fputs(prefix, stderr);
	vfprintf(stderr, format, args);
	fputs(end, stderr);
	funlockfile(stderr);
}

/* A problem with the machine or its state: the run ends, settings go back. */
void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	line("reclaimbench: ", format, args, "\n");
	va_end(args);
	exit(EXIT_PROBLEM);
}

/* A problem with the command line: nothing has been touched yet. */
void usage_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	line("reclaimbench: ", format, args, "; see reclaimbench --help\n");
	va_end(args);
	exit(EXIT_USAGE);
}

void warn(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	line("reclaimbench: warning: ", format, args, "\n");
	va_end(args);
}

/* One step of the run, with the seconds since the first one. */
void progress(const char *format, ...)
{
	static struct timespec start;
	struct timespec now;
	char prefix[32];
	va_list args;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!start.tv_sec && !start.tv_nsec)
		start = now;
	snprintf(prefix, sizeof(prefix), "[%7.1f s] ",
		 (double)(now.tv_sec - start.tv_sec) +
			 (double)(now.tv_nsec - start.tv_nsec) / 1e9);
	va_start(args, format);
	line(prefix, format, args, "\n");
	va_end(args);
}
