/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise rows of any windows, 16 channels at a time, two taps together. */
#ifndef EDGEC_DW_ANY_NEON_H
#define EDGEC_DW_ANY_NEON_H

#include "edgec_dw_any_code_neon.h"
#include "edgec_neon.h"

#if defined(__aarch64__)
#define EDGEC_DW_FOUR_TAPS 1 /* 32 vector registers hold all of a block */
#else
#define EDGEC_DW_FOUR_TAPS 0
#endif

/* As edgec_dw_neon, with cells of any number of taps, which is even: the stream fills up with weights of zero. */
typedef struct {
    const int8_t *const *cells; /* of the taps, for position 0 */
    int32_t taps, step;
    const int8_t *stream;
    int8_t *y;
    int32_t positions, channels, out_step;
    edgec_ending_neon ending;
} edgec_dw_any_neon;

/* The sums of 16 channels of a position: two products in 16 bits, then sums of 32 bits. */
#if defined(__aarch64__)
EDGEC_INLINE void edgec_dw_any_sums_neon(const int8_t *const *cells, intptr_t taps, const int8_t *w, intptr_t at,
                                         int32x4_t sums[4])
{
    register int32x4_t s0 __asm__("v16");
    register int32x4_t s1 __asm__("v17");
    register int32x4_t s2 __asm__("v18");
    register int32x4_t s3 __asm__("v19");
    const int8_t *x0;
    const int8_t *x1;
    const int8_t *const bias = w + 16 * taps;
    __asm__ volatile(EDGEC_DW_ANY_CODE_NEON
                     : [cells] "+&r"(cells), [w] "+&r"(w), [taps] "+&r"(taps), [x0] "=&r"(x0), [x1] "=&r"(x1),
                       "=&w"(s0), "=&w"(s1), "=&w"(s2), "=&w"(s3)
                     : [at] "r"(at), [bias] "r"(bias)
                     : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5");
    sums[0] = s0;
    sums[1] = s1;
    sums[2] = s2;
    sums[3] = s3;
}
#else
EDGEC_INLINE void edgec_dw_any_sums_neon(const int8_t *const *cells, intptr_t taps, const int8_t *w, intptr_t at,
                                         int32x4_t sums[4])
{
    register int32x4_t s0 __asm__("q4");
    register int32x4_t s1 __asm__("q5");
    register int32x4_t s2 __asm__("q6");
    register int32x4_t s3 __asm__("q7");
    const int8_t *x0;
    const int8_t *x1;
    const int8_t *bias = w + 16 * taps;
    __asm__ volatile(
        EDGEC_DW_ANY_CODE_V7
        : [cells] "+&r"(cells), [w] "+&r"(w), [taps] "+&r"(taps), [x0] "=&r"(x0), [x1] "=&r"(x1), [bias] "+&r"(bias),
          "=&w"(s0), "=&w"(s1), "=&w"(s2), "=&w"(s3)
        : [at] "r"(at)
        : "cc", "memory", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d16", "d17", "d18", "d19");
    sums[0] = s0;
    sums[1] = s1;
    sums[2] = s2;
    sums[3] = s3;
}
#endif

/* The same of 8 channels. */
EDGEC_INLINE void edgec_dw_any_half_neon(const int8_t *const *cells, intptr_t taps, const int8_t *w, intptr_t at,
                                         int32x4_t sums[4])
{
    const int32_t *bias = (const int32_t *)(const void *)(w + 16 * taps);
    intptr_t t;
    sums[0] = vld1q_s32(bias);
    sums[1] = vld1q_s32(bias + 4);
    for (t = 0; t < taps; t += 2) {
        const int16x8_t one = vmull_s8(vld1_s8(cells[t] + at), vld1_s8(w + 16 * t));
        const int16x8_t two = vmlal_s8(one, vld1_s8(cells[t + 1] + at), vld1_s8(w + 16 * t + 16));
        sums[0] = vaddw_s16(sums[0], vget_low_s16(two));
        sums[1] = vaddw_high_s16(sums[1], two);
    }
    sums[2] = sums[0];
    sums[3] = sums[1];
}

/* Two products of 16 channels in 16 bits, added to their sums. */
EDGEC_INLINE void edgec_dw_pair_neon(int8x16_t x0, int8x16_t w0, int8x16_t x1, int8x16_t w1, int32x4_t sums[4])
{
    const int16x8_t low = vmlal_s8(vmull_s8(vget_low_s8(x0), vget_low_s8(w0)), vget_low_s8(x1), vget_low_s8(w1));
    const int16x8_t high = vmlal_high_s8(vmull_high_s8(x0, w0), x1, w1);
    sums[0] = vaddw_s16(sums[0], vget_low_s16(low));
    sums[1] = vaddw_high_s16(sums[1], low);
    sums[2] = vaddw_s16(sums[2], vget_low_s16(high));
    sums[3] = vaddw_high_s16(sums[3], high);
}

/* A block of 16 channels with four taps, which stay in registers from position to position, as do biases and factors.
 */
EDGEC_INLINE void edgec_dw_four_taps_neon(const edgec_dw_any_neon *g, const int8_t *w, int32_t c, int limited, int wide)
{
    const int32_t *const ends = (const int32_t *)(const void *)(w + 64);
    const int32x4x4_t bias = edgec_four_neon(ends);
    const int32x4x4_t m = edgec_four_neon(ends + 16);
    const int32x4x4_t n = edgec_four_neon(ends + 32);
    const int8x16_t taps[4] = {vld1q_s8(w), vld1q_s8(w + 16), vld1q_s8(w + 32), vld1q_s8(w + 48)};
    const int8_t *const cells[4] = {g->cells[0], g->cells[1], g->cells[2], g->cells[3]};
    int8_t *y = g->y + c;
    intptr_t at = c;
    int32_t p;
    for (p = 0; p < g->positions; p++, at += g->step, y += g->out_step) {
        int32x4_t s[4] = {bias.val[0], bias.val[1], bias.val[2], bias.val[3]};
        int i;
        for (i = 0; i < 4; i += 2) {
            edgec_dw_pair_neon(vld1q_s8(cells[i] + at), taps[i], vld1q_s8(cells[i + 1] + at), taps[i + 1], s);
        }
        for (i = 0; i < 4; i++) {
            s[i] = edgec_scaled_neon(s[i], m.val[i], n.val[i], &g->ending, wide);
        }
        vst1q_s8(y, edgec_narrowed_neon(s[0], s[1], s[2], s[3], &g->ending, limited));
    }
}

/* A block of 16 channels, or of 8. */
EDGEC_INLINE void edgec_dw_any_block_neon(const edgec_dw_any_neon *g, const int8_t *w, int32_t c, int half, int limited,
                                          int wide)
{
    const int32_t *const factors = (const int32_t *)(const void *)(w + 16 * g->taps + 64);
    int32_t p;
    for (p = 0; p < g->positions; p++) {
        const int32x4x4_t m = edgec_four_neon(factors);
        const int32x4x4_t n = edgec_four_neon(factors + 16);
        int8_t *const y = g->y + (intptr_t)p * g->out_step + c;
        const intptr_t at = (intptr_t)p * g->step + c;
        int32x4_t s[4];
        int8x16_t bytes;
        if (half) {
            edgec_dw_any_half_neon(g->cells, g->taps, w, at, s);
        } else {
            edgec_dw_any_sums_neon(g->cells, g->taps, w, at, s);
        }
        bytes = edgec_narrowed_neon(edgec_scaled_neon(s[0], m.val[0], n.val[0], &g->ending, wide),
                                    edgec_scaled_neon(s[1], m.val[1], n.val[1], &g->ending, wide),
                                    edgec_scaled_neon(s[2], m.val[2], n.val[2], &g->ending, wide),
                                    edgec_scaled_neon(s[3], m.val[3], n.val[3], &g->ending, wide), &g->ending, limited);
        if (half) {
            vst1_s8(y, vget_low_s8(bytes));
        } else {
            vst1q_s8(y, bytes);
        }
    }
}

/* A row, by blocks. */
#define EDGEC_DW_ANY_ROW_NEON(name, half, limited, wide)                                                               \
    EDGEC_SHARED_CODE void name(const edgec_dw_any_neon *job)                                                          \
    {                                                                                                                  \
        const edgec_dw_any_neon g = *job;                                                                              \
        const int32_t lanes = (half) ? 8 : 16;                                                                         \
        const int32_t last = g.channels - lanes;                                                                       \
        const int8_t *w = g.stream;                                                                                    \
        int32_t c = 0;                                                                                                 \
        for (;;) {                                                                                                     \
            if (EDGEC_DW_FOUR_TAPS && !(half) && g.taps == 4) {                                                        \
                edgec_dw_four_taps_neon(&g, w, c, limited, wide);                                                      \
            } else {                                                                                                   \
                edgec_dw_any_block_neon(&g, w, c, half, limited, wide);                                                \
            }                                                                                                          \
            w += 16 * g.taps + 192;                                                                                    \
            if (c == last) {                                                                                           \
                break;                                                                                                 \
            }                                                                                                          \
            c = c + lanes < last ? c + lanes : last;                                                                   \
        }                                                                                                              \
    }

EDGEC_DW_ANY_ROW_NEON(edgec_dw_any_row_neon, 0, 0, 0)
EDGEC_DW_ANY_ROW_NEON(edgec_dw_any_limited_neon, 0, 1, 0)
EDGEC_DW_ANY_ROW_NEON(edgec_dw_any_general_neon, 0, 1, 1)
EDGEC_DW_ANY_ROW_NEON(edgec_dw_any_half_row_neon, 1, 1, 1)

#endif
