// SPDX-License-Identifier: GPL-2.0-only
/*
 * Does asking a folio for its age leave device-exclusive entries alone?
 *
 * An entry of a page that a device has taken for itself is not present, but
 * the reverse map walk of reclaim, idle tracking and DAMON stops at it. On
 * arm64 the access flag of a PTE is the top bit of such an entry's swap type:
 * who clears it makes a swap entry of another area out of it, and the page,
 * the counters and the next access are lost. Each case must find every entry
 * still exclusive or properly swapped out, the data intact, and, when the
 * process is gone, a kernel log without complaint and as many anonymous pages
 * as before.
 *
 * The device is lib/test_hmm.c. In 6.12 an exclusive page is not mapped, see
 * page_make_device_exclusive_one(), and a folio of such pages is not walked.
 * One of which the CPU has taken a page back is: so large folios are touched.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/klog.h>
#include <sys/mman.h>
#include <sys/swap.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cleanup.h"
#include "folios.h"
#include "guest.h"
#include "lru.h"
#include "memcg.h"
#include "say.h"
#include "settings.h"
#include "text.h"

#define DEVICE		"/dev/hmm_dmirror0"
#define SWAP_DISK	"/dev/vdb"
#define SWAP_QUEUE	"/sys/block/vdb/queue/rotational"
#define LARGE_FOLIOS	"/sys/kernel/mm/transparent_hugepage/hugepages-64kB/enabled"
#define IDLE_BITMAP	"/sys/kernel/mm/page_idle/bitmap"
#define DAMON		"/sys/kernel/mm/damon/admin/kdamonds"
#define DAMON_CONTEXT	DAMON "/0/contexts/0"
#define DAMON_REGION	DAMON_CONTEXT "/targets/0/regions/0"

#define PAGES		256
#define LARGE_PAGES	16
/* The page of a large folio that the CPU takes back. */
#define TOUCHED		3
/* What anonymous memory may change by that is none of a case's. */
#define SLACK_PAGES	16
/* A fault that never ends is a fault that takes this long. */
#define FAULT_MS	500
/* The only swap area; every other type stands for no area at all. */
#define SWAP_AREA	0

/* The interface of lib/test_hmm.c: its ioctl number 5 and its argument. */
struct hmm_command {
	uint64_t addr;
	uint64_t ptr;
	uint64_t pages;
	uint64_t cpages;
	uint64_t faults;
};

#define HMM_EXCLUSIVE	_IOWR('H', 5, struct hmm_command)

/* What a case finds, in memory it shares with its parent. */
struct finding {
	unsigned int exclusive;
	unsigned int lost;
	uint64_t type_before;
	uint64_t type_after;
	unsigned int wrong;
	bool read_back;
	uint64_t scanned;
};

struct memory {
	char *start;
	size_t page;
	size_t folio;
	uint64_t before[PAGES];
};

struct scenario {
	const char *name;
	const char *lru;
	unsigned int folio_pages;
	void (*age)(const struct memory *memory, const struct memcg *memcg);
};

static uint64_t pattern(size_t page)
{
	return UINT64_C(0x9e3779b97f4a7c15) * (page + 1);
}

static char *page_at(const struct memory *memory, size_t page)
{
	return memory->start + page * memory->page;
}

static void fill(struct memory *memory, unsigned int folio_pages)
{
	struct folio_map map = { 0 };
	size_t page, bytes;

	memory->page = sysconf(_SC_PAGESIZE);
	memory->folio = folio_pages * memory->page;
	bytes = PAGES * memory->page;
	memory->start = map_aligned(bytes, memory->folio);
	for (page = 0; page < PAGES; page++)
		*(uint64_t *)page_at(memory, page) = pattern(page);

	folios_of_process(&map, getpid(), (uintptr_t)memory->start, bytes);
	if (map.folios[__builtin_ctz(folio_pages)] != PAGES / folio_pages)
		die("the kernel gave no folios of %u pages", folio_pages);
}

/*
 * One folio a call: 6.12 answers EBUSY for a large one, whose pages it takes
 * with the first one, and then stops. What was taken, pagemap tells.
 */
static void take(const struct memory *memory)
{
	static char copy[LARGE_PAGES * 4096];
	size_t pages = memory->folio / memory->page, page;
	int fd = open(DEVICE, O_RDWR | O_CLOEXEC);

	if (fd < 0)
		die("cannot open " DEVICE ": %s", strerror(errno));
	for (page = 0; page < PAGES; page += pages) {
		struct hmm_command command = {
			.addr = (uintptr_t)page_at(memory, page),
			.ptr = (uintptr_t)copy,
			.pages = pages,
		};

		if (ioctl(fd, HMM_EXCLUSIVE, &command) && errno != EBUSY)
			die("cannot make a page exclusive: %s",
			    strerror(errno));
	}
}

/* The CPU takes one page of each large folio back. */
static void touch(const struct memory *memory)
{
	size_t pages = memory->folio / memory->page, page;

	if (pages == 1)
		return;
	for (page = TOUCHED; page < PAGES; page += pages)
		(void)*(volatile char *)page_at(memory, page);
}

static bool is_swap(uint64_t word)
{
	return word & PAGEMAP_SWAP;
}

static uint64_t type_of(uint64_t word)
{
	return word & PAGEMAP_TYPE;
}

/* An entry may stay, be faulted back or be swapped out, and nothing else. */
static void compare(const struct memory *memory, struct finding *found)
{
	uint64_t after[PAGES];
	size_t page;

	pagemap_read(memory->start, after, PAGES);
	for (page = 0; page < PAGES; page++) {
		uint64_t was = memory->before[page], is = after[page];

		found->exclusive += is_swap(was);
		if (!is_swap(was) || !is_swap(is) ||
		    type_of(is) == type_of(was) || type_of(is) == SWAP_AREA)
			continue;
		found->lost++;
		found->type_before = type_of(was);
		found->type_after = type_of(is);
	}
}

static void read_back(const struct memory *memory, struct finding *found)
{
	const struct itimerval limit = { .it_value.tv_usec = FAULT_MS * 1000 };
	size_t page;

	setitimer(ITIMER_REAL, &limit, NULL);
	for (page = 0; page < PAGES; page++)
		found->wrong += *(volatile uint64_t *)page_at(memory, page) !=
				pattern(page);
	found->read_back = true;
}

/*
 * Anonymous memory only, as often as it takes to pass every list twice. The
 * large folios are on the active list. Whether that is too long for the
 * inactive one, the classic LRU decides by statistics of the cgroup
 * (inactive_is_low()), which are brought up to date every other second, or for
 * whoever reads them.
 */
static void reclaim(const struct memory *memory, const struct memcg *memcg)
{
	int round, fd = memcg_open_reclaim(memcg);
	static const char all[] = "2M swappiness=200";
	static char stat[32768];

	(void)memory;
	for (round = 0; round < 8; round++) {
		memcg_stat(memcg, stat, sizeof(stat));
		if (write(fd, all, strlen(all)) < 0 && errno != EAGAIN)
			die("cannot reclaim: %s", strerror(errno));
	}
	close(fd);
}

static uint64_t first_frame(uint64_t word)
{
	return (word & PAGEMAP_FRAME) >> PAGEMAP_TYPE_BITS;
}

/* Whoever asks a folio for its age this way leaves it marked idle. */
static void check_idle(uint64_t frame)
{
	enum { KPF_IDLE = 25 };
	int fd = open("/proc/kpageflags", O_RDONLY | O_CLOEXEC);
	uint64_t flags = 0;

	if (fd < 0 || pread(fd, &flags, sizeof(flags), frame * sizeof(flags)) !=
		      sizeof(flags))
		die("cannot read /proc/kpageflags: %s", strerror(errno));
	close(fd);
	if (!(flags >> KPF_IDLE & 1))
		die("a folio was not asked for its age");
}

/* Setting a folio idle and asking whether it still is walk its mappings. */
static void track_idle(const struct memory *memory, const struct memcg *memcg)
{
	size_t pages = memory->folio / memory->page, page;
	int fd = open(IDLE_BITMAP, O_RDWR | O_CLOEXEC);

	(void)memcg;
	for (page = 0; page < PAGES; page += pages) {
		uint64_t frame = first_frame(memory->before[page]);
		uint64_t bits = UINT64_MAX;
		off_t word = frame / 64 * sizeof(bits);

		if (pwrite(fd, &bits, sizeof(bits), word) != sizeof(bits) ||
		    pread(fd, &bits, sizeof(bits), word) != sizeof(bits))
			die("cannot use " IDLE_BITMAP ": %s", strerror(errno));
		check_idle(frame);
	}
	close(fd);
}

/* DAMON asks a folio of a physical range whenever it samples an address. */
static void monitor(const struct memory *memory, const struct memcg *memcg)
{
	uint64_t frame = first_frame(memory->before[0]);
	uint64_t start = frame * memory->page;
	char text[32];

	(void)memcg;
	write_or_die(DAMON "/nr_kdamonds", "1");
	write_or_die(DAMON "/0/contexts/nr_contexts", "1");
	write_or_die(DAMON_CONTEXT "/operations", "paddr");
	write_or_die(DAMON_CONTEXT "/targets/nr_targets", "1");
	write_or_die(DAMON_CONTEXT "/targets/0/regions/nr_regions", "1");
	snprintf(text, sizeof(text), "%" PRIu64, start);
	write_or_die(DAMON_REGION "/start", text);
	snprintf(text, sizeof(text), "%" PRIu64, start + memory->folio);
	write_or_die(DAMON_REGION "/end", text);
	write_or_die(DAMON "/0/state", "on");
	sleep_ms(200);
	write_or_die(DAMON "/0/state", "off");
	write_or_die(DAMON "/nr_kdamonds", "0");
	check_idle(frame);
}

/*
 * Of the whole machine, where nobody else is: the cgroup's own numbers are up
 * to 128 pages late.
 */
static uint64_t vmstat(const char *name)
{
	static char text[32768];

	/* Have what each CPU still holds back. */
	write_or_die("/proc/sys/vm/stat_refresh", "1");
	if (text_read("/proc/vmstat", text, sizeof(text)) < 0)
		die("cannot read /proc/vmstat");
	return stat_value(text, name);
}

static void run_case(const struct scenario *scenario,
		     const struct memcg *memcg, struct finding *found)
{
	static struct memory memory;
	uint64_t scanned;

	memcg_enter(memcg);
	fill(&memory, scenario->folio_pages);
	take(&memory);
	touch(&memory);
	pagemap_read(memory.start, memory.before, PAGES);
	scanned = vmstat("pgscan_anon");
	scenario->age(&memory, memcg);
	found->scanned = vmstat("pgscan_anon") - scanned;
	compare(&memory, found);
	read_back(&memory, found);
}

/* Did the kernel complain since it was last asked? */
static bool kernel_complained(char line[80])
{
	enum { READ_AND_CLEAR = 4 };
	static const char *const words[] = {
		"Bad swap file entry", "Bad rss-counter", "BUG:", "WARNING:",
	};
	static char log[1 << 18];
	int n = klogctl(READ_AND_CLEAR, log, sizeof(log) - 1);
	const char *at;
	size_t i;

	log[n > 0 ? n : 0] = '\0';
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		at = strstr(log, words[i]);
		if (!at)
			continue;
		snprintf(line, 80, "%.*s", (int)strcspn(at, "\n"), at);
		return true;
	}
	return false;
}

static void judge(const struct scenario *scenario, int status,
		  const struct finding *found, long leaked)
{
	bool reclaims = scenario->age == reclaim;
	char line[80] = "";

	if (WIFEXITED(status) && WEXITSTATUS(status))
		result(false, scenario->name, "cannot run");
	else if (kernel_complained(line) || found->lost || found->wrong ||
	    !found->read_back)
		result(false, scenario->name,
		       "%u of %u entries lost, type %" PRIu64 " became %" PRIu64 "; %u wrong words; read back: %s; kernel: %s",
		       found->lost, found->exclusive, found->type_before,
		       found->type_after, found->wrong,
		       found->read_back ? "yes" : "never ends", line);
	else if (labs(leaked) > SLACK_PAGES)
		result(false, scenario->name, "%ld anonymous pages more when it was gone",
		       leaked);
	else if (found->exclusive < PAGES - PAGES / LARGE_PAGES)
		result(false, scenario->name, "only %u of %u pages exclusive",
		       found->exclusive, PAGES);
	else if (reclaims && found->scanned < PAGES)
		result(false, scenario->name, "reclaim scanned %" PRIu64 " pages only",
		       found->scanned);
	else
		result(true, scenario->name, "%u exclusive entries%s", found->exclusive,
		       reclaims ? ", reclaim scanned them" : "");
}

/* In a process of its own: what is lost is lost with it. */
static void test(const struct scenario *scenario)
{
	struct finding *found = mmap(NULL, sizeof(*found),
				     PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	static struct memcg memcg;
	long pages;
	int status;
	pid_t pid;

	if (found == MAP_FAILED)
		die("no memory: %s", strerror(errno));
	lru_select(scenario->lru);
	write_or_die(LARGE_FOLIOS,
		     scenario->folio_pages == 1 ? "never" : "always");
	memcg_create(&memcg);
	pages = vmstat("nr_anon_pages");
	pid = fork();
	if (!pid) {
		run_case(scenario, &memcg, found);
		_exit(EXIT_SUCCESS);
	}
	waitpid(pid, &status, 0);
	memcg_remove();
	setting_restore();
	judge(scenario, status, found, vmstat("nr_anon_pages") - pages);
	munmap(found, sizeof(*found));
}

static void require(void)
{
	char line[80];

	if (access(DEVICE, F_OK))
		skip("no " DEVICE ": needs a kernel with CONFIG_TEST_HMM");
	if (access(SWAP_DISK, F_OK))
		skip("no swap disk " SWAP_DISK);
	write_or_die(SWAP_QUEUE, "0");
	if (access(LARGE_FOLIOS, F_OK))
		skip("no folios of 64 KiB: needs pages of 4 KiB and large folios");
	if (swapon(SWAP_DISK, 0))
		skip("cannot swap to " SWAP_DISK ": %s", strerror(errno));
	kernel_complained(line);
}

int main(void)
{
	static const struct scenario scenarios[] = {
		{ "single pages, classic", "classic", 1, reclaim },
		{ "single pages, mglru", "mglru", 1, reclaim },
		{ "large folios, classic", "classic", LARGE_PAGES, reclaim },
		{ "large folios, mglru", "mglru", LARGE_PAGES, reclaim },
		{ "large folios, idle tracking", "classic", LARGE_PAGES,
		  track_idle },
		{ "large folios, DAMON", "classic", LARGE_PAGES, monitor },
	};
	size_t i;

	cleanup_init();
	memcg_require();
	require();
	memcg_prepare();
	for (i = 0; i < sizeof(scenarios) / sizeof(scenarios[0]); i++)
		test(&scenarios[i]);
	return exit_status();
}
