// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "block.h"

/*
 * Arm ARM D1.3.1.4: a table of 2 KiB, aligned to its size, with four entries
 * of 0x80 bytes for each of four sources. The second source is the kernel
 * itself. A symbol may hold several tables in a row.
 */
static enum vector vector_at(const struct kernel *k, uint64_t pc)
{
	unsigned int fn = symbols_fn(k->symbols, pc), i = 0;

	while (i < KERNEL_VECTORS && k->vectors[i] != fn)
		i++;
	if (i == KERNEL_VECTORS || fn == FN_USER)
		return VECTOR_NONE;
	switch (pc & 0x7ff) {
	case 0x200:
		return VECTOR_SYNC;
	case 0x280:
	case 0x300:
	case 0x380:
		return VECTOR_IRQ;
	default:
		return VECTOR_NONE;
	}
}

static int root_at(const struct kernel *k, uint64_t pc)
{
	for (size_t i = 0; i < k->nentries; i++)
		if (k->entries[i].start == pc)
			return k->entries[i].root;
	return BLOCK_NO_ROOT;
}

static void tally(struct counts *c, uint32_t word)
{
	int kind = insn_tlbi(word);

	c->insns++;
	if (kind >= 0)
		c->tlbi[kind]++;
	kind = insn_dsb(word);
	if (kind >= 0)
		c->dsb[kind]++;
}

static bool is_pte_atomic(const struct kernel *k, uint32_t word, uint64_t pc)
{
	return k->accessor && insn_is_atomic(word) &&
	       symbols_fn(k->symbols, pc) >= FN_FIRST &&
	       accessor_at(k->accessor, pc);
}

static bool may_be_pte_atomic(const struct kernel *k, const struct block *b)
{
	if (!k->accessor || b->user)
		return false;
	for (size_t i = 0; i < b->ninsns; i++)
		if (insn_is_atomic(b->words[i]))
			return true;
	return false;
}

static int make_parts(struct block *b, const struct kernel *k, size_t n)
{
	struct part *part = NULL;

	b->parts = calloc(n, sizeof(*b->parts));
	if (!b->parts)
		return -1;
	for (size_t i = 0; i < n; i++) {
		unsigned int fn = symbols_fn(k->symbols, b->pc + 4 * i);

		if (!part || part->fn != fn) {
			part = &b->parts[b->nparts++];
			part->fn = fn;
		}
		tally(&part->sum, b->words[i]);
	}
	return 0;
}

static bool only_insns(const struct block *b)
{
	static const struct counts none;
	struct counts c = b->parts[0].sum;

	c.insns = 0;
	return b->nparts == 1 && !memcmp(&c, &none, sizeof(c));
}

/**
 * block_new() - describe a translated block
 * @k: the kernel it may be part of
 * @pc: its virtual address
 * @words: its instructions
 * @n: how many, at least one
 *
 * Return: the description, or NULL when out of memory.
 */
struct block *block_new(const struct kernel *k, uint64_t pc,
			const uint32_t *words, size_t n)
{
	struct block *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->pc = pc;
	b->end = pc + 4 * n;
	b->ninsns = (unsigned int)n;
	b->user = symbols_fn(k->symbols, pc) == FN_USER;
	b->root = root_at(k, pc);
	b->vector = vector_at(k, pc);
	b->flow = insn_flow(words[n - 1], b->end - 4, &b->target);
	b->words = malloc(n * sizeof(*words));
	if (!b->words) {
		block_free(b);
		return NULL;
	}
	memcpy(b->words, words, n * sizeof(*words));
	if (make_parts(b, k, n)) {
		block_free(b);
		return NULL;
	}
	atomic_init(&b->unresolved, may_be_pte_atomic(k, b));
	b->fn = b->parts[0].fn;
	b->simple = !atomic_load(&b->unresolved) && only_insns(b);
	return b;
}

void block_free(struct block *b)
{
	if (!b)
		return;
	free(b->parts);
	free(b->words);
	free(b);
}

/**
 * block_resolve() - look up which atomics of a block work on PTEs
 * @b: the block
 * @k: the kernel
 *
 * A look-up takes about a millisecond, too much for the thousands of blocks
 * that only run while the guest boots, so this waits for the first run inside
 * a region. Callers take turns.
 */
void block_resolve(struct block *b, const struct kernel *k)
{
	unsigned int p = 0;

	for (uint64_t pc = b->pc; pc < b->end; pc += 4) {
		if (symbols_fn(k->symbols, pc) != b->parts[p].fn)
			p++;
		if (is_pte_atomic(k, b->words[(pc - b->pc) / 4], pc))
			b->parts[p].sum.pte_atomics++;
	}
	atomic_store_explicit(&b->unresolved, false, memory_order_release);
}

/**
 * block_sum() - what some instructions of a block count for
 * @b: the block
 * @k: the kernel
 * @from: address of the first instruction
 * @to: address behind the last one
 * @add: called for each of them with its function and its counts
 * @arg: handed to @add
 *
 * For the rare block that runs in part only; callers take turns.
 */
void block_sum(const struct block *b, const struct kernel *k, uint64_t from,
	       uint64_t to, void (*add)(void *arg, unsigned int fn,
					const struct counts *c), void *arg)
{
	for (uint64_t pc = from; pc < to; pc += 4) {
		uint32_t word = b->words[(pc - b->pc) / 4];
		struct counts c = { 0 };

		tally(&c, word);
		c.pte_atomics = is_pte_atomic(k, word, pc);
		add(arg, symbols_fn(k->symbols, pc), &c);
	}
}
