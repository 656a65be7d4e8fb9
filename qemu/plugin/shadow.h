/* SPDX-License-Identifier: GPL-2.0-only */
/* The call stack of a guest task, rebuilt from the branches it takes. */
#ifndef SHADOW_H
#define SHADOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "counts.h"

#define SHADOW_MAX_ROOTS	64
/* A 16 KiB kernel stack holds at most 1024 frame records of 16 bytes. */
#define SHADOW_MAX_FRAMES	1088

enum frame_kind { FRAME_CALL, FRAME_SYNC, FRAME_IRQ };

struct frame {
	enum frame_kind kind;
	uint64_t back;		/* FRAME_CALL: the return address */
	uint64_t roots;		/* roots that return with this frame */
	const void *from;	/* exceptions: what was interrupted */
};

/* A root function as one task ran it. */
struct span {
	unsigned int depth;	/* entries not yet left */
	uint64_t calls;		/* entries from outside of itself */
	struct counts start;	/* the task's clock at the outermost entry */
	struct counts sum;
};

struct shadow {
	struct counts clock;	/* all the task ran, interrupts excluded */
	unsigned int irqs;	/* interrupts being handled on this stack */
	unsigned int lost;	/* roots whose return was not seen */
	unsigned int nframes;
	unsigned int nspans;
	struct span *spans;
	struct frame frames[SHADOW_MAX_FRAMES];
};

struct shadow *shadow_new(unsigned int nroots);
void shadow_free(struct shadow *s);
void shadow_call(struct shadow *s, uint64_t back);
void shadow_enter(struct shadow *s, int root);
void shadow_return(struct shadow *s, uint64_t to);
void shadow_exception(struct shadow *s, enum frame_kind kind,
		      const void *from);
bool shadow_eret(struct shadow *s, struct frame *frame);
void shadow_clear(struct shadow *s);
void shadow_finish(struct shadow *s);

static inline bool shadow_counting(const struct shadow *s)
{
	return !s->irqs;
}

#endif
