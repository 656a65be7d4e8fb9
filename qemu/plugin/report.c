// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

static json_t *number(uint64_t n)
{
	return json_integer((json_int_t)n);
}

static json_t *atomics(const struct report *r, uint64_t n)
{
	return r->pte_atomics ? number(n) : json_null();
}

static json_t *total(const struct report *r, const struct counts *c)
{
	return json_pack("{s:o, s:{s:o, s:o, s:o, s:o}, s:n,"
			 " s:{s:o, s:o, s:o, s:o}, s:o}",
			 "insns", number(c->insns),
			 "tlbi", "page", number(c->tlbi[TLBI_PAGE]),
			 "range", number(c->tlbi[TLBI_RANGE]),
			 "asid", number(c->tlbi[TLBI_ASID]),
			 "all", number(c->tlbi[TLBI_ALL]),
			 "tlbi_pages",
			 "dsb", "ish", number(c->dsb[DSB_ISH]),
			 "ishst", number(c->dsb[DSB_ISHST]),
			 "nsh", number(c->dsb[DSB_NSH]),
			 "other", number(c->dsb[DSB_OTHER]),
			 "pte_atomics", atomics(r, c->pte_atomics));
}

/* Adds to @o what a function and a root have in common. */
static void add_brief(json_t *o, const struct report *r,
		      const struct counts *c)
{
	json_object_set_new(o, "insns", number(c->insns));
	json_object_set_new(o, "tlbi", number(counts_tlbi(c)));
	json_object_set_new(o, "dsb_ish", number(c->dsb[DSB_ISH]));
	json_object_set_new(o, "dsb_ishst", number(c->dsb[DSB_ISHST]));
	json_object_set_new(o, "pte_atomics", atomics(r, c->pte_atomics));
}

struct row {
	const char *name;
	const struct counts *self;
};

static int by_insns(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->self->insns != y->self->insns)
		return x->self->insns > y->self->insns ? -1 : 1;
	return strcmp(x->name, y->name);
}

static json_t *by_function(const struct report *r)
{
	unsigned int nfns = symbols_count(r->symbols), n = 0;
	struct row *rows = calloc(nfns, sizeof(*rows));
	json_t *list = json_array();

	for (unsigned int fn = 0; rows && fn < nfns; fn++)
		if (r->self[fn].insns)
			rows[n++] = (struct row){ symbols_name(r->symbols, fn),
						  &r->self[fn] };
	if (rows)
		qsort(rows, n, sizeof(*rows), by_insns);
	for (unsigned int i = 0; i < n; i++) {
		json_t *o = json_pack("{s:s}", "name", rows[i].name);

		add_brief(o, r, rows[i].self);
		json_array_append_new(list, o);
	}
	free(rows);
	return list;
}

static json_t *inclusive(const struct report *r)
{
	json_t *list = json_array();

	for (unsigned int i = 0; i < r->nroots; i++) {
		json_t *o;

		if (!r->roots[i])
			continue;
		o = json_pack("{s:s, s:o}", "name", r->roots[i],
			      "calls", number(r->spans[i].calls));
		add_brief(o, r, &r->spans[i].sum);
		json_array_append_new(list, o);
	}
	return list;
}

/**
 * report_write() - write a region and make sure that it is on its way
 * @r: the region
 * @out: where to
 *
 * The line is flushed: a guest that dies later must not take it along.
 *
 * Return: 0, or an errno.
 */
int report_write(const struct report *r, FILE *out)
{
	struct counts sum = { 0 };
	json_t *line;
	int rc;

	for (unsigned int fn = 0; fn < symbols_count(r->symbols); fn++)
		counts_add(&sum, &r->self[fn]);
	line = json_pack("{s:i, s:o, s:o, s:o}", "region", (int)r->region,
			 "count", total(r, &sum),
			 "by_function", by_function(r),
			 "inclusive", inclusive(r));
	if (!line)
		return ENOMEM;
	errno = 0;
	rc = json_dumpf(line, out, JSON_COMPACT | JSON_PRESERVE_ORDER);
	json_decref(line);
	if (rc || fputc('\n', out) == EOF || fflush(out))
		return errno ? errno : EIO;
	return 0;
}
