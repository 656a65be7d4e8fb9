/* SPDX-License-Identifier: GPL-2.0-only */
/* A make-believe vmlinux: one text section and a symbol table. */
#ifndef VMLINUX_IMAGE_H
#define VMLINUX_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#define IMAGE_BASE	0xffff800080010000ull
#define IMAGE_WORDS	4096

struct image_symbol {
	const char *name;
	uint64_t offset;	/* from IMAGE_BASE */
	uint64_t size;
	unsigned char type;	/* STT_FUNC... */
	unsigned char bind;	/* STB_GLOBAL... */
};

void image_write(const char *path, const struct image_symbol *symbols,
		 size_t n, const uint32_t words[IMAGE_WORDS]);

#endif
