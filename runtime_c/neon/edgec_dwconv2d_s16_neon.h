/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 2-D convolution, int16 with int8 weights, channels last, one filter a channel, eight channels at a time:
 * products of vectors in sums of 32 bits.  Channels and steps of the parameters are bytes. */
#ifndef EDGEC_DWCONV2D_S16_NEON_H
#define EDGEC_DWCONV2D_S16_NEON_H

#include "edgec_rows_neon.h"

#define EDGEC_DWCONV2D_S16_CELLS 127 /* taps at most */
#define EDGEC_DW_S16_LANES 16        /* bytes of eight channels */

typedef struct {
    edgec_rows_neon rows;
    edgec_ending_neon ending;
    int32_t out_step;
} edgec_dwconv2d_s16_neon_params;

/* Of a row of outputs and a block of channels: the stream of the block holds its taps and then its ends. */
typedef struct {
    const edgec_dwconv2d_s16_neon_params *p;
    const int8_t *stream;
    int8_t *y;
} edgec_dw_s16_neon;

typedef struct {
    int32x4_t bias[2], m[2], minus_n[2];
    int16x8_t lo, hi;
} edgec_dw_end_s16_neon;

EDGEC_INLINE edgec_dw_end_s16_neon edgec_dw_end_of_s16(const int8_t *stream, const edgec_ending_neon *e)
{
    const int32_t *const at = (const int32_t *)(const void *)stream;
    edgec_dw_end_s16_neon end;
    int32_t i;
    for (i = 0; i < 2; i++) {
        end.bias[i] = vld1q_s32(at + 4 * i);
        end.m[i] = vld1q_s32(at + 8 + 4 * i);
        end.minus_n[i] = vld1q_s32(at + 16 + 4 * i);
    }
    end.lo = vdupq_n_s16((int16_t)e->lo);
    end.hi = vdupq_n_s16((int16_t)e->hi);
    return end;
}

EDGEC_INLINE int16x8_t edgec_x_s16_neon(const int8_t *x) { return vreinterpretq_s16_s8(vld1q_s8(x)); }

/* Sums of eight channels to y. */
EDGEC_INLINE void edgec_dw_store_s16(int32x4_t a, int32x4_t b, const edgec_dw_end_s16_neon *end, int8_t *y)
{
    const int32x4_t low = vrshlq_s32(vqdmulhq_s32(a, end->m[0]), end->minus_n[0]);
    const int32x4_t high = vrshlq_s32(vqdmulhq_s32(b, end->m[1]), end->minus_n[1]);
    const int16x8_t v = vqmovn_high_s32(vqmovn_s32(low), high);
    vst1q_s8(y, vreinterpretq_s8_s16(vminq_s16(vmaxq_s16(v, end->lo), end->hi)));
}

/* One output of 3x3 windows, whose columns are a, b, c. */
EDGEC_INLINE void edgec_dw_3x3_s16(const int16x8_t *a, const int16x8_t *b, const int16x8_t *c, const int16x8_t *w,
                                   const edgec_dw_end_s16_neon *end, int8_t *y)
{
    int32x4_t low = end->bias[0];
    int32x4_t high = end->bias[1];
    int32_t i;
    for (i = 0; i < 3; i++) {
        low = vmlal_s16(low, vget_low_s16(a[i]), vget_low_s16(w[3 * i]));
        high = vmlal_high_s16(high, a[i], w[3 * i]);
        low = vmlal_s16(low, vget_low_s16(b[i]), vget_low_s16(w[3 * i + 1]));
        high = vmlal_high_s16(high, b[i], w[3 * i + 1]);
        low = vmlal_s16(low, vget_low_s16(c[i]), vget_low_s16(w[3 * i + 2]));
        high = vmlal_high_s16(high, c[i], w[3 * i + 2]);
    }
    edgec_dw_store_s16(low, high, end, y);
}

EDGEC_INLINE void edgec_dw_column_s16(int16x8_t *column, const int8_t **rows, int64_t step)
{
    int32_t i;
    for (i = 0; i < 3; i++) {
        column[i] = edgec_x_s16_neon(rows[i]);
        rows[i] += step;
    }
}

/* All positions of a block of channels, `at` bytes from the first one; `near`, a constant: windows lie a column apart.
 */
EDGEC_INLINE void edgec_dw_block_s16(const edgec_dw_s16_neon *g, const int8_t *const *from, const int8_t *stream,
                                     int32_t at, int near)
{
    const edgec_dwconv2d_s16_neon_params *p = g->p;
    const edgec_geometry *geo = &p->rows.geo;
    const edgec_dw_end_s16_neon end = edgec_dw_end_of_s16(stream + 72, &p->ending);
    const int64_t tap = (int64_t)geo->in_c * geo->dilation_w;
    const int64_t back = (int64_t)geo->in_c * geo->stride_w - 2 * tap;
    const int8_t *rows[3];
    int16x8_t w[9];
    int16x8_t a[3];
    int16x8_t b[3];
    int16x8_t c[3];
    int8_t *y = g->y + at;
    int32_t left = geo->out_w;
    int32_t i;
    for (i = 0; i < 9; i++) {
        w[i] = vmovl_s8(vld1_s8(stream + 8 * i));
    }
    for (i = 0; i < 3; i++) {
        rows[i] = from[i] + at;
    }
    if (!near) {
        for (; left > 0; left--) {
            edgec_dw_column_s16(a, rows, tap);
            edgec_dw_column_s16(b, rows, tap);
            edgec_dw_column_s16(c, rows, back);
            edgec_dw_3x3_s16(a, b, c, w, &end, y);
            y += p->out_step;
        }
        return;
    }
    edgec_dw_column_s16(a, rows, tap);
    edgec_dw_column_s16(b, rows, tap);
    for (;;) {
        edgec_dw_column_s16(c, rows, tap);
        edgec_dw_3x3_s16(a, b, c, w, &end, y);
        y += p->out_step;
        if (--left == 0) {
            break;
        }
        edgec_dw_column_s16(a, rows, tap);
        edgec_dw_3x3_s16(b, c, a, w, &end, y);
        y += p->out_step;
        if (--left == 0) {
            break;
        }
        edgec_dw_column_s16(b, rows, tap);
        edgec_dw_3x3_s16(c, a, b, w, &end, y);
        y += p->out_step;
        if (--left == 0) {
            break;
        }
    }
}

/* A row; the last block of channels ends with the last channel. */
#define EDGEC_DW_ROW_S16(name, block, size)                                                                            \
    EDGEC_SHARED_CODE void name(const edgec_dw_s16_neon *g, const int8_t *const *cells)                                \
    {                                                                                                                  \
        const int32_t channels = g->p->rows.geo.in_c;                                                                  \
        const int8_t *w = g->stream;                                                                                   \
        int32_t c = 0;                                                                                                 \
        for (;;) {                                                                                                     \
            block;                                                                                                     \
            w += (size) + 96;                                                                                          \
            if (c + EDGEC_DW_S16_LANES >= channels) {                                                                  \
                break;                                                                                                 \
            }                                                                                                          \
            c = c + 2 * EDGEC_DW_S16_LANES <= channels ? c + EDGEC_DW_S16_LANES : channels - EDGEC_DW_S16_LANES;       \
        }                                                                                                              \
    }

EDGEC_DW_ROW_S16(edgec_dw_near_s16, edgec_dw_block_s16(g, cells, w, c, 1), 72)
EDGEC_DW_ROW_S16(edgec_dw_far_s16, edgec_dw_block_s16(g, cells, w, c, 0), 72)

/* All positions of a block of channels, two together; any window. */
EDGEC_INLINE void edgec_dw_any_block_s16(const edgec_dw_s16_neon *g, const int8_t *const *cells, const int8_t *stream,
                                         int32_t at)
{
    const edgec_dwconv2d_s16_neon_params *p = g->p;
    const edgec_geometry *geo = &p->rows.geo;
    const int32_t taps = geo->kernel_h * geo->kernel_w;
    const edgec_dw_end_s16_neon end = edgec_dw_end_of_s16(stream + 8 * taps, &p->ending);
    int64_t step = (int64_t)geo->in_c * geo->stride_w;
    int64_t out = p->out_step;
    int64_t from = at;
    int8_t *y = g->y + at;
    int32_t left;
    int32_t t;
    for (left = geo->out_w; left > 0; left -= 2) {
        int32x4_t a = end.bias[0];
        int32x4_t b = end.bias[1];
        int32x4_t c = a;
        int32x4_t d = b;
        if (left == 1) { /* the second one is the first */
            step = 0;
            out = 0;
        }
        for (t = 0; t < taps; t++) {
            const int8_t *const x = cells[t] + from;
            const int16x8_t w = vmovl_s8(vld1_s8(stream + 8 * t));
            const int16x8_t one = edgec_x_s16_neon(x);
            const int16x8_t two = edgec_x_s16_neon(x + step);
            a = vmlal_s16(a, vget_low_s16(one), vget_low_s16(w));
            b = vmlal_high_s16(b, one, w);
            c = vmlal_s16(c, vget_low_s16(two), vget_low_s16(w));
            d = vmlal_high_s16(d, two, w);
        }
        edgec_dw_store_s16(c, d, &end, y + out);
        edgec_dw_store_s16(a, b, &end, y);
        from += 2 * step;
        y += 2 * out;
    }
}

EDGEC_DW_ROW_S16(edgec_dw_any_s16, edgec_dw_any_block_s16(g, cells, w, c),
                 8 * g->p->rows.geo.kernel_h * g->p->rows.geo.kernel_w)

static inline void edgec_dwconv2d_s16_3x3_neon(const edgec_dwconv2d_s16_neon_params *p, const int16_t *x,
                                               const int8_t *stream, int16_t *y, int8_t *scratch)
{
    const edgec_geometry *g = &p->rows.geo;
    const int8_t *image = (const int8_t *)x;
    const int8_t *rows[EDGEC_ROWS_NEON_TAPS];
    edgec_dw_s16_neon job;
    int32_t n;
    int32_t oy;
    edgec_rows_begin_neon(&p->rows, scratch);
    job.p = p;
    job.stream = stream;
    job.y = (int8_t *)y;
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_rows_at_neon(&p->rows, image, scratch, oy, &loaded, rows);
            (g->stride_w == g->dilation_w ? edgec_dw_near_s16 : edgec_dw_far_s16)(&job, rows);
            job.y += g->out_w * p->out_step;
        }
        image += g->in_h * g->in_w * g->in_c;
    }
}

static inline void edgec_dwconv2d_s16_neon(const edgec_dwconv2d_s16_neon_params *p, const int16_t *x,
                                           const int8_t *stream, int16_t *y, int8_t *scratch)
{
    const edgec_geometry *g = &p->rows.geo;
    const int8_t *image = (const int8_t *)x;
    const int8_t *rows[EDGEC_ROWS_NEON_TAPS];
    const int8_t *cells[EDGEC_DWCONV2D_S16_CELLS];
    edgec_dw_s16_neon job;
    int32_t n;
    int32_t oy;
    int32_t ky;
    int32_t kx;
    edgec_rows_begin_neon(&p->rows, scratch);
    job.p = p;
    job.stream = stream;
    job.y = (int8_t *)y;
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_rows_at_neon(&p->rows, image, scratch, oy, &loaded, rows);
            for (ky = 0; ky < g->kernel_h; ky++) {
                for (kx = 0; kx < g->kernel_w; kx++) {
                    cells[ky * g->kernel_w + kx] = rows[ky] + kx * g->dilation_w * g->in_c;
                }
            }
            edgec_dw_any_s16(&job, cells);
            job.y += g->out_w * p->out_step;
        }
        image += g->in_h * g->in_w * g->in_c;
    }
}

#endif
