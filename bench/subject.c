// SPDX-License-Identifier: GPL-2.0-only
/*
 * A child in a cgroup of its own that builds a mapping and then sleeps: the
 * measured step runs in the parent, whose memory is not in that cgroup.
 */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cleanup.h"
#include "say.h"
#include "subject.h"

/*
 * Memory that parent and child both see, zeroed. Touched here: the child's cgroup
 * must not be charged for it.
 */
void *share_memory(size_t bytes)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		die("cannot share memory with a child: %s", strerror(errno));
	return memset(memory, 0, bytes);
}

static void kill_subject(void *what)
{
	const struct subject *subject = what;

	if (subject->pid <= 0)
		return;
	kill(subject->pid, SIGKILL);
	while (waitpid(subject->pid, NULL, 0) < 0 && errno == EINTR)
		;
}

static bool await(int fd)
{
	ssize_t n;
	char byte;

	do {
		n = read(fd, &byte, 1);
	} while (n < 0 && errno == EINTR);
	return n == 1;
}

static bool report(int fd, uint64_t value)
{
	return write(fd, &value, sizeof(value)) == sizeof(value);
}

static void be_subject(int ready, int hold, const struct memcg *memcg,
		       struct work work)
{
	void *start;

	memcg_enter(memcg);
	start = work.build(work.what);
	if (!report(ready, (uintptr_t)start))
		return;
	while (await(hold)) {
		work.step(work.what, start);
		if (!report(ready, 0))
			return;
	}
}

/* A child that failed by itself has said why; one that was killed could not. */
static void __attribute__((noreturn)) report_death(struct subject *subject)
{
	int status = 0;

	waitpid(subject->pid, &status, 0);
	subject->pid = 0;
	if (WIFSIGNALED(status))
		die("the process under test was killed by signal %d (%s); see the kernel log",
		    WTERMSIG(status), strsignal(WTERMSIG(status)));
	exit(EXIT_PROBLEM);
}

static uint64_t await_report(struct subject *subject)
{
	uint64_t value;

	if (read(subject->ready, &value, sizeof(value)) != sizeof(value))
		report_death(subject);
	return value;
}

/**
 * subject_start() - start the child and wait until its mapping stands
 * @subject: receives the child; must live until subject_end() or exit
 * @work: what it builds and does
 */
void subject_start(struct subject *subject, struct work work)
{
	pid_t parent = getpid();
	int ready[2], hold[2];

	memcg_create(&subject->memcg);
	if (pipe(ready) || pipe(hold))
		die("cannot create a pipe: %s", strerror(errno));
	subject->pid = 0;
	cleanup_push(kill_subject, subject);
	subject->pid = fork();
	if (subject->pid < 0)
		die("cannot fork: %s", strerror(errno));
	if (!subject->pid) {
		close(ready[0]);
		close(hold[1]);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() == parent)
			be_subject(ready[1], hold[0], &subject->memcg, work);
		_exit(0);
	}
	close(ready[1]);
	close(hold[0]);
	subject->hold = hold[1];
	subject->ready = ready[0];
	subject->start = await_report(subject);
}

/* Have the child take its step, and wait until it has. */
void subject_step(struct subject *subject)
{
	if (write(subject->hold, "", 1) != 1)
		report_death(subject);
	await_report(subject);
}

/* Undo subject_start(): the newest changes not yet undone. */
void subject_end(struct subject *subject)
{
	cleanup_pop();
	close(subject->hold);
	close(subject->ready);
	memcg_remove();
}
