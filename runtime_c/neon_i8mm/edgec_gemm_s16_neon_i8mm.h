/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of int16 with packed int8 weights by SMMLA and USMMLA, four positions with 16, 8 or 4 output
 * channels at a time: x = 256 * high + low.  LD2 takes the bytes apart.  Sums of the high bytes count 256 times; 16
 * channels go through the taps once for each byte, fewer channels once for both. */
#ifndef EDGEC_GEMM_S16_NEON_I8MM_H
#define EDGEC_GEMM_S16_NEON_I8MM_H

#include "edgec_run_s16_neon.h"

/* clang-format off */

/* Low bytes of 16 taps of the positions to v0, v2, v4, v6, high ones to the registers behind them. */
#define EDGEC_I8MM_S16_LOAD(type, bytes)                                                                               \
    "ld2 {v0" type ", v1" type "}, [%[x0]], #" bytes "\n\t" "ld2 {v2" type ", v3" type "}, [%[x1]], #" bytes "\n\t"    \
    "ld2 {v4" type ", v5" type "}, [%[x2]], #" bytes "\n\t" "ld2 {v6" type ", v7" type "}, [%[x3]], #" bytes "\n\t"

/* Eight taps of two positions each: of the low or of the high bytes. */
#define EDGEC_I8MM_S16_ZIP(zip, to0, to1, x0, x1, x2, x3)                                                              \
    zip " v" #to0 ".2d, v" #x0 ".2d, v" #x1 ".2d\n\t" zip " v" #to1 ".2d, v" #x2 ".2d, v" #x3 ".2d\n\t"

/* Two channels in register w with two positions each in a and b. */
#define EDGEC_I8MM_S16_TWO(op, w, s0, s1, a, b)                                                                        \
    op " v" #s0 ".4s, v" #a ".16b, v" #w ".16b\n\t" op " v" #s1 ".4s, v" #b ".16b, v" #w ".16b\n\t"

#define EDGEC_I8MM_S16_STEP_16(op, a, b)                                                                               \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t"\
    EDGEC_I8MM_S16_TWO(op, 8, 16, 24, a, b) EDGEC_I8MM_S16_TWO(op, 9, 17, 25, a, b)                                    \
    EDGEC_I8MM_S16_TWO(op, 10, 18, 26, a, b) EDGEC_I8MM_S16_TWO(op, 11, 19, 27, a, b)                                  \
    EDGEC_I8MM_S16_TWO(op, 12, 20, 28, a, b) EDGEC_I8MM_S16_TWO(op, 13, 21, 29, a, b)                                  \
    EDGEC_I8MM_S16_TWO(op, 14, 22, 30, a, b) EDGEC_I8MM_S16_TWO(op, 15, 23, 31, a, b)

#define EDGEC_I8MM_S16_HIGH_FIRST_16                                                                                   \
    EDGEC_I8MM_S16_ZIP("zip1", 0, 2, 1, 3, 5, 7) EDGEC_I8MM_S16_STEP_16("smmla", 0, 2)
#define EDGEC_I8MM_S16_HIGH_SECOND_16                                                                                  \
    EDGEC_I8MM_S16_ZIP("zip2", 0, 2, 1, 3, 5, 7) EDGEC_I8MM_S16_STEP_16("smmla", 0, 2)
#define EDGEC_I8MM_S16_LOW_FIRST_16                                                                                    \
    EDGEC_I8MM_S16_ZIP("zip1", 1, 3, 0, 2, 4, 6) EDGEC_I8MM_S16_STEP_16("usmmla", 1, 3)
#define EDGEC_I8MM_S16_LOW_SECOND_16                                                                                   \
    EDGEC_I8MM_S16_ZIP("zip2", 1, 3, 0, 2, 4, 6) EDGEC_I8MM_S16_STEP_16("usmmla", 1, 3)

/* Both bytes: sums of the high ones lie four registers behind; zipped bytes lie in v12 .. v15. */
#define EDGEC_I8MM_S16_BOTH_8(zip)                                                                                     \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t"                                                          \
    EDGEC_I8MM_S16_ZIP(zip, 12, 13, 0, 2, 4, 6) EDGEC_I8MM_S16_ZIP(zip, 14, 15, 1, 3, 5, 7)                            \
    EDGEC_I8MM_S16_TWO("usmmla", 8, 16, 24, 12, 13) EDGEC_I8MM_S16_TWO("smmla", 8, 20, 28, 14, 15)                     \
    EDGEC_I8MM_S16_TWO("usmmla", 9, 17, 25, 12, 13) EDGEC_I8MM_S16_TWO("smmla", 9, 21, 29, 14, 15)                     \
    EDGEC_I8MM_S16_TWO("usmmla", 10, 18, 26, 12, 13) EDGEC_I8MM_S16_TWO("smmla", 10, 22, 30, 14, 15)                   \
    EDGEC_I8MM_S16_TWO("usmmla", 11, 19, 27, 12, 13) EDGEC_I8MM_S16_TWO("smmla", 11, 23, 31, 14, 15)

#define EDGEC_I8MM_S16_BOTH_4(zip)                                                                                     \
    "ldp q8, q9, [%[w]], #32\n\t"                                                                                      \
    EDGEC_I8MM_S16_ZIP(zip, 12, 13, 0, 2, 4, 6) EDGEC_I8MM_S16_ZIP(zip, 14, 15, 1, 3, 5, 7)                            \
    EDGEC_I8MM_S16_TWO("usmmla", 8, 16, 24, 12, 13) EDGEC_I8MM_S16_TWO("smmla", 8, 20, 28, 14, 15)                     \
    EDGEC_I8MM_S16_TWO("usmmla", 9, 17, 25, 12, 13) EDGEC_I8MM_S16_TWO("smmla", 9, 21, 29, 14, 15)

#define EDGEC_I8MM_S16_BOTH_8_FIRST EDGEC_I8MM_S16_BOTH_8("zip1")
#define EDGEC_I8MM_S16_BOTH_8_SECOND EDGEC_I8MM_S16_BOTH_8("zip2")
#define EDGEC_I8MM_S16_BOTH_4_FIRST EDGEC_I8MM_S16_BOTH_4("zip1")
#define EDGEC_I8MM_S16_BOTH_4_SECOND EDGEC_I8MM_S16_BOTH_4("zip2")

#define EDGEC_I8MM_S16_ZEROS(a, b, c, d)                                                                               \
    "movi v" #a ".4s, #0\n\t" "movi v" #b ".4s, #0\n\t" "movi v" #c ".4s, #0\n\t" "movi v" #d ".4s, #0\n\t"

#define EDGEC_I8MM_S16_TIMES_256(a, b, c, d)                                                                           \
    "shl v" #a ".4s, v" #a ".4s, #8\n\t" "shl v" #b ".4s, v" #b ".4s, #8\n\t"                                          \
    "shl v" #c ".4s, v" #c ".4s, #8\n\t" "shl v" #d ".4s, v" #d ".4s, #8\n\t"

/* All segments; labels `a` to `d`. */
#define EDGEC_I8MM_S16_SUMS(one, two, a, b, c, d)                                                                      \
    a ":\n\t"                                                                                                          \
    EDGEC_S16_SEGMENT                                                                                                  \
    "subs %[k], %[bytes], #32\n\t"                                                                                     \
    "b.lt " c "f\n\t"                                                                                                  \
    b ":\n\t"                                                                                                          \
    EDGEC_I8MM_S16_LOAD(".16b", "32") "subs %[k], %[k], #32\n\t" one two                                               \
    "b.ge " b "b\n\t"                                                                                                  \
    c ":\n\t"                                                                                                          \
    "tbz %[bytes], #4, " d "f\n\t" EDGEC_I8MM_S16_LOAD(".8b", "16") one                                                \
    d ":\n\t"                                                                                                          \
    "subs %[count], %[count], #1\n\t"                                                                                  \
    "b.ne " a "b\n\t"

/* op to sums of two positions with pairs of channels. */
#define EDGEC_I8MM_S16_PAIRS(op, a, b, c, d, m0, m1, m2, m3)                                                           \
    op " v" #a ".4s, v" #a ".4s, v" #m0 ".4s\n\t" op " v" #b ".4s, v" #b ".4s, v" #m1 ".4s\n\t"                        \
    op " v" #c ".4s, v" #c ".4s, v" #m2 ".4s\n\t" op " v" #d ".4s, v" #d ".4s, v" #m3 ".4s\n\t"

#define EDGEC_I8MM_S16_ALL(op)                                                                                         \
    EDGEC_I8MM_S16_PAIRS(op, 16, 17, 18, 19, 0, 1, 2, 3) EDGEC_I8MM_S16_PAIRS(op, 20, 21, 22, 23, 4, 5, 6, 7)          \
    EDGEC_I8MM_S16_PAIRS(op, 24, 25, 26, 27, 0, 1, 2, 3) EDGEC_I8MM_S16_PAIRS(op, 28, 29, 30, 31, 4, 5, 6, 7)

#define EDGEC_I8MM_S16_CONSTANTS(from, post)                                                                           \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[" from "]], #64\n\t" "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[" from "]]" post "\n\t"

/* Four vectors of int32, of two positions with pairs of channels, to int16: positions in registers a and b. */
#define EDGEC_I8MM_S16_NARROW(a, b, c, d)                                                                               \
    "sqxtn v" #a ".4h, v" #a ".4s\n\t" "sqxtn v" #c ".4h, v" #c ".4s\n\t"                                              \
    "sqxtn2 v" #a ".8h, v" #b ".4s\n\t" "sqxtn2 v" #c ".8h, v" #d ".4s\n\t"                                            \
    "uzp2 v" #b ".4s, v" #a ".4s, v" #c ".4s\n\t" "uzp1 v" #a ".4s, v" #a ".4s, v" #c ".4s\n\t"

#define EDGEC_I8MM_S16_ALL_16                                                                                          \
    EDGEC_I8MM_S16_ZEROS(16, 17, 18, 19) EDGEC_I8MM_S16_ZEROS(20, 21, 22, 23)                                          \
    EDGEC_I8MM_S16_ZEROS(24, 25, 26, 27) EDGEC_I8MM_S16_ZEROS(28, 29, 30, 31)                                          \
    EDGEC_I8MM_S16_SUMS(EDGEC_I8MM_S16_HIGH_FIRST_16, EDGEC_I8MM_S16_HIGH_SECOND_16, "1", "2", "3", "4")               \
    "mov %[segments], %[first]\n\t" "mov %[count], %[number]\n\t" "mov %[w], %[biases]\n\t"                            \
    EDGEC_I8MM_S16_CONSTANTS("w", ", #64")                                                                             \
    EDGEC_I8MM_S16_TIMES_256(16, 17, 18, 19) EDGEC_I8MM_S16_TIMES_256(20, 21, 22, 23)                                  \
    EDGEC_I8MM_S16_TIMES_256(24, 25, 26, 27) EDGEC_I8MM_S16_TIMES_256(28, 29, 30, 31)                                  \
    EDGEC_I8MM_S16_ALL("add")                                                                                          \
    EDGEC_I8MM_S16_SUMS(EDGEC_I8MM_S16_LOW_FIRST_16, EDGEC_I8MM_S16_LOW_SECOND_16, "5", "6", "7", "8")                 \
    EDGEC_I8MM_S16_CONSTANTS("w", ", #64") EDGEC_I8MM_S16_ALL("sqdmulh")                                               \
    EDGEC_I8MM_S16_CONSTANTS("w", ", #64") EDGEC_I8MM_S16_ALL("srshl")                                                 \
    EDGEC_S16_LIMITS                                                                                                   \
    EDGEC_I8MM_S16_NARROW(16, 17, 18, 19) EDGEC_I8MM_S16_NARROW(20, 21, 22, 23)                                          \
    EDGEC_I8MM_S16_NARROW(24, 25, 26, 27) EDGEC_I8MM_S16_NARROW(28, 29, 30, 31)                                          \
    EDGEC_S16_LIMIT(16, 17, 20, 21) EDGEC_S16_LIMIT(24, 25, 28, 29)                                                    \
    "stp q25, q29, [%[y3]]\n\t" "stp q24, q28, [%[y2]]\n\t"                                                            \
    "stp q17, q21, [%[y1]]\n\t" "stp q16, q20, [%[y]]\n\t"

#define EDGEC_I8MM_S16_HALF(op)                                                                                        \
    EDGEC_I8MM_S16_PAIRS(op, 16, 17, 18, 19, 0, 1, 2, 3) EDGEC_I8MM_S16_PAIRS(op, 24, 25, 26, 27, 0, 1, 2, 3)

#define EDGEC_I8MM_S16_ALL_8                                                                                           \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[biases]]\n\t" "ld1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[biases]]\n\t"    \
    EDGEC_I8MM_S16_ZEROS(20, 21, 22, 23) EDGEC_I8MM_S16_ZEROS(28, 29, 30, 31)                                          \
    EDGEC_I8MM_S16_SUMS(EDGEC_I8MM_S16_BOTH_8_FIRST, EDGEC_I8MM_S16_BOTH_8_SECOND, "1", "2", "3", "4")                 \
    EDGEC_I8MM_S16_TIMES_256(20, 21, 22, 23) EDGEC_I8MM_S16_TIMES_256(28, 29, 30, 31)                                  \
    EDGEC_I8MM_S16_PAIRS("add", 16, 17, 18, 19, 20, 21, 22, 23)                                                        \
    EDGEC_I8MM_S16_PAIRS("add", 24, 25, 26, 27, 28, 29, 30, 31)                                                        \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" EDGEC_I8MM_S16_HALF("sqdmulh")                                 \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" EDGEC_I8MM_S16_HALF("srshl")                                   \
    EDGEC_S16_LIMITS                                                                                                   \
    EDGEC_I8MM_S16_NARROW(16, 17, 18, 19) EDGEC_I8MM_S16_NARROW(24, 25, 26, 27) EDGEC_S16_LIMIT(16, 17, 24, 25)          \
    "str q25, [%[y3]]\n\t" "str q24, [%[y2]]\n\t" "str q17, [%[y1]]\n\t" "str q16, [%[y]]\n\t"

#define EDGEC_I8MM_S16_QUARTER(op)                                                                                     \
    EDGEC_I8MM_S16_PAIRS(op, 16, 17, 24, 25, 0, 1, 0, 1)

#define EDGEC_I8MM_S16_ALL_4                                                                                           \
    "ldp q16, q17, [%[biases]]\n\t" "ldp q24, q25, [%[biases]]\n\t"                                                    \
    EDGEC_I8MM_S16_ZEROS(20, 21, 28, 29)                                                                               \
    EDGEC_I8MM_S16_SUMS(EDGEC_I8MM_S16_BOTH_4_FIRST, EDGEC_I8MM_S16_BOTH_4_SECOND, "1", "2", "3", "4")                 \
    EDGEC_I8MM_S16_TIMES_256(20, 21, 28, 29)                                                                           \
    EDGEC_I8MM_S16_PAIRS("add", 16, 17, 24, 25, 20, 21, 28, 29)                                                        \
    "ldp q0, q1, [%[w]], #32\n\t" EDGEC_I8MM_S16_QUARTER("sqdmulh")                                                    \
    "ldp q0, q1, [%[w]], #32\n\t" EDGEC_I8MM_S16_QUARTER("srshl")                                                      \
    EDGEC_S16_LIMITS                                                                                                   \
    "sqxtn v16.4h, v16.4s\n\t" "sqxtn v17.4h, v17.4s\n\t" "sqxtn2 v16.8h, v24.4s\n\t" "sqxtn2 v17.8h, v25.4s\n\t"      \
    "zip1 v18.4s, v16.4s, v17.4s\n\t" "zip2 v19.4s, v16.4s, v17.4s\n\t"                                              \
    "smax v18.8h, v18.8h, v8.8h\n\t" "smax v19.8h, v19.8h, v8.8h\n\t"                                                \
    "smin v18.8h, v18.8h, v9.8h\n\t" "smin v19.8h, v19.8h, v9.8h\n\t"                                                \
    "st1 {v19.d}[1], [%[y3]]\n\t" "str d19, [%[y2]]\n\t" "st1 {v18.d}[1], [%[y1]]\n\t" "str d18, [%[y]]\n\t"

/* clang-format on */

/* Four positions with a block of `width` channels: `all` is the macro of its width. */
#define EDGEC_I8MM_S16_TILE(name, width, all)                                                                          \
    EDGEC_INLINE const int8_t *name(const edgec_gemm_neon *g, int64_t from, const edgec_row_offsets_neon *in,          \
                                    const int8_t *stream, int8_t *y, const edgec_row_offsets_neon *out)                \
    {                                                                                                                  \
        const int8_t *const *segments = g->segments;                                                                   \
        const int8_t *w = stream + 8 * (width);                                                                        \
        int64_t count = g->count;                                                                                      \
        int64_t k;                                                                                                     \
        const int8_t *x0;                                                                                              \
        const int8_t *x1;                                                                                              \
        const int8_t *x2;                                                                                              \
        const int8_t *x3;                                                                                              \
        __asm__ volatile(                                                                                              \
            all                                                                                                        \
            : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x0] "=&r"(x0),            \
              [x1] "=&r"(x1), [x2] "=&r"(x2), [x3] "=&r"(x3)                                                           \
            : [from] "r"(from), [one] "r"(in->row1), [two] "r"(in->row2), [three] "r"(in->row3),                       \
              [bytes] "r"((int64_t)g->bytes), [biases] "r"(stream), [first] "r"(g->segments),                          \
              [number] "r"((int64_t)g->count), [y] "r"(y), [y1] "r"(y + out->row1), [y2] "r"(y + out->row2),           \
              [y3] "r"(y + out->row3), [lo] "r"(g->ending.lo), [hi] "r"(g->ending.hi)                                  \
            : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13",  \
              "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", \
              "v29", "v30", "v31");                                                                                    \
        return w;                                                                                                      \
    }

EDGEC_I8MM_S16_TILE(edgec_i8mm_s16_16, 16, EDGEC_I8MM_S16_ALL_16)
EDGEC_I8MM_S16_TILE(edgec_i8mm_s16_8, 8, EDGEC_I8MM_S16_ALL_8)
EDGEC_I8MM_S16_TILE(edgec_i8mm_s16_4, 4, EDGEC_I8MM_S16_ALL_4)

EDGEC_ONCE void edgec_gemm_s16_i8mm(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g; /* in registers */
    edgec_run_s16_neon(&job, edgec_i8mm_s16_16, edgec_i8mm_s16_8, edgec_i8mm_s16_4, NULL);
}

#endif
