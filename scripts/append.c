// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "append.h"

static int write_all(int fd, const char *text, size_t len)
{
	while (len) {
		ssize_t done = write(fd, text, len);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return -1;
		text += done;
		len -= done;
	}
	return 0;
}

/* Copies what the file holds; *last is its last byte, or newline if empty. */
static int copy_all(int to, int from, char *last)
{
	char buffer[1 << 16];
	ssize_t len;

	*last = '\n';
	while ((len = read(from, buffer, sizeof(buffer))) > 0) {
		*last = buffer[len - 1];
		if (write_all(to, buffer, len))
			return -1;
	}
	return len;
}

static int fill(int fd, const char *file, const char *text, size_t len,
		struct problem *problem)
{
	int old = open(file, O_RDONLY | O_CLOEXEC);
	char last = '\n';
	int ret = 0;

	if (old < 0 && errno != ENOENT)
		return problem_set(problem, "%s: %s", file, strerror(errno));
	if (old >= 0 && copy_all(fd, old, &last))
		ret = problem_set(problem, "%s: %s", file, strerror(errno));
	else if (last != '\n')
		ret = problem_set(problem, "%s: its last line is cut short: remove that line first",
				  file);
	else if (write_all(fd, text, len) || fsync(fd))
		ret = problem_set(problem, "%s: cannot write: %s", file,
				  strerror(errno));
	if (old >= 0)
		close(old);
	return ret;
}

static int replace(const char *file, const char *text, size_t len,
		   struct problem *problem)
{
	char temp[PATH_MAX];
	int fd, ret;

	snprintf(temp, sizeof(temp), "%.*s.XXXXXX", PATH_MAX - 8, file);
	fd = mkstemp(temp);
	if (fd < 0)
		return problem_set(problem, "%s: cannot write: %s", file,
				   strerror(errno));
	ret = fill(fd, file, text, len, problem);
	if (!ret && (fchmod(fd, 0644) || rename(temp, file)))
		ret = problem_set(problem, "%s: %s", file, strerror(errno));
	close(fd);
	if (ret)
		unlink(temp);
	return ret;
}

static int write_through(const char *file, const char *text, size_t len,
			 struct problem *problem)
{
	int fd = open(file, O_WRONLY | O_CLOEXEC);
	int ret = fd < 0 ? -1 : write_all(fd, text, len);

	if (ret)
		problem_set(problem, "%s: cannot write: %s", file,
			    strerror(errno));
	if (fd >= 0)
		close(fd);
	return ret;
}

/**
 * append_whole - append lines to a file, all of them or none
 * @file: name of the file; made when there is none
 * @text: whole lines
 * @len: bytes of @text
 * @problem: filled on failure
 *
 * The file is replaced by a longer copy in one step, with interrupts of the
 * user held back until no temporary file is left. A device or a pipe cannot
 * be replaced: it is written to as it is.
 *
 * Return: 0 or -1.
 */
int append_whole(const char *file, const char *text, size_t len,
		 struct problem *problem)
{
	sigset_t held, before;
	char real[PATH_MAX];
	struct stat stat_buf;
	int ret;

	sigemptyset(&held);
	sigaddset(&held, SIGHUP);
	sigaddset(&held, SIGINT);
	sigaddset(&held, SIGQUIT);
	sigaddset(&held, SIGTERM);
	sigprocmask(SIG_BLOCK, &held, &before);
	/* A link to the newest results stays a link. */
	if (realpath(file, real))
		file = real;
	if (!stat(file, &stat_buf) && !S_ISREG(stat_buf.st_mode))
		ret = write_through(file, text, len, problem);
	else
		ret = replace(file, text, len, problem);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return ret;
}
