// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a result record and a line of the counting plugin hold. Fields that
 * are not named here are let through, so that a newer bench can say more and
 * its records still read; a field that is named must be there and be right.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "path.h"
#include "schema.h"

/* What a value must be; KIND_NULL is joined to it where null is an answer. */
enum kind {
	KIND_STRING = 1,
	KIND_BOOL,
	KIND_COUNT,		/* whole, not negative */
	KIND_PERCENT,
	KIND_ERRNO,		/* 0, or the name of an error */
	KIND_COUNTS,		/* an object whose values are all counts */
	KIND_DELTAS,		/* an object of whole numbers of either sign */
	KIND_PARAMS,		/* an object of counts and strings */
	KIND_NUMBERS,		/* an object of any numbers, and of nulls */
	KIND_FUNCTIONS,		/* an array of self counts */
	KIND_ROOTS,		/* an array of inclusive counts */
	KIND_MASK = 0xff,
	KIND_NULL = 0x100,
	KIND_OPTIONAL = 0x200,
};

struct field {
	const char *path;
	int kind;
};

static const struct field record_fields[] = {
	{ "bench", KIND_STRING },
	{ "kernel", KIND_STRING },
	{ "variant", KIND_STRING | KIND_NULL },
	{ "control", KIND_STRING | KIND_OPTIONAL },
	{ "config_sha256", KIND_STRING | KIND_NULL },
	{ "switches", KIND_COUNTS },
	{ "machine.kind", KIND_STRING },
	{ "machine.cpu", KIND_STRING | KIND_NULL },
	{ "machine.midr", KIND_STRING | KIND_NULL },
	{ "machine.cpus", KIND_COUNT },
	{ "machine.tlbirange", KIND_BOOL | KIND_NULL },
	{ "machine.hafdbs", KIND_BOOL | KIND_NULL },
	{ "machine.erratum", KIND_BOOL | KIND_NULL },
	{ "machine.page_kib", KIND_COUNT },
	{ "machine.mem_kib", KIND_COUNT },
	{ "machine.qemu", KIND_STRING | KIND_NULL },
	{ "params", KIND_PARAMS },
	{ "state.folio_kib", KIND_COUNTS },
	{ "state.contpte_pct", KIND_PERCENT | KIND_NULL },
	{ "state.pmd_pct", KIND_PERCENT | KIND_NULL },
	{ "state.lru", KIND_STRING },
	{ "state.swap", KIND_STRING },
	{ "state.thp", KIND_STRING | KIND_NULL },
	{ "state.fs", KIND_STRING | KIND_NULL },
	{ "reclaimed_bytes", KIND_COUNT },
	{ "asked_bytes", KIND_COUNT },
	{ "errno", KIND_ERRNO },
	{ "result", KIND_NUMBERS | KIND_NULL | KIND_OPTIONAL },
	{ "time.real_ns", KIND_COUNT },
	{ "time.user_ns", KIND_COUNT },
	{ "time.sys_ns", KIND_COUNT },
	{ "time.virtual", KIND_BOOL },
	{ "by_function", KIND_FUNCTIONS | KIND_NULL },
	{ "inclusive", KIND_ROOTS | KIND_NULL },
	{ "vmstat", KIND_DELTAS | KIND_NULL },
	{ "memcg", KIND_DELTAS | KIND_NULL },
	{ "batch", KIND_DELTAS | KIND_NULL | KIND_OPTIONAL },
	{ "rep", KIND_COUNT },
	{ "boot", KIND_COUNT | KIND_NULL },
	{ "order", KIND_COUNT | KIND_NULL },
	{ NULL, 0 }
};

static const struct field count_fields[] = {
	{ "count.insns", KIND_COUNT | KIND_NULL },
	{ "count.tlbi.page", KIND_COUNT | KIND_NULL },
	{ "count.tlbi.range", KIND_COUNT | KIND_NULL },
	{ "count.tlbi.asid", KIND_COUNT | KIND_NULL },
	{ "count.tlbi.all", KIND_COUNT | KIND_NULL },
	{ "count.tlbi_pages", KIND_COUNT | KIND_NULL },
	{ "count.dsb.ish", KIND_COUNT | KIND_NULL },
	{ "count.dsb.ishst", KIND_COUNT | KIND_NULL },
	{ "count.dsb.nsh", KIND_COUNT | KIND_NULL },
	{ "count.dsb.other", KIND_COUNT | KIND_NULL | KIND_OPTIONAL },
	{ "count.pte_atomics", KIND_COUNT | KIND_NULL },
	{ NULL, 0 }
};

static const struct field region_fields[] = {
	{ "region", KIND_COUNT },
	{ "by_function", KIND_FUNCTIONS },
	{ "inclusive", KIND_ROOTS },
	{ NULL, 0 }
};

static const struct field function_fields[] = {
	{ "name", KIND_STRING },
	{ "insns", KIND_COUNT },
	{ "tlbi", KIND_COUNT },
	{ "dsb_ish", KIND_COUNT },
	{ "dsb_ishst", KIND_COUNT },
	{ "pte_atomics", KIND_COUNT | KIND_NULL },
	{ NULL, 0 }
};

static const struct field root_fields[] = {
	{ "calls", KIND_COUNT },
	{ NULL, 0 }
};

static const char *kind_text(int kind)
{
	static const char * const text[] = {
		[KIND_STRING] = "a string",
		[KIND_BOOL] = "true or false",
		[KIND_COUNT] = "a whole number",
		[KIND_PERCENT] = "a number from 0 to 100",
		[KIND_ERRNO] = "0 or the name of an error",
		[KIND_COUNTS] = "an object of whole numbers",
		[KIND_DELTAS] = "an object of whole numbers",
		[KIND_PARAMS] = "an object of whole numbers and strings",
		[KIND_NUMBERS] = "an object of numbers",
		[KIND_FUNCTIONS] = "an array of functions",
		[KIND_ROOTS] = "an array of functions",
	};

	return text[kind & KIND_MASK];
}

static int check_fields(const json_t *object, const struct field *field,
			struct problem *problem);

static int check_number(const json_t *value, const char *path, int kind,
			struct problem *problem)
{
	double number = json_number_value(value);
	bool ok = kind == KIND_PERCENT ? json_is_number(value) :
					 json_is_integer(value);

	if (!ok)
		return problem_set(problem, "field '%s' is not %s", path,
				   kind_text(kind));
	if (number < 0 && kind != KIND_DELTAS)
		return problem_set(problem, "field '%s' is negative: %.15g",
				   path, number);
	if (kind == KIND_PERCENT && number > 100)
		return problem_set(problem, "field '%s' is over 100 %%: %.15g",
				   path, number);
	return 0;
}

static int check_values(const json_t *object, const char *path, int kind,
			struct problem *problem)
{
	const json_t *value;
	const char *key;
	char name[160];

	if (!json_is_object(object))
		return problem_set(problem, "field '%s' is not %s", path,
				   kind_text(kind));
	json_object_foreach((json_t *)object, key, value) {
		if (kind == KIND_PARAMS && json_is_string(value))
			continue;
		snprintf(name, sizeof(name), "%s.%s", path, key);
		if (check_number(value, name,
				 kind == KIND_DELTAS ? kind : KIND_COUNT,
				 problem))
			return -1;
	}
	return 0;
}

/* Of either sign, fractions too; null is what a machine does not count. */
static int check_numbers(const json_t *object, const char *path,
			 struct problem *problem)
{
	const json_t *value;
	const char *key;

	if (!json_is_object(object))
		return problem_set(problem, "field '%s' is not %s", path,
				   kind_text(KIND_NUMBERS));
	json_object_foreach((json_t *)object, key, value) {
		if (!json_is_number(value) && !json_is_null(value))
			return problem_set(problem,
					   "field '%s.%s' is not a number",
					   path, key);
	}
	return 0;
}

static int check_functions(const json_t *array, const char *path, bool roots,
			   struct problem *problem)
{
	struct problem inner;
	const json_t *item;
	size_t i;

	if (!json_is_array(array))
		return problem_set(problem, "field '%s' is not %s", path,
				   kind_text(KIND_FUNCTIONS));
	json_array_foreach(array, i, item) {
		if (check_fields(item, function_fields, &inner) ||
		    (roots && check_fields(item, root_fields, &inner)))
			return problem_set(problem, "%s[%zu]: %.400s", path, i,
					   inner.text);
	}
	return 0;
}

static int check_value(const json_t *value, const char *path, int kind,
		       struct problem *problem)
{
	bool ok = true;

	switch (kind) {
	case KIND_STRING:
		ok = json_string_length(value) > 0;
		break;
	case KIND_BOOL:
		ok = json_is_boolean(value);
		break;
	case KIND_ERRNO:
		ok = json_string_length(value) > 0 ||
		     (json_is_integer(value) && !json_integer_value(value));
		break;
	case KIND_COUNTS:
	case KIND_DELTAS:
	case KIND_PARAMS:
		return check_values(value, path, kind, problem);
	case KIND_NUMBERS:
		return check_numbers(value, path, problem);
	case KIND_FUNCTIONS:
	case KIND_ROOTS:
		return check_functions(value, path, kind == KIND_ROOTS,
				       problem);
	default:
		return check_number(value, path, kind, problem);
	}
	if (!ok)
		return problem_set(problem, "field '%s' is not %s", path,
				   kind_text(kind));
	return 0;
}

static int check_fields(const json_t *object, const struct field *field,
			struct problem *problem)
{
	for (; field->path; field++) {
		const json_t *value = path_get(object, field->path);

		if (!value && (field->kind & KIND_OPTIONAL))
			continue;
		if (!value)
			return problem_set(problem, "field '%s' is missing",
					   field->path);
		if (json_is_null(value) && (field->kind & KIND_NULL))
			continue;
		if (json_is_null(value))
			return problem_set(problem,
					   "field '%s' is null, not %s",
					   field->path, kind_text(field->kind));
		if (check_value(value, field->path, field->kind & KIND_MASK,
				problem))
			return -1;
	}
	return 0;
}

/**
 * schema_check_record - is this a result record of the bench?
 * @record: a parsed line
 * @problem: filled when it is not
 *
 * Return: 0, or -1 with a text that names the field.
 */
int schema_check_record(const json_t *record, struct problem *problem)
{
	struct problem inner;

	if (!json_is_object(record) || !json_object_get(record, "bench") ||
	    !json_object_get(record, "machine"))
		return problem_set(problem, "not a result record: %s",
				   "foreign JSON without 'bench' and 'machine'");
	if (check_fields(record, record_fields, &inner) ||
	    check_fields(record, count_fields, &inner))
		return problem_set(problem, "not a valid result record: %.400s",
				   inner.text);
	return 0;
}

/**
 * schema_check_region - is this a line of the counting plugin?
 * @region: a parsed line
 * @problem: filled when it is not
 *
 * Return: 0, or -1 with a text that names the field.
 */
int schema_check_region(const json_t *region, struct problem *problem)
{
	struct problem inner;

	if (!json_is_object(region) || !json_object_get(region, "region"))
		return problem_set(problem, "not a line of counts: %s",
				   "foreign JSON without 'region'");
	if (check_fields(region, region_fields, &inner) ||
	    check_fields(region, count_fields, &inner))
		return problem_set(problem, "not a valid line of counts: %.400s",
				   inner.text);
	return 0;
}
