// SPDX-License-Identifier: GPL-2.0-only
/*
 * /sys/kernel/debug/reclaim_batch: one file a switch, one for the counters;
 * reclaim_batch_off= and reclaim_batch_counters= for the start.
 */

#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "reclaim_batch.h"

DEFINE_STATIC_KEY_TRUE(rb_key_young);
DEFINE_STATIC_KEY_TRUE(rb_key_skip_old);
DEFINE_STATIC_KEY_TRUE(rb_key_raw_reads);
DEFINE_STATIC_KEY_TRUE(rb_key_mglru);
DEFINE_STATIC_KEY_TRUE(rb_key_unmap);
DEFINE_STATIC_KEY_TRUE(rb_key_hint_flush);
DEFINE_STATIC_KEY_TRUE(rb_key_pmd_young);
DEFINE_STATIC_KEY_TRUE(rb_key_lru_stats);
DEFINE_STATIC_KEY_TRUE(rb_key_dirty_batch);
DEFINE_STATIC_KEY_FALSE(rb_key_counters);

DEFINE_PER_CPU(struct rb_counters, rb_counters);

void rb_count_af_atomic(void)
{
	rb_count(af_atomics, 1);
}

static u32 rb_dirty_batch_delay_ms;

/*
 * The time between the passes over dirty folios is too short to be hit on
 * purpose. A test makes it longer.
 */
void rb_dirty_batch_delay(void)
{
	u32 ms = READ_ONCE(rb_dirty_batch_delay_ms);

	if (ms)
		msleep(ms);
}

#define RB_SWITCH(name) { #name, &rb_key_##name.key }

static const struct {
	const char *name;
	struct static_key *key;
} rb_switches[] = {
	RB_SWITCH(young),
	RB_SWITCH(skip_old),
	RB_SWITCH(raw_reads),
	RB_SWITCH(mglru),
	RB_SWITCH(unmap),
	RB_SWITCH(hint_flush),
	RB_SWITCH(pmd_young),
	RB_SWITCH(lru_stats),
	RB_SWITCH(dirty_batch),
};

#define RB_COUNTER(name) { #name, offsetof(struct rb_counters, name) }

static const struct {
	const char *name;
	size_t offset;
} rb_counter_names[] = {
	RB_COUNTER(young_batches),
	RB_COUNTER(young_ptes),
	RB_COUNTER(af_atomics),
	RB_COUNTER(hint_flushes),
	RB_COUNTER(hint_tlbi_range),
	RB_COUNTER(hint_tlbi_page),
	RB_COUNTER(hint_pages),
	RB_COUNTER(unmap_batches),
	RB_COUNTER(unmap_ptes),
	RB_COUNTER(cold_ptes),
	RB_COUNTER(dirty_batches),
	RB_COUNTER(dirty_folios),
	RB_COUNTER(dirty_flushes_saved),
	RB_COUNTER(dirty_locked),
	RB_COUNTER(dirty_hwpoison),
	RB_COUNTER(dirty_remapped),
	RB_COUNTER(dirty_pinned),
	RB_COUNTER(dirty_no_swapcache),
	RB_COUNTER(dirty_writeback),
	RB_COUNTER(dirty_cleaned),
};

static void rb_set(struct static_key *key, bool on)
{
	if (on)
		static_key_enable(key);
	else
		static_key_disable(key);
}

/* A file is its key: read Y or N, write anything kstrtobool() knows. */
static ssize_t rb_switch_read(struct file *file, char __user *buf,
			      size_t count, loff_t *pos)
{
	struct static_key *key = file->private_data;
	const char *text = static_key_enabled(key) ? "Y\n" : "N\n";

	return simple_read_from_buffer(buf, count, pos, text, 2);
}

static ssize_t rb_switch_write(struct file *file, const char __user *buf,
			       size_t count, loff_t *pos)
{
	bool on;
	int err = kstrtobool_from_user(buf, count, &on);

	if (err)
		return err;
	rb_set(file->private_data, on);
	return count;
}

static const struct file_operations rb_switch_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = rb_switch_read,
	.write = rb_switch_write,
	.llseek = default_llseek,
};

static unsigned long rb_counter_sum(size_t offset)
{
	unsigned long sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += READ_ONCE(*(unsigned long *)
				 ((char *)per_cpu_ptr(&rb_counters, cpu) + offset));
	return sum;
}

static int rb_counters_show(struct seq_file *m, void *v)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(rb_counter_names); i++)
		seq_printf(m, "%s %lu\n", rb_counter_names[i].name,
			   rb_counter_sum(rb_counter_names[i].offset));
	return 0;
}

static int rb_counters_open(struct inode *inode, struct file *file)
{
	return single_open(file, rb_counters_show, NULL);
}

/* 1 starts counting from zero, 0 stops and keeps what was counted. */
static ssize_t rb_counters_write(struct file *file, const char __user *buf,
				 size_t count, loff_t *pos)
{
	bool on;
	int cpu, err = kstrtobool_from_user(buf, count, &on);

	if (err)
		return err;
	rb_set(&rb_key_counters.key, false);
	if (!on)
		return count;
	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(&rb_counters, cpu), 0,
		       sizeof(struct rb_counters));
	rb_set(&rb_key_counters.key, true);
	return count;
}

static const struct file_operations rb_counters_fops = {
	.owner = THIS_MODULE,
	.open = rb_counters_open,
	.read = seq_read,
	.write = rb_counters_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static void __init rb_switch_off(const char *name)
{
	bool all = !strcmp(name, "all"), found = all;
	int i;

	for (i = 0; i < ARRAY_SIZE(rb_switches); i++) {
		if (!all && strcmp(name, rb_switches[i].name))
			continue;
		rb_set(rb_switches[i].key, false);
		found = true;
	}
	if (!found)
		pr_warn("reclaim_batch_off: no feature is called '%s'\n", name);
}

static int __init rb_setup(char *list)
{
	char *name;

	while ((name = strsep(&list, ",")))
		rb_switch_off(name);
	return 1;
}
__setup("reclaim_batch_off=", rb_setup);

static int __init rb_count_early(char *text)
{
	bool on;

	if (!kstrtobool(text, &on))
		rb_set(&rb_key_counters.key, on);
	return 1;
}
__setup("reclaim_batch_counters=", rb_count_early);

static int __init rb_init(void)
{
	struct dentry *dir = debugfs_create_dir("reclaim_batch", NULL);
	int i;

	for (i = 0; i < ARRAY_SIZE(rb_switches); i++)
		debugfs_create_file(rb_switches[i].name, 0600, dir,
				    rb_switches[i].key, &rb_switch_fops);
	debugfs_create_file("counters", 0600, dir, NULL, &rb_counters_fops);
	debugfs_create_u32("dirty_batch_delay_ms", 0600, dir,
			   &rb_dirty_batch_delay_ms);
	return 0;
}
late_initcall(rb_init);
