// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a process' page table really holds, for tests that compare it with what
 * user space works out from /proc/PID/pagemap.
 *
 * Write "<pid> <start> <bytes>" to <debugfs>/ptedump, the start in any base,
 * then read "pte <n> cont <n> pmd <n> young <n>": valid PTEs, those of them with
 * PTE_CONT, PMD leaf entries of the range, and valid PTEs with the access flag.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pgtable.h>
#include <linux/pid.h>
#include <linux/sched/mm.h>
#include <linux/sched/task.h>

struct ptedump_counts {
	unsigned long pte;
	unsigned long cont;
	unsigned long pmd;
	unsigned long young;
};

static DEFINE_MUTEX(ptedump_lock);
static struct ptedump_counts ptedump_last;
static struct dentry *ptedump_file;

/*
 * The entry is read raw: ptep_get() would gather a contiguous block, and what
 * is asked for here is each entry as the hardware sees it.
 */
static void count_pte(struct ptedump_counts *counts, pte_t *ptep)
{
	pte_t pte = READ_ONCE(*ptep);

	if (!pte_valid(pte))
		return;
	counts->pte++;
	if (pte_val(pte) & PTE_CONT)
		counts->cont++;
	if (pte_val(pte) & PTE_AF)
		counts->young++;
}

/* Return: the address at which the next PMD entry begins. */
static unsigned long count_pmd(struct ptedump_counts *counts, pmd_t *pmdp,
			       unsigned long addr, unsigned long end)
{
	unsigned long next = pmd_addr_end(addr, end);
	pmd_t pmd = pmdp_get(pmdp);

	if (pmd_leaf(pmd)) {
		counts->pmd++;
		return next;
	}
	if (!pmd_present(pmd))
		return next;
	for (; addr != next; addr += PAGE_SIZE)
		count_pte(counts, pte_offset_kernel(&pmd, addr));
	return next;
}

static pmd_t *find_pmd(struct mm_struct *mm, unsigned long addr)
{
	pgd_t *pgd = pgd_offset(mm, addr);
	p4d_t *p4d;
	pud_t *pud;

	if (pgd_none(READ_ONCE(*pgd)))
		return NULL;
	p4d = p4d_offset(pgd, addr);
	if (p4d_none(READ_ONCE(*p4d)))
		return NULL;
	pud = pud_offset(p4d, addr);
	if (pud_none(READ_ONCE(*pud)) || pud_leaf(READ_ONCE(*pud)))
		return NULL;
	return pmd_offset(pud, addr);
}

/*
 * The mmap lock keeps the upper levels in place. A table of PTEs may still be
 * retracted, but is freed after a grace period (pte_free_defer()).
 */
static void count_range(struct ptedump_counts *counts, struct mm_struct *mm,
			unsigned long addr, unsigned long end)
{
	mmap_read_lock(mm);
	while (addr < end) {
		pmd_t *pmdp = find_pmd(mm, addr);

		if (!pmdp) {
			addr = pmd_addr_end(addr, end);
			continue;
		}
		rcu_read_lock();
		addr = count_pmd(counts, pmdp, addr, end);
		rcu_read_unlock();
		cond_resched();
	}
	mmap_read_unlock(mm);
}

static struct mm_struct *mm_of(int nr)
{
	struct pid *pid = find_get_pid(nr);
	struct task_struct *task = get_pid_task(pid, PIDTYPE_PID);
	struct mm_struct *mm = task ? get_task_mm(task) : NULL;

	if (task)
		put_task_struct(task);
	put_pid(pid);
	return mm;
}

static ssize_t ptedump_write(struct file *file, const char __user *data,
			     size_t size, loff_t *pos)
{
	struct ptedump_counts counts = {};
	unsigned long start, bytes;
	struct mm_struct *mm;
	char text[80] = "";
	int pid;

	if (size >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, data, size))
		return -EFAULT;
	if (sscanf(text, "%d %li %li", &pid, &start, &bytes) != 3)
		return -EINVAL;
	if (!PAGE_ALIGNED(start | bytes) || start > TASK_SIZE ||
	    bytes > TASK_SIZE - start)
		return -EINVAL;
	mm = mm_of(pid);
	if (!mm)
		return -ESRCH;
	count_range(&counts, mm, start, start + bytes);
	mmput(mm);

	mutex_lock(&ptedump_lock);
	ptedump_last = counts;
	mutex_unlock(&ptedump_lock);
	return size;
}

static ssize_t ptedump_read(struct file *file, char __user *data, size_t size,
			    loff_t *pos)
{
	char text[80];
	int length;

	mutex_lock(&ptedump_lock);
	length = scnprintf(text, sizeof(text), "pte %lu cont %lu pmd %lu young %lu\n",
			   ptedump_last.pte, ptedump_last.cont,
			   ptedump_last.pmd, ptedump_last.young);
	mutex_unlock(&ptedump_lock);
	return simple_read_from_buffer(data, size, pos, text, length);
}

static const struct file_operations ptedump_fops = {
	.owner = THIS_MODULE,
	.read = ptedump_read,
	.write = ptedump_write,
};

static int __init ptedump_init(void)
{
	ptedump_file = debugfs_create_file("ptedump", 0600, NULL, NULL,
					   &ptedump_fops);
	return PTR_ERR_OR_ZERO(ptedump_file);
}
module_init(ptedump_init);

static void __exit ptedump_exit(void)
{
	debugfs_remove(ptedump_file);
}
module_exit(ptedump_exit);

MODULE_DESCRIPTION("Counts contiguous entries of a page table, for tests");
MODULE_LICENSE("GPL");
