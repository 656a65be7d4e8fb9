// SPDX-License-Identifier: GPL-2.0-only
/*
 * Small kernel files, read and written whole with bare system calls: usable
 * from a signal handler, and one write is one kernel action.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "text.h"

/**
 * text_read() - read a text file whole, without its last newline
 * @path: file of /proc, /sys or a cgroup
 * @text: receives the text, always terminated
 * @size: room in @text; a longer file is cut
 *
 * Return: length of the text, or a negative errno.
 */
ssize_t text_read(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t length = 0;
	ssize_t n = 0;

	text[0] = '\0';
	if (fd < 0)
		return -errno;
	while (length < size - 1) {
		n = read(fd, text + length, size - 1 - length);
		if (n <= 0)
			break;
		length += n;
	}
	if (n < 0)
		n = -errno;
	close(fd);
	if (n < 0)
		return n;
	if (length && text[length - 1] == '\n')
		length--;
	text[length] = '\0';
	return length;
}

/**
 * text_read_u64() - read a file that holds one decimal number
 * @path: the file
 * @value: set on success only
 *
 * Return: 0, a negative errno, or -EINVAL for a file with other content.
 */
int text_read_u64(const char *path, uint64_t *value)
{
	char text[32];
	ssize_t n = text_read(path, text, sizeof(text));
	int end = 0;
	uint64_t read_value;

	if (n < 0)
		return n;
	if (sscanf(text, "%" SCNu64 "%n", &read_value, &end) != 1 || end != n)
		return -EINVAL;
	*value = read_value;
	return 0;
}

/**
 * text_write() - write a text to an existing file with one system call
 * @path: the file
 * @text: what to write
 *
 * Return: 0 or a negative errno.
 */
int text_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int error = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		error = -errno;
	close(fd);
	return error;
}
