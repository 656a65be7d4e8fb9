// SPDX-License-Identifier: GPL-2.0-only
/*
 * KUnit's results on a kernel's console: suites at the margin, their cases
 * four spaces in, and whatever else a kernel has to say in between.
 */
#include <stdlib.h>
#include <string.h>

#include "ktap.h"

#define INDENT	4

/**
 * struct plan - results that were announced and those that came
 * @planned: how many; 0 as long as nothing is announced
 * @seen: how many there were
 * @failed: how many of them were failures
 */
struct plan {
	unsigned int planned;
	unsigned int seen;
	unsigned int failed;
};

/**
 * struct ktap - a report that is being made
 * @name: goes in front of every result
 * @out: where results go
 * @ok: no failure was reported yet
 * @started: the kernel has begun to run tests
 * @suites: of the run
 * @cases: of the suite
 * @suite: its name
 * @notes: what was said since the last result, and is shown if that fails
 */
struct ktap {
	const char *name;
	FILE *out;
	bool ok;
	bool started;
	struct plan suites;
	struct plan cases;
	char suite[64];
	char notes[4096];
};

/* A result is "ok 3 name" or "not ok 3 name", and "# SKIP why" behind it. */
static const char *result(const char *text, bool *ok)
{
	int len = 0;

	*ok = strncmp(text, "not ", 4);
	if (!*ok)
		text += 4;
	sscanf(text, "ok %*u %n", &len);
	return len ? text + len : NULL;
}

static void fail(struct ktap *ktap)
{
	ktap->ok = false;
	fprintf(ktap->out, "not ok %s ", ktap->name);
}

/* Lines that do not fit are the last ones, and say least. */
static void note(struct ktap *ktap, const char *text)
{
	size_t used = strlen(ktap->notes);

	snprintf(ktap->notes + used, sizeof(ktap->notes) - used, "# %s\n",
		 text);
}

static void case_line(struct ktap *ktap, const char *text)
{
	const char *what;
	bool ok;

	if (!strncmp(text, "KTAP version ", 13) ||
	    !strncmp(text, "# module: ", 10) ||
	    sscanf(text, "# Subtest: %63s", ktap->suite) == 1 ||
	    sscanf(text, "1..%u", &ktap->cases.planned) == 1)
		return;
	what = result(text, &ok);
	if (!what) {
		note(ktap, text);
		return;
	}
	ktap->cases.seen++;
	ktap->cases.failed += !ok;
	if (ok)
		fprintf(ktap->out, "ok %s ", ktap->name);
	else
		fail(ktap);
	fprintf(ktap->out, "%s.%s\n", ktap->suite, what);
	if (!ok)
		fputs(ktap->notes, ktap->out);
	ktap->notes[0] = '\0';
}

static void suite_line(struct ktap *ktap, const char *text)
{
	const char *what;
	bool ok;

	if (sscanf(text, "1..%u", &ktap->suites.planned) == 1)
		return;
	what = result(text, &ok);
	if (!what)
		return;
	ktap->suites.seen++;
	if (ktap->cases.seen != ktap->cases.planned) {
		fail(ktap);
		fprintf(ktap->out, "%s: %u of %u cases ran\n", what,
			ktap->cases.seen, ktap->cases.planned);
	} else if (!ok && !ktap->cases.failed) {
		fail(ktap);
		fprintf(ktap->out, "%s\n%s", what, ktap->notes);
	}
	ktap->cases = (struct plan){ 0 };
	ktap->notes[0] = '\0';
}

/* Takes the time in front of it and the end of the line off. */
static char *kernel_text(char *line)
{
	char *text = line;

	line[strcspn(line, "\r\n")] = '\0';
	if (*line == '[') {
		text = strstr(line, "] ");
		text = text ? text + 2 : line;
	}
	return text;
}

static void ktap_line(struct ktap *ktap, char *line)
{
	char *text = kernel_text(line);
	size_t depth = strspn(text, " ");

	if (!depth && !strncmp(text, "KTAP version ", 13))
		ktap->started = true;
	else if (!ktap->started)
		return;
	else if (depth == INDENT)
		case_line(ktap, text + depth);
	else if (depth > INDENT)
		note(ktap, text + INDENT);
	else
		suite_line(ktap, text);
}

/* A kernel that died says nothing of the suites that it did not get to. */
static void ktap_end(struct ktap *ktap)
{
	const struct plan *suites = &ktap->suites;

	if (ktap->started && suites->planned && suites->seen == suites->planned)
		return;
	fail(ktap);
	if (!ktap->started)
		fprintf(ktap->out, "ran no tests\n");
	else
		fprintf(ktap->out, "%u of %u suites ran, the last one was %s\n",
			suites->seen, suites->planned,
			*ktap->suite ? ktap->suite : "none");
}

/**
 * ktap_report() - print what the tests of a kernel said
 * @console: what the kernel wrote to its console
 * @name: what goes in front of every result, after "ok" or "not ok"
 * @out: where the results go, a line each; a failure has its reasons behind it
 *
 * Return: did all tests run, and none fail?
 */
bool ktap_report(FILE *console, const char *name, FILE *out)
{
	struct ktap ktap = { .name = name, .out = out, .ok = true };
	char *line = NULL;
	size_t size = 0;

	while (getline(&line, &size, console) >= 0)
		ktap_line(&ktap, line);
	free(line);
	ktap_end(&ktap);
	return ktap.ok;
}
