// SPDX-License-Identifier: GPL-2.0-only
/* Paging out anonymous memory, and the proof that it is out. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "folios.h"
#include "page_out.h"
#include "pagecache.h"
#include "region.h"
#include "say.h"
#include "size.h"
#include "thp.h"

/* Can @bytes, which @option asks for, be had in folios of @folio bytes? */
void page_out_check(uint64_t bytes, uint64_t folio, const char *option)
{
	uint64_t page = sysconf(_SC_PAGESIZE);
	char text[SIZE_TEXT], size[SIZE_TEXT];

	size_format(text, folio);
	if (folio < page || folio > MAX_FOLIO || folio & (folio - 1))
		usage_error("--thp %s is no power of two from %" PRIu64 "K to %" PRIu64 "K",
			    text, page >> 10, MAX_FOLIO >> 10);
	if (!bytes || bytes % folio)
		usage_error("%s %s is no multiple of the folio size %s",
			    option, size_format(size, bytes), text);
	thp_check(folio);
}

/**
 * page_out_range() - one madvise(MADV_PAGEOUT), marked as the measured region
 * @start: first address
 * @bytes: size of the range
 *
 * Runs in the process that holds the memory.
 */
void page_out_range(void *start, uint64_t bytes)
{
	int failed;

	region_begin();
	failed = madvise(start, bytes, MADV_PAGEOUT);
	region_end();
	if (failed)
		die("madvise(MADV_PAGEOUT) failed: %s; it needs Linux 5.4 or newer",
		    strerror(errno));
}

/**
 * page_out_result() - where the pages of a range are now
 * @subject: the process that holds it, asleep
 * @bytes: size of the range
 * @measured: what the step did
 *
 * A page whose write to a disk is under way is out, but its memory is free only
 * when a later reclaim finds the write done. So "freed_bytes", the fall of
 * memory.current, and "pages_out" differ by what the disk's speed allows.
 *
 * Return: the "result" object of a record.
 */
json_t *page_out_result(const struct subject *subject, uint64_t bytes,
			const struct measurement *measured)
{
	struct folio_map map;
	json_t *result;

	folios_of_process(&map, subject->pid, subject->start, bytes);
	result = json_pack("{s:I, s:I, s:I, s:I}",
		"pages", (json_int_t)map.pages,
		"pages_out", (json_int_t)map.swapped,
		"pages_resident", (json_int_t)map.present,
		"freed_bytes", (json_int_t)measured->reclaimed);
	interrupts_describe(&measured->interrupts, result);
	return result;
}

/*
 * Bytes out, the "reclaimed_bytes" of a step that asks for pages to go out and
 * not for memory to be freed.
 */
uint64_t page_out_bytes(const json_t *result)
{
	return json_integer_value(json_object_get(result, "pages_out")) *
	       sysconf(_SC_PAGESIZE);
}
