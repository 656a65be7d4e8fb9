/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The part of QEMU's TCG plugin interface that is used here. Debian packages
 * no header for it, and the interface changes between releases:
 *
 *	QEMU		API	loads plugins of API
 *	5.2 to 8.2	1	0 to 1
 *	9.0		2	2
 *	9.1		3	2 to 3
 *	9.2 to 10.0	4	2 to 4
 *	10.1 to 10.2	5	2 to 5
 *	11.1		7	up to 7
 *
 * Of what is declared below, API 3 changed how the bytes of an instruction are
 * read, and API 7 the arguments of the translation callback. So build with
 * QEMU_PLUGIN_API=1 for QEMU before 9.0, 2 for 9.0, 3 for 9.1 to 10.2 and 7
 * for 11.1. QEMU refuses a plugin of a version it does not load, with a
 * message that names both.
 */
#ifndef QEMU_PLUGIN_API_H
#define QEMU_PLUGIN_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef QEMU_PLUGIN_API
#define QEMU_PLUGIN_API	1
#endif

#define PLUGIN_EXPORT	__attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;

/* What qemu_plugin_install() is told about the machine. */
typedef struct qemu_info_t {
	const char *target_name;	/* "aarch64" */
	struct {
		int min;
		int cur;
	} version;
	bool system_emulation;
	struct {
		int smp_vcpus;
		int max_vcpus;
	} system;
} qemu_info_t;

struct qemu_plugin_tb;
struct qemu_plugin_insn;

/* No register is read, so QEMU need not write them back before a callback. */
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
/*
 * One value for loads and stores alike: QEMU 7.2 gives the loads to those who
 * asked for stores (R, which is 1, sees nothing there).
 */
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_RW = 3 };

typedef void (*qemu_plugin_udata_cb_t)(qemu_plugin_id_t id, void *userdata);
typedef void (*qemu_plugin_vcpu_udata_cb_t)(unsigned int vcpu, void *userdata);
typedef void (*qemu_plugin_vcpu_mem_cb_t)(unsigned int vcpu,
					  qemu_plugin_meminfo_t info,
					  uint64_t vaddr, void *userdata);

/* Loaded and called by QEMU. */
extern PLUGIN_EXPORT int qemu_plugin_version;
PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id,
				      const qemu_info_t *info, int argc,
				      char **argv);

/* Exported by QEMU. */
#if QEMU_PLUGIN_API >= 7
typedef void (*qemu_plugin_vcpu_tb_trans_cb_t)(struct qemu_plugin_tb *tb,
					       void *userdata);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
					   qemu_plugin_vcpu_tb_trans_cb_t cb,
					   void *userdata);
#else
typedef void (*qemu_plugin_vcpu_tb_trans_cb_t)(qemu_plugin_id_t id,
					       struct qemu_plugin_tb *tb);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
					   qemu_plugin_vcpu_tb_trans_cb_t cb);
#endif

void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
					  qemu_plugin_vcpu_udata_cb_t cb,
					  enum qemu_plugin_cb_flags flags,
					  void *userdata);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    qemu_plugin_vcpu_udata_cb_t cb,
					    enum qemu_plugin_cb_flags flags,
					    void *userdata);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
				      qemu_plugin_vcpu_mem_cb_t cb,
				      enum qemu_plugin_cb_flags flags,
				      enum qemu_plugin_mem_rw rw,
				      void *userdata);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(
		const struct qemu_plugin_tb *tb, size_t idx);

#if QEMU_PLUGIN_API >= 3
size_t qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *dest,
			     size_t len);
#else
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
#endif

#endif
