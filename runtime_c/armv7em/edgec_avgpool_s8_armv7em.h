/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Averages, int8, channels last, four channels at a time.
 * Sums of up to 128 cells, the input's zero point taken off, are pairs of int16 (SXTAB16) and are requantized as they
 * lie there (SMLAWB, SMLAWT); longer ones are added up in int32. */
#ifndef EDGEC_AVGPOOL_S8_ARMV7EM_H
#define EDGEC_AVGPOOL_S8_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_fixed.h"
#include "edgec_window.h"

#define EDGEC_AVGPOOL_CELLS 128 /* 255 times as many fit int16 */

/* (m * the low half of pair >> 16) + addend, and the same with the high half. */
static inline int32_t edgec_smlawb(int32_t m, uint32_t pair, int32_t addend)
{
#if EDGEC_ARMV7EM
    int32_t r;
    __asm__("smlawb %0, %1, %2, %3" : "=r"(r) : "r"(m), "r"(pair), "r"(addend));
    return r;
#else
    return (int32_t)(((int64_t)m * edgec_low(pair)) >> 16) + addend;
#endif
}

static inline int32_t edgec_smlawt(int32_t m, uint32_t pair, int32_t addend)
{
#if EDGEC_ARMV7EM
    int32_t r;
    __asm__("smlawt %0, %1, %2, %3" : "=r"(r) : "r"(m), "r"(pair), "r"(addend));
    return r;
#else
    return (int32_t)(((int64_t)m * edgec_high(pair)) >> 16) + addend;
#endif
}

/* Sums of four channels over rows x columns cells: bytes 0, 2 in sums[0], bytes 1, 3 in sums[1], which hold what they
 * start from.  Of fewer than four channels only so many bytes are read. */
EDGEC_INLINE void edgec_sum_four(const int8_t *cell, int32_t rows, int32_t columns, int32_t step, int32_t row_step,
                                 int32_t channels, uint32_t *sums)
{
    uint32_t even = sums[0];
    uint32_t odd = sums[1];
    for (; rows > 0; rows--) {
        const int8_t *from = cell;
        int32_t left = columns;
        for (; channels >= 4 && left >= 2; left -= 2) {
            const uint32_t v = edgec_load4(from);
            const uint32_t w = edgec_load4(from + step);
            even = edgec_sxtab16(edgec_sxtab16(even, v), w);
            odd = edgec_sxtab16_odd(edgec_sxtab16_odd(odd, v), w);
            from += 2 * step;
        }
        for (; left > 0; left--) {
            const uint32_t v = (channels < 4) ? edgec_load_rest(from, channels) : edgec_load4(from);
            even = edgec_sxtab16(even, v);
            odd = edgec_sxtab16_odd(odd, v);
            from += step;
        }
        cell += row_step;
    }
    sums[0] = even;
    sums[1] = odd;
}

/* Windows of at most EDGEC_AVGPOOL_CELLS cells.  padded: some reach out of the input; the factor then depends on the
 * number of cells that count.  17 <= shift <= 38; for factors 2**-n, which round half to even (edgec_to_even), the sum
 * and out_zero << n fit int16 together. */
typedef struct {
    edgec_geometry geo;
    int32_t padded, pad_bottom, pad_right, count_include_pad;
    int32_t factors;
    int32_t in_zero, out_zero;
} edgec_avgpool_s8_armv7em_params;

/* Where the channels of a window begin, the cells inside the input, and their requantization. */
typedef struct {
    const int8_t *cell;
    int32_t rows, columns;
    int32_t multiplier;
    int32_t add; /* (2 * out_zero + 1) << shift - 17 */
    uint32_t shift;
} edgec_avgpool_s8_armv7em_at;

/* Four sums times 2**-n, halves to even: half less one is added, and one more where the result would be odd. */
static inline void edgec_avgpool_s8_armv7em_halves(const uint32_t *sums, uint32_t n, int32_t zero, int32_t *outs)
{
    const int32_t add = (INT32_C(1) << (n - 1u)) - 1 + zero * (INT32_C(1) << n);
    int32_t i;
    for (i = 0; i < 2; i++) {
        const uint32_t odd = (sums[i] >> n) & 0x00010001u;
        const uint32_t v = edgec_sadd16(edgec_sadd16(sums[i], odd), edgec_pair(add, add));
        outs[i] = edgec_low(v) >> n;
        outs[2 + i] = edgec_high(v) >> n;
    }
}

EDGEC_INLINE void edgec_avgpool_s8_armv7em_four(const edgec_avgpool_s8_armv7em_params *p,
                                                const edgec_avgpool_s8_armv7em_at *at, int32_t c, int32_t channels,
                                                int8_t *y)
{
    const edgec_geometry *g = &p->geo;
    const uint32_t shift = at->shift - 16u;
    const int32_t offset = -at->rows * at->columns * p->in_zero;
    int32_t outs[4];
    uint32_t sums[2];
    int32_t i;
    sums[0] = edgec_pair(offset, offset);
    sums[1] = sums[0];
    edgec_sum_four(at->cell + c, at->rows, at->columns, g->dilation_w * g->in_c, g->dilation_h * g->in_w * g->in_c,
                   channels, sums);
    if (at->multiplier == INT32_C(1) << 30 && at->shift > 30u) {
        edgec_avgpool_s8_armv7em_halves(sums, at->shift - 30u, p->out_zero, outs);
    } else {
        outs[0] = edgec_smlawb(at->multiplier, sums[0], at->add) >> shift;
        outs[1] = edgec_smlawb(at->multiplier, sums[1], at->add) >> shift;
        outs[2] = edgec_smlawt(at->multiplier, sums[0], at->add) >> shift;
        outs[3] = edgec_smlawt(at->multiplier, sums[1], at->add) >> shift;
    }
    for (i = 0; i < 4 && i < channels; i++) {
        y[c + i] = (int8_t)edgec_limit_s8(outs[i], INT8_MIN, INT8_MAX);
    }
}

/* Index into the factors for a window. */
static inline int32_t edgec_avgpool_s8_armv7em_factor(const edgec_avgpool_s8_armv7em_params *p, const edgec_window *at,
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

/* All channels of a window; where they are no whole fours, the last four overlap those before. */
EDGEC_INLINE void edgec_avgpool_s8_armv7em_window(const edgec_avgpool_s8_armv7em_params *p,
                                                  const edgec_avgpool_s8_armv7em_at *at, int8_t *y)
{
    const int32_t channels = p->geo.in_c;
    int32_t c;
    for (c = 0; c + 4 <= channels; c += 4) {
        edgec_avgpool_s8_armv7em_four(p, at, c, 4, y);
    }
    if (channels < 4) {
        edgec_avgpool_s8_armv7em_four(p, at, 0, channels, y);
    } else if (channels % 4 != 0) {
        edgec_avgpool_s8_armv7em_four(p, at, channels - 4, 4, y);
    }
}

/* The mean of each window. */
EDGEC_INLINE void edgec_avgpool_s8_armv7em(const edgec_avgpool_s8_armv7em_params *p, const int8_t *x,
                                           const int32_t *count, const int32_t *multiplier, const uint8_t *shift,
                                           int8_t *y)
{
    const edgec_geometry *g = &p->geo;
    const int32_t zz = 2 * p->out_zero + 1;
    int32_t f = 0;
    int32_t n;
    int32_t oy;
    int32_t ox;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                edgec_avgpool_s8_armv7em_at at;
                at.rows = g->kernel_h;
                at.columns = g->kernel_w;
                at.cell = x + (oy * g->stride_h * g->in_w + ox * g->stride_w) * g->in_c;
                if (p->padded) {
                    const edgec_window w = edgec_window_at(g, oy, ox);
                    at.rows = w.rows.end - w.rows.first;
                    at.columns = w.columns.end - w.columns.first;
                    at.cell = x + edgec_cell(g, &w, w.rows.first, w.columns.first);
                    f = edgec_avgpool_s8_armv7em_factor(p, &w, count);
                }
                at.multiplier = multiplier[f];
                at.shift = shift[f];
                at.add = zz * (INT32_C(1) << (at.shift - 17u));
                edgec_avgpool_s8_armv7em_window(p, &at, y);
                y += g->in_c;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

/* Means over cells neighbours: x[outer, cells, inner], y[outer, inner]; offset is -in_zero * cells. */
typedef struct {
    int32_t outer, cells, inner;
    int32_t offset;
    int32_t multiplier;
    uint32_t shift;
    int32_t out_zero;
} edgec_mean_s8_armv7em_params;

EDGEC_INLINE void edgec_mean_s8_armv7em_four(const edgec_mean_s8_armv7em_params *p, const int8_t *x, int32_t channels,
                                             int8_t *y)
{
    int32_t sums[4] = {0};
    int32_t left = p->cells;
    int32_t i;
    for (i = 0; i < 4; i++) {
        sums[i] = p->offset;
    }
    while (left > 0) {
        const int32_t count = (left < EDGEC_AVGPOOL_CELLS) ? left : EDGEC_AVGPOOL_CELLS;
        uint32_t some[2] = {0u, 0u};
        edgec_sum_four(x, 1, count, p->inner, 0, channels, some);
        sums[0] += edgec_low(some[0]);
        sums[1] += edgec_low(some[1]);
        sums[2] += edgec_high(some[0]);
        sums[3] += edgec_high(some[1]);
        x += count * p->inner;
        left -= count;
    }
    for (i = 0; i < 4 && i < channels; i++) {
        const int32_t acc = edgec_to_even(sums[i], p->multiplier, p->shift);
        y[i] = (int8_t)edgec_requantize(acc, p->multiplier, p->shift, p->out_zero, INT8_MIN, INT8_MAX);
    }
}

EDGEC_INLINE void edgec_mean_s8_armv7em(const edgec_mean_s8_armv7em_params *p, const int8_t *x, int8_t *y)
{
    int32_t n;
    int32_t c;
    for (n = 0; n < p->outer; n++) {
        for (c = 0; c + 4 <= p->inner; c += 4) {
            edgec_mean_s8_armv7em_four(p, x + c, 4, y + c);
        }
        if (p->inner < 4) {
            edgec_mean_s8_armv7em_four(p, x, p->inner, y);
        } else if (p->inner % 4 != 0) {
            edgec_mean_s8_armv7em_four(p, x + p->inner - 4, 4, y + p->inner - 4);
        }
        x += p->cells * p->inner;
        y += p->inner;
    }
}

#endif
