// SPDX-License-Identifier: GPL-2.0-only
/* Values of /sys and /proc that a run changes and always puts back. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cleanup.h"
#include "say.h"
#include "settings.h"
#include "text.h"

/* No stdio here: this may run in a signal handler. */
static void put_back(void *what)
{
	static const char complaint[] =
		"reclaimbench: warning: a setting could not be put back\n";
	const struct setting *setting = what;

	if (setting->path[0] && text_write(setting->path, setting->saved) &&
	    write(STDERR_FILENO, complaint, sizeof(complaint) - 1) < 0)
		return;
}

/* "always [madvise] never": the word in brackets is the one that is set. */
static void keep_chosen(char *saved)
{
	char *open = strchr(saved, '['), *close = open ? strchr(open, ']') : NULL;

	if (!close)
		return;
	*close = '\0';
	memmove(saved, open + 1, close - open);
}

/**
 * setting_change() - save a kernel setting and give it a new value
 * @setting: remembers the old value; must outlive the change
 * @path: file that reads as the value it accepts, as read_ahead_kb does, or as
 *        all it accepts with the present one in brackets
 * @value: the new value
 *
 * Undone by setting_restore(), and without it at exit or on a signal.
 *
 * Return: 0 or a negative errno with nothing changed and nothing to restore.
 */
int setting_change(struct setting *setting, const char *path,
		   const char *value)
{
	ssize_t n;
	int error;

	snprintf(setting->path, sizeof(setting->path), "%s", path);
	n = text_read(path, setting->saved, sizeof(setting->saved));
	if (n < 0)
		return n;
	keep_chosen(setting->saved);
	cleanup_push(put_back, setting);
	error = text_write(path, value);
	if (error) {
		setting->path[0] = '\0';
		cleanup_pop();
	}
	return error;
}

/* Put the setting changed last back now. */
void setting_restore(void)
{
	cleanup_pop();
}
