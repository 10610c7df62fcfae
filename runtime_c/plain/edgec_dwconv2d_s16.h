/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution, int16 activations and int8 weights, channels last: x[N, H, W, C], w[kh, kw, O] (taps first),
 * y[N, OH, OW, O], O a multiple of C.  Activations are symmetric: a padded cell is 0. */
#ifndef EDGEC_DWCONV2D_S16_H
#define EDGEC_DWCONV2D_S16_H

#include "edgec_fixed.h"
#include "edgec_window.h"

typedef struct {
    edgec_geometry geo;
    int32_t lo, hi;
} edgec_dwconv2d_s16_params;

/* acc + products of the taps inside the input; x is the channel's first cell, w the output channel's first tap. */
EDGEC_LAYER_PART int32_t edgec_dwconv2d_s16_sum(const edgec_geometry *g, const edgec_window *at, const int16_t *x,
                                                const int8_t *w, int32_t acc)
{
    int32_t ky;
    int32_t kx;
    for (ky = at->rows.first; ky < at->rows.end; ky++) {
        for (kx = at->columns.first; kx < at->columns.end; kx++) {
            acc += x[edgec_cell(g, at, ky, kx)] * w[(ky * g->kernel_w + kx) * g->out_c];
        }
    }
    return acc;
}

EDGEC_LAYER_PART void edgec_dwconv2d_s16_plain(const edgec_dwconv2d_s16_params *p, const int16_t *x,
                                               const int8_t *EDGEC_RESTRICT w, const int32_t *EDGEC_RESTRICT bias,
                                               const int32_t *EDGEC_RESTRICT multiplier,
                                               const uint8_t *EDGEC_RESTRICT shift, int16_t *y)
{
    const edgec_geometry *g = &p->geo;
    const int32_t per_channel = g->out_c / g->in_c;
    int32_t i;
    int32_t o;
    for (i = 0; i < g->batch * g->out_h * g->out_w; i++) {
        const int16_t *image = x + i / (g->out_h * g->out_w) * g->in_h * g->in_w * g->in_c;
        const edgec_window at = edgec_window_at(g, i / g->out_w % g->out_h, i % g->out_w);
        for (o = 0; o < g->out_c; o++) {
            const int32_t acc = edgec_dwconv2d_s16_sum(g, &at, image + o / per_channel, w + o, bias[o]);
            y[o] = (int16_t)edgec_requantize(acc, multiplier[o], shift[o], 0, p->lo, p->hi);
        }
        y += g->out_c;
    }
}

#endif
