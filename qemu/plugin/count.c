// SPDX-License-Identifier: GPL-2.0-only
/*
 * libcount: exact counts of what an arm64 kernel runs between two marks.
 *
 *	-plugin libcount.so,vmlinux=PATH,out=PATH[,roots=NAME:NAME:...]
 *
 * A guest program brackets what it measures with hint #0x5a and hint #0x5b.
 * Each such region becomes one line of JSON in the file out=: instructions,
 * TLBIs by kind, DSBs by domain and atomics on page-table entries, in all, for
 * each function (what it ran itself) and for each root (with all it called).
 * Every vCPU counts while a region is open, user space and interrupts too.
 *
 * How
 *
 * Translating a block works out what running it adds to the counters
 * (block.c); one callback a block then adds that up (flow.c). Blocks that end
 * early are corrected where control goes next. Functions come from the symbol
 * table (symbols.c), the meaning of an atomic from DWARF (accessor.c).
 *
 * A root's counts need its entry and its return. A shadow stack for each task
 * follows the calls, returns and exceptions that the order of blocks shows
 * (shadow.c). Tasks are told apart in cpu_switch_to(), by the address of its
 * first store (the task left) and of its first load (the task entered), which
 * a memory callback gets without reading a register (tasks.c).
 *
 * Limits
 *
 *  - The kernel must run where it was linked: boot with nokaslr. Modules count
 *    as [unknown].
 *  - A block that faults and is not resumed is counted to its end: at most the
 *    rest of one block for each kernel access with a fixup, or signal.
 *  - A root that was inlined is only counted where it was not. One that was
 *    running before the region opened is not counted.
 *  - About a dozen instructions of cpu_switch_to() count for the task that is
 *    left although the stack is already the next one's.
 *  - Interrupts taken from the kernel do not count for a root, whatever they
 *    run, and neither does what a preempted task's interrupt goes on to do.
 *  - TLBI range operations count as one; how many pages one covers is in a
 *    register, so "tlbi_pages" is null.
 */
#include <errno.h>
#include <linux/membarrier.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "flow.h"
#include "qemu_plugin_api.h"
#include "report.h"
#include "setup.h"

int qemu_plugin_version = QEMU_PLUGIN_API;

/* Apart from each other in memory: every vCPU writes its own all the time. */
struct core {
	atomic_bool busy;		/* in a callback that counts */
	struct vcpu vcpu;
	uint64_t switch_from;		/* address saved to, until the load */
} __attribute__((aligned(128)));

/* A mark and where it stands. */
struct mark {
	const struct block *block;
	uint64_t pc;
};

static struct setup setup;
static struct tracker tracker = {
	.tasks.lock = PTHREAD_MUTEX_INITIALIZER,
	.lookup = PTHREAD_MUTEX_INITIALIZER,
};
static struct core *cores;
static unsigned int ncores;
static atomic_bool region_open;
static atomic_bool switch_translated;
static unsigned int region;
static pthread_mutex_t region_lock = PTHREAD_MUTEX_INITIALIZER;

static void warn(const char *text)
{
	fprintf(stderr, "libcount: %s\n", text);
}

static long membarrier(int command)
{
	return syscall(SYS_membarrier, command, 0, 0);
}

/*
 * enter() and leave() bracket all that touches the state of a core. The core
 * says that it is busy, then looks whether the region is open; whoever closes
 * a region does the reverse. Both must not see the old value, which takes a
 * full barrier on each side: the closing side pays for both by membarrier(),
 * since here it would cost as much as the counting.
 */
static bool enter(struct core *core)
{
	if (!atomic_load_explicit(&region_open, memory_order_relaxed))
		return false;
	atomic_store_explicit(&core->busy, true, memory_order_relaxed);
	atomic_signal_fence(memory_order_seq_cst);
	if (atomic_load_explicit(&region_open, memory_order_acquire))
		return true;
	atomic_store_explicit(&core->busy, false, memory_order_release);
	return false;
}

static void leave(struct core *core)
{
	atomic_store_explicit(&core->busy, false, memory_order_release);
}

static void close_region(void)
{
	atomic_store(&region_open, false);
	if (ncores > 1)
		membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
	for (unsigned int i = 0; i < ncores; i++)
		while (atomic_load_explicit(&cores[i].busy,
					    memory_order_acquire))
			;
}

static void block_runs(unsigned int cpu, void *arg)
{
	struct core *core = &cores[cpu];

	if (!enter(core))
		return;
	flow_step(&tracker, &core->vcpu, arg);
	leave(core);
}

/* A pair may be stored by two accesses; the first has the lower address. */
static void switch_stores(unsigned int cpu, qemu_plugin_meminfo_t info,
			  uint64_t address, void *arg)
{
	struct core *core = &cores[cpu];

	(void)info;
	(void)arg;
	if (!enter(core))
		return;
	if (!core->switch_from)
		core->switch_from = address;
	leave(core);
}

static void switch_loads(unsigned int cpu, qemu_plugin_meminfo_t info,
			 uint64_t address, void *arg)
{
	struct core *core = &cores[cpu];
	struct vcpu *v = &core->vcpu;

	(void)info;
	(void)arg;
	if (!enter(core))
		return;
	if (core->switch_from)
		v->task = tasks_switch(&tracker.tasks, v->task,
				       core->switch_from, address);
	core->switch_from = 0;
	leave(core);
}

static void region_begins(unsigned int cpu, void *arg)
{
	const struct mark *mark = arg;
	struct vcpu *v = &cores[cpu].vcpu;
	size_t size = symbols_count(setup.kernel.symbols) * sizeof(*v->self);

	pthread_mutex_lock(&region_lock);
	if (atomic_load(&region_open)) {
		warn("a region begins inside of another: ignored");
		goto out;
	}
	for (unsigned int i = 0; i < ncores; i++) {
		memset(cores[i].vcpu.self, 0, size);
		cores[i].switch_from = 0;
		flow_start(&tracker, &cores[i].vcpu);
	}
	v->prev = mark->block;
	flow_add(&tracker, v, mark->block, mark->pc + 4, mark->block->end);
	atomic_store(&region_open, true);
out:
	pthread_mutex_unlock(&region_lock);
}

/* All tasks taken together. */
struct sum {
	struct span spans[SHADOW_MAX_ROOTS];
	unsigned int lost;
};

static void add_task(struct task *task, void *arg)
{
	struct shadow *s = task->shadow;
	struct sum *sum = arg;

	shadow_finish(s);
	sum->lost += s->lost;
	for (unsigned int i = 0; i < s->nspans; i++) {
		sum->spans[i].calls += s->spans[i].calls;
		counts_add(&sum->spans[i].sum, &s->spans[i].sum);
	}
}

/* One unknown address too many means that none of the names can be trusted. */
static void check_names(const struct counts *self)
{
	uint64_t known = 0;

	for (unsigned int fn = FN_FIRST;
	     fn < symbols_count(setup.kernel.symbols); fn++)
		known += self[fn].insns;
	if (!atomic_load(&switch_translated) || self[FN_UNKNOWN].insns > known)
		warn("the kernel that runs is not the vmlinux given, or not "
		     "at its address: boot that kernel, with nokaslr");
}

static void write_region(void)
{
	struct sum sum = { 0 };
	unsigned int nfns = symbols_count(setup.kernel.symbols);
	struct counts *self = cores[0].vcpu.self;
	struct report report = {
		.region = ++region,
		.symbols = setup.kernel.symbols,
		.self = self,
		.pte_atomics = setup.kernel.accessor,
		.nroots = setup.nroots,
		.roots = setup.roots,
		.spans = sum.spans,
	};
	int rc;

	for (unsigned int i = 1; i < ncores; i++)
		for (unsigned int fn = 0; fn < nfns; fn++)
			counts_add(&self[fn], &cores[i].vcpu.self[fn]);
	check_names(self);
	tasks_each(&tracker.tasks, add_task, &sum);
	if (sum.lost)
		fprintf(stderr, "libcount: region %u: %u returns were not "
			"seen: inclusive counts are too low\n", region,
			sum.lost);
	rc = report_write(&report, setup.out);
	if (rc)
		fprintf(stderr, "libcount: cannot write region %u: %s\n",
			region, strerror(rc));
}

static void region_ends(unsigned int cpu, void *arg)
{
	const struct mark *mark = arg;
	struct vcpu *v = &cores[cpu].vcpu;

	pthread_mutex_lock(&region_lock);
	if (!atomic_load(&region_open)) {
		warn("a region ends that never began: ignored");
		goto out;
	}
	close_region();
	flow_take_back(&tracker, v, mark->block, mark->pc, mark->block->end);
	write_region();
	tasks_clear(&tracker.tasks);
out:
	pthread_mutex_unlock(&region_lock);
}

static uint32_t word_of(const struct qemu_plugin_insn *insn)
{
	unsigned char bytes[4] = { 0 };

#if QEMU_PLUGIN_API >= 3
	qemu_plugin_insn_data(insn, bytes, sizeof(bytes));
#else
	memcpy(bytes, qemu_plugin_insn_data(insn), sizeof(bytes));
#endif
	return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
	       (uint32_t)bytes[3] << 24;
}

static void watch_mark(struct qemu_plugin_insn *insn, const struct block *b,
		       uint64_t pc, qemu_plugin_vcpu_udata_cb_t cb)
{
	struct mark *mark = malloc(sizeof(*mark));

	if (!mark) {
		warn("out of memory");
		abort();
	}
	*mark = (struct mark){ b, pc };
	qemu_plugin_register_vcpu_insn_exec_cb(insn, cb,
					       QEMU_PLUGIN_CB_NO_REGS, mark);
}

static void watch_insn(struct qemu_plugin_insn *insn, const struct block *b,
		       uint64_t pc, uint32_t word)
{
	if (word == INSN_MARK_BEGIN) {
		watch_mark(insn, b, pc, region_begins);
	} else if (word == INSN_MARK_END) {
		watch_mark(insn, b, pc, region_ends);
	} else if (pc == setup.at.store && word == setup.at.store_word) {
		atomic_store(&switch_translated, true);
		qemu_plugin_register_vcpu_mem_cb(insn, switch_stores,
						 QEMU_PLUGIN_CB_NO_REGS,
						 QEMU_PLUGIN_MEM_RW, NULL);
	} else if (pc == setup.at.load) {
		qemu_plugin_register_vcpu_mem_cb(insn, switch_loads,
						 QEMU_PLUGIN_CB_NO_REGS,
						 QEMU_PLUGIN_MEM_RW, NULL);
	}
}

/*
 * QEMU may drop a translation and make it again; what describes it is kept, as
 * a stack or a mark may still point to it. It is some hundred bytes a block.
 */
static void translate(struct qemu_plugin_tb *tb)
{
	size_t n = qemu_plugin_tb_n_insns(tb);
	uint64_t pc = qemu_plugin_tb_vaddr(tb);
	uint32_t words[n];
	struct block *b;

	for (size_t i = 0; i < n; i++)
		words[i] = word_of(qemu_plugin_tb_get_insn(tb, i));
	b = block_new(&tracker.kernel, pc, words, n);
	if (!b) {
		warn("out of memory");
		abort();
	}
	qemu_plugin_register_vcpu_tb_exec_cb(tb, block_runs,
					     QEMU_PLUGIN_CB_NO_REGS, b);
	for (size_t i = 0; i < n; i++)
		watch_insn(qemu_plugin_tb_get_insn(tb, i), b, pc + 4 * i,
			   words[i]);
}

#if QEMU_PLUGIN_API >= 7
static void block_translated(struct qemu_plugin_tb *tb, void *arg)
{
	(void)arg;
	translate(tb);
}
#else
static void block_translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	(void)id;
	translate(tb);
}
#endif

static int make_cores(unsigned int n)
{
	unsigned int nfns = symbols_count(setup.kernel.symbols);

	cores = aligned_alloc(_Alignof(struct core), n * sizeof(*cores));
	if (!cores)
		return -1;
	memset(cores, 0, n * sizeof(*cores));
	for (ncores = 0; ncores < n; ncores++) {
		cores[ncores].vcpu.self = calloc(nfns, sizeof(struct counts));
		if (!cores[ncores].vcpu.self)
			return -1;
	}
	return 0;
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
			char **argv)
{
	if (!info->system_emulation || strcmp(info->target_name, "aarch64")) {
		warn("counts arm64 kernels: run it in qemu-system-aarch64");
		return -1;
	}
	if (setup_read(&setup, argc, argv))
		return -1;
	if (make_cores((unsigned int)info->system.max_vcpus)) {
		warn("out of memory");
		return -1;
	}
	if (ncores > 1 &&
	    membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED)) {
		warn("needs membarrier(2) to count several CPUs: use -smp 1");
		return -1;
	}
	tracker.kernel = setup.kernel;
	tracker.tasks.nroots = setup.nroots;
#if QEMU_PLUGIN_API >= 7
	qemu_plugin_register_vcpu_tb_trans_cb(id, block_translated, NULL);
#else
	qemu_plugin_register_vcpu_tb_trans_cb(id, block_translated);
#endif
	return 0;
}
