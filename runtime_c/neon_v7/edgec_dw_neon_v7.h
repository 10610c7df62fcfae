/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise rows of 3x3 windows, 8 channels at a time: two products in 16 bits (weights are in -127..127), then sums of
 * 32 bits.  The columns of a window stay in registers for the next ones. */
#ifndef EDGEC_DW_NEON_V7_H
#define EDGEC_DW_NEON_V7_H

#include "edgec_dw_code_neon_v7.h"
#include "edgec_neon.h"

#define EDGEC_DW_V7_LANES 8

/* A row of outputs, in blocks of 8 channels, of which the last one ends with the last channel.
 * The stream holds 9 x 8 weights by columns, then 8 biases, multipliers and shifts, for each block.
 * The assembly reads the members down to `limits` (the two bytes lo and hi) at their offsets. */
typedef struct {
    const int8_t *rows[3]; /* where the window of position 0 begins */
    int32_t tap, out_step; /* bytes from a column to the next, from an output to the next */
    int32_t positions, out_zero, limits;
    int32_t step; /* from a window to the next */
    int32_t channels;
    const int8_t *stream;
    int8_t *y;
    edgec_ending_neon ending;
} edgec_dw_v7;

EDGEC_STATIC_ASSERT(offsetof(edgec_dw_v7, limits) == 28, dw_v7_is_read_at_offsets);

/* All positions of a block of 8 channels, without sums that are doubled: windows lie one column apart, or two. */
#define EDGEC_DW_BLOCK_V7(name, code)                                                                                  \
    EDGEC_INLINE const int8_t *name(const edgec_dw_v7 *g, const int8_t *w, int32_t c)                                  \
    {                                                                                                                  \
        int8_t *y = g->y + c;                                                                                          \
        const int8_t *r0;                                                                                              \
        const int8_t *r1;                                                                                              \
        const int8_t *n;                                                                                               \
        int32_t tap;                                                                                                   \
        int32_t out;                                                                                                   \
        int32_t limits;                                                                                                \
        __asm__ volatile(code                                                                                          \
                         : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "+&r"(g), [m] "+&r"(w), [n] "=&r"(n), [y] "+&r"(y),    \
                           [count] "+&r"(c), [tap] "=&r"(tap), [out] "=&r"(out), [limits] "=&r"(limits)                \
                         :                                                                                             \
                         : "cc", "memory", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11",   \
                           "d12", "d13", "d14", "d15", "d16", "d17", "d18", "d19", "d20", "d21", "d22", "d23", "d24",  \
                           "d25", "d26", "d27", "d28", "d29", "d30", "d31");                                           \
        return w + 64;                                                                                                 \
    }

EDGEC_DW_BLOCK_V7(edgec_dw_block_s1_v7, EDGEC_DW_S1_CODE_V7)
EDGEC_DW_BLOCK_V7(edgec_dw_block_s2_v7, EDGEC_DW_S2_CODE_V7)
EDGEC_DW_BLOCK_V7(edgec_dw_limited_block_s1_v7, EDGEC_DW_LIMITED_S1_CODE_V7)
EDGEC_DW_BLOCK_V7(edgec_dw_limited_block_s2_v7, EDGEC_DW_LIMITED_S2_CODE_V7)

/* Products of taps a and b to the sums of 32 bits; tap 9 has none. */
EDGEC_INLINE int32x4x2_t edgec_dw_two_v7(int32x4x2_t s, const int8_t *const x[3], int32_t tap, const int8_t *w, int t)
{
    int16x8_t p = vmull_s8(vld1_s8(x[t % 3] + t / 3 * tap), vld1_s8(w + 8 * t));
    if (t < 8) {
        p = vmlal_s8(p, vld1_s8(x[(t + 1) % 3] + (t + 1) / 3 * tap), vld1_s8(w + 8 * t + 8));
    }
    s.val[0] = vaddw_s16(s.val[0], vget_low_s16(p));
    s.val[1] = vaddw_s16(s.val[1], vget_high_s16(p));
    return s;
}

/* Blocks of any layer. */
EDGEC_INLINE const int8_t *edgec_dw_block_any_v7(const edgec_dw_v7 *g, const int8_t *w, int32_t c)
{
    const int32_t *const ends = (const int32_t *)(const void *)(w + 72);
    const int8_t *rows[3] = {g->rows[0] + c, g->rows[1] + c, g->rows[2] + c};
    const edgec_ending_neon *e = &g->ending;
    int8_t *y = g->y + c;
    int32_t p;
    for (p = 0; p < g->positions; p++) {
        int32x4x2_t s;
        int16x8_t both;
        s.val[0] = vld1q_s32(ends);
        s.val[1] = vld1q_s32(ends + 4);
        s = edgec_dw_two_v7(s, rows, g->tap, w, 0);
        s = edgec_dw_two_v7(s, rows, g->tap, w, 2);
        s = edgec_dw_two_v7(s, rows, g->tap, w, 4);
        s = edgec_dw_two_v7(s, rows, g->tap, w, 6);
        s = edgec_dw_two_v7(s, rows, g->tap, w, 8);
        s.val[0] = edgec_scaled_neon(s.val[0], vld1q_s32(ends + 8), vld1q_s32(ends + 16), e, 1);
        s.val[1] = edgec_scaled_neon(s.val[1], vld1q_s32(ends + 12), vld1q_s32(ends + 20), e, 1);
        both = vqaddq_s16(vqmovn_high_s32(vqmovn_s32(s.val[0]), s.val[1]), vdupq_n_s16((int16_t)e->out_zero));
        vst1_s8(y, vmin_s8(vmax_s8(vqmovn_s16(both), vdup_n_s8((int8_t)e->lo)), vdup_n_s8((int8_t)e->hi)));
        rows[0] += g->step;
        rows[1] += g->step;
        rows[2] += g->step;
        y += g->out_step;
    }
    return w + 72 + 96;
}

/* A row: `block` computes 8 channels from channel c and gives what follows in the stream. */
#define EDGEC_DW_ROW_V7(name, block)                                                                                   \
    EDGEC_SHARED_CODE void name(const edgec_dw_v7 *job)                                                                \
    {                                                                                                                  \
        const int8_t *w = job->stream;                                                                                 \
        const int32_t last = job->channels - EDGEC_DW_V7_LANES;                                                        \
        int32_t c = 0;                                                                                                 \
        for (;;) {                                                                                                     \
            w = block(job, w, c);                                                                                      \
            if (c == last) {                                                                                           \
                break;                                                                                                 \
            }                                                                                                          \
            c = c + EDGEC_DW_V7_LANES < last ? c + EDGEC_DW_V7_LANES : last;                                           \
        }                                                                                                              \
    }

EDGEC_DW_ROW_V7(edgec_dw_s1_v7, edgec_dw_block_s1_v7)
EDGEC_DW_ROW_V7(edgec_dw_s2_v7, edgec_dw_block_s2_v7)
EDGEC_DW_ROW_V7(edgec_dw_limited_s1_v7, edgec_dw_limited_block_s1_v7)
EDGEC_DW_ROW_V7(edgec_dw_limited_s2_v7, edgec_dw_limited_block_s2_v7)
EDGEC_DW_ROW_V7(edgec_dw_any_v7, edgec_dw_block_any_v7)

#endif
