// SPDX-License-Identifier: GPL-2.0-only
/* What a record says of the machine and the kernel it was measured on. */
#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "machine.h"
#include "say.h"
#include "text.h"

#define KLOG_READ_ALL		3
#define KLOG_SIZE_BUFFER	10

#define SWITCHES "/sys/kernel/debug/reclaim_batch"

/* The first message of every kernel, and so the mark of a complete log. */
#define FIRST_MESSAGE "Linux version "

/**
 * machine_feature() - what the boot messages say of a feature
 * @log: kernel log
 * @message: description that the kernel logs when it has found the feature
 *
 * The feature registers are hidden from user space, the log is not; but its
 * beginning may have been overwritten, and then silence proves nothing.
 */
enum known machine_feature(const char *log, const char *message)
{
	if (strstr(log, message))
		return KNOWN_YES;
	return strstr(log, FIRST_MESSAGE) ? KNOWN_NO : UNKNOWN;
}

static json_t *known_json(enum known known)
{
	return known == UNKNOWN ? json_null() : json_boolean(known);
}

/* Return: the whole kernel log, to be freed; "" when it cannot be read. */
static char *kernel_log(void)
{
	int size = klogctl(KLOG_SIZE_BUFFER, NULL, 0);
	char *log;
	int n;

	if (size < 0)
		size = 0;
	log = calloc(1, size + 1);
	if (!log)
		abort();
	n = klogctl(KLOG_READ_ALL, log, size);
	log[n > 0 ? n : 0] = '\0';
	return log;
}

/* The value of the first "field : value" line, or NULL. */
static char *field_value(char *text, const char *field)
{
	char *line, *value;

	while ((line = strsep(&text, "\n"))) {
		if (strncmp(line, field, strlen(field)))
			continue;
		value = strchr(line, ':');
		if (value)
			return value + 1 + strspn(value + 1, " \t");
	}
	return NULL;
}

static json_t *cpu_name(void)
{
	char text[4096], copy[4096];
	char *model, *implementer, *part;

	text_read("/proc/cpuinfo", text, sizeof(text));
	memcpy(copy, text, sizeof(copy));
	model = field_value(copy, "model name");
	if (model)
		return json_string(model);
	memcpy(copy, text, sizeof(copy));
	implementer = field_value(copy, "CPU implementer");
	part = field_value(text, "CPU part");
	if (implementer && part)
		return json_sprintf("%s/%s", implementer, part);
	return json_null();
}

static json_t *midr(void)
{
	char text[32];
	ssize_t n = text_read(
		"/sys/devices/system/cpu/cpu0/regs/identification/midr_el1",
		text, sizeof(text));

	return n > 0 ? json_string(text) : json_null();
}

/* KiB of a field of /proc/meminfo, 0 when it is not there. */
uint64_t machine_meminfo(const char *field)
{
	char text[4096], *value;

	text_read("/proc/meminfo", text, sizeof(text));
	value = field_value(text, field);
	return value ? strtoull(value, NULL, 10) : 0;
}

/* Is this root, who alone may do what @to says? */
void machine_require_root(const char *to)
{
	if (geteuid())
		die("only root may %s; try sudo", to);
}

/* Is there memory for @bytes, which @option asks for, and a tenth more? */
void machine_require_memory(uint64_t bytes, const char *option)
{
	uint64_t wanted = (bytes >> 10) / 10 * 11;
	uint64_t available = machine_meminfo("MemAvailable");

	if (wanted > available)
		die("%s needs %" PRIu64 " MiB of memory with a tenth to spare, %" PRIu64 " MiB are available; use a smaller %s",
		    option, wanted >> 10, available >> 10, option);
}

/**
 * machine_describe() - the "machine" object of a record
 *
 * "server" is what a program can know from inside; whoever boots a virtual
 * machine knows better and overwrites it. The messages are the descriptions in
 * arch/arm64/kernel/cpufeature.c and cpu_errata.c.
 */
json_t *machine_describe(void)
{
	json_t *machine = json_object();
	char *log = kernel_log();

	json_object_set_new(machine, "kind", json_string("server"));
	json_object_set_new(machine, "cpu", cpu_name());
	json_object_set_new(machine, "midr", midr());
	json_object_set_new(machine, "cpus",
			    json_integer(sysconf(_SC_NPROCESSORS_ONLN)));
	json_object_set_new(machine, "tlbirange",
			    known_json(machine_feature(log,
				"TLB range maintenance instructions")));
	json_object_set_new(machine, "hafdbs",
			    known_json(machine_feature(log,
				"Hardware dirty bit management")));
	json_object_set_new(machine, "erratum",
			    known_json(machine_feature(log,
				"Broken broadcast TLBI completion")));
	json_object_set_new(machine, "page_kib",
			    json_integer(sysconf(_SC_PAGESIZE) / 1024));
	json_object_set_new(machine, "mem_kib",
			    json_integer(machine_meminfo("MemTotal")));
	json_object_set_new(machine, "qemu", json_null());
	free(log);
	return machine;
}

json_t *machine_kernel(void)
{
	struct utsname name;

	uname(&name);
	return json_string(name.release);
}

/* A switch reads Y or N; what reads a number is a setting for tests. */
static int switch_value(const char *name)
{
	char path[PATH_MAX], text[4];

	snprintf(path, sizeof(path), SWITCHES "/%s", name);
	if (text_read(path, text, sizeof(text)) != 1)
		return -1;
	if (*text == 'Y')
		return 1;
	return *text == 'N' ? 0 : -1;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/**
 * machine_switches() - the kernel's reclaim_batch switches and their values
 *
 * Return: object of name to 0 or 1, empty on a kernel without the feature.
 * Files that hold anything else are counters and settings.
 */
json_t *machine_switches(void)
{
	json_t *switches = json_object();
	struct dirent **names;
	int n = scandir(SWITCHES, &names, NULL, by_name);
	int i, value;

	for (i = 0; i < n; i++) {
		value = switch_value(names[i]->d_name);
		if (value >= 0)
			json_object_set_new(switches, names[i]->d_name,
					    json_integer(value));
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	return switches;
}
