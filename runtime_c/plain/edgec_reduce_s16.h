/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reductions over any axes, int16. */
#ifndef EDGEC_REDUCE_S16_H
#define EDGEC_REDUCE_S16_H

#include "edgec_fixed.h"
#include "edgec_reduction.h"

typedef struct {
    edgec_reduction shape;
    int32_t multiplier;
    uint32_t shift;
} edgec_reduce_sum_s16_params;

typedef struct {
    edgec_reduction shape;
} edgec_reduce_s16_params;

static inline int32_t edgec_step_sum_s16(int32_t acc, int16_t v) { return acc + v; }

static inline int16_t edgec_step_max_s16(int16_t acc, int16_t v) { return (v > acc) ? v : acc; }

static inline int16_t edgec_step_min_s16(int16_t acc, int16_t v) { return (v < acc) ? v : acc; }

EDGEC_DEFINE_FOLD(edgec_fold_sum_s16, int16_t, int32_t, edgec_step_sum_s16)
EDGEC_DEFINE_FOLD(edgec_fold_max_s16, int16_t, int16_t, edgec_step_max_s16)
EDGEC_DEFINE_FOLD(edgec_fold_min_s16, int16_t, int16_t, edgec_step_min_s16)

static inline int16_t edgec_sum_one_s16(const edgec_reduce_sum_s16_params *p, const int16_t *x)
{
    const int32_t acc = edgec_fold_sum_s16(&p->shape, x, 0);
    const int32_t even = edgec_to_even(acc, p->multiplier, p->shift);
    return (int16_t)edgec_requantize(even, p->multiplier, p->shift, 0, INT16_MIN, INT16_MAX);
}

static inline int16_t edgec_max_one_s16(const edgec_reduce_s16_params *p, const int16_t *x)
{
    return edgec_fold_max_s16(&p->shape, x, x[0]);
}

static inline int16_t edgec_min_one_s16(const edgec_reduce_s16_params *p, const int16_t *x)
{
    return edgec_fold_min_s16(&p->shape, x, x[0]);
}

EDGEC_DEFINE_REDUCE(edgec_reduce_sum_s16_plain, int16_t, edgec_reduce_sum_s16_params, edgec_sum_one_s16)
EDGEC_DEFINE_REDUCE(edgec_reduce_max_s16_plain, int16_t, edgec_reduce_s16_params, edgec_max_one_s16)
EDGEC_DEFINE_REDUCE(edgec_reduce_min_s16_plain, int16_t, edgec_reduce_s16_params, edgec_min_one_s16)

#endif
