/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix product and convolution of integers; overflow wraps around (int32 sums of 8-bit products hold 2^15 terms). */
#ifndef EDGEC_PRODUCTS_INT_H
#define EDGEC_PRODUCTS_INT_H

#include "edgec_integers.h"
#include "edgec_products.h"
#include "edgec_window.h"

/* y[..., M, N] = a[..., M, K] . b[..., K, N]; strides of the batch dimensions are 0 where one is broadcast. */
typedef struct {
    int32_t batch[4], a_stride[4], b_stride[4];
    int32_t m, k, n;
} edgec_matmul_int_params;

typedef struct {
    edgec_geometry geo;
    int32_t groups;
} edgec_conv2d_int_params;

#define EDGEC_DEFINE_MATMUL_INT(suffix, type, wide)                                                                    \
    static inline type *edgec_matmul_one_##suffix(const edgec_matmul_int_params *p, const type *a, const type *b,      \
                                                  type *y)                                                             \
    {                                                                                                                  \
        int32_t i, j, k;                                                                                               \
        for (i = 0; i < p->m; i++) {                                                                                   \
            for (j = 0; j < p->n; j++) {                                                                               \
                wide sum = 0u;                                                                                         \
                for (k = 0; k < p->k; k++) {                                                                           \
                    sum += (wide)a[i * p->k + k] * (wide)b[k * p->n + j];                                              \
                }                                                                                                      \
                *y++ = (type)sum;                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
        return y;                                                                                                      \
    }                                                                                                                  \
    static inline void edgec_matmul_##suffix##_plain(const edgec_matmul_int_params *p, const type *a, const type *b,   \
                                                     type *y)                                                          \
    {                                                                                                                  \
        const int32_t count = edgec_products(p->batch);                                                                \
        int32_t i;                                                                                                     \
        for (i = 0; i < count; i++) {                                                                                  \
            y = edgec_matmul_one_##suffix(p, a + edgec_product_at(p->batch, p->a_stride, i),                           \
                                          b + edgec_product_at(p->batch, p->b_stride, i), y);                          \
        }                                                                                                              \
    }

EDGEC_DEFINE_MATMUL_INT(s32, int32_t, uint32_t)
EDGEC_DEFINE_MATMUL_INT(u32, uint32_t, uint32_t)
EDGEC_DEFINE_MATMUL_INT(s64, int64_t, uint64_t)
EDGEC_DEFINE_MATMUL_INT(u64, uint64_t, uint64_t)

/* One output cell: x is the first channel of the group, w the filter. */
static inline int32_t edgec_conv2d_s32_one(const edgec_conv2d_int_params *p, const edgec_window *at, const int32_t *x,
                                           const int32_t *w, int32_t bias)
{
    const edgec_geometry *g = &p->geo;
    const int32_t channels = g->in_c / p->groups;
    uint32_t sum = (uint32_t)bias;
    int32_t ky, kx, c;
    for (ky = at->rows.first; ky < at->rows.end; ky++) {
        for (kx = at->columns.first; kx < at->columns.end; kx++) {
            const int32_t *cell = x + edgec_cell(g, at, ky, kx);
            const int32_t *tap = w + (ky * g->kernel_w + kx) * channels;
            for (c = 0; c < channels; c++) {
                sum += (uint32_t)cell[c] * (uint32_t)tap[c];
            }
        }
    }
    return (int32_t)sum;
}

/* x[N, H, W, C], w[O, kh, kw, C / groups], y[N, OH, OW, O]; padding is zero. */
static inline void edgec_conv2d_s32_plain(const edgec_conv2d_int_params *p, const int32_t *x, const int32_t *w,
                                          const int32_t *bias, int32_t *y)
{
    const edgec_geometry *g = &p->geo;
    const int32_t channels = g->in_c / p->groups;
    const int32_t outputs = g->out_c / p->groups;
    const int32_t taps = g->kernel_h * g->kernel_w * channels;
    int32_t i, o;
    for (i = 0; i < g->batch * g->out_h * g->out_w; i++) {
        const int32_t *image = x + i / (g->out_h * g->out_w) * g->in_h * g->in_w * g->in_c;
        const edgec_window at = edgec_window_at(g, i / g->out_w % g->out_h, i % g->out_w);
        for (o = 0; o < g->out_c; o++) {
            *y++ = edgec_conv2d_s32_one(p, &at, image + o / outputs * channels, w + o * taps, bias[o]);
        }
    }
}

#endif
