/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_RECORD_H
#define BENCH_RECORD_H

#include <jansson.h>
#include <stdint.h>

#include "measure.h"

/**
 * struct record - one measured run
 * @bench: name of the mode
 * @params: what was asked for
 * @state: what it ran on
 * @asked: bytes to reclaim, 0 where the workload decides
 * @result: what the mode found out besides, numbers by name; NULL for nothing
 * @error: errno of the measured step, 0 for none
 * @measured: what the step did
 * @rep: number of the repetition, from 1
 */
struct record {
	const char *bench;
	json_t *params;
	json_t *state;
	uint64_t asked;
	json_t *result;
	int error;
	struct measurement measured;
	unsigned int rep;
};

json_t *record_json(const struct record *record);
void record_print(const struct record *record);

#endif
