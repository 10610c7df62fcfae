/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, float32, channels last: x[N, H, W, C], w[O, kh, kw, C / groups], y[N, OH, OW, O]; padding is zero.
 */
#ifndef EDGEC_CONV2D_F32_H
#define EDGEC_CONV2D_F32_H

#include "edgec_dot_f32.h"
#include "edgec_window.h"

typedef struct {
    edgec_geometry geo;
    int32_t groups;
    float lo, hi;
} edgec_conv2d_f32_params;

/* acc + products of the taps inside the input; x is the first channel of the group, w the filter. */
EDGEC_LAYER_PART float edgec_conv2d_f32_inside(const edgec_conv2d_f32_params *p, const edgec_window *at, const float *x,
                                               const float *w, float acc)
{
    const edgec_geometry *g = &p->geo;
    const int32_t channels = g->in_c / p->groups;
    int32_t ky;
    int32_t kx;
    for (ky = at->rows.first; ky < at->rows.end; ky++) {
        const float *w_row = w + ky * g->kernel_w * channels;
        if (p->groups == 1 && g->dilation_w == 1) { /* the row's cells are one run in x and in w */
            const int32_t run = (at->columns.end - at->columns.first) * channels;
            const int32_t first = at->columns.first;
            acc = edgec_dot_f32(x + edgec_cell(g, at, ky, first), w_row + first * channels, run, acc);
        } else {
            for (kx = at->columns.first; kx < at->columns.end; kx++) {
                acc = edgec_dot_f32(x + edgec_cell(g, at, ky, kx), w_row + kx * channels, channels, acc);
            }
        }
    }
    return acc;
}

/* Any convolution. */
EDGEC_LAYER_PART void edgec_conv2d_f32_plain(const edgec_conv2d_f32_params *p, const float *x,
                                             const float *EDGEC_RESTRICT w, const float *EDGEC_RESTRICT bias, float *y)
{
    const edgec_geometry *g = &p->geo;
    const int32_t channels = g->in_c / p->groups;
    const int32_t outputs = g->out_c / p->groups;
    const int32_t taps = g->kernel_h * g->kernel_w * channels;
    int32_t n;
    int32_t oy;
    int32_t ox;
    int32_t o;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                for (o = 0; o < g->out_c; o++) {
                    const float *x_group = x + (o / outputs) * channels;
                    const float acc = edgec_conv2d_f32_inside(p, &at, x_group, w + o * taps, bias[o]);
                    y[o] = edgec_clamp_f32(acc, p->lo, p->hi);
                }
                y += g->out_c;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

/* 1x1, one group, no padding: every output position is one dense layer. */
EDGEC_LAYER_PART void edgec_conv2d_f32_1x1_plain(const edgec_conv2d_f32_params *p, const float *x,
                                                 const float *EDGEC_RESTRICT w, const float *EDGEC_RESTRICT bias,
                                                 float *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t n;
    int32_t oy;
    int32_t ox;
    int32_t o;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const float *cell = x + (oy * g->stride_h * g->in_w + ox * g->stride_w) * g->in_c;
                for (o = 0; o < g->out_c; o++) {
                    const float acc = edgec_dot_f32(cell, w + o * g->in_c, g->in_c, bias[o]);
                    y[o] = edgec_clamp_f32(acc, p->lo, p->hi);
                }
                y += g->out_c;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
