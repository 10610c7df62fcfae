/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of int8 with packed weights by SDOT, four positions with 16, 8 or 4 output channels at a time. */
#ifndef EDGEC_GEMM_S8_NEON_DOT_H
#define EDGEC_GEMM_S8_NEON_DOT_H

#include "edgec_job_neon.h"

#define EDGEC_GEMM_DOT_UNIT 4 /* bytes of a segment are a multiple of it */

/* clang-format off */

/* Four taps of four positions (in words `l` of v0 .. v3) with 16, 8 and 4 channels, whose weights are in vectors a ..; the
 * sums of position p are in v16 + 4 * p and those that follow. */
#define EDGEC_DOT_BY(l, a, s0, s1, s2, s3)                                                                             \
    "sdot v" #s0 ".4s, v" #a ".16b, v0.4b[" #l "]\n\t" "sdot v" #s1 ".4s, v" #a ".16b, v1.4b[" #l "]\n\t"              \
    "sdot v" #s2 ".4s, v" #a ".16b, v2.4b[" #l "]\n\t" "sdot v" #s3 ".4s, v" #a ".16b, v3.4b[" #l "]\n\t"
#define EDGEC_DOT_BY_4(l, a) EDGEC_DOT_BY(l, a, 16, 20, 24, 28)
#define EDGEC_DOT_BY_8(l, a, b) EDGEC_DOT_BY_4(l, a) EDGEC_DOT_BY(l, b, 17, 21, 25, 29)
#define EDGEC_DOT_BY_16(l, a, b, c, d)                                                                                 \
    EDGEC_DOT_BY_8(l, a, b) EDGEC_DOT_BY(l, c, 18, 22, 26, 30) EDGEC_DOT_BY(l, d, 19, 23, 27, 31)
#define EDGEC_DOT_WEIGHTS_16(a, b, c, d)                                                                               \
    "ld1 {v" #a ".16b, v" #b ".16b, v" #c ".16b, v" #d ".16b}, [%[w]], #64\n\t"
#define EDGEC_DOT_WEIGHTS_8(a, b) "ldp q" #a ", q" #b ", [%[w]], #32\n\t"
#define EDGEC_DOT_WEIGHTS_4(a) "ldr q" #a ", [%[w]], #16\n\t"

#define EDGEC_DOT_LANE_16(l) EDGEC_DOT_WEIGHTS_16(4, 5, 6, 7) EDGEC_DOT_BY_16(l, 4, 5, 6, 7)
#define EDGEC_DOT_LANE_8(l) EDGEC_DOT_WEIGHTS_8(4, 5) EDGEC_DOT_BY_8(l, 4, 5)
#define EDGEC_DOT_LANE_4(l) EDGEC_DOT_WEIGHTS_4(4) EDGEC_DOT_BY_4(l, 4)
/* Sixteen taps.  A core that executes in order waits for what is loaded: weights are loaded four taps before their use. */
#define EDGEC_DOT_ROUND_16(more)                                                                                       \
    EDGEC_DOT_WEIGHTS_16(4, 5, 6, 7) EDGEC_DOT_X("q", "16") EDGEC_DOT_WEIGHTS_16(8, 9, 10, 11) more                    \
    EDGEC_DOT_BY_16(0, 4, 5, 6, 7) EDGEC_DOT_WEIGHTS_16(4, 5, 6, 7)                                                    \
    EDGEC_DOT_BY_16(1, 8, 9, 10, 11) EDGEC_DOT_WEIGHTS_16(8, 9, 10, 11)                                                \
    EDGEC_DOT_BY_16(2, 4, 5, 6, 7) EDGEC_DOT_BY_16(3, 8, 9, 10, 11)
#define EDGEC_DOT_ROUND_8(more)                                                                                        \
    EDGEC_DOT_WEIGHTS_8(4, 5) EDGEC_DOT_X("q", "16") EDGEC_DOT_WEIGHTS_8(6, 7) more                                    \
    EDGEC_DOT_BY_8(0, 4, 5) EDGEC_DOT_WEIGHTS_8(4, 5)                                                                  \
    EDGEC_DOT_BY_8(1, 6, 7) EDGEC_DOT_WEIGHTS_8(6, 7)                                                                  \
    EDGEC_DOT_BY_8(2, 4, 5) EDGEC_DOT_BY_8(3, 6, 7)
#define EDGEC_DOT_ROUND_4(more)                                                                                        \
    EDGEC_DOT_X("q", "16") more EDGEC_DOT_LANE_4(0) EDGEC_DOT_LANE_4(1) EDGEC_DOT_LANE_4(2) EDGEC_DOT_LANE_4(3)

/* The sums begin with the biases. */
#define EDGEC_DOT_BEGIN_16                                                                                             \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[w]]\n\t"                                                                 \
    "ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[w]]\n\t"                                                                 \
    "ld1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[w]]\n\t"                                                                 \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[w]], #64\n\t"

#define EDGEC_DOT_BEGIN_8                                                                                              \
    "ldp q16, q17, [%[w]]\n\t"                                                                                         \
    "ldp q20, q21, [%[w]]\n\t"                                                                                         \
    "ldp q24, q25, [%[w]]\n\t"                                                                                         \
    "ldp q28, q29, [%[w]], #32\n\t"

#define EDGEC_DOT_BEGIN_4                                                                                              \
    "ldr q16, [%[w]]\n\t"                                                                                              \
    "ldr q20, [%[w]]\n\t"                                                                                              \
    "ldr q24, [%[w]]\n\t"                                                                                              \
    "ldr q28, [%[w]], #16\n\t"

/* Sums to bytes: multipliers in v0 .., shifts in v4 .., the zero point in v8; `limit` is empty or a macro. */
#define EDGEC_DOT_END_16(limit)                                                                                        \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t"            \
    "dup v8.8h, %w[zero]\n\t"                                                                                          \
    "sqdmulh v16.4s, v16.4s, v0.4s\n\t" "sqdmulh v17.4s, v17.4s, v1.4s\n\t"                                            \
    "sqdmulh v18.4s, v18.4s, v2.4s\n\t" "sqdmulh v19.4s, v19.4s, v3.4s\n\t"                                            \
    "sqdmulh v20.4s, v20.4s, v0.4s\n\t" "sqdmulh v21.4s, v21.4s, v1.4s\n\t"                                            \
    "sqdmulh v22.4s, v22.4s, v2.4s\n\t" "sqdmulh v23.4s, v23.4s, v3.4s\n\t"                                            \
    "sqdmulh v24.4s, v24.4s, v0.4s\n\t" "sqdmulh v25.4s, v25.4s, v1.4s\n\t"                                            \
    "sqdmulh v26.4s, v26.4s, v2.4s\n\t" "sqdmulh v27.4s, v27.4s, v3.4s\n\t"                                            \
    "sqdmulh v28.4s, v28.4s, v0.4s\n\t" "sqdmulh v29.4s, v29.4s, v1.4s\n\t"                                            \
    "sqdmulh v30.4s, v30.4s, v2.4s\n\t" "sqdmulh v31.4s, v31.4s, v3.4s\n\t"                                            \
    "srshl v16.4s, v16.4s, v4.4s\n\t" "srshl v17.4s, v17.4s, v5.4s\n\t"                                                \
    "srshl v18.4s, v18.4s, v6.4s\n\t" "srshl v19.4s, v19.4s, v7.4s\n\t"                                                \
    "srshl v20.4s, v20.4s, v4.4s\n\t" "srshl v21.4s, v21.4s, v5.4s\n\t"                                                \
    "srshl v22.4s, v22.4s, v6.4s\n\t" "srshl v23.4s, v23.4s, v7.4s\n\t"                                                \
    "srshl v24.4s, v24.4s, v4.4s\n\t" "srshl v25.4s, v25.4s, v5.4s\n\t"                                                \
    "srshl v26.4s, v26.4s, v6.4s\n\t" "srshl v27.4s, v27.4s, v7.4s\n\t"                                                \
    "srshl v28.4s, v28.4s, v4.4s\n\t" "srshl v29.4s, v29.4s, v5.4s\n\t"                                                \
    "srshl v30.4s, v30.4s, v6.4s\n\t" "srshl v31.4s, v31.4s, v7.4s\n\t"                                                \
    "sqxtn v16.4h, v16.4s\n\t" "sqxtn v18.4h, v18.4s\n\t"                                                              \
    "sqxtn v20.4h, v20.4s\n\t" "sqxtn v22.4h, v22.4s\n\t"                                                              \
    "sqxtn v24.4h, v24.4s\n\t" "sqxtn v26.4h, v26.4s\n\t"                                                              \
    "sqxtn v28.4h, v28.4s\n\t" "sqxtn v30.4h, v30.4s\n\t"                                                              \
    "sqxtn2 v16.8h, v17.4s\n\t" "sqxtn2 v18.8h, v19.4s\n\t"                                                            \
    "sqxtn2 v20.8h, v21.4s\n\t" "sqxtn2 v22.8h, v23.4s\n\t"                                                            \
    "sqxtn2 v24.8h, v25.4s\n\t" "sqxtn2 v26.8h, v27.4s\n\t"                                                            \
    "sqxtn2 v28.8h, v29.4s\n\t" "sqxtn2 v30.8h, v31.4s\n\t"                                                            \
    "sqadd v16.8h, v16.8h, v8.8h\n\t" "sqadd v18.8h, v18.8h, v8.8h\n\t"                                                \
    "sqadd v20.8h, v20.8h, v8.8h\n\t" "sqadd v22.8h, v22.8h, v8.8h\n\t"                                                \
    "sqadd v24.8h, v24.8h, v8.8h\n\t" "sqadd v26.8h, v26.8h, v8.8h\n\t"                                                \
    "sqadd v28.8h, v28.8h, v8.8h\n\t" "sqadd v30.8h, v30.8h, v8.8h\n\t"                                                \
    "sqxtn v16.8b, v16.8h\n\t" "sqxtn v20.8b, v20.8h\n\t"                                                              \
    "sqxtn v24.8b, v24.8h\n\t" "sqxtn v28.8b, v28.8h\n\t"                                                              \
    "sqxtn2 v16.16b, v18.8h\n\t" "sqxtn2 v20.16b, v22.8h\n\t"                                                          \
    "sqxtn2 v24.16b, v26.8h\n\t" "sqxtn2 v28.16b, v30.8h\n\t"                                                          \
    limit                                                                                                              \
    "str q28, [%[y], %[y3]]\n\t" "str q24, [%[y], %[y2]]\n\t"                                                          \
    "str q20, [%[y], %[y1]]\n\t" "str q16, [%[y]]\n\t"

#define EDGEC_DOT_END_8(limit)                                                                                         \
    "ldp q0, q1, [%[w]], #32\n\t" "ldp q4, q5, [%[w]], #32\n\t"                                                        \
    "dup v8.8h, %w[zero]\n\t"                                                                                          \
    "sqdmulh v16.4s, v16.4s, v0.4s\n\t" "sqdmulh v17.4s, v17.4s, v1.4s\n\t"                                            \
    "sqdmulh v20.4s, v20.4s, v0.4s\n\t" "sqdmulh v21.4s, v21.4s, v1.4s\n\t"                                            \
    "sqdmulh v24.4s, v24.4s, v0.4s\n\t" "sqdmulh v25.4s, v25.4s, v1.4s\n\t"                                            \
    "sqdmulh v28.4s, v28.4s, v0.4s\n\t" "sqdmulh v29.4s, v29.4s, v1.4s\n\t"                                            \
    "srshl v16.4s, v16.4s, v4.4s\n\t" "srshl v17.4s, v17.4s, v5.4s\n\t"                                                \
    "srshl v20.4s, v20.4s, v4.4s\n\t" "srshl v21.4s, v21.4s, v5.4s\n\t"                                                \
    "srshl v24.4s, v24.4s, v4.4s\n\t" "srshl v25.4s, v25.4s, v5.4s\n\t"                                                \
    "srshl v28.4s, v28.4s, v4.4s\n\t" "srshl v29.4s, v29.4s, v5.4s\n\t"                                                \
    "sqxtn v16.4h, v16.4s\n\t" "sqxtn v20.4h, v20.4s\n\t"                                                              \
    "sqxtn v24.4h, v24.4s\n\t" "sqxtn v28.4h, v28.4s\n\t"                                                              \
    "sqxtn2 v16.8h, v17.4s\n\t" "sqxtn2 v20.8h, v21.4s\n\t"                                                            \
    "sqxtn2 v24.8h, v25.4s\n\t" "sqxtn2 v28.8h, v29.4s\n\t"                                                            \
    "sqadd v16.8h, v16.8h, v8.8h\n\t" "sqadd v20.8h, v20.8h, v8.8h\n\t"                                                \
    "sqadd v24.8h, v24.8h, v8.8h\n\t" "sqadd v28.8h, v28.8h, v8.8h\n\t"                                                \
    "sqxtn v16.8b, v16.8h\n\t" "sqxtn v20.8b, v20.8h\n\t"                                                              \
    "sqxtn v24.8b, v24.8h\n\t" "sqxtn v28.8b, v28.8h\n\t"                                                              \
    limit                                                                                                              \
    "str d28, [%[y], %[y3]]\n\t" "str d24, [%[y], %[y2]]\n\t"                                                          \
    "str d20, [%[y], %[y1]]\n\t" "str d16, [%[y]]\n\t"

#define EDGEC_DOT_END_4(limit)                                                                                         \
    "ldp q0, q4, [%[w]], #32\n\t"                                                                                      \
    "dup v8.8h, %w[zero]\n\t"                                                                                          \
    "sqdmulh v16.4s, v16.4s, v0.4s\n\t" "sqdmulh v20.4s, v20.4s, v0.4s\n\t"                                            \
    "sqdmulh v24.4s, v24.4s, v0.4s\n\t" "sqdmulh v28.4s, v28.4s, v0.4s\n\t"                                            \
    "srshl v16.4s, v16.4s, v4.4s\n\t" "srshl v20.4s, v20.4s, v4.4s\n\t"                                                \
    "srshl v24.4s, v24.4s, v4.4s\n\t" "srshl v28.4s, v28.4s, v4.4s\n\t"                                                \
    "sqxtn v16.4h, v16.4s\n\t" "sqxtn v20.4h, v20.4s\n\t"                                                              \
    "sqxtn v24.4h, v24.4s\n\t" "sqxtn v28.4h, v28.4s\n\t"                                                              \
    "sqadd v16.8h, v16.8h, v8.8h\n\t" "sqadd v20.8h, v20.8h, v8.8h\n\t"                                                \
    "sqadd v24.8h, v24.8h, v8.8h\n\t" "sqadd v28.8h, v28.8h, v8.8h\n\t"                                                \
    "sqxtn v16.8b, v16.8h\n\t" "sqxtn v20.8b, v20.8h\n\t"                                                              \
    "sqxtn v24.8b, v24.8h\n\t" "sqxtn v28.8b, v28.8h\n\t"                                                              \
    limit                                                                                                              \
    "str s28, [%[y], %[y3]]\n\t" "str s24, [%[y], %[y2]]\n\t"                                                          \
    "str s20, [%[y], %[y1]]\n\t" "str s16, [%[y]]\n\t"

#define EDGEC_DOT_LIMIT                                                                                                \
    "dup v9.16b, %w[lo]\n\t" "dup v10.16b, %w[hi]\n\t"                                                                 \
    "smax v16.16b, v16.16b, v9.16b\n\t" "smax v20.16b, v20.16b, v9.16b\n\t"                                            \
    "smax v24.16b, v24.16b, v9.16b\n\t" "smax v28.16b, v28.16b, v9.16b\n\t"                                            \
    "smin v16.16b, v16.16b, v10.16b\n\t" "smin v20.16b, v20.16b, v10.16b\n\t"                                          \
    "smin v24.16b, v24.16b, v10.16b\n\t" "smin v28.16b, v28.16b, v10.16b\n\t"

#define EDGEC_DOT_X(r, bytes)                                                                                          \
    "ldr " r "0, [%[x0]], #" bytes "\n\t" "ldr " r "1, [%[x1]], #" bytes "\n\t"                                        \
    "ldr " r "2, [%[x2]], #" bytes "\n\t" "ldr " r "3, [%[x3]], #" bytes "\n\t"

#define EDGEC_DOT_LOOP(lane, round)                                                                                    \
    "1:\n\t" "ldr %[x0], [%[segments]], #8\n\t"                                                                        \
    "subs %[k], %[bytes], #16\n\t"                                                                                     \
    "add %[x0], %[x0], %[from]\n\t" "add %[x1], %[x0], %[one]\n\t"                                                     \
    "add %[x2], %[x0], %[two]\n\t" "add %[x3], %[x0], %[three]\n\t"                                                    \
    "b.lt 3f\n\t"                                                                                                      \
    "2:\n\t" round("subs %[k], %[k], #16\n\t") "b.ge 2b\n\t"                                                           \
    "3:\n\t" "tbz %[bytes], #3, 4f\n\t" EDGEC_DOT_X("d", "8") lane(0) lane(1)                                          \
    "4:\n\t" "tbz %[bytes], #2, 5f\n\t" EDGEC_DOT_X("s", "4") lane(0)                                                  \
    "5:\n\t" "subs %[count], %[count], #1\n\t" "b.ne 1b\n\t"

/* clang-format on */

/* Four positions with a block of channels: `lane`, `round`, `begin` and `end` are the macros of its width. */
#define EDGEC_DOT_TILE(name, lane, round, begin, end)                                                                  \
    EDGEC_INLINE const int8_t *name(const edgec_gemm_neon *g, int64_t from, const edgec_row_offsets_neon *in,          \
                                    const int8_t *w, int8_t *y, const edgec_row_offsets_neon *out)                     \
    {                                                                                                                  \
        const int8_t *const *segments = g->segments;                                                                   \
        int64_t count = g->count;                                                                                      \
        int64_t k;                                                                                                     \
        const int8_t *x0;                                                                                              \
        const int8_t *x1;                                                                                              \
        const int8_t *x2;                                                                                              \
        const int8_t *x3;                                                                                              \
        __asm__ volatile(                                                                                              \
            begin EDGEC_DOT_LOOP(lane, round) end                                                                      \
            : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x0] "=&r"(x0),            \
              [x1] "=&r"(x1), [x2] "=&r"(x2), [x3] "=&r"(x3)                                                           \
            : [from] "r"(from), [one] "r"(in->row1), [two] "r"(in->row2), [three] "r"(in->row3),                       \
              [bytes] "r"((int64_t)g->bytes), [y] "r"(y), [y1] "r"(out->row1), [y2] "r"(out->row2),                    \
              [y3] "r"(out->row3), [zero] "r"(g->ending.out_zero), [lo] "r"(g->ending.lo), [hi] "r"(g->ending.hi)      \
            : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v16", "v17",  \
              "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31");       \
        return w;                                                                                                      \
    }

EDGEC_DOT_TILE(edgec_dot_tile_16, EDGEC_DOT_LANE_16, EDGEC_DOT_ROUND_16, EDGEC_DOT_BEGIN_16, EDGEC_DOT_END_16(""))
EDGEC_DOT_TILE(edgec_dot_tile_8, EDGEC_DOT_LANE_8, EDGEC_DOT_ROUND_8, EDGEC_DOT_BEGIN_8, EDGEC_DOT_END_8(""))
EDGEC_DOT_TILE(edgec_dot_tile_4, EDGEC_DOT_LANE_4, EDGEC_DOT_ROUND_4, EDGEC_DOT_BEGIN_4, EDGEC_DOT_END_4(""))
EDGEC_DOT_TILE(edgec_dot_limited_16, EDGEC_DOT_LANE_16, EDGEC_DOT_ROUND_16, EDGEC_DOT_BEGIN_16,
               EDGEC_DOT_END_16(EDGEC_DOT_LIMIT))
EDGEC_DOT_TILE(edgec_dot_limited_8, EDGEC_DOT_LANE_8, EDGEC_DOT_ROUND_8, EDGEC_DOT_BEGIN_8,
               EDGEC_DOT_END_8(EDGEC_DOT_LIMIT))
EDGEC_DOT_TILE(edgec_dot_limited_4, EDGEC_DOT_LANE_4, EDGEC_DOT_ROUND_4, EDGEC_DOT_BEGIN_4,
               EDGEC_DOT_END_4(EDGEC_DOT_LIMIT))

/* The widths of blocks: 16 as long as there are so many channels, then the least that holds the rest and does not begin
 * before the first channel; fewer than four channels are a block of four. */
EDGEC_INLINE int32_t edgec_dot_width(int32_t outputs, int32_t rest)
{
    if (rest >= 16 || (rest > 8 && outputs >= 16)) {
        return 16;
    }
    return rest >= 8 || (rest > 4 && outputs >= 8) ? 8 : 4;
}

EDGEC_INLINE void edgec_dot_positions(const edgec_gemm_neon *g, int32_t p, edgec_row_offsets_neon in,
                                      edgec_row_offsets_neon out, int limited)
{
    const int64_t from = (int64_t)p * g->step;
    int8_t *const y = g->y + (int64_t)p * g->out_step;
    const int8_t *w = g->stream;
    int32_t c = 0;
    if (g->outputs < 4) {
        const edgec_row_offsets_neon four = {4, 8, 12};
        int8_t tail[16];
        (void)edgec_dot_limited_4(g, from, &in, w, tail, &four);
        for (c = 0; c < g->outputs; c++) {
            y[out.row3 + c] = tail[12 + c];
            y[out.row2 + c] = tail[8 + c];
            y[out.row1 + c] = tail[4 + c];
            y[c] = tail[c];
        }
        return;
    }
    while (c < g->outputs) {
        const int32_t rest = g->outputs - c;
        const int32_t width = edgec_dot_width(g->outputs, rest);
        int8_t *const at = y + (rest < width ? g->outputs - width : c);
        if (width == 16) {
            w = limited ? edgec_dot_limited_16(g, from, &in, w, at, &out)
                        : edgec_dot_tile_16(g, from, &in, w, at, &out);
        } else if (width == 8) {
            w = limited ? edgec_dot_limited_8(g, from, &in, w, at, &out) : edgec_dot_tile_8(g, from, &in, w, at, &out);
        } else {
            w = limited ? edgec_dot_limited_4(g, from, &in, w, at, &out) : edgec_dot_tile_4(g, from, &in, w, at, &out);
        }
        c += width;
    }
}

/* One position with 4 * `words` channels, a constant of 1 or 2. */
EDGEC_INLINE const int8_t *edgec_dot_row(const edgec_gemm_neon *g, int64_t from, const int8_t *w, int32_t words,
                                         int8_t *y, size_t outputs)
{
    const int32_t *at = (const int32_t *)(const void *)w;
    int32x4_t sum[2];
    int8x16_t bytes;
    int32_t s;
    int32_t k;
    sum[0] = vld1q_s32(at);
    sum[1] = words > 1 ? vld1q_s32(at + 4) : sum[0];
    w += 16 * words;
    for (s = 0; s < g->count; s++) {
        const int8_t *x = g->segments[s] + from;
        for (k = g->bytes; k > 0; k -= 4) {
            const int8x16_t v = vreinterpretq_s8_s32(vld1q_dup_s32((const int32_t *)(const void *)x));
            sum[0] = vdotq_s32(sum[0], vld1q_s8(w), v);
            if (words > 1) {
                sum[1] = vdotq_s32(sum[1], vld1q_s8(w + 16), v);
            }
            w += 16 * words;
            x += 4;
        }
    }
    at = (const int32_t *)(const void *)w;
    sum[0] = edgec_scaled_neon(sum[0], vld1q_s32(at), vld1q_s32(at + 4 * words), &g->ending, 0);
    if (words > 1) {
        sum[1] = edgec_scaled_neon(sum[1], vld1q_s32(at + 4), vld1q_s32(at + 12), &g->ending, 0);
    }
    bytes = edgec_narrowed_neon(sum[0], sum[1], sum[0], sum[1], &g->ending, 1);
    if (words > 1) {
        vst1_s8(y, vget_low_s8(bytes));
    } else if (outputs == 4) {
        EDGEC_STORE_WORD_NEON(y, bytes, 0);
    } else {
        const uint32_t tail = vgetq_lane_u32(vreinterpretq_u32_s8(bytes), 0);
        memcpy(y, &tail, outputs);
    }
    return w + 32 * words;
}

/* clang-format off */

/* Four taps (of word `l` of v0) of one position with 16 channels. */
#define EDGEC_DOT_ROW_LANE(l)                                                                                          \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t"                                                            \
    "sdot v16.4s, v4.16b, v0.4b[" #l "]\n\t" "sdot v17.4s, v5.16b, v0.4b[" #l "]\n\t"                                  \
    "sdot v18.4s, v6.16b, v0.4b[" #l "]\n\t" "sdot v19.4s, v7.16b, v0.4b[" #l "]\n\t"

/* One position with 16 channels. */
EDGEC_INLINE const int8_t *edgec_dot_row_16(const edgec_gemm_neon *g, int64_t from, const int8_t *w, int8_t *y)
{
    register int32x4_t a __asm__("v16");
    register int32x4_t b __asm__("v17");
    register int32x4_t c __asm__("v18");
    register int32x4_t d __asm__("v19");
    const int8_t *const *segments = g->segments;
    int64_t count = g->count;
    const int8_t *x;
    int64_t k;
    int32x4x4_t m;
    int32x4x4_t n;
    __asm__ volatile(
        "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[w]], #64\n\t"
        "1:\n\t"
        "ldr %[x], [%[segments]], #8\n\t"
        "subs %[k], %[bytes], #16\n\t"
        "add %[x], %[x], %[from]\n\t"
        "b.lt 3f\n\t"
        "2:\n\t"
        "ldr q0, [%[x]], #16\n\t"
        "subs %[k], %[k], #16\n\t"
        EDGEC_DOT_ROW_LANE(0) EDGEC_DOT_ROW_LANE(1) EDGEC_DOT_ROW_LANE(2) EDGEC_DOT_ROW_LANE(3)
        "b.ge 2b\n\t"
        "3:\n\t"
        "tbz %[bytes], #3, 4f\n\t"
        "ldr d0, [%[x]], #8\n\t"
        EDGEC_DOT_ROW_LANE(0) EDGEC_DOT_ROW_LANE(1)
        "4:\n\t"
        "tbz %[bytes], #2, 5f\n\t"
        "ldr s0, [%[x]], #4\n\t"
        EDGEC_DOT_ROW_LANE(0)
        "5:\n\t"
        "subs %[count], %[count], #1\n\t"
        "b.ne 1b\n\t"
        : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x] "=&r"(x), "=&w"(a), "=&w"(b),
          "=&w"(c), "=&w"(d)
        : [from] "r"(from), [bytes] "r"((int64_t)g->bytes)
        : "cc", "memory", "v0", "v4", "v5", "v6", "v7");
    m = vld1q_s32_x4((const int32_t *)(const void *)w);
    n = vld1q_s32_x4((const int32_t *)(const void *)(w + 64));
    vst1q_s8(y, edgec_narrowed_neon(edgec_scaled_neon(a, m.val[0], n.val[0], &g->ending, 0),
                                    edgec_scaled_neon(b, m.val[1], n.val[1], &g->ending, 0),
                                    edgec_scaled_neon(c, m.val[2], n.val[2], &g->ending, 0),
                                    edgec_scaled_neon(d, m.val[3], n.val[3], &g->ending, 0), &g->ending, 1));
    return w + 128;
}

/* clang-format on */

EDGEC_INLINE void edgec_dot_single(const edgec_gemm_neon *g, int32_t p)
{
    const int64_t from = (int64_t)p * g->step;
    int8_t *const y = g->y + (int64_t)p * g->out_step;
    const int8_t *w = g->stream;
    int32_t c = 0;
    while (c < g->outputs) {
        const int32_t rest = g->outputs - c;
        const int32_t width = edgec_dot_width(g->outputs, rest);
        int8_t *const at = y + (rest < width && c > 0 ? g->outputs - width : c);
        if (width == 16) {
            w = edgec_dot_row_16(g, from, w, at);
        } else if (width == 8) {
            w = edgec_dot_row(g, from, w, 2, at, 8u);
        } else {
            w = edgec_dot_row(g, from, w, 1, at, g->outputs < 4 ? (size_t)g->outputs : 4u);
        }
        c += width;
    }
}

EDGEC_INLINE void edgec_dot_run(const edgec_gemm_neon *g, int limited)
{
    int32_t p;
    edgec_row_offsets_neon in = edgec_row_offsets_of_neon(4, g->step);
    edgec_row_offsets_neon out = edgec_row_offsets_of_neon(4, g->out_step);
    for (p = 0; p + 1 < g->positions; p += 4) {
        if (g->positions - p < 4) {
            in = edgec_row_offsets_of_neon(g->positions - p, g->step);
            out = edgec_row_offsets_of_neon(g->positions - p, g->out_step);
        }
        edgec_dot_positions(g, p, in, out, limited);
    }
    if (p < g->positions) {
        edgec_dot_single(g, p);
    }
}

EDGEC_ONCE void edgec_gemm_dot(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g; /* in registers */
    edgec_dot_run(&job, 0);
}

EDGEC_ONCE void edgec_gemm_limited_dot(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g;
    edgec_dot_run(&job, 1);
}

#endif
