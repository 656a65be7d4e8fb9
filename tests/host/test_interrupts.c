// SPDX-License-Identifier: GPL-2.0-only
/* Interprocessor interrupts are found by what they are called. */
#include "interrupts.h"
#include "unit.h"

static const char x86[] =
	"           CPU0       CPU1       \n"
	"  0:         23          0   IO-APIC   2-edge      timer\n"
	" 24:          0       7012   PCI-MSI 32768-edge    virtio0-req.0\n"
	"NMI:          0          0   Non-maskable interrupts\n"
	"RES:        310        295   Rescheduling interrupts\n"
	"CAL:      61234      70001   Function call interrupts\n"
	"TLB:      50000      60000   TLB shootdowns\n"
	"ERR:          0\n";

static const char arm64[] =
	"           CPU0       CPU1       CPU2       \n"
	" 11:       3121       2811        190     GICv3  27 Level     arch_timer\n"
	"IPI0:        13         24         35       Rescheduling interrupts\n"
	"IPI1:       901       1102       1300       Function call interrupts\n"
	"IPI2:         0          0          0       CPU stop interrupts\n"
	"Err:          0\n";

static void test_x86(void **state)
{
	(void)state;
	assert_int_equal(interrupts_sum(x86, "TLB shootdowns"), 110000);
	assert_int_equal(interrupts_sum(x86, "Function call interrupts"),
			 131235);
}

static void test_arm64(void **state)
{
	(void)state;
	assert_int_equal(interrupts_sum(arm64, "TLB shootdowns"),
			 NO_SUCH_INTERRUPT);
	assert_int_equal(interrupts_sum(arm64, "Function call interrupts"),
			 3303);
}

static void test_odd(void **state)
{
	(void)state;
	assert_int_equal(interrupts_sum("", "TLB shootdowns"),
			 NO_SUCH_INTERRUPT);
	assert_int_equal(interrupts_sum("TLB: 1 2 TLB shootdowns",
					"TLB shootdowns"), 3);
	assert_int_equal(interrupts_sum("TLB shootdowns\n", "TLB shootdowns"),
			 NO_SUCH_INTERRUPT);
}

static void test_delta(void **state)
{
	struct interrupts before = { .tlb = NO_SUCH_INTERRUPT, .call = 5 };
	struct interrupts after = { .tlb = NO_SUCH_INTERRUPT, .call = 12 };
	struct interrupts delta = interrupts_delta(&before, &after);
	json_t *object = json_object();

	(void)state;
	assert_int_equal(delta.tlb, NO_SUCH_INTERRUPT);
	assert_int_equal(delta.call, 7);
	interrupts_describe(&delta, object);
	assert_true(json_is_null(json_object_get(object, "tlb_shootdowns")));
	assert_int_equal(json_integer_value(json_object_get(object,
							    "call_ipis")), 7);
	json_decref(object);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_x86),
		cmocka_unit_test(test_arm64),
		cmocka_unit_test(test_odd),
		cmocka_unit_test(test_delta),
	};

	return cmocka_run_group_tests_name("interrupts", tests, NULL, NULL);
}
