/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* (x - mean) / sqrt(variance + epsilon) * scale + bias, int8, of values side by side: the bytes of
 * edgec_normalize_s8_plain, eight at a time.  The output may be the input's buffer. */
#ifndef EDGEC_NORMALIZE_S8_NEON_H
#define EDGEC_NORMALIZE_S8_NEON_H

#include "edgec_neon.h"
#include "edgec_normalize_int.h"

typedef struct {
    int32_t outer, n;   /* n <= 8192 */
    int32_t along;      /* 1, or 0: one scale and one bias for all */
    uint64_t epsilon;   /* below 2**41, so that the spread is below 2**42 */
    int32_t minus_down; /* 32 - shift, -22 .. -1 */
    int32_t out_zero;
} edgec_normalize_s8_neon_params;

/* What the values of a group have in common: differences n * x - sum arrive times 2**k, so that SQRDMULH with the
 * inverse root m takes their product as many bits down as edgec_normalize_value, rounded. */
typedef struct {
    int32x4_t n, sum, m, minus_down;
    int16x8_t zero;
} edgec_normalize_group_neon;

/* The sums of n values and of their squares. */
EDGEC_INLINE void edgec_normalize_sums_neon(const int8_t *x, int32_t n, int32_t *sum, int32_t *squares)
{
    const int32_t left = n % 16;
    int32x4_t s = vdupq_n_s32(0);
    int32x4_t q = s;
    int32_t i;
    for (i = 0; i + 16 <= n; i += 16) {
        const int8x16_t v = vld1q_s8(x + i);
        s = vpadalq_s16(s, vpaddlq_s8(v));
        q = vpadalq_s16(q, vmull_s8(vget_low_s8(v), vget_low_s8(v)));
        q = vpadalq_s16(q, vmull_high_s8(v, v));
    }
    if (left != 0) { /* zeros behind them add nothing */
        const int8x16_t v = edgec_load_part_neon(x + i, left);
        s = vpadalq_s16(s, vpaddlq_s8(v));
        q = vpadalq_s16(q, vmull_s8(vget_low_s8(v), vget_low_s8(v)));
        q = vpadalq_s16(q, vmull_high_s8(v, v));
    }
    *sum = vaddvq_s32(s);
    *squares = vaddvq_s32(q);
}

/* Four values before the output's zero point: the upper 32 bits of value * scale + bias * 2**20, shifted. */
EDGEC_INLINE int32x4_t edgec_normalize_four_neon(const edgec_normalize_group_neon *g, int32x4_t x, int32x4_t scale,
                                                 int32x4_t bias)
{
    const int32x4_t value = vqrdmulhq_s32(vsubq_s32(vmulq_s32(x, g->n), g->sum), g->m);
    const int64x2_t low = vmlal_s32(vshll_n_s32(vget_low_s32(bias), 20), vget_low_s32(value), vget_low_s32(scale));
    const int64x2_t high = vmlal_high_s32(vshll_high_n_s32(bias, 20), value, scale);
    const int32x4_t upper = vuzp2q_s32(vreinterpretq_s32_s64(low), vreinterpretq_s32_s64(high));
    return vrshlq_s32(upper, g->minus_down);
}

/* Eight values; scale and bias are those of eight, or with along = 0 of all. */
EDGEC_INLINE int8x8_t edgec_normalize_eight_neon(const edgec_normalize_group_neon *g, int8x8_t x, int32_t along,
                                                 const int32_t *scale, const int32_t *bias)
{
    const int16x8_t wide = vmovl_s8(x);
    const int32x4_t s0 = (along != 0) ? vld1q_s32(scale) : vdupq_n_s32(*scale);
    const int32x4_t s1 = (along != 0) ? vld1q_s32(scale + 4) : s0;
    const int32x4_t b0 = (along != 0) ? vld1q_s32(bias) : vdupq_n_s32(*bias);
    const int32x4_t b1 = (along != 0) ? vld1q_s32(bias + 4) : b0;
    const int32x4_t low = edgec_normalize_four_neon(g, vmovl_s16(vget_low_s16(wide)), s0, b0);
    const int32x4_t high = edgec_normalize_four_neon(g, vmovl_high_s16(wide), s1, b1);
    return vqmovn_s16(vqaddq_s16(vqmovn_high_s32(vqmovn_s32(low), high), g->zero));
}

/* The values of a group. */
EDGEC_INLINE void edgec_normalize_values_neon(const edgec_normalize_s8_neon_params *p,
                                              const edgec_normalize_group_neon *g, const int8_t *x,
                                              const int32_t *scale, const int32_t *bias, int8_t *y)
{
    const int32_t left = p->n % 8;
    int32_t i;
    for (i = 0; i + 8 <= p->n; i += 8) {
        vst1_s8(y + i, edgec_normalize_eight_neon(g, vld1_s8(x + i), p->along, scale, bias));
        scale += 8 * p->along;
        bias += 8 * p->along;
    }
    if (left != 0) {
        const int8x8_t last = vget_low_s8(edgec_load_part_neon(x + i, left));
        int32_t s[8] = {0};
        int32_t b[8] = {0};
        int8x8_t bytes;
        memcpy(s, scale, sizeof(int32_t) * (size_t)((p->along != 0) ? left : 1));
        memcpy(b, bias, sizeof(int32_t) * (size_t)((p->along != 0) ? left : 1));
        bytes = edgec_normalize_eight_neon(g, last, p->along, s, b);
        edgec_store_part_neon(y + i, vcombine_s8(bytes, bytes), left);
    }
}

EDGEC_INLINE void edgec_normalize_s8_neon(const edgec_normalize_s8_neon_params *p, const int8_t *x,
                                          const int32_t *scale, const int32_t *bias, int8_t *y)
{
    int32_t o;
    for (o = 0; o < p->outer; o++) {
        edgec_normalize_group_neon g;
        int32_t sum;
        int32_t squares;
        uint64_t spread;
        uint32_t h;
        uint32_t k;
        edgec_normalize_sums_neon(x, p->n, &sum, &squares);
        spread = (uint64_t)((int64_t)p->n * squares - (int64_t)sum * sum) + p->epsilon;
        g.m = vdupq_n_s32(edgec_inverse_root((spread == 0u) ? 1u : spread, &h));
        k = h - 10u; /* 31 bits down are then 41 - h; the products may wrap, the difference is below 2**28 */
        g.n = vdupq_n_s32((int32_t)((uint32_t)p->n << k));
        g.sum = vdupq_n_s32((int32_t)((uint32_t)sum << k));
        g.minus_down = vdupq_n_s32(p->minus_down);
        g.zero = vdupq_n_s16((int16_t)p->out_zero);
        edgec_normalize_values_neon(p, &g, x, scale, bias, y);
        x += p->n;
        y += p->n;
    }
}

#endif
