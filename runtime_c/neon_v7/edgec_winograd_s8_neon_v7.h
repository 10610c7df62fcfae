/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 3x3 convolution of stride 1, int8, by Winograd F(2x2, 3x3) in exact integers, as in edgec_winograd_s8_neon.h: in 16
 * registers, four points of two tiles are summed at a time. */
#ifndef EDGEC_WINOGRAD_S8_NEON_V7_H
#define EDGEC_WINOGRAD_S8_NEON_V7_H

#include "edgec_winograd_neon.h"
#include "edgec_winograd_s8_code_neon_v7.h"

#define EDGEC_WINO_V7_ROW_POINTS 64 /* bytes of 8 channels at two points of two tiles, twice: a row of points */
#define EDGEC_WINO_V7_SUMS 256      /* bytes: four rows, even and odd sums of two tiles */

/* Points of 8 channels of a tile, B' d B: rows of points lie `row` bytes apart. */
EDGEC_INLINE void edgec_wino_input_v7(const int8_t *const rows[4], int32_t at, int32_t step, int16_t *to, int32_t row)
{
    const int8_t *r0 = rows[0] + at;
    const int8_t *r1 = rows[1] + at;
    const int8_t *r2 = rows[2] + at;
    const int8_t *r3 = rows[3] + at;
    __asm__ volatile(
        EDGEC_WINOGRAD_INPUT_CODE_V7
        : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [r3] "+&r"(r3), [to] "+&r"(to)
        : [step] "r"(step), [half] "r"(EDGEC_WINO_V7_ROW_POINTS), [next] "r"(row - EDGEC_WINO_V7_ROW_POINTS)
        : "memory", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11", "d12", "d13", "d14",
          "d15", "d16", "d17", "d18", "d19", "d20", "d21", "d22", "d23", "d24", "d25", "d26", "d27", "d28", "d29",
          "d30", "d31");
}

/* Four output channels of two tiles: of each the bytes of its outputs, row by row.  The stream holds [4, channels / 8,
 * 2, 8, 2 points, 4] weights, then biases, multipliers and shifts. */
#define EDGEC_WINO_OUTPUTS_V7(name, code)                                                                              \
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
            code                                                                                                       \
            : [x] "+&r"(x), [w] "+&r"(w), [sums] "+&r"(sums), [rows] "+&r"(rows), [k] "=&r"(k), "=w"(one), "=w"(two)   \
            : [rounds] "r"(rounds), [half] "r"(EDGEC_WINO_V7_ROW_POINTS), [zero] "r"(g->ending.out_zero),              \
              [left] "r"(g->ending.left)                                                                               \
            : "cc", "memory", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11", "d12", "d13",  \
              "d14", "d15", "d20", "d21", "d22", "d23", "d24", "d25", "d26", "d27", "d28", "d29", "d30", "d31");       \
        bytes[0] = one;                                                                                                \
        bytes[1] = two;                                                                                                \
        return w;                                                                                                      \
    }

EDGEC_WINO_OUTPUTS_V7(edgec_wino_outputs_v7, EDGEC_WINOGRAD_OUTPUTS_CODE_V7)
EDGEC_WINO_OUTPUTS_V7(edgec_wino_general_outputs_v7, EDGEC_WINOGRAD_GENERAL_OUTPUTS_CODE_V7)

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

EDGEC_SHARED_CODE void edgec_wino_whole_row_v7(const edgec_wino_neon *job)
{
    const edgec_wino_neon g = *job; /* in registers */
    edgec_wino_row_v7(&g, 0);
}

EDGEC_SHARED_CODE void edgec_wino_general_row_v7(const edgec_wino_neon *job)
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
