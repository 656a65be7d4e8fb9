// SPDX-License-Identifier: GPL-2.0-only
/*
 * A child in a cgroup of its own that builds a mapping and then sleeps: the
 * measured step runs in the parent, whose memory is not in that cgroup.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cleanup.h"
#include "say.h"
#include "subject.h"

static void kill_subject(void *what)
{
	const struct subject *subject = what;

	if (subject->pid <= 0)
		return;
	kill(subject->pid, SIGKILL);
	while (waitpid(subject->pid, NULL, 0) < 0 && errno == EINTR)
		;
}

static void be_subject(int ready, int hold, const struct memcg *memcg,
		       subject_fn build, const void *argument)
{
	uint64_t start;
	char end;

	memcg_enter(memcg);
	start = (uintptr_t)build(argument);
	if (write(ready, &start, sizeof(start)) == sizeof(start))
		while (read(hold, &end, 1) < 0 && errno == EINTR)
			;
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

/**
 * subject_start() - start the child and wait until its mapping stands
 * @subject: receives the child; must live until subject_end() or exit
 * @memcg: cgroup that it enters before it builds anything
 * @build: runs in the child
 * @argument: for @build
 */
void subject_start(struct subject *subject, const struct memcg *memcg,
		   subject_fn build, const void *argument)
{
	pid_t parent = getpid();
	int ready[2], hold[2];

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
			be_subject(ready[1], hold[0], memcg, build, argument);
		_exit(0);
	}
	close(ready[1]);
	close(hold[0]);
	subject->hold = hold[1];
	if (read(ready[0], &subject->start, sizeof(subject->start)) !=
	    sizeof(subject->start))
		report_death(subject);
	close(ready[0]);
}

/* Undo subject_start(): the newest change not yet undone. */
void subject_end(struct subject *subject)
{
	cleanup_pop();
	close(subject->hold);
}
