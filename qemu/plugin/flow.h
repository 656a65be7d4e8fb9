/* SPDX-License-Identifier: GPL-2.0-only */
/* Counting block by block, and the way from one block to the next. */
#ifndef FLOW_H
#define FLOW_H

#include <pthread.h>
#include <stdint.h>

#include "block.h"
#include "tasks.h"

struct tracker {
	struct kernel kernel;
	struct tasks tasks;
	pthread_mutex_t lookup;		/* libdw serves one thread at a time */
};

struct vcpu {
	const struct block *prev;	/* the block that ran last */
	struct task *task;
	struct counts *self;		/* by function number */
};

void flow_start(struct tracker *t, struct vcpu *v);
void flow_step(struct tracker *t, struct vcpu *v, struct block *b);
void flow_add(struct tracker *t, struct vcpu *v, const struct block *b,
	      uint64_t from, uint64_t to);
void flow_take_back(struct tracker *t, struct vcpu *v, const struct block *b,
		    uint64_t from, uint64_t to);

#endif
