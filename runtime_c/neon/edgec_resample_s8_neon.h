/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Resizing along one axis of [outer, n, inner], int8, inner >= 8: 16 or eight values side by side. */
#ifndef EDGEC_RESAMPLE_S8_NEON_H
#define EDGEC_RESAMPLE_S8_NEON_H

#include "edgec_neon.h"
#include "edgec_resample.h"

/* multiplier and minus_n: of all sums, see edgec_ending_neon. */
typedef struct {
    edgec_resample_params shape;
    int32_t in_zero;
    int32_t multiplier, minus_n;
    edgec_ending_neon ending;
} edgec_resample_s8_neon_params;

/* 16 values of one cell; with `lanes` = 8 (a constant) eight.  index and weight are those of its taps. */
EDGEC_INLINE void edgec_resample_vector_neon(const edgec_resample_s8_neon_params *p, const int8_t *x, int32_t lanes,
                                             const int32_t *index, const int16_t *weight, int8_t *y)
{
    const int8x16_t zero = vdupq_n_s8((int8_t)p->in_zero);
    const int32x4_t m = vdupq_n_s32(p->multiplier);
    const int32x4_t minus_n = vdupq_n_s32(p->minus_n);
    int32x4_t a = vdupq_n_s32(0);
    int32x4_t b = a;
    int32x4_t c = a;
    int32x4_t d = a;
    int32_t k;
    for (k = 0; k < p->shape.taps; k++) {
        const int8_t *const from = x + index[k] * p->shape.inner;
        const int16x8_t w = vdupq_n_s16(weight[k]);
        const int8x16_t v = (lanes == 16) ? vld1q_s8(from) : vcombine_s8(vld1_s8(from), vdup_n_s8(0));
        const int16x8_t low = vsubl_s8(vget_low_s8(v), vget_low_s8(zero));
        a = vmlal_s16(a, vget_low_s16(low), vget_low_s16(w));
        b = vmlal_high_s16(b, low, w);
        if (lanes == 16) {
            const int16x8_t high = vsubl_high_s8(v, zero);
            c = vmlal_s16(c, vget_low_s16(high), vget_low_s16(w));
            d = vmlal_high_s16(d, high, w);
        }
    }
    a = edgec_scaled_neon(a, m, minus_n, &p->ending, 1);
    b = edgec_scaled_neon(b, m, minus_n, &p->ending, 1);
    if (lanes == 16) {
        c = edgec_scaled_neon(c, m, minus_n, &p->ending, 1);
        d = edgec_scaled_neon(d, m, minus_n, &p->ending, 1);
        vst1q_s8(y, edgec_narrowed_neon(a, b, c, d, &p->ending, 0));
    } else {
        vst1_s8(y, vget_low_s8(edgec_narrowed_neon(a, b, a, b, &p->ending, 0)));
    }
}

/* The last values overlap those before. */
EDGEC_INLINE void edgec_resample_s8_neon(const edgec_resample_s8_neon_params *p, const int8_t *x, const int32_t *index,
                                         const int16_t *weight, int8_t *y)
{
    const int32_t inner = p->shape.inner;
    const int32_t taps = p->shape.taps;
    int32_t o;
    int32_t i;
    for (o = 0; o < p->shape.outer; o++) {
        for (i = 0; i < p->shape.out; i++) {
            const int32_t *const cells = index + i * taps;
            const int16_t *const factors = weight + i * taps;
            int32_t j = 0;
            for (; j + 16 <= inner; j += 16) {
                edgec_resample_vector_neon(p, x + j, 16, cells, factors, y + j);
            }
            if (inner - j > 8 && inner >= 16) {
                edgec_resample_vector_neon(p, x + inner - 16, 16, cells, factors, y + inner - 16);
            } else if (inner > j) {
                if (inner - j > 8) {
                    edgec_resample_vector_neon(p, x, 8, cells, factors, y);
                }
                edgec_resample_vector_neon(p, x + inner - 8, 8, cells, factors, y + inner - 8);
            }
            y += inner;
        }
        x += p->shape.n * inner;
    }
}

#endif
