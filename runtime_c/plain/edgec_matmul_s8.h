/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Product of two computed matrices, int8. */
#ifndef EDGEC_MATMUL_S8_H
#define EDGEC_MATMUL_S8_H

#include "edgec_fixed.h"
#include "edgec_products.h"

/* Batch dimensions with the element strides of both operands (0 where one is broadcast). */
typedef struct {
    int32_t batch[4], a_stride[4], b_stride[4];
    int32_t m, k, n;
    int32_t a_zero, b_zero;
    int32_t multiplier;
    uint32_t shift;
    int32_t out_zero;
    int32_t out_step; /* elements from one row of y to the next */
} edgec_matmul_s8_params;

/* y[M, N] = a[M, K] . b[K, N] */
static inline void edgec_matmul_s8_one(const edgec_matmul_s8_params *p, const int8_t *a, const int8_t *b, int8_t *y)
{
    int32_t i;
    int32_t j;
    int32_t k;
    for (i = 0; i < p->m; i++) {
        for (j = 0; j < p->n; j++) {
            int32_t acc = 0;
            for (k = 0; k < p->k; k++) {
                acc += (a[i * p->k + k] - p->a_zero) * (b[k * p->n + j] - p->b_zero);
            }
            y[i * p->out_step + j] =
                (int8_t)edgec_requantize(acc, p->multiplier, p->shift, p->out_zero, INT8_MIN, INT8_MAX);
        }
    }
}

static inline void edgec_matmul_s8_plain(const edgec_matmul_s8_params *p, const int8_t *a, const int8_t *b,
                                         int8_t *EDGEC_RESTRICT y)
{
    const int32_t count = edgec_products(p->batch);
    int32_t i;
    for (i = 0; i < count; i++) {
        edgec_matmul_s8_one(p, a + edgec_product_at(p->batch, p->a_stride, i),
                            b + edgec_product_at(p->batch, p->b_stride, i), y);
        y += p->m * p->out_step;
    }
}

#endif
