// SPDX-License-Identifier: GPL-2.0-only
/* The measured step of the modes that reclaim by memory.reclaim. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "reclaim.h"
#include "region.h"
#include "say.h"

/**
 * reclaim_bytes() - measure one write to memory.reclaim
 * @memcg: cgroup that is reclaimed from
 * @bytes: how much
 * @measured: receives what the write did
 *
 * The kernel reclaims what it can and answers EAGAIN when that was less than
 * asked for: a result, not a failure.
 *
 * Return: 0 or EAGAIN.
 */
int reclaim_bytes(const struct memcg *memcg, uint64_t bytes,
		  struct measurement *measured)
{
	static struct step step = { .who = RUSAGE_THREAD };
	int fd = memcg_open_reclaim(memcg);
	char text[24];
	int length = snprintf(text, sizeof(text), "%" PRIu64, bytes);
	ssize_t n;
	int error;

	measure_settle();
	measure_before(&step, memcg);
	region_begin();
	n = write(fd, text, length);
	region_end();
	error = n < 0 ? errno : 0;
	measure_after(&step, memcg);
	close(fd);
	if (error && error != EAGAIN)
		die("memory.reclaim failed: %s", strerror(error));
	*measured = measure_difference(&step);
	if (error)
		warn("the kernel reclaimed %" PRIu64 " of %" PRIu64 " MiB and gave up (EAGAIN)",
		     measured->reclaimed >> 20, bytes >> 20);
	return error;
}
