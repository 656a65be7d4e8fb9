// SPDX-License-Identifier: GPL-2.0-only
/*
 * Functions are known by name, and a name ends at the first dot: what the
 * compiler split off or cloned (.part.0, .isra.0, .constprop.0, .cold) is
 * counted with the function it came from, or two builds of one kernel could
 * not be compared. Static functions that share a name share a number too.
 */
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "symbols.h"

struct symbol {
	uint64_t start;
	uint64_t end;
	const char *name;
	unsigned int rank;	/* lower names an address first */
	unsigned int fn;
};

struct symbols {
	int fd;
	Elf *elf;
	struct symbol *all;	/* sorted by start, then rank */
	size_t n;
	size_t *unique;		/* index in all of one symbol a start */
	size_t nunique;
	char **names;		/* by function number, sorted from FN_FIRST */
	unsigned int nnames;
};

static void fail(char *error, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void fail(char *error, size_t size, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(error, size, format, ap);
	va_end(ap);
}

static bool is_code(Elf *elf, size_t shndx)
{
	Elf_Scn *scn = elf_getscn(elf, shndx);
	GElf_Shdr shdr;

	return scn && gelf_getshdr(scn, &shdr) &&
	       (shdr.sh_flags & SHF_EXECINSTR);
}

static size_t base_length(const char *name)
{
	return strcspn(name, ".");
}

/*
 * Aliases of one address: a real function before an assembler label, global
 * before weak before local, and then the plainest name (__memcpy, not
 * __pi_memcpy), so that every build picks the same one.
 */
static unsigned int rank_of(const GElf_Sym *sym, const char *name)
{
	unsigned int rank = GELF_ST_TYPE(sym->st_info) == STT_FUNC ? 0 : 4096;

	if (GELF_ST_BIND(sym->st_info) == STB_LOCAL)
		rank += 2048;
	else if (GELF_ST_BIND(sym->st_info) == STB_WEAK)
		rank += 1024;
	return rank + (unsigned int)strspn(name, "_");
}

static int by_start(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return strcmp(x->name, y->name);
}

static void take_symbol(struct symbols *s, const GElf_Sym *sym,
			const char *name)
{
	int type = GELF_ST_TYPE(sym->st_info);

	if (type != STT_FUNC && type != STT_NOTYPE)
		return;
	/* $x and $d are the assembler's marks of code and data. */
	if (!name || !base_length(name) || name[0] == '$' ||
	    !is_code(s->elf, sym->st_shndx))
		return;
	s->all[s->n++] = (struct symbol){
		.start = sym->st_value,
		.end = sym->st_value + sym->st_size,
		.name = name,
		.rank = rank_of(sym, name),
	};
}

static int read_symtab(struct symbols *s, char *error, size_t size)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;
	Elf_Data *data;
	GElf_Sym sym;

	do {
		scn = elf_nextscn(s->elf, scn);
	} while (scn && gelf_getshdr(scn, &shdr) &&
		 shdr.sh_type != SHT_SYMTAB);
	data = scn ? elf_getdata(scn, NULL) : NULL;
	if (!data || !shdr.sh_entsize) {
		fail(error, size,
		     "no symbol table: give an unstripped vmlinux");
		return -1;
	}
	s->all = calloc(shdr.sh_size / shdr.sh_entsize, sizeof(*s->all));
	if (!s->all) {
		fail(error, size, "out of memory");
		return -1;
	}
	for (int i = 0; gelf_getsym(data, i, &sym); i++)
		take_symbol(s, &sym, elf_strptr(s->elf, shdr.sh_link,
						sym.st_name));
	if (!s->n) {
		fail(error, size, "no functions in it: is it a vmlinux?");
		return -1;
	}
	return 0;
}

/*
 * A label inside a function (or an alias of it) must not cut it in two; a
 * label without a size reaches to the next symbol.
 */
static void pick_unique(struct symbols *s)
{
	uint64_t covered = 0;

	for (size_t i = 0; i < s->n; i++) {
		struct symbol *sym = &s->all[i];

		if (i && sym->start < covered)
			continue;
		if (i && sym->start == s->all[i - 1].start)
			continue;
		s->unique[s->nunique++] = i;
		covered = sym->end;
	}
	for (size_t u = 0; u + 1 < s->nunique; u++) {
		struct symbol *sym = &s->all[s->unique[u]];

		if (sym->end == sym->start)
			sym->end = s->all[s->unique[u + 1]].start;
	}
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int name_functions(struct symbols *s)
{
	unsigned int kept = FN_FIRST;

	s->names = calloc(s->nunique + FN_FIRST, sizeof(*s->names));
	if (!s->names)
		return -1;
	s->names[FN_USER] = strdup("[user]");
	s->names[FN_UNKNOWN] = strdup("[unknown]");
	for (size_t u = 0; u < s->nunique; u++) {
		const char *name = s->all[s->unique[u]].name;

		s->names[FN_FIRST + u] = strndup(name, base_length(name));
		if (!s->names[FN_FIRST + u])
			return -1;
	}
	qsort(s->names + FN_FIRST, s->nunique, sizeof(*s->names), by_name);
	for (size_t u = 0; u < s->nunique; u++) {
		char *name = s->names[FN_FIRST + u];

		if (kept > FN_FIRST && !strcmp(s->names[kept - 1], name))
			free(name);
		else
			s->names[kept++] = name;
	}
	s->nnames = kept;
	return s->names[FN_USER] && s->names[FN_UNKNOWN] ? 0 : -1;
}

static int number_functions(struct symbols *s)
{
	for (size_t u = 0; u < s->nunique; u++) {
		struct symbol *sym = &s->all[s->unique[u]];
		char *base = strndup(sym->name, base_length(sym->name));
		char **found;

		if (!base)
			return -1;
		found = bsearch(&base, s->names + FN_FIRST,
				s->nnames - FN_FIRST, sizeof(*s->names),
				by_name);
		sym->fn = (unsigned int)(found - s->names);
		free(base);
	}
	return 0;
}

static int open_elf(struct symbols *s, const char *vmlinux, char *error,
		    size_t size)
{
	s->fd = open(vmlinux, O_RDONLY | O_CLOEXEC);
	if (s->fd < 0) {
		fail(error, size, "%s", strerror(errno));
		return -1;
	}
	elf_version(EV_CURRENT);
	s->elf = elf_begin(s->fd, ELF_C_READ_MMAP, NULL);
	if (!s->elf || elf_kind(s->elf) != ELF_K_ELF) {
		fail(error, size, "not an ELF file");
		return -1;
	}
	return 0;
}

/**
 * symbols_load() - read the functions of a kernel
 * @vmlinux: path of an ELF file with a symbol table
 * @error: receives the reason of a failure, without the path
 * @size: bytes at @error
 *
 * Return: the functions, or NULL with @error set.
 */
struct symbols *symbols_load(const char *vmlinux, char *error, size_t size)
{
	struct symbols *s = calloc(1, sizeof(*s));

	if (!s) {
		fail(error, size, "out of memory");
		return NULL;
	}
	s->fd = -1;
	if (open_elf(s, vmlinux, error, size) || read_symtab(s, error, size))
		goto err;
	qsort(s->all, s->n, sizeof(*s->all), by_start);
	s->unique = calloc(s->n, sizeof(*s->unique));
	if (!s->unique) {
		fail(error, size, "out of memory");
		goto err;
	}
	pick_unique(s);
	if (name_functions(s) || number_functions(s)) {
		fail(error, size, "out of memory");
		goto err;
	}
	return s;
err:
	symbols_free(s);
	return NULL;
}

void symbols_free(struct symbols *s)
{
	if (!s)
		return;
	if (s->names) {
		unsigned int n = s->nnames ? s->nnames :
				 (unsigned int)s->nunique + FN_FIRST;

		for (unsigned int fn = 0; fn < n; fn++)
			free(s->names[fn]);
	}
	free(s->names);
	free(s->unique);
	free(s->all);
	elf_end(s->elf);
	if (s->fd >= 0)
		close(s->fd);
	free(s);
}

/**
 * symbols_fn() - function number of an address
 * @s: the kernel's functions
 * @pc: any virtual address of the guest
 *
 * Bit 55 tells the two halves of the address space apart (Arm ARM D8.1), so a
 * pointer tag cannot make user code look like the kernel's.
 *
 * Return: FN_USER, FN_UNKNOWN, or a number below symbols_count().
 */
unsigned int symbols_fn(const struct symbols *s, uint64_t pc)
{
	size_t low = 0, high = s->nunique;
	const struct symbol *sym;

	if (!(pc >> 55 & 1))
		return FN_USER;
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (s->all[s->unique[mid]].start <= pc)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return FN_UNKNOWN;
	sym = &s->all[s->unique[low - 1]];
	return pc < sym->end ? sym->fn : FN_UNKNOWN;
}

unsigned int symbols_count(const struct symbols *s)
{
	return s->nnames;
}

const char *symbols_name(const struct symbols *s, unsigned int fn)
{
	return s->names[fn];
}

/**
 * symbols_starts() - entry addresses of a function
 * @s: the kernel's functions
 * @name: its name, without a suffix
 * @starts: receives the addresses, ascending
 * @max: room at @starts
 *
 * Return: how many were found, at most @max; 0 when the compiler left none.
 */
size_t symbols_starts(const struct symbols *s, const char *name,
		      uint64_t *starts, size_t max)
{
	size_t n = 0, length = strlen(name);

	for (size_t i = 0; i < s->n && n < max; i++) {
		const struct symbol *sym = &s->all[i];

		if (base_length(sym->name) != length ||
		    strncmp(sym->name, name, length))
			continue;
		if (!n || starts[n - 1] != sym->start)
			starts[n++] = sym->start;
	}
	return n;
}

static Elf_Scn *section_at(Elf *elf, uint64_t address, GElf_Shdr *shdr)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(elf, scn))) {
		if (gelf_getshdr(scn, shdr) && shdr->sh_type == SHT_PROGBITS &&
		    (shdr->sh_flags & SHF_EXECINSTR) &&
		    address >= shdr->sh_addr &&
		    address - shdr->sh_addr < shdr->sh_size)
			return scn;
	}
	return NULL;
}

/**
 * symbols_text() - the instructions of a function, as they are in the file
 * @s: the kernel's functions
 * @name: its name
 * @start: receives its address
 * @words: receives the instructions
 * @max: room at @words
 *
 * Return: how many instructions were copied, 0 when there is no such function.
 */
size_t symbols_text(const struct symbols *s, const char *name,
		    uint64_t *start, uint32_t *words, size_t max)
{
	Elf_Data *data;
	GElf_Shdr shdr;
	Elf_Scn *scn;
	size_t n = 0, at;

	if (!symbols_starts(s, name, start, 1))
		return 0;
	scn = section_at(s->elf, *start, &shdr);
	data = scn ? elf_rawdata(scn, NULL) : NULL;
	if (!data)
		return 0;
	at = *start - shdr.sh_addr;
	while (n < max && at + 4 * (n + 1) <= data->d_size) {
		const unsigned char *p =
			(const unsigned char *)data->d_buf + at + 4 * n;

		words[n++] = p[0] | (uint32_t)p[1] << 8 |
			     (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
	}
	return n;
}
