/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PROBLEM_H
#define PROBLEM_H

/**
 * struct problem - what went wrong, in one line for a person
 * @text: the line, without newline and without the program's name
 *
 * The functions of these programs never print an error themselves: they fill
 * one of these and return -1, so that a test can read what a person would.
 */
struct problem {
	char text[512];
};

int problem_set(struct problem *problem, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
