/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution and fully connected layer, int8 activations and packed int4 weights.
 *
 * A filter's weights lie in ceil(n / 2) bytes, two's complement nibbles, the first in the low half.  One filter at a
 * time is unpacked to the scratch buffer and applied to all positions, so unpacking costs little. */
#ifndef EDGEC_CONV2D_S4_H
#define EDGEC_CONV2D_S4_H

#include "edgec_conv2d_s8.h"

typedef struct {
    edgec_conv2d_s8_params conv;
} edgec_conv2d_s4_params;

typedef struct {
    int32_t rows, in_c, out_c;
    int32_t out_zero, lo, hi;
} edgec_dense_s4_params;

EDGEC_LAYER_PART int8_t edgec_first_s4(uint8_t pair)
{
    const uint32_t low = ((uint32_t)pair & 15u) ^ 8u;
    return (int8_t)((int32_t)low - 8);
}

EDGEC_LAYER_PART int8_t edgec_second_s4(uint8_t pair)
{
    const uint32_t high = ((uint32_t)pair >> 4) ^ 8u;
    return (int8_t)((int32_t)high - 8);
}

EDGEC_LAYER_PART void edgec_unpack_s4(const uint8_t *packed, int32_t n, int8_t *w)
{
    int32_t i;
    for (i = 0; i < n - 1; i += 2) {
        w[i] = edgec_first_s4(packed[i >> 1]);
        w[i + 1] = edgec_second_s4(packed[i >> 1]);
    }
    if (i < n) {
        w[i] = edgec_first_s4(packed[i >> 1]);
    }
}

/* Output channel o at all positions; w is its unpacked filter. */
EDGEC_LAYER_PART void edgec_conv2d_s4_channel(const edgec_conv2d_s8_params *p, const int8_t *x, const int8_t *w,
                                              int32_t o, int32_t bias, int32_t multiplier, uint8_t shift, int8_t *y)
{
    const edgec_geometry *g = &p->geo;
    const int8_t *group = x + o / (g->out_c / p->groups) * (g->in_c / p->groups);
    int32_t i;
    for (i = 0; i < g->batch * g->out_h * g->out_w; i++) {
        const edgec_window at = edgec_window_at(g, i / g->out_w % g->out_h, i % g->out_w);
        const int8_t *image = group + i / (g->out_h * g->out_w) * g->in_h * g->in_w * g->in_c;
        int32_t acc = edgec_conv2d_s8_inside(p, &at, image, w, bias);
        if (!edgec_window_is_whole(g, &at)) {
            acc += p->in_zero * edgec_conv2d_s8_outside(p, &at, w);
        }
        y[i * g->out_c + o] = (int8_t)edgec_requantize(acc, multiplier, shift, p->out_zero, p->lo, p->hi);
    }
}

/* scratch: kernel_h * kernel_w * in_c / groups bytes. */
EDGEC_LAYER_PART void edgec_conv2d_s4_plain(const edgec_conv2d_s4_params *p, const int8_t *EDGEC_RESTRICT x,
                                            const uint8_t *EDGEC_RESTRICT w, const int32_t *EDGEC_RESTRICT bias,
                                            const int32_t *EDGEC_RESTRICT multiplier,
                                            const uint8_t *EDGEC_RESTRICT shift, int8_t *EDGEC_RESTRICT y,
                                            int8_t *EDGEC_RESTRICT scratch)
{
    const edgec_geometry *g = &p->conv.geo;
    const int32_t taps = g->kernel_h * g->kernel_w * (g->in_c / p->conv.groups);
    int32_t o;
    for (o = 0; o < g->out_c; o++) {
        edgec_unpack_s4(w + o * ((taps + 1) / 2), taps, scratch);
        edgec_conv2d_s4_channel(&p->conv, x, scratch, o, bias[o], multiplier[o], shift[o], y);
    }
}

/* acc + sum of x[i] * w[i], i < n, w packed. */
EDGEC_LAYER_PART int32_t edgec_dot_s4(const int8_t *EDGEC_RESTRICT x, const uint8_t *EDGEC_RESTRICT w, int32_t n,
                                      int32_t acc)
{
    int32_t i;
    for (i = 0; i < n - 1; i += 2) {
        const uint8_t pair = w[i >> 1];
        acc += x[i] * edgec_first_s4(pair);
        acc += x[i + 1] * edgec_second_s4(pair);
    }
    if (i < n) {
        acc += x[i] * edgec_first_s4(w[i >> 1]);
    }
    return acc;
}

EDGEC_LAYER_PART void edgec_dense_s4_plain(const edgec_dense_s4_params *p, const int8_t *EDGEC_RESTRICT x,
                                           const uint8_t *EDGEC_RESTRICT w, const int32_t *EDGEC_RESTRICT bias,
                                           const int32_t *EDGEC_RESTRICT multiplier,
                                           const uint8_t *EDGEC_RESTRICT shift, int8_t *EDGEC_RESTRICT y)
{
    const int32_t row = (p->in_c + 1) / 2;
    int32_t m;
    int32_t o;
    for (m = 0; m < p->rows; m++) {
        for (o = 0; o < p->out_c; o++) {
            const int32_t acc = edgec_dot_s4(x + m * p->in_c, w + o * row, p->in_c, bias[o]);
            y[m * p->out_c + o] = (int8_t)edgec_requantize(acc, multiplier[o], shift[o], p->out_zero, p->lo, p->hi);
        }
    }
}

#endif
