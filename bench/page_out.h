/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_PAGE_OUT_H
#define BENCH_PAGE_OUT_H

#include <jansson.h>
#include <stdint.h>

#include "measure.h"
#include "subject.h"

void page_out_check(uint64_t bytes, uint64_t folio, const char *option);
void page_out_range(void *start, uint64_t bytes);
json_t *page_out_result(const struct subject *subject, uint64_t bytes,
			const struct measurement *measured);
uint64_t page_out_bytes(const json_t *result);

#endif
