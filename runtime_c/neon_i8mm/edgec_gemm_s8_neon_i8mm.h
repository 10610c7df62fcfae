/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of int8 with packed weights by SMMLA, four positions with 16, 8 or 4 output channels at a time: a
 * vector holds the sums of two positions with two channels. */
#ifndef EDGEC_GEMM_S8_NEON_I8MM_H
#define EDGEC_GEMM_S8_NEON_I8MM_H

#include "edgec_job_neon.h"

#define EDGEC_GEMM_I8MM_UNIT 8 /* bytes of a segment are a multiple of it */

/* clang-format off */

/* Eight taps of two positions each in va and vb; the sums of the first two are in v16 .., of the others in v24 .. */
#define EDGEC_I8MM_STEP_16(a, b)                                                                                       \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t"\
    "smmla v16.4s, v" #a ".16b, v8.16b\n\t" "smmla v24.4s, v" #b ".16b, v8.16b\n\t"                                    \
    "smmla v17.4s, v" #a ".16b, v9.16b\n\t" "smmla v25.4s, v" #b ".16b, v9.16b\n\t"                                    \
    "smmla v18.4s, v" #a ".16b, v10.16b\n\t" "smmla v26.4s, v" #b ".16b, v10.16b\n\t"                                  \
    "smmla v19.4s, v" #a ".16b, v11.16b\n\t" "smmla v27.4s, v" #b ".16b, v11.16b\n\t"                                  \
    "smmla v20.4s, v" #a ".16b, v12.16b\n\t" "smmla v28.4s, v" #b ".16b, v12.16b\n\t"                                  \
    "smmla v21.4s, v" #a ".16b, v13.16b\n\t" "smmla v29.4s, v" #b ".16b, v13.16b\n\t"                                  \
    "smmla v22.4s, v" #a ".16b, v14.16b\n\t" "smmla v30.4s, v" #b ".16b, v14.16b\n\t"                                  \
    "smmla v23.4s, v" #a ".16b, v15.16b\n\t" "smmla v31.4s, v" #b ".16b, v15.16b\n\t"

#define EDGEC_I8MM_STEP_8(a, b)                                                                                        \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t"                                                          \
    "smmla v16.4s, v" #a ".16b, v8.16b\n\t" "smmla v24.4s, v" #b ".16b, v8.16b\n\t"                                    \
    "smmla v17.4s, v" #a ".16b, v9.16b\n\t" "smmla v25.4s, v" #b ".16b, v9.16b\n\t"                                    \
    "smmla v18.4s, v" #a ".16b, v10.16b\n\t" "smmla v26.4s, v" #b ".16b, v10.16b\n\t"                                  \
    "smmla v19.4s, v" #a ".16b, v11.16b\n\t" "smmla v27.4s, v" #b ".16b, v11.16b\n\t"

#define EDGEC_I8MM_STEP_4(a, b)                                                                                        \
    "ldp q8, q9, [%[w]], #32\n\t"                                                                                      \
    "smmla v16.4s, v" #a ".16b, v8.16b\n\t" "smmla v24.4s, v" #b ".16b, v8.16b\n\t"                                    \
    "smmla v17.4s, v" #a ".16b, v9.16b\n\t" "smmla v25.4s, v" #b ".16b, v9.16b\n\t"

/* The sums begin with the biases. */
#define EDGEC_I8MM_BEGIN_16                                                                                            \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[w]], #64\n\t"                                                            \
    "ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[w]]\n\t" "sub %[w], %[w], #64\n\t"                                       \
    "ld1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[w]], #64\n\t"                                                            \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[w]], #64\n\t"

#define EDGEC_I8MM_BEGIN_8                                                                                             \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[w]]\n\t"                                                                 \
    "ld1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[w]], #64\n\t"

#define EDGEC_I8MM_BEGIN_4                                                                                             \
    "ldp q16, q17, [%[w]]\n\t"                                                                                         \
    "ldp q24, q25, [%[w]], #32\n\t"

/* Sums to bytes; `limit` is empty or a macro.  The channels of two positions alternate by twos. */
#define EDGEC_I8MM_END_16(limit)                                                                                       \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t"            \
    "sqdmulh v16.4s, v16.4s, v0.4s\n\t" "sqdmulh v17.4s, v17.4s, v1.4s\n\t"                                            \
    "sqdmulh v18.4s, v18.4s, v2.4s\n\t" "sqdmulh v19.4s, v19.4s, v3.4s\n\t"                                            \
    "sqdmulh v20.4s, v20.4s, v4.4s\n\t" "sqdmulh v21.4s, v21.4s, v5.4s\n\t"                                            \
    "sqdmulh v22.4s, v22.4s, v6.4s\n\t" "sqdmulh v23.4s, v23.4s, v7.4s\n\t"                                            \
    "sqdmulh v24.4s, v24.4s, v0.4s\n\t" "sqdmulh v25.4s, v25.4s, v1.4s\n\t"                                            \
    "sqdmulh v26.4s, v26.4s, v2.4s\n\t" "sqdmulh v27.4s, v27.4s, v3.4s\n\t"                                            \
    "sqdmulh v28.4s, v28.4s, v4.4s\n\t" "sqdmulh v29.4s, v29.4s, v5.4s\n\t"                                            \
    "sqdmulh v30.4s, v30.4s, v6.4s\n\t" "sqdmulh v31.4s, v31.4s, v7.4s\n\t"                                            \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t"            \
    "srshl v16.4s, v16.4s, v0.4s\n\t" "srshl v17.4s, v17.4s, v1.4s\n\t"                                                \
    "srshl v18.4s, v18.4s, v2.4s\n\t" "srshl v19.4s, v19.4s, v3.4s\n\t"                                                \
    "srshl v20.4s, v20.4s, v4.4s\n\t" "srshl v21.4s, v21.4s, v5.4s\n\t"                                                \
    "srshl v22.4s, v22.4s, v6.4s\n\t" "srshl v23.4s, v23.4s, v7.4s\n\t"                                                \
    "srshl v24.4s, v24.4s, v0.4s\n\t" "srshl v25.4s, v25.4s, v1.4s\n\t"                                                \
    "srshl v26.4s, v26.4s, v2.4s\n\t" "srshl v27.4s, v27.4s, v3.4s\n\t"                                                \
    "srshl v28.4s, v28.4s, v4.4s\n\t" "srshl v29.4s, v29.4s, v5.4s\n\t"                                                \
    "srshl v30.4s, v30.4s, v6.4s\n\t" "srshl v31.4s, v31.4s, v7.4s\n\t"                                                \
    "dup v8.8h, %w[zero]\n\t"                                                                                          \
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
    "uzp1 v1.8h, v16.8h, v20.8h\n\t" "uzp2 v2.8h, v16.8h, v20.8h\n\t"                                                  \
    "uzp1 v3.8h, v24.8h, v28.8h\n\t" "uzp2 v4.8h, v24.8h, v28.8h\n\t"                                                  \
    "str q4, [%[y], %[y3]]\n\t" "str q3, [%[y], %[y2]]\n\t"                                                            \
    "str q2, [%[y], %[y1]]\n\t" "str q1, [%[y]]\n\t"

#define EDGEC_I8MM_END_8(limit)                                                                                        \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t"                                                                \
    "sqdmulh v16.4s, v16.4s, v0.4s\n\t" "sqdmulh v17.4s, v17.4s, v1.4s\n\t"                                            \
    "sqdmulh v18.4s, v18.4s, v2.4s\n\t" "sqdmulh v19.4s, v19.4s, v3.4s\n\t"                                            \
    "sqdmulh v24.4s, v24.4s, v0.4s\n\t" "sqdmulh v25.4s, v25.4s, v1.4s\n\t"                                            \
    "sqdmulh v26.4s, v26.4s, v2.4s\n\t" "sqdmulh v27.4s, v27.4s, v3.4s\n\t"                                            \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t"                                                                \
    "srshl v16.4s, v16.4s, v0.4s\n\t" "srshl v17.4s, v17.4s, v1.4s\n\t"                                                \
    "srshl v18.4s, v18.4s, v2.4s\n\t" "srshl v19.4s, v19.4s, v3.4s\n\t"                                                \
    "srshl v24.4s, v24.4s, v0.4s\n\t" "srshl v25.4s, v25.4s, v1.4s\n\t"                                                \
    "srshl v26.4s, v26.4s, v2.4s\n\t" "srshl v27.4s, v27.4s, v3.4s\n\t"                                                \
    "dup v8.8h, %w[zero]\n\t"                                                                                          \
    "sqxtn v16.4h, v16.4s\n\t" "sqxtn v18.4h, v18.4s\n\t"                                                              \
    "sqxtn v24.4h, v24.4s\n\t" "sqxtn v26.4h, v26.4s\n\t"                                                              \
    "sqxtn2 v16.8h, v17.4s\n\t" "sqxtn2 v18.8h, v19.4s\n\t"                                                            \
    "sqxtn2 v24.8h, v25.4s\n\t" "sqxtn2 v26.8h, v27.4s\n\t"                                                            \
    "sqadd v16.8h, v16.8h, v8.8h\n\t" "sqadd v18.8h, v18.8h, v8.8h\n\t"                                                \
    "sqadd v24.8h, v24.8h, v8.8h\n\t" "sqadd v26.8h, v26.8h, v8.8h\n\t"                                                \
    "sqxtn v16.8b, v16.8h\n\t" "sqxtn v24.8b, v24.8h\n\t"                                                              \
    "sqxtn2 v16.16b, v18.8h\n\t" "sqxtn2 v24.16b, v26.8h\n\t"                                                          \
    limit                                                                                                              \
    "uzp1 v1.8h, v16.8h, v16.8h\n\t" "uzp2 v2.8h, v16.8h, v16.8h\n\t"                                                  \
    "uzp1 v3.8h, v24.8h, v24.8h\n\t" "uzp2 v4.8h, v24.8h, v24.8h\n\t"                                                  \
    "str d4, [%[y], %[y3]]\n\t" "str d3, [%[y], %[y2]]\n\t"                                                            \
    "str d2, [%[y], %[y1]]\n\t" "str d1, [%[y]]\n\t"

#define EDGEC_I8MM_END_4(limit)                                                                                        \
    "ldp q0, q1, [%[w]], #32\n\t"                                                                                      \
    "sqdmulh v16.4s, v16.4s, v0.4s\n\t" "sqdmulh v17.4s, v17.4s, v1.4s\n\t"                                            \
    "sqdmulh v24.4s, v24.4s, v0.4s\n\t" "sqdmulh v25.4s, v25.4s, v1.4s\n\t"                                            \
    "ldp q0, q1, [%[w]], #32\n\t"                                                                                      \
    "srshl v16.4s, v16.4s, v0.4s\n\t" "srshl v17.4s, v17.4s, v1.4s\n\t"                                                \
    "srshl v24.4s, v24.4s, v0.4s\n\t" "srshl v25.4s, v25.4s, v1.4s\n\t"                                                \
    "dup v8.8h, %w[zero]\n\t"                                                                                          \
    "sqxtn v16.4h, v16.4s\n\t" "sqxtn v24.4h, v24.4s\n\t"                                                              \
    "sqxtn2 v16.8h, v17.4s\n\t" "sqxtn2 v24.8h, v25.4s\n\t"                                                            \
    "sqadd v16.8h, v16.8h, v8.8h\n\t" "sqadd v24.8h, v24.8h, v8.8h\n\t"                                                \
    "sqxtn v16.8b, v16.8h\n\t" "sqxtn v24.8b, v24.8h\n\t"                                                              \
    limit                                                                                                              \
    "uzp1 v1.8h, v16.8h, v16.8h\n\t" "uzp2 v2.8h, v16.8h, v16.8h\n\t"                                                  \
    "uzp1 v3.8h, v24.8h, v24.8h\n\t" "uzp2 v4.8h, v24.8h, v24.8h\n\t"                                                  \
    "str s4, [%[y], %[y3]]\n\t" "str s3, [%[y], %[y2]]\n\t"                                                            \
    "str s2, [%[y], %[y1]]\n\t" "str s1, [%[y]]\n\t"

#define EDGEC_I8MM_LIMIT                                                                                                \
    "dup v9.16b, %w[lo]\n\t" "dup v10.16b, %w[hi]\n\t"                                                                 \
    "smax v16.16b, v16.16b, v9.16b\n\t" "smax v20.16b, v20.16b, v9.16b\n\t"                                            \
    "smax v24.16b, v24.16b, v9.16b\n\t" "smax v28.16b, v28.16b, v9.16b\n\t"                                            \
    "smin v16.16b, v16.16b, v10.16b\n\t" "smin v20.16b, v20.16b, v10.16b\n\t"                                          \
    "smin v24.16b, v24.16b, v10.16b\n\t" "smin v28.16b, v28.16b, v10.16b\n\t"

#define EDGEC_I8MM_X(r, bytes)                                                                                          \
    "ldr " r "0, [%[x0]], #" bytes "\n\t" "ldr " r "1, [%[x1]], #" bytes "\n\t"                                        \
    "ldr " r "2, [%[x2]], #" bytes "\n\t" "ldr " r "3, [%[x3]], #" bytes "\n\t"

/* clang-format on */

/* Four positions with a block of channels: `step`, `begin` and `end` are the macros of its width. */
#define EDGEC_I8MM_TILE(name, step, begin, end)                                                                        \
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
            begin                                                                                                      \
            "1:\n\t"                                                                                                   \
            "ldr %[x0], [%[segments]], #8\n\t"                                                                         \
            "subs %[k], %[bytes], #16\n\t"                                                                             \
            "add %[x0], %[x0], %[from]\n\t"                                                                            \
            "add %[x1], %[x0], %[one]\n\t"                                                                             \
            "add %[x2], %[x0], %[two]\n\t"                                                                             \
            "add %[x3], %[x0], %[three]\n\t"                                                                           \
            "b.lt 3f\n\t"                                                                                              \
            "2:\n\t" EDGEC_I8MM_X("q", "16") "zip1 v4.2d, v0.2d, v1.2d\n\t"                                            \
                                             "zip1 v5.2d, v2.2d, v3.2d\n\t"                                            \
                                             "zip2 v6.2d, v0.2d, v1.2d\n\t"                                            \
                                             "zip2 v7.2d, v2.2d, v3.2d\n\t"                                            \
                                             "subs %[k], %[k], #16\n\t" step(4, 5)                                     \
                                                 step(6, 7) "b.ge 2b\n\t"                                              \
                                                            "3:\n\t"                                                   \
                                                            "tbz %[bytes], #3, 4f\n\t" EDGEC_I8MM_X(                   \
                                                                "d", "8") "zip1 v4.2d, v0.2d, v1.2d\n\t"               \
                                                                          "zip1 v5.2d, v2.2d, v3.2d\n\t" step(         \
                                                                              4, 5) "4:\n\t"                           \
                                                                                    "subs %[count], %[count], #1\n\t"  \
                                                                                    "b.ne 1b\n\t" end                  \
            : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x0] "=&r"(x0),            \
              [x1] "=&r"(x1), [x2] "=&r"(x2), [x3] "=&r"(x3)                                                           \
            : [from] "r"(from), [one] "r"(in->row1), [two] "r"(in->row2), [three] "r"(in->row3),                       \
              [bytes] "r"((int64_t)g->bytes), [y] "r"(y), [y1] "r"(out->row1), [y2] "r"(out->row2),                    \
              [y3] "r"(out->row3), [zero] "r"(g->ending.out_zero), [lo] "r"(g->ending.lo), [hi] "r"(g->ending.hi)      \
            : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13",  \
              "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", \
              "v29", "v30", "v31");                                                                                    \
        return w;                                                                                                      \
    }

EDGEC_I8MM_TILE(edgec_i8mm_tile_16, EDGEC_I8MM_STEP_16, EDGEC_I8MM_BEGIN_16, EDGEC_I8MM_END_16(""))
EDGEC_I8MM_TILE(edgec_i8mm_tile_8, EDGEC_I8MM_STEP_8, EDGEC_I8MM_BEGIN_8, EDGEC_I8MM_END_8(""))
EDGEC_I8MM_TILE(edgec_i8mm_tile_4, EDGEC_I8MM_STEP_4, EDGEC_I8MM_BEGIN_4, EDGEC_I8MM_END_4(""))
EDGEC_I8MM_TILE(edgec_i8mm_limited_16, EDGEC_I8MM_STEP_16, EDGEC_I8MM_BEGIN_16, EDGEC_I8MM_END_16(EDGEC_I8MM_LIMIT))
EDGEC_I8MM_TILE(edgec_i8mm_limited_8, EDGEC_I8MM_STEP_8, EDGEC_I8MM_BEGIN_8, EDGEC_I8MM_END_8(EDGEC_I8MM_LIMIT))
EDGEC_I8MM_TILE(edgec_i8mm_limited_4, EDGEC_I8MM_STEP_4, EDGEC_I8MM_BEGIN_4, EDGEC_I8MM_END_4(EDGEC_I8MM_LIMIT))

/* The widths of blocks: 16 as long as there are so many channels, then the least that holds the rest and does not begin
 * before the first channel; fewer than four channels are a block of four. */
EDGEC_INLINE int32_t edgec_i8mm_width(int32_t outputs, int32_t rest)
{
    if (rest >= 16 || (rest > 8 && outputs >= 16)) {
        return 16;
    }
    return rest >= 8 || (rest > 4 && outputs >= 8) ? 8 : 4;
}

EDGEC_INLINE void edgec_i8mm_positions(const edgec_gemm_neon *g, int32_t p, edgec_row_offsets_neon in,
                                       edgec_row_offsets_neon out, int limited)
{
    const int64_t from = (int64_t)p * g->step;
    int8_t *const y = g->y + (int64_t)p * g->out_step;
    const int8_t *w = g->stream;
    int32_t c = 0;
    if (g->outputs < 4) {
        const edgec_row_offsets_neon four = {4, 8, 12};
        int8_t tail[16];
        (void)edgec_i8mm_limited_4(g, from, &in, w, tail, &four);
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
        const int32_t width = edgec_i8mm_width(g->outputs, rest);
        int8_t *const at = y + (rest < width ? g->outputs - width : c);
        if (width == 16) {
            w = limited ? edgec_i8mm_limited_16(g, from, &in, w, at, &out)
                        : edgec_i8mm_tile_16(g, from, &in, w, at, &out);
        } else if (width == 8) {
            w = limited ? edgec_i8mm_limited_8(g, from, &in, w, at, &out)
                        : edgec_i8mm_tile_8(g, from, &in, w, at, &out);
        } else {
            w = limited ? edgec_i8mm_limited_4(g, from, &in, w, at, &out)
                        : edgec_i8mm_tile_4(g, from, &in, w, at, &out);
        }
        c += width;
    }
}

EDGEC_INLINE void edgec_i8mm_run(const edgec_gemm_neon *g, int limited)
{
    int32_t p;
    edgec_row_offsets_neon in = edgec_row_offsets_of_neon(4, g->step);
    edgec_row_offsets_neon out = edgec_row_offsets_of_neon(4, g->out_step);
    for (p = 0; p < g->positions; p += 4) {
        if (g->positions - p < 4) {
            in = edgec_row_offsets_of_neon(g->positions - p, g->step);
            out = edgec_row_offsets_of_neon(g->positions - p, g->out_step);
        }
        edgec_i8mm_positions(g, p, in, out, limited);
    }
}

EDGEC_ONCE void edgec_gemm_i8mm(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g; /* in registers */
    edgec_i8mm_run(&job, 0);
}

EDGEC_ONCE void edgec_gemm_limited_i8mm(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g;
    edgec_i8mm_run(&job, 1);
}

#endif
