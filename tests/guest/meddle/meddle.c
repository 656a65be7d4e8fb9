// SPDX-License-Identifier: GPL-2.0-only
/*
 * What other parts of the kernel may do to a folio that reclaim has isolated,
 * on demand: tests need it at one moment and no system call does it.
 *
 * Write one of these to <debugfs>/meddle; the write returns when it is over:
 *   "lock <pfn> <ms>"		hold the folio's lock for so long
 *   "writeback <pfn> <ms>"	take its dirty flag, and be writing it for so long
 *   "look <pfn> 0"		note its flags
 * Read the flags noted last: "young <0|1> idle <0|1>".
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/page_idle.h>
#include <linux/pagemap.h>

/* No test waits for longer; a typing error shall not wait for hours. */
#define MEDDLE_MAX_MS	10000

static struct dentry *meddle_file;
static bool meddle_young, meddle_idle;

static void meddle_lock(struct folio *folio, unsigned int ms)
{
	folio_lock(folio);
	msleep(ms);
	folio_unlock(folio);
}

/* The order of whoever writes a folio: see write_cache_pages() in the kernel. */
static void meddle_writeback(struct folio *folio, unsigned int ms)
{
	folio_lock(folio);
	folio_wait_writeback(folio);
	folio_clear_dirty_for_io(folio);
	folio_start_writeback(folio);
	folio_unlock(folio);
	msleep(ms);
	folio_end_writeback(folio);
}

static void meddle_look(struct folio *folio, unsigned int ms)
{
	meddle_young = folio_test_young(folio);
	meddle_idle = folio_test_idle(folio);
}

static const struct {
	const char *name;
	void (*meddle)(struct folio *folio, unsigned int ms);
} meddlings[] = {
	{ "lock", meddle_lock },
	{ "writeback", meddle_writeback },
	{ "look", meddle_look },
};

/*
 * The reference keeps the folio from being freed, but not from being another
 * one by now. A test has only one reader and writer, and says what it wants of
 * a page that it has mapped or reclaim has isolated.
 */
static int meddle_with(const char *name, unsigned long pfn, unsigned int ms)
{
	struct folio *folio;
	size_t i;

	if (!pfn_valid(pfn))
		return -ENXIO;
	for (i = 0; i < ARRAY_SIZE(meddlings); i++)
		if (!strcmp(name, meddlings[i].name))
			break;
	if (i == ARRAY_SIZE(meddlings))
		return -EINVAL;
	folio = page_folio(pfn_to_page(pfn));
	if (!folio_try_get(folio))
		return -EAGAIN;
	meddlings[i].meddle(folio, ms);
	folio_put(folio);
	return 0;
}

static ssize_t meddle_write(struct file *file, const char __user *data,
			    size_t size, loff_t *pos)
{
	char text[64] = "", name[16];
	unsigned long pfn;
	unsigned int ms;
	int error;

	if (size >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, data, size))
		return -EFAULT;
	if (sscanf(text, "%15s %lu %u", name, &pfn, &ms) != 3 ||
	    ms > MEDDLE_MAX_MS)
		return -EINVAL;
	error = meddle_with(name, pfn, ms);
	return error ? error : size;
}

static ssize_t meddle_read(struct file *file, char __user *data, size_t size,
			   loff_t *pos)
{
	char text[32];
	int length = scnprintf(text, sizeof(text), "young %d idle %d\n",
			       meddle_young, meddle_idle);

	return simple_read_from_buffer(data, size, pos, text, length);
}

static const struct file_operations meddle_fops = {
	.owner = THIS_MODULE,
	.read = meddle_read,
	.write = meddle_write,
};

static int __init meddle_init(void)
{
	meddle_file = debugfs_create_file("meddle", 0600, NULL, NULL,
					  &meddle_fops);
	return PTR_ERR_OR_ZERO(meddle_file);
}
module_init(meddle_init);

static void __exit meddle_exit(void)
{
	debugfs_remove(meddle_file);
}
module_exit(meddle_exit);

MODULE_DESCRIPTION("Locks and writes back single folios, for tests");
MODULE_LICENSE("GPL");
