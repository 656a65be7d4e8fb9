/* SPDX-License-Identifier: GPL-2.0-only */
/* The guest tasks seen in a region, each with its own shadow stack. */
#ifndef TASKS_H
#define TASKS_H

#include <pthread.h>
#include <stdint.h>

#include "shadow.h"

#define TASKS_BUCKETS	256

struct task {
	struct task *next;
	uint64_t key;		/* 0: not known before its first switch */
	const void *user;	/* user block its last exception came from */
	struct shadow *shadow;
};

struct tasks {
	pthread_mutex_t lock;
	unsigned int nroots;
	struct task *bucket[TASKS_BUCKETS];
};

struct task *tasks_add(struct tasks *t, uint64_t key);
struct task *tasks_switch(struct tasks *t, struct task *prev,
			  uint64_t prev_key, uint64_t next_key);
void tasks_each(struct tasks *t, void (*visit)(struct task *, void *),
		void *arg);
void tasks_clear(struct tasks *t);

#endif
