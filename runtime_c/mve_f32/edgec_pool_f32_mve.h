/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Largest value or mean of windows, float32, channels last: 16 channels at a time, then up to four. */
#ifndef EDGEC_POOL_F32_MVE_H
#define EDGEC_POOL_F32_MVE_H

#include "edgec_elements_f32_code_mve.h"
#include "edgec_limits_f32_mve.h"
#include "edgec_window.h"

typedef struct {
    edgec_geometry geo;
    int32_t out_step;
} edgec_maxpool_f32_mve_params;

/* pad_bottom and pad_right bound the cells that count when count_include_pad is 1. */
typedef struct {
    edgec_geometry geo;
    int32_t pad_bottom, pad_right;
    int32_t count_include_pad;
    int32_t out_step;
} edgec_avgpool_f32_mve_params;

/* The cells of a window inside the input, from its first one; steps in bytes. */
typedef struct {
    int32_t rows, columns, row, column;
    float factor; /* of means */
} edgec_pool_cells_f32_mve;

/* A block of channels of a window; `first` is what it begins with. */
#define EDGEC_DEFINE_POOL_F32_MVE(name, code)                                                                          \
    EDGEC_INLINE void name(const edgec_pool_cells_f32_mve *t, const float *x, int32_t lanes, float first, float *y)    \
    {                                                                                                                  \
        int32_t rows = t->rows;                                                                                        \
        const float *at;                                                                                               \
        __asm__ volatile(code                                                                                          \
                         : [x] "+&r"(x), [rows] "+&r"(rows), [at] "=&r"(at)                                            \
                         : [row] "r"(t->row), [columns] "r"(t->columns), [column] "r"(t->column), [lanes] "r"(lanes),  \
                           [first] "r"(first), [factor] "r"(t->factor), [y] "r"(y)                                     \
                         : "lr", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11", "cc",       \
                           "memory");                                                                                  \
    }

EDGEC_DEFINE_POOL_F32_MVE(edgec_pool_max16_f32_mve, EDGEC_MAX16_F32_CODE_MVE)
EDGEC_DEFINE_POOL_F32_MVE(edgec_pool_max4_f32_mve, EDGEC_MAX4_F32_CODE_MVE)
EDGEC_DEFINE_POOL_F32_MVE(edgec_pool_mean16_f32_mve, EDGEC_MEAN16_F32_CODE_MVE)
EDGEC_DEFINE_POOL_F32_MVE(edgec_pool_mean4_f32_mve, EDGEC_MEAN4_F32_CODE_MVE)

EDGEC_INLINE edgec_pool_cells_f32_mve edgec_pool_cells_of_f32_mve(const edgec_geometry *g, const edgec_window *at)
{
    edgec_pool_cells_f32_mve t;
    t.rows = at->rows.end - at->rows.first;
    t.columns = at->columns.end - at->columns.first;
    t.row = g->dilation_h * g->in_w * g->in_c * (int32_t)sizeof(float);
    t.column = g->dilation_w * g->in_c * (int32_t)sizeof(float);
    t.factor = 1.0f;
    return t;
}

/* The largest value of each window; every window holds at least one input cell. */
EDGEC_KERNEL_MVE void edgec_maxpool_f32_mve(const edgec_maxpool_f32_mve_params *p, const float *x, float *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t n;
    int32_t oy;
    int32_t ox;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                const edgec_pool_cells_f32_mve t = edgec_pool_cells_of_f32_mve(g, &at);
                const float *from = x + edgec_cell(g, &at, at.rows.first, at.columns.first);
                int32_t c = 0;
                for (; c + 16 <= g->in_c; c += 16) {
                    edgec_pool_max16_f32_mve(&t, from + c, 0, -INFINITY, y + c);
                }
                for (; c < g->in_c; c += 4) {
                    edgec_pool_max4_f32_mve(&t, from + c, g->in_c - c, -INFINITY, y + c);
                }
                y += p->out_step;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

/* The mean of each window, summed row by row. */
EDGEC_KERNEL_MVE void edgec_avgpool_f32_mve(const edgec_avgpool_f32_mve_params *p, const float *x, float *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t n;
    int32_t oy;
    int32_t ox;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                const int32_t count = p->count_include_pad
                                          ? edgec_window_padded_cells(g, &at, p->pad_bottom, p->pad_right)
                                          : edgec_window_cells(&at);
                edgec_pool_cells_f32_mve t = edgec_pool_cells_of_f32_mve(g, &at);
                const float *from = x + edgec_cell(g, &at, at.rows.first, at.columns.first);
                int32_t c = 0;
                t.factor = 1.0f / (float)count;
                for (; c + 16 <= g->in_c; c += 16) {
                    edgec_pool_mean16_f32_mve(&t, from + c, 0, 0.0f, y + c);
                }
                for (; c < g->in_c; c += 4) {
                    edgec_pool_mean4_f32_mve(&t, from + c, g->in_c - c, 0.0f, y + c);
                }
                y += p->out_step;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
