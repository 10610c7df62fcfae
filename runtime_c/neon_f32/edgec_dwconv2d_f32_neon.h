/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution, one filter a channel, float32, channels last: four channels in a vector. */
#ifndef EDGEC_DWCONV2D_F32_NEON_H
#define EDGEC_DWCONV2D_F32_NEON_H

#include "edgec_dw_f32_neon.h"

/* The next column of the window, and an output of three columns. */
#define EDGEC_DW3_F32_NEON_LOAD(c)                                                                                     \
    c##0 = edgec_real_at_neon(r0, at);                                                                                 \
    c##1 = edgec_real_at_neon(r1, at);                                                                                 \
    c##2 = edgec_real_at_neon(r2, at);                                                                                 \
    at += cell;
#define EDGEC_DW3_F32_NEON_OUT(a, b, c)                                                                                \
    {                                                                                                                  \
        float32x4_t v = vfmaq_f32(bias, a##0, w0);                                                                     \
        v = vfmaq_f32(v, a##1, w1);                                                                                    \
        v = vfmaq_f32(v, a##2, w2);                                                                                    \
        v = vfmaq_f32(v, b##0, w3);                                                                                    \
        v = vfmaq_f32(v, b##1, w4);                                                                                    \
        v = vfmaq_f32(v, b##2, w5);                                                                                    \
        v = vfmaq_f32(v, c##0, w6);                                                                                    \
        v = vfmaq_f32(v, c##1, w7);                                                                                    \
        v = vfmaq_f32(v, c##2, w8);                                                                                    \
        vst1q_f32(y, edgec_limited_f32_neon(v, &limits, above));                                                       \
        y += step;                                                                                                     \
    }

#define EDGEC_DW3_F32_NEON_BEGIN                                                                                       \
    const edgec_limits_f32_neon limits = g->limits;                                                                    \
    const float32x4_t bias = vld1q_f32(w);                                                                             \
    const float32x4_t w0 = vld1q_f32(w + 4);                                                                           \
    const float32x4_t w1 = vld1q_f32(w + 8);                                                                           \
    const float32x4_t w2 = vld1q_f32(w + 12);                                                                          \
    const float32x4_t w3 = vld1q_f32(w + 16);                                                                          \
    const float32x4_t w4 = vld1q_f32(w + 20);                                                                          \
    const float32x4_t w5 = vld1q_f32(w + 24);                                                                          \
    const float32x4_t w6 = vld1q_f32(w + 28);                                                                          \
    const float32x4_t w7 = vld1q_f32(w + 32);                                                                          \
    const float32x4_t w8 = vld1q_f32(w + 36);                                                                          \
    const int8_t *const r0 = g->rows[0];                                                                               \
    const int8_t *const r1 = g->rows[1];                                                                               \
    const int8_t *const r2 = g->rows[2];                                                                               \
    const intptr_t cell = g->cell;                                                                                     \
    const intptr_t step = g->out_step;                                                                                 \
    intptr_t at = g->at;                                                                                               \
    float *y = g->y;                                                                                                   \
    int32_t n = g->outputs;                                                                                            \
    float32x4_t a0, a1, a2, b0, b1, b2, c0, c1, c2;

/* 3x3 windows next to each other: three outputs, until a column is in the same registers again. */
EDGEC_INLINE void edgec_dw3_next_f32_neon(const edgec_dw_row_f32_neon *g, const float *w, int above)
{
    EDGEC_DW3_F32_NEON_BEGIN
    EDGEC_DW3_F32_NEON_LOAD(a)
    EDGEC_DW3_F32_NEON_LOAD(b)
    for (; n >= 3; n -= 3) {
        EDGEC_DW3_F32_NEON_LOAD(c)
        EDGEC_DW3_F32_NEON_OUT(a, b, c)
        EDGEC_DW3_F32_NEON_LOAD(a)
        EDGEC_DW3_F32_NEON_OUT(b, c, a)
        EDGEC_DW3_F32_NEON_LOAD(b)
        EDGEC_DW3_F32_NEON_OUT(c, a, b)
    }
    if (n > 0) {
        EDGEC_DW3_F32_NEON_LOAD(c)
        EDGEC_DW3_F32_NEON_OUT(a, b, c)
    }
    if (n > 1) {
        EDGEC_DW3_F32_NEON_LOAD(a)
        EDGEC_DW3_F32_NEON_OUT(b, c, a)
    }
}

/* 3x3 windows two columns apart. */
EDGEC_INLINE void edgec_dw3_far_f32_neon(const edgec_dw_row_f32_neon *g, const float *w, int above)
{
    EDGEC_DW3_F32_NEON_BEGIN
    EDGEC_DW3_F32_NEON_LOAD(a)
    for (; n >= 2; n -= 2) {
        EDGEC_DW3_F32_NEON_LOAD(b)
        EDGEC_DW3_F32_NEON_LOAD(c)
        EDGEC_DW3_F32_NEON_OUT(a, b, c)
        EDGEC_DW3_F32_NEON_LOAD(b)
        EDGEC_DW3_F32_NEON_LOAD(a)
        EDGEC_DW3_F32_NEON_OUT(c, b, a)
    }
    if (n > 0) {
        EDGEC_DW3_F32_NEON_LOAD(b)
        EDGEC_DW3_F32_NEON_LOAD(c)
        EDGEC_DW3_F32_NEON_OUT(a, b, c)
    }
}

EDGEC_DEFINE_DW3_ROW_F32_NEON(edgec_dw3_row_f32_neon, edgec_dw3_next_f32_neon, edgec_dw3_far_f32_neon)
EDGEC_DEFINE_DW_F32_NEON(edgec_dwconv2d_f32_3x3_neon, edgec_dw3_row_f32_neon)
EDGEC_DEFINE_DW_F32_NEON(edgec_dwconv2d_f32_neon, edgec_dw_any_row_f32_neon)

#endif
