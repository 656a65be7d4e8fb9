// SPDX-License-Identifier: GPL-2.0-only
/*
 * QEMU tells when a block starts, not whether it was run to its end. It is not
 * when an instruction faults, when an access to a device has to be done again
 * alone (-icount), or when an exclusive needs the other vCPUs stopped. All of
 * these show in where control goes next, and what the block counted too much
 * is taken back:
 *
 *  - the next block starts inside of this one, where no branch of it leads;
 *  - an exception was taken, and its ERET comes back inside of this one.
 *
 * What stays counted is the rest of a block that faults and is never resumed
 * (a kernel access with a fixup, a signal), some instructions each time.
 */
#include "flow.h"

#define LIKELY(x)	__builtin_expect(!!(x), 1)
#define UNLIKELY(x)	__builtin_expect(!!(x), 0)

struct share {
	struct vcpu *v;
	void (*apply)(struct counts *to, const struct counts *c);
};

static void apply_share(void *arg, unsigned int fn, const struct counts *c)
{
	struct share *share = arg;
	struct shadow *s = share->v->task->shadow;

	share->apply(&share->v->self[fn], c);
	if (shadow_counting(s))
		share->apply(&s->clock, c);
}

static void count_some(struct tracker *t, const struct block *b, uint64_t from,
		       uint64_t to, struct share share)
{
	pthread_mutex_lock(&t->lookup);
	block_sum(b, &t->kernel, from, to, apply_share, &share);
	pthread_mutex_unlock(&t->lookup);
}

/* Count the instructions of @b from @from to before @to. */
void flow_add(struct tracker *t, struct vcpu *v, const struct block *b,
	      uint64_t from, uint64_t to)
{
	count_some(t, b, from, to, (struct share){ v, counts_add });
}

/* Undo flow_add(), or the part of flow_step() that did not run after all. */
void flow_take_back(struct tracker *t, struct vcpu *v, const struct block *b,
		    uint64_t from, uint64_t to)
{
	count_some(t, b, from, to, (struct share){ v, counts_sub });
}

static void count_whole(struct vcpu *v, const struct block *b)
{
	struct shadow *s = v->task->shadow;

	if (LIKELY(b->simple)) {
		v->self[b->fn].insns += b->ninsns;
		if (LIKELY(shadow_counting(s)))
			s->clock.insns += b->ninsns;
		return;
	}
	for (unsigned int i = 0; i < b->nparts; i++) {
		const struct part *p = &b->parts[i];

		counts_add(&v->self[p->fn], &p->sum);
		if (shadow_counting(s))
			counts_add(&s->clock, &p->sum);
	}
}

static void resolve(struct tracker *t, struct block *b)
{
	pthread_mutex_lock(&t->lookup);
	if (atomic_load_explicit(&b->unresolved, memory_order_relaxed))
		block_resolve(b, &t->kernel);
	pthread_mutex_unlock(&t->lookup);
}

static bool is_inside(const struct block *b, uint64_t pc)
{
	return pc >= b->pc && pc < b->end;
}

/*
 * Did @prev end early, to be resumed at @pc? A return or an indirect call to
 * its own first instruction is possible (recursion); an indirect jump may lead
 * anywhere.
 */
static bool cut_short(const struct block *prev, uint64_t pc)
{
	if (!is_inside(prev, pc))
		return false;
	switch (prev->flow) {
	case FLOW_BRANCH:
	case FLOW_CALL:
		return pc != prev->target;
	case FLOW_CALL_REG:
	case FLOW_RETURN:
		return pc != prev->pc;
	case FLOW_JUMP:
		return false;
	default:
		return true;
	}
}

/*
 * The kernel stack of a task is empty on both ways between user space and the
 * kernel, whatever was missed before. Only a synchronous exception (the first
 * entry of the last eight of a vector table) can have cut a user block short.
 */
static void cross_border(struct tracker *t, struct vcpu *v,
			 const struct block *prev, const struct block *b)
{
	struct task *task = v->task;
	const struct block *left = task->user;

	shadow_clear(task->shadow);
	if (prev->user) {
		task->user = (b->pc & 0x7ff) == 0x400 ? prev : NULL;
		return;
	}
	if (left && is_inside(left, b->pc))
		flow_take_back(t, v, left, b->pc, left->end);
	task->user = NULL;
}

static void follow(struct tracker *t, struct vcpu *v, const struct block *prev,
		   const struct block *b);

static void come_back(struct tracker *t, struct vcpu *v, const struct block *b)
{
	const struct block *left;
	struct frame frame;

	if (!shadow_eret(v->task->shadow, &frame))
		return;
	left = frame.from;
	if (!left)
		return;
	if (frame.kind == FRAME_IRQ)
		/* Taken between two blocks: the step from one to the other. */
		follow(t, v, left, b);
	else if (is_inside(left, b->pc))
		flow_take_back(t, v, left, b->pc, left->end);
}

/* The step from @prev to @b, both of the kernel and no exception between. */
static void follow_kernel(struct tracker *t, struct vcpu *v,
			  const struct block *prev, const struct block *b)
{
	struct shadow *s = v->task->shadow;

	if (cut_short(prev, b->pc)) {
		flow_take_back(t, v, prev, b->pc, prev->end);
		return;
	}
	if (prev->flow == FLOW_CALL || prev->flow == FLOW_CALL_REG)
		shadow_call(s, prev->end);
	else if (prev->flow == FLOW_RETURN)
		shadow_return(s, b->pc);
	if (b->root != BLOCK_NO_ROOT)
		shadow_enter(s, b->root);
}

static void follow(struct tracker *t, struct vcpu *v, const struct block *prev,
		   const struct block *b)
{
	if (prev->user != b->user)
		cross_border(t, v, prev, b);
	else if (b->user && cut_short(prev, b->pc))
		flow_take_back(t, v, prev, b->pc, prev->end);
	else if (b->user)
		return;
	else if (b->vector != VECTOR_NONE)
		shadow_exception(v->task->shadow, b->vector == VECTOR_IRQ ?
				 FRAME_IRQ : FRAME_SYNC, prev);
	else if (prev->flow == FLOW_ERET)
		come_back(t, v, b);
	else
		follow_kernel(t, v, prev, b);
}

/* By far the most steps: on to the next instruction, or a direct branch. */
static bool goes_on(const struct block *prev, const struct block *b)
{
	return prev->flow <= FLOW_BRANCH && b->root == BLOCK_NO_ROOT &&
	       (b->pc == prev->end || b->pc == prev->target);
}

/**
 * flow_start() - a vCPU enters a region
 * @t: the tracker
 * @v: the vCPU, its self counts zero
 */
void flow_start(struct tracker *t, struct vcpu *v)
{
	v->prev = NULL;
	v->task = tasks_add(&t->tasks, 0);
}

/**
 * flow_step() - a vCPU starts to run a block
 * @t: the tracker
 * @v: the vCPU
 * @b: the block
 */
void flow_step(struct tracker *t, struct vcpu *v, struct block *b)
{
	if (UNLIKELY(atomic_load_explicit(&b->unresolved,
					  memory_order_acquire)))
		resolve(t, b);
	if (LIKELY(v->prev) && !goes_on(v->prev, b))
		follow(t, v, v->prev, b);
	count_whole(v, b);
	v->prev = b;
}
