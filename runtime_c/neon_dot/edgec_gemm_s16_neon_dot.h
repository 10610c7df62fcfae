/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of int16 with packed int8 weights by SDOT, four positions with 16, 8 or 4 output channels at a time.
 * LD2 takes bytes apart: x = 256 * high + low, and low - 128 is an int8, for which the biases make up.  Sums of the
 * high bytes count 256 times; 16 channels go through the taps once for each byte, fewer channels once for both. */
#ifndef EDGEC_GEMM_S16_NEON_DOT_H
#define EDGEC_GEMM_S16_NEON_DOT_H

#include "edgec_run_s16_neon.h"

/* clang-format off */

/* Low bytes of 16 taps of the positions to v0, v2, v4, v6, high ones to the registers behind them; v12 holds 128s. */
#define EDGEC_DOT_S16_LOAD(type, bytes)                                                                                \
    "ld2 {v0" type ", v1" type "}, [%[x0]], #" bytes "\n\t" "ld2 {v2" type ", v3" type "}, [%[x1]], #" bytes "\n\t"    \
    "ld2 {v4" type ", v5" type "}, [%[x2]], #" bytes "\n\t" "ld2 {v6" type ", v7" type "}, [%[x3]], #" bytes "\n\t"

#define EDGEC_DOT_S16_LESS                                                                                             \
    "eor v0.16b, v0.16b, v12.16b\n\t" "eor v2.16b, v2.16b, v12.16b\n\t"                                                \
    "eor v4.16b, v4.16b, v12.16b\n\t" "eor v6.16b, v6.16b, v12.16b\n\t"

#define EDGEC_DOT_S16_WORDS(low, high, x)                                                                              \
    "ldr d" #low ", [%[" x "]], #8\n\t"                                                                                \
    "uzp2 v" #high ".8b, v" #low ".8b, v" #low ".8b\n\t" "uzp1 v" #low ".8b, v" #low ".8b, v" #low ".8b\n\t"

#define EDGEC_DOT_S16_LOAD_4                                                                                           \
    EDGEC_DOT_S16_WORDS(0, 1, "x0") EDGEC_DOT_S16_WORDS(2, 3, "x1")                                                    \
    EDGEC_DOT_S16_WORDS(4, 5, "x2") EDGEC_DOT_S16_WORDS(6, 7, "x3")

/* Four channels in register w with word l of four positions. */
#define EDGEC_DOT_S16_FOUR(w, s0, s1, s2, s3, x0, x1, x2, x3, l)                                                       \
    "sdot v" #s0 ".4s, v" #w ".16b, v" #x0 ".4b[" #l "]\n\t" "sdot v" #s1 ".4s, v" #w ".16b, v" #x1 ".4b[" #l "]\n\t"  \
    "sdot v" #s2 ".4s, v" #w ".16b, v" #x2 ".4b[" #l "]\n\t" "sdot v" #s3 ".4s, v" #w ".16b, v" #x3 ".4b[" #l "]\n\t"

#define EDGEC_DOT_S16_LANE_16(x0, x1, x2, x3, l)                                                                       \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t"                                                          \
    EDGEC_DOT_S16_FOUR(8, 16, 20, 24, 28, x0, x1, x2, x3, l) EDGEC_DOT_S16_FOUR(9, 17, 21, 25, 29, x0, x1, x2, x3, l)  \
    EDGEC_DOT_S16_FOUR(10, 18, 22, 26, 30, x0, x1, x2, x3, l) EDGEC_DOT_S16_FOUR(11, 19, 23, 27, 31, x0, x1, x2, x3, l)

#define EDGEC_DOT_S16_HIGH_16(l) EDGEC_DOT_S16_LANE_16(1, 3, 5, 7, l)
#define EDGEC_DOT_S16_LOW_16(l) EDGEC_DOT_S16_LANE_16(0, 2, 4, 6, l)

/* Both bytes: sums of the high ones lie two registers behind. */
#define EDGEC_DOT_S16_BOTH_8(l)                                                                                        \
    "ldp q8, q9, [%[w]], #32\n\t"                                                                                      \
    EDGEC_DOT_S16_FOUR(8, 16, 20, 24, 28, 0, 2, 4, 6, l) EDGEC_DOT_S16_FOUR(9, 17, 21, 25, 29, 0, 2, 4, 6, l)          \
    EDGEC_DOT_S16_FOUR(8, 18, 22, 26, 30, 1, 3, 5, 7, l) EDGEC_DOT_S16_FOUR(9, 19, 23, 27, 31, 1, 3, 5, 7, l)

#define EDGEC_DOT_S16_BOTH_4(l)                                                                                        \
    "ldr q8, [%[w]], #16\n\t"                                                                                          \
    EDGEC_DOT_S16_FOUR(8, 16, 20, 24, 28, 0, 2, 4, 6, l) EDGEC_DOT_S16_FOUR(8, 18, 22, 26, 30, 1, 3, 5, 7, l)

#define EDGEC_S16_ZEROS(a, b, c, d)                                                                                    \
    "movi v" #a ".4s, #0\n\t" "movi v" #b ".4s, #0\n\t" "movi v" #c ".4s, #0\n\t" "movi v" #d ".4s, #0\n\t"

#define EDGEC_S16_TIMES_256(a, b, c, d)                                                                                \
    "shl v" #a ".4s, v" #a ".4s, #8\n\t" "shl v" #b ".4s, v" #b ".4s, #8\n\t"                                          \
    "shl v" #c ".4s, v" #c ".4s, #8\n\t" "shl v" #d ".4s, v" #d ".4s, #8\n\t"

/* All segments; `less` makes int8 of the low bytes; labels `a` to `e`. */
#define EDGEC_DOT_S16_SUMS(lane, less, a, b, c, d, e)                                                                  \
    a ":\n\t"                                                                                                          \
    EDGEC_S16_SEGMENT                                                                                                  \
    "subs %[k], %[bytes], #32\n\t"                                                                                     \
    "b.lt " c "f\n\t"                                                                                                  \
    b ":\n\t"                                                                                                          \
    EDGEC_DOT_S16_LOAD(".16b", "32") less "subs %[k], %[k], #32\n\t" lane(0) lane(1) lane(2) lane(3)                   \
    "b.ge " b "b\n\t"                                                                                                  \
    c ":\n\t"                                                                                                          \
    "tbz %[bytes], #4, " d "f\n\t" EDGEC_DOT_S16_LOAD(".8b", "16") less lane(0) lane(1)                                \
    d ":\n\t"                                                                                                          \
    "tbz %[bytes], #3, " e "f\n\t" EDGEC_DOT_S16_LOAD_4 less lane(0)                                                   \
    e ":\n\t"                                                                                                          \
    "subs %[count], %[count], #1\n\t"                                                                                  \
    "b.ne " a "b\n\t"

#define EDGEC_S16_AGAIN                                                                                                \
    "mov %[w], %[weights]\n\t" "mov %[segments], %[first]\n\t" "mov %[count], %[number]\n\t"

#define EDGEC_DOT_S16_MIDDLE_16                                                                                        \
    "ld1 {v8.4s, v9.4s, v10.4s, v11.4s}, [%[biases]]\n\t" EDGEC_S16_AGAIN                                              \
    EDGEC_S16_TIMES_256(16, 17, 18, 19) EDGEC_S16_TIMES_256(20, 21, 22, 23)                                            \
    EDGEC_S16_TIMES_256(24, 25, 26, 27) EDGEC_S16_TIMES_256(28, 29, 30, 31)                                            \
    EDGEC_S16_EACH_16("add", 8, 9, 10, 11)

#define EDGEC_DOT_S16_ALL_16                                                                                           \
    EDGEC_S16_ZEROS(16, 17, 18, 19) EDGEC_S16_ZEROS(20, 21, 22, 23)                                                    \
    EDGEC_S16_ZEROS(24, 25, 26, 27) EDGEC_S16_ZEROS(28, 29, 30, 31)                                                    \
    EDGEC_DOT_S16_SUMS(EDGEC_DOT_S16_HIGH_16, "", "1", "2", "3", "4", "5")                                             \
    EDGEC_DOT_S16_MIDDLE_16                                                                                            \
    EDGEC_DOT_S16_SUMS(EDGEC_DOT_S16_LOW_16, EDGEC_DOT_S16_LESS, "6", "7", "8", "9", "10")                             \
    EDGEC_S16_END_16

#define EDGEC_S16_PLUS(a, b, c, d, e, f, g, h)                                                                         \
    "add v" #a ".4s, v" #a ".4s, v" #e ".4s\n\t" "add v" #b ".4s, v" #b ".4s, v" #f ".4s\n\t"                          \
    "add v" #c ".4s, v" #c ".4s, v" #g ".4s\n\t" "add v" #d ".4s, v" #d ".4s, v" #h ".4s\n\t"

#define EDGEC_DOT_S16_ALL_8                                                                                            \
    EDGEC_S16_ZEROS(18, 22, 26, 30) EDGEC_S16_ZEROS(19, 23, 27, 31)                                                    \
    "ldp q16, q17, [%[biases]]\n\t" "ldp q20, q21, [%[biases]]\n\t"                                                    \
    "ldp q24, q25, [%[biases]]\n\t" "ldp q28, q29, [%[biases]]\n\t"                                                    \
    EDGEC_DOT_S16_SUMS(EDGEC_DOT_S16_BOTH_8, EDGEC_DOT_S16_LESS, "1", "2", "3", "4", "5")                              \
    EDGEC_S16_TIMES_256(18, 22, 26, 30) EDGEC_S16_TIMES_256(19, 23, 27, 31)                                            \
    EDGEC_S16_PLUS(16, 20, 24, 28, 18, 22, 26, 30) EDGEC_S16_PLUS(17, 21, 25, 29, 19, 23, 27, 31)                      \
    EDGEC_S16_END_8

#define EDGEC_DOT_S16_ALL_4                                                                                            \
    EDGEC_S16_ZEROS(18, 22, 26, 30)                                                                                    \
    "ldr q16, [%[biases]]\n\t" "ldr q20, [%[biases]]\n\t" "ldr q24, [%[biases]]\n\t" "ldr q28, [%[biases]]\n\t"        \
    EDGEC_DOT_S16_SUMS(EDGEC_DOT_S16_BOTH_4, EDGEC_DOT_S16_LESS, "1", "2", "3", "4", "5")                              \
    EDGEC_S16_TIMES_256(18, 22, 26, 30) EDGEC_S16_PLUS(16, 20, 24, 28, 18, 22, 26, 30)                                 \
    EDGEC_S16_END_4

/* clang-format on */

/* Four positions with a block of `width` channels: `all` is the macro of its width. */
#define EDGEC_DOT_S16_TILE(name, width, all)                                                                           \
    EDGEC_INLINE const int8_t *name(const edgec_gemm_neon *g, int64_t from, const edgec_row_offsets_neon *in,          \
                                    const int8_t *stream, int8_t *y, const edgec_row_offsets_neon *out)                \
    {                                                                                                                  \
        const int8_t *const *segments = g->segments;                                                                   \
        const int8_t *w = stream + 4 * (width);                                                                        \
        int64_t count = g->count;                                                                                      \
        int64_t k;                                                                                                     \
        const int8_t *x0;                                                                                              \
        const int8_t *x1;                                                                                              \
        const int8_t *x2;                                                                                              \
        const int8_t *x3;                                                                                              \
        __asm__ volatile(                                                                                              \
            "movi v12.16b, #128\n\t" all                                                                               \
            : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x0] "=&r"(x0),            \
              [x1] "=&r"(x1), [x2] "=&r"(x2), [x3] "=&r"(x3)                                                           \
            : [from] "r"(from), [one] "r"(in->row1), [two] "r"(in->row2), [three] "r"(in->row3),                       \
              [bytes] "r"((int64_t)g->bytes), [biases] "r"(stream), [weights] "r"(stream + 4 * (width)),               \
              [first] "r"(g->segments), [number] "r"((int64_t)g->count), [y] "r"(y), [y1] "r"(y + out->row1),          \
              [y2] "r"(y + out->row2), [y3] "r"(y + out->row3), [lo] "r"(g->ending.lo), [hi] "r"(g->ending.hi)         \
            : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v16",  \
              "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30",        \
              "v31");                                                                                                  \
        return w;                                                                                                      \
    }

EDGEC_DOT_S16_TILE(edgec_dot_s16_16, 16, EDGEC_DOT_S16_ALL_16)
EDGEC_DOT_S16_TILE(edgec_dot_s16_8, 8, EDGEC_DOT_S16_ALL_8)
EDGEC_DOT_S16_TILE(edgec_dot_s16_4, 4, EDGEC_DOT_S16_ALL_4)

/* Sums of low and of high bytes, of one position with 16 channels at most. */
typedef struct {
    int32x4_t low[4], high[4];
} edgec_dot_sums_s16;

/* Four taps of `width` channels, a constant. */
EDGEC_INLINE int8x16x4_t edgec_dot_weights_s16(const int8_t *w, int32_t width)
{
    int8x16x4_t v;
    if (width == 16) {
        return vld1q_s8_x4(w);
    }
    v.val[0] = vld1q_s8(w);
    v.val[1] = width == 8 ? vld1q_s8(w + 16) : v.val[0];
    v.val[2] = v.val[0];
    v.val[3] = v.val[0];
    return v;
}

/* Word `l` of a position with `width` channels; both are constants. */
#define EDGEC_DOT_S16_ROW(sums, lo, hi, w, width, l)                                                                   \
    do {                                                                                                               \
        const int8x16x4_t dot_row_w = edgec_dot_weights_s16(w, width);                                                 \
        int32_t dot_row_i;                                                                                             \
        for (dot_row_i = 0; dot_row_i < (width) / 4; dot_row_i++) {                                                    \
            (sums)->low[dot_row_i] = vdotq_laneq_s32((sums)->low[dot_row_i], dot_row_w.val[dot_row_i], lo, l);         \
            (sums)->high[dot_row_i] = vdotq_laneq_s32((sums)->high[dot_row_i], dot_row_w.val[dot_row_i], hi, l);       \
        }                                                                                                              \
    } while (0)

EDGEC_INLINE const int8_t *edgec_dot_row_s16(const edgec_gemm_neon *g, int64_t from, const int8_t *w, int32_t width,
                                             int8_t *y, int32_t outputs)
{
    const int8x16_t half = vdupq_n_s8(INT8_MIN);
    edgec_dot_sums_s16 sums;
    int32_t s;
    int32_t k;
    for (s = 0; s < 4; s++) {
        sums.low[s] = vld1q_s32((const int32_t *)(const void *)w + (4 * s < width ? 4 * s : 0));
        sums.high[s] = vdupq_n_s32(0);
    }
    w += 4 * width;
    for (s = 0; s < g->count; s++) {
        const int8_t *x = g->segments[s] + from;
        for (k = g->bytes; k >= 32; k -= 32) {
            const int8x16x2_t v = vld2q_s8(x);
            const int8x16_t low = veorq_s8(v.val[0], half);
            EDGEC_DOT_S16_ROW(&sums, low, v.val[1], w, width, 0);
            EDGEC_DOT_S16_ROW(&sums, low, v.val[1], w + 4 * width, width, 1);
            EDGEC_DOT_S16_ROW(&sums, low, v.val[1], w + 8 * width, width, 2);
            EDGEC_DOT_S16_ROW(&sums, low, v.val[1], w + 12 * width, width, 3);
            x += 32;
            w += 16 * width;
        }
        for (; k > 0; k -= 8) {
            const int8x16_t v = vcombine_s8(vld1_s8(x), vdup_n_s8(0));
            EDGEC_DOT_S16_ROW(&sums, veorq_s8(vuzp1q_s8(v, v), half), vuzp2q_s8(v, v), w, width, 0);
            x += 8;
            w += 4 * width;
        }
    }
    for (s = 0; s < 4; s++) {
        sums.low[s] = vaddq_s32(sums.low[s], vshlq_n_s32(sums.high[s], 8));
    }
    edgec_row_end_s16_neon(g, sums.low, w, width, y, outputs);
    return w + 8 * width;
}

EDGEC_ONCE void edgec_gemm_s16_dot(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g; /* in registers */
    edgec_run_s16_neon(&job, edgec_dot_s16_16, edgec_dot_s16_8, edgec_dot_s16_4, edgec_dot_row_s16);
}

#endif
