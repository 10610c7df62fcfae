/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Softmax, int8, of rows of n values into the scale 1/256; the output may be the input's buffer. */
#ifndef EDGEC_SOFTMAX_S8_NEON_H
#define EDGEC_SOFTMAX_S8_NEON_H

#include "edgec_look_up_neon.h"

/* Scratch: three bytes for each value of a row, n rounded up to 16. */
typedef struct {
    int32_t rows, n;
    int32_t out_zero;
} edgec_softmax_s8_neon_params;

/* Ones in the first `bytes` of 16. */
EDGEC_INLINE uint8x16_t edgec_first_neon(int32_t bytes)
{
    uint8_t part[16] = {0};
    memset(part, 0xFF, (size_t)bytes);
    return vld1q_u8(part);
}

EDGEC_INLINE int8x16_t edgec_softmax_top_neon(const int8_t *x, int32_t n)
{
    const int32_t left = n % 16;
    int8x16_t top = vdupq_n_s8(INT8_MIN);
    int32_t i;
    for (i = 0; i + 16 <= n; i += 16) {
        top = vmaxq_s8(top, vld1q_s8(x + i));
    }
    if (left != 0) {
        const int8x16_t last = edgec_load_part_neon(x + i, left);
        top = vmaxq_s8(top, vbslq_s8(edgec_first_neon(left), last, top));
    }
    return vdupq_n_s8(vmaxvq_s8(top));
}

#if defined(__aarch64__)
/* Bytes of a table for how far each value lies below the largest. */
EDGEC_INLINE void edgec_softmax_low_neon(const int8_t *x, int32_t n, int8x16_t top, const int8_t *table, int8_t *to)
{
    const int8x16x4_t a = vld1q_s8_x4(table);
    const int8x16x4_t b = vld1q_s8_x4(table + 64);
    const int8x16x4_t c = vld1q_s8_x4(table + 128);
    const int8x16x4_t d = vld1q_s8_x4(table + 192);
    const int32_t left = n % 16;
    int32_t i;
    for (i = 0; i + 16 <= n; i += 16) {
        const int8x16_t below = vsubq_s8(top, vld1q_s8(x + i));
        vst1q_s8(to + i, edgec_look_up_neon(a, b, c, d, vreinterpretq_u8_s8(below)));
    }
    if (left != 0) {
        const int8x16_t below = vsubq_s8(top, edgec_load_part_neon(x + i, left));
        vst1q_s8(to + i, edgec_look_up_neon(a, b, c, d, vreinterpretq_u8_s8(below)));
    }
}

/* Both bytes, from the lower ones and a table of the higher ones; the sum. */
EDGEC_INLINE uint32_t edgec_softmax_sum_neon(const int8_t *x, int32_t n, int8x16_t top, const int8_t *table,
                                             const int8_t *low, uint16_t *to)
{
    const int8x16x4_t a = vld1q_s8_x4(table);
    const int8x16x4_t b = vld1q_s8_x4(table + 64);
    const int8x16x4_t c = vld1q_s8_x4(table + 128);
    const int8x16x4_t d = vld1q_s8_x4(table + 192);
    const int32_t left = n % 16;
    uint32x4_t sum = vdupq_n_u32(0);
    int32_t i;
    for (i = 0; i + 16 <= n; i += 16) {
        const int8x16_t below = vsubq_s8(top, vld1q_s8(x + i));
        const int8x16_t high = edgec_look_up_neon(a, b, c, d, vreinterpretq_u8_s8(below));
        const uint16x8_t first = vreinterpretq_u16_s8(vzip1q_s8(vld1q_s8(low + i), high));
        const uint16x8_t second = vreinterpretq_u16_s8(vzip2q_s8(vld1q_s8(low + i), high));
        vst1q_u16(to + i, first);
        vst1q_u16(to + i + 8, second);
        sum = vpadalq_u16(vpadalq_u16(sum, first), second);
    }
    if (left != 0) {
        const int8x16_t mask = vreinterpretq_s8_u8(edgec_first_neon(left));
        const int8x16_t below = vsubq_s8(top, edgec_load_part_neon(x + i, left));
        const int8x16_t high = vandq_s8(mask, edgec_look_up_neon(a, b, c, d, vreinterpretq_u8_s8(below)));
        const int8x16_t lows = vandq_s8(mask, vld1q_s8(low + i));
        const uint16x8_t first = vreinterpretq_u16_s8(vzip1q_s8(lows, high));
        const uint16x8_t second = vreinterpretq_u16_s8(vzip2q_s8(lows, high));
        vst1q_u16(to + i, first);
        vst1q_u16(to + i + 8, second);
        sum = vpadalq_u16(vpadalq_u16(sum, first), second);
    }
    return vaddvq_u32(sum);
}
#else
/* 16 values from their lower and higher bytes; what they add to the sum. */
EDGEC_INLINE uint32x4_t edgec_softmax_both_v7(int8x16_t low, int8x16_t high, uint16_t *to, uint32x4_t sum)
{
    const int8x16x2_t both = vzipq_s8(low, high);
    const uint16x8_t first = vreinterpretq_u16_s8(both.val[0]);
    const uint16x8_t second = vreinterpretq_u16_s8(both.val[1]);
    vst1q_u16(to, first);
    vst1q_u16(to + 8, second);
    return vpadalq_u16(vpadalq_u16(sum, first), second);
}

/* The exponentials of a row in `wide`, and their sum.  Lower bytes lie in the first third of scratch, higher ones in
 * the last, where the 16 bits of a value reach only after its higher byte was read. */
EDGEC_INLINE uint32_t edgec_softmax_exp_v7(const int8_t *x, int32_t n, int8x16_t top, const int8_t *table,
                                           int8_t *scratch, uint16_t *wide)
{
    const int32_t left = n % 16;
    const int32_t room = (n + 15) / 16 * 16;
    int8_t *const last = scratch + 2 * room;
    uint32x4_t sum = vdupq_n_u32(0);
    int32_t i;
    for (i = 0; i + 16 <= n; i += 16) {
        vst1q_s8(last + i, vsubq_s8(top, vld1q_s8(x + i)));
    }
    if (left != 0) {
        vst1q_s8(last + i, vsubq_s8(top, edgec_load_part_neon(x + i, left)));
    }
    edgec_look_up_run_v7(table, table + 128, last, room, scratch);
    edgec_look_up_run_v7(table + 256, table + 384, last, room, last);
    for (i = 0; i + 16 <= n; i += 16) {
        sum = edgec_softmax_both_v7(vld1q_s8(scratch + i), vld1q_s8(last + i), wide + i, sum);
    }
    if (left != 0) {
        const int8x16_t mask = vreinterpretq_s8_u8(edgec_first_neon(left));
        const int8x16_t lower = vandq_s8(mask, vld1q_s8(scratch + i));
        sum = edgec_softmax_both_v7(lower, vandq_s8(mask, vld1q_s8(last + i)), wide + i, sum);
    }
    return vaddvq_u32(sum);
}
#endif

/* floor(t / twice) of four values: less than 257.  The quotient of floats is at most 5 roundings of 2**-24 away, so
 * that times 1 - 2**-21 it is none too large, and its whole part at most one too small. */
EDGEC_INLINE uint32x4_t edgec_softmax_quotient_neon(uint32x4_t t, uint32x4_t twice, float32x4_t inverse)
{
    const uint32x4_t q = vcvtq_u32_f32(vmulq_f32(vcvtq_f32_u32(t), inverse));
    const uint32x4_t rest = vmlsq_u32(t, q, twice);
    return vsubq_u32(q, vcgeq_u32(rest, twice));
}

/* The shares of eight values in steps of 1/256, rounded: floor((512 e + sum) / (2 sum)). */
EDGEC_INLINE int8x8_t edgec_softmax_shares_neon(const uint16_t *from, uint32x4_t sum, uint32x4_t twice,
                                                float32x4_t inverse, int16x8_t zero)
{
    const uint16x8_t e = vld1q_u16(from);
    const uint32x4_t low = edgec_softmax_quotient_neon(vaddq_u32(vshll_n_u16(vget_low_u16(e), 9), sum), twice, inverse);
    const uint32x4_t high = edgec_softmax_quotient_neon(vaddq_u32(vshll_high_n_u16(e, 9), sum), twice, inverse);
    const int16x8_t q = vuzp1q_s16(vreinterpretq_s16_u32(low), vreinterpretq_s16_u32(high));
    return vqmovn_s16(vaddq_s16(q, zero));
}

/* table: the lower bytes of exp(-d * scale) in unsigned Q15, 256 of them, then the higher ones; no sum is zero, for
 * that of d = 0 is not. */
EDGEC_INLINE void edgec_softmax_s8_neon(const edgec_softmax_s8_neon_params *p, const int8_t *x, const int8_t *table,
                                        int8_t *y, int8_t *scratch)
{
    const int32_t room = (p->n + 15) / 16 * 16;
    uint16_t *const wide = (uint16_t *)(void *)(scratch + room);
    const int16x8_t zero = vdupq_n_s16((int16_t)p->out_zero);
    int32_t row;
    for (row = 0; row < p->rows; row++) {
        const int8x16_t top = edgec_softmax_top_neon(x, p->n);
        uint32_t sum;
        float32x4_t inverse;
        int32_t i;
#if defined(__aarch64__)
        edgec_softmax_low_neon(x, p->n, top, table, scratch);
        sum = edgec_softmax_sum_neon(x, p->n, top, table + 256, scratch, wide);
#else
        sum = edgec_softmax_exp_v7(x, p->n, top, table, scratch, wide);
#endif
        inverse = vdupq_n_f32(0.5f / (float)sum * (1.0f - 0x1p-21f));
        for (i = 0; i + 8 <= p->n; i += 8) {
            vst1_s8(y + i, edgec_softmax_shares_neon(wide + i, vdupq_n_u32(sum), vdupq_n_u32(2u * sum), inverse, zero));
        }
        if (i < p->n) {
            const int8x8_t last =
                edgec_softmax_shares_neon(wide + i, vdupq_n_u32(sum), vdupq_n_u32(2u * sum), inverse, zero);
            edgec_store_part_neon(y + i, vcombine_s8(last, last), p->n - i);
        }
        x += p->n;
        y += p->n;
    }
}

#endif
