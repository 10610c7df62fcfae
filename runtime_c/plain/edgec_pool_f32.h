/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pooling, float32, channels last. */
#ifndef EDGEC_POOL_F32_H
#define EDGEC_POOL_F32_H

#include "edgec_float.h"
#include "edgec_window.h"

typedef struct {
    edgec_geometry geo;
} edgec_maxpool_f32_params;

/* The largest value of each window; every window holds at least one input cell. */
static inline void edgec_maxpool_f32_plain(const edgec_maxpool_f32_params *p, const float *x, float *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t i;
    int32_t ky;
    int32_t kx;
    int32_t c;
    for (i = 0; i < g->batch * g->out_h * g->out_w; i++) {
        const float *image = x + i / (g->out_h * g->out_w) * g->in_h * g->in_w * g->in_c;
        const edgec_window at = edgec_window_at(g, i / g->out_w % g->out_h, i % g->out_w);
        for (c = 0; c < g->in_c; c++) {
            y[c] = -INFINITY;
        }
        for (ky = at.rows.first; ky < at.rows.end; ky++) {
            for (kx = at.columns.first; kx < at.columns.end; kx++) {
                const float *cell = image + edgec_cell(g, &at, ky, kx);
                for (c = 0; c < g->in_c; c++) {
                    y[c] = (cell[c] > y[c]) ? cell[c] : y[c];
                }
            }
        }
        y += g->in_c;
    }
}

/* pad_bottom and pad_right bound the cells that count when count_include_pad is 1. */
typedef struct {
    edgec_geometry geo;
    int32_t pad_bottom, pad_right;
    int32_t count_include_pad;
} edgec_avgpool_f32_params;

/* Number of cells that count in the mean of a window. */
static inline int32_t edgec_avgpool_f32_count(const edgec_avgpool_f32_params *p, const edgec_window *at)
{
    return p->count_include_pad ? edgec_window_padded_cells(&p->geo, at, p->pad_bottom, p->pad_right)
                                : edgec_window_cells(at);
}

/* The mean of each window. */
static inline void edgec_avgpool_f32_plain(const edgec_avgpool_f32_params *p, const float *x, float *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t i;
    int32_t ky;
    int32_t kx;
    int32_t c;
    for (i = 0; i < g->batch * g->out_h * g->out_w; i++) {
        const float *image = x + i / (g->out_h * g->out_w) * g->in_h * g->in_w * g->in_c;
        const edgec_window at = edgec_window_at(g, i / g->out_w % g->out_h, i % g->out_w);
        const int32_t count = edgec_avgpool_f32_count(p, &at);
        for (c = 0; c < g->in_c; c++) {
            float acc = 0.0f;
            for (ky = at.rows.first; ky < at.rows.end; ky++) {
                for (kx = at.columns.first; kx < at.columns.end; kx++) {
                    acc += image[edgec_cell(g, &at, ky, kx) + c];
                }
            }
            y[c] = acc / (float)count;
        }
        y += g->in_c;
    }
}

#endif
