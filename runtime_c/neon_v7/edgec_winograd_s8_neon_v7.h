/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 3x3 convolution of stride 1, int8, by Winograd F(2x2, 3x3) in exact integers, as in edgec_winograd_s8_neon.h: in 16
 * registers, four points of two tiles are summed at a time. */
#ifndef EDGEC_WINOGRAD_S8_NEON_V7_H
#define EDGEC_WINOGRAD_S8_NEON_V7_H

#include "edgec_winograd_neon.h"

#define EDGEC_WINO_V7_ROW_POINTS 64 /* bytes of 8 channels at two points of two tiles, twice: a row of points */
#define EDGEC_WINO_V7_SUMS 256      /* bytes: four rows, even and odd sums of two tiles */

/* clang-format off */

/* Sum or difference of two rows of cells, four columns, and its points. */
#define EDGEC_WINO_V7_ROW(how, a0, a1, a2, a3, b0, b1, b2, b3)                                                         \
    how " q0, d" #a0 ", d" #b0 "\n\t" how " q1, d" #a1 ", d" #b1 "\n\t"                                                \
    how " q2, d" #a2 ", d" #b2 "\n\t" how " q3, d" #a3 ", d" #b3 "\n\t"                                                \
    "vsub.i16 q4, q0, q2\n\t" "vadd.i16 q5, q1, q2\n\t" "vsub.i16 q6, q2, q1\n\t" "vsub.i16 q7, q1, q3\n\t"            \
    "vst1.16 {d8-d11}, [%[to]], %[half]\n\t" "vst1.16 {d12-d15}, [%[to]], %[next]\n\t"

#define EDGEC_WINO_V7_COLUMN(a, b, c, d)                                                                               \
    "vld1.8 {d" #a "}, [%[r0]], %[step]\n\t" "vld1.8 {d" #b "}, [%[r1]], %[step]\n\t"                                  \
    "vld1.8 {d" #c "}, [%[r2]], %[step]\n\t" "vld1.8 {d" #d "}, [%[r3]], %[step]\n\t"

/* One of 8 channels at points (p p1) of both tiles, whose sums are (a b) and (c d): weights w0 w1, points in lane k. */
#define EDGEC_WINO_V7_ONE(how, a, b, c, d, w0, w1, x0, x1, y0, y1, k)                                                  \
    how " q" #a ", d" #w0 ", d" #x0 "[" #k "]\n\t" how " q" #b ", d" #w1 ", d" #x1 "[" #k "]\n\t"                      \
    how " q" #c ", d" #w0 ", d" #y0 "[" #k "]\n\t" how " q" #d ", d" #w1 ", d" #y1 "[" #k "]\n\t"

#define EDGEC_WINO_V7_FOUR(how, a, b, c, d, x0, x1, y0, y1)                                                            \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" "vld1.16 {d12-d15}, [%[w]]!\n\t"                                                   \
    EDGEC_WINO_V7_ONE(how, a, b, c, d, 8, 9, x0, x1, y0, y1, 0)                                                        \
    EDGEC_WINO_V7_ONE("vmlal.s16", a, b, c, d, 10, 11, x0, x1, y0, y1, 1)                                              \
    EDGEC_WINO_V7_ONE("vmlal.s16", a, b, c, d, 12, 13, x0, x1, y0, y1, 2)                                              \
    EDGEC_WINO_V7_ONE("vmlal.s16", a, b, c, d, 14, 15, x0, x1, y0, y1, 3)

#define EDGEC_WINO_V7_EIGHT(how, a, b, c, d)                                                                           \
    "vld1.16 {d0-d3}, [%[x]]!\n\t" "vld1.16 {d4-d7}, [%[x]]!\n\t"                                                      \
    EDGEC_WINO_V7_FOUR(how, a, b, c, d, 0, 2, 4, 6) EDGEC_WINO_V7_FOUR("vmlal.s16", a, b, c, d, 1, 3, 5, 7)

#define EDGEC_WINO_V7_STEP(how) EDGEC_WINO_V7_EIGHT(how, 8, 9, 12, 13) EDGEC_WINO_V7_EIGHT(how, 10, 11, 14, 15)

/* The rows of sums of a tile, columns already summed: q0 q1, q2 q3 ..; then the four outputs' bytes, in (low high). */
#define EDGEC_WINO_V7_END(left, low, high)                                                                             \
    "vld1.32 {d0-d3}, [%[sums]], %[half]\n\t" "vld1.32 {d4-d7}, [%[sums]], %[half]\n\t"                                \
    "vld1.32 {d8-d11}, [%[sums]], %[half]\n\t" "vld1.32 {d12-d15}, [%[sums]], %[half]\n\t"                             \
    "vadd.i32 q2, q2, q12\n\t" "vadd.i32 q3, q3, q12\n\t"                                                              \
    "vadd.i32 q0, q0, q2\n\t" "vadd.i32 q1, q1, q3\n\t" "vsub.i32 q2, q2, q4\n\t" "vsub.i32 q3, q3, q5\n\t"            \
    "vadd.i32 q0, q0, q4\n\t" "vadd.i32 q1, q1, q5\n\t" "vsub.i32 q2, q2, q6\n\t" "vsub.i32 q3, q3, q7\n\t" left       \
    "vqdmulh.s32 q0, q0, q13\n\t" "vqdmulh.s32 q1, q1, q13\n\t"                                                        \
    "vqdmulh.s32 q2, q2, q13\n\t" "vqdmulh.s32 q3, q3, q13\n\t"                                                        \
    "vrshl.s32 q0, q0, q14\n\t" "vrshl.s32 q1, q1, q14\n\t" "vrshl.s32 q2, q2, q14\n\t" "vrshl.s32 q3, q3, q14\n\t"    \
    "vqmovn.s32 d0, q0\n\t" "vqmovn.s32 d1, q1\n\t" "vqmovn.s32 d2, q2\n\t" "vqmovn.s32 d3, q3\n\t"                    \
    "vqadd.s16 q0, q0, q15\n\t" "vqadd.s16 q1, q1, q15\n\t"                                                            \
    "vqmovn.s16 d" #low ", q0\n\t" "vqmovn.s16 d" #high ", q1\n\t"

#define EDGEC_WINO_V7_LEFT                                                                                             \
    "vdup.32 q7, %[left]\n\t" "vshl.s32 q0, q0, q7\n\t" "vshl.s32 q1, q1, q7\n\t"                                      \
    "vshl.s32 q2, q2, q7\n\t" "vshl.s32 q3, q3, q7\n\t"

/* clang-format on */

/* Points of 8 channels of a tile, B' d B: rows of points lie `row` bytes apart. */
EDGEC_INLINE void edgec_wino_input_v7(const int8_t *const rows[4], int32_t at, int32_t step, int16_t *to, int32_t row)
{
    const int8_t *r0 = rows[0] + at;
    const int8_t *r1 = rows[1] + at;
    const int8_t *r2 = rows[2] + at;
    const int8_t *r3 = rows[3] + at;
    /* clang-format off */
    __asm__ volatile(
        EDGEC_WINO_V7_COLUMN(16, 20, 24, 28)
        EDGEC_WINO_V7_COLUMN(17, 21, 25, 29)
        EDGEC_WINO_V7_COLUMN(18, 22, 26, 30)
        EDGEC_WINO_V7_COLUMN(19, 23, 27, 31)
        EDGEC_WINO_V7_ROW("vsubl.s8", 16, 17, 18, 19, 24, 25, 26, 27)
        EDGEC_WINO_V7_ROW("vaddl.s8", 20, 21, 22, 23, 24, 25, 26, 27)
        EDGEC_WINO_V7_ROW("vsubl.s8", 24, 25, 26, 27, 20, 21, 22, 23)
        EDGEC_WINO_V7_ROW("vsubl.s8", 20, 21, 22, 23, 28, 29, 30, 31)
        : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [r3] "+&r"(r3), [to] "+&r"(to)
        : [step] "r"(step), [half] "r"(EDGEC_WINO_V7_ROW_POINTS), [next] "r"(row - EDGEC_WINO_V7_ROW_POINTS)
        : "memory", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11", "d12", "d13", "d14",
          "d15", "d16", "d17", "d18", "d19", "d20", "d21", "d22", "d23", "d24", "d25", "d26", "d27", "d28", "d29",
          "d30", "d31");
    /* clang-format on */
}

/* Four output channels of two tiles: of each the bytes of its outputs, row by row.  The stream holds [4, channels / 8,
 * 2, 8, 2 points, 4] weights, then biases, multipliers and shifts. */
#define EDGEC_WINO_OUTPUTS_V7(name, doubled)                                                                           \
    EDGEC_INLINE const int8_t *name(const edgec_wino_neon *g, const int8_t *w, int8x16_t bytes[2])                     \
    {                                                                                                                  \
        register int8x16_t one __asm__("q8");                                                                          \
        register int8x16_t two __asm__("q9");                                                                          \
        const int16_t *x = g->points;                                                                                  \
        int16_t *sums = g->points + 32 * g->in_c;                                                                      \
        const int32_t rounds = g->in_c / EDGEC_WINO_NEON_UNIT;                                                         \
        int32_t rows = 4;                                                                                              \
        int32_t k;                                                                                                     \
        __asm__ volatile(                                                                                              \
            "1:\n\t" EDGEC_WINO_V7_STEP(                                                                               \
                "vmull.s16") "subs %[k], %[rounds], #1\n\t"                                                            \
                             "beq 3f\n\t"                                                                              \
                             "2:\n\t" EDGEC_WINO_V7_STEP(                                                              \
                                 "vmlal.s16") "subs %[k], %[k], #1\n\t"                                                \
                                              "bne 2b\n\t"                                                             \
                                              "3:\n\t"                                                                 \
                                              "vadd.i32 q8, q8, q9\n\t"                                                \
                                              "vadd.i32 q12, q12, q13\n\t"                                             \
                                              "vsub.i32 q9, q9, q10\n\t"                                               \
                                              "vsub.i32 q13, q13, q14\n\t"                                             \
                                              "vadd.i32 q8, q8, q10\n\t"                                               \
                                              "vadd.i32 q12, q12, q14\n\t"                                             \
                                              "vsub.i32 q9, q9, q11\n\t"                                               \
                                              "vsub.i32 q13, q13, q15\n\t"                                             \
                                              "vst1.32 {d16-d19}, [%[sums]]!\n\t"                                      \
                                              "vst1.32 {d24-d27}, [%[sums]]!\n\t"                                      \
                                              "subs %[rows], %[rows], #1\n\t"                                          \
                                              "bne 1b\n\t"                                                             \
                                              "vld1.32 {d24-d27}, [%[w]]!\n\t"                                         \
                                              "vld1.32 {d28-d29}, [%[w]]!\n\t"                                         \
                                              "vdup.16 q15, %[zero]\n\t"                                               \
                                              "sub %[sums], %[sums], #256\n\t" EDGEC_WINO_V7_END(                      \
                                                  doubled, 16,                                                         \
                                                  17) "sub %[sums], %[sums], #224\n\t" EDGEC_WINO_V7_END(doubled, 18,  \
                                                                                                         19)           \
            : [x] "+&r"(x), [w] "+&r"(w), [sums] "+&r"(sums), [rows] "+&r"(rows), [k] "=&r"(k), "=w"(one), "=w"(two)   \
            : [rounds] "r"(rounds), [half] "r"(EDGEC_WINO_V7_ROW_POINTS), [zero] "r"(g->ending.out_zero),              \
              [left] "r"(g->ending.left)                                                                               \
            : "cc", "memory", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11", "d12", "d13",  \
              "d14", "d15", "d20", "d21", "d22", "d23", "d24", "d25", "d26", "d27", "d28", "d29", "d30", "d31");       \
        bytes[0] = one;                                                                                                \
        bytes[1] = two;                                                                                                \
        return w;                                                                                                      \
    }

EDGEC_WINO_OUTPUTS_V7(edgec_wino_outputs_v7, "")
EDGEC_WINO_OUTPUTS_V7(edgec_wino_general_outputs_v7, EDGEC_WINO_V7_LEFT)

EDGEC_INLINE void edgec_wino_store_v7(const edgec_wino_neon *g, int32_t tile, int32_t c, int8x16_t bytes)
{
    const int32_t beside = 2 * tile + 1 < g->out_w ? g->out_step : 0;
    int8_t *const y = g->y + 2 * tile * g->out_step + c;
    EDGEC_STORE_WORD_NEON(y + g->below + beside, bytes, 3); /* absent ones lie where others are written later */
    EDGEC_STORE_WORD_NEON(y + g->below, bytes, 2);
    EDGEC_STORE_WORD_NEON(y + beside, bytes, 1);
    EDGEC_STORE_WORD_NEON(y, bytes, 0);
}

EDGEC_INLINE int8x16_t edgec_wino_limited_v7(int8x16_t y, const edgec_ending_neon *e)
{
    return vminq_s8(vmaxq_s8(y, vdupq_n_s8((int8_t)e->lo)), vdupq_n_s8((int8_t)e->hi));
}

EDGEC_INLINE void edgec_wino_row_v7(const edgec_wino_neon *g, int general)
{
    const int32_t last = g->out_c - EDGEC_WINO_NEON_CHANNELS;
    int32_t t;
    for (t = 0; t < g->tiles; t += 2) {
        const int32_t second = t + 1 < g->tiles ? t + 1 : t; /* an odd last tile is computed twice */
        const int8_t *w = g->stream;
        int32_t c;
        for (c = 0; c < g->in_c; c += EDGEC_WINO_NEON_UNIT) {
            edgec_wino_input_v7(g->rows, 2 * t * g->in_c + c, g->in_c, g->points + 8 * c, 16 * g->in_c);
            edgec_wino_input_v7(g->rows, 2 * second * g->in_c + c, g->in_c, g->points + 8 * c + 16, 16 * g->in_c);
        }
        for (c = 0;; c = c + 4 < last ? c + 4 : last) {
            int8x16_t bytes[2];
            if (general) {
                w = edgec_wino_general_outputs_v7(g, w, bytes);
                bytes[0] = edgec_wino_limited_v7(bytes[0], &g->ending);
                bytes[1] = edgec_wino_limited_v7(bytes[1], &g->ending);
            } else {
                w = edgec_wino_outputs_v7(g, w, bytes);
            }
            edgec_wino_store_v7(g, second, c, bytes[1]);
            edgec_wino_store_v7(g, t, c, bytes[0]);
            if (c == last) {
                break;
            }
        }
    }
}

EDGEC_ONCE void edgec_wino_whole_row_v7(const edgec_wino_neon *job)
{
    const edgec_wino_neon g = *job; /* in registers */
    edgec_wino_row_v7(&g, 0);
}

EDGEC_ONCE void edgec_wino_general_row_v7(const edgec_wino_neon *job)
{
    const edgec_wino_neon g = *job;
    edgec_wino_row_v7(&g, 1);
}

static inline void edgec_winograd_s8_neon_v7(const edgec_winograd_neon_params *p, const int8_t *x, const int8_t *stream,
                                             int8_t *y, int8_t *scratch)
{
    edgec_winograd_run_neon(p, x, stream, y, scratch, edgec_wino_whole_row_v7, edgec_wino_general_row_v7);
}

#endif
