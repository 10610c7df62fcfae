/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reductions, int8: sums and means of runs of values side by side; largest and least values of [outer, cells, inner].
 */
#ifndef EDGEC_REDUCE_S8_NEON_H
#define EDGEC_REDUCE_S8_NEON_H

#include "edgec_fixed.h"
#include "edgec_neon.h"

typedef struct {
    int32_t outer, cells;
    int32_t offset; /* -in_zero * cells */
    int32_t multiplier;
    uint32_t shift;
    int32_t out_zero;
} edgec_run_sum_s8_neon_params;

/* inner is 1, with 16 cells at least, or 8 at least; least: the least values, else the largest. */
typedef struct {
    int32_t outer, cells, inner, least;
} edgec_extreme_s8_neon_params;

EDGEC_INLINE void edgec_run_sum_s8_neon(const edgec_run_sum_s8_neon_params *p, const int8_t *x, int8_t *y)
{
    const int32_t left = p->cells % 16;
    int32_t o;
    int32_t i;
    for (o = 0; o < p->outer; o++) {
        int32x4_t sums = vdupq_n_s32(0);
        int32_t sum;
        for (i = 0; i + 16 <= p->cells; i += 16) {
            sums = vpadalq_s16(sums, vpaddlq_s8(vld1q_s8(x + i)));
        }
        if (left != 0) { /* zeros behind them add nothing */
            sums = vpadalq_s16(sums, vpaddlq_s8(edgec_load_part_neon(x + i, left)));
        }
        sum = edgec_to_even(vaddvq_s32(sums) + p->offset, p->multiplier, p->shift);
        y[o] = (int8_t)edgec_requantize(sum, p->multiplier, p->shift, p->out_zero, INT8_MIN, INT8_MAX);
        x += p->cells;
    }
}

EDGEC_INLINE int8x16_t edgec_extreme_of_neon(int8x16_t a, int8x16_t b, int32_t least)
{
    return (least != 0) ? vminq_s8(a, b) : vmaxq_s8(a, b);
}

/* One value of a run of 16 at least. */
EDGEC_INLINE int8_t edgec_extreme_run_neon(const edgec_extreme_s8_neon_params *p, const int8_t *x)
{
    int8x16_t found = vld1q_s8(x + p->cells - 16);
    int32_t i;
    for (i = 0; i + 16 <= p->cells; i += 16) {
        found = edgec_extreme_of_neon(found, vld1q_s8(x + i), p->least);
    }
    return (p->least != 0) ? vminvq_s8(found) : vmaxvq_s8(found);
}

/* 16 values, or with lanes = 8 (a constant) eight, of cells that lie apart. */
EDGEC_INLINE void edgec_extreme_block_neon(const edgec_extreme_s8_neon_params *p, const int8_t *x, int32_t lanes,
                                           int8_t *y)
{
    int8x16_t found = vdupq_n_s8((p->least != 0) ? INT8_MAX : INT8_MIN);
    int32_t i;
    for (i = 0; i < p->cells; i++) {
        const int8_t *const cell = x + i * p->inner;
        const int8x16_t v = (lanes == 16) ? vld1q_s8(cell) : vcombine_s8(vld1_s8(cell), vld1_s8(cell));
        found = edgec_extreme_of_neon(found, v, p->least);
    }
    if (lanes == 16) {
        vst1q_s8(y, found);
    } else {
        vst1_s8(y, vget_low_s8(found));
    }
}

EDGEC_INLINE void edgec_extreme_s8_neon(const edgec_extreme_s8_neon_params *p, const int8_t *x, int8_t *y)
{
    const int32_t lanes = (p->inner >= 16) ? 16 : 8;
    int32_t o;
    for (o = 0; o < p->outer; o++) {
        if (p->inner == 1) {
            *y = edgec_extreme_run_neon(p, x);
        } else {
            int32_t c;
            for (c = 0; c < p->inner; c += lanes) { /* the last block ends with the last value */
                const int32_t at = (c + lanes <= p->inner) ? c : p->inner - lanes;
                edgec_extreme_block_neon(p, x + at, lanes, y + at);
            }
        }
        x += p->cells * p->inner;
        y += p->inner;
    }
}

#endif
