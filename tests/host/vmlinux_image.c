// SPDX-License-Identifier: GPL-2.0-only
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit.h"
#include "vmlinux_image.h"

enum { TEXT = 1, SYMTAB, STRTAB, SHSTRTAB };

static const char section_names[] = "\0.text\0.symtab\0.strtab\0.shstrtab";

/* Section headers and data in the order of the enum above. */
static void add_section(Elf *elf, GElf_Shdr header, void *content, size_t size,
			Elf_Type type)
{
	Elf_Scn *scn = elf_newscn(elf);
	Elf_Data *data = elf_newdata(scn);

	data->d_buf = content;
	data->d_size = size;
	data->d_type = type;
	data->d_align = 8;
	data->d_version = EV_CURRENT;
	header.sh_addralign = 8;
	assert_true(gelf_update_shdr(scn, &header));
}

static size_t add_name(char *names, size_t at, const char *name)
{
	strcpy(names + at, name);
	return at + strlen(name) + 1;
}

static void add_symbols(Elf *elf, const struct image_symbol *symbols, size_t n,
			Elf64_Sym *table, char *names)
{
	size_t length = 1;

	for (size_t i = 0; i < n; i++) {
		table[i + 1] = (Elf64_Sym){
			.st_name = (Elf64_Word)length,
			.st_info = ELF64_ST_INFO(symbols[i].bind,
						 symbols[i].type),
			.st_shndx = TEXT,
			.st_value = IMAGE_BASE + symbols[i].offset,
			.st_size = symbols[i].size,
		};
		length = add_name(names, length, symbols[i].name);
	}
	add_section(elf, (GElf_Shdr){ .sh_name = 7, .sh_type = SHT_SYMTAB,
		    .sh_link = STRTAB, .sh_entsize = sizeof(*table) },
		    table, (n + 1) * sizeof(*table), ELF_T_SYM);
	add_section(elf, (GElf_Shdr){ .sh_name = 15, .sh_type = SHT_STRTAB },
		    names, length, ELF_T_BYTE);
}

/**
 * image_write() - write a vmlinux
 * @path: where
 * @symbols: its symbols, names of less than 64 bytes
 * @n: how many
 * @words: its text
 */
void image_write(const char *path, const struct image_symbol *symbols,
		 size_t n, const uint32_t words[IMAGE_WORDS])
{
	Elf64_Sym *table = calloc(n + 1, sizeof(*table));
	char *names = calloc(n + 1, 64);
	GElf_Ehdr header;
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	Elf *elf;

	assert_true(fd >= 0);
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_WRITE, NULL);
	assert_non_null(elf);
	assert_non_null(gelf_newehdr(elf, ELFCLASS64));
	gelf_getehdr(elf, &header);
	header.e_ident[EI_DATA] = ELFDATA2LSB;
	header.e_machine = EM_AARCH64;
	header.e_type = ET_EXEC;
	header.e_version = EV_CURRENT;
	header.e_shstrndx = SHSTRTAB;
	assert_true(gelf_update_ehdr(elf, &header));
	add_section(elf, (GElf_Shdr){ .sh_name = 1, .sh_type = SHT_PROGBITS,
		    .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
		    .sh_addr = IMAGE_BASE }, (void *)words,
		    IMAGE_WORDS * sizeof(*words), ELF_T_BYTE);
	add_symbols(elf, symbols, n, table, names);
	add_section(elf, (GElf_Shdr){ .sh_name = 23, .sh_type = SHT_STRTAB },
		    (void *)section_names, sizeof(section_names), ELF_T_BYTE);
	assert_true(elf_update(elf, ELF_C_WRITE) > 0);
	elf_end(elf);
	close(fd);
	free(names);
	free(table);
}
