// SPDX-License-Identifier: GPL-2.0-only
/*
 * Holds a part of a file in memory, where reclaim cannot take it:
 * mlock_file FILE OFFSET BYTES says "locked" and sleeps until it is killed.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	size_t bytes;
	void *start;
	int fd;

	if (argc != 4) {
		fputs("usage: mlock_file FILE OFFSET BYTES\n", stderr);
		return 2;
	}
	bytes = strtoull(argv[3], NULL, 10);
	fd = open(argv[1], O_RDONLY | O_CLOEXEC);
	start = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd,
		     strtoull(argv[2], NULL, 10));
	if (start == MAP_FAILED || mlock(start, bytes)) {
		perror("mlock_file");
		return EXIT_FAILURE;
	}
	puts("locked");
	fflush(stdout);
	pause();
	return EXIT_SUCCESS;
}
