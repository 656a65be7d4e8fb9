// SPDX-License-Identifier: GPL-2.0-only
/*
 * One hash for "the same kernel configuration, whatever the feature under
 * test adds to it". Only option lines count, sorted: a Kconfig menu that the
 * feature brings along moves lines and adds headings without changing how
 * anything else is built.
 */
#include <errno.h>
#include <openssl/evp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config_hash.h"

#define FEATURE "CONFIG_RECLAIM_BATCH"

struct lines {
	char **line;
	size_t nr;
};

/* "CONFIG_X=..." or "# CONFIG_X is not set", and no option of the feature. */
static bool is_wanted(const char *line)
{
	if (!strncmp(line, "# CONFIG_", 9) && strstr(line, " is not set"))
		line += 2;
	return !strncmp(line, "CONFIG_", 7) &&
	       strncmp(line, FEATURE, strlen(FEATURE));
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char * const *)a, *(char * const *)b);
}

static int lines_read(struct lines *lines, FILE *stream)
{
	char *line = NULL;
	size_t size = 0;
	int ret = 0;

	while (!ret && getline(&line, &size, stream) >= 0) {
		char **grown;

		if (!is_wanted(line))
			continue;
		grown = realloc(lines->line, (lines->nr + 1) * sizeof(*grown));
		if (!grown) {
			ret = -1;
			break;
		}
		lines->line = grown;
		grown[lines->nr++] = line;
		line = NULL;
		size = 0;
	}
	free(line);
	return ret || ferror(stream) ? -1 : 0;
}

static void lines_free(struct lines *lines)
{
	size_t i;

	for (i = 0; i < lines->nr; i++)
		free(lines->line[i]);
	free(lines->line);
}

static int lines_hash(const struct lines *lines, char hash[CONFIG_HASH_SIZE])
{
	unsigned char digest[EVP_MAX_MD_SIZE];
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	unsigned int len = 0, i;
	size_t nr;
	int ok;

	ok = context && EVP_DigestInit_ex(context, EVP_sha256(), NULL);
	for (nr = 0; ok && nr < lines->nr; nr++)
		ok = EVP_DigestUpdate(context, lines->line[nr],
				      strlen(lines->line[nr]));
	ok = ok && EVP_DigestFinal_ex(context, digest, &len);
	EVP_MD_CTX_free(context);
	for (i = 0; i < len; i++)
		sprintf(hash + 2 * i, "%02x", digest[i]);
	return ok ? 0 : -1;
}

/**
 * config_hash - SHA-256 of a kernel configuration without the feature under test
 * @file: name of a kernel's .config
 * @hash: filled with hexadecimal digits
 * @problem: filled on failure
 *
 * Return: 0 or -1.
 */
int config_hash(const char *file, char hash[CONFIG_HASH_SIZE],
		struct problem *problem)
{
	FILE *stream = fopen(file, "re");
	struct lines lines = { 0 };
	int ret = 0;

	if (!stream)
		return problem_set(problem, "%s: %s", file, strerror(errno));
	if (lines_read(&lines, stream))
		ret = problem_set(problem, "%s: %s", file, strerror(errno));
	else if (!lines.nr)
		ret = problem_set(problem, "%s: not a kernel .config: it sets no CONFIG_ option",
				  file);
	fclose(stream);
	if (!ret) {
		qsort(lines.line, lines.nr, sizeof(*lines.line), by_text);
		if (lines_hash(&lines, hash))
			ret = problem_set(problem, "%s: SHA-256 failed", file);
	}
	lines_free(&lines);
	return ret;
}
