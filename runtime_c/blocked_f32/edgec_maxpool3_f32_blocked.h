/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Largest values of windows three columns wide, float32, channels last: four channels of a row of outputs at a time;
 * the largest value of a column is found once for all outputs that share it. */
#ifndef EDGEC_MAXPOOL3_F32_BLOCKED_H
#define EDGEC_MAXPOOL3_F32_BLOCKED_H

#include "edgec_pool_f32_blocked.h"

/* A row of outputs: x points to the first row of the windows inside the input, column 0; steps in elements. */
typedef struct {
    const float *x;
    float *y;
    int32_t rows, x_row;
    int32_t columns, x_column;
    int32_t first, stride, outputs, y_step;
} edgec_maxpool3_f32_row;

#define EDGEC_MAX3_JOIN(a, b)                                                                                          \
    EDGEC_POOL_MAX(a##0, b##0)                                                                                         \
    EDGEC_POOL_MAX(a##1, b##1)                                                                                         \
    EDGEC_POOL_MAX(a##2, b##2)                                                                                         \
    EDGEC_POOL_MAX(a##3, b##3)                                                                                         \
    EDGEC_FENCE_F32(a##0, a##1, a##2, a##3);
#define EDGEC_MAX3_MOVE(to, from)                                                                                      \
    to##0 = from##0;                                                                                                   \
    to##1 = from##1;                                                                                                   \
    to##2 = from##2;                                                                                                   \
    to##3 = from##3;
#define EDGEC_MAX3_PUT(a)                                                                                              \
    y[0] = a##0;                                                                                                       \
    y[1] = a##1;                                                                                                       \
    y[2] = a##2;                                                                                                       \
    y[3] = a##3;                                                                                                       \
    y += t->y_step;
#define EDGEC_MAX3_CELL(m)                                                                                             \
    {                                                                                                                  \
        EDGEC_FOUR(x, v0, v1, v2, v3)                                                                                  \
        EDGEC_MAX3_JOIN(m, v)                                                                                          \
        x += down;                                                                                                     \
    }

/* The next column, minus infinity outside the input. */
#define EDGEC_MAX3_COLUMN(m)                                                                                           \
    m##0 = m##1 = m##2 = m##3 = -INFINITY;                                                                             \
    if (column >= 0 && column < t->columns) {                                                                          \
        const float *x = t->x + column * t->x_column;                                                                  \
        int32_t left = t->rows;                                                                                        \
        for (; left >= 3; left -= 3) {                                                                                 \
            EDGEC_MAX3_CELL(m) EDGEC_MAX3_CELL(m) EDGEC_MAX3_CELL(m)                                                   \
        }                                                                                                              \
        for (; left > 0; left--) {                                                                                     \
            EDGEC_MAX3_CELL(m)                                                                                         \
        }                                                                                                              \
    }                                                                                                                  \
    column++;

/* Four channels; the stride is 1 or 2. */
#define edgec_maxpool3_f32_run EDGEC_TAGGED(edgec_maxpool3_f32_run)
EDGEC_SHARED void edgec_maxpool3_f32_run(const edgec_maxpool3_f32_row *t);

#if EDGEC_BODIES
EDGEC_SHARED void edgec_maxpool3_f32_run(const edgec_maxpool3_f32_row *t)
{
    const int32_t down = t->x_row - 4;
    float *y = t->y;
    int32_t column = t->first;
    int32_t n;
    float a0, a1, a2, a3, b0, b1, b2, b3;
    EDGEC_MAX3_COLUMN(a)
    if (t->stride == 2) {
        for (n = t->outputs; n > 0; n--) {
            EDGEC_MAX3_COLUMN(b)
            EDGEC_MAX3_JOIN(a, b)
            EDGEC_MAX3_COLUMN(b)
            EDGEC_MAX3_JOIN(a, b)
            EDGEC_MAX3_PUT(a)
            EDGEC_MAX3_MOVE(a, b)
        }
        return;
    }
    EDGEC_MAX3_COLUMN(b)
    EDGEC_MAX3_JOIN(a, b)
    for (n = t->outputs; n > 0; n--) {
        float c0, c1, c2, c3;
        EDGEC_MAX3_COLUMN(c)
        EDGEC_MAX3_JOIN(a, c)
        EDGEC_MAX3_PUT(a)
        EDGEC_MAX3_MOVE(a, b)
        EDGEC_MAX3_JOIN(a, c)
        EDGEC_MAX3_MOVE(b, c)
    }
}
#endif

/* A multiple of four channels, no dilation of columns; every window holds at least one input cell. */
static inline void edgec_maxpool3_f32_blocked(const edgec_maxpool_f32_blocked_params *p, const float *x, float *y)
{
    const edgec_geometry *g = &p->geo;
    edgec_maxpool3_f32_row t;
    int32_t n;
    int32_t oy;
    int32_t c;
    t.x_row = g->dilation_h * g->in_w * g->in_c;
    t.columns = g->in_w;
    t.x_column = g->in_c;
    t.first = -g->pad_left;
    t.stride = g->stride_w;
    t.outputs = g->out_w;
    t.y_step = p->out_step;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            const edgec_window at = edgec_window_at(g, oy, 0);
            t.rows = at.rows.end - at.rows.first;
            for (c = 0; c < g->in_c; c += 4) {
                t.x = x + (at.row + at.rows.first * g->dilation_h) * g->in_w * g->in_c + c;
                t.y = y + c;
                edgec_maxpool3_f32_run(&t);
            }
            y += g->out_w * p->out_step;
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
