/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise rows of 3x3 windows, 16 channels at a time: two products in 16 bits (weights are in -127..127), then sums
 * of 32 bits.  The columns of a window stay in registers for the next ones. */
#ifndef EDGEC_DW_NEON_H
#define EDGEC_DW_NEON_H

#include "edgec_dw_code_neon.h"
#include "edgec_neon.h"

#define EDGEC_DW_NEON_LANES 16

/* A row of outputs, in blocks of 16 channels (or 8), of which the last one ends with the last channel.
 * The stream holds 9 x 16 weights, then 16 biases, multipliers and shifts, for each block. */
typedef struct {
    const int8_t *rows[3]; /* where the window of position 0 begins */
    int32_t tap, step;     /* bytes from a column to the next, and from a position to the next */
    const int8_t *stream;
    int8_t *y;
    int32_t positions, channels, out_step;
    edgec_ending_neon ending;
} edgec_dw_neon;

typedef struct {
    int8x16_t w[9];
    int32x4x4_t bias;
    const int32_t *ends;
} edgec_dw_block_neon;

typedef struct {
    int32x4_t a, b, c, d;
    int16x8_t low, high;
} edgec_dw_sums_neon;

/* Products of a tap; `second` of two: then both go to the sums, which begin with the biases in tap 1. */
EDGEC_INLINE void edgec_dw_tap_neon(edgec_dw_sums_neon *s, const edgec_dw_block_neon *k, int8x16_t x, int tap)
{
    const int8x16_t w = k->w[tap];
    const int second = tap % 2 == 1;
    if (second) {
        s->low = vmlal_s8(s->low, vget_low_s8(x), vget_low_s8(w));
        s->high = vmlal_high_s8(s->high, x, w);
    } else {
        s->low = vmull_s8(vget_low_s8(x), vget_low_s8(w));
        s->high = vmull_high_s8(x, w);
    }
    if (second || tap == 8) {
        s->a = vaddw_s16(tap == 1 ? k->bias.val[0] : s->a, vget_low_s16(s->low));
        s->b = vaddw_high_s16(tap == 1 ? k->bias.val[1] : s->b, s->low);
        s->c = vaddw_s16(tap == 1 ? k->bias.val[2] : s->c, vget_low_s16(s->high));
        s->d = vaddw_high_s16(tap == 1 ? k->bias.val[3] : s->d, s->high);
    }
}

EDGEC_INLINE int8x16_t edgec_dw_load_neon(const int8_t *x, int half)
{
    return half ? vcombine_s8(vld1_s8(x), vdup_n_s8(0)) : vld1q_s8(x);
}

EDGEC_INLINE void edgec_dw_end_neon(const edgec_dw_neon *g, const edgec_dw_block_neon *k, const edgec_dw_sums_neon *s,
                                    int8_t *y, int half, int general)
{
    const edgec_ending_neon *e = &g->ending;
    const int32x4x4_t m = vld1q_s32_x4(k->ends);
    const int32x4x4_t n = vld1q_s32_x4(k->ends + 16);
    const int8x16_t v = edgec_narrowed_neon(edgec_scaled_neon(s->a, m.val[0], n.val[0], e, general),
                                            edgec_scaled_neon(s->b, m.val[1], n.val[1], e, general),
                                            edgec_scaled_neon(s->c, m.val[2], n.val[2], e, general),
                                            edgec_scaled_neon(s->d, m.val[3], n.val[3], e, general), e, general);
    if (half) {
        vst1_s8(y, vget_low_s8(v));
    } else {
        vst1q_s8(y, v);
    }
}

/* One column of the window: taps 3 * column .. */
#define EDGEC_DW_COLUMN_NEON(s, column)                                                                                \
    edgec_dw_tap_neon(&(s), k, x0, 3 * (column));                                                                      \
    edgec_dw_tap_neon(&(s), k, x1, 3 * (column) + 1);                                                                  \
    edgec_dw_tap_neon(&(s), k, x2, 3 * (column) + 2)

#define EDGEC_DW_LOAD_NEON(at)                                                                                         \
    x0 = edgec_dw_load_neon(rows[0] + (at), half);                                                                     \
    x1 = edgec_dw_load_neon(rows[1] + (at), half);                                                                     \
    x2 = edgec_dw_load_neon(rows[2] + (at), half)

EDGEC_INLINE void edgec_dw_one_neon(const edgec_dw_neon *g, const edgec_dw_block_neon *k, const int8_t *const rows[3],
                                    int8_t *y, int half, int general)
{
    const int64_t tap = g->tap;
    edgec_dw_sums_neon s;
    int8x16_t x0;
    int8x16_t x1;
    int8x16_t x2;
    EDGEC_DW_LOAD_NEON(0);
    EDGEC_DW_COLUMN_NEON(s, 0);
    EDGEC_DW_LOAD_NEON(tap);
    EDGEC_DW_COLUMN_NEON(s, 1);
    EDGEC_DW_LOAD_NEON(2 * tap);
    EDGEC_DW_COLUMN_NEON(s, 2);
    edgec_dw_end_neon(g, k, &s, y, half, general);
}

EDGEC_INLINE const int8_t *edgec_dw_begin_neon(edgec_dw_block_neon *k, const int8_t *stream)
{
    int32_t i;
    for (i = 0; i < 9; i++) {
        k->w[i] = vld1q_s8(stream + 16 * i);
    }
    k->ends = (const int32_t *)(const void *)(stream + 144);
    k->bias = vld1q_s32_x4(k->ends);
    k->ends += 16;
    return stream + 144 + 192;
}

/* All positions of a block of 16 channels, without sums that are doubled: windows lie one column apart, or two. */
#define EDGEC_DW_BLOCK_NEON(name, code)                                                                                \
    EDGEC_INLINE const int8_t *name(const edgec_dw_neon *g, const int8_t *w, int32_t c)                                \
    {                                                                                                                  \
        const int8_t *r0 = g->rows[0] + c;                                                                             \
        const int8_t *r1 = g->rows[1] + c;                                                                             \
        const int8_t *r2 = g->rows[2] + c;                                                                             \
        int8_t *y = g->y + c;                                                                                          \
        const int8_t *const ends = w + 144;                                                                            \
        const int8_t *const m = ends + 64;                                                                             \
        const int8_t *const n = ends + 128;                                                                            \
        int64_t count = g->positions;                                                                                  \
        __asm__ volatile(                                                                                              \
            code                                                                                                       \
            : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [w] "+&r"(w), [y] "+&r"(y), [count] "+&r"(count)         \
            : [m] "r"(m), [n] "r"(n), [ends] "r"(ends), [tap] "r"((int64_t)g->tap), [out] "r"((int64_t)g->out_step),   \
              [zero] "r"(g->ending.out_zero), [lo] "r"(g->ending.lo), [hi] "r"(g->ending.hi)                           \
            : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13",  \
              "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", \
              "v29", "v30", "v31");                                                                                    \
        return ends + 192;                                                                                             \
    }

EDGEC_DW_BLOCK_NEON(edgec_dw_block_s1_neon, EDGEC_DW_S1_CODE_NEON)
EDGEC_DW_BLOCK_NEON(edgec_dw_block_s2_neon, EDGEC_DW_S2_CODE_NEON)
EDGEC_DW_BLOCK_NEON(edgec_dw_limited_block_s1_neon, EDGEC_DW_LIMITED_S1_CODE_NEON)
EDGEC_DW_BLOCK_NEON(edgec_dw_limited_block_s2_neon, EDGEC_DW_LIMITED_S2_CODE_NEON)

/* Blocks of any layer. */
EDGEC_INLINE const int8_t *edgec_dw_block_any_neon(const edgec_dw_neon *g, const int8_t *w, int32_t c, int half)
{
    const int8_t *rows[3] = {g->rows[0] + c, g->rows[1] + c, g->rows[2] + c};
    int8_t *y = g->y + c;
    edgec_dw_block_neon k;
    int32_t p;
    w = edgec_dw_begin_neon(&k, w);
    for (p = 0; p < g->positions; p++) {
        edgec_dw_one_neon(g, &k, rows, y, half, 1);
        rows[0] += g->step;
        rows[1] += g->step;
        rows[2] += g->step;
        y += g->out_step;
    }
    return w;
}

/* A row: `block` computes `lanes` channels from channel c and gives what follows in the stream. */
#define EDGEC_DW_ROW_NEON(name, lanes, block)                                                                          \
    EDGEC_SHARED_CODE void name(const edgec_dw_neon *job)                                                              \
    {                                                                                                                  \
        const edgec_dw_neon g = *job;                                                                                  \
        const int8_t *w = g.stream;                                                                                    \
        const int32_t last = g.channels - (lanes);                                                                     \
        int32_t c = 0;                                                                                                 \
        for (;;) {                                                                                                     \
            w = block;                                                                                                 \
            if (c == last) {                                                                                           \
                break;                                                                                                 \
            }                                                                                                          \
            c = c + (lanes) < last ? c + (lanes) : last;                                                               \
        }                                                                                                              \
    }

EDGEC_DW_ROW_NEON(edgec_dw_s1_neon, 16, edgec_dw_block_s1_neon(&g, w, c))
EDGEC_DW_ROW_NEON(edgec_dw_s2_neon, 16, edgec_dw_block_s2_neon(&g, w, c))
EDGEC_DW_ROW_NEON(edgec_dw_limited_s1_neon, 16, edgec_dw_limited_block_s1_neon(&g, w, c))
EDGEC_DW_ROW_NEON(edgec_dw_limited_s2_neon, 16, edgec_dw_limited_block_s2_neon(&g, w, c))
EDGEC_DW_ROW_NEON(edgec_dw_single_neon, 16, edgec_dw_block_any_neon(&g, w, c, 0))
EDGEC_DW_ROW_NEON(edgec_dw_half_neon, 8, edgec_dw_block_any_neon(&g, w, c, 1))

#endif
