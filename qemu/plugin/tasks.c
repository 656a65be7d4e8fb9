// SPDX-License-Identifier: GPL-2.0-only
/*
 * A task is known by the address cpu_switch_to() saves its registers at. The
 * task that a vCPU runs when a region opens gets its address when it is
 * switched out for the first time. A task belongs to the one vCPU that runs
 * it; the table is shared and locked, a switch being rare next to a block.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tasks.h"

static struct task **bucket_of(struct tasks *t, uint64_t key)
{
	return &t->bucket[(key >> 6) % TASKS_BUCKETS];
}

static void insert(struct tasks *t, struct task *task)
{
	struct task **bucket = bucket_of(t, task->key);

	task->next = *bucket;
	*bucket = task;
}

static struct task *add_locked(struct tasks *t, uint64_t key)
{
	struct task *task = calloc(1, sizeof(*task));

	if (task)
		task->shadow = shadow_new(t->nroots);
	if (!task || !task->shadow) {
		fprintf(stderr, "libcount: out of memory\n");
		abort();
	}
	task->key = key;
	insert(t, task);
	return task;
}

static void rename_locked(struct tasks *t, struct task *task, uint64_t key)
{
	struct task **at = bucket_of(t, task->key);

	while (*at != task)
		at = &(*at)->next;
	*at = task->next;
	task->key = key;
	insert(t, task);
}

/**
 * tasks_add() - a task seen for the first time
 * @t: the table
 * @key: address of its saved registers, 0 when not yet known
 */
struct task *tasks_add(struct tasks *t, uint64_t key)
{
	struct task *task;

	pthread_mutex_lock(&t->lock);
	task = add_locked(t, key);
	pthread_mutex_unlock(&t->lock);
	return task;
}

/**
 * tasks_switch() - a vCPU goes from one task to another
 * @t: the table
 * @prev: the task it ran
 * @prev_key: address of the registers of @prev
 * @next_key: address of the registers of the task it will run
 *
 * Return: the task it will run.
 */
struct task *tasks_switch(struct tasks *t, struct task *prev,
			  uint64_t prev_key, uint64_t next_key)
{
	struct task *task;

	pthread_mutex_lock(&t->lock);
	if (!prev->key)
		rename_locked(t, prev, prev_key);
	for (task = *bucket_of(t, next_key); task; task = task->next)
		if (task->key == next_key)
			break;
	if (!task)
		task = add_locked(t, next_key);
	pthread_mutex_unlock(&t->lock);
	return task;
}

void tasks_each(struct tasks *t, void (*visit)(struct task *, void *),
		void *arg)
{
	for (unsigned int i = 0; i < TASKS_BUCKETS; i++)
		for (struct task *task = t->bucket[i]; task; task = task->next)
			visit(task, arg);
}

void tasks_clear(struct tasks *t)
{
	for (unsigned int i = 0; i < TASKS_BUCKETS; i++) {
		while (t->bucket[i]) {
			struct task *task = t->bucket[i];

			t->bucket[i] = task->next;
			shadow_free(task->shadow);
			free(task);
		}
	}
}
