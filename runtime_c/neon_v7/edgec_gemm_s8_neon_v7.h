/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of int8 with packed weights, two positions with four output channels at a time: VMULL and VMLAL sum
 * two products in 16 bits (weights are in -127..127), VPADAL adds neighbouring lanes to sums of 32 bits. */
#ifndef EDGEC_GEMM_S8_NEON_V7_H
#define EDGEC_GEMM_S8_NEON_V7_H

#include "edgec_job_neon.h"

#define EDGEC_GEMM_V7_CHANNELS 4
#define EDGEC_GEMM_V7_UNIT 8 /* bytes of a segment are a multiple of it */

/* clang-format off */

#define EDGEC_V7_CLOBBERS                                                                                              \
    "cc", "memory", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11", "d12", "d13", "d14", "d15"
#define EDGEC_V7_UPPER_CLOBBERS                                                                                        \
    "d16", "d17", "d18", "d19", "d20", "d21", "d22", "d23", "d24", "d25", "d26", "d27", "d28", "d29", "d30", "d31"

/* 16 taps of two channels: their sums at position 0 are qa and qb, at position 1 qc and qd; taps (x0 x1) and (y0 y1). */
#define EDGEC_GEMM_V7_PAIR(add, a, b, c, d, x0, x1, y0, y1)                                                            \
    "vld1.8 {d8-d11}, [%[w]]!\n\t"                                                                                     \
    "vmull.s8 q6, d" #x0 ", d8\n\t" "vmull.s8 q7, d" #y0 ", d8\n\t"                                                    \
    "vmlal.s8 q6, d" #x1 ", d9\n\t" "vmlal.s8 q7, d" #y1 ", d9\n\t"                                                    \
    add " q" #a ", q6\n\t" add " q" #c ", q7\n\t"                                                                      \
    "vmull.s8 q6, d" #x0 ", d10\n\t" "vmull.s8 q7, d" #y0 ", d10\n\t"                                                  \
    "vmlal.s8 q6, d" #x1 ", d11\n\t" "vmlal.s8 q7, d" #y1 ", d11\n\t"                                                  \
    add " q" #b ", q6\n\t" add " q" #d ", q7\n\t"

#define EDGEC_GEMM_V7_FOUR(add, x0, x1, y0, y1)                                                                        \
    EDGEC_GEMM_V7_PAIR(add, 8, 9, 12, 13, x0, x1, y0, y1) EDGEC_GEMM_V7_PAIR(add, 10, 11, 14, 15, x0, x1, y0, y1)

#define EDGEC_GEMM_V7_32(add)                                                                                          \
    "vld1.8 {d0-d3}, [%[x]]!\n\t" "vld1.8 {d4-d7}, [%[x1]]!\n\t"                                                       \
    EDGEC_GEMM_V7_FOUR(add, 0, 1, 4, 5) EDGEC_GEMM_V7_FOUR("vpadal.s16", 2, 3, 6, 7)

#define EDGEC_GEMM_V7_16(add)                                                                                          \
    "vld1.8 {d0-d1}, [%[x]]!\n\t" "vld1.8 {d4-d5}, [%[x1]]!\n\t" EDGEC_GEMM_V7_FOUR(add, 0, 1, 4, 5)

#define EDGEC_GEMM_V7_8(add)                                                                                           \
    "vld1.8 {d0}, [%[x]]!\n\t" "vld1.8 {d4}, [%[x1]]!\n\t" "vld1.8 {d8-d11}, [%[w]]!\n\t"                               \
    "vmull.s8 q6, d0, d8\n\t" "vmull.s8 q7, d4, d8\n\t" add " q8, q6\n\t" add " q12, q7\n\t"                           \
    "vmull.s8 q6, d0, d9\n\t" "vmull.s8 q7, d4, d9\n\t" add " q9, q6\n\t" add " q13, q7\n\t"                           \
    "vmull.s8 q6, d0, d10\n\t" "vmull.s8 q7, d4, d10\n\t" add " q10, q6\n\t" add " q14, q7\n\t"                        \
    "vmull.s8 q6, d0, d11\n\t" "vmull.s8 q7, d4, d11\n\t" add " q11, q6\n\t" add " q15, q7\n\t"

#define EDGEC_GEMM_V7_SEGMENT                                                                                          \
    "ldr %[x], [%[segments]], #4\n\t" "add %[x], %[x], %[from]\n\t" "add %[x1], %[x], %[one]\n\t"

/* The same of one position. */
#define EDGEC_GEMM_V7_ROW_FOUR(add, x0, x1)                                                                            \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" "vld1.8 {d4-d7}, [%[w]]!\n\t"                                                       \
    "vmull.s8 q12, d" #x0 ", d8\n\t" "vmull.s8 q13, d" #x0 ", d10\n\t"                                                 \
    "vmull.s8 q14, d" #x0 ", d4\n\t" "vmull.s8 q15, d" #x0 ", d6\n\t"                                                  \
    "vmlal.s8 q12, d" #x1 ", d9\n\t" "vmlal.s8 q13, d" #x1 ", d11\n\t"                                                 \
    "vmlal.s8 q14, d" #x1 ", d5\n\t" "vmlal.s8 q15, d" #x1 ", d7\n\t" EDGEC_GEMM_V7_ROW_SUMS(add)

#define EDGEC_GEMM_V7_ROW_SUMS(add)                                                                                    \
    add " q8, q12\n\t" add " q9, q13\n\t" add " q10, q14\n\t" add " q11, q15\n\t"

#define EDGEC_GEMM_V7_ROW_32(add)                                                                                      \
    "vld1.8 {d0-d3}, [%[x]]!\n\t" EDGEC_GEMM_V7_ROW_FOUR(add, 0, 1) EDGEC_GEMM_V7_ROW_FOUR("vpadal.s16", 2, 3)

#define EDGEC_GEMM_V7_ROW_16(add) "vld1.8 {d0-d1}, [%[x]]!\n\t" EDGEC_GEMM_V7_ROW_FOUR(add, 0, 1)

#define EDGEC_GEMM_V7_ROW_8(add)                                                                                       \
    "vld1.8 {d0}, [%[x]]\n\t" "vld1.8 {d8-d11}, [%[w]]!\n\t"                                                           \
    "vmull.s8 q12, d0, d8\n\t" "vmull.s8 q13, d0, d9\n\t"                                                              \
    "vmull.s8 q14, d0, d10\n\t" "vmull.s8 q15, d0, d11\n\t" EDGEC_GEMM_V7_ROW_SUMS(add)

#define EDGEC_GEMM_V7_ROW_SEGMENT "ldr %[x], [%[segments]], #4\n\t" "add %[x], %[x], %[from]\n\t"

#define EDGEC_GEMM_V7_FOLD(q, a, b, c, d, e, f, g, h)                                                                  \
    "vpadd.i32 d" #a ", d" #a ", d" #b "\n\t" "vpadd.i32 d" #b ", d" #c ", d" #d "\n\t"                                \
    "vpadd.i32 d" #c ", d" #e ", d" #f "\n\t" "vpadd.i32 d" #d ", d" #g ", d" #h "\n\t"                                \
    "vpadd.i32 d" #a ", d" #a ", d" #b "\n\t" "vpadd.i32 d" #b ", d" #c ", d" #d "\n\t"                                \
    "vadd.i32 q" #q ", q" #q ", q0\n\t"

/* All segments by steps of 32, 16 and 8 taps: sums begin in the first step.  Then biases, q1 multipliers, q2 shifts. */
#define EDGEC_GEMM_V7_SUMS(segment, by32, by16, by8)                                                                   \
    ".syntax unified\n\t"                                                                                              \
    segment                                                                                                            \
    "lsrs %[k], %[bytes], #5\n\t"                                                                                      \
    "beq 6f\n\t"                                                                                                       \
    by32("vpaddl.s16")                                                                                                 \
    "subs %[k], %[k], #1\n\t"                                                                                          \
    "beq 3f\n\t"                                                                                                       \
    "1:\n\t"                                                                                                           \
    by32("vpadal.s16")                                                                                                 \
    "subs %[k], %[k], #1\n\t"                                                                                          \
    "bne 1b\n\t"                                                                                                       \
    "3:\n\t"                                                                                                           \
    "tst %[bytes], #16\n\t"                                                                                            \
    "beq 4f\n\t"                                                                                                       \
    by16("vpadal.s16")                                                                                                 \
    "4:\n\t"                                                                                                           \
    "tst %[bytes], #8\n\t"                                                                                             \
    "beq 5f\n\t"                                                                                                       \
    by8("vpadal.s16")                                                                                                  \
    "5:\n\t"                                                                                                           \
    "subs %[count], %[count], #1\n\t"                                                                                  \
    "beq 8f\n\t"                                                                                                       \
    segment                                                                                                            \
    "lsrs %[k], %[bytes], #5\n\t"                                                                                      \
    "bne 1b\n\t"                                                                                                       \
    "b 3b\n\t"                                                                                                         \
    "6:\n\t"                                                                                                           \
    "tst %[bytes], #16\n\t"                                                                                            \
    "beq 7f\n\t"                                                                                                       \
    by16("vpaddl.s16")                                                                                                 \
    "b 4b\n\t"                                                                                                         \
    "7:\n\t"                                                                                                           \
    by8("vpaddl.s16")                                                                                                  \
    "b 5b\n\t"                                                                                                         \
    "8:\n\t"                                                                                                           \
    "vld1.32 {d0-d3}, [%[w]]!\n\t"                                                                                     \
    "vld1.32 {d4-d5}, [%[w]]!\n\t"                                                                                     \
    EDGEC_GEMM_V7_FOLD(8, 16, 17, 18, 19, 20, 21, 22, 23)

/* clang-format on */

/* Four channels of two positions, or of one, with their biases; then what they are scaled with. */
typedef struct {
    int32x4_t sums[2], m, minus_n;
} edgec_gemm_sums_v7;

/* The sums of two positions, `one` bytes apart. */
EDGEC_INLINE const int8_t *edgec_gemm_two_v7(const edgec_gemm_neon *g, intptr_t from, intptr_t one, const int8_t *w,
                                             edgec_gemm_sums_v7 *to)
{
    register int32x4_t s0 __asm__("q8");
    register int32x4_t s1 __asm__("q12");
    register int32x4_t m __asm__("q1");
    register int32x4_t minus_n __asm__("q2");
    const int8_t *const *segments = g->segments;
    int32_t count = g->count;
    int32_t k;
    const int8_t *x;
    const int8_t *x1;
    /* clang-format off */
    __asm__ volatile(
        EDGEC_GEMM_V7_SUMS(EDGEC_GEMM_V7_SEGMENT, EDGEC_GEMM_V7_32, EDGEC_GEMM_V7_16, EDGEC_GEMM_V7_8)
        EDGEC_GEMM_V7_FOLD(12, 24, 25, 26, 27, 28, 29, 30, 31)
        : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x] "=&r"(x), [x1] "=&r"(x1),
          "=w"(s0), "=w"(s1), "=w"(m), "=w"(minus_n)
        : [from] "r"(from), [one] "r"(one), [bytes] "r"(g->bytes)
        : "cc", "memory", "d0", "d1", "d6", "d7", "d8", "d9", "d10", "d11", "d12", "d13", "d14", "d15", "d18", "d19",
          "d20", "d21", "d22", "d23", "d26", "d27", "d28", "d29", "d30", "d31");
    /* clang-format on */
    to->sums[0] = s0;
    to->sums[1] = s1;
    to->m = m;
    to->minus_n = minus_n;
    return w;
}

/* The sums of one position. */
EDGEC_INLINE const int8_t *edgec_gemm_one_v7(const edgec_gemm_neon *g, intptr_t from, const int8_t *w,
                                             edgec_gemm_sums_v7 *to)
{
    register int32x4_t s __asm__("q8");
    register int32x4_t m __asm__("q1");
    register int32x4_t minus_n __asm__("q2");
    const int8_t *const *segments = g->segments;
    int32_t count = g->count;
    int32_t k;
    const int8_t *x;
    /* clang-format off */
    __asm__ volatile(
        EDGEC_GEMM_V7_SUMS(EDGEC_GEMM_V7_ROW_SEGMENT, EDGEC_GEMM_V7_ROW_32, EDGEC_GEMM_V7_ROW_16, EDGEC_GEMM_V7_ROW_8)
        : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x] "=&r"(x), "=w"(s), "=w"(m),
          "=w"(minus_n)
        : [from] "r"(from), [bytes] "r"(g->bytes)
        : "cc", "memory", "d0", "d1", "d6", "d7", "d8", "d9", "d10", "d11", "d18", "d19", "d20", "d21", "d22", "d23",
          "d24", "d25", "d26", "d27", "d28", "d29", "d30", "d31");
    /* clang-format on */
    to->sums[0] = s;
    to->sums[1] = s;
    to->m = m;
    to->minus_n = minus_n;
    return w;
}

/* Bytes of both positions, four channels each. */
EDGEC_INLINE int8x8_t edgec_gemm_bytes_v7(const edgec_gemm_sums_v7 *s, const edgec_ending_neon *e, int general)
{
    const int32x4_t a = edgec_scaled_neon(s->sums[0], s->m, s->minus_n, e, general);
    const int32x4_t b = edgec_scaled_neon(s->sums[1], s->m, s->minus_n, e, general);
    const int16x8_t both = vqmovn_high_s32(vqmovn_s32(a), b);
    const int8x8_t y = vqmovn_s16(vqaddq_s16(both, vdupq_n_s16((int16_t)e->out_zero)));
    if (general) {
        return vmin_s8(vmax_s8(y, vdup_n_s8((int8_t)e->lo)), vdup_n_s8((int8_t)e->hi));
    }
    return y;
}

/* The word of a position, `lane`, a constant. */
#define EDGEC_STORE_WORD_V7(to, y, lane)                                                                               \
    vst1_lane_s32((int32_t *)(void *)(to), vreinterpret_s32_s8(y), (lane)) /* words need no alignment here */

/* Position p and the next one, or position p alone. */
EDGEC_INLINE void edgec_gemm_tile_v7(const edgec_gemm_neon *g, int32_t p, int two, int general)
{
    const int8_t *w = g->stream;
    int8_t *y = g->y + p * g->out_step;
    int8_t *const other = y + (two ? g->out_step : 0);
    const int32_t last = g->outputs - EDGEC_GEMM_V7_CHANNELS;
    int32_t c = last > 0 ? 0 : last;
    for (;;) {
        edgec_gemm_sums_v7 s;
        int8x8_t bytes;
        if (two) {
            w = edgec_gemm_two_v7(g, p * g->step, g->step, w, &s);
        } else {
            w = edgec_gemm_one_v7(g, p * g->step, w, &s);
        }
        bytes = edgec_gemm_bytes_v7(&s, &g->ending, general);
        if (c < 0) { /* fewer than four channels */
            int8_t tail[8];
            vst1_s8(tail, bytes);
            for (c = 0; c < g->outputs; c++) {
                other[c] = tail[4 + c];
                y[c] = tail[c];
            }
            break;
        }
        if (two) {
            EDGEC_STORE_WORD_V7(other + c, bytes, 1);
        }
        EDGEC_STORE_WORD_V7(y + c, bytes, 0);
        if (c == last) {
            break;
        }
        c = c + 4 < last ? c + 4 : last;
    }
}

EDGEC_INLINE void edgec_gemm_run_v7(const edgec_gemm_neon *g, int general)
{
    int32_t p;
    for (p = 0; p + 1 < g->positions; p += 2) {
        edgec_gemm_tile_v7(g, p, 1, general);
    }
    if (p < g->positions) {
        edgec_gemm_tile_v7(g, p, 0, general);
    }
}

EDGEC_ONCE void edgec_gemm_whole_v7(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g; /* in registers */
    edgec_gemm_run_v7(&job, 0);
}

/* With limits, or sums that are doubled. */
EDGEC_ONCE void edgec_gemm_general_v7(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g;
    edgec_gemm_run_v7(&job, 1);
}

/* clang-format off */

/* All blocks of channels of two positions that read one run of `bytes` each, 4 channels or more; `job` is the job, then
 * its zero or where its ending is.  LSLS leaves bit 4 of `bytes` in C and bit 3 in N, which NEON does not change. */
#define EDGEC_GEMM_V7_BLOCKS(ending, doubled, zero, limited)                                                           \
    ".syntax unified\n\t"                                                                                              \
    "ldr %[bytes], [%[job], #8]\n\t"                                                                                   \
    "ldr %[k], [%[job], #12]\n\t"                                                                                      \
    "ldr %[w], [%[job], #16]\n\t"                                                                                      \
    "add %[x1], %[x], %[k]\n\t"                                                                                        \
    ending                                                                                                             \
    "1:\n\t"                                                                                                           \
    "lsrs %[k], %[bytes], #5\n\t"                                                                                      \
    "beq 6f\n\t"                                                                                                       \
    EDGEC_GEMM_V7_32("vpaddl.s16")                                                                                     \
    "subs %[k], %[k], #1\n\t"                                                                                          \
    "beq 3f\n\t"                                                                                                       \
    "2:\n\t"                                                                                                           \
    EDGEC_GEMM_V7_32("vpadal.s16")                                                                                     \
    "subs %[k], %[k], #1\n\t"                                                                                          \
    "bne 2b\n\t"                                                                                                       \
    "3:\n\t"                                                                                                           \
    "lsls %[k], %[bytes], #28\n\t"                                                                                     \
    "bcc 4f\n\t"                                                                                                       \
    EDGEC_GEMM_V7_16("vpadal.s16")                                                                                     \
    "4:\n\t"                                                                                                           \
    "bpl 5f\n\t"                                                                                                       \
    EDGEC_GEMM_V7_8("vpadal.s16")                                                                                      \
    "5:\n\t"                                                                                                           \
    "vld1.32 {d0-d3}, [%[w]]!\n\t"                                                                                     \
    "vld1.32 {d4-d5}, [%[w]]!\n\t"                                                                                     \
    EDGEC_GEMM_V7_FOLD(8, 16, 17, 18, 19, 20, 21, 22, 23)                                                              \
    EDGEC_GEMM_V7_FOLD(12, 24, 25, 26, 27, 28, 29, 30, 31)                                                             \
    doubled                                                                                                            \
    "vqdmulh.s32 q8, q8, q1\n\t" "vqdmulh.s32 q12, q12, q1\n\t"                                                      \
    "vrshl.s32 q8, q8, q2\n\t" "vrshl.s32 q12, q12, q2\n\t"                                                          \
    zero                                                                                                               \
    "vqmovn.s32 d16, q8\n\t" "vqmovn.s32 d17, q12\n\t"                                                               \
    "sub %[x], %[x], %[bytes]\n\t" "sub %[x1], %[x1], %[bytes]\n\t"                                                  \
    "vqadd.s16 q8, q8, q3\n\t"                                                                                         \
    "vqmovn.s16 d16, q8\n\t"                                                                                           \
    limited                                                                                                            \
    "vst1.32 {d16[0]}, [%[y]]!\n\t" "vst1.32 {d16[1]}, [%[y1]]!\n\t"                                                 \
    "subs %[left], %[left], #4\n\t"                                                                                    \
    "bge 1b\n\t"                                                                                                       \
    "cmn %[left], #4\n\t" /* the last block ends with the last channel */                                              \
    "beq 8f\n\t"                                                                                                       \
    "add %[y], %[y], %[left]\n\t" "add %[y1], %[y1], %[left]\n\t"                                                    \
    "mov %[left], #0\n\t"                                                                                              \
    "b 1b\n\t"                                                                                                         \
    "6:\n\t"                                                                                                           \
    "lsls %[k], %[bytes], #28\n\t"                                                                                     \
    "bcc 7f\n\t"                                                                                                       \
    EDGEC_GEMM_V7_16("vpaddl.s16")                                                                                     \
    "b 4b\n\t"                                                                                                         \
    "7:\n\t"                                                                                                           \
    EDGEC_GEMM_V7_8("vpaddl.s16")                                                                                      \
    "b 5b\n\t"                                                                                                         \
    "8:\n\t"

#define EDGEC_GEMM_V7_ZERO "vdup.16 q3, %[job]\n\t"

/* Of edgec_ending_neon. */
#define EDGEC_GEMM_V7_LEFT                                                                                             \
    "ldr %[k], [%[job], #12]\n\t" "vdup.32 q3, %[k]\n\t" "vshl.s32 q8, q8, q3\n\t" "vshl.s32 q12, q12, q3\n\t"
#define EDGEC_GEMM_V7_ZERO_OF_ENDING "ldr %[k], [%[job]]\n\t" "vdup.16 q3, %[k]\n\t"
#define EDGEC_GEMM_V7_LIMITS                                                                                           \
    "ldr %[k], [%[job], #4]\n\t" "vdup.8 d0, %[k]\n\t" "ldr %[k], [%[job], #8]\n\t" "vdup.8 d1, %[k]\n\t"      \
    "vmax.s8 d16, d16, d0\n\t" "vmin.s8 d16, d16, d1\n\t"

/* clang-format on */

EDGEC_STATIC_ASSERT(offsetof(edgec_gemm_neon, bytes) == 8 && offsetof(edgec_gemm_neon, step) == 12 &&
                        offsetof(edgec_gemm_neon, stream) == 16 && offsetof(edgec_gemm_neon, ending) == 36,
                    gemm_v7_reads_jobs_at_offsets);
EDGEC_STATIC_ASSERT(offsetof(edgec_ending_neon, out_zero) == 0 && offsetof(edgec_ending_neon, lo) == 4 &&
                        offsetof(edgec_ending_neon, hi) == 8 && offsetof(edgec_ending_neon, left) == 12,
                    gemm_v7_reads_endings_at_offsets);

#define EDGEC_GEMM_BLOCKS_V7(name, ending, doubled, zero, limited)                                                     \
    EDGEC_INLINE void name(const edgec_gemm_neon *g, const int8_t *x, int8_t *y, int8_t *y1, int32_t left)             \
    {                                                                                                                  \
        const int8_t *x1;                                                                                              \
        const int8_t *w;                                                                                               \
        int32_t bytes;                                                                                                 \
        int32_t k;                                                                                                     \
        __asm__ volatile(EDGEC_GEMM_V7_BLOCKS(ending, doubled, zero, limited)                                          \
                         : [x] "+&r"(x), [y] "+&r"(y), [y1] "+&r"(y1), [left] "+&r"(left), [job] "+&r"(g),             \
                           [x1] "=&r"(x1), [w] "=&r"(w), [bytes] "=&r"(bytes), [k] "=&r"(k)                            \
                         :                                                                                             \
                         : EDGEC_V7_CLOBBERS, EDGEC_V7_UPPER_CLOBBERS);                                                \
    }

EDGEC_GEMM_BLOCKS_V7(edgec_gemm_blocks_v7, "ldr %[job], [%[job], #36]\n\t", "", EDGEC_GEMM_V7_ZERO, "")
EDGEC_GEMM_BLOCKS_V7(edgec_gemm_general_blocks_v7, "add %[job], %[job], #36\n\t", EDGEC_GEMM_V7_LEFT,
                     EDGEC_GEMM_V7_ZERO_OF_ENDING, EDGEC_GEMM_V7_LIMITS)

/* A job of one segment. */
EDGEC_INLINE void edgec_gemm_flat_run_v7(const edgec_gemm_neon *g, int general)
{
    const int32_t last = g->outputs - EDGEC_GEMM_V7_CHANNELS;
    const int8_t *x = g->segments[0];
    int8_t *y = g->y;
    int32_t p;
    for (p = 0; p + 1 < g->positions; p += 2) {
        int8_t tail[8];
        int8_t *const to = last < 0 ? tail : y;
        int8_t *const to1 = last < 0 ? tail + 4 : y + g->out_step;
        if (general) {
            edgec_gemm_general_blocks_v7(g, x, to, to1, last < 0 ? 0 : last);
        } else {
            edgec_gemm_blocks_v7(g, x, to, to1, last < 0 ? 0 : last);
        }
        if (last < 0) { /* fewer than four channels */
            int32_t c;
            for (c = 0; c < g->outputs; c++) {
                y[c] = tail[c];
                y[g->out_step + c] = tail[4 + c];
            }
        }
        x += 2 * g->step;
        y += 2 * g->out_step;
    }
    if (p < g->positions) {
        const edgec_gemm_neon job = *g; /* in registers */
        edgec_gemm_tile_v7(&job, p, 0, general);
    }
}

EDGEC_ONCE void edgec_gemm_flat_v7(const edgec_gemm_neon *g) { edgec_gemm_flat_run_v7(g, 0); }

EDGEC_ONCE void edgec_gemm_general_flat_v7(const edgec_gemm_neon *g) { edgec_gemm_flat_run_v7(g, 1); }

#endif
