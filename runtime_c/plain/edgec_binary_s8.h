/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sum, difference and product of two int8 tensors of different scales, with broadcasting. */
#ifndef EDGEC_BINARY_S8_H
#define EDGEC_BINARY_S8_H

#include "edgec_broadcast.h"
#include "edgec_fixed.h"

/* For a difference m_b is negative; offset: see edgec_add_scaled. */
typedef struct {
    edgec_broadcast shape;
    int32_t m_a, m_b, offset;
    uint32_t shift;
    int32_t out_zero, lo, hi;
} edgec_add_s8_params;

typedef struct {
    edgec_broadcast shape;
    int32_t a_zero, b_zero;
    int32_t multiplier;
    uint32_t shift;
    int32_t out_zero, lo, hi;
} edgec_mul_s8_params;

static inline void edgec_add_s8_row(const edgec_add_s8_params *p, const int8_t *a, const int8_t *b, int8_t *y)
{
    const int32_t a_step = p->shape.a_stride[5];
    const int32_t b_step = p->shape.b_stride[5];
    int32_t i;
    for (i = 0; i < p->shape.dims[5]; i++) {
        y[i] = (int8_t)edgec_add_scaled(a[i * a_step], p->m_a, b[i * b_step], p->m_b, p->offset, p->shift, p->out_zero,
                                        p->lo, p->hi);
    }
}

static inline void edgec_mul_s8_row(const edgec_mul_s8_params *p, const int8_t *a, const int8_t *b, int8_t *y)
{
    const int32_t a_step = p->shape.a_stride[5];
    const int32_t b_step = p->shape.b_stride[5];
    int32_t i;
    for (i = 0; i < p->shape.dims[5]; i++) {
        const int32_t product = (a[i * a_step] - p->a_zero) * (b[i * b_step] - p->b_zero);
        y[i] = (int8_t)edgec_requantize(product, p->multiplier, p->shift, p->out_zero, p->lo, p->hi);
    }
}

EDGEC_DEFINE_BROADCAST(edgec_add_s8_plain, int8_t, edgec_add_s8_params, edgec_add_s8_row)
EDGEC_DEFINE_BROADCAST(edgec_mul_s8_plain, int8_t, edgec_mul_s8_params, edgec_mul_s8_row)

#endif
