/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Product of two computed matrices, int16: sums in 64 bits, one rounding. */
#ifndef EDGEC_MATMUL_S16_H
#define EDGEC_MATMUL_S16_H

#include "edgec_fixed.h"
#include "edgec_products.h"

/* Batch dimensions with the element strides of both operands (0 where one is broadcast). */
typedef struct {
    int32_t batch[4], a_stride[4], b_stride[4];
    int32_t m, k, n;
    int32_t multiplier;
    uint32_t shift;
} edgec_matmul_s16_params;

/* y[M, N] = a[M, K] . b[K, N] */
static inline void edgec_matmul_s16_one(const edgec_matmul_s16_params *p, const int16_t *a, const int16_t *b,
                                        int16_t *y)
{
    int32_t i;
    int32_t j;
    int32_t k;
    for (i = 0; i < p->m; i++) {
        for (j = 0; j < p->n; j++) {
            int64_t acc = 0;
            for (k = 0; k < p->k; k++) {
                acc += a[i * p->k + k] * b[k * p->n + j];
            }
            y[i * p->n + j] = (int16_t)edgec_requantize_s64(acc, p->multiplier, p->shift, INT16_MIN, INT16_MAX);
        }
    }
}

static inline void edgec_matmul_s16_plain(const edgec_matmul_s16_params *p, const int16_t *a, const int16_t *b,
                                          int16_t *EDGEC_RESTRICT y)
{
    const int32_t count = edgec_products(p->batch);
    int32_t i;
    for (i = 0; i < count; i++) {
        edgec_matmul_s16_one(p, a + edgec_product_at(p->batch, p->a_stride, i),
                             b + edgec_product_at(p->batch, p->b_stride, i), y);
        y += p->m * p->n;
    }
}

#endif
