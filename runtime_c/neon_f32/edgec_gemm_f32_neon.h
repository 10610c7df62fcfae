/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of float32 with packed weights: four positions, or one, with blocks of 16, 8 and 4 output channels.
 * FMLA by lane: a weight vector holds channels, the lanes of an input vector consecutive taps. */
#ifndef EDGEC_GEMM_F32_NEON_H
#define EDGEC_GEMM_F32_NEON_H

#include "edgec_job_f32_neon.h"

/* clang-format off */

/* One tap of four positions (lane l of x0 .. x3) with 16 channels (w0 .. w3), 8 or 4. */
#define EDGEC_GEMM_F32_NEON_MUL(op, s, w, x, l) op " v" #s ".4s, v" #w ".4s, v" #x ".s[" #l "]\n\t"
#define EDGEC_GEMM_F32_NEON_FMLA(s, w, x, l) EDGEC_GEMM_F32_NEON_MUL("fmla", s, w, x, l)
#define EDGEC_GEMM_F32_NEON_TAP16(op, w0, w1, w2, w3, x0, x1, x2, x3, l)                                               \
    EDGEC_GEMM_F32_NEON_MUL(op, 16, w0, x0, l) EDGEC_GEMM_F32_NEON_MUL(op, 20, w0, x1, l)                              \
    EDGEC_GEMM_F32_NEON_MUL(op, 24, w0, x2, l) EDGEC_GEMM_F32_NEON_MUL(op, 28, w0, x3, l)                              \
    EDGEC_GEMM_F32_NEON_MUL(op, 17, w1, x0, l) EDGEC_GEMM_F32_NEON_MUL(op, 21, w1, x1, l)                              \
    EDGEC_GEMM_F32_NEON_MUL(op, 25, w1, x2, l) EDGEC_GEMM_F32_NEON_MUL(op, 29, w1, x3, l)                              \
    EDGEC_GEMM_F32_NEON_MUL(op, 18, w2, x0, l) EDGEC_GEMM_F32_NEON_MUL(op, 22, w2, x1, l)                              \
    EDGEC_GEMM_F32_NEON_MUL(op, 26, w2, x2, l) EDGEC_GEMM_F32_NEON_MUL(op, 30, w2, x3, l)                              \
    EDGEC_GEMM_F32_NEON_MUL(op, 19, w3, x0, l) EDGEC_GEMM_F32_NEON_MUL(op, 23, w3, x1, l)                              \
    EDGEC_GEMM_F32_NEON_MUL(op, 27, w3, x2, l) EDGEC_GEMM_F32_NEON_MUL(op, 31, w3, x3, l)
#define EDGEC_GEMM_F32_NEON_TAP8(op, w0, w1, x0, x1, x2, x3, l)                                                        \
    EDGEC_GEMM_F32_NEON_MUL(op, 16, w0, x0, l) EDGEC_GEMM_F32_NEON_MUL(op, 20, w0, x1, l)                              \
    EDGEC_GEMM_F32_NEON_MUL(op, 24, w0, x2, l) EDGEC_GEMM_F32_NEON_MUL(op, 28, w0, x3, l)                              \
    EDGEC_GEMM_F32_NEON_MUL(op, 17, w1, x0, l) EDGEC_GEMM_F32_NEON_MUL(op, 21, w1, x1, l)                              \
    EDGEC_GEMM_F32_NEON_MUL(op, 25, w1, x2, l) EDGEC_GEMM_F32_NEON_MUL(op, 29, w1, x3, l)
#define EDGEC_GEMM_F32_NEON_TAP4(op, w0, x0, x1, x2, x3, l)                                                            \
    EDGEC_GEMM_F32_NEON_MUL(op, 16, w0, x0, l) EDGEC_GEMM_F32_NEON_MUL(op, 20, w0, x1, l)                              \
    EDGEC_GEMM_F32_NEON_MUL(op, 24, w0, x2, l) EDGEC_GEMM_F32_NEON_MUL(op, 28, w0, x3, l)

#define EDGEC_GEMM_F32_NEON_LOW "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t"
#define EDGEC_GEMM_F32_NEON_HIGH "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t"

/* Four taps, weights loaded one step ahead; `op` multiplies the first. */
#define EDGEC_GEMM_F32_NEON_FOUR16(op, x0, x1, x2, x3)                                                                 \
    EDGEC_GEMM_F32_NEON_LOW EDGEC_GEMM_F32_NEON_HIGH                                                                   \
    EDGEC_GEMM_F32_NEON_TAP16(op, 0, 1, 2, 3, x0, x1, x2, x3, 0) EDGEC_GEMM_F32_NEON_LOW                               \
    EDGEC_GEMM_F32_NEON_TAP16("fmla", 4, 5, 6, 7, x0, x1, x2, x3, 1) EDGEC_GEMM_F32_NEON_HIGH                          \
    EDGEC_GEMM_F32_NEON_TAP16("fmla", 0, 1, 2, 3, x0, x1, x2, x3, 2)                                                   \
    EDGEC_GEMM_F32_NEON_TAP16("fmla", 4, 5, 6, 7, x0, x1, x2, x3, 3)
#define EDGEC_GEMM_F32_NEON_FOUR8(op, x0, x1, x2, x3)                                                                  \
    EDGEC_GEMM_F32_NEON_LOW EDGEC_GEMM_F32_NEON_HIGH                                                                   \
    EDGEC_GEMM_F32_NEON_TAP8(op, 0, 1, x0, x1, x2, x3, 0) EDGEC_GEMM_F32_NEON_TAP8("fmla", 2, 3, x0, x1, x2, x3, 1)    \
    EDGEC_GEMM_F32_NEON_TAP8("fmla", 4, 5, x0, x1, x2, x3, 2) EDGEC_GEMM_F32_NEON_TAP8("fmla", 6, 7, x0, x1, x2, x3, 3)
#define EDGEC_GEMM_F32_NEON_FOUR4(op, x0, x1, x2, x3)                                                                  \
    EDGEC_GEMM_F32_NEON_LOW                                                                                            \
    EDGEC_GEMM_F32_NEON_TAP4(op, 0, x0, x1, x2, x3, 0) EDGEC_GEMM_F32_NEON_TAP4("fmla", 1, x0, x1, x2, x3, 1)          \
    EDGEC_GEMM_F32_NEON_TAP4("fmla", 2, x0, x1, x2, x3, 2) EDGEC_GEMM_F32_NEON_TAP4("fmla", 3, x0, x1, x2, x3, 3)

#define EDGEC_GEMM_F32_NEON_ONE16                                                                                      \
    EDGEC_GEMM_F32_NEON_LOW EDGEC_GEMM_F32_NEON_TAP16("fmla", 0, 1, 2, 3, 8, 10, 12, 14, 0)
#define EDGEC_GEMM_F32_NEON_ONE8 "ldp q0, q1, [%[w]], #32\n\t" EDGEC_GEMM_F32_NEON_TAP8("fmla", 0, 1, 8, 10, 12, 14, 0)
#define EDGEC_GEMM_F32_NEON_ONE4 "ldr q0, [%[w]], #16\n\t" EDGEC_GEMM_F32_NEON_TAP4("fmla", 0, 8, 10, 12, 14, 0)

/* All segments: 8 taps at a time, four, then single ones. */
#define EDGEC_GEMM_F32_NEON_TAPS(width)                                                                                \
    "1:\n\t"                                                                                                           \
    "ldr %[x0], [%[segments]], #8\n\t"                                                                                 \
    "lsr %[k], %[taps], #3\n\t"                                                                                        \
    "add %[x0], %[x0], %[from]\n\t"                                                                                    \
    "add %[x1], %[x0], %[one]\n\t"                                                                                     \
    "add %[x2], %[x0], %[two]\n\t"                                                                                     \
    "add %[x3], %[x0], %[three]\n\t"                                                                                   \
    "cbz %[k], 3f\n\t"                                                                                                 \
    "2:\n\t"                                                                                                           \
    "ldp q8, q9, [%[x0]], #32\n\t" "ldp q10, q11, [%[x1]], #32\n\t"                                                    \
    "ldp q12, q13, [%[x2]], #32\n\t" "ldp q14, q15, [%[x3]], #32\n\t"                                                  \
    EDGEC_GEMM_F32_NEON_FOUR##width("fmla", 8, 10, 12, 14)                                                             \
    "subs %[k], %[k], #1\n\t"                                                                                          \
    EDGEC_GEMM_F32_NEON_FOUR##width("fmla", 9, 11, 13, 15)                                                             \
    "b.ne 2b\n\t"                                                                                                      \
    "3:\n\t"                                                                                                           \
    "tbz %[taps], #2, 4f\n\t"                                                                                          \
    "ldr q8, [%[x0]], #16\n\t" "ldr q10, [%[x1]], #16\n\t"                                                             \
    "ldr q12, [%[x2]], #16\n\t" "ldr q14, [%[x3]], #16\n\t"                                                            \
    EDGEC_GEMM_F32_NEON_FOUR##width("fmla", 8, 10, 12, 14)                                                             \
    "4:\n\t"                                                                                                           \
    "ands %[k], %[taps], #3\n\t"                                                                                       \
    "b.eq 6f\n\t"                                                                                                      \
    "5:\n\t"                                                                                                           \
    "ldr s8, [%[x0]], #4\n\t" "ldr s10, [%[x1]], #4\n\t"                                                               \
    "ldr s12, [%[x2]], #4\n\t" "ldr s14, [%[x3]], #4\n\t"                                                              \
    "subs %[k], %[k], #1\n\t"                                                                                          \
    EDGEC_GEMM_F32_NEON_ONE##width                                                                                     \
    "b.ne 5b\n\t"                                                                                                      \
    "6:\n\t"                                                                                                           \
    "subs %[count], %[count], #1\n\t"                                                                                  \
    "b.ne 1b\n\t"

#define EDGEC_GEMM_F32_NEON_EACH4(op) op(16) op(20) op(24) op(28)
#define EDGEC_GEMM_F32_NEON_EACH8(op) EDGEC_GEMM_F32_NEON_EACH4(op) op(17) op(21) op(25) op(29)
#define EDGEC_GEMM_F32_NEON_EACH16(op)                                                                                 \
    EDGEC_GEMM_F32_NEON_EACH8(op) op(18) op(22) op(26) op(30) op(19) op(23) op(27) op(31)
#define EDGEC_GEMM_F32_NEON_MAX(s) "fmax v" #s ".4s, v" #s ".4s, v0.4s\n\t"
#define EDGEC_GEMM_F32_NEON_MIN(s) "fmin v" #s ".4s, v" #s ".4s, v1.4s\n\t"

/* The finite ones of two limits. */
#define EDGEC_GEMM_F32_NEON_LIMITS(each)                                                                               \
    "tbz %[bounds], #0, 7f\n\t"                                                                                        \
    "ld1r {v0.4s}, [%[limits]]\n\t"                                                                                    \
    each(EDGEC_GEMM_F32_NEON_MAX)                                                                                      \
    "tbz %[bounds], #1, 7f\n\t"                                                                                        \
    "ldr s1, [%[limits], #4]\n\t"                                                                                      \
    "dup v1.4s, v1.s[0]\n\t"                                                                                           \
    each(EDGEC_GEMM_F32_NEON_MIN)                                                                                      \
    "7:\n\t"

#define EDGEC_GEMM_F32_NEON_4(a) "v" #a ".4s"
#define EDGEC_GEMM_F32_NEON_8(a, b) "v" #a ".4s, v" #b ".4s"
#define EDGEC_GEMM_F32_NEON_16(a, b, c, d) "v" #a ".4s, v" #b ".4s, v" #c ".4s, v" #d ".4s"

/* Four positions with one block. */
#define EDGEC_GEMM_F32_NEON_TILE(width, r0, r1, r2, r3, bytes)                                                         \
    EDGEC_INLINE void edgec_gemm_f32_tile##width##_neon(const edgec_gemm_f32_neon *g, const float *w, int64_t from,    \
                                                        edgec_row_offsets_f32_neon in, edgec_row_offsets_f32_neon out, float *y)   \
    {                                                                                                                  \
        const int8_t *const *segments = g->segments;                                                                   \
        const float *x0;                                                                                               \
        const float *x1;                                                                                               \
        const float *x2;                                                                                               \
        const float *x3;                                                                                               \
        int64_t count = g->count;                                                                                      \
        int64_t k;                                                                                                     \
        __asm__ volatile(                                                                                              \
            "ld1 {" r0 "}, [%[w]]\n\t" "ld1 {" r1 "}, [%[w]]\n\t"                                                      \
            "ld1 {" r2 "}, [%[w]]\n\t" "ld1 {" r3 "}, [%[w]], #" #bytes "\n\t"                                         \
            EDGEC_GEMM_F32_NEON_TAPS(width)                                                                            \
            EDGEC_GEMM_F32_NEON_LIMITS(EDGEC_GEMM_F32_NEON_EACH##width)                                                \
            "add %[x1], %[y], %[out1]\n\t" "add %[x2], %[y], %[out2]\n\t" "add %[x3], %[y], %[out3]\n\t"               \
            "st1 {" r3 "}, [%[x3]]\n\t" "st1 {" r2 "}, [%[x2]]\n\t"                                                    \
            "st1 {" r1 "}, [%[x1]]\n\t" "st1 {" r0 "}, [%[y]]\n\t"                                                     \
            : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x0] "=&r"(x0),            \
              [x1] "=&r"(x1), [x2] "=&r"(x2), [x3] "=&r"(x3)                                                           \
            : [taps] "r"(g->taps), [from] "r"(from), [one] "r"(in.row1), [two] "r"(in.row2), [three] "r"(in.row3),      \
              [y] "r"(y), [out1] "r"(out.row1), [out2] "r"(out.row2), [out3] "r"(out.row3), [bounds] "r"(g->bounds),    \
              [limits] "r"(g->limits)                                                                                  \
            : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13",  \
              "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27",        \
              "v28", "v29", "v30", "v31");                                                                             \
    }

/* One position: a load of 64 bytes of weights is one tap of 16 channels, two of 8, four of 4. */
#define EDGEC_LINE_F32_NEON_TAP16(w0, w1, w2, w3, x, l)                                                                \
    EDGEC_GEMM_F32_NEON_FMLA(16, w0, x, l) EDGEC_GEMM_F32_NEON_FMLA(17, w1, x, l)                                      \
    EDGEC_GEMM_F32_NEON_FMLA(18, w2, x, l) EDGEC_GEMM_F32_NEON_FMLA(19, w3, x, l)
#define EDGEC_LINE_F32_NEON_TAPS8(w0, w1, w2, w3, x, l, m)                                                             \
    EDGEC_GEMM_F32_NEON_FMLA(16, w0, x, l) EDGEC_GEMM_F32_NEON_FMLA(17, w1, x, l)                                      \
    EDGEC_GEMM_F32_NEON_FMLA(18, w2, x, m) EDGEC_GEMM_F32_NEON_FMLA(19, w3, x, m)
#define EDGEC_LINE_F32_NEON_FOUR16(x)                                                                                  \
    EDGEC_GEMM_F32_NEON_LOW EDGEC_GEMM_F32_NEON_HIGH                                                                   \
    EDGEC_LINE_F32_NEON_TAP16(0, 1, 2, 3, x, 0) EDGEC_GEMM_F32_NEON_LOW                                                \
    EDGEC_LINE_F32_NEON_TAP16(4, 5, 6, 7, x, 1) EDGEC_GEMM_F32_NEON_HIGH                                               \
    EDGEC_LINE_F32_NEON_TAP16(0, 1, 2, 3, x, 2) EDGEC_LINE_F32_NEON_TAP16(4, 5, 6, 7, x, 3)
#define EDGEC_LINE_F32_NEON_FOUR8(x)                                                                                   \
    EDGEC_GEMM_F32_NEON_LOW EDGEC_GEMM_F32_NEON_HIGH                                                                   \
    EDGEC_LINE_F32_NEON_TAPS8(0, 1, 2, 3, x, 0, 1) EDGEC_LINE_F32_NEON_TAPS8(4, 5, 6, 7, x, 2, 3)
#define EDGEC_LINE_F32_NEON_FOUR4(x)                                                                                   \
    EDGEC_GEMM_F32_NEON_LOW                                                                                            \
    EDGEC_GEMM_F32_NEON_FMLA(16, 0, x, 0) EDGEC_GEMM_F32_NEON_FMLA(17, 1, x, 1)                                        \
    EDGEC_GEMM_F32_NEON_FMLA(18, 2, x, 2) EDGEC_GEMM_F32_NEON_FMLA(19, 3, x, 3)
#define EDGEC_LINE_F32_NEON_ONE16 EDGEC_GEMM_F32_NEON_LOW EDGEC_LINE_F32_NEON_TAP16(0, 1, 2, 3, 8, 0)
#define EDGEC_LINE_F32_NEON_ONE8                                                                                       \
    "ldp q0, q1, [%[w]], #32\n\t" EDGEC_GEMM_F32_NEON_FMLA(16, 0, 8, 0) EDGEC_GEMM_F32_NEON_FMLA(17, 1, 8, 0)
#define EDGEC_LINE_F32_NEON_ONE4 "ldr q0, [%[w]], #16\n\t" EDGEC_GEMM_F32_NEON_FMLA(16, 0, 8, 0)

#define EDGEC_LINE_F32_NEON_BEGIN16 "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[w]], #64\n\t"
#define EDGEC_LINE_F32_NEON_BEGIN8                                                                                     \
    "ldp q16, q17, [%[w]], #32\n\t" "movi v18.4s, #0\n\t" "movi v19.4s, #0\n\t"
#define EDGEC_LINE_F32_NEON_BEGIN4                                                                                     \
    "ldr q16, [%[w]], #16\n\t" "movi v17.4s, #0\n\t" "movi v18.4s, #0\n\t" "movi v19.4s, #0\n\t"
#define EDGEC_LINE_F32_NEON_END16
#define EDGEC_LINE_F32_NEON_END8 "fadd v16.4s, v16.4s, v18.4s\n\t" "fadd v17.4s, v17.4s, v19.4s\n\t"
#define EDGEC_LINE_F32_NEON_END4                                                                                       \
    "fadd v16.4s, v16.4s, v18.4s\n\t" "fadd v17.4s, v17.4s, v19.4s\n\t" "fadd v16.4s, v16.4s, v17.4s\n\t"
#define EDGEC_LINE_F32_NEON_EACH16(op) op(16) op(17) op(18) op(19)
#define EDGEC_LINE_F32_NEON_EACH8(op) op(16) op(17)
#define EDGEC_LINE_F32_NEON_EACH4(op) op(16)

#define EDGEC_LINE_F32_NEON(width, registers)                                                                          \
    EDGEC_INLINE void edgec_gemm_f32_line##width##_neon(const edgec_gemm_f32_neon *g, const float *w, int64_t from,    \
                                                        float *y)                                                      \
    {                                                                                                                  \
        const int8_t *const *segments = g->segments;                                                                   \
        const float *x0;                                                                                               \
        int64_t count = g->count;                                                                                      \
        int64_t k;                                                                                                     \
        __asm__ volatile(                                                                                              \
            EDGEC_LINE_F32_NEON_BEGIN##width                                                                           \
            "1:\n\t"                                                                                                   \
            "ldr %[x0], [%[segments]], #8\n\t"                                                                         \
            "lsr %[k], %[taps], #4\n\t"                                                                                \
            "add %[x0], %[x0], %[from]\n\t"                                                                            \
            "cbz %[k], 3f\n\t"                                                                                         \
            "2:\n\t"                                                                                                   \
            "ld1 {v8.4s, v9.4s, v10.4s, v11.4s}, [%[x0]], #64\n\t"                                                     \
            EDGEC_LINE_F32_NEON_FOUR##width(8)                                                                         \
            EDGEC_LINE_F32_NEON_FOUR##width(9)                                                                         \
            EDGEC_LINE_F32_NEON_FOUR##width(10)                                                                        \
            "subs %[k], %[k], #1\n\t"                                                                                  \
            EDGEC_LINE_F32_NEON_FOUR##width(11)                                                                        \
            "b.ne 2b\n\t"                                                                                              \
            "3:\n\t"                                                                                                   \
            "ubfx %[k], %[taps], #2, #2\n\t"                                                                           \
            "cbz %[k], 5f\n\t"                                                                                         \
            "4:\n\t"                                                                                                   \
            "ldr q8, [%[x0]], #16\n\t"                                                                                 \
            "subs %[k], %[k], #1\n\t"                                                                                  \
            EDGEC_LINE_F32_NEON_FOUR##width(8)                                                                         \
            "b.ne 4b\n\t"                                                                                              \
            "5:\n\t"                                                                                                   \
            "ands %[k], %[taps], #3\n\t"                                                                               \
            "b.eq 7f\n\t"                                                                                              \
            "6:\n\t"                                                                                                   \
            "ldr s8, [%[x0]], #4\n\t"                                                                                  \
            "subs %[k], %[k], #1\n\t"                                                                                  \
            EDGEC_LINE_F32_NEON_ONE##width                                                                             \
            "b.ne 6b\n\t"                                                                                              \
            "7:\n\t"                                                                                                   \
            "subs %[count], %[count], #1\n\t"                                                                          \
            "b.ne 1b\n\t"                                                                                              \
            EDGEC_LINE_F32_NEON_END##width                                                                             \
            EDGEC_GEMM_F32_NEON_LIMITS(EDGEC_LINE_F32_NEON_EACH##width)                                                \
            "st1 {" registers "}, [%[y]]\n\t"                                                                          \
            : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x0] "=&r"(x0)             \
            : [taps] "r"(g->taps), [from] "r"(from), [y] "r"(y), [bounds] "r"(g->bounds), [limits] "r"(g->limits)      \
            : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v16", "v17",  \
              "v18", "v19");                                                                                           \
    }

EDGEC_GEMM_F32_NEON_TILE(16, EDGEC_GEMM_F32_NEON_16(16, 17, 18, 19), EDGEC_GEMM_F32_NEON_16(20, 21, 22, 23),
                         EDGEC_GEMM_F32_NEON_16(24, 25, 26, 27), EDGEC_GEMM_F32_NEON_16(28, 29, 30, 31), 64)
EDGEC_GEMM_F32_NEON_TILE(8, EDGEC_GEMM_F32_NEON_8(16, 17), EDGEC_GEMM_F32_NEON_8(20, 21),
                         EDGEC_GEMM_F32_NEON_8(24, 25), EDGEC_GEMM_F32_NEON_8(28, 29), 32)
EDGEC_GEMM_F32_NEON_TILE(4, EDGEC_GEMM_F32_NEON_4(16), EDGEC_GEMM_F32_NEON_4(20),
                         EDGEC_GEMM_F32_NEON_4(24), EDGEC_GEMM_F32_NEON_4(28), 16)
EDGEC_LINE_F32_NEON(16, EDGEC_GEMM_F32_NEON_16(16, 17, 18, 19))
EDGEC_LINE_F32_NEON(8, EDGEC_GEMM_F32_NEON_8(16, 17))
EDGEC_LINE_F32_NEON(4, EDGEC_GEMM_F32_NEON_4(16))

/* clang-format on */

/* All positions with the block of `width` channels at `w`, whose first output is y. */
EDGEC_INLINE void edgec_gemm_f32_block_neon(const edgec_gemm_f32_neon *g, int width, const float *w, float *y)
{
    const int64_t out_step = g->out_step * (int64_t)sizeof(float);
    edgec_row_offsets_f32_neon in = edgec_row_offsets_of_f32_neon(4, g->step);
    edgec_row_offsets_f32_neon out = edgec_row_offsets_of_f32_neon(4, out_step);
    int64_t from = 0;
    int32_t left;
    for (left = g->positions; left > 1; left -= 4) {
        if (left < 4) {
            in = edgec_row_offsets_of_f32_neon(left, g->step);
            out = edgec_row_offsets_of_f32_neon(left, out_step);
        }
        if (width == 16) {
            edgec_gemm_f32_tile16_neon(g, w, from, in, out, y);
        } else if (width == 8) {
            edgec_gemm_f32_tile8_neon(g, w, from, in, out, y);
        } else {
            edgec_gemm_f32_tile4_neon(g, w, from, in, out, y);
        }
        from += 4 * g->step;
        y += 4 * (int64_t)g->out_step;
    }
    if (left == 1) {
        if (width == 16) {
            edgec_gemm_f32_line16_neon(g, w, from, y);
        } else if (width == 8) {
            edgec_gemm_f32_line8_neon(g, w, from, y);
        } else {
            edgec_gemm_f32_line4_neon(g, w, from, y);
        }
    }
}

/* Fewer than four output channels: four are computed beside the output. */
EDGEC_INLINE void edgec_gemm_f32_tail_neon(const edgec_gemm_f32_neon *g)
{
    const edgec_row_offsets_f32_neon in = edgec_row_offsets_of_f32_neon(4, g->step);
    const edgec_row_offsets_f32_neon out = edgec_row_offsets_of_f32_neon(4, 16);
    float sums[16];
    float *y = g->y;
    int32_t p;
    int32_t i;
    for (p = 0; p < g->positions; p += 4) {
        const int32_t left = g->positions - p < 4 ? g->positions - p : 4;
        if (left == 1) {
            edgec_gemm_f32_line4_neon(g, g->stream, p * g->step, sums);
        } else {
            edgec_gemm_f32_tile4_neon(g, g->stream, p * g->step,
                                      left < 4 ? edgec_row_offsets_of_f32_neon(left, g->step) : in, out, sums);
        }
        for (i = 0; i < left; i++) {
            y[0] = sums[4 * i];
            if (g->outputs > 1) {
                y[1] = sums[4 * i + 1];
            }
            if (g->outputs > 2) {
                y[2] = sums[4 * i + 2];
            }
            y += g->out_step;
        }
    }
}

EDGEC_ONCE void edgec_gemm_run_f32_neon(const edgec_gemm_f32_neon *job)
{
    const edgec_gemm_f32_neon g = *job;        /* in registers */
    const int64_t rows = 1 + g.count * g.taps; /* of the stream: biases, then taps */
    const float *w = g.stream;
    int32_t c = 0;
    if (g.outputs < 4) {
        edgec_gemm_f32_tail_neon(&g);
        return;
    }
    for (; c + 16 <= g.outputs; c += 16) {
        edgec_gemm_f32_block_neon(&g, 16, w, g.y + c);
        w += 16 * rows;
    }
    if (c + 8 <= g.outputs) {
        edgec_gemm_f32_block_neon(&g, 8, w, g.y + c);
        w += 8 * rows;
        c += 8;
    }
    if (c + 4 <= g.outputs) {
        edgec_gemm_f32_block_neon(&g, 4, w, g.y + c);
        w += 4 * rows;
        c += 4;
    }
    if (c < g.outputs) {
        edgec_gemm_f32_block_neon(&g, 4, w, g.y + g.outputs - 4);
    }
}

#endif
