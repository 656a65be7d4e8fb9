// SPDX-License-Identifier: GPL-2.0-only
/*
 * Inclusive counts need to know when a function that was entered returns, and
 * a plugin of API 1 can read no register, so neither SP nor LR. What it sees
 * is the order of the blocks. A BL pushes the address behind it; a RET that
 * arrives at an address on the stack pops down to it, which also drops calls
 * that never came back. A tail call pushes nothing: the function called that
 * way shares the frame of its caller and returns with it. An exception pushes
 * a frame that no RET crosses and that an ERET pops.
 *
 * The clock of a task stops while it handles an interrupt. A synchronous
 * exception (a page fault of copy_from_user() and what it entails) is work of
 * the task and does count.
 */
#include <stdlib.h>

#include "shadow.h"

struct shadow *shadow_new(unsigned int nroots)
{
	struct shadow *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->nspans = nroots;
	s->spans = calloc(nroots ? nroots : 1, sizeof(*s->spans));
	if (!s->spans) {
		free(s);
		return NULL;
	}
	return s;
}

void shadow_free(struct shadow *s)
{
	if (!s)
		return;
	free(s->spans);
	free(s);
}

static void leave(struct shadow *s, uint64_t roots)
{
	while (roots) {
		struct span *span = &s->spans[__builtin_ctzll(roots)];

		roots &= roots - 1;
		if (--span->depth)
			continue;
		counts_add(&span->sum, &s->clock);
		counts_sub(&span->sum, &span->start);
	}
}

static void pop_to(struct shadow *s, unsigned int nframes)
{
	while (s->nframes > nframes) {
		struct frame *f = &s->frames[--s->nframes];

		leave(s, f->roots);
		if (f->kind == FRAME_IRQ)
			s->irqs--;
	}
}

/* What open roots ran so far stays counted, but they did not return here. */
static void drop_all(struct shadow *s)
{
	for (unsigned int i = 0; i < s->nframes; i++)
		s->lost += (unsigned int)
			__builtin_popcountll(s->frames[i].roots);
	pop_to(s, 0);
}

/* More frames than a kernel stack can hold: returns were missed. */
static struct frame *push(struct shadow *s)
{
	struct frame *f;

	if (s->nframes == SHADOW_MAX_FRAMES)
		drop_all(s);
	f = &s->frames[s->nframes++];
	*f = (struct frame){ .kind = FRAME_CALL };
	return f;
}

/**
 * shadow_call() - a call was made
 * @s: stack of the calling task
 * @back: address the callee will return to
 */
void shadow_call(struct shadow *s, uint64_t back)
{
	push(s)->back = back;
}

/**
 * shadow_enter() - a root function was entered
 * @s: stack of the task
 * @root: number of the root
 *
 * The frame on top is the one the root returns with, whether it was called or
 * branched to. A jump back to its own first instruction enters nothing.
 */
void shadow_enter(struct shadow *s, int root)
{
	struct span *span = &s->spans[root];
	uint64_t bit = 1ull << root;
	struct frame *f;

	if (!s->nframes || s->irqs)
		return;
	f = &s->frames[s->nframes - 1];
	if (f->roots & bit)
		return;
	f->roots |= bit;
	if (span->depth++)
		return;
	span->calls++;
	span->start = s->clock;
}

/**
 * shadow_return() - a RET was executed
 * @s: stack of the task
 * @to: address it arrived at
 *
 * A return to an address nobody pushed (a frame older than the region, a RET
 * used as a jump) leaves the stack as it is.
 */
void shadow_return(struct shadow *s, uint64_t to)
{
	for (unsigned int i = s->nframes; i-- > 0;) {
		if (s->frames[i].kind != FRAME_CALL)
			return;
		if (s->frames[i].back == to) {
			pop_to(s, i);
			return;
		}
	}
}

/**
 * shadow_exception() - an exception was taken from kernel code
 * @s: stack of the task
 * @kind: FRAME_SYNC or FRAME_IRQ
 * @from: what was interrupted, handed back by shadow_eret()
 */
void shadow_exception(struct shadow *s, enum frame_kind kind, const void *from)
{
	struct frame *f = push(s);

	f->kind = kind;
	f->from = from;
	if (kind == FRAME_IRQ)
		s->irqs++;
}

/**
 * shadow_eret() - an ERET arrived in kernel code
 * @s: stack of the task
 * @frame: receives the frame of the exception it returns from
 *
 * Return: false when there is none, because the exception is older than the
 * region; the whole stack was then built by its handler and is dropped.
 */
bool shadow_eret(struct shadow *s, struct frame *frame)
{
	for (unsigned int i = s->nframes; i-- > 0;) {
		if (s->frames[i].kind != FRAME_CALL) {
			*frame = s->frames[i];
			pop_to(s, i);
			return true;
		}
	}
	drop_all(s);
	return false;
}

/**
 * shadow_clear() - the kernel stack of the task is empty
 * @s: stack of the task
 *
 * True whenever a task goes to or comes from user space, whatever was missed
 * before.
 */
void shadow_clear(struct shadow *s)
{
	drop_all(s);
}

/**
 * shadow_finish() - the region ends
 * @s: stack of the task
 *
 * Roots still running count up to here.
 */
void shadow_finish(struct shadow *s)
{
	pop_to(s, 0);
}
