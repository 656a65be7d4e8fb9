// SPDX-License-Identifier: GPL-2.0-only
/*
 * Interprocessor interrupts, from /proc/interrupts. Lines are found by their
 * description: x86 labels them TLB and CAL (arch/x86/kernel/irq.c), arm64 IPIn
 * with a number that differs between kernels (arch/arm64/kernel/smp.c).
 */
#include <stdlib.h>
#include <string.h>

#include "interrupts.h"
#include "say.h"
#include "text.h"

/* A line per interrupt, a column per CPU: large on large machines. */
#define INTERRUPTS_TEXT (4 << 20)

/* The sum of the numbers that follow @at. */
static int64_t sum_columns(const char *at)
{
	int64_t sum = 0, value;
	char *end;

	for (;; at = end) {
		value = strtoll(at, &end, 10);
		if (end == at)
			return sum;
		sum += value;
	}
}

/**
 * interrupts_sum() - one line of /proc/interrupts, over all CPUs
 * @text: the file
 * @description: what the line ends with
 *
 * Return: the sum, or NO_SUCH_INTERRUPT.
 */
int64_t interrupts_sum(const char *text, const char *description)
{
	size_t length = strlen(description), line;
	const char *colon;

	for (; *text; text += line + (text[line] == '\n')) {
		line = strcspn(text, "\n");
		colon = memchr(text, ':', line);
		if (colon && line >= length &&
		    !memcmp(text + line - length, description, length))
			return sum_columns(colon + 1);
	}
	return NO_SUCH_INTERRUPT;
}

void interrupts_read(struct interrupts *now)
{
	char *text = malloc(INTERRUPTS_TEXT);
	ssize_t n = text ? text_read("/proc/interrupts", text,
				     INTERRUPTS_TEXT) : -1;

	if (n < 0)
		die("cannot read /proc/interrupts");
	now->tlb = interrupts_sum(text, "TLB shootdowns");
	now->call = interrupts_sum(text, "Function call interrupts");
	free(text);
}

static int64_t delta(int64_t before, int64_t after)
{
	if (before == NO_SUCH_INTERRUPT || after == NO_SUCH_INTERRUPT)
		return NO_SUCH_INTERRUPT;
	return after - before;
}

struct interrupts interrupts_delta(const struct interrupts *before,
				   const struct interrupts *after)
{
	return (struct interrupts){
		.tlb = delta(before->tlb, after->tlb),
		.call = delta(before->call, after->call),
	};
}

static json_t *count_json(int64_t count)
{
	return count == NO_SUCH_INTERRUPT ? json_null() : json_integer(count);
}

/* What a record's "result" says of them; null where the kernel has no count. */
void interrupts_describe(const struct interrupts *delta, json_t *object)
{
	json_object_set_new(object, "tlb_shootdowns", count_json(delta->tlb));
	json_object_set_new(object, "call_ipis", count_json(delta->call));
}
