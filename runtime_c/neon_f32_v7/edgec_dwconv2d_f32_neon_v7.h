/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution, one filter a channel, float32, channels last: four channels in a vector. */
#ifndef EDGEC_DWCONV2D_F32_NEON_V7_H
#define EDGEC_DWCONV2D_F32_NEON_V7_H

#include "edgec_dw_f32_neon.h"

/* A column of the weights times the one of the image that was loaded last, to sum s. */
#define EDGEC_DW3_F32_V7_TIMES(s, w0, w1, w2)                                                                          \
    s = vmlaq_f32(s, x0, w0);                                                                                          \
    s = vmlaq_f32(s, x1, w1);                                                                                          \
    s = vmlaq_f32(s, x2, w2);

#define EDGEC_DW3_F32_V7_LOAD                                                                                          \
    x0 = edgec_real_at_neon(r0, 0);                                                                                    \
    x1 = edgec_real_at_neon(r1, 0);                                                                                    \
    x2 = edgec_real_at_neon(r2, 0);                                                                                    \
    r0 += cell;                                                                                                        \
    r1 += cell;                                                                                                        \
    r2 += cell;

#define EDGEC_DW3_F32_V7_OUT(s)                                                                                        \
    vst1q_f32(y, edgec_limited_f32_neon(s, &limits, above));                                                           \
    y += step;

/* The third column of sum s, the second one of t, the first one of u. */
#define EDGEC_DW3_F32_V7_STEP(s, t, u)                                                                                 \
    u = vld1q_f32(w);                                                                                                  \
    EDGEC_DW3_F32_V7_LOAD                                                                                              \
    EDGEC_DW3_F32_V7_TIMES(s, w6, w7, w8)                                                                              \
    EDGEC_DW3_F32_V7_OUT(s)                                                                                            \
    EDGEC_DW3_F32_V7_TIMES(t, w3, w4, w5)                                                                              \
    EDGEC_DW3_F32_V7_TIMES(u, w0, w1, w2)

#define EDGEC_DW3_F32_V7_BEGIN                                                                                         \
    const edgec_limits_f32_neon limits = g->limits;                                                                    \
    const float32x4_t w0 = vld1q_f32(w + 4);                                                                           \
    const float32x4_t w1 = vld1q_f32(w + 8);                                                                           \
    const float32x4_t w2 = vld1q_f32(w + 12);                                                                          \
    const float32x4_t w3 = vld1q_f32(w + 16);                                                                          \
    const float32x4_t w4 = vld1q_f32(w + 20);                                                                          \
    const float32x4_t w5 = vld1q_f32(w + 24);                                                                          \
    const float32x4_t w6 = vld1q_f32(w + 28);                                                                          \
    const float32x4_t w7 = vld1q_f32(w + 32);                                                                          \
    const float32x4_t w8 = vld1q_f32(w + 36);                                                                          \
    const int8_t *r0 = g->rows[0] + g->at;                                                                             \
    const int8_t *r1 = g->rows[1] + g->at;                                                                             \
    const int8_t *r2 = g->rows[2] + g->at;                                                                             \
    const intptr_t cell = g->cell;                                                                                     \
    const intptr_t step = g->out_step;                                                                                 \
    float *y = g->y;                                                                                                   \
    int32_t n = g->outputs;                                                                                            \
    float32x4_t x0, x1, x2, a;

/* 3x3 windows next to each other: a column of the image goes to three sums, so that nine registers of weights and three
 * of cells suffice; the biases are loaded again. */
EDGEC_INLINE void edgec_dw3_next_f32_v7(const edgec_dw_row_f32_neon *g, const float *w, int above)
{
    EDGEC_DW3_F32_V7_BEGIN
    float32x4_t b, c;
    a = vld1q_f32(w);
    EDGEC_DW3_F32_V7_LOAD
    EDGEC_DW3_F32_V7_TIMES(a, w0, w1, w2)
    b = vld1q_f32(w);
    EDGEC_DW3_F32_V7_LOAD
    EDGEC_DW3_F32_V7_TIMES(a, w3, w4, w5)
    EDGEC_DW3_F32_V7_TIMES(b, w0, w1, w2)
    for (; n >= 3; n -= 3) {
        EDGEC_DW3_F32_V7_STEP(a, b, c)
        EDGEC_DW3_F32_V7_STEP(b, c, a)
        EDGEC_DW3_F32_V7_STEP(c, a, b)
    }
    if (n > 0) {
        EDGEC_DW3_F32_V7_STEP(a, b, c)
    }
    if (n > 1) {
        EDGEC_DW3_F32_V7_STEP(b, c, a)
    }
}

/* 3x3 windows two columns apart. */
EDGEC_INLINE void edgec_dw3_far_f32_v7(const edgec_dw_row_f32_neon *g, const float *w, int above)
{
    EDGEC_DW3_F32_V7_BEGIN
    a = vld1q_f32(w);
    EDGEC_DW3_F32_V7_LOAD
    EDGEC_DW3_F32_V7_TIMES(a, w0, w1, w2)
    for (;;) {
        EDGEC_DW3_F32_V7_LOAD
        EDGEC_DW3_F32_V7_TIMES(a, w3, w4, w5)
        EDGEC_DW3_F32_V7_LOAD
        EDGEC_DW3_F32_V7_TIMES(a, w6, w7, w8)
        EDGEC_DW3_F32_V7_OUT(a)
        if (--n == 0) {
            break;
        }
        a = vld1q_f32(w);
        EDGEC_DW3_F32_V7_TIMES(a, w0, w1, w2)
    }
}

EDGEC_DEFINE_DW3_ROW_F32_NEON(edgec_dw3_row_f32_v7, edgec_dw3_next_f32_v7, edgec_dw3_far_f32_v7)
EDGEC_DEFINE_DW_F32_NEON(edgec_dwconv2d_f32_3x3_neon_v7, edgec_dw3_row_f32_v7)
EDGEC_DEFINE_DW_F32_NEON(edgec_dwconv2d_f32_neon_v7, edgec_dw_any_row_f32_neon)

#endif
