// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "setup.h"

#define MAX_ENTRIES	(4 * SHADOW_MAX_ROOTS)
#define SWITCH_WORDS	64

static int fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

static int fail(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	fputs("libcount: ", stderr);
	vfprintf(stderr, format, ap);
	fputc('\n', stderr);
	va_end(ap);
	return -1;
}

struct arguments {
	const char *vmlinux;
	const char *out;
	char *roots;
};

static int parse(struct arguments *a, int argc, char **argv)
{
	for (int i = 0; i < argc; i++) {
		if (!strncmp(argv[i], "vmlinux=", 8))
			a->vmlinux = argv[i] + 8;
		else if (!strncmp(argv[i], "out=", 4))
			a->out = argv[i] + 4;
		else if (!strncmp(argv[i], "roots=", 6))
			a->roots = argv[i] + 6;
		else
			return fail("unknown argument '%s': give vmlinux=PATH, "
				    "out=PATH and roots=NAME:NAME...", argv[i]);
	}
	if (!a->vmlinux)
		return fail("vmlinux= is missing: give the kernel's ELF file");
	if (!a->out)
		return fail("out= is missing: say where the counts go");
	return 0;
}

static void add_root(struct setup *setup, struct root_entry *entries,
		     const char *name)
{
	struct kernel *k = &setup->kernel;
	uint64_t starts[MAX_ENTRIES];
	size_t n = symbols_starts(k->symbols, name, starts,
				  MAX_ENTRIES - k->nentries);

	for (size_t i = 0; i < n; i++)
		entries[k->nentries++] = (struct root_entry){
			starts[i], (int)setup->nroots,
		};
	/* Inlined everywhere, or of another kernel: nothing to show for it. */
	if (n)
		setup->roots[setup->nroots++] = name;
}

static int read_roots(struct setup *setup, char *list)
{
	struct root_entry *entries = calloc(MAX_ENTRIES, sizeof(*entries));
	char *save = NULL;

	if (!entries)
		return fail("out of memory");
	setup->kernel.entries = entries;
	for (char *name = strtok_r(list, ":", &save); name;
	     name = strtok_r(NULL, ":", &save)) {
		if (setup->nroots == SHADOW_MAX_ROOTS)
			return fail("more than %d roots: leave some out",
				    SHADOW_MAX_ROOTS);
		add_root(setup, entries, name);
	}
	return 0;
}

/* The first pair stored goes to the task left, the first loaded is the next. */
static int find_switch(struct setup *setup, const char *vmlinux)
{
	const struct symbols *s = setup->kernel.symbols;
	struct switch_point *at = &setup->at;
	uint32_t words[SWITCH_WORDS];
	uint64_t start = 0;
	size_t n = symbols_text(s, "cpu_switch_to", &start, words,
				SWITCH_WORDS);

	for (size_t i = 0; i < n; i++) {
		uint64_t pc = start + 4 * i;

		if (!at->store && insn_is_pair_store(words[i])) {
			at->store = pc;
			at->store_word = words[i];
		} else if (!at->load && insn_is_pair_load(words[i])) {
			at->load = pc;
		}
	}
	if (!at->store || !at->load)
		return fail("%s: no cpu_switch_to() in it: is it the vmlinux "
			    "of an arm64 kernel?", vmlinux);
	return 0;
}

/* CPUs that need care against branch history injection use the second one. */
static void find_vectors(struct kernel *k)
{
	static const char *const names[KERNEL_VECTORS] = {
		"vectors", "__bp_harden_el1_vectors",
	};
	uint64_t start;

	for (int i = 0; i < KERNEL_VECTORS; i++)
		if (symbols_starts(k->symbols, names[i], &start, 1))
			k->vectors[i] = symbols_fn(k->symbols, start);
}

static int read_kernel(struct setup *setup, const char *vmlinux)
{
	struct kernel *k = &setup->kernel;
	char error[128];

	k->symbols = symbols_load(vmlinux, error, sizeof(error));
	if (!k->symbols)
		return fail("cannot read %s: %s", vmlinux, error);
	find_vectors(k);
	if (find_switch(setup, vmlinux))
		return -1;
	k->accessor = accessor_open(vmlinux);
	if (!k->accessor)
		fprintf(stderr, "libcount: %s has no DWARF: PTE atomics are "
			"not counted (build with CONFIG_DEBUG_INFO_DWARF5)\n",
			vmlinux);
	return 0;
}

/**
 * setup_read() - take in the arguments and the kernel
 * @setup: receives it all, zero before
 * @argc: number of arguments
 * @argv: the arguments; @setup goes on using them
 *
 * The file of counts is opened last, so that a mistake leaves none behind.
 *
 * Return: 0, or -1 after one line on stderr.
 */
int setup_read(struct setup *setup, int argc, char **argv)
{
	struct arguments a = { 0 };

	if (parse(&a, argc, argv) || read_kernel(setup, a.vmlinux) ||
	    (a.roots && read_roots(setup, a.roots)))
		return -1;
	setup->out = fopen(a.out, "we");
	if (!setup->out)
		return fail("cannot write %s: %s", a.out, strerror(errno));
	return 0;
}
