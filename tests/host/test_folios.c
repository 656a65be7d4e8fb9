// SPDX-License-Identifier: GPL-2.0-only
/*
 * The folio histogram and the contiguous coverage of ranges made up here: page
 * frames as /proc/kpageflags tells them, mappings as /proc/PID/pagemap does.
 */
#include <string.h>

#include "folios.h"
#include "unit.h"

#define PRESENT		(UINT64_C(1) << 63)
#define SWAP		(UINT64_C(1) << 62)
#define LRU		(UINT64_C(1) << 5)
#define HEAD		(UINT64_C(1) << 15)
#define TAIL		(UINT64_C(1) << 16)

#define FRAMES		256
#define CONT		16

/* Any number that is aligned as far as the tests go. */
#define VPN		UINT64_C(0x7f0000000)

/* One made-up machine and one range mapped on it. */
struct world {
	uint64_t flags[FRAMES];
	uint64_t pagemap[FRAMES];
	struct folio_map map;
};

static uint64_t flags_of(void *context, uint64_t pfn)
{
	const struct world *world = context;

	assert_true(pfn < FRAMES);
	return world->flags[pfn];
}

static void add(struct world *world, uint64_t vpn, size_t first, size_t nr)
{
	const struct folio_source source = { flags_of, world, CONT };

	folios_add(&world->map, &source, vpn + first, &world->pagemap[first],
		   nr);
}

static int setup(void **state)
{
	*state = test_calloc(1, sizeof(struct world));
	return !*state;
}

static int teardown(void **state)
{
	test_free(*state);
	return 0;
}

static void make_folio(struct world *world, size_t head, size_t pages)
{
	size_t i;

	world->flags[head] = LRU | (pages > 1 ? HEAD : 0);
	for (i = 1; i < pages; i++)
		world->flags[head + i] = TAIL;
}

static void map_pages(struct world *world, size_t at, size_t pfn, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		world->pagemap[at + i] = PRESENT | (pfn + i);
}

static void assert_folios(const struct world *world, unsigned int order,
			  uint64_t nr)
{
	assert_int_equal(world->map.folios[order], nr);
}

static uint64_t all_folios(const struct world *world)
{
	uint64_t sum = 0;
	size_t order;

	for (order = 0; order < FOLIO_ORDERS; order++)
		sum += world->map.folios[order];
	return sum;
}

static void test_nothing(void **state)
{
	struct world *world = *state;

	add(world, VPN, 0, 32);
	assert_int_equal(world->map.pages, 32);
	assert_int_equal(world->map.present, 0);
	assert_int_equal(world->map.contpte, 0);
	assert_int_equal(all_folios(world), 0);
}

static void test_blocks(void **state)
{
	struct world *world = *state;

	make_folio(world, 32, CONT);
	make_folio(world, 64, 4 * CONT);
	map_pages(world, 0, 32, CONT);
	map_pages(world, CONT, 64, 4 * CONT);
	add(world, VPN, 0, 5 * CONT);
	assert_folios(world, 4, 1);
	assert_folios(world, 6, 1);
	assert_int_equal(all_folios(world), 2);
	assert_int_equal(world->map.present, 5 * CONT);
	assert_int_equal(world->map.contpte, 5 * CONT);
	assert_int_equal(world->map.off_lru, 0);
}

/* Contiguous frames of several folios do not make a block. */
static void test_small_folios(void **state)
{
	struct world *world = *state;
	size_t i;

	for (i = 0; i < CONT; i++)
		make_folio(world, 32 + i, 1);
	for (i = 0; i < CONT; i += 4)
		make_folio(world, 48 + i, 4);
	map_pages(world, 0, 32, 2 * CONT);
	add(world, VPN, 0, 2 * CONT);
	assert_folios(world, 0, CONT);
	assert_folios(world, 2, 4);
	assert_int_equal(all_folios(world), CONT + 4);
	assert_int_equal(world->map.contpte, 0);
}

/* The virtual address is off: the one folio lies across two blocks. */
static void test_misaligned_address(void **state)
{
	struct world *world = *state;

	make_folio(world, 32, 2 * CONT);
	map_pages(world, 0, 32, 2 * CONT);
	add(world, VPN + 1, 0, 2 * CONT);
	assert_folios(world, 5, 1);
	assert_int_equal(world->map.present, 2 * CONT);
	assert_int_equal(world->map.contpte, 0);
}

/* The address is right, but the pages that come there are from mid-folio. */
static void test_misaligned_frame(void **state)
{
	struct world *world = *state;

	make_folio(world, 32, 2 * CONT);
	map_pages(world, 0, 33, CONT);
	add(world, VPN, 0, CONT);
	assert_folios(world, 5, 1);
	assert_int_equal(world->map.contpte, 0);
}

/* One page is not mapped: its block goes, the folio counts once still. */
static void test_punched(void **state)
{
	struct world *world = *state;

	make_folio(world, 64, 4 * CONT);
	map_pages(world, 0, 64, 4 * CONT);
	world->pagemap[CONT + 3] = 0;
	add(world, VPN, 0, 4 * CONT);
	assert_folios(world, 6, 1);
	assert_int_equal(all_folios(world), 1);
	assert_int_equal(world->map.present, 4 * CONT - 1);
	assert_int_equal(world->map.contpte, 3 * CONT);
}

/* In swap is not present, and not the same as not there at all. */
static void test_paged_out(void **state)
{
	struct world *world = *state;

	make_folio(world, 32, CONT);
	map_pages(world, 0, 32, CONT);
	world->pagemap[3] = SWAP | 32;
	world->pagemap[4] = SWAP | 64;
	world->pagemap[5] = 0;
	add(world, VPN, 0, CONT);
	assert_int_equal(world->map.swapped, 2);
	assert_int_equal(world->map.present, CONT - 3);
	assert_int_equal(world->map.contpte, 0);
}

/* Two frames changed places: present, in one folio, and yet no block. */
static void test_swapped(void **state)
{
	struct world *world = *state;

	make_folio(world, 32, CONT);
	map_pages(world, 0, 32, CONT);
	world->pagemap[5] = PRESENT | 38;
	world->pagemap[6] = PRESENT | 37;
	add(world, VPN, 0, CONT);
	assert_int_equal(all_folios(world), 1);
	assert_int_equal(world->map.contpte, 0);
}

/* A range that ends inside a block does not have it. */
static void test_cut_block(void **state)
{
	struct world *world = *state;

	make_folio(world, 32, 2 * CONT);
	map_pages(world, 0, 32, 2 * CONT);
	add(world, VPN, 0, 2 * CONT - 1);
	assert_int_equal(world->map.contpte, CONT);
	assert_folios(world, 5, 1);
}

/* A folio that goes on in the next piece is one folio. */
static void test_pieces(void **state)
{
	struct world *world = *state;

	make_folio(world, 64, 4 * CONT);
	map_pages(world, 0, 64, 4 * CONT);
	add(world, VPN, 0, CONT);
	add(world, VPN, CONT, 3 * CONT);
	assert_folios(world, 6, 1);
	assert_int_equal(all_folios(world), 1);
	assert_int_equal(world->map.contpte, 4 * CONT);
}

/* Neighbours in memory that are mapped apart are told apart by their heads. */
static void test_neighbours(void **state)
{
	struct world *world = *state;

	make_folio(world, 32, CONT);
	make_folio(world, 48, CONT);
	map_pages(world, 0, 48, CONT);
	map_pages(world, CONT, 32, CONT);
	add(world, VPN, 0, 2 * CONT);
	assert_folios(world, 4, 2);
	assert_int_equal(all_folios(world), 2);
	assert_int_equal(world->map.contpte, 2 * CONT);
}

static void test_off_lru(void **state)
{
	struct world *world = *state;

	make_folio(world, 32, 1);
	make_folio(world, 33, 1);
	world->flags[33] &= ~LRU;
	map_pages(world, 0, 32, 2);
	add(world, VPN, 0, 2);
	assert_folios(world, 0, 2);
	assert_int_equal(world->map.off_lru, 1);
}

/* A machine without contiguous blocks has folios all the same. */
static void test_no_blocks(void **state)
{
	struct world *world = *state;
	const struct folio_source source = { flags_of, world, 0 };

	make_folio(world, 32, CONT);
	map_pages(world, 0, 32, CONT);
	folios_add(&world->map, &source, VPN, world->pagemap, CONT);
	assert_folios(world, 4, 1);
	assert_int_equal(world->map.contpte, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_nothing, setup, teardown),
		cmocka_unit_test_setup_teardown(test_blocks, setup, teardown),
		cmocka_unit_test_setup_teardown(test_small_folios, setup,
						teardown),
		cmocka_unit_test_setup_teardown(test_misaligned_address, setup,
						teardown),
		cmocka_unit_test_setup_teardown(test_misaligned_frame, setup,
						teardown),
		cmocka_unit_test_setup_teardown(test_punched, setup, teardown),
		cmocka_unit_test_setup_teardown(test_paged_out, setup, teardown),
		cmocka_unit_test_setup_teardown(test_swapped, setup, teardown),
		cmocka_unit_test_setup_teardown(test_cut_block, setup,
						teardown),
		cmocka_unit_test_setup_teardown(test_pieces, setup, teardown),
		cmocka_unit_test_setup_teardown(test_neighbours, setup,
						teardown),
		cmocka_unit_test_setup_teardown(test_off_lru, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_blocks, setup,
						teardown),
	};

	return cmocka_run_group_tests_name("folios", tests, NULL, NULL);
}
