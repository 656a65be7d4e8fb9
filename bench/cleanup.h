/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_CLEANUP_H
#define BENCH_CLEANUP_H

#include <signal.h>

/*
 * Undoes one thing. Runs at exit and inside a signal handler alike, so it may
 * only call async-signal-safe functions, and must bear a thing never done.
 */
typedef void (*cleanup_fn)(void *what);

void cleanup_init(void);
void cleanup_push(cleanup_fn undo, void *what);
void cleanup_pop(void);
void cleanup_hold(sigset_t *old);
void cleanup_release(const sigset_t *old);

#endif
