/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution of any window, float32, channels last: four channels of one position in registers. */
#ifndef EDGEC_DWFOUR_F32_BLOCKED_H
#define EDGEC_DWFOUR_F32_BLOCKED_H

#include "edgec_blocked.h"
#include "edgec_window.h"

/* multiplier: output channels of an input channel; bounds is one of EDGEC_BOUND_*. */
typedef struct {
    edgec_geometry geo;
    int32_t multiplier;
    int32_t bounds;
    float lo, hi;
} edgec_dwfour_f32_params;

/* y points to the first channel of the position. */
typedef struct {
    const float *bias;
    float *y;
    int32_t multiplier;
    int32_t bounds;
    float lo, hi;
} edgec_dwfour_f32;

/* The taps of a position that lie inside the input: x and w point to the first, counts and steps in elements. */
typedef struct {
    const float *x, *w;
    int32_t rows, columns;
    int32_t x_column, x_row, w_row;
} edgec_dwfour_f32_taps;

/* Four channels; x, w, bias and y point to the first of them, y_step: from one output to the next. */
static inline void edgec_dwfour_f32_whole(const edgec_dwfour_f32_taps *t, const edgec_dwfour_f32 *d, const float *x,
                                          const float *w, const float *bias, float *y, int32_t y_step)
{
    const int32_t step = t->x_column - 4;
    float a0 = bias[0], a1 = bias[1], a2 = bias[2], a3 = bias[3];
    int32_t r;
    int32_t n;
    for (r = t->rows; r > 0; r--) {
        for (n = t->columns; n > 0; n--) {
            EDGEC_FOUR(w, w0, w1, w2, w3)
            EDGEC_FOUR_MORE(x, x0, x1, x2, x3)
            a0 = EDGEC_MADD_F32(a0, x0, w0);
            a1 = EDGEC_MADD_F32(a1, x1, w1);
            a2 = EDGEC_MADD_F32(a2, x2, w2);
            a3 = EDGEC_MADD_F32(a3, x3, w3);
            EDGEC_FENCE_F32(a0, a1, a2, a3);
            x += step;
        }
        x += t->x_row - t->columns * t->x_column;
        w += t->w_row - t->columns * 4;
    }
    if (d->bounds != EDGEC_BOUND_NONE) {
        const float lo = d->lo;
        a0 = (a0 < lo) ? lo : a0;
        a1 = (a1 < lo) ? lo : a1;
        a2 = (a2 < lo) ? lo : a2;
        a3 = (a3 < lo) ? lo : a3;
    }
    if (d->bounds == EDGEC_BOUND_BOTH) {
        const float hi = d->hi;
        a0 = (a0 > hi) ? hi : a0;
        a1 = (a1 > hi) ? hi : a1;
        a2 = (a2 > hi) ? hi : a2;
        a3 = (a3 > hi) ? hi : a3;
    }
    y[0] = a0;
    y[y_step] = a1;
    y[2 * y_step] = a2;
    y[3 * y_step] = a3;
}

/* One of the last one to three channels. */
static inline float edgec_dwfour_f32_single(const edgec_dwfour_f32_taps *t, const edgec_dwfour_f32 *d, const float *x,
                                            const float *w, float a)
{
    int32_t r;
    int32_t n;
    for (r = 0; r < t->rows; r++) {
        for (n = 0; n < t->columns; n++) {
            a = EDGEC_MADD_F32(a, x[r * t->x_row + n * t->x_column], w[r * t->w_row + n * 4]);
        }
    }
    a = (d->bounds != EDGEC_BOUND_NONE && a < d->lo) ? d->lo : a;
    return (d->bounds == EDGEC_BOUND_BOTH && a > d->hi) ? d->hi : a;
}

/* All channels of a position; area: elements of w from one four to the next. */
EDGEC_SHARED_CODE void edgec_dwfour_f32_position(const edgec_dwfour_f32_taps *t, const edgec_dwfour_f32 *d,
                                                 int32_t channels, int32_t area)
{
    const float *w = t->w;
    int32_t c;
    for (c = 0; c + 4 <= channels; c += 4) {
        edgec_dwfour_f32_whole(t, d, t->x + c, w, d->bias + c, d->y + c, 1);
        w += area;
    }
    for (; c < channels; c++) {
        d->y[c] = edgec_dwfour_f32_single(t, d, t->x + c, w, d->bias[c]);
        w++;
    }
}

/* The same with several output channels of each input channel. */
EDGEC_SHARED_CODE void edgec_dwfour_f32_multiplied(const edgec_dwfour_f32_taps *t, const edgec_dwfour_f32 *d,
                                                   int32_t channels, int32_t area)
{
    const int32_t m = d->multiplier;
    const float *w = t->w;
    const float *bias = d->bias;
    int32_t c;
    int32_t j;
    int32_t k;
    for (c = 0; c < channels; c += 4) {
        for (j = 0; j < m; j++) {
            float *y = d->y + c * m + j;
            if (c + 4 <= channels) {
                edgec_dwfour_f32_whole(t, d, t->x + c, w, bias, y, m);
            } else {
                for (k = 0; k < channels - c; k++) {
                    y[k * m] = edgec_dwfour_f32_single(t, d, t->x + c + k, w + k, bias[k]);
                }
            }
            w += area;
            bias += 4;
        }
    }
}

/* Weights are [C / 4][multiplier][kh][kw][4] and biases [C / 4][multiplier][4], C input channels filled up with
 * zeros. */
static inline void edgec_dwconv2d_f32_blocked(const edgec_dwfour_f32_params *p, const float *EDGEC_RESTRICT x,
                                              const float *EDGEC_RESTRICT w, const float *EDGEC_RESTRICT bias,
                                              float *EDGEC_RESTRICT y)
{
    const edgec_geometry *g = &p->geo;
    edgec_dwfour_f32_taps t;
    edgec_dwfour_f32 d;
    int32_t n;
    int32_t oy;
    int32_t ox;
    t.x_column = g->dilation_w * g->in_c;
    t.x_row = g->dilation_h * g->in_w * g->in_c;
    t.w_row = g->kernel_w * 4;
    d.bias = bias;
    d.y = y;
    d.multiplier = p->multiplier;
    d.bounds = p->bounds;
    d.lo = p->lo;
    d.hi = p->hi;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                t.rows = at.rows.end - at.rows.first;
                t.columns = at.columns.end - at.columns.first;
                t.x = x;
                t.w = w;
                if (t.rows > 0 && t.columns > 0) {
                    t.x += edgec_cell(g, &at, at.rows.first, at.columns.first);
                    t.w += (at.rows.first * g->kernel_w + at.columns.first) * 4;
                }
                if (p->multiplier == 1) {
                    edgec_dwfour_f32_position(&t, &d, g->in_c, g->kernel_h * g->kernel_w * 4);
                } else {
                    edgec_dwfour_f32_multiplied(&t, &d, g->in_c, g->kernel_h * g->kernel_w * 4);
                }
                d.y += g->out_c;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
