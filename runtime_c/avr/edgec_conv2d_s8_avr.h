/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8, channels last, for cores of 8 bits: x[N, H, W, C], w[O, kh, kw, C / groups], y[N, OH, OW, O].
 * The window of a group is copied to scratch, padding among it, so that each output is one run of products.  The
 * input's zero point is folded into the bias. */
#ifndef EDGEC_CONV2D_S8_AVR_H
#define EDGEC_CONV2D_S8_AVR_H

#include "edgec_dot_s8.h"
#include "edgec_fixed.h"
#include "edgec_window.h"

typedef struct {
    edgec_geometry geo;
    int32_t groups, in_zero;
    int32_t out_zero, lo, hi;
} edgec_conv2d_s8_avr_params;

/* One line of a window of which x is the line's first cell, perhaps outside of it: cells of the input, and what padding
 * counts as; gives where they end. */
EDGEC_LAYER_PART int8_t *edgec_conv2d_line_avr(const edgec_conv2d_s8_avr_params *p, const int8_t *x, _Bool inside,
                                               edgec_count column, int8_t *to)
{
    const edgec_geometry *g = &p->geo;
    const edgec_count channels = (edgec_count)(g->in_c / p->groups);
    const edgec_count step = (edgec_count)(g->in_c * g->dilation_w);
    const edgec_count taps = (edgec_count)g->kernel_w;
    const edgec_count end = (edgec_count)g->in_w;
    edgec_count kx;
    for (kx = 0; kx < taps; kx++) {
        const int8_t *from = x;
        edgec_count left;
        if (inside && column >= 0 && column < end) {
            for (left = channels; left > 0; left--) {
                *to++ = *from++;
            }
        } else {
            for (left = channels; left > 0; left--) {
                *to++ = (int8_t)p->in_zero;
            }
        }
        x += step;
        column += (edgec_count)g->dilation_w;
    }
    return to;
}

/* The outputs of one group at the position whose window begins at (row, column). */
EDGEC_LAYER_PART void edgec_conv2d_group_avr(const edgec_conv2d_s8_avr_params *p, const int8_t *x, edgec_count row,
                                             edgec_count column, int8_t *cells)
{
    const edgec_geometry *g = &p->geo;
    const edgec_count step = (edgec_count)(g->dilation_h * g->in_w * g->in_c);
    edgec_count ky;
    int8_t *to = cells;
    for (ky = 0; ky < (edgec_count)g->kernel_h; ky++) {
        to = edgec_conv2d_line_avr(p, x, row >= 0 && row < (edgec_count)g->in_h, column, to);
        x += step;
        row += (edgec_count)g->dilation_h;
    }
}

EDGEC_LAYER_PART void edgec_conv2d_s8_avr(const edgec_conv2d_s8_avr_params *p, const int8_t *x,
                                          const EDGEC_FLASH int8_t *EDGEC_RESTRICT w,
                                          const EDGEC_FLASH int32_t *EDGEC_RESTRICT bias,
                                          const EDGEC_FLASH int32_t *EDGEC_RESTRICT multiplier,
                                          const EDGEC_FLASH uint8_t *EDGEC_RESTRICT shift, int8_t *y, int8_t *cells)
{
    const edgec_geometry *g = &p->geo;
    const edgec_count channels = (edgec_count)(g->in_c / p->groups);
    const edgec_count outputs = (edgec_count)(g->out_c / p->groups);
    const edgec_count taps = (edgec_count)(g->kernel_h * g->kernel_w * channels);
    edgec_count n;
    edgec_count oy;
    edgec_count ox;
    edgec_count group;
    edgec_count i;
    for (n = 0; n < (edgec_count)g->batch; n++) {
        for (oy = 0; oy < (edgec_count)g->out_h; oy++) {
            const edgec_count row = (edgec_count)(oy * g->stride_h - g->pad_top);
            for (ox = 0; ox < (edgec_count)g->out_w; ox++) {
                const edgec_count column = (edgec_count)(ox * g->stride_w - g->pad_left);
                const int8_t *from = x + (edgec_count)((row * g->in_w + column) * g->in_c);
                const EDGEC_FLASH int8_t *filter = w;
                edgec_count o = 0;
                for (group = 0; group < (edgec_count)p->groups; group++) {
                    edgec_conv2d_group_avr(p, from, row, column, cells);
                    for (i = 0; i < outputs; i++) {
                        const int32_t acc = edgec_dot_s8(cells, filter, taps, bias[o]);
                        *y++ = (int8_t)edgec_requantize(acc, multiplier[o], shift[o], p->out_zero, p->lo, p->hi);
                        filter += taps;
                        o++;
                    }
                    from += channels;
                }
            }
        }
        x += (edgec_count)(g->in_h * g->in_w * g->in_c);
    }
}

#endif
