// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks of exact counts: PATH [/ PATH] OP NUMBER [* PATH], words separated by
 * blanks. A path starts with the side it is of: base.count.insns. Each path
 * stands for the mean over the records of its side.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "sample.h"

#define MAX_WORDS 7

static bool less(double a, double b)
{
	return a < b;
}

static bool less_or_equal(double a, double b)
{
	return a <= b;
}

static bool equal(double a, double b)
{
	return a == b;
}

static bool not_equal(double a, double b)
{
	return a != b;
}

static bool more_or_equal(double a, double b)
{
	return a >= b;
}

static bool more(double a, double b)
{
	return a > b;
}

static const struct {
	const char *text;
	bool (*holds)(double a, double b);
} ops[] = {
	{ "<", less },
	{ "<=", less_or_equal },
	{ "==", equal },
	{ "!=", not_equal },
	{ ">=", more_or_equal },
	{ ">", more },
};

static int parse_operand(struct operand *operand, const char *word,
			 struct problem *problem)
{
	int i;

	for (i = 0; i < NR_VARIANTS; i++) {
		size_t len = strlen(variant_name[i]);

		if (strncmp(word, variant_name[i], len) || word[len] != '.')
			continue;
		word += len + 1;
		if (!*word || strlen(word) >= sizeof(operand->path))
			break;
		operand->variant = i;
		snprintf(operand->path, sizeof(operand->path), "%s", word);
		return 0;
	}
	return problem_set(problem, "'%s' is no path such as base.count.insns or batched.count.insns",
			   word);
}

static int parse_op(int *op, const char *word, struct problem *problem)
{
	size_t i;

	for (i = 0; i < sizeof(ops) / sizeof(*ops); i++) {
		if (!strcmp(word, ops[i].text)) {
			*op = i;
			return 0;
		}
	}
	return problem_set(problem, "'%s' is none of < <= == != >= >", word);
}

static int parse_number(double *number, const char *word,
			struct problem *problem)
{
	char *end;

	*number = strtod(word, &end);
	if (end == word || *end || !isfinite(*number))
		return problem_set(problem, "'%s' is no number", word);
	return 0;
}

static int split(char *text, char *word[MAX_WORDS + 1])
{
	char *save, *at;
	int nr = 0;

	for (at = strtok_r(text, " \t", &save); at && nr <= MAX_WORDS;
	     at = strtok_r(NULL, " \t", &save))
		word[nr++] = at;
	return nr;
}

static int parse_words(struct check *check, char **word, int nr,
		       struct problem *problem)
{
	char **op = nr > 2 && !strcmp(word[1], "/") ? word + 3 : word + 1;
	int rest = word + nr - op;

	if ((rest != 2 && rest != 4) || (rest == 4 && strcmp(op[2], "*")))
		return problem_set(problem, "not of the form PATH [/ PATH] OP NUMBER [* PATH]");
	if (parse_operand(&check->left, word[0], problem) ||
	    parse_op(&check->op, op[0], problem) ||
	    parse_number(&check->number, op[1], problem))
		return -1;
	if (op == word + 3 && parse_operand(&check->divisor, word[2], problem))
		return -1;
	return rest == 4 ? parse_operand(&check->factor, op[3], problem) : 0;
}

/**
 * check_parse - understand a check
 * @check: filled
 * @text: the check as written
 * @problem: filled when it is not understood
 *
 * Return: 0 or -1.
 */
int check_parse(struct check *check, const char *text, struct problem *problem)
{
	char *word[MAX_WORDS + 1];
	char *copy = strdup(text);
	int ret;

	*check = (struct check){ 0 };
	if (!copy)
		return problem_set(problem, "out of memory");
	ret = parse_words(check, word, split(copy, word), problem);
	free(copy);
	return ret;
}

/* Replaces *value by the operand's number; keeps it when there is none. */
static int operand_value(const struct operand *operand,
			 const struct sides *sides, double *value,
			 struct problem *problem)
{
	const struct side *side = &sides->of[operand->variant];
	const char *name = variant_name[operand->variant];
	struct sample sample;

	if (!*operand->path)
		return 0;
	if (!side->nr)
		return problem_set(problem, "no record of variant '%s'", name);
	sample = sample_take(side, (struct quantity){ operand->path, NULL, 1 });
	if (sample.result == PATH_FOUND) {
		*value = sample.mean;
		return 0;
	}
	return problem_set(problem, "%s.%s is %s in %s:%u", name,
			   operand->path, sample.result == PATH_NULL ?
			   "null (not counted)" : "missing, or no number",
			   sample.lacking->file, sample.lacking->line);
}

/**
 * check_judge - does a check hold for these records?
 * @check: a check that was parsed
 * @sides: records of the sides that it names
 * @verdict: filled on success
 * @problem: filled when a number is not there
 *
 * Return: 0, or -1 when the question cannot be answered.
 */
int check_judge(const struct check *check, const struct sides *sides,
		struct verdict *verdict, struct problem *problem)
{
	double left = 0, divisor = 1, factor = 1;

	if (operand_value(&check->left, sides, &left, problem) ||
	    operand_value(&check->divisor, sides, &divisor, problem) ||
	    operand_value(&check->factor, sides, &factor, problem))
		return -1;
	if (divisor == 0)
		return problem_set(problem, "%s.%s is 0: nothing can be divided by it",
				   variant_name[check->divisor.variant],
				   check->divisor.path);
	verdict->left = left / divisor;
	verdict->right = check->number * factor;
	verdict->ok = ops[check->op].holds(verdict->left, verdict->right);
	return 0;
}
