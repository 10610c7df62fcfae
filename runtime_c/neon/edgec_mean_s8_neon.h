/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Means of runs of cells, int8: [outer, cells, inner] to [outer, inner], 16 or 8 channels at a time. */
#ifndef EDGEC_MEAN_S8_NEON_H
#define EDGEC_MEAN_S8_NEON_H

#include "edgec_fixed.h"
#include "edgec_neon.h"

#define EDGEC_MEAN_NEON_RUN 255 /* cells whose sum fits int16 */

typedef struct {
    int32_t outer, cells, inner;
    int32_t offset; /* -in_zero * cells */
    int32_t multiplier;
    uint32_t shift;
    int32_t out_zero;
} edgec_mean_s8_neon_params;

/* Sums of `lanes` (8 or 16, a constant) channels. */
EDGEC_INLINE void edgec_mean_sums_neon(const edgec_mean_s8_neon_params *p, const int8_t *x, int32_t lanes,
                                       int32_t sums[16])
{
    int32x4_t a = vdupq_n_s32(p->offset);
    int32x4_t b = a;
    int32x4_t c = a;
    int32x4_t d = a;
    int32_t left = p->cells;
    while (left > 0) {
        const int32_t run = left < EDGEC_MEAN_NEON_RUN ? left : EDGEC_MEAN_NEON_RUN;
        int16x8_t low = vdupq_n_s16(0);
        int16x8_t high = low;
        int32_t i;
        for (i = 0; i < run; i++) {
            if (lanes == 16) {
                const int8x16_t v = vld1q_s8(x);
                low = vaddw_s8(low, vget_low_s8(v));
                high = vaddw_high_s8(high, v);
            } else {
                low = vaddw_s8(low, vld1_s8(x));
            }
            x += p->inner;
        }
        a = vaddw_s16(a, vget_low_s16(low));
        b = vaddw_high_s16(b, low);
        c = vaddw_s16(c, vget_low_s16(high));
        d = vaddw_high_s16(d, high);
        left -= run;
    }
    vst1q_s32(sums, a);
    vst1q_s32(sums + 4, b);
    vst1q_s32(sums + 8, c);
    vst1q_s32(sums + 12, d);
}

static inline void edgec_mean_s8_neon(const edgec_mean_s8_neon_params *p, const int8_t *x, int8_t *y)
{
    const int32_t lanes = p->inner >= 16 ? 16 : 8;
    int32_t o;
    int32_t i;
    for (o = 0; o < p->outer; o++) {
        int32_t c = 0;
        while (c < p->inner) { /* the last block ends with the last channel */
            const int32_t at = c + lanes <= p->inner ? c : p->inner - lanes;
            int32_t sums[16];
            edgec_mean_sums_neon(p, x + at, lanes, sums);
            for (i = 0; i < lanes; i++) {
                const int32_t sum = edgec_to_even(sums[i], p->multiplier, p->shift);
                y[at + i] = (int8_t)edgec_requantize(sum, p->multiplier, p->shift, p->out_zero, INT8_MIN, INT8_MAX);
            }
            c += lanes;
        }
        x += p->cells * p->inner;
        y += p->inner;
    }
}

#endif
