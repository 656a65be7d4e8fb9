// SPDX-License-Identifier: GPL-2.0-only
/* What the tests in the guest share: how they report, and how they look. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "guest.h"
#include "say.h"
#include "text.h"

#define EXIT_SKIP 4

static bool failed;

/* One line on stdout: "ok NAME # details" or "not ok NAME # details". */
void result(bool ok, const char *name, const char *format, ...)
{
	va_list args;

	printf("%sok %s # ", ok ? "" : "not ", name);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	fflush(stdout);
	failed |= !ok;
}

/* Nothing of the whole program can run here. */
void skip(const char *format, ...)
{
	va_list args;

	printf("1..0 # SKIP ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	exit(EXIT_SKIP);
}

int exit_status(void)
{
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Anonymous memory, not yet touched, at a multiple of @align. */
void *map_aligned(size_t bytes, size_t align)
{
	char *start = mmap(NULL, bytes + align, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (start == MAP_FAILED)
		die("cannot map %zu bytes: %s", bytes, strerror(errno));
	return start + (-(uintptr_t)start & (align - 1));
}

/* The pagemap words of this process' @pages pages from @start on. */
void pagemap_read(const void *start, uint64_t *words, size_t pages)
{
	uintptr_t first = (uintptr_t)start / sysconf(_SC_PAGESIZE);
	size_t bytes = pages * sizeof(*words);
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);

	if (fd < 0 || pread(fd, words, bytes, first * sizeof(*words)) !=
		      (ssize_t)bytes)
		die("cannot read /proc/self/pagemap: %s", strerror(errno));
	close(fd);
}

void write_or_die(const char *path, const char *text)
{
	int error = text_write(path, text);

	if (error)
		die("cannot write \"%s\" to %s: %s", text, path,
		    strerror(-error));
}

void sleep_ms(long ms)
{
	nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000L }, NULL);
}

/* The number of the line "NAME NUMBER" of @text, 0 without such a line. */
uint64_t stat_value(const char *text, const char *name)
{
	size_t length = strlen(name);
	const char *line = text;

	while (line && *line) {
		if (!strncmp(line, name, length) && line[length] == ' ')
			return strtoull(line + length, NULL, 10);
		line = strchr(line, '\n');
		line = line ? line + 1 : NULL;
	}
	return 0;
}
