/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What convolutions by tiles of positions share: their parameters, and where the windows of a tile lie in the input. */
#ifndef EDGEC_CONV2D_WINDOWS_ARMV7EM_H
#define EDGEC_CONV2D_WINDOWS_ARMV7EM_H

#include "edgec_window.h"

/* The geometry's channels are those of a group: a position of x is groups * in_c bytes, of y groups * out_c
 * out of out_step. */
typedef struct {
    edgec_geometry geo;
    int32_t in_zero;
    int32_t out_zero, lo, hi;
    int32_t units; /* of a position's columns */
    int32_t groups;
    int32_t words;    /* of a group in the stream */
    int32_t out_step; /* bytes from one position of y to the next */
} edgec_conv2d_s8_armv7em_params;

/* Output positions in order: where each window begins in the input. */
typedef struct {
    int32_t out_column;
    int32_t row, column;
} edgec_conv2d_at;

static inline void edgec_conv2d_step(const edgec_geometry *g, edgec_conv2d_at *at)
{
    at->out_column++;
    at->column += g->stride_w;
    if (at->out_column == g->out_w) {
        at->out_column = 0;
        at->column = -g->pad_left;
        at->row += g->stride_h;
    }
}

static inline edgec_conv2d_at edgec_conv2d_begin(const edgec_geometry *g)
{
    edgec_conv2d_at at = {0, 0, 0};
    at.row = -g->pad_top;
    at.column = -g->pad_left;
    return at;
}

static inline int edgec_conv2d_inside(const edgec_geometry *g, const edgec_conv2d_at *at)
{
    return at->row >= 0 && at->row + (g->kernel_h - 1) * g->dilation_h < g->in_h && at->column >= 0 &&
           at->column + (g->kernel_w - 1) * g->dilation_w < g->in_w;
}

/* The input cell under one tap, or the cell of zero points. */
static inline const int8_t *edgec_conv2d_cell(const edgec_conv2d_s8_armv7em_params *p, const int8_t *x,
                                              const int8_t *padding, int32_t row, int32_t column)
{
    const edgec_geometry *g = &p->geo;
    if (row < 0 || row >= g->in_h || column < 0 || column >= g->in_w) {
        return padding;
    }
    return x + (row * g->in_w + column) * g->in_c * p->groups;
}

static inline void edgec_fill_s8(int8_t *to, int32_t count, int32_t value)
{
    int32_t i;
    for (i = 0; i < count; i++) {
        to[i] = (int8_t)value;
    }
}

#endif
