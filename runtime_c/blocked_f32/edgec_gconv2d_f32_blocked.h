/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Grouped 2-D convolution, float32, channels last: one group after the other, a strip of outputs of a row at a time. */
#ifndef EDGEC_GCONV2D_F32_BLOCKED_H
#define EDGEC_GCONV2D_F32_BLOCKED_H

#include "edgec_gemm_f32_blocked.h"
#include "edgec_window.h"

/* A strip is strip outputs of a row, cells columns (0 outside the input) wide, a multiple of the dilation; bounds is
 * one of EDGEC_BOUND_*. */
typedef struct {
    edgec_geometry geo;
    int32_t groups;
    int32_t strip, cells;
    int32_t bounds;
    float lo, hi;
    int32_t out_step; /* from one position of y to the next */
} edgec_gconv2d_f32_blocked_params;

/* Copies n channels of the cells that the strip of outputs from (oy, ox) on reads: x points to the first channel of the
 * image.  A row of the window is a row of to; columns that one output reads lie side by side, so with a dilation d
 * every d-th column first. */
EDGEC_SHARED_CODE void edgec_gconv2d_f32_fill(const edgec_gconv2d_f32_blocked_params *p, int32_t oy, int32_t ox,
                                              int32_t n, const float *x, float *to)
{
    const edgec_geometry *g = &p->geo;
    const int32_t first = ox * g->stride_w - g->pad_left;
    int32_t row = oy * g->stride_h - g->pad_top;
    int32_t ky;
    int32_t phase;
    int32_t q;
    for (ky = 0; ky < g->kernel_h; ky++) {
        const int32_t begin = (row >= 0 && row < g->in_h) ? -first : p->cells;
        const int32_t end = g->in_w - first;
        for (phase = 0; phase < g->dilation_w; phase++) {
            for (q = phase; q < p->cells; q += g->dilation_w) {
                int32_t left = n;
                if (q < begin || q >= end) {
                    edgec_zero_f32(n, to);
                    to += n;
                } else {
                    const float *from = x + (row * g->in_w + first + q) * g->in_c;
                    for (; left >= 4; left -= 4) {
                        EDGEC_FOUR(from, a, b, c, d)
                        to[0] = a;
                        to[1] = b;
                        to[2] = c;
                        to[3] = d;
                        to += 4;
                    }
                    for (; left > 0; left--) {
                        *to++ = *from++;
                        EDGEC_FENCE();
                    }
                }
            }
        }
        row += g->dilation_h;
    }
}

/* A strip of outputs of one group, from their cells: output i begins at column i * step, its taps lie dilation apart in
 * the image and side by side in x. */
static inline void edgec_gconv2d_f32_strip(edgec_tile_f32 *t, int32_t outputs, int32_t step, int32_t dilation,
                                           int32_t phase, int32_t cell, const float *x)
{
    float *y = t->y;
    int32_t i;
    int32_t k;
    for (i = 0; i < outputs; i += EDGEC_TILE) {
        t->count = (outputs - i < EDGEC_TILE) ? outputs - i : EDGEC_TILE;
        t->y = y + i * t->step;
        for (k = 0; k < EDGEC_TILE; k++) {
            const int32_t q = (i + ((k < t->count) ? k : 0)) * step;
            t->x[k] = x + (q % dilation * phase + q / dilation) * cell;
        }
        edgec_tile_f32_run(t);
    }
    t->y = y;
}

static inline void edgec_gconv2d_f32_rows(const edgec_gconv2d_f32_blocked_params *p, int copied, const float *x,
                                          const float *w, const float *bias, float *y, float *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int32_t channels = g->in_c / p->groups;
    const int32_t wide = (g->out_c / p->groups + EDGEC_TILE - 1) / EDGEC_TILE * EDGEC_TILE;
    const int32_t area = g->kernel_h * g->kernel_w * channels;
    edgec_tile_f32 t;
    int32_t oy;
    int32_t ox;
    int32_t i;
    t.rows = g->kernel_h;
    t.run = g->kernel_w * channels;
    t.x_row = copied ? p->cells * channels : g->dilation_h * g->in_w * g->in_c;
    t.out_c = g->out_c / p->groups;
    t.step = p->out_step;
    t.bounds = p->bounds;
    t.lo = p->lo;
    t.hi = p->hi;
    for (oy = 0; oy < g->out_h; oy++) {
        for (ox = 0; ox < g->out_w; ox += p->strip) {
            const int32_t outputs = (g->out_w - ox < p->strip) ? g->out_w - ox : p->strip;
            for (i = 0; i < p->groups; i++) {
                const float *image = x + i * channels;
                t.w = w + i * wide * area;
                t.bias = bias + i * wide;
                t.y = y + (oy * g->out_w + ox) * p->out_step + i * t.out_c;
                if (copied) {
                    edgec_gconv2d_f32_fill(p, oy, ox, channels, image, scratch);
                    edgec_gconv2d_f32_strip(&t, outputs, g->stride_w, g->dilation_w, p->cells / g->dilation_w, channels,
                                            scratch);
                } else {
                    image += (oy * g->stride_h * g->in_w + ox * g->stride_w) * g->in_c;
                    edgec_gconv2d_f32_strip(&t, outputs, g->stride_w, 1, 0, g->in_c, image);
                }
            }
        }
    }
}

/* Weights are w[groups][O / groups / 4][kh][kw][C / groups][4], biases [groups][O / groups / 4][4], filled up with
 * zeros in each group; scratch holds kh rows of cells columns of one group. */
static inline void edgec_gconv2d_f32_blocked(const edgec_gconv2d_f32_blocked_params *p, const float *EDGEC_RESTRICT x,
                                             const float *EDGEC_RESTRICT w, const float *EDGEC_RESTRICT bias,
                                             float *EDGEC_RESTRICT y, float *EDGEC_RESTRICT scratch)
{
    const edgec_geometry *g = &p->geo;
    int32_t n;
    for (n = 0; n < g->batch; n++) {
        edgec_gconv2d_f32_rows(p, 1, x, w, bias, y, scratch);
        x += g->in_h * g->in_w * g->in_c;
        y += g->out_h * g->out_w * p->out_step;
    }
}

/* Windows one column wide and no padding: the channels of a group are read where they lie. */
static inline void edgec_gconv2d_f32_whole_blocked(const edgec_gconv2d_f32_blocked_params *p,
                                                   const float *EDGEC_RESTRICT x, const float *EDGEC_RESTRICT w,
                                                   const float *EDGEC_RESTRICT bias, float *EDGEC_RESTRICT y)
{
    const edgec_geometry *g = &p->geo;
    int32_t n;
    for (n = 0; n < g->batch; n++) {
        edgec_gconv2d_f32_rows(p, 0, x, w, bias, y, NULL);
        x += g->in_h * g->in_w * g->in_c;
        y += g->out_h * g->out_w * p->out_step;
    }
}

#endif
