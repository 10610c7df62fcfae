/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, one group, float32, channels last, four output positions at a time; padding is zero. */
#ifndef EDGEC_CONV2D_F32_BLOCKED_H
#define EDGEC_CONV2D_F32_BLOCKED_H

#include "edgec_gemm_f32_blocked.h"
#include "edgec_window.h"

/* bounds is one of EDGEC_BOUND_*. */
typedef struct {
    edgec_geometry geo;
    int32_t bounds;
    float lo, hi;
    int32_t out_step; /* from one position of y to the next */
} edgec_conv2d_f32_blocked_params;

/* The cells of a window in a row, zeros where it leaves the input. */
EDGEC_SHARED_CODE void edgec_conv2d_f32_gather(const edgec_geometry *g, const edgec_window *at, const float *x,
                                               float *to)
{
    const int32_t taps = g->kernel_w * g->in_c;
    int32_t ky;
    int32_t kx;
    for (ky = 0; ky < g->kernel_h; ky++) {
        if (ky < at->rows.first || ky >= at->rows.end) {
            edgec_zero_f32(taps, to);
        } else if (g->dilation_w == 1) {
            const int32_t before = at->columns.first * g->in_c;
            const int32_t inside = (at->columns.end - at->columns.first) * g->in_c;
            edgec_zero_f32(before, to);
            edgec_copy_f32(x + edgec_cell(g, at, ky, at->columns.first), inside, to + before);
            edgec_zero_f32(taps - before - inside, to + before + inside);
        } else {
            for (kx = 0; kx < g->kernel_w; kx++) {
                if (kx < at->columns.first || kx >= at->columns.end) {
                    edgec_zero_f32(g->in_c, to + kx * g->in_c);
                } else {
                    edgec_copy_f32(x + edgec_cell(g, at, ky, kx), g->in_c, to + kx * g->in_c);
                }
            }
        }
        to += taps;
    }
}

/* The next positions where no window leaves the input. */
static inline void edgec_conv2d_f32_direct(const edgec_geometry *g, int32_t position, const float *x, edgec_tile_f32 *t)
{
    int32_t i;
    for (i = 0; i < EDGEC_TILE; i++) {
        const int32_t used = position + ((i < t->count) ? i : 0);
        const int32_t oy = used / g->out_w;
        const int32_t ox = used - oy * g->out_w;
        t->x[i] = x + (oy * g->stride_h * g->in_w + ox * g->stride_w) * g->in_c;
    }
}

/* The next positions where windows may leave the input, or have gaps: four windows lie in the scratch then. */
static inline void edgec_conv2d_f32_padded(const edgec_geometry *g, int32_t position, const float *x, float *scratch,
                                           edgec_tile_f32 *t)
{
    const int32_t taps = g->kernel_h * g->kernel_w * g->in_c;
    edgec_window at[EDGEC_TILE];
    int whole = g->dilation_w == 1;
    int32_t i;
    for (i = 0; i < EDGEC_TILE; i++) {
        const int32_t used = position + ((i < t->count) ? i : 0);
        const int32_t oy = used / g->out_w;
        at[i] = edgec_window_at(g, oy, used - oy * g->out_w);
        whole &= edgec_window_is_whole(g, &at[i]);
    }
    for (i = 0; i < EDGEC_TILE; i++) {
        if (whole) {
            t->x[i] = x + edgec_cell(g, &at[i], 0, 0);
        } else {
            t->x[i] = scratch + i * taps;
            edgec_conv2d_f32_gather(g, &at[i], x, scratch + i * taps);
        }
    }
    t->rows = whole ? g->kernel_h : 1;
    t->run = whole ? g->kernel_w * g->in_c : taps;
}

static inline void edgec_conv2d_f32_tiles(const edgec_conv2d_f32_blocked_params *p, int padded, const float *x,
                                          const float *w, const float *bias, float *y, float *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int32_t positions = g->out_h * g->out_w;
    edgec_tile_f32 t;
    int32_t n;
    int32_t i;
    t.w = w;
    t.bias = bias;
    t.out_c = g->out_c;
    t.step = p->out_step;
    t.rows = g->kernel_h;
    t.run = g->kernel_w * g->in_c;
    t.x_row = g->dilation_h * g->in_w * g->in_c;
    t.bounds = p->bounds;
    t.lo = p->lo;
    t.hi = p->hi;
    for (n = 0; n < g->batch; n++) {
        for (i = 0; i < positions; i += EDGEC_TILE) {
            t.count = (positions - i < EDGEC_TILE) ? positions - i : EDGEC_TILE;
            t.y = y + i * p->out_step;
            if (padded) {
                edgec_conv2d_f32_padded(g, i, x, scratch, &t);
            } else {
                edgec_conv2d_f32_direct(g, i, x, &t);
            }
            edgec_tile_f32_run(&t);
        }
        x += g->in_h * g->in_w * g->in_c;
        y += positions * p->out_step;
    }
}

/* Any padding and dilation; scratch holds four windows. */
static inline void edgec_conv2d_f32_blocked(const edgec_conv2d_f32_blocked_params *p, const float *EDGEC_RESTRICT x,
                                            const float *EDGEC_RESTRICT w, const float *EDGEC_RESTRICT bias,
                                            float *EDGEC_RESTRICT y, float *EDGEC_RESTRICT scratch)
{
    edgec_conv2d_f32_tiles(p, 1, x, w, bias, y, scratch);
}

/* No padding and no dilation of columns: every row of a window is one run in memory. */
static inline void edgec_conv2d_f32_whole_blocked(const edgec_conv2d_f32_blocked_params *p,
                                                  const float *EDGEC_RESTRICT x, const float *EDGEC_RESTRICT w,
                                                  const float *EDGEC_RESTRICT bias, float *EDGEC_RESTRICT y)
{
    edgec_conv2d_f32_tiles(p, 0, x, w, bias, y, NULL);
}

#endif
