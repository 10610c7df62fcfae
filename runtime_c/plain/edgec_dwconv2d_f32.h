/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution, float32, channels last: x[N, H, W, C], w[kh, kw, O] (taps first), y[N, OH, OW, O], O a
 * multiple of C; padding is zero. */
#ifndef EDGEC_DWCONV2D_F32_H
#define EDGEC_DWCONV2D_F32_H

#include "edgec_float.h"
#include "edgec_window.h"

#define EDGEC_DWCONV2D_F32_BLOCK 4 /* channels whose sums are held in registers */

typedef struct {
    edgec_geometry geo;
    float lo, hi;
} edgec_dwconv2d_f32_params;

/* Output channels first .. first + count - 1 of one position. */
EDGEC_LAYER_PART void edgec_dwconv2d_f32_block(const edgec_dwconv2d_f32_params *p, const edgec_window *at,
                                               const float *x, const float *w, const float *bias, int32_t first,
                                               int32_t count, float *y)
{
    const edgec_geometry *g = &p->geo;
    const int32_t multiplier = g->out_c / g->in_c;
    float acc[EDGEC_DWCONV2D_F32_BLOCK] = {0};
    int32_t ky;
    int32_t kx;
    int32_t i;
    for (i = 0; i < count; i++) {
        acc[i] = bias[first + i];
    }
    for (ky = at->rows.first; ky < at->rows.end; ky++) {
        const float *w_tap = w + (ky * g->kernel_w + at->columns.first) * g->out_c + first;
        const float *x_tap = x + edgec_cell(g, at, ky, at->columns.first);
        for (kx = at->columns.first; kx < at->columns.end; kx++) {
            for (i = 0; i < count; i++) {
                acc[i] += x_tap[(g->in_c == 1) ? 0 : (first + i) / multiplier] * w_tap[i];
            }
            w_tap += g->out_c;
            x_tap += g->dilation_w * g->in_c;
        }
    }
    for (i = 0; i < count; i++) {
        y[first + i] = edgec_clamp_f32(acc[i], p->lo, p->hi);
    }
}

EDGEC_LAYER_PART void edgec_dwconv2d_f32_plain(const edgec_dwconv2d_f32_params *p, const float *x,
                                               const float *EDGEC_RESTRICT w, const float *EDGEC_RESTRICT bias,
                                               float *y)
{
    const edgec_geometry *g = &p->geo;
    const int32_t blocked = g->out_c - g->out_c % EDGEC_DWCONV2D_F32_BLOCK;
    int32_t n;
    int32_t oy;
    int32_t ox;
    int32_t o;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                for (o = 0; o < blocked; o += EDGEC_DWCONV2D_F32_BLOCK) {
                    edgec_dwconv2d_f32_block(p, &at, x, w, bias, o, EDGEC_DWCONV2D_F32_BLOCK, y);
                }
                for (; o < g->out_c; o++) {
                    edgec_dwconv2d_f32_block(p, &at, x, w, bias, o, 1, y);
                }
                y += g->out_c;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
