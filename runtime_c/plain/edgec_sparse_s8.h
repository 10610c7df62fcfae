/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Convolution and fully connected layer, int8, of whose weights only the blocks that are not zero are stored.
 *
 * A block is four neighbouring input channels of one tap and one output channel.  A filter is counts[o] blocks in the
 * order of the input; gaps[] says how many blocks are left out before each of them.  A cell of the input takes whole
 * blocks: where its channels are no multiple of four, windows are copied and filled up.  The input's zero point is
 * folded into the bias; padded cells hold the zero point. */
#ifndef EDGEC_SPARSE_S8_H
#define EDGEC_SPARSE_S8_H

#include "edgec_fixed.h"
#include "edgec_window.h"

#define EDGEC_SPARSE_BLOCK 4 /* input channels */

typedef struct {
    edgec_geometry geo;
    int32_t in_zero;
    int32_t out_zero, lo, hi;
} edgec_conv2d_s8_sparse_params;

typedef struct {
    int32_t rows, in_c, out_c;
    int32_t out_zero, lo, hi;
} edgec_dense_s8_sparse_params;

/* What is stored of a layer. */
typedef struct {
    const int8_t *weights;
    const uint8_t *gaps;
    const uint16_t *counts;
    const int32_t *bias, *multiplier;
    const uint8_t *shift;
} edgec_sparse_filters;

static inline edgec_sparse_filters edgec_sparse_stored(const int8_t *weights, const uint8_t *gaps,
                                                       const uint16_t *counts, const int32_t *bias,
                                                       const int32_t *multiplier, const uint8_t *shift)
{
    edgec_sparse_filters f;
    f.weights = weights;
    f.gaps = gaps;
    f.counts = counts;
    f.bias = bias;
    f.multiplier = multiplier;
    f.shift = shift;
    return f;
}

/* acc + products of count blocks. */
EDGEC_LAYER_PART int32_t edgec_sparse_dot_s8(const int8_t *x, const int8_t *EDGEC_RESTRICT w,
                                             const uint8_t *EDGEC_RESTRICT gaps, int32_t count, int32_t acc)
{
    int32_t i;
    for (i = 0; i < count; i++) {
        x = &x[EDGEC_SPARSE_BLOCK * (int32_t)gaps[i]];
        acc += x[0] * w[0];
        acc += x[1] * w[1];
        acc += x[2] * w[2];
        acc += x[3] * w[3];
        x += EDGEC_SPARSE_BLOCK;
        w += EDGEC_SPARSE_BLOCK;
    }
    return acc;
}

/* All outputs of one window, whose cells are whole blocks. */
EDGEC_LAYER_PART void edgec_sparse_outputs_s8(const edgec_sparse_filters *f, const int8_t *x, int32_t outputs,
                                              int32_t out_zero, int32_t lo, int32_t hi, int8_t *y)
{
    int32_t first = 0; /* block of the filter */
    int32_t o;
    for (o = 0; o < outputs; o++) {
        const int32_t count = f->counts[o];
        const int32_t acc =
            edgec_sparse_dot_s8(x, f->weights + EDGEC_SPARSE_BLOCK * first, f->gaps + first, count, f->bias[o]);
        y[o] = (int8_t)edgec_requantize(acc, f->multiplier[o], f->shift[o], out_zero, lo, hi);
        first += count;
    }
}

/* The window at one position: in_c channels of each cell, filled up with zeros. */
EDGEC_LAYER_PART void edgec_sparse_window_s8(const edgec_conv2d_s8_sparse_params *p, const int8_t *x, int32_t row,
                                             int32_t column, int8_t *EDGEC_RESTRICT to)
{
    const edgec_geometry *g = &p->geo;
    const int32_t cell = (g->in_c + EDGEC_SPARSE_BLOCK - 1) / EDGEC_SPARSE_BLOCK * EDGEC_SPARSE_BLOCK;
    int32_t ky;
    int32_t kx;
    int32_t i;
    for (ky = 0; ky < g->kernel_h; ky++) {
        const int32_t at_row = row + ky * g->dilation_h;
        for (kx = 0; kx < g->kernel_w; kx++) {
            const int32_t at_column = column + kx * g->dilation_w;
            if (at_row >= 0 && at_row < g->in_h && at_column >= 0 && at_column < g->in_w) {
                (void)memcpy(to, x + (at_row * g->in_w + at_column) * g->in_c, (size_t)g->in_c);
            } else {
                for (i = 0; i < g->in_c; i++) {
                    to[i] = (int8_t)p->in_zero;
                }
            }
            for (i = g->in_c; i < cell; i++) {
                to[i] = (int8_t)0;
            }
            to = &to[cell];
        }
    }
}

/* Any convolution of one group.  Scratch: a window. */
EDGEC_LAYER_PART void
edgec_conv2d_s8_sparse_plain(const edgec_conv2d_s8_sparse_params *p, const int8_t *x,
                             const int8_t *EDGEC_RESTRICT weights, const uint8_t *EDGEC_RESTRICT gaps,
                             const uint16_t *EDGEC_RESTRICT counts, const int32_t *EDGEC_RESTRICT bias,
                             const int32_t *EDGEC_RESTRICT multiplier, const uint8_t *EDGEC_RESTRICT shift, int8_t *y,
                             int8_t *EDGEC_RESTRICT scratch)
{
    const edgec_geometry *g = &p->geo;
    const edgec_sparse_filters filters = edgec_sparse_stored(weights, gaps, counts, bias, multiplier, shift);
    int32_t n;
    int32_t oy;
    int32_t ox;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                edgec_sparse_window_s8(p, x, oy * g->stride_h - g->pad_top, ox * g->stride_w - g->pad_left, scratch);
                edgec_sparse_outputs_s8(&filters, scratch, g->out_c, p->out_zero, p->lo, p->hi, y);
                y += g->out_c;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

/* Rows of whole blocks, read in place: a fully connected layer, or a 1x1 convolution of stride 1. */
EDGEC_LAYER_PART void
edgec_dense_s8_sparse_plain(const edgec_dense_s8_sparse_params *p, const int8_t *x,
                            const int8_t *EDGEC_RESTRICT weights, const uint8_t *EDGEC_RESTRICT gaps,
                            const uint16_t *EDGEC_RESTRICT counts, const int32_t *EDGEC_RESTRICT bias,
                            const int32_t *EDGEC_RESTRICT multiplier, const uint8_t *EDGEC_RESTRICT shift, int8_t *y)
{
    const edgec_sparse_filters filters = edgec_sparse_stored(weights, gaps, counts, bias, multiplier, shift);
    int32_t m;
    for (m = 0; m < p->rows; m++) {
        edgec_sparse_outputs_s8(&filters, x + m * p->in_c, p->out_c, p->out_zero, p->lo, p->hi, y + m * p->out_c);
    }
}

#endif
