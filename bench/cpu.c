// SPDX-License-Identifier: GPL-2.0-only
/* Which CPU the calling thread runs on; its children inherit that. */
#include <errno.h>
#include <sched.h>
#include <string.h>

#include "cpu.h"
#include "say.h"

/* Keep the calling thread on @cpu. */
void cpu_pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("cannot stay on CPU %d: %s", cpu, strerror(errno));
}

/*
 * Stay on the CPU one is on: its batches of folios are then the only ones to
 * drain, and migrations add no noise. The caller picks the CPU with taskset.
 */
void cpu_stay(void)
{
	cpu_pin(sched_getcpu());
}

/* Return: the @nth CPU this thread may run on, from 0, or -1 without one. */
int cpu_allowed(int nth)
{
	cpu_set_t set;
	int cpu;

	if (sched_getaffinity(0, sizeof(set), &set))
		die("cannot tell the CPUs that may be used: %s",
		    strerror(errno));
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &set) && !nth--)
			return cpu;
	return -1;
}
