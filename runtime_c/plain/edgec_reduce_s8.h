/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reductions over any axes, int8. */
#ifndef EDGEC_REDUCE_S8_H
#define EDGEC_REDUCE_S8_H

#include "edgec_fixed.h"
#include "edgec_reduction.h"

/* Sums and means: the multiplier holds the division.  offset is -in_zero * (elements of a group). */
typedef struct {
    edgec_reduction shape;
    int32_t offset;
    int32_t multiplier;
    uint32_t shift;
    int32_t out_zero;
} edgec_reduce_sum_s8_params;

typedef struct {
    edgec_reduction shape;
} edgec_reduce_s8_params;

static inline int32_t edgec_step_sum_s8(int32_t acc, int8_t v) { return acc + v; }

static inline int8_t edgec_step_max_s8(int8_t acc, int8_t v) { return (v > acc) ? v : acc; }

static inline int8_t edgec_step_min_s8(int8_t acc, int8_t v) { return (v < acc) ? v : acc; }

EDGEC_DEFINE_FOLD(edgec_fold_sum_s8, int8_t, int32_t, edgec_step_sum_s8)
EDGEC_DEFINE_FOLD(edgec_fold_max_s8, int8_t, int8_t, edgec_step_max_s8)
EDGEC_DEFINE_FOLD(edgec_fold_min_s8, int8_t, int8_t, edgec_step_min_s8)

static inline int8_t edgec_sum_one_s8(const edgec_reduce_sum_s8_params *p, const int8_t *x)
{
    const int32_t acc = edgec_fold_sum_s8(&p->shape, x, p->offset);
    const int32_t even = edgec_to_even(acc, p->multiplier, p->shift);
    return (int8_t)edgec_requantize(even, p->multiplier, p->shift, p->out_zero, INT8_MIN, INT8_MAX);
}

static inline int8_t edgec_max_one_s8(const edgec_reduce_s8_params *p, const int8_t *x)
{
    return edgec_fold_max_s8(&p->shape, x, x[0]);
}

static inline int8_t edgec_min_one_s8(const edgec_reduce_s8_params *p, const int8_t *x)
{
    return edgec_fold_min_s8(&p->shape, x, x[0]);
}

EDGEC_DEFINE_REDUCE(edgec_reduce_sum_s8_plain, int8_t, edgec_reduce_sum_s8_params, edgec_sum_one_s8)
EDGEC_DEFINE_REDUCE(edgec_reduce_max_s8_plain, int8_t, edgec_reduce_s8_params, edgec_max_one_s8)
EDGEC_DEFINE_REDUCE(edgec_reduce_min_s8_plain, int8_t, edgec_reduce_s8_params, edgec_min_one_s8)

#endif
