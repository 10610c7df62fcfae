/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8, channels last: x[N, H, W, C], w[O, kh, kw, C / groups], y[N, OH, OW, O].
 * The input's zero point is folded into the bias (bias - zero * sum of w), so a padded cell counts as in_zero * w. */
#ifndef EDGEC_CONV2D_S8_H
#define EDGEC_CONV2D_S8_H

#include "edgec_dot_s8.h"
#include "edgec_fixed.h"
#include "edgec_window.h"

typedef struct {
    edgec_geometry geo;
    int32_t groups;
    int32_t in_zero;
    int32_t out_zero, lo, hi;
} edgec_conv2d_s8_params;

/* acc + products of the taps inside the input; x is the first channel of the group, w the filter. */
EDGEC_LAYER_PART int32_t edgec_conv2d_s8_inside(const edgec_conv2d_s8_params *p, const edgec_window *at,
                                                const int8_t *x, const EDGEC_FLASH int8_t *w, int32_t acc)
{
    const edgec_geometry *g = &p->geo;
    const int32_t channels = g->in_c / p->groups;
    int32_t ky;
    int32_t kx;
    for (ky = at->rows.first; ky < at->rows.end; ky++) {
        const EDGEC_FLASH int8_t *w_row = w + ky * g->kernel_w * channels;
        if (p->groups == 1 && g->dilation_w == 1) { /* the row's cells are one run in x and in w */
            const int32_t run = (at->columns.end - at->columns.first) * channels;
            const int32_t first = at->columns.first;
            acc = edgec_dot_s8(x + edgec_cell(g, at, ky, first), w_row + first * channels, (edgec_count)run, acc);
        } else {
            for (kx = at->columns.first; kx < at->columns.end; kx++) {
                acc = edgec_dot_s8(x + edgec_cell(g, at, ky, kx), w_row + kx * channels, (edgec_count)channels, acc);
            }
        }
    }
    return acc;
}

/* Sum of the weights whose taps lie in the padding. */
EDGEC_LAYER_PART int32_t edgec_conv2d_s8_outside(const edgec_conv2d_s8_params *p, const edgec_window *at,
                                                 const EDGEC_FLASH int8_t *w)
{
    const edgec_geometry *g = &p->geo;
    const int32_t channels = g->in_c / p->groups;
    int32_t sum = 0;
    int32_t ky;
    int32_t kx;
    for (ky = 0; ky < g->kernel_h; ky++) {
        const _Bool row_inside = ky >= at->rows.first && ky < at->rows.end;
        for (kx = 0; kx < g->kernel_w; kx++) {
            if (!row_inside || kx < at->columns.first || kx >= at->columns.end) {
                sum += edgec_sum_s8(w + (ky * g->kernel_w + kx) * channels, channels);
            }
        }
    }
    return sum;
}

/* All output channels of one position. */
EDGEC_LAYER_PART void edgec_conv2d_s8_position(const edgec_conv2d_s8_params *p, const edgec_window *at, const int8_t *x,
                                               const EDGEC_FLASH int8_t *w, const EDGEC_FLASH int32_t *bias,
                                               const EDGEC_FLASH int32_t *multiplier, const EDGEC_FLASH uint8_t *shift,
                                               int8_t *y)
{
    const edgec_geometry *g = &p->geo;
    const int32_t channels = g->in_c / p->groups;
    const int32_t outputs = g->out_c / p->groups;
    const int32_t taps = g->kernel_h * g->kernel_w * channels;
    const int whole = edgec_window_is_whole(g, at);
    int32_t o;
    for (o = 0; o < g->out_c; o++) {
        int32_t acc = edgec_conv2d_s8_inside(p, at, x + (o / outputs) * channels, w + o * taps, bias[o]);
        if (!whole) {
            acc += p->in_zero * edgec_conv2d_s8_outside(p, at, w + o * taps);
        }
        y[o] = (int8_t)edgec_requantize(acc, multiplier[o], shift[o], p->out_zero, p->lo, p->hi);
    }
}

/* Any convolution. */
EDGEC_LAYER_PART void edgec_conv2d_s8_plain(const edgec_conv2d_s8_params *p, const int8_t *x,
                                            const EDGEC_FLASH int8_t *EDGEC_RESTRICT w,
                                            const EDGEC_FLASH int32_t *EDGEC_RESTRICT bias,
                                            const EDGEC_FLASH int32_t *EDGEC_RESTRICT multiplier,
                                            const EDGEC_FLASH uint8_t *EDGEC_RESTRICT shift, int8_t *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t n;
    int32_t oy;
    int32_t ox;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                edgec_conv2d_s8_position(p, &at, x, w, bias, multiplier, shift, y);
                y += g->out_c;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

/* 1x1, one group, no padding: every output position is one dense layer. */
EDGEC_LAYER_PART void edgec_conv2d_s8_1x1_plain(const edgec_conv2d_s8_params *p, const int8_t *x,
                                                const EDGEC_FLASH int8_t *EDGEC_RESTRICT w,
                                                const EDGEC_FLASH int32_t *EDGEC_RESTRICT bias,
                                                const EDGEC_FLASH int32_t *EDGEC_RESTRICT multiplier,
                                                const EDGEC_FLASH uint8_t *EDGEC_RESTRICT shift, int8_t *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t n;
    int32_t oy;
    int32_t ox;
    int32_t o;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const int8_t *cell = x + (oy * g->stride_h * g->in_w + ox * g->stride_w) * g->in_c;
                for (o = 0; o < g->out_c; o++) {
                    const int32_t acc = edgec_dot_s8(cell, w + o * g->in_c, (edgec_count)g->in_c, bias[o]);
                    y[o] = (int8_t)edgec_requantize(acc, multiplier[o], shift[o], p->out_zero, p->lo, p->hi);
                }
                y += g->out_c;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
