/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the plugin remembers of one translated block: everything that running
 * it once adds to the counters, worked out when it is translated.
 */
#ifndef BLOCK_H
#define BLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "accessor.h"
#include "counts.h"
#include "insn.h"
#include "symbols.h"

#define BLOCK_NO_ROOT	(-1)
#define KERNEL_VECTORS	2

enum vector { VECTOR_NONE, VECTOR_SYNC, VECTOR_IRQ };

/* One root function may have several entries: clones, static namesakes. */
struct root_entry {
	uint64_t start;
	int root;
};

/* What a block needs to know of the kernel; the same for all blocks. */
struct kernel {
	const struct symbols *symbols;
	struct accessor *accessor;	/* NULL: no PTE atomics */
	const struct root_entry *entries;
	size_t nentries;
	/* Functions that are vector tables; FN_USER for one it lacks. */
	unsigned int vectors[KERNEL_VECTORS];
};

/* Consecutive instructions of one function. */
struct part {
	unsigned int fn;
	struct counts sum;
};

struct block {
	uint64_t pc;
	uint64_t end;			/* address behind the last insn */
	uint64_t target;		/* of a direct branch at the end */
	enum flow flow;
	bool user;
	bool simple;			/* nothing but insns, all of fn */
	unsigned int fn;
	unsigned int ninsns;
	int root;			/* root entered here */
	enum vector vector;		/* exception taken from EL1 to here */
	atomic_bool unresolved;		/* atomics not yet looked up */
	uint32_t *words;
	unsigned int nparts;
	struct part *parts;
};

struct block *block_new(const struct kernel *k, uint64_t pc,
			const uint32_t *words, size_t n);
void block_free(struct block *b);
void block_resolve(struct block *b, const struct kernel *k);
void block_sum(const struct block *b, const struct kernel *k, uint64_t from,
	       uint64_t to, void (*add)(void *arg, unsigned int fn,
					const struct counts *c), void *arg);

#endif
