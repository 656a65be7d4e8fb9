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
 * @asked: bytes to reclaim
 * @error: errno of the measured step, 0 for none
 * @measured: what the step did
 * @rep: number of the repetition, from 1
 */
struct record {
	const char *bench;
	json_t *params;
	json_t *state;
	uint64_t asked;
	int error;
	struct measurement measured;
	unsigned int rep;
};

json_t *record_json(const struct record *record);
void record_print(const struct record *record);

#endif
