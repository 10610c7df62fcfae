/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Largest value or mean of windows, float32, channels last: 16 channels at a time, then four, which may overlap. */
#ifndef EDGEC_POOL_F32_NEON_H
#define EDGEC_POOL_F32_NEON_H

#include "edgec_float.h"
#include "edgec_neon.h"
#include "edgec_window.h"

typedef struct {
    edgec_geometry geo;
    int32_t out_step;
} edgec_maxpool_f32_neon_params;

/* pad_bottom and pad_right bound the cells that count when count_include_pad is 1. */
typedef struct {
    edgec_geometry geo;
    int32_t pad_bottom, pad_right;
    int32_t count_include_pad;
    int32_t out_step;
} edgec_avgpool_f32_neon_params;

/* The cells of a window inside the input, from its first one. */
typedef struct {
    int32_t rows, columns;
    intptr_t row, column; /* steps in elements */
} edgec_pool_cells_f32_neon;

EDGEC_INLINE float32x4_t edgec_pool_step_f32_neon(float32x4_t a, float32x4_t v, int mean)
{
    if (mean) {
        return vaddq_f32(a, v);
    } /* a NaN is no largest value */
#if defined(__aarch64__)
    return vmaxnmq_f32(a, v);
#else
    {
        uint32x4_t larger; /* GCC makes scalar code of vcgtq_f32 */
        __asm__("vcgt.f32 %q0, %q1, %q2" : "=w"(larger) : "w"(v), "w"(a));
        return vbslq_f32(larger, v, a);
    }
#endif
}

/* Sums divided by `count`; Armv7-A divides no vectors. */
EDGEC_INLINE float32x4_t edgec_pool_mean_f32_neon(float32x4_t sum, float count)
{
#if defined(__aarch64__)
    return vdivq_f32(sum, vdupq_n_f32(count));
#else
    return vmulq_n_f32(sum, 1.0f / count);
#endif
}

EDGEC_INLINE void edgec_pool_16_f32_neon(const edgec_pool_cells_f32_neon *t, const float *x, float count, float *y,
                                         int mean)
{
    float32x4_t a0 = vdupq_n_f32(mean ? 0.0f : -INFINITY);
    float32x4_t a1 = a0;
    float32x4_t a2 = a0;
    float32x4_t a3 = a0;
    int32_t r;
    int32_t k;
    for (r = 0; r < t->rows; r++) {
        const float *cell = x + r * t->row;
        for (k = 0; k < t->columns; k++) {
            a0 = edgec_pool_step_f32_neon(a0, vld1q_f32(cell), mean);
            a1 = edgec_pool_step_f32_neon(a1, vld1q_f32(cell + 4), mean);
            a2 = edgec_pool_step_f32_neon(a2, vld1q_f32(cell + 8), mean);
            a3 = edgec_pool_step_f32_neon(a3, vld1q_f32(cell + 12), mean);
            cell += t->column;
        }
    }
    if (mean) {
        a0 = edgec_pool_mean_f32_neon(a0, count);
        a1 = edgec_pool_mean_f32_neon(a1, count);
        a2 = edgec_pool_mean_f32_neon(a2, count);
        a3 = edgec_pool_mean_f32_neon(a3, count);
    }
    vst1q_f32(y, a0);
    vst1q_f32(y + 4, a1);
    vst1q_f32(y + 8, a2);
    vst1q_f32(y + 12, a3);
}

EDGEC_INLINE void edgec_pool_4_f32_neon(const edgec_pool_cells_f32_neon *t, const float *x, float count, float *y,
                                        int mean)
{
    float32x4_t a = vdupq_n_f32(mean ? 0.0f : -INFINITY);
    int32_t r;
    int32_t k;
    for (r = 0; r < t->rows; r++) {
        const float *cell = x + r * t->row;
        for (k = 0; k < t->columns; k++) {
            a = edgec_pool_step_f32_neon(a, vld1q_f32(cell), mean);
            cell += t->column;
        }
    }
    vst1q_f32(y, mean ? edgec_pool_mean_f32_neon(a, count) : a);
}

EDGEC_INLINE void edgec_pool_position_f32_neon(const edgec_geometry *g, const edgec_window *at, const float *x,
                                               float count, float *y, int mean)
{
    edgec_pool_cells_f32_neon t;
    int32_t c = 0;
    t.rows = at->rows.end - at->rows.first;
    t.columns = at->columns.end - at->columns.first;
    t.row = (intptr_t)g->dilation_h * g->in_w * g->in_c;
    t.column = (intptr_t)g->dilation_w * g->in_c;
    x += edgec_cell(g, at, at->rows.first, at->columns.first);
    for (; c + 16 <= g->in_c; c += 16) {
        edgec_pool_16_f32_neon(&t, x + c, count, y + c, mean);
    }
    for (; c < g->in_c; c += 4) {
        const int32_t first = c + 4 <= g->in_c ? c : g->in_c - 4;
        edgec_pool_4_f32_neon(&t, x + first, count, y + first, mean);
    }
}

/* The largest value of each window; every window holds at least one input cell. */
static inline void edgec_maxpool_f32_neon(const edgec_maxpool_f32_neon_params *p, const float *x, float *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t n;
    int32_t oy;
    int32_t ox;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                edgec_pool_position_f32_neon(g, &at, x, 1.0f, y, 0);
                y += p->out_step;
            }
        }
        x += (intptr_t)g->in_h * g->in_w * g->in_c;
    }
}

/* The mean of each window, summed row by row. */
static inline void edgec_avgpool_f32_neon(const edgec_avgpool_f32_neon_params *p, const float *x, float *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t n;
    int32_t oy;
    int32_t ox;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                const int32_t count = p->count_include_pad
                                          ? edgec_window_padded_cells(g, &at, p->pad_bottom, p->pad_right)
                                          : edgec_window_cells(&at);
                edgec_pool_position_f32_neon(g, &at, x, (float)count, y, 1);
                y += p->out_step;
            }
        }
        x += (intptr_t)g->in_h * g->in_w * g->in_c;
    }
}

#endif
