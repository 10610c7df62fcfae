/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of int8 with packed weights, four positions with four output channels at a time: SMULL and SMLAL2
 * sum two products in 16 bits (weights are in -127..127), SADALP adds neighbouring lanes to sums of 32 bits. */
#ifndef EDGEC_GEMM_S8_NEON_H
#define EDGEC_GEMM_S8_NEON_H

#include "edgec_job_neon.h"

#define EDGEC_GEMM_NEON_CHANNELS 4
#define EDGEC_GEMM_NEON_UNIT 8 /* bytes of a segment are a multiple of it */

/* clang-format off */

/* Sums of channel c begin (SADDLP) or go on (SADALP): v16 + 4 * position + channel. */
#define EDGEC_GEMM_NEON_TWO(add, s0, s1, s2, s3, w, x0, x1, x2, x3)                                                    \
    "smull v12.8h, v" #x0 ".8b, v" #w ".8b\n\t" "smull v13.8h, v" #x1 ".8b, v" #w ".8b\n\t"                            \
    "smull v14.8h, v" #x2 ".8b, v" #w ".8b\n\t" "smull v15.8h, v" #x3 ".8b, v" #w ".8b\n\t"                            \
    "smlal2 v12.8h, v" #x0 ".16b, v" #w ".16b\n\t" "smlal2 v13.8h, v" #x1 ".16b, v" #w ".16b\n\t"                      \
    "smlal2 v14.8h, v" #x2 ".16b, v" #w ".16b\n\t" "smlal2 v15.8h, v" #x3 ".16b, v" #w ".16b\n\t"                      \
    add " v" #s0 ".4s, v12.8h\n\t" add " v" #s1 ".4s, v13.8h\n\t"                                                      \
    add " v" #s2 ".4s, v14.8h\n\t" add " v" #s3 ".4s, v15.8h\n\t"

#define EDGEC_GEMM_NEON_ONE(add, s0, s1, s2, s3, w, x0, x1, x2, x3)                                                    \
    "smull v12.8h, v" #x0 ".8b, v" #w ".8b\n\t" "smull v13.8h, v" #x1 ".8b, v" #w ".8b\n\t"                            \
    "smull v14.8h, v" #x2 ".8b, v" #w ".8b\n\t" "smull v15.8h, v" #x3 ".8b, v" #w ".8b\n\t"                            \
    add " v" #s0 ".4s, v12.8h\n\t" add " v" #s1 ".4s, v13.8h\n\t"                                                      \
    add " v" #s2 ".4s, v14.8h\n\t" add " v" #s3 ".4s, v15.8h\n\t"

#define EDGEC_GEMM_NEON_FOUR(how, add, x0, x1, x2, x3)                                                                 \
    how(add, 16, 20, 24, 28, 0, x0, x1, x2, x3) how(add, 17, 21, 25, 29, 1, x0, x1, x2, x3)                            \
    how(add, 18, 22, 26, 30, 2, x0, x1, x2, x3) how(add, 19, 23, 27, 31, 3, x0, x1, x2, x3)

/* In the loop a core that executes in order must not wait for a product: each position has one register for products, and
 * those of the next channel begin while those of this one are added to and summed, so that four instructions stand between
 * two that need each other.  x: taps of a position, w: weights of the channel, v: those of the channel before (whose
 * position 3 is in y), s and r: sums of both channels. */
#define EDGEC_GEMM_NEON_LOW(t, x, w) "smull v" #t ".8h, v" #x ".8b, v" #w ".8b\n\t"
#define EDGEC_GEMM_NEON_HIGH(t, x, w) "smlal2 v" #t ".8h, v" #x ".16b, v" #w ".16b\n\t"
#define EDGEC_GEMM_NEON_SUM(add, s, t) add " v" #s ".4s, v" #t ".8h\n\t"

#define EDGEC_GEMM_NEON_FIRST(add, s0, w, x0, x1, x2, x3, load2, load3)                                                \
    EDGEC_GEMM_NEON_LOW(12, x0, w) load2 EDGEC_GEMM_NEON_LOW(13, x1, w) load3                                          \
    EDGEC_GEMM_NEON_HIGH(12, x0, w) EDGEC_GEMM_NEON_LOW(14, x2, w) EDGEC_GEMM_NEON_HIGH(13, x1, w)                     \
    EDGEC_GEMM_NEON_LOW(15, x3, w) EDGEC_GEMM_NEON_SUM(add, s0, 12) EDGEC_GEMM_NEON_HIGH(14, x2, w)

#define EDGEC_GEMM_NEON_NEXT(add, s0, w, x0, x1, x2, x3, before, r1, r2, r3, v, y)                                     \
    EDGEC_GEMM_NEON_LOW(12, x0, w) EDGEC_GEMM_NEON_SUM(before, r1, 13) EDGEC_GEMM_NEON_HIGH(15, y, v)                  \
    EDGEC_GEMM_NEON_LOW(13, x1, w) EDGEC_GEMM_NEON_SUM(before, r2, 14) EDGEC_GEMM_NEON_HIGH(12, x0, w)                 \
    EDGEC_GEMM_NEON_LOW(14, x2, w) EDGEC_GEMM_NEON_SUM(before, r3, 15) EDGEC_GEMM_NEON_HIGH(13, x1, w)                 \
    EDGEC_GEMM_NEON_LOW(15, x3, w) EDGEC_GEMM_NEON_SUM(add, s0, 12) EDGEC_GEMM_NEON_HIGH(14, x2, w)

#define EDGEC_GEMM_NEON_LAST(add, r1, r2, r3, v, y)                                                                    \
    EDGEC_GEMM_NEON_HIGH(15, y, v) EDGEC_GEMM_NEON_SUM(add, r1, 13) EDGEC_GEMM_NEON_SUM(add, r2, 14)                   \
    EDGEC_GEMM_NEON_SUM(add, r3, 15)

#define EDGEC_GEMM_NEON_32(add)                                                                                        \
    "ldp q0, q1, [%[w]], #32\n\t" "ldp q4, q5, [%[x0]], #32\n\t" "ldp q6, q7, [%[x1]], #32\n\t"                        \
    EDGEC_GEMM_NEON_FIRST(add, 16, 0, 4, 6, 8, 10, "ldp q8, q9, [%[x2]], #32\n\t", "ldp q10, q11, [%[x3]], #32\n\t")   \
    "ldp q2, q3, [%[w]], #32\n\t"                                                                                      \
    EDGEC_GEMM_NEON_NEXT(add, 17, 1, 4, 6, 8, 10, add, 20, 24, 28, 0, 10)                                              \
    EDGEC_GEMM_NEON_NEXT(add, 18, 2, 4, 6, 8, 10, add, 21, 25, 29, 1, 10)                                              \
    "ldp q0, q1, [%[w]], #32\n\t"                                                                                      \
    EDGEC_GEMM_NEON_NEXT(add, 19, 3, 4, 6, 8, 10, add, 22, 26, 30, 2, 10)                                              \
    EDGEC_GEMM_NEON_NEXT("sadalp", 16, 0, 5, 7, 9, 11, add, 23, 27, 31, 3, 10)                                         \
    "ldp q2, q3, [%[w]], #32\n\t"                                                                                      \
    EDGEC_GEMM_NEON_NEXT("sadalp", 17, 1, 5, 7, 9, 11, "sadalp", 20, 24, 28, 0, 11)                                    \
    EDGEC_GEMM_NEON_NEXT("sadalp", 18, 2, 5, 7, 9, 11, "sadalp", 21, 25, 29, 1, 11)                                    \
    EDGEC_GEMM_NEON_NEXT("sadalp", 19, 3, 5, 7, 9, 11, "sadalp", 22, 26, 30, 2, 11)                                    \
    EDGEC_GEMM_NEON_LAST("sadalp", 23, 27, 31, 3, 11)

#define EDGEC_GEMM_NEON_16(add)                                                                                        \
    "ldr q4, [%[x0]], #16\n\t" "ldr q5, [%[x1]], #16\n\t"                                                              \
    "ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [%[w]], #64\n\t"                                                            \
    "ldr q6, [%[x2]], #16\n\t" "ldr q7, [%[x3]], #16\n\t"                                                              \
    EDGEC_GEMM_NEON_FOUR(EDGEC_GEMM_NEON_TWO, add, 4, 5, 6, 7)

#define EDGEC_GEMM_NEON_8(add)                                                                                         \
    "ldr d4, [%[x0]]\n\t" "ldr d5, [%[x1]]\n\t"                                                                        \
    "ld1 {v0.8b, v1.8b, v2.8b, v3.8b}, [%[w]], #32\n\t"                                                                \
    "ldr d6, [%[x2]]\n\t" "ldr d7, [%[x3]]\n\t"                                                                        \
    EDGEC_GEMM_NEON_FOUR(EDGEC_GEMM_NEON_ONE, add, 4, 5, 6, 7)

#define EDGEC_GEMM_NEON_SEGMENT                                                                                        \
    "ldr %[x0], [%[segments]], #8\n\t"                                                                                 \
    "add %[x0], %[x0], %[from]\n\t"                                                                                    \
    "add %[x1], %[x0], %[one]\n\t"                                                                                     \
    "add %[x2], %[x0], %[two]\n\t"                                                                                     \
    "add %[x3], %[x0], %[three]\n\t"

#define EDGEC_GEMM_NEON_FOLD(a, b, c, d)                                                                               \
    "addp v" #a ".4s, v" #a ".4s, v" #b ".4s\n\t" "addp v" #c ".4s, v" #c ".4s, v" #d ".4s\n\t"                        \
    "addp v" #a ".4s, v" #a ".4s, v" #c ".4s\n\t"

/* The sums of a tile: v16, v20, v24 and v28 hold four channels of a position each. */
#define EDGEC_GEMM_NEON_TILE                                                                                           \
    EDGEC_GEMM_NEON_SEGMENT                                                                                            \
    "subs %[k], %[rounds], #1\n\t"                                                                                     \
    "b.lt 6f\n\t"                                                                                                      \
    EDGEC_GEMM_NEON_32("saddlp")                                                                                       \
    "b 2f\n\t"                                                                                                         \
    "1:\n\t"                                                                                                           \
    EDGEC_GEMM_NEON_32("sadalp")                                                                                       \
    "sub %[k], %[k], #1\n\t"                                                                                           \
    "2:\n\t"                                                                                                           \
    "cbnz %[k], 1b\n\t"                                                                                                \
    "3:\n\t"                                                                                                           \
    "tbz %[bytes], #4, 4f\n\t"                                                                                         \
    EDGEC_GEMM_NEON_16("sadalp")                                                                                       \
    "4:\n\t"                                                                                                           \
    "tbz %[bytes], #3, 5f\n\t"                                                                                         \
    EDGEC_GEMM_NEON_8("sadalp")                                                                                        \
    "5:\n\t"                                                                                                           \
    "subs %[count], %[count], #1\n\t"                                                                                  \
    "b.eq 8f\n\t"                                                                                                      \
    EDGEC_GEMM_NEON_SEGMENT                                                                                            \
    "mov %[k], %[rounds]\n\t"                                                                                          \
    "b 2b\n\t"                                                                                                         \
    "6:\n\t"                                                                                                           \
    "tbz %[bytes], #4, 7f\n\t"                                                                                         \
    EDGEC_GEMM_NEON_16("saddlp")                                                                                       \
    "b 4b\n\t"                                                                                                         \
    "7:\n\t"                                                                                                           \
    EDGEC_GEMM_NEON_8("saddlp")                                                                                        \
    "b 5b\n\t"                                                                                                         \
    "8:\n\t"                                                                                                           \
    EDGEC_GEMM_NEON_FOLD(16, 17, 18, 19)                                                                               \
    EDGEC_GEMM_NEON_FOLD(20, 21, 22, 23)                                                                               \
    EDGEC_GEMM_NEON_FOLD(24, 25, 26, 27)                                                                               \
    EDGEC_GEMM_NEON_FOLD(28, 29, 30, 31)

/* clang-format on */

/* The sums of four positions; each vector holds four channels. */
EDGEC_INLINE const int8_t *edgec_gemm_sums_neon(const edgec_gemm_neon *g, int64_t from,
                                                const edgec_row_offsets_neon *in, const int8_t *w, int32x4_t sums[4])
{
    register int32x4_t s0 __asm__("v16");
    register int32x4_t s1 __asm__("v20");
    register int32x4_t s2 __asm__("v24");
    register int32x4_t s3 __asm__("v28");
    const int8_t *const *segments = g->segments;
    int64_t count = g->count;
    const int64_t bytes = g->bytes;
    const int64_t rounds = bytes >> 5;
    int64_t k;
    const int8_t *x0;
    const int8_t *x1;
    const int8_t *x2;
    const int8_t *x3;
    /* clang-format off */
    __asm__ volatile(
        EDGEC_GEMM_NEON_TILE
        : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x0] "=&r"(x0), [x1] "=&r"(x1),
          [x2] "=&r"(x2), [x3] "=&r"(x3), "=w"(s0), "=w"(s1), "=w"(s2), "=w"(s3)
        : [from] "r"(from), [one] "r"(in->row1), [two] "r"(in->row2), [three] "r"(in->row3), [bytes] "r"(bytes),
          [rounds] "r"(rounds)
        : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14",
          "v15", "v17", "v18", "v19", "v21", "v22", "v23", "v25", "v26", "v27", "v29", "v30", "v31");
    /* clang-format on */
    sums[0] = s0;
    sums[1] = s1;
    sums[2] = s2;
    sums[3] = s3;
    return w;
}

/* clang-format off */

#define EDGEC_GEMM_NEON_ROW_16(x)                                                                                      \
    "ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [%[w]], #64\n\t"                                                            \
    "smull v12.8h, v" #x ".8b, v0.8b\n\t" "smull v13.8h, v" #x ".8b, v1.8b\n\t"                                        \
    "smull v14.8h, v" #x ".8b, v2.8b\n\t" "smull v15.8h, v" #x ".8b, v3.8b\n\t"                                        \
    "smlal2 v12.8h, v" #x ".16b, v0.16b\n\t" "smlal2 v13.8h, v" #x ".16b, v1.16b\n\t"                                  \
    "smlal2 v14.8h, v" #x ".16b, v2.16b\n\t" "smlal2 v15.8h, v" #x ".16b, v3.16b\n\t" EDGEC_GEMM_NEON_ROW_SUMS

#define EDGEC_GEMM_NEON_ROW_8                                                                                          \
    "ldr d4, [%[x]]\n\t" "ld1 {v0.8b, v1.8b, v2.8b, v3.8b}, [%[w]], #32\n\t"                                           \
    "smull v12.8h, v4.8b, v0.8b\n\t" "smull v13.8h, v4.8b, v1.8b\n\t"                                                \
    "smull v14.8h, v4.8b, v2.8b\n\t" "smull v15.8h, v4.8b, v3.8b\n\t" EDGEC_GEMM_NEON_ROW_SUMS

#define EDGEC_GEMM_NEON_ROW_SUMS                                                                                       \
    "sadalp v16.4s, v12.8h\n\t" "sadalp v17.4s, v13.8h\n\t"                                                          \
    "sadalp v18.4s, v14.8h\n\t" "sadalp v19.4s, v15.8h\n\t"

/* The sums of one position. */
EDGEC_INLINE const int8_t *edgec_gemm_row_neon(const edgec_gemm_neon *g, int64_t from, const int8_t *w, int32x4_t *sums)
{
    register int32x4_t s __asm__("v16");
    const int8_t *const *segments = g->segments;
    int64_t count = g->count;
    const int64_t bytes = g->bytes;
    const int64_t rounds = bytes >> 5;
    int64_t k;
    const int8_t *x;
    __asm__ volatile(
        "movi v16.4s, #0\n\t" "movi v17.4s, #0\n\t" "movi v18.4s, #0\n\t" "movi v19.4s, #0\n\t"
        "1:\n\t"
        "ldr %[x], [%[segments]], #8\n\t"
        "mov %[k], %[rounds]\n\t"
        "add %[x], %[x], %[from]\n\t"
        "cbz %[k], 3f\n\t"
        "2:\n\t"
        "ldp q4, q5, [%[x]], #32\n\t"
        EDGEC_GEMM_NEON_ROW_16(4)
        "subs %[k], %[k], #1\n\t"
        EDGEC_GEMM_NEON_ROW_16(5)
        "b.ne 2b\n\t"
        "3:\n\t"
        "tbz %[bytes], #4, 4f\n\t"
        "ldr q4, [%[x]], #16\n\t"
        EDGEC_GEMM_NEON_ROW_16(4)
        "4:\n\t"
        "tbz %[bytes], #3, 5f\n\t"
        EDGEC_GEMM_NEON_ROW_8
        "5:\n\t"
        "subs %[count], %[count], #1\n\t"
        "b.ne 1b\n\t"
        EDGEC_GEMM_NEON_FOLD(16, 17, 18, 19)
        : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x] "=&r"(x), "=w"(s)
        : [from] "r"(from), [bytes] "r"(bytes), [rounds] "r"(rounds)
        : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v12", "v13", "v14", "v15", "v17", "v18", "v19");
    *sums = s;
    return w;
}

/* clang-format on */

/* Fewer than four channels. */
EDGEC_INLINE void edgec_gemm_tail_neon(int8x16_t bytes, int32_t outputs, int8_t *y, const edgec_row_offsets_neon *out)
{
    int8_t tail[16];
    int32_t c;
    vst1q_s8(tail, bytes);
    for (c = 0; c < outputs; c++) {
        y[out->row3 + c] = tail[12 + c];
        y[out->row2 + c] = tail[8 + c];
        y[out->row1 + c] = tail[4 + c];
        y[c] = tail[c];
    }
}

EDGEC_INLINE void edgec_gemm_tile_neon(const edgec_gemm_neon *g, int32_t p, edgec_row_offsets_neon in,
                                       edgec_row_offsets_neon out, int general)
{
    const int8_t *w = g->stream;
    int8_t *const y = g->y + (int64_t)p * g->out_step;
    const int64_t from = (int64_t)p * g->step;
    const int32_t last = g->outputs - EDGEC_GEMM_NEON_CHANNELS;
    int32_t c = last > 0 ? 0 : last;
    for (;;) {
        int32x4_t v[4];
        int32x4x3_t end;
        int8x16_t bytes;
        int32_t i;
        w = edgec_gemm_sums_neon(g, from, &in, w, v);
        end = vld1q_s32_x3((const int32_t *)(const void *)w);
        w += 48;
        for (i = 0; i < 4; i++) {
            v[i] = vaddq_s32(v[i], end.val[0]);
            v[i] = edgec_scaled_neon(v[i], end.val[1], end.val[2], &g->ending, general);
        }
        bytes = edgec_narrowed_neon(v[0], v[1], v[2], v[3], &g->ending, general);
        if (c < 0) {
            edgec_gemm_tail_neon(bytes, g->outputs, y, &out);
            break;
        } /* absent positions write to the place of the first, before it */
        EDGEC_STORE_WORD_NEON(y + out.row3 + c, bytes, 3);
        EDGEC_STORE_WORD_NEON(y + out.row2 + c, bytes, 2);
        EDGEC_STORE_WORD_NEON(y + out.row1 + c, bytes, 1);
        EDGEC_STORE_WORD_NEON(y + c, bytes, 0);
        if (c == last) {
            break;
        }
        c = c + 4 < last ? c + 4 : last;
    }
}

/* One position. */
EDGEC_INLINE void edgec_gemm_single_neon(const edgec_gemm_neon *g, int32_t p, int general)
{
    const int8_t *w = g->stream;
    int8_t *const y = g->y + (int64_t)p * g->out_step;
    const int32_t last = g->outputs - EDGEC_GEMM_NEON_CHANNELS;
    int32_t c = last > 0 ? 0 : last;
    for (;;) {
        int32x4_t v;
        int32x4x3_t end;
        int8x16_t bytes;
        w = edgec_gemm_row_neon(g, (int64_t)p * g->step, w, &v);
        end = vld1q_s32_x3((const int32_t *)(const void *)w);
        w += 48;
        v = edgec_scaled_neon(vaddq_s32(v, end.val[0]), end.val[1], end.val[2], &g->ending, general);
        bytes = edgec_narrowed_neon(v, v, v, v, &g->ending, general);
        if (c < 0) {
            int8_t tail[16];
            vst1q_s8(tail, bytes);
            for (c = 0; c < g->outputs; c++) {
                y[c] = tail[c];
            }
            break;
        }
        EDGEC_STORE_WORD_NEON(y + c, bytes, 0);
        if (c == last) {
            break;
        }
        c = c + 4 < last ? c + 4 : last;
    }
}

EDGEC_INLINE void edgec_gemm_run_neon(const edgec_gemm_neon *g, int general)
{
    int32_t p;
    edgec_row_offsets_neon in = edgec_row_offsets_of_neon(4, g->step);
    edgec_row_offsets_neon out = edgec_row_offsets_of_neon(4, g->out_step);
    for (p = 0; p + 1 < g->positions; p += 4) {
        if (g->positions - p < 4) {
            in = edgec_row_offsets_of_neon(g->positions - p, g->step);
            out = edgec_row_offsets_of_neon(g->positions - p, g->out_step);
        }
        edgec_gemm_tile_neon(g, p, in, out, general);
    }
    if (p < g->positions) {
        edgec_gemm_single_neon(g, p, general);
    }
}

EDGEC_ONCE void edgec_gemm_whole_neon(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g; /* in registers */
    edgec_gemm_run_neon(&job, 0);
}

/* With limits, or sums that are doubled. */
EDGEC_ONCE void edgec_gemm_general_neon(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g;
    edgec_gemm_run_neon(&job, 1);
}

#endif
