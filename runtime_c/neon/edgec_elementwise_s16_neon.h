/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums and products of int16 tensors of one shape, and means of runs of cells, eight elements at a time. */
#ifndef EDGEC_ELEMENTWISE_S16_NEON_H
#define EDGEC_ELEMENTWISE_S16_NEON_H

#include "edgec_fixed.h"
#include "edgec_neon.h"

/* y = clamp((a * m_a + b * m_b + 2**(shift - 1)) >> shift), sums of 64 bits; for a difference m_b is negative. */
typedef struct {
    int32_t n, m_a, m_b, shift, lo, hi;
} edgec_add_s16_neon_params;

/* y = clamp((a * b * m + 2**(31 + n - 1)) >> (31 + n)). */
typedef struct {
    int32_t n, m, minus_n, lo, hi;
} edgec_mul_s16_neon_params;

EDGEC_INLINE int16x8_t edgec_limited_s16_neon(int32x4_t low, int32x4_t high, int32_t lo, int32_t hi)
{
    const int16x8_t v = vqmovn_high_s32(vqmovn_s32(low), high);
    return vminq_s16(vmaxq_s16(v, vdupq_n_s16((int16_t)lo)), vdupq_n_s16((int16_t)hi));
}

/* Four elements. */
EDGEC_INLINE int32x4_t edgec_add_four_s16(int16x4_t a, int16x4_t b, int32x4_t m_a, int32x4_t m_b, int64x2_t shift)
{
    const int32x4_t u = vmovl_s16(a);
    const int32x4_t v = vmovl_s16(b);
    const int64x2_t low = vmlal_s32(vmull_s32(vget_low_s32(u), vget_low_s32(m_a)), vget_low_s32(v), vget_low_s32(m_b));
    const int64x2_t high = vmlal_high_s32(vmull_high_s32(u, m_a), v, m_b);
    return vqmovn_high_s64(vqmovn_s64(vrshlq_s64(low, shift)), vrshlq_s64(high, shift));
}

static inline void edgec_add_s16_neon(const edgec_add_s16_neon_params *p, const int16_t *a, const int16_t *b,
                                      int16_t *y)
{
    const int32x4_t m_a = vdupq_n_s32(p->m_a);
    const int32x4_t m_b = vdupq_n_s32(p->m_b);
    const int64x2_t shift = vdupq_n_s64(-(int64_t)p->shift);
    const int32_t whole = p->n / 8 * 8;
    int32_t i;
    for (i = 0; i < whole; i += 8) {
        const int16x8_t u = vld1q_s16(a + i);
        const int16x8_t v = vld1q_s16(b + i);
        const int32x4_t low = edgec_add_four_s16(vget_low_s16(u), vget_low_s16(v), m_a, m_b, shift);
        const int32x4_t high = edgec_add_four_s16(vget_high_s16(u), vget_high_s16(v), m_a, m_b, shift);
        vst1q_s16(y + i, edgec_limited_s16_neon(low, high, p->lo, p->hi));
    }
    for (i = whole; i < p->n; i++) {
        const int64_t sum = (int64_t)a[i] * p->m_a + (int64_t)b[i] * p->m_b;
        const int64_t v = (sum + (INT64_C(1) << (p->shift - 1))) >> p->shift;
        y[i] = (int16_t)(v < p->lo ? p->lo : v > p->hi ? p->hi : (int32_t)v);
    }
}

static inline void edgec_mul_s16_neon(const edgec_mul_s16_neon_params *p, const int16_t *a, const int16_t *b,
                                      int16_t *y)
{
    const int32x4_t m = vdupq_n_s32(p->m);
    const int32x4_t minus_n = vdupq_n_s32(p->minus_n);
    const int32_t whole = p->n / 8 * 8;
    int32_t i;
    for (i = 0; i < whole; i += 8) {
        const int16x8_t u = vld1q_s16(a + i);
        const int16x8_t v = vld1q_s16(b + i);
        const int32x4_t low = vqdmulhq_s32(vmull_s16(vget_low_s16(u), vget_low_s16(v)), m);
        const int32x4_t high = vqdmulhq_s32(vmull_high_s16(u, v), m);
        vst1q_s16(y + i, edgec_limited_s16_neon(vrshlq_s32(low, minus_n), vrshlq_s32(high, minus_n), p->lo, p->hi));
    }
    for (i = whole; i < p->n; i++) {
        y[i] = (int16_t)edgec_requantize(a[i] * b[i], p->m, (uint32_t)(31 - p->minus_n), 0, p->lo, p->hi);
    }
}

/* [outer, cells, inner] to [outer, inner], inner >= 8; sums fit int32. */
typedef struct {
    int32_t outer, cells, inner;
    int32_t multiplier;
    uint32_t shift;
} edgec_mean_s16_neon_params;

static inline void edgec_mean_s16_neon(const edgec_mean_s16_neon_params *p, const int16_t *x, int16_t *y)
{
    int32_t o;
    int32_t i;
    for (o = 0; o < p->outer; o++) {
        int32_t c = 0;
        while (c < p->inner) { /* the last block ends with the last channel */
            const int32_t at = c + 8 <= p->inner ? c : p->inner - 8;
            const int16_t *from = x + at;
            int32x4_t low = vdupq_n_s32(0);
            int32x4_t high = low;
            int32_t sums[8];
            for (i = 0; i < p->cells; i++) {
                const int16x8_t v = vld1q_s16(from);
                low = vaddw_s16(low, vget_low_s16(v));
                high = vaddw_high_s16(high, v);
                from += p->inner;
            }
            vst1q_s32(sums, low);
            vst1q_s32(sums + 4, high);
            for (i = 0; i < 8; i++) {
                const int32_t sum = edgec_to_even(sums[i], p->multiplier, p->shift);
                y[at + i] = (int16_t)edgec_requantize(sum, p->multiplier, p->shift, 0, INT16_MIN, INT16_MAX);
            }
            c += 8;
        }
        x += p->cells * p->inner;
        y += p->inner;
    }
}

#endif
