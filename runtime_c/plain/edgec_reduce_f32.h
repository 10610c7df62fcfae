/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reductions over any axes, float32. */
#ifndef EDGEC_REDUCE_F32_H
#define EDGEC_REDUCE_F32_H

#include "edgec_float.h"
#include "edgec_reduction.h"

/* count is the number of elements of a group. */
typedef struct {
    edgec_reduction shape;
    int32_t count;
} edgec_reduce_f32_params;

static inline float edgec_step_sum_f32(float acc, float v) { return acc + v; }

static inline float edgec_step_product_f32(float acc, float v) { return acc * v; }

static inline float edgec_step_max_f32(float acc, float v) { return (v > acc) ? v : acc; }

static inline float edgec_step_min_f32(float acc, float v) { return (v < acc) ? v : acc; }

static inline float edgec_step_square_f32(float acc, float v) { return acc + v * v; }

static inline float edgec_step_absolute_f32(float acc, float v) { return acc + fabsf(v); }

EDGEC_DEFINE_FOLD(edgec_fold_sum_f32, float, float, edgec_step_sum_f32)
EDGEC_DEFINE_FOLD(edgec_fold_product_f32, float, float, edgec_step_product_f32)
EDGEC_DEFINE_FOLD(edgec_fold_max_f32, float, float, edgec_step_max_f32)
EDGEC_DEFINE_FOLD(edgec_fold_min_f32, float, float, edgec_step_min_f32)
EDGEC_DEFINE_FOLD(edgec_fold_square_f32, float, float, edgec_step_square_f32)
EDGEC_DEFINE_FOLD(edgec_fold_absolute_f32, float, float, edgec_step_absolute_f32)

static inline float edgec_mean_one_f32(const edgec_reduce_f32_params *p, const float *x)
{
    return edgec_fold_sum_f32(&p->shape, x, 0.0f) / (float)p->count;
}

static inline float edgec_sum_one_f32(const edgec_reduce_f32_params *p, const float *x)
{
    return edgec_fold_sum_f32(&p->shape, x, 0.0f);
}

static inline float edgec_prod_one_f32(const edgec_reduce_f32_params *p, const float *x)
{
    return edgec_fold_product_f32(&p->shape, x, 1.0f);
}

static inline float edgec_max_one_f32(const edgec_reduce_f32_params *p, const float *x)
{
    return edgec_fold_max_f32(&p->shape, x, x[0]);
}

static inline float edgec_min_one_f32(const edgec_reduce_f32_params *p, const float *x)
{
    return edgec_fold_min_f32(&p->shape, x, x[0]);
}

static inline float edgec_sum_square_one_f32(const edgec_reduce_f32_params *p, const float *x)
{
    return edgec_fold_square_f32(&p->shape, x, 0.0f);
}

static inline float edgec_l1_one_f32(const edgec_reduce_f32_params *p, const float *x)
{
    return edgec_fold_absolute_f32(&p->shape, x, 0.0f);
}

static inline float edgec_l2_one_f32(const edgec_reduce_f32_params *p, const float *x)
{
    return sqrtf(edgec_fold_square_f32(&p->shape, x, 0.0f));
}

EDGEC_DEFINE_REDUCE(edgec_reduce_mean_f32_plain, float, edgec_reduce_f32_params, edgec_mean_one_f32)
EDGEC_DEFINE_REDUCE(edgec_reduce_sum_f32_plain, float, edgec_reduce_f32_params, edgec_sum_one_f32)
EDGEC_DEFINE_REDUCE(edgec_reduce_prod_f32_plain, float, edgec_reduce_f32_params, edgec_prod_one_f32)
EDGEC_DEFINE_REDUCE(edgec_reduce_max_f32_plain, float, edgec_reduce_f32_params, edgec_max_one_f32)
EDGEC_DEFINE_REDUCE(edgec_reduce_min_f32_plain, float, edgec_reduce_f32_params, edgec_min_one_f32)
EDGEC_DEFINE_REDUCE(edgec_reduce_sum_square_f32_plain, float, edgec_reduce_f32_params, edgec_sum_square_one_f32)
EDGEC_DEFINE_REDUCE(edgec_reduce_l1_f32_plain, float, edgec_reduce_f32_params, edgec_l1_one_f32)
EDGEC_DEFINE_REDUCE(edgec_reduce_l2_f32_plain, float, edgec_reduce_f32_params, edgec_l2_one_f32)

#endif
