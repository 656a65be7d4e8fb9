// SPDX-License-Identifier: GPL-2.0-only
/*
 * An atomic instruction does not say what it works on, but the DWARF of the
 * kernel says which inlined functions it belongs to. From the inside out that
 * is, for the young bit of a contpte block,
 *
 *	__lse__cmpxchg_case_64, __cmpxchg_case_64, __cmpxchg,
 *	__ptep_test_and_clear_young, contpte_ptep_test_and_clear_young
 *
 * and for a page-table lock
 *
 *	__lse__cmpxchg_case_acq_4, ..., queued_spin_lock, pte_offset_map_lock
 *
 * so the rule is: the innermost function that is not itself an atomic
 * primitive decides, and it is an accessor when its name says that it works on
 * entries (ptep, pmdp, pudp, or a name that begins with pte or ends in pte or
 * ptes).
 * mm_inc_nr_ptes and its kin count page tables, not entries.
 */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "accessor.h"

struct accessor {
	int fd;
	Dwarf *dwarf;
};

static bool ends_with(const char *name, const char *tail)
{
	size_t n = strlen(name), t = strlen(tail);

	return n >= t && !strcmp(name + n - t, tail);
}

/* Does @name name an operation on page-table entries? */
bool accessor_name(const char *name)
{
	if (ends_with(name, "_nr_ptes") || ends_with(name, "_lock"))
		return false;
	return strstr(name, "ptep") || strstr(name, "pmdp") ||
	       strstr(name, "pudp") || !strncmp(name, "pte_", 4) ||
	       ends_with(name, "_pte") ||
	       ends_with(name, "_ptes");
}

/* Does @name name an atomic operation on no matter what? */
bool accessor_primitive(const char *name)
{
	return strstr(name, "xchg") || strstr(name, "atomic") ||
	       !strncmp(name, "__lse_", 6) || !strncmp(name, "__ll_sc_", 8);
}

/**
 * accessor_open() - read the DWARF of a kernel
 * @vmlinux: path of the kernel's ELF file
 *
 * Return: a handle, or NULL when the file has no debug information.
 */
struct accessor *accessor_open(const char *vmlinux)
{
	struct accessor *a = calloc(1, sizeof(*a));
	Dwarf_Off next;
	size_t header;

	if (!a)
		return NULL;
	a->fd = open(vmlinux, O_RDONLY | O_CLOEXEC);
	if (a->fd >= 0)
		a->dwarf = dwarf_begin(a->fd, DWARF_C_READ);
	/* An ELF file without .debug_info still opens: look for a first unit */
	if (!a->dwarf || dwarf_nextcu(a->dwarf, 0, &next, &header, NULL, NULL,
				      NULL)) {
		accessor_close(a);
		return NULL;
	}
	return a;
}

void accessor_close(struct accessor *a)
{
	if (!a)
		return;
	dwarf_end(a->dwarf);
	if (a->fd >= 0)
		close(a->fd);
	free(a);
}

static bool is_function(Dwarf_Die *die)
{
	int tag = dwarf_tag(die);

	return tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram;
}

static bool judge(Dwarf_Die *scopes, int n)
{
	for (int i = 0; i < n; i++) {
		const char *name;

		if (!is_function(&scopes[i]))
			continue;
		name = dwarf_diename(&scopes[i]);
		if (name && !accessor_primitive(name))
			return accessor_name(name);
	}
	return false;
}

/**
 * accessor_at() - is the atomic at an address one on a page-table entry
 * @a: the kernel's DWARF
 * @pc: address of the instruction
 *
 * libdw is not safe for threads: callers take turns.
 */
bool accessor_at(struct accessor *a, uint64_t pc)
{
	Dwarf_Die unit, *at = NULL, *chain = NULL;
	bool yes = false;
	int n;

	if (!dwarf_addrdie(a->dwarf, pc, &unit) ||
	    dwarf_getscopes(&unit, pc, &at) <= 0)
		return false;
	/*
	 * Behind an inlined function dwarf_getscopes() goes on with the place
	 * of its definition; the callers are the parents of the innermost DIE.
	 */
	n = dwarf_getscopes_die(&at[0], &chain);
	if (n > 0)
		yes = judge(chain, n);
	free(chain);
	free(at);
	return yes;
}
