// SPDX-License-Identifier: GPL-2.0-only
/* What the tests share: scratch files, programs, editable JSON lines. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit.h"

char *scratch_dir(void)
{
	char *dir = strdup("/tmp/host-test.XXXXXX");

	assert_non_null(mkdtemp(dir));
	return dir;
}

char *scratch_path(const char *dir, const char *name)
{
	char *path = NULL;

	assert_true(asprintf(&path, "%s/%s", dir, name) > 0);
	return path;
}

static void for_each_file(const char *dir, void (*each)(const char *path),
			  size_t *nr)
{
	DIR *stream = opendir(dir);
	struct dirent *entry;

	assert_non_null(stream);
	while ((entry = readdir(stream))) {
		char *path;

		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		path = scratch_path(dir, entry->d_name);
		if (each)
			each(path);
		free(path);
		++*nr;
	}
	closedir(stream);
}

static void remove_file(const char *path)
{
	assert_int_equal(unlink(path), 0);
}

/* Removes a directory that scratch_dir() made, with the files in it. */
void scratch_remove(char *dir)
{
	size_t nr = 0;

	for_each_file(dir, remove_file, &nr);
	assert_int_equal(rmdir(dir), 0);
	free(dir);
}

/* Number of entries of a directory: shows a file that was left behind. */
size_t file_count(const char *dir)
{
	size_t nr = 0;

	for_each_file(dir, NULL, &nr);
	return nr;
}

void file_write(const char *path, const char *text)
{
	FILE *stream = fopen(path, "w");

	assert_non_null(stream);
	assert_true(fputs(text, stream) >= 0);
	assert_int_equal(fclose(stream), 0);
}

char *file_read(const char *path)
{
	FILE *stream = fopen(path, "r");
	char *text = NULL;
	size_t size = 0;

	assert_non_null(stream);
	/* No file of text holds this byte: the whole of it is one field. */
	if (getdelim(&text, &size, '\0', stream) < 0) {
		free(text);
		text = strdup("");
	}
	fclose(stream);
	return text;
}

/*
 * Runs a shell command in which $BIN is the directory of the programs, and
 * keeps what it says.
 */
struct run run(const char *format, ...)
{
	char *dir = scratch_dir(), *command, *whole = NULL;
	char *out = scratch_path(dir, "out"), *err = scratch_path(dir, "err");
	struct run result;
	va_list args;
	int status;

	va_start(args, format);
	assert_true(vasprintf(&command, format, args) > 0);
	va_end(args);
	assert_true(asprintf(&whole, "exec >%s 2>%s; %s", out, err,
			     command) > 0);
	status = system(whole);
	result = (struct run){
		.status = WIFEXITED(status) ? WEXITSTATUS(status) :
					      128 + WTERMSIG(status),
		.out = file_read(out),
		.err = file_read(err),
	};
	free(whole);
	free(command);
	free(out);
	free(err);
	scratch_remove(dir);
	return result;
}

void run_free(struct run *run)
{
	free(run->out);
	free(run->err);
}

/* All lines of a file of JSON lines, as an array. */
json_t *lines_load(const char *path)
{
	json_t *lines = json_array();
	FILE *stream = fopen(path, "r");
	json_t *line;

	assert_non_null(stream);
	while ((line = json_loadf(stream, JSON_DISABLE_EOF_CHECK, NULL)))
		json_array_append_new(lines, line);
	fclose(stream);
	assert_true(json_array_size(lines) > 0);
	return lines;
}

void lines_save(const char *path, const json_t *lines)
{
	FILE *stream = fopen(path, "w");
	const json_t *line;
	size_t i;

	assert_non_null(stream);
	json_array_foreach(lines, i, line) {
		assert_int_equal(json_dumpf(line, stream, JSON_COMPACT), 0);
		fputc('\n', stream);
	}
	assert_int_equal(fclose(stream), 0);
}

static void set_one(json_t *at, const char *path, const char *json)
{
	size_t len = strcspn(path, ".");
	char key[64];

	snprintf(key, sizeof(key), "%.*s", (int)len, path);
	if (path[len])
		set_one(json_object_get(at, key), path + len + 1, json);
	else if (!json)
		assert_int_equal(json_object_del(at, key), 0);
	else
		assert_int_equal(json_object_set_new(at, key,
			json_loads(json, JSON_DECODE_ANY, NULL)), 0);
}

/* Sets a field of all records of a variant, or of all; NULL takes it away. */
void lines_set(json_t *lines, const char *variant, const char *path,
	       const char *json)
{
	json_t *line;
	size_t i;

	json_array_foreach(lines, i, line) {
		const char *its = json_string_value(
			json_object_get(line, "variant"));

		if (!variant || !strcmp(its, variant))
			set_one(line, path, json);
	}
}
