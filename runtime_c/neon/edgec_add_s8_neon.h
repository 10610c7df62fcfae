/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sum and difference of two int8 tensors of one shape and different scales. */
#ifndef EDGEC_ADD_S8_NEON_H
#define EDGEC_ADD_S8_NEON_H

#include "edgec_fixed.h"
#include "edgec_neon.h"

/* y = clamp(out_zero + ((a - a_zero) * m_a + (b - b_zero) * m_b + 2**(shift - 1) >> shift)), 17 <= shift <= 30; for a
 * difference m_b is negative. */
typedef struct {
    int32_t n, a_zero, b_zero, m_a, m_b, shift, out_zero, lo, hi;
} edgec_add_s8_neon_params;

/* Sums of eight elements, shifted by 16 bits: rounding down now and half up later is rounding once. */
EDGEC_INLINE int16x8_t edgec_add_eight_neon(int16x8_t a, int16x8_t b, int32x4_t m_a, int32x4_t m_b)
{
    const int32x4_t low = vmlaq_s32(vmulq_s32(vmovl_s16(vget_low_s16(a)), m_a), vmovl_s16(vget_low_s16(b)), m_b);
    const int32x4_t high = vmlaq_s32(vmulq_s32(vmovl_high_s16(a), m_a), vmovl_high_s16(b), m_b);
#if defined(__aarch64__)
    return vuzp2q_s16(vreinterpretq_s16_s32(low), vreinterpretq_s16_s32(high));
#else
    return vcombine_s16(vshrn_n_s32(low, 16), vshrn_n_s32(high, 16));
#endif
}

static inline void edgec_add_s8_neon(const edgec_add_s8_neon_params *p, const int8_t *a, const int8_t *b, int8_t *y)
{
    const int8x8_t a_zero = vdup_n_s8((int8_t)p->a_zero);
    const int8x8_t b_zero = vdup_n_s8((int8_t)p->b_zero);
    const int32x4_t m_a = vdupq_n_s32(p->m_a);
    const int32x4_t m_b = vdupq_n_s32(p->m_b);
    const int16x8_t shift = vdupq_n_s16((int16_t)(16 - p->shift));
    const int16x8_t zero = vdupq_n_s16((int16_t)p->out_zero);
    int32_t i;
    for (i = 0; i + 16 <= p->n; i += 16) {
        const int8x16_t u = vld1q_s8(a + i);
        const int8x16_t v = vld1q_s8(b + i);
        const int16x8_t low =
            edgec_add_eight_neon(vsubl_s8(vget_low_s8(u), a_zero), vsubl_s8(vget_low_s8(v), b_zero), m_a, m_b);
        const int16x8_t high =
            edgec_add_eight_neon(vsubl_s8(vget_high_s8(u), a_zero), vsubl_s8(vget_high_s8(v), b_zero), m_a, m_b);
        int8x16_t sum = vqmovn_high_s16(vqmovn_s16(vaddq_s16(vrshlq_s16(low, shift), zero)),
                                        vaddq_s16(vrshlq_s16(high, shift), zero));
        if (p->lo != INT8_MIN) {
            sum = vmaxq_s8(sum, vdupq_n_s8((int8_t)p->lo));
        }
        if (p->hi != INT8_MAX) {
            sum = vminq_s8(sum, vdupq_n_s8((int8_t)p->hi));
        }
        vst1q_s8(y + i, sum);
    }
    for (; i < p->n; i++) {
        const int32_t sum = (a[i] - p->a_zero) * p->m_a + (b[i] - p->b_zero) * p->m_b;
        y[i] =
            (int8_t)edgec_clamp_s32(p->out_zero + ((sum + (INT32_C(1) << (p->shift - 1))) >> p->shift), p->lo, p->hi);
    }
}

#endif
