/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer and matrix product, float32. */
#ifndef EDGEC_DENSE_F32_H
#define EDGEC_DENSE_F32_H

#include "edgec_dot_f32.h"
#include "edgec_products.h"

typedef struct {
    int32_t rows, in_c, out_c;
    float lo, hi;
} edgec_dense_f32_params;

/* y[M, N] = clamp(x[M, K] . w[N, K]^T + bias[N]) */
static inline void edgec_dense_f32_plain(const edgec_dense_f32_params *p, const float *x, const float *EDGEC_RESTRICT w,
                                         const float *EDGEC_RESTRICT bias, float *y)
{
    int32_t m;
    int32_t o;
    for (m = 0; m < p->rows; m++) {
        for (o = 0; o < p->out_c; o++) {
            const float acc = edgec_dot_f32(x + m * p->in_c, w + o * p->in_c, p->in_c, bias[o]);
            y[m * p->out_c + o] = edgec_clamp_f32(acc, p->lo, p->hi);
        }
    }
}

/* Batch dimensions with the element strides of both operands (0 where one is broadcast). */
typedef struct {
    int32_t batch[4], a_stride[4], b_stride[4];
    int32_t m, k, n;
} edgec_matmul_f32_params;

/* y[M, N] = a[M, K] . b[K, N] */
static inline void edgec_matmul_f32_one(const edgec_matmul_f32_params *p, const float *EDGEC_RESTRICT a,
                                        const float *EDGEC_RESTRICT b, float *y)
{
    int32_t i;
    int32_t j;
    int32_t k;
    for (i = 0; i < p->m; i++) {
        for (j = 0; j < p->n; j++) {
            float acc = 0.0f;
            for (k = 0; k < p->k; k++) {
                acc += a[i * p->k + k] * b[k * p->n + j];
            }
            y[i * p->n + j] = acc;
        }
    }
}

static inline void edgec_matmul_f32_plain(const edgec_matmul_f32_params *p, const float *a, const float *b, float *y)
{
    const int32_t count = edgec_products(p->batch);
    int32_t i;
    for (i = 0; i < count; i++) {
        edgec_matmul_f32_one(p, a + edgec_product_at(p->batch, p->a_stride, i),
                             b + edgec_product_at(p->batch, p->b_stride, i), y);
        y += p->m * p->n;
    }
}

#endif
