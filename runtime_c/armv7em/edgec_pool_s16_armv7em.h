/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pooling, int16, channels last, four channels at a time. */
#ifndef EDGEC_POOL_S16_ARMV7EM_H
#define EDGEC_POOL_S16_ARMV7EM_H

#include "edgec_requantize_s16_armv7em.h"
#include "edgec_pool_s16.h"

/* The largest values of `channels` (4 or 2) channels over rows and columns of cells. */
EDGEC_INLINE void edgec_maxpool_s16_armv7em_some(const edgec_geometry *g, const int16_t *cell, int32_t rows,
                                                 int32_t columns, int32_t channels, int16_t *y)
{
    const int32_t step = g->dilation_w * g->in_c;
    const int32_t row_step = g->dilation_h * g->in_w * g->in_c;
    uint32_t first = UINT32_C(0x80008000);
    uint32_t second = UINT32_C(0x80008000);
    int32_t ky;
    int32_t kx;
    for (ky = 0; ky < rows; ky++) {
        const int16_t *from = cell + ky * row_step;
        for (kx = 0; kx < columns; kx++) {
            first = edgec_max_pair(first, edgec_load_pair(from));
            if (channels == 4) {
                second = edgec_max_pair(second, edgec_load_pair(from + 2));
            }
            from += step;
        }
    }
    edgec_store_pair(first, y);
    if (channels == 4) {
        edgec_store_pair(second, y + 2);
    }
}

/* The sums of `channels` (4, 2 or 1) channels. */
EDGEC_INLINE void edgec_avgpool_s16_armv7em_sums(const edgec_geometry *g, const int16_t *cell, int32_t rows,
                                                 int32_t columns, int32_t channels, int32_t *sums)
{
    const int32_t step = g->dilation_w * g->in_c;
    const int32_t row_step = g->dilation_h * g->in_w * g->in_c;
    int32_t s0 = 0;
    int32_t s1 = 0;
    int32_t s2 = 0;
    int32_t s3 = 0;
    int32_t ky;
    int32_t kx;
    for (ky = 0; ky < rows; ky++) {
        const int16_t *from = cell + ky * row_step;
        for (kx = 0; kx < columns; kx++) {
            const uint32_t two = (channels >= 2) ? edgec_load_pair(from) : (uint32_t)*from;
            s0 += edgec_low(two);
            s1 += edgec_high(two);
            if (channels == 4) {
                const uint32_t next = edgec_load_pair(from + 2);
                s2 += edgec_low(next);
                s3 += edgec_high(next);
            }
            from += step;
        }
    }
    sums[0] = s0;
    sums[1] = s1;
    sums[2] = s2;
    sums[3] = s3;
}

typedef struct {
    edgec_geometry geo;
} edgec_maxpool_s16_armv7em_params;

/* One window; where channels are no whole fours, the last four (or two) overlap those before. */
EDGEC_INLINE void edgec_maxpool_s16_armv7em_window(const edgec_geometry *g, const int16_t *cell, int32_t rows,
                                                   int32_t columns, int16_t *y)
{
    const int32_t each = (g->in_c < 4) ? 2 : 4;
    int32_t c;
    for (c = 0; c + each <= g->in_c; c += each) {
        edgec_maxpool_s16_armv7em_some(g, cell + c, rows, columns, each, y + c);
    }
    if (g->in_c % each != 0) {
        c = g->in_c - each;
        edgec_maxpool_s16_armv7em_some(g, cell + c, rows, columns, each, y + c);
    }
}

/* The largest value of each window; two channels at least, every window holds at least one input cell. */
EDGEC_INLINE void edgec_maxpool_s16_armv7em(const edgec_maxpool_s16_armv7em_params *p, const int16_t *x, int16_t *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t n;
    int32_t oy;
    int32_t ox;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                edgec_maxpool_s16_armv7em_window(g, x + edgec_cell(g, &at, at.rows.first, at.columns.first),
                                                 at.rows.end - at.rows.first, at.columns.end - at.columns.first, y);
                y += g->in_c;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

/* lift: bits that a sum goes up before its product with a multiplier, so that shift + lift is in 33..62.
 * even: some factor is 2**-n, whose halves go to the even number. */
typedef struct {
    edgec_avgpool_s16_params pool;
    uint32_t lift;
    int32_t even;
} edgec_avgpool_s16_armv7em_params;

EDGEC_INLINE int16_t edgec_avgpool_s16_armv7em_end(const edgec_avgpool_s16_armv7em_params *p, int32_t sum, int32_t m,
                                                   uint32_t shift)
{
    const int32_t even = p->even ? edgec_to_even(sum, m, shift) : sum;
    return edgec_requantize_s16_armv7em((int32_t)((uint32_t)even << p->lift), m, shift + p->lift - 33u);
}

/* `channels` (4, 2 or 1) channels of a window. */
EDGEC_INLINE void edgec_avgpool_s16_armv7em_some(const edgec_avgpool_s16_armv7em_params *p, const edgec_window *at,
                                                 const int16_t *cell, int32_t channels, int32_t m, uint32_t shift,
                                                 int16_t *y)
{
    int32_t sums[4];
    int32_t i;
    edgec_avgpool_s16_armv7em_sums(&p->pool.geo, cell, at->rows.end - at->rows.first,
                                   at->columns.end - at->columns.first, channels, sums);
    for (i = 0; i < channels; i++) {
        y[i] = edgec_avgpool_s16_armv7em_end(p, sums[i], m, shift);
    }
}

/* The mean of each window: the sum over its input cells, times in_scale / (out_scale * count). */
EDGEC_INLINE void edgec_avgpool_s16_armv7em(const edgec_avgpool_s16_armv7em_params *p, const int16_t *x,
                                            const int32_t *count, const int32_t *multiplier, const uint8_t *shift,
                                            int16_t *y)
{
    const edgec_geometry *g = &p->pool.geo;
    const int32_t each = (g->in_c < 4) ? ((g->in_c < 2) ? 1 : 2) : 4;
    int32_t n;
    int32_t oy;
    int32_t ox;
    int32_t c;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                const int32_t f = edgec_avgpool_s16_factor(&p->pool, &at, count);
                const int16_t *cell = x + edgec_cell(g, &at, at.rows.first, at.columns.first);
                for (c = 0; c + each <= g->in_c; c += each) {
                    edgec_avgpool_s16_armv7em_some(p, &at, cell + c, each, multiplier[f], shift[f], y + c);
                }
                if (g->in_c % each != 0) {
                    c = g->in_c - each;
                    edgec_avgpool_s16_armv7em_some(p, &at, cell + c, each, multiplier[f], shift[f], y + c);
                }
                y += g->in_c;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
