/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the NEON kernels share: requantization of vectors, copies, stores of a few bytes.
 * Needs Advanced SIMD, of AArch64 or Armv7-A; functions of other instructions are behind the macros of the Arm C
 * Language Extensions. */
#ifndef EDGEC_NEON_H
#define EDGEC_NEON_H

#include "edgec_base.h"

#include <arm_neon.h>

#if defined(__clang__) /* assembly is no string of the program: GCC sets no limit to its length either */
#pragma clang diagnostic ignored "-Woverlength-strings"
#endif

#if !defined(__aarch64__) /* upper halves, which Armv7-A has registers of their own for */
#define vqmovn_high_s32(a, b) vcombine_s16((a), vqmovn_s32(b))
#define vqmovn_high_s16(a, b) vcombine_s8((a), vqmovn_s16(b))
#define vmovl_high_s16(a) vmovl_s16(vget_high_s16(a))
#define vaddw_high_s8(a, b) vaddw_s8((a), vget_high_s8(b))
#define vaddw_high_s16(a, b) vaddw_s16((a), vget_high_s16(b))
#define vsubl_high_s8(a, b) vsubl_s8(vget_high_s8(a), vget_high_s8(b))
#define vmull_high_s8(a, b) vmull_s8(vget_high_s8(a), vget_high_s8(b))
#define vmull_high_s16(a, b) vmull_s16(vget_high_s16(a), vget_high_s16(b))
#define vmlal_high_s8(s, a, b) vmlal_s8((s), vget_high_s8(a), vget_high_s8(b))
#define vmlal_high_s16(s, a, b) vmlal_s16((s), vget_high_s16(a), vget_high_s16(b))
#define vmlal_high_lane_s16(s, a, b, lane) vmlal_lane_s16((s), vget_high_s16(a), (b), (lane))
#define vmlal_laneq_s16(s, a, v, lane)                                                                                 \
    vmlal_lane_s16((s), (a), ((lane) < 4) ? vget_low_s16(v) : vget_high_s16(v), (lane) % 4)
#define vmlal_high_laneq_s16(s, a, v, lane) vmlal_laneq_s16(s, vget_high_s16(a), v, lane)
#define vshll_high_n_u16(a, n) vshll_n_u16(vget_high_u16(a), (n))
#define vshll_high_n_s32(a, n) vshll_n_s32(vget_high_s32(a), (n))
#define vmull_high_s32(a, b) vmull_s32(vget_high_s32(a), vget_high_s32(b))
#define vmlal_high_s32(s, a, b) vmlal_s32((s), vget_high_s32(a), vget_high_s32(b))
#define vqmovn_high_s64(a, b) vcombine_s32((a), vqmovn_s64(b))
#define vtrn1q_s8(a, b) (vtrnq_s8((a), (b)).val[0]) /* one instruction makes both */
#define vtrn2q_s8(a, b) (vtrnq_s8((a), (b)).val[1])
#define vtrn1q_s16(a, b) (vtrnq_s16((a), (b)).val[0])
#define vtrn2q_s16(a, b) (vtrnq_s16((a), (b)).val[1])
#define vuzp1q_s16(a, b) (vuzpq_s16((a), (b)).val[0])
#define vuzp1q_s32(a, b) (vuzpq_s32((a), (b)).val[0])
#define vuzp2q_s32(a, b) (vuzpq_s32((a), (b)).val[1])
#define vzip1q_s64(a, b) vcombine_s64(vget_low_s64(a), vget_low_s64(b))
#define vzip2q_s64(a, b) vcombine_s64(vget_high_s64(a), vget_high_s64(b))

EDGEC_INLINE int32_t edgec_sum_v7(int32x4_t v)
{
    const int32x2_t two = vadd_s32(vget_low_s32(v), vget_high_s32(v));
    return vget_lane_s32(vpadd_s32(two, two), 0);
}

EDGEC_INLINE int8_t edgec_least_v7(int8x16_t v)
{
    int8x8_t y = vpmin_s8(vget_low_s8(v), vget_high_s8(v));
    y = vpmin_s8(y, y);
    y = vpmin_s8(y, y);
    return vget_lane_s8(vpmin_s8(y, y), 0);
}

EDGEC_INLINE int8_t edgec_largest_v7(int8x16_t v)
{
    int8x8_t y = vpmax_s8(vget_low_s8(v), vget_high_s8(v));
    y = vpmax_s8(y, y);
    y = vpmax_s8(y, y);
    return vget_lane_s8(vpmax_s8(y, y), 0);
}

#define vpaddq_s32(a, b)                                                                                               \
    vcombine_s32(vpadd_s32(vget_low_s32(a), vget_high_s32(a)), vpadd_s32(vget_low_s32(b), vget_high_s32(b)))
#define vaddvq_s32(v) edgec_sum_v7(v)
#define vaddvq_u32(v) ((uint32_t)edgec_sum_v7(vreinterpretq_s32_u32(v)))
#define vminvq_s8(v) edgec_least_v7(v)
#define vmaxvq_s8(v) edgec_largest_v7(v)
#endif

/* 64 bytes. */
EDGEC_INLINE void edgec_store_four_neon(int8_t *to, int8x16x4_t v)
{
#if defined(__aarch64__)
    vst1q_s8_x4(to, v);
#else
    vst1q_s8(to, v.val[0]);
    vst1q_s8(to + 16, v.val[1]);
    vst1q_s8(to + 32, v.val[2]);
    vst1q_s8(to + 48, v.val[3]);
#endif
}

EDGEC_INLINE int32x4x3_t edgec_three_neon(const int32_t *x)
{
#if defined(__aarch64__)
    return vld1q_s32_x3(x);
#else
    const int32x4x3_t v = {{vld1q_s32(x), vld1q_s32(x + 4), vld1q_s32(x + 8)}};
    return v;
#endif
}

EDGEC_INLINE int32x4x4_t edgec_four_neon(const int32_t *x)
{
#if defined(__aarch64__)
    return vld1q_s32_x4(x);
#else
    int32x4x4_t v;
    v.val[0] = vld1q_s32(x);
    v.val[1] = vld1q_s32(x + 4);
    v.val[2] = vld1q_s32(x + 8);
    v.val[3] = vld1q_s32(x + 12);
    return v;
#endif
}

/* How sums become bytes: y = clamp(zero + floor(sum * m / 2**(31 + n) + 1/2)), n >= 1, sums doubled `left` times.
 * SQDMULH rounds down and SRSHL rounds half up what it shifts out, which together round once.
 * `general` is a constant of the caller: without it there are no limits and nothing is doubled. */
typedef struct {
    int32_t out_zero, lo, hi, left;
} edgec_ending_neon;

EDGEC_INLINE int edgec_is_limited_neon(const edgec_ending_neon *e) { return e->lo != INT8_MIN || e->hi != INT8_MAX; }

EDGEC_INLINE int edgec_is_general_neon(const edgec_ending_neon *e) { return e->left != 0 || edgec_is_limited_neon(e); }

EDGEC_INLINE int32x4_t edgec_scaled_neon(int32x4_t sum, int32x4_t m, int32x4_t minus_n, const edgec_ending_neon *e,
                                         int general)
{
    if (general) {
        sum = vshlq_s32(sum, vdupq_n_s32(e->left));
    }
    return vrshlq_s32(vqdmulhq_s32(sum, m), minus_n);
}

/* Bytes of 16 scaled sums. */
EDGEC_INLINE int8x16_t edgec_narrowed_neon(int32x4_t a, int32x4_t b, int32x4_t c, int32x4_t d,
                                           const edgec_ending_neon *e, int general)
{
    const int16x8_t zero = vdupq_n_s16((int16_t)e->out_zero);
    const int16x8_t low = vqaddq_s16(vqmovn_high_s32(vqmovn_s32(a), b), zero);
    const int16x8_t high = vqaddq_s16(vqmovn_high_s32(vqmovn_s32(c), d), zero);
    const int8x16_t y = vqmovn_high_s16(vqmovn_s16(low), high);
    if (general) {
        return vminq_s8(vmaxq_s8(y, vdupq_n_s8((int8_t)e->lo)), vdupq_n_s8((int8_t)e->hi));
    }
    return y;
}

/* The bytes of one word of a vector; `lane` is a constant. */
#define EDGEC_STORE_WORD_NEON(to, y, lane)                                                                             \
    vst1q_lane_s32((int32_t *)(void *)(to), vreinterpretq_s32_s8(y), (lane)) /* words need no alignment here */

/* Fewer than 16 bytes, in a vector. */
EDGEC_INLINE int8x16_t edgec_load_part_neon(const int8_t *from, int32_t bytes)
{
    int8_t part[16] = {0};
    memcpy(part, from, (size_t)bytes);
    return vld1q_s8(part);
}

EDGEC_INLINE void edgec_store_part_neon(int8_t *to, int8x16_t v, int32_t bytes)
{
    int8_t part[16];
    vst1q_s8(part, v);
    memcpy(to, part, (size_t)bytes);
}

EDGEC_INLINE void edgec_copy_neon(int8_t *to, const int8_t *from, int32_t bytes)
{
    int32_t i;
    if (bytes < 16) {
        memcpy(to, from, (size_t)bytes);
        return;
    }
#if defined(__aarch64__)
    for (i = 0; i + 64 <= bytes; i += 64) {
        vst1q_s8_x4(to + i, vld1q_s8_x4(from + i));
    }
#else
    i = 0;
#endif
    for (; i + 16 <= bytes; i += 16) {
        vst1q_s8(to + i, vld1q_s8(from + i));
    }
    vst1q_s8(to + bytes - 16, vld1q_s8(from + bytes - 16));
}

#endif
