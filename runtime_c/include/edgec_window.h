/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Geometry of a window that slides over rows and columns of an N, H, W, C tensor. */
#ifndef EDGEC_WINDOW_H
#define EDGEC_WINDOW_H

#include "edgec_base.h"

typedef struct {
    int32_t batch;
    int32_t in_h, in_w, in_c;
    int32_t out_h, out_w, out_c;
    int32_t kernel_h, kernel_w;
    int32_t stride_h, stride_w;
    int32_t pad_top, pad_left;
    int32_t dilation_h, dilation_w;
} edgec_geometry;

/* Taps first <= k < end of one axis lie inside the input. */
typedef struct {
    int32_t first, end;
} edgec_span;

/* A window at one output position: input coordinates of its first tap and the taps that lie inside. */
typedef struct {
    int32_t row, column;
    edgec_span rows, columns;
} edgec_window;

/* Taps k of 0 .. taps - 1 with lo <= start + k * dilation < hi. */
static inline edgec_span edgec_span_of(int32_t start, int32_t dilation, int32_t taps, int32_t lo, int32_t hi)
{
    edgec_span s;
    s.first = (start >= lo) ? 0 : (lo - start + dilation - 1) / dilation;
    s.end = (start >= hi) ? 0 : (hi - start + dilation - 1) / dilation;
    s.end = (s.end > taps) ? taps : s.end;
    s.first = (s.first > s.end) ? s.end : s.first;
    return s;
}

static inline edgec_window edgec_window_at(const edgec_geometry *g, int32_t out_row, int32_t out_column)
{
    edgec_window w;
    w.row = out_row * g->stride_h - g->pad_top;
    w.column = out_column * g->stride_w - g->pad_left;
    w.rows = edgec_span_of(w.row, g->dilation_h, g->kernel_h, 0, g->in_h);
    w.columns = edgec_span_of(w.column, g->dilation_w, g->kernel_w, 0, g->in_w);
    return w;
}

/* Whether every tap lies inside the input. */
static inline int edgec_window_is_whole(const edgec_geometry *g, const edgec_window *w)
{
    return w->rows.first == 0 && w->rows.end == g->kernel_h && w->columns.first == 0 && w->columns.end == g->kernel_w;
}

/* Cells of the input in a window. */
static inline int32_t edgec_window_cells(const edgec_window *w)
{
    return (w->rows.end - w->rows.first) * (w->columns.end - w->columns.first);
}

/* Cells of the padded input in a window. */
static inline int32_t edgec_window_padded_cells(const edgec_geometry *g, const edgec_window *w, int32_t pad_bottom,
                                                int32_t pad_right)
{
    const edgec_span rows = edgec_span_of(w->row, g->dilation_h, g->kernel_h, -g->pad_top, g->in_h + pad_bottom);
    const edgec_span columns = edgec_span_of(w->column, g->dilation_w, g->kernel_w, -g->pad_left, g->in_w + pad_right);
    return (rows.end - rows.first) * (columns.end - columns.first);
}

/* Offset of input cell (row, column) of batch 0, in elements. */
static inline int32_t edgec_cell(const edgec_geometry *g, const edgec_window *w, int32_t ky, int32_t kx)
{
    return ((w->row + ky * g->dilation_h) * g->in_w + w->column + kx * g->dilation_w) * g->in_c;
}

#endif
