/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of int16 with packed int8 weights on Armv7-A, four positions with 8 or 4 output channels at a time:
 * VMOVL widens the weights, VMLAL multiplies them by a lane of a position.  A block of 16 channels is two of 8. */
#ifndef EDGEC_GEMM_S16_NEON_V7_H
#define EDGEC_GEMM_S16_NEON_V7_H

#include "edgec_gemm_s16_code_neon_v7.h"
#include "edgec_run_s16_neon.h"

#define EDGEC_FOUR_TAPS_V7(x) vreinterpret_s16_s8(vld1_s8(x))

/* Tap l, a constant, of four positions with 8 channels. */
#define EDGEC_S16_TAP_V7(l)                                                                                            \
    {                                                                                                                  \
        const int16x8_t each = vmovl_s8(vld1_s8(v));                                                                   \
        v += width;                                                                                                    \
        s00 = vmlal_lane_s16(s00, vget_low_s16(each), a, l);                                                           \
        s10 = vmlal_lane_s16(s10, vget_low_s16(each), b, l);                                                           \
        s20 = vmlal_lane_s16(s20, vget_low_s16(each), c, l);                                                           \
        s30 = vmlal_lane_s16(s30, vget_low_s16(each), d, l);                                                           \
        s01 = vmlal_lane_s16(s01, vget_high_s16(each), a, l);                                                          \
        s11 = vmlal_lane_s16(s11, vget_high_s16(each), b, l);                                                          \
        s21 = vmlal_lane_s16(s21, vget_high_s16(each), c, l);                                                          \
        s31 = vmlal_lane_s16(s31, vget_high_s16(each), d, l);                                                          \
    }

#define EDGEC_S16_STORE_V7(y, s0, s1)                                                                                  \
    vst1q_s8(y, vreinterpretq_s8_s16(vcombine_s16(edgec_scaled_s16_neon(s0, m0, n0, &g->ending),                       \
                                                  edgec_scaled_s16_neon(s1, m1, n1, &g->ending))))

/* Channels `first` to `first` + 7 of a block of `width`, both constants. */
EDGEC_INLINE const int8_t *edgec_tile_part_s16_v7(const edgec_gemm_neon *g, int64_t from,
                                                  const edgec_row_offsets_neon *in, const int8_t *w, int32_t width,
                                                  int32_t first, int8_t *y, const edgec_row_offsets_neon *out)
{
    const int32_t *const bias = (const int32_t *)(const void *)w + first;
    const int8_t *v = w + 4 * width + first;
    const int32_t *end;
    int32x4_t s00 = vld1q_s32(bias);
    int32x4_t s01 = vld1q_s32(bias + 4);
    int32x4_t s10 = s00;
    int32x4_t s11 = s01;
    int32x4_t s20 = s00;
    int32x4_t s21 = s01;
    int32x4_t s30 = s00;
    int32x4_t s31 = s01;
    int32x4_t m0, m1, n0, n1;
    int32_t s, k;
    for (s = 0; s < g->count; s++) {
        const int8_t *x0 = g->segments[s] + (intptr_t)from;
        const int8_t *x1 = x0 + (intptr_t)in->row1;
        const int8_t *x2 = x0 + (intptr_t)in->row2;
        const int8_t *x3 = x0 + (intptr_t)in->row3;
        for (k = g->bytes; k > 0; k -= 8) {
            const int16x4_t a = EDGEC_FOUR_TAPS_V7(x0);
            const int16x4_t b = EDGEC_FOUR_TAPS_V7(x1);
            const int16x4_t c = EDGEC_FOUR_TAPS_V7(x2);
            const int16x4_t d = EDGEC_FOUR_TAPS_V7(x3);
            EDGEC_S16_TAP_V7(0) EDGEC_S16_TAP_V7(1) EDGEC_S16_TAP_V7(2) EDGEC_S16_TAP_V7(3) x0 += 8;
            x1 += 8;
            x2 += 8;
            x3 += 8;
        }
    }
    v -= first;
    end = (const int32_t *)(const void *)v + first;
    m0 = vld1q_s32(end);
    m1 = vld1q_s32(end + 4);
    n0 = vld1q_s32(end + width);
    n1 = vld1q_s32(end + width + 4);
    y += 2 * first;
    EDGEC_S16_STORE_V7(y + (intptr_t)out->row3, s30, s31);
    EDGEC_S16_STORE_V7(y + (intptr_t)out->row2, s20, s21);
    EDGEC_S16_STORE_V7(y + (intptr_t)out->row1, s10, s11);
    EDGEC_S16_STORE_V7(y, s00, s01);
    return v + 8 * width;
}

EDGEC_INLINE const int8_t *edgec_tile_s16_16_v7(const edgec_gemm_neon *g, int64_t from,
                                                const edgec_row_offsets_neon *in, const int8_t *w, int8_t *y,
                                                const edgec_row_offsets_neon *out)
{
    (void)edgec_tile_part_s16_v7(g, from, in, w, 16, 0, y, out);
    return edgec_tile_part_s16_v7(g, from, in, w, 16, 8, y, out);
}

EDGEC_INLINE const int8_t *edgec_tile_s16_8_v7(const edgec_gemm_neon *g, int64_t from, const edgec_row_offsets_neon *in,
                                               const int8_t *w, int8_t *y, const edgec_row_offsets_neon *out)
{
    return edgec_tile_part_s16_v7(g, from, in, w, 8, 0, y, out);
}

/* Four taps of a position with four channels: two taps each in a and b. */
EDGEC_INLINE int32x4_t edgec_four_s16_v7(int32x4_t sum, const int8_t *x, int16x8_t a, int16x8_t b)
{
    const int16x4_t each = EDGEC_FOUR_TAPS_V7(x);
    sum = vmlal_lane_s16(sum, vget_low_s16(a), each, 0);
    sum = vmlal_lane_s16(sum, vget_high_s16(a), each, 1);
    sum = vmlal_lane_s16(sum, vget_low_s16(b), each, 2);
    return vmlal_lane_s16(sum, vget_high_s16(b), each, 3);
}

EDGEC_INLINE const int8_t *edgec_tile_s16_4_v7(const edgec_gemm_neon *g, int64_t from, const edgec_row_offsets_neon *in,
                                               const int8_t *w, int8_t *y, const edgec_row_offsets_neon *out)
{
    const int32_t *end;
    int32x4_t s[4];
    int32_t i;
    int32_t k;
    s[0] = vld1q_s32((const int32_t *)(const void *)w);
    s[1] = s[0];
    s[2] = s[0];
    s[3] = s[0];
    w += 16;
    for (i = 0; i < g->count; i++) {
        const int8_t *x0 = g->segments[i] + (intptr_t)from;
        const int8_t *x1 = x0 + (intptr_t)in->row1;
        const int8_t *x2 = x0 + (intptr_t)in->row2;
        const int8_t *x3 = x0 + (intptr_t)in->row3;
        for (k = 0; k < g->bytes; k += 8) {
            const int16x8_t a = vmovl_s8(vld1_s8(w));
            const int16x8_t b = vmovl_s8(vld1_s8(w + 8));
            s[0] = edgec_four_s16_v7(s[0], x0 + k, a, b);
            s[1] = edgec_four_s16_v7(s[1], x1 + k, a, b);
            s[2] = edgec_four_s16_v7(s[2], x2 + k, a, b);
            s[3] = edgec_four_s16_v7(s[3], x3 + k, a, b);
            w += 16;
        }
    }
    end = (const int32_t *)(const void *)w;
    for (i = 3; i >= 0; i--) {
        const int64_t at = i == 3 ? out->row3 : i == 2 ? out->row2 : i == 1 ? out->row1 : 0;
        const int16x4_t each = edgec_scaled_s16_neon(s[i], vld1q_s32(end), vld1q_s32(end + 4), &g->ending);
        vst1_s8(y + (intptr_t)at, vreinterpret_s8_s16(each));
    }
    return w + 32;
}

/* A run of one position with 16 channels is added to their sums; the weights that follow. */
EDGEC_INLINE const int8_t *edgec_row_run_s16_v7(int32_t *sums, const int8_t *x, const int8_t *w, int32_t bytes)
{
    __asm__ volatile(EDGEC_GEMM_S16_ROW_CODE_V7
                     : [x] "+&r"(x), [w] "+&r"(w), [bytes] "+&r"(bytes), [sums] "+&r"(sums)
                     :
                     : "cc", "memory", "q0", "q2", "q3", "q4", "q5", "q6", "q7", "q8", "q9", "q10", "q11");
    return w;
}

EDGEC_INLINE const int8_t *edgec_row_s16_v7(const edgec_gemm_neon *g, int64_t from, const int8_t *w, int32_t width,
                                            int8_t *y, int32_t outputs)
{
    int32_t sums[16];
    int32x4_t end[4];
    int32_t i;
    if (width != 16) {
        return edgec_odd_row_s16_neon(g, from, w, width, y, outputs);
    }
    memcpy(sums, w, sizeof sums);
    w += sizeof sums;
    for (i = 0; i < g->count; i++) {
        w = edgec_row_run_s16_v7(sums, g->segments[i] + (intptr_t)from, w, g->bytes);
    }
    for (i = 0; i < 4; i++) {
        end[i] = vld1q_s32(sums + 4 * i);
    }
    edgec_row_end_s16_neon(g, end, w, 16, y, outputs);
    return w + 128;
}

EDGEC_SHARED_CODE void edgec_gemm_s16_v7(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g; /* in registers */
    edgec_run_s16_neon(&job, edgec_tile_s16_16_v7, edgec_tile_s16_8_v7, edgec_tile_s16_4_v7, edgec_row_s16_v7);
}

#endif
