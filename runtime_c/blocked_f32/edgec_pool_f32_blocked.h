/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pooling and means, float32, channels last: four channels of one position in registers. */
#ifndef EDGEC_POOL_F32_BLOCKED_H
#define EDGEC_POOL_F32_BLOCKED_H

#include "edgec_blocked.h"
#include "edgec_window.h"

/* out_step: elements from one position of y to the next. */
typedef struct {
    edgec_geometry geo;
    int32_t out_step;
} edgec_maxpool_f32_blocked_params;

/* pad_bottom and pad_right bound the cells that count when count_include_pad is 1. */
typedef struct {
    edgec_geometry geo;
    int32_t pad_bottom, pad_right;
    int32_t count_include_pad;
    int32_t out_step;
} edgec_avgpool_f32_blocked_params;

/* The cells of a window that lie inside the input: x points to the first, counts and steps in elements. */
typedef struct {
    const float *x;
    int32_t rows, columns;
    int32_t x_column, x_row;
} edgec_pool_f32_cells;

static inline edgec_pool_f32_cells edgec_pool_f32_at(const edgec_geometry *g, const edgec_window *at, const float *x)
{
    edgec_pool_f32_cells t;
    t.rows = at->rows.end - at->rows.first;
    t.columns = at->columns.end - at->columns.first;
    t.x = (t.rows > 0 && t.columns > 0) ? x + edgec_cell(g, at, at->rows.first, at->columns.first) : x;
    t.x_column = g->dilation_w * g->in_c;
    t.x_row = g->dilation_h * g->in_w * g->in_c;
    return t;
}

#define EDGEC_POOL_MAX(a, v) (a) = ((v) > (a)) ? (v) : (a);
#define EDGEC_POOL_ADD(a, v) (a) += (v);

/* One position: EACH joins a cell's value to a channel's result, which begins as FIRST and is written as END(result).
 */
#define EDGEC_POOL_F32_POSITION(symbol, FIRST, EACH, END)                                                              \
    EDGEC_SHARED_CODE void symbol(const edgec_pool_f32_cells *t, int32_t channels, float count, float *y)              \
    {                                                                                                                  \
        int32_t c;                                                                                                     \
        int32_t r;                                                                                                     \
        int32_t n;                                                                                                     \
        (void)count;                                                                                                   \
        for (c = 0; c + 4 <= channels; c += 4) {                                                                       \
            const float *x = t->x + c;                                                                                 \
            const int32_t step = t->x_column - 4;                                                                      \
            const int32_t down = t->x_row - t->columns * t->x_column;                                                  \
            float a0 = (FIRST), a1 = a0, a2 = a0, a3 = a0;                                                             \
            for (r = t->rows; r > 0; r--) {                                                                            \
                for (n = t->columns; n > 0; n--) {                                                                     \
                    EDGEC_FOUR(x, v0, v1, v2, v3)                                                                      \
                    EACH(a0, v0)                                                                                       \
                    EACH(a1, v1)                                                                                       \
                    EACH(a2, v2)                                                                                       \
                    EACH(a3, v3)                                                                                       \
                    EDGEC_FENCE_F32(a0, a1, a2, a3);                                                                   \
                    x += step;                                                                                         \
                }                                                                                                      \
                x += down;                                                                                             \
            }                                                                                                          \
            y[c] = END(a0);                                                                                            \
            y[c + 1] = END(a1);                                                                                        \
            y[c + 2] = END(a2);                                                                                        \
            y[c + 3] = END(a3);                                                                                        \
        }                                                                                                              \
        for (; c < channels; c++) {                                                                                    \
            float a = (FIRST);                                                                                         \
            for (r = 0; r < t->rows; r++) {                                                                            \
                for (n = 0; n < t->columns; n++) {                                                                     \
                    const float v = t->x[r * t->x_row + n * t->x_column + c];                                          \
                    EACH(a, v)                                                                                         \
                }                                                                                                      \
            }                                                                                                          \
            y[c] = END(a);                                                                                             \
        }                                                                                                              \
    }

#define EDGEC_POOL_SAME(a) (a)
#define EDGEC_POOL_MEAN(a) ((a) / count)

EDGEC_POOL_F32_POSITION(edgec_maxpool_f32_position, -INFINITY, EDGEC_POOL_MAX, EDGEC_POOL_SAME)
EDGEC_POOL_F32_POSITION(edgec_avgpool_f32_position, 0.0f, EDGEC_POOL_ADD, EDGEC_POOL_MEAN)

/* The largest value of each window; every window holds at least one input cell. */
static inline void edgec_maxpool_f32_blocked(const edgec_maxpool_f32_blocked_params *p, const float *x, float *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t n;
    int32_t oy;
    int32_t ox;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                const edgec_pool_f32_cells t = edgec_pool_f32_at(g, &at, x);
                edgec_maxpool_f32_position(&t, g->in_c, 0.0f, y);
                y += p->out_step;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

/* The mean of each window, summed row by row. */
static inline void edgec_avgpool_f32_blocked(const edgec_avgpool_f32_blocked_params *p, const float *x, float *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t n;
    int32_t oy;
    int32_t ox;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                const edgec_pool_f32_cells t = edgec_pool_f32_at(g, &at, x);
                const int32_t count = p->count_include_pad
                                          ? edgec_window_padded_cells(g, &at, p->pad_bottom, p->pad_right)
                                          : edgec_window_cells(&at);
                edgec_avgpool_f32_position(&t, g->in_c, (float)count, y);
                y += p->out_step;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
