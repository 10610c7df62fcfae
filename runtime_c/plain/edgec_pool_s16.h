/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pooling, int16, channels last; averages count the cells inside the input or, with padding, the whole window. */
#ifndef EDGEC_POOL_S16_H
#define EDGEC_POOL_S16_H

#include "edgec_fixed.h"
#include "edgec_window.h"

typedef struct {
    edgec_geometry geo;
} edgec_maxpool_s16_params;

/* The largest value of each window; every window holds at least one input cell. */
static inline void edgec_maxpool_s16_plain(const edgec_maxpool_s16_params *p, const int16_t *x, int16_t *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t i;
    int32_t ky;
    int32_t kx;
    int32_t c;
    for (i = 0; i < g->batch * g->out_h * g->out_w; i++) {
        const int16_t *image = x + i / (g->out_h * g->out_w) * g->in_h * g->in_w * g->in_c;
        const edgec_window at = edgec_window_at(g, i / g->out_w % g->out_h, i % g->out_w);
        for (c = 0; c < g->in_c; c++) {
            int16_t top = INT16_MIN;
            for (ky = at.rows.first; ky < at.rows.end; ky++) {
                for (kx = at.columns.first; kx < at.columns.end; kx++) {
                    const int16_t v = image[edgec_cell(g, &at, ky, kx) + c];
                    top = (v > top) ? v : top;
                }
            }
            y[c] = top;
        }
        y += g->in_c;
    }
}

/* pad_bottom and pad_right bound the cells that count when count_include_pad is 1; factors is the length of the arrays
 * count, multiplier and shift: the requantization for each number of cells that an average may have. */
typedef struct {
    edgec_geometry geo;
    int32_t pad_bottom, pad_right;
    int32_t count_include_pad;
    int32_t factors;
} edgec_avgpool_s16_params;

/* Index into the factors for a window. */
static inline int32_t edgec_avgpool_s16_factor(const edgec_avgpool_s16_params *p, const edgec_window *at,
                                               const int32_t *count)
{
    const int32_t cells = p->count_include_pad ? edgec_window_padded_cells(&p->geo, at, p->pad_bottom, p->pad_right)
                                               : edgec_window_cells(at);
    int32_t f = 0;
    while (f < p->factors - 1 && count[f] != cells) {
        f++;
    }
    return f;
}

/* The mean of each window: the sum over its input cells, times in_scale / (out_scale * count). */
static inline void edgec_avgpool_s16_plain(const edgec_avgpool_s16_params *p, const int16_t *x,
                                           const int32_t *EDGEC_RESTRICT count,
                                           const int32_t *EDGEC_RESTRICT multiplier,
                                           const uint8_t *EDGEC_RESTRICT shift, int16_t *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t i;
    int32_t ky;
    int32_t kx;
    int32_t c;
    for (i = 0; i < g->batch * g->out_h * g->out_w; i++) {
        const int16_t *image = x + i / (g->out_h * g->out_w) * g->in_h * g->in_w * g->in_c;
        const edgec_window at = edgec_window_at(g, i / g->out_w % g->out_h, i % g->out_w);
        const int32_t f = edgec_avgpool_s16_factor(p, &at, count);
        for (c = 0; c < g->in_c; c++) {
            int32_t acc = 0;
            for (ky = at.rows.first; ky < at.rows.end; ky++) {
                for (kx = at.columns.first; kx < at.columns.end; kx++) {
                    acc += image[edgec_cell(g, &at, ky, kx) + c];
                }
            }
            acc = edgec_to_even(acc, multiplier[f], shift[f]);
            y[c] = (int16_t)edgec_requantize(acc, multiplier[f], shift[f], 0, INT16_MIN, INT16_MAX);
        }
        y += g->in_c;
    }
}

#endif
