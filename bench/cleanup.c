// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a run has changed on the machine, and how to undo it, newest first: at
 * exit, on an error, and when a signal ends the program.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include "cleanup.h"
#include "say.h"

/* Of these the sizes of folios alone can take 12. */
#define MAX_ACTIONS 32

struct action {
	cleanup_fn undo;
	void *what;
};

static struct action actions[MAX_ACTIONS];
static volatile sig_atomic_t nr_actions;
/* A forked child inherits the list but owns nothing on it. */
static pid_t owner;

static const int deadly[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

static void deadly_set(sigset_t *set)
{
	size_t i;

	sigemptyset(set);
	for (i = 0; i < sizeof(deadly) / sizeof(deadly[0]); i++)
		sigaddset(set, deadly[i]);
}

static void undo_all(void)
{
	while (owner == getpid() && nr_actions) {
		struct action *newest = &actions[--nr_actions];

		newest->undo(newest->what);
	}
}

static void undo_at_exit(void)
{
	sigset_t set;

	deadly_set(&set);
	sigprocmask(SIG_BLOCK, &set, NULL);
	undo_all();
}

/* Die of the same signal, so that a script sees what happened. */
static void undo_and_die(int sig)
{
	undo_all();
	signal(sig, SIG_DFL);
	raise(sig);
}

/* A signal that the caller has us ignore, as nohup does, stays ignored. */
static void catch(int sig, const struct sigaction *action)
{
	struct sigaction old;

	if (!sigaction(sig, NULL, &old) && old.sa_handler != SIG_IGN)
		sigaction(sig, action, NULL);
}

/* Undo everything when this process ends, in whichever way it can be told. */
void cleanup_init(void)
{
	struct sigaction action = { .sa_handler = undo_and_die };
	size_t i;

	owner = getpid();
	atexit(undo_at_exit);
	deadly_set(&action.sa_mask);
	for (i = 0; i < sizeof(deadly) / sizeof(deadly[0]); i++)
		catch(deadly[i], &action);
}

/**
 * cleanup_push() - register how to undo what is about to be done
 * @undo: see cleanup_fn
 * @what: its argument, valid until the action has run
 *
 * Called before the change itself: a signal between the two then undoes
 * something that has not happened, which is harmless.
 */
void cleanup_push(cleanup_fn undo, void *what)
{
	if (nr_actions == MAX_ACTIONS)
		die("more than %d changes to undo: this is a bug", MAX_ACTIONS);
	actions[nr_actions] = (struct action){ undo, what };
	nr_actions++;
}

/**
 * cleanup_hold() - let deadly signals wait
 * @old: for cleanup_release()
 *
 * For a change of which only its result tells how to undo it.
 */
void cleanup_hold(sigset_t *old)
{
	sigset_t set;

	deadly_set(&set);
	sigprocmask(SIG_BLOCK, &set, old);
}

void cleanup_release(const sigset_t *old)
{
	sigprocmask(SIG_SETMASK, old, NULL);
}

/**
 * cleanup_pop() - undo the newest change now
 *
 * Signals wait meanwhile: an action neither runs twice nor is lost half-way.
 */
void cleanup_pop(void)
{
	sigset_t old;

	cleanup_hold(&old);
	if (owner == getpid() && nr_actions) {
		struct action *newest = &actions[--nr_actions];

		newest->undo(newest->what);
	}
	cleanup_release(&old);
}
