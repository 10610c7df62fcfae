/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, float16, channels last: x[N, H, W, C], w[O, kh, kw, C / groups], y[N, OH, OW, O]; taps outside of
 * the input are products with zero.  Sums begin with the bias and go from tap to tap (edgec_half_sum.h). */
#ifndef EDGEC_CONV2D_F16_H
#define EDGEC_CONV2D_F16_H

#include "edgec_half_sum.h"
#include "edgec_window.h"

typedef struct {
    edgec_geometry geo;
    int32_t groups;
    float lo, hi;
} edgec_conv2d_f16_params;

/* One output: x is the first channel of the group, w the filter. */
EDGEC_LAYER_PART float edgec_conv2d_f16_one(const edgec_conv2d_f16_params *p, const edgec_window *at, const uint16_t *x,
                                            const uint16_t *w, float acc)
{
    const edgec_geometry *g = &p->geo;
    const int32_t channels = g->in_c / p->groups;
    int32_t ky;
    int32_t kx;
    for (ky = 0; ky < g->kernel_h; ky++) {
        for (kx = 0; kx < g->kernel_w; kx++) {
            const int inside =
                ky >= at->rows.first && ky < at->rows.end && kx >= at->columns.first && kx < at->columns.end;
            acc = edgec_half_dot(inside ? x + edgec_cell(g, at, ky, kx) : NULL, w, channels, acc);
            w += channels;
        }
    }
    return acc;
}

EDGEC_LAYER_PART void edgec_conv2d_f16_half(const edgec_conv2d_f16_params *p, const uint16_t *x, const uint16_t *w,
                                            const uint16_t *bias, uint16_t *y)
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
                    const float sum = edgec_conv2d_f16_one(p, &at, x + (o / outputs) * channels, w + o * taps,
                                                           edgec_half_to_float(bias[o]));
                    y[o] = edgec_float_to_half(edgec_clamp_f32(sum, p->lo, p->hi));
                }
                y += g->out_c;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
