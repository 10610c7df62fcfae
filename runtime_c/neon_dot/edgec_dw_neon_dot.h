/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise rows of 3x3 windows by SDOT, 16 channels at a time: TBL brings four columns of a row together, channel by
 * channel; columns stay in registers for the next windows, and the weights turn instead. */
#ifndef EDGEC_DW_NEON_DOT_H
#define EDGEC_DW_NEON_DOT_H

#include "edgec_dw_neon.h"

/* Byte k of lane c: channel c of four, column k. */
static const uint8_t edgec_dw_columns_dot[64] = {
    0,  16, 32, 48, 1,  17, 33, 49, 2,  18, 34, 50, 3,  19, 35, 51, 4,  20, 36, 52, 5,  21,
    37, 53, 6,  22, 38, 54, 7,  23, 39, 55, 8,  24, 40, 56, 9,  25, 41, 57, 10, 26, 42, 58,
    11, 27, 43, 59, 12, 28, 44, 60, 13, 29, 45, 61, 14, 30, 46, 62, 15, 31, 47, 63,
};

/* clang-format off */

/* Two groups of four channels of a row in registers x .. x + 3, of two positions (sums a and b) or of one. */
#define EDGEC_DW_DOT_TWO(x0, x1, x2, x3, i0, i1, a0, a1, b0, b1)                                                       \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t"                                                        \
    "tbl v24.16b, {v" #x0 ".16b, v" #x1 ".16b, v" #x2 ".16b, v" #x3 ".16b}, v" #i0 ".16b\n\t"                          \
    "tbl v25.16b, {v" #x0 ".16b, v" #x1 ".16b, v" #x2 ".16b, v" #x3 ".16b}, v" #i1 ".16b\n\t"                          \
    "sdot v" #a0 ".4s, v24.16b, v28.16b\n\t" "sdot v" #b0 ".4s, v24.16b, v29.16b\n\t"                                  \
    "sdot v" #a1 ".4s, v25.16b, v30.16b\n\t" "sdot v" #b1 ".4s, v25.16b, v31.16b\n\t"

#define EDGEC_DW_DOT_ROW_TWO(x0, x1, x2, x3)                                                                           \
    EDGEC_DW_DOT_TWO(x0, x1, x2, x3, 12, 13, 16, 17, 20, 21)                                                           \
    EDGEC_DW_DOT_TWO(x0, x1, x2, x3, 14, 15, 18, 19, 22, 23)

#define EDGEC_DW_DOT_ROW_ONE(x0, x1, x2, x3)                                                                           \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t"                                                        \
    "tbl v20.16b, {v" #x0 ".16b, v" #x1 ".16b, v" #x2 ".16b, v" #x3 ".16b}, v12.16b\n\t"                               \
    "tbl v21.16b, {v" #x0 ".16b, v" #x1 ".16b, v" #x2 ".16b, v" #x3 ".16b}, v13.16b\n\t"                               \
    "tbl v22.16b, {v" #x0 ".16b, v" #x1 ".16b, v" #x2 ".16b, v" #x3 ".16b}, v14.16b\n\t"                               \
    "tbl v23.16b, {v" #x0 ".16b, v" #x1 ".16b, v" #x2 ".16b, v" #x3 ".16b}, v15.16b\n\t"                               \
    "sdot v16.4s, v20.16b, v28.16b\n\t" "sdot v17.4s, v21.16b, v29.16b\n\t"                                            \
    "sdot v18.4s, v22.16b, v30.16b\n\t" "sdot v19.4s, v23.16b, v31.16b\n\t"

#define EDGEC_DW_DOT_LOAD(a, b, c)                                                                                     \
    "ld1 {v" #a ".16b}, [%[r0]], %[tap]\n\t" "ld1 {v" #b ".16b}, [%[r1]], %[tap]\n\t"                                  \
    "ld1 {v" #c ".16b}, [%[r2]], %[tap]\n\t"

/* Sums from register a on to bytes: multipliers in v28 .., then shifts. */
#define EDGEC_DW_DOT_SCALED(op, a, b, c, d)                                                                            \
    op " v" #a ".4s, v" #a ".4s, v28.4s\n\t" op " v" #b ".4s, v" #b ".4s, v29.4s\n\t"                                  \
    op " v" #c ".4s, v" #c ".4s, v30.4s\n\t" op " v" #d ".4s, v" #d ".4s, v31.4s\n\t"

#define EDGEC_DW_DOT_BYTES(a, b, c, d)                                                                                 \
    "sqxtn v" #a ".4h, v" #a ".4s\n\t" "sqxtn v" #c ".4h, v" #c ".4s\n\t"                                              \
    "sqxtn2 v" #a ".8h, v" #b ".4s\n\t" "sqxtn2 v" #c ".8h, v" #d ".4s\n\t"                                            \
    "sqadd v" #a ".8h, v" #a ".8h, v26.8h\n\t" "sqadd v" #c ".8h, v" #c ".8h, v26.8h\n\t"                              \
    "sqxtn v" #a ".8b, v" #a ".8h\n\t" "sqxtn2 v" #a ".16b, v" #c ".8h\n\t"

#define EDGEC_DW_DOT_LIMIT(a)                                                                                          \
    "smax v" #a ".16b, v" #a ".16b, v27.16b\n\t" "dup v28.16b, %w[hi]\n\t" "smin v" #a ".16b, v" #a ".16b, v28.16b\n\t"

#define EDGEC_DW_DOT_NO_LIMIT(a)

#define EDGEC_DW_DOT_STORE(a)                                                                                          \
    "st1 {v" #a ".16b}, [%[y]], %[out]\n\t" "subs %[count], %[count], #1\n\t" "b.eq 2f\n\t"

#define EDGEC_DW_DOT_FACTORS(from) "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[" from "]]\n\t"

/* Two positions side by side. */
#define EDGEC_DW_DOT_PAIR(limit)                                                                                       \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[ends]]\n\t"                                                              \
    "ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[ends]]\n\t"                                                              \
    EDGEC_DW_DOT_ROW_TWO(0, 1, 2, 3) EDGEC_DW_DOT_ROW_TWO(4, 5, 6, 7) EDGEC_DW_DOT_ROW_TWO(8, 9, 10, 11)               \
    EDGEC_DW_DOT_FACTORS("m") EDGEC_DW_DOT_SCALED("sqdmulh", 16, 17, 18, 19) EDGEC_DW_DOT_SCALED("sqdmulh", 20, 21, 22, 23)\
    EDGEC_DW_DOT_FACTORS("n") EDGEC_DW_DOT_SCALED("srshl", 16, 17, 18, 19) EDGEC_DW_DOT_SCALED("srshl", 20, 21, 22, 23)\
    EDGEC_DW_DOT_BYTES(16, 17, 18, 19) limit(16) EDGEC_DW_DOT_STORE(16)                                                \
    EDGEC_DW_DOT_BYTES(20, 21, 22, 23) limit(20) EDGEC_DW_DOT_STORE(20)

/* One position. */
#define EDGEC_DW_DOT_SINGLE(limit)                                                                                     \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[ends]]\n\t"                                                              \
    EDGEC_DW_DOT_ROW_ONE(0, 1, 2, 3) EDGEC_DW_DOT_ROW_ONE(4, 5, 6, 7) EDGEC_DW_DOT_ROW_ONE(8, 9, 10, 11)               \
    EDGEC_DW_DOT_FACTORS("m") EDGEC_DW_DOT_SCALED("sqdmulh", 16, 17, 18, 19)                                           \
    EDGEC_DW_DOT_FACTORS("n") EDGEC_DW_DOT_SCALED("srshl", 16, 17, 18, 19)                                             \
    EDGEC_DW_DOT_BYTES(16, 17, 18, 19) limit(16) EDGEC_DW_DOT_STORE(16)

/* clang-format on */

/* All positions of a block of 16 channels: `turns` end where columns and weights are where they began, `set` bytes
 * of weights later. */
#define EDGEC_DW_DOT_BLOCK(name, set, before, turns)                                                                   \
    EDGEC_INLINE const int8_t *name(const edgec_dw_neon *g, const int8_t *stream, int32_t c)                           \
    {                                                                                                                  \
        const int8_t *r0 = g->rows[0] + c;                                                                             \
        const int8_t *r1 = g->rows[1] + c;                                                                             \
        const int8_t *r2 = g->rows[2] + c;                                                                             \
        const int8_t *w = stream;                                                                                      \
        const int8_t *const ends = stream + (set);                                                                     \
        const int8_t *const m = ends + 64;                                                                             \
        const int8_t *const n = ends + 128;                                                                            \
        int8_t *y = g->y + c;                                                                                          \
        int64_t count = g->positions;                                                                                  \
        __asm__ volatile(                                                                                              \
            "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[columns]]\n\t"                                               \
            "dup v26.8h, %w[zero]\n\t"                                                                                 \
            "dup v27.16b, %w[lo]\n\t" before "1:\n\t" turns "mov %[w], %[stream]\n\t"                                  \
            "b 1b\n\t"                                                                                                 \
            "2:\n\t"                                                                                                   \
            : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [w] "+&r"(w), [y] "+&r"(y), [count] "+&r"(count)         \
            : [stream] "r"(stream), [ends] "r"(ends), [m] "r"(m), [n] "r"(n), [tap] "r"((int64_t)g->tap),              \
              [out] "r"((int64_t)g->out_step), [zero] "r"(g->ending.out_zero), [lo] "r"(g->ending.lo),                 \
              [hi] "r"(g->ending.hi), [columns] "r"(edgec_dw_columns_dot)                                              \
            : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13",  \
              "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", \
              "v29", "v30", "v31");                                                                                    \
        return ends + 192;                                                                                             \
    }

#define EDGEC_DW_DOT_S1(name, limit)                                                                                   \
    EDGEC_DW_DOT_BLOCK(name, 48 * 16, EDGEC_DW_DOT_LOAD(0, 4, 8) EDGEC_DW_DOT_LOAD(1, 5, 9),                           \
                       EDGEC_DW_DOT_LOAD(2, 6, 10) EDGEC_DW_DOT_LOAD(3, 7, 11) EDGEC_DW_DOT_PAIR(limit)                \
                           EDGEC_DW_DOT_LOAD(0, 4, 8) EDGEC_DW_DOT_LOAD(1, 5, 9) EDGEC_DW_DOT_PAIR(limit))

#define EDGEC_DW_DOT_S2(name, limit)                                                                                   \
    EDGEC_DW_DOT_BLOCK(name, 24 * 16, EDGEC_DW_DOT_LOAD(0, 4, 8),                                                      \
                       EDGEC_DW_DOT_LOAD(1, 5, 9) EDGEC_DW_DOT_LOAD(2, 6, 10) EDGEC_DW_DOT_SINGLE(limit)               \
                           EDGEC_DW_DOT_LOAD(3, 7, 11) EDGEC_DW_DOT_LOAD(0, 4, 8) EDGEC_DW_DOT_SINGLE(limit))

EDGEC_DW_DOT_S1(edgec_dw_dot_block_s1, EDGEC_DW_DOT_NO_LIMIT)
EDGEC_DW_DOT_S2(edgec_dw_dot_block_s2, EDGEC_DW_DOT_NO_LIMIT)
EDGEC_DW_DOT_S1(edgec_dw_dot_limited_block_s1, EDGEC_DW_DOT_LIMIT)
EDGEC_DW_DOT_S2(edgec_dw_dot_limited_block_s2, EDGEC_DW_DOT_LIMIT)

EDGEC_DW_ROW_NEON(edgec_dw_dot_s1, 16, edgec_dw_dot_block_s1(&g, w, c))
EDGEC_DW_ROW_NEON(edgec_dw_dot_s2, 16, edgec_dw_dot_block_s2(&g, w, c))
EDGEC_DW_ROW_NEON(edgec_dw_dot_limited_s1, 16, edgec_dw_dot_limited_block_s1(&g, w, c))
EDGEC_DW_ROW_NEON(edgec_dw_dot_limited_s2, 16, edgec_dw_dot_limited_block_s2(&g, w, c))

#endif
