/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int16 activations and int8 weights, channels last: x[N, H, W, C], w[O, kh, kw, C / groups],
 * y[N, OH, OW, O].  Activations are symmetric: a padded cell is 0. */
#ifndef EDGEC_CONV2D_S16_H
#define EDGEC_CONV2D_S16_H

#include "edgec_dot_s16.h"
#include "edgec_fixed.h"
#include "edgec_window.h"

typedef struct {
    edgec_geometry geo;
    int32_t groups;
    int32_t lo, hi;
} edgec_conv2d_s16_params;

/* acc + products of the taps inside the input; x is the first channel of the group, w the filter. */
EDGEC_LAYER_PART int32_t edgec_conv2d_s16_inside(const edgec_conv2d_s16_params *p, const edgec_window *at,
                                                 const int16_t *x, const int8_t *w, int32_t acc)
{
    const edgec_geometry *g = &p->geo;
    const int32_t channels = g->in_c / p->groups;
    int32_t ky;
    int32_t kx;
    for (ky = at->rows.first; ky < at->rows.end; ky++) {
        const int8_t *w_row = w + ky * g->kernel_w * channels;
        if (p->groups == 1 && g->dilation_w == 1) { /* the row's cells are one run in x and in w */
            const int32_t run = (at->columns.end - at->columns.first) * channels;
            const int32_t first = at->columns.first;
            acc = edgec_dot_s16(x + edgec_cell(g, at, ky, first), w_row + first * channels, run, acc);
        } else {
            for (kx = at->columns.first; kx < at->columns.end; kx++) {
                acc = edgec_dot_s16(x + edgec_cell(g, at, ky, kx), w_row + kx * channels, channels, acc);
            }
        }
    }
    return acc;
}

EDGEC_LAYER_PART void edgec_conv2d_s16_plain(const edgec_conv2d_s16_params *p, const int16_t *x,
                                             const int8_t *EDGEC_RESTRICT w, const int32_t *EDGEC_RESTRICT bias,
                                             const int32_t *EDGEC_RESTRICT multiplier,
                                             const uint8_t *EDGEC_RESTRICT shift, int16_t *y)
{
    const edgec_geometry *g = &p->geo;
    const int32_t channels = g->in_c / p->groups;
    const int32_t outputs = g->out_c / p->groups;
    const int32_t taps = g->kernel_h * g->kernel_w * channels;
    int32_t i;
    int32_t o;
    for (i = 0; i < g->batch * g->out_h * g->out_w; i++) {
        const int16_t *image = x + i / (g->out_h * g->out_w) * g->in_h * g->in_w * g->in_c;
        const edgec_window at = edgec_window_at(g, i / g->out_w % g->out_h, i % g->out_w);
        for (o = 0; o < g->out_c; o++) {
            const int16_t *first = image + (o / outputs) * channels;
            const int32_t acc = edgec_conv2d_s16_inside(p, &at, first, w + o * taps, bias[o]);
            y[o] = (int16_t)edgec_requantize(acc, multiplier[o], shift[o], 0, p->lo, p->hi);
        }
        y += g->out_c;
    }
}

#endif
