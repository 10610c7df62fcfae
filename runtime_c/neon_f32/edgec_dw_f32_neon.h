/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows of depthwise convolutions, float32, channels last, four channels in a vector: any window. */
#ifndef EDGEC_DW_F32_NEON_H
#define EDGEC_DW_F32_NEON_H

#include "edgec_rows_neon.h"
#include "edgec_vectors_f32_neon.h"

#define EDGEC_DW_F32_NEON_KNOWN 5 /* taps of a row that the compiler knows */

/* `rows` counts bytes: rows.geo.in_c are those of a cell.  The stream holds of four channels biases and then the
 * weights of each tap; the last four end with the last channel and may overlap those before them. */
typedef struct {
    edgec_rows_neon rows;
    float lo, hi;
    int32_t out_step;
} edgec_dwconv2d_f32_neon_params;

/* A row of outputs of four channels: byte `at` of the rows is the first cell's. */
typedef struct {
    const int8_t *const *rows;
    intptr_t at, cell, stride; /* bytes */
    float *y;
    intptr_t out_step;
    int32_t outputs;
    edgec_limits_f32_neon limits;
} edgec_dw_row_f32_neon;

EDGEC_INLINE float32x4_t edgec_real_at_neon(const int8_t *row, intptr_t at)
{
    return vld1q_f32((const float *)(const void *)(row + at));
}

/* The job of a layer, without the rows and the channels. */
EDGEC_INLINE edgec_dw_row_f32_neon edgec_dw_job_f32_neon(const edgec_dwconv2d_f32_neon_params *p,
                                                         const int8_t *const *rows)
{
    const edgec_geometry *geo = &p->rows.geo;
    edgec_dw_row_f32_neon g;
    g.rows = rows;
    g.at = 0;
    g.cell = geo->in_c;
    g.stride = (intptr_t)geo->stride_w * geo->in_c;
    g.y = NULL;
    g.out_step = p->out_step;
    g.outputs = geo->out_w;
    g.limits = edgec_limits_of_f32_neon(p->lo, p->hi);
    return g;
}

/* Any window: four outputs at a time, those that a row does not have lie where the first is. */
EDGEC_INLINE void edgec_dw_any_f32_neon(const edgec_dw_row_f32_neon *g, const edgec_geometry *geo, const float *w)
{
    const intptr_t tap = geo->dilation_w * g->cell;
    const edgec_limits_f32_neon limits = g->limits;
    intptr_t at = g->at;
    float *y = g->y;
    int32_t left;
    for (left = g->outputs; left > 0; left -= 4) {
        const intptr_t one = left > 1 ? 1 : 0;
        const intptr_t two = left > 2 ? 2 : 0;
        const intptr_t three = left > 3 ? 3 : 0;
        const float *v = w + 4;
        float32x4_t s0 = vld1q_f32(w);
        float32x4_t s1 = s0;
        float32x4_t s2 = s0;
        float32x4_t s3 = s0;
        int32_t ky;
        int32_t kx;
        for (ky = 0; ky < geo->kernel_h; ky++) {
            const int8_t *x = g->rows[ky] + at;
            for (kx = 0; kx < geo->kernel_w; kx++) {
                const float32x4_t each = vld1q_f32(v);
                s0 = edgec_mla_f32_neon(s0, edgec_real_at_neon(x, 0), each);
                s1 = edgec_mla_f32_neon(s1, edgec_real_at_neon(x, one * g->stride), each);
                s2 = edgec_mla_f32_neon(s2, edgec_real_at_neon(x, two * g->stride), each);
                s3 = edgec_mla_f32_neon(s3, edgec_real_at_neon(x, three * g->stride), each);
                x += tap;
                v += 4;
            }
        }
        vst1q_f32(y + three * g->out_step, edgec_limited_f32_neon(s3, &limits, 1));
        vst1q_f32(y + two * g->out_step, edgec_limited_f32_neon(s2, &limits, 1));
        vst1q_f32(y + one * g->out_step, edgec_limited_f32_neon(s1, &limits, 1));
        vst1q_f32(y, edgec_limited_f32_neon(s0, &limits, 1));
        at += 4 * g->stride;
        y += 4 * g->out_step;
    }
}

/* One tap of four outputs; the last cell is new. */
#define EDGEC_DW_F32_NEON_STEP(a, b, c, d)                                                                             \
    {                                                                                                                  \
        const float32x4_t each = vld1q_f32(v);                                                                         \
        d = edgec_real_at_neon(x, 0);                                                                                  \
        x += tap;                                                                                                      \
        v += 4;                                                                                                        \
        s0 = edgec_mla_f32_neon(s0, a, each);                                                                          \
        s1 = edgec_mla_f32_neon(s1, b, each);                                                                          \
        s2 = edgec_mla_f32_neon(s2, c, each);                                                                          \
        s3 = edgec_mla_f32_neon(s3, d, each);                                                                          \
    }

/* Windows of `height` rows of `width` taps whose next output begins at the next tap: each cell is loaded once for four
 * outputs, of which there are four or more; the last four may overlap those before them. */
EDGEC_INLINE void edgec_dw_near_f32_neon(const edgec_dw_row_f32_neon *g, int32_t height, int32_t width, const float *w)
{
    const edgec_limits_f32_neon limits = g->limits;
    const intptr_t tap = g->stride;
    const intptr_t step = g->out_step;
    int32_t i;
    for (i = 0; i < g->outputs; i += 4) {
        const int32_t first = i + 4 <= g->outputs ? i : g->outputs - 4;
        float *const y = g->y + first * step;
        const float *v = w + 4;
        float32x4_t s0 = vld1q_f32(w);
        float32x4_t s1 = s0;
        float32x4_t s2 = s0;
        float32x4_t s3 = s0;
        int32_t ky;
        int32_t left;
        for (ky = 0; ky < height; ky++) {
            const int8_t *x = g->rows[ky] + g->at + first * tap;
            float32x4_t x0 = edgec_real_at_neon(x, 0);
            float32x4_t x1 = edgec_real_at_neon(x, tap);
            float32x4_t x2 = edgec_real_at_neon(x, 2 * tap);
            float32x4_t x3;
            x += 3 * tap;
            for (left = width; left >= 4; left -= 4) {
                EDGEC_DW_F32_NEON_STEP(x0, x1, x2, x3)
                EDGEC_DW_F32_NEON_STEP(x1, x2, x3, x0)
                EDGEC_DW_F32_NEON_STEP(x2, x3, x0, x1)
                EDGEC_DW_F32_NEON_STEP(x3, x0, x1, x2)
            }
            if (left > 0) {
                EDGEC_DW_F32_NEON_STEP(x0, x1, x2, x3)
            }
            if (left > 1) {
                EDGEC_DW_F32_NEON_STEP(x1, x2, x3, x0)
            }
            if (left > 2) {
                EDGEC_DW_F32_NEON_STEP(x2, x3, x0, x1)
            }
        }
        vst1q_f32(y, edgec_limited_f32_neon(s0, &limits, 1));
        vst1q_f32(y + step, edgec_limited_f32_neon(s1, &limits, 1));
        vst1q_f32(y + 2 * step, edgec_limited_f32_neon(s2, &limits, 1));
        vst1q_f32(y + 3 * step, edgec_limited_f32_neon(s3, &limits, 1));
    }
}

EDGEC_INLINE void edgec_dw_any_row_f32_neon(const edgec_dwconv2d_f32_neon_params *p, const int8_t *const *rows,
                                            const float *w, float *y)
{
    const edgec_geometry *geo = &p->rows.geo;
    const int32_t channels = geo->in_c / (int32_t)sizeof(float);
    edgec_dw_row_f32_neon g = edgec_dw_job_f32_neon(p, rows);
    int32_t c;
    for (c = 0; c < channels; c += 4) {
        const int32_t first = c + 4 <= channels ? c : channels - 4;
        g.at = first * (intptr_t)sizeof(float);
        g.y = y + first;
        if (geo->stride_w == geo->dilation_w && g.outputs >= 4 && geo->kernel_w == EDGEC_DW_F32_NEON_KNOWN) {
            edgec_dw_near_f32_neon(&g, geo->kernel_h, EDGEC_DW_F32_NEON_KNOWN, w);
        } else if (geo->stride_w == geo->dilation_w && g.outputs >= 4) {
            edgec_dw_near_f32_neon(&g, geo->kernel_h, geo->kernel_w, w);
        } else {
            edgec_dw_any_f32_neon(&g, geo, w);
        }
        w += 4 + 4 * geo->kernel_h * geo->kernel_w;
    }
}

#define EDGEC_DEFINE_DW_F32_NEON(symbol, row)                                                                          \
    static inline void symbol(const edgec_dwconv2d_f32_neon_params *p, const float *x, const float *stream, float *y,  \
                              int8_t *scratch)                                                                         \
    {                                                                                                                  \
        const edgec_geometry *g = &p->rows.geo;                                                                        \
        const int8_t *image = (const int8_t *)(const void *)x;                                                         \
        const int8_t *rows[EDGEC_ROWS_NEON_TAPS];                                                                      \
        int32_t n;                                                                                                     \
        int32_t oy;                                                                                                    \
        edgec_rows_begin_neon(&p->rows, scratch);                                                                      \
        for (n = 0; n < g->batch; n++) {                                                                               \
            int32_t loaded = 0;                                                                                        \
            for (oy = 0; oy < g->out_h; oy++) {                                                                        \
                edgec_rows_at_neon(&p->rows, image, scratch, oy, &loaded, rows);                                       \
                row(p, rows, stream, y);                                                                               \
                y += (intptr_t)g->out_w * p->out_step;                                                                 \
            }                                                                                                          \
            image += g->in_h * g->in_w * g->in_c;                                                                      \
        }                                                                                                              \
    }

/* A row of 3x3 windows, which lie one column apart or two; the last four channels may overlap those before. */
#define EDGEC_DEFINE_DW3_ROW_F32_NEON(name, next_windows, far_windows)                                                 \
    EDGEC_INLINE void name(const edgec_dwconv2d_f32_neon_params *p, const int8_t *const *rows, const float *w,         \
                           float *y)                                                                                   \
    {                                                                                                                  \
        const int32_t channels = p->rows.geo.in_c / (int32_t)sizeof(float);                                            \
        const int above = !(isinf(p->hi) && p->hi > 0.0f);                                                             \
        const int next = p->rows.geo.stride_w == 1;                                                                    \
        edgec_dw_row_f32_neon g = edgec_dw_job_f32_neon(p, rows);                                                      \
        int32_t c;                                                                                                     \
        for (c = 0; c < channels; c += 4) {                                                                            \
            const int32_t first = c + 4 <= channels ? c : channels - 4;                                                \
            g.at = first * (intptr_t)sizeof(float);                                                                    \
            g.y = y + first;                                                                                           \
            if (above) {                                                                                               \
                next ? next_windows(&g, w, 1) : far_windows(&g, w, 1);                                                 \
            } else {                                                                                                   \
                next ? next_windows(&g, w, 0) : far_windows(&g, w, 0);                                                 \
            }                                                                                                          \
            w += 40;                                                                                                   \
        }                                                                                                              \
    }

#endif
