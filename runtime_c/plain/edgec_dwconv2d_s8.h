/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution, int8, channels last: x[N, H, W, C], w[kh, kw, O] (taps first), y[N, OH, OW, O], O a multiple
 * of C. The input's zero point is folded into the bias, so a padded cell counts as in_zero * w. */
#ifndef EDGEC_DWCONV2D_S8_H
#define EDGEC_DWCONV2D_S8_H

#include "edgec_fixed.h"
#include "edgec_window.h"

#define EDGEC_DWCONV2D_S8_BLOCK 4 /* channels whose sums are held in registers */

typedef struct {
    edgec_geometry geo;
    int32_t in_zero;
    int32_t out_zero, lo, hi;
} edgec_dwconv2d_s8_params;

/* acc[i] += products of output channels first .. first + count - 1; every tap lies inside the input. */
EDGEC_LAYER_PART void edgec_dwconv2d_s8_whole(const edgec_dwconv2d_s8_params *p, const edgec_window *at,
                                              const int8_t *x, const EDGEC_FLASH int8_t *w, int32_t first,
                                              int32_t count, int32_t *acc)
{
    const edgec_geometry *g = &p->geo;
    const int32_t multiplier = g->out_c / g->in_c;
    int32_t ky;
    int32_t kx;
    int32_t i;
    for (ky = 0; ky < g->kernel_h; ky++) {
        for (kx = 0; kx < g->kernel_w; kx++) {
            const EDGEC_FLASH int8_t *w_tap = w + (ky * g->kernel_w + kx) * g->out_c + first;
            const int8_t *x_tap = x + edgec_cell(g, at, ky, kx);
            EDGEC_UNROLLED
            for (i = 0; i < count; i++) {
                acc[i] = edgec_mac_s8(acc[i], x_tap[(g->in_c == 1) ? 0 : (first + i) / multiplier], w_tap[i]);
            }
        }
    }
}

/* The same at the border, where a tap in the padding counts as in_zero * w. */
EDGEC_LAYER_PART void edgec_dwconv2d_s8_border(const edgec_dwconv2d_s8_params *p, const edgec_window *at,
                                               const int8_t *x, const EDGEC_FLASH int8_t *w, int32_t first,
                                               int32_t count, int32_t *acc)
{
    const edgec_geometry *g = &p->geo;
    const int32_t multiplier = g->out_c / g->in_c;
    int32_t ky;
    int32_t kx;
    int32_t i;
    for (ky = 0; ky < g->kernel_h; ky++) {
        const _Bool row_inside = ky >= at->rows.first && ky < at->rows.end;
        for (kx = 0; kx < g->kernel_w; kx++) {
            const EDGEC_FLASH int8_t *w_tap = w + (ky * g->kernel_w + kx) * g->out_c + first;
            if (row_inside && kx >= at->columns.first && kx < at->columns.end) {
                const int8_t *x_tap = x + edgec_cell(g, at, ky, kx);
                EDGEC_UNROLLED
                for (i = 0; i < count; i++) {
                    acc[i] = edgec_mac_s8(acc[i], x_tap[(g->in_c == 1) ? 0 : (first + i) / multiplier], w_tap[i]);
                }
            } else {
                EDGEC_UNROLLED
                for (i = 0; i < count; i++) {
                    acc[i] = edgec_mac_s8(acc[i], p->in_zero, w_tap[i]);
                }
            }
        }
    }
}

/* Output channels first .. first + count - 1 of one position. */
EDGEC_LAYER_PART void edgec_dwconv2d_s8_block(const edgec_dwconv2d_s8_params *p, const edgec_window *at,
                                              const int8_t *x, const EDGEC_FLASH int8_t *w,
                                              const EDGEC_FLASH int32_t *bias, const EDGEC_FLASH int32_t *multiplier,
                                              const EDGEC_FLASH uint8_t *shift, int32_t first, int32_t count, int8_t *y)
{
    int32_t acc[EDGEC_DWCONV2D_S8_BLOCK] = {0};
    int32_t i;
    EDGEC_UNROLLED
    for (i = 0; i < count; i++) {
        acc[i] = bias[first + i];
    }
    if (edgec_window_is_whole(&p->geo, at) != 0) {
        edgec_dwconv2d_s8_whole(p, at, x, w, first, count, acc);
    } else {
        edgec_dwconv2d_s8_border(p, at, x, w, first, count, acc);
    }
    EDGEC_UNROLLED
    for (i = 0; i < count; i++) {
        const int32_t o = first + i;
        y[o] = (int8_t)edgec_requantize(acc[i], multiplier[o], shift[o], p->out_zero, p->lo, p->hi);
    }
}

EDGEC_LAYER_PART void edgec_dwconv2d_s8_plain(const edgec_dwconv2d_s8_params *p, const int8_t *x,
                                              const EDGEC_FLASH int8_t *EDGEC_RESTRICT w,
                                              const EDGEC_FLASH int32_t *EDGEC_RESTRICT bias,
                                              const EDGEC_FLASH int32_t *EDGEC_RESTRICT multiplier,
                                              const EDGEC_FLASH uint8_t *EDGEC_RESTRICT shift, int8_t *y)
{
    const edgec_geometry *g = &p->geo;
    const int32_t blocked = g->out_c - g->out_c % EDGEC_DWCONV2D_S8_BLOCK;
    int32_t n;
    int32_t oy;
    int32_t ox;
    int32_t o;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                for (o = 0; o < blocked; o += EDGEC_DWCONV2D_S8_BLOCK) {
                    edgec_dwconv2d_s8_block(p, &at, x, w, bias, multiplier, shift, o, EDGEC_DWCONV2D_S8_BLOCK, y);
                }
                for (; o < g->out_c; o++) {
                    edgec_dwconv2d_s8_block(p, &at, x, w, bias, multiplier, shift, o, 1, y);
                }
                y += g->out_c;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
