/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>

#include "problem.h"
#include "sides.h"

#define CHECK_PATH_SIZE 160

/**
 * struct operand - a number of one side
 * @variant: the side
 * @path: path into its records; empty when there is no operand
 */
struct operand {
	enum variant variant;
	char path[CHECK_PATH_SIZE];
};

/**
 * struct check - left [/ divisor] OP number [* factor]
 * @left: what is checked
 * @divisor: what it is divided by
 * @op: index of the comparison
 * @number: the limit
 * @factor: what the limit is multiplied by
 */
struct check {
	struct operand left;
	struct operand divisor;
	int op;
	double number;
	struct operand factor;
};

/**
 * struct verdict - outcome of a check
 * @ok: it holds
 * @left: value of the left side
 * @right: value of the right side
 */
struct verdict {
	bool ok;
	double left;
	double right;
};

int check_parse(struct check *check, const char *text, struct problem *problem);
int check_judge(const struct check *check, const struct sides *sides,
		struct verdict *verdict, struct problem *problem);

#endif
