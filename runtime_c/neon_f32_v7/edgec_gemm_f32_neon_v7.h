/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of float32 with packed weights on Armv7-A: four positions, or one, with blocks of 8 and 4 output
 * channels.  VMLA by lane, which every core has (VFMA takes no lane, and a Cortex-A9 lacks it): products are rounded,
 * and values below 2**-126 count as zero. */
#ifndef EDGEC_GEMM_F32_NEON_V7_H
#define EDGEC_GEMM_F32_NEON_V7_H

#include "edgec_job_f32_neon.h"

/* What a tile is computed from.  The assembly below reads the members at their offsets. */
typedef struct {
    intptr_t from, row1, row2, row3; /* bytes: position 0 in a segment, from it to the others */
    intptr_t taps, count;
    const int8_t *const *segments;
    const float *w;
    float *y;
    intptr_t out1, out2, out3; /* bytes from the outputs of position 0 to those of the others */
    int32_t bounds;
    float limits[2];
} edgec_tile_f32_v7;

EDGEC_STATIC_ASSERT(offsetof(edgec_tile_f32_v7, taps) == 16 && offsetof(edgec_tile_f32_v7, segments) == 24 &&
                        offsetof(edgec_tile_f32_v7, w) == 28 && offsetof(edgec_tile_f32_v7, y) == 32 &&
                        offsetof(edgec_tile_f32_v7, out1) == 36 && offsetof(edgec_tile_f32_v7, bounds) == 48 &&
                        offsetof(edgec_tile_f32_v7, limits) == 52,
                    tile_f32_v7_is_read_at_offsets);

/* clang-format off */

#define EDGEC_F32_V7_MUL(s, w, d, l) "vmla.f32 q" #s ", q" #w ", d" #d "[" #l "]\n\t"

/* One tap of four positions (lane l of d0, d2, d4, d6 or the ones behind them) with 8 channels (w0 w1), or 4. */
#define EDGEC_GEMM_F32_V7_TAP8(w0, w1, x0, x1, x2, x3, l)                                                              \
    EDGEC_F32_V7_MUL(8, w0, x0, l) EDGEC_F32_V7_MUL(10, w0, x1, l) EDGEC_F32_V7_MUL(12, w0, x2, l)                     \
    EDGEC_F32_V7_MUL(14, w0, x3, l) EDGEC_F32_V7_MUL(9, w1, x0, l) EDGEC_F32_V7_MUL(11, w1, x1, l)                     \
    EDGEC_F32_V7_MUL(13, w1, x2, l) EDGEC_F32_V7_MUL(15, w1, x3, l)
#define EDGEC_GEMM_F32_V7_TAP4(w0, x0, x1, x2, x3, l)                                                                  \
    EDGEC_F32_V7_MUL(8, w0, x0, l) EDGEC_F32_V7_MUL(9, w0, x1, l) EDGEC_F32_V7_MUL(10, w0, x2, l)                      \
    EDGEC_F32_V7_MUL(11, w0, x3, l)

#define EDGEC_GEMM_F32_V7_WEIGHTS "vldmia %[w]!, {d8-d15}\n\t"
#define EDGEC_GEMM_F32_V7_FOUR8                                                                                        \
    EDGEC_GEMM_F32_V7_WEIGHTS EDGEC_GEMM_F32_V7_TAP8(4, 5, 0, 2, 4, 6, 0) EDGEC_GEMM_F32_V7_TAP8(6, 7, 0, 2, 4, 6, 1)  \
    EDGEC_GEMM_F32_V7_WEIGHTS EDGEC_GEMM_F32_V7_TAP8(4, 5, 1, 3, 5, 7, 0) EDGEC_GEMM_F32_V7_TAP8(6, 7, 1, 3, 5, 7, 1)
#define EDGEC_GEMM_F32_V7_FOUR4                                                                                        \
    EDGEC_GEMM_F32_V7_WEIGHTS EDGEC_GEMM_F32_V7_TAP4(4, 0, 2, 4, 6, 0) EDGEC_GEMM_F32_V7_TAP4(5, 0, 2, 4, 6, 1)        \
    EDGEC_GEMM_F32_V7_TAP4(6, 1, 3, 5, 7, 0) EDGEC_GEMM_F32_V7_TAP4(7, 1, 3, 5, 7, 1)
#define EDGEC_GEMM_F32_V7_ONE8 "vld1.32 {d8-d11}, [%[w]]!\n\t" EDGEC_GEMM_F32_V7_TAP8(4, 5, 0, 2, 4, 6, 0)
#define EDGEC_GEMM_F32_V7_ONE4 "vld1.32 {d8-d9}, [%[w]]!\n\t" EDGEC_GEMM_F32_V7_TAP4(4, 0, 2, 4, 6, 0)
#define EDGEC_GEMM_F32_V7_BEGIN8                                                                                       \
    "vld1.32 {d16-d19}, [%[w]]\n\t" "vld1.32 {d20-d23}, [%[w]]\n\t" "vld1.32 {d24-d27}, [%[w]]\n\t"                    \
    "vld1.32 {d28-d31}, [%[w]]!\n\t"
#define EDGEC_GEMM_F32_V7_BEGIN4                                                                                       \
    "vld1.32 {d16-d17}, [%[w]]\n\t" "vld1.32 {d18-d19}, [%[w]]\n\t" "vld1.32 {d20-d21}, [%[w]]\n\t"                    \
    "vld1.32 {d22-d23}, [%[w]]!\n\t"
#define EDGEC_GEMM_F32_V7_END8                                                                                         \
    "vst1.32 {d28-d31}, [%[x3]]\n\t" "vst1.32 {d24-d27}, [%[x2]]\n\t" "vst1.32 {d20-d23}, [%[x1]]\n\t"                 \
    "vst1.32 {d16-d19}, [%[x0]]\n\t"
#define EDGEC_GEMM_F32_V7_END4                                                                                         \
    "vst1.32 {d22-d23}, [%[x3]]\n\t" "vst1.32 {d20-d21}, [%[x2]]\n\t" "vst1.32 {d18-d19}, [%[x1]]\n\t"                 \
    "vst1.32 {d16-d17}, [%[x0]]\n\t"

#define EDGEC_GEMM_F32_V7_EACH4(op) op(8) op(9) op(10) op(11)
#define EDGEC_GEMM_F32_V7_EACH8(op) EDGEC_GEMM_F32_V7_EACH4(op) op(12) op(13) op(14) op(15)
#define EDGEC_GEMM_F32_V7_MAX(s) "vmax.f32 q" #s ", q" #s ", q0\n\t"
#define EDGEC_GEMM_F32_V7_MIN(s) "vmin.f32 q" #s ", q" #s ", q1\n\t"

/* The finite ones of two limits. */
#define EDGEC_GEMM_F32_V7_LIMITS(each)                                                                                 \
    "ldr %[k], [%[t], #48]\n\t"                                                                                        \
    "add %[x0], %[t], #52\n\t"                                                                                         \
    "cmp %[k], #1\n\t"                                                                                                 \
    "blt 7f\n\t"                                                                                                       \
    "vld1.32 {d0[], d1[]}, [%[x0]]!\n\t"                                                                               \
    each(EDGEC_GEMM_F32_V7_MAX)                                                                                        \
    "cmp %[k], #1\n\t"                                                                                                 \
    "beq 7f\n\t"                                                                                                       \
    "vld1.32 {d2[], d3[]}, [%[x0]]\n\t"                                                                                \
    each(EDGEC_GEMM_F32_V7_MIN)                                                                                        \
    "7:\n\t"

#define EDGEC_F32_V7_CLOBBERS                                                                                          \
    "cc", "memory", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11", "d12", "d13", "d14",     \
    "d15", "d16", "d17", "d18", "d19", "d20", "d21", "d22", "d23", "d24", "d25", "d26", "d27", "d28", "d29", "d30",    \
    "d31"

/* Four positions with one block: all segments, 4 taps at a time, then single ones. */
#define EDGEC_GEMM_F32_TILE_V7(width)                                                                                  \
    EDGEC_INLINE void edgec_gemm_f32_tile##width##_v7(const edgec_tile_f32_v7 *t)                                      \
    {                                                                                                                  \
        const int8_t *const *segments;                                                                                 \
        const float *w;                                                                                                \
        const int8_t *x0;                                                                                              \
        const int8_t *x1;                                                                                              \
        const int8_t *x2;                                                                                              \
        const int8_t *x3;                                                                                              \
        int32_t count;                                                                                                 \
        int32_t k;                                                                                                     \
        __asm__ volatile(                                                                                              \
            ".syntax unified\n\t"                                                                                      \
            "ldr %[count], [%[t], #20]\n\t" "ldr %[segments], [%[t], #24]\n\t" "ldr %[w], [%[t], #28]\n\t"             \
            EDGEC_GEMM_F32_V7_BEGIN##width                                                                             \
            "1:\n\t"                                                                                                   \
            "ldr %[x0], [%[segments]], #4\n\t" "ldr %[k], [%[t]]\n\t"                                                  \
            "ldr %[x1], [%[t], #4]\n\t" "ldr %[x2], [%[t], #8]\n\t" "ldr %[x3], [%[t], #12]\n\t"                       \
            "add %[x0], %[x0], %[k]\n\t" "ldr %[k], [%[t], #16]\n\t" "add %[x1], %[x0], %[x1]\n\t"                     \
            "add %[x2], %[x0], %[x2]\n\t" "add %[x3], %[x0], %[x3]\n\t"                                                \
            "lsrs %[k], %[k], #2\n\t"                                                                                  \
            "beq 3f\n\t"                                                                                               \
            "2:\n\t"                                                                                                   \
            "vld1.32 {d0-d1}, [%[x0]]!\n\t" "vld1.32 {d2-d3}, [%[x1]]!\n\t"                                            \
            "vld1.32 {d4-d5}, [%[x2]]!\n\t" "vld1.32 {d6-d7}, [%[x3]]!\n\t"                                            \
            EDGEC_GEMM_F32_V7_FOUR##width                                                                              \
            "subs %[k], %[k], #1\n\t"                                                                                  \
            "bne 2b\n\t"                                                                                               \
            "3:\n\t"                                                                                                   \
            "ldr %[k], [%[t], #16]\n\t"                                                                                \
            "ands %[k], %[k], #3\n\t"                                                                                  \
            "beq 5f\n\t"                                                                                               \
            "4:\n\t"                                                                                                   \
            "vld1.32 {d0[0]}, [%[x0]]!\n\t" "vld1.32 {d2[0]}, [%[x1]]!\n\t"                                            \
            "vld1.32 {d4[0]}, [%[x2]]!\n\t" "vld1.32 {d6[0]}, [%[x3]]!\n\t"                                            \
            EDGEC_GEMM_F32_V7_ONE##width                                                                               \
            "subs %[k], %[k], #1\n\t"                                                                                  \
            "bne 4b\n\t"                                                                                               \
            "5:\n\t"                                                                                                   \
            "subs %[count], %[count], #1\n\t"                                                                          \
            "bne 1b\n\t"                                                                                               \
            EDGEC_GEMM_F32_V7_LIMITS(EDGEC_GEMM_F32_V7_EACH##width)                                                    \
            "ldr %[x0], [%[t], #32]\n\t" "ldr %[x1], [%[t], #36]\n\t"                                                  \
            "ldr %[x2], [%[t], #40]\n\t" "ldr %[x3], [%[t], #44]\n\t"                                                  \
            "add %[x1], %[x0], %[x1]\n\t" "add %[x2], %[x0], %[x2]\n\t" "add %[x3], %[x0], %[x3]\n\t"                  \
            EDGEC_GEMM_F32_V7_END##width                                                                               \
            : [segments] "=&r"(segments), [count] "=&r"(count), [w] "=&r"(w), [k] "=&r"(k), [x0] "=&r"(x0),            \
              [x1] "=&r"(x1), [x2] "=&r"(x2), [x3] "=&r"(x3)                                                           \
            : [t] "r"(t)                                                                                               \
            : EDGEC_F32_V7_CLOBBERS);                                                                                  \
    }

/* One position: a load of 64 bytes of weights is two taps of 8 channels, four of 4; taps alternate between sums. */
#define EDGEC_LINE_F32_V7_WEIGHTS "vldmia %[w]!, {d16-d31}\n\t"
#define EDGEC_LINE_F32_V7_FOUR8(d, e)                                                                                  \
    EDGEC_LINE_F32_V7_WEIGHTS EDGEC_F32_V7_MUL(4, 8, d, 0) EDGEC_F32_V7_MUL(5, 9, d, 0) EDGEC_F32_V7_MUL(6, 10, d, 1)  \
    EDGEC_F32_V7_MUL(7, 11, d, 1) EDGEC_F32_V7_MUL(4, 12, e, 0) EDGEC_F32_V7_MUL(5, 13, e, 0)                          \
    EDGEC_F32_V7_MUL(6, 14, e, 1) EDGEC_F32_V7_MUL(7, 15, e, 1)
#define EDGEC_LINE_F32_V7_PART4(w0, w1, w2, w3, d, e)                                                                  \
    EDGEC_F32_V7_MUL(4, w0, d, 0) EDGEC_F32_V7_MUL(5, w1, d, 1) EDGEC_F32_V7_MUL(6, w2, e, 0)                          \
    EDGEC_F32_V7_MUL(7, w3, e, 1)
#define EDGEC_LINE_F32_V7_SIXTEEN8                                                                                     \
    EDGEC_LINE_F32_V7_FOUR8(0, 1) EDGEC_LINE_F32_V7_FOUR8(2, 3)                                                        \
    EDGEC_LINE_F32_V7_FOUR8(4, 5) EDGEC_LINE_F32_V7_FOUR8(6, 7)
#define EDGEC_LINE_F32_V7_SIXTEEN4                                                                                     \
    EDGEC_LINE_F32_V7_WEIGHTS                                                                                          \
    EDGEC_LINE_F32_V7_PART4(8, 9, 10, 11, 0, 1) EDGEC_LINE_F32_V7_PART4(12, 13, 14, 15, 2, 3)                          \
    EDGEC_LINE_F32_V7_WEIGHTS                                                                                          \
    EDGEC_LINE_F32_V7_PART4(8, 9, 10, 11, 4, 5) EDGEC_LINE_F32_V7_PART4(12, 13, 14, 15, 6, 7)
#define EDGEC_LINE_F32_V7_REST8 EDGEC_LINE_F32_V7_FOUR8(0, 1)
#define EDGEC_LINE_F32_V7_REST4 "vldmia %[w]!, {d16-d23}\n\t" EDGEC_LINE_F32_V7_PART4(8, 9, 10, 11, 0, 1)
#define EDGEC_LINE_F32_V7_ONE8                                                                                         \
    "vld1.32 {d16-d19}, [%[w]]!\n\t" EDGEC_F32_V7_MUL(4, 8, 0, 0) EDGEC_F32_V7_MUL(5, 9, 0, 0)
#define EDGEC_LINE_F32_V7_ONE4 "vld1.32 {d16-d17}, [%[w]]!\n\t" EDGEC_F32_V7_MUL(4, 8, 0, 0)
#define EDGEC_LINE_F32_V7_BEGIN8 "vld1.32 {d8-d11}, [%[w]]!\n\t" "vmov.i32 q6, #0\n\t" "vmov.i32 q7, #0\n\t"
#define EDGEC_LINE_F32_V7_BEGIN4                                                                                       \
    "vld1.32 {d8-d9}, [%[w]]!\n\t" "vmov.i32 q5, #0\n\t" "vmov.i32 q6, #0\n\t" "vmov.i32 q7, #0\n\t"
#define EDGEC_LINE_F32_V7_END8 "vadd.f32 q4, q4, q6\n\t" "vadd.f32 q5, q5, q7\n\t"
#define EDGEC_LINE_F32_V7_END4 "vadd.f32 q4, q4, q6\n\t" "vadd.f32 q5, q5, q7\n\t" "vadd.f32 q4, q4, q5\n\t"
#define EDGEC_LINE_F32_V7_EACH8(op) op(4) op(5)
#define EDGEC_LINE_F32_V7_EACH4(op) op(4)

#define EDGEC_LINE_F32_V7(width, registers)                                                                            \
    EDGEC_INLINE void edgec_gemm_f32_line##width##_v7(const edgec_tile_f32_v7 *t)                                      \
    {                                                                                                                  \
        const int8_t *const *segments;                                                                                 \
        const float *w;                                                                                                \
        const int8_t *x0;                                                                                              \
        int32_t count;                                                                                                 \
        int32_t k;                                                                                                     \
        __asm__ volatile(                                                                                              \
            ".syntax unified\n\t"                                                                                      \
            "ldr %[count], [%[t], #20]\n\t" "ldr %[segments], [%[t], #24]\n\t" "ldr %[w], [%[t], #28]\n\t"             \
            EDGEC_LINE_F32_V7_BEGIN##width                                                                             \
            "1:\n\t"                                                                                                   \
            "ldr %[x0], [%[segments]], #4\n\t" "ldr %[k], [%[t]]\n\t" "add %[x0], %[x0], %[k]\n\t"                     \
            "ldr %[k], [%[t], #16]\n\t"                                                                                \
            "lsrs %[k], %[k], #4\n\t"                                                                                  \
            "beq 3f\n\t"                                                                                               \
            "2:\n\t"                                                                                                   \
            "vldmia %[x0]!, {d0-d7}\n\t"                                                                               \
            EDGEC_LINE_F32_V7_SIXTEEN##width                                                                           \
            "subs %[k], %[k], #1\n\t"                                                                                  \
            "bne 2b\n\t"                                                                                               \
            "3:\n\t"                                                                                                   \
            "ldr %[k], [%[t], #16]\n\t"                                                                                \
            "ubfx %[k], %[k], #2, #2\n\t"                                                                              \
            "cmp %[k], #0\n\t"                                                                                         \
            "beq 5f\n\t"                                                                                               \
            "4:\n\t"                                                                                                   \
            "vld1.32 {d0-d1}, [%[x0]]!\n\t"                                                                            \
            EDGEC_LINE_F32_V7_REST##width                                                                              \
            "subs %[k], %[k], #1\n\t"                                                                                  \
            "bne 4b\n\t"                                                                                               \
            "5:\n\t"                                                                                                   \
            "ldr %[k], [%[t], #16]\n\t"                                                                                \
            "ands %[k], %[k], #3\n\t"                                                                                  \
            "beq 7f\n\t"                                                                                               \
            "6:\n\t"                                                                                                   \
            "vld1.32 {d0[0]}, [%[x0]]!\n\t"                                                                            \
            EDGEC_LINE_F32_V7_ONE##width                                                                               \
            "subs %[k], %[k], #1\n\t"                                                                                  \
            "bne 6b\n\t"                                                                                               \
            "7:\n\t"                                                                                                   \
            "subs %[count], %[count], #1\n\t"                                                                          \
            "bne 1b\n\t"                                                                                               \
            EDGEC_LINE_F32_V7_END##width                                                                               \
            EDGEC_GEMM_F32_V7_LIMITS(EDGEC_LINE_F32_V7_EACH##width)                                                    \
            "ldr %[x0], [%[t], #32]\n\t"                                                                               \
            "vst1.32 {" registers "}, [%[x0]]\n\t"                                                                     \
            : [segments] "=&r"(segments), [count] "=&r"(count), [w] "=&r"(w), [k] "=&r"(k), [x0] "=&r"(x0)             \
            : [t] "r"(t)                                                                                               \
            : EDGEC_F32_V7_CLOBBERS);                                                                                  \
    }

EDGEC_GEMM_F32_TILE_V7(8)
EDGEC_GEMM_F32_TILE_V7(4)
EDGEC_LINE_F32_V7(8, "d8-d11")
EDGEC_LINE_F32_V7(4, "d8-d9")

/* clang-format on */

/* The distances of a tile of `left` positions. */
EDGEC_INLINE void edgec_tile_row_offsets_f32_v7(edgec_tile_f32_v7 *t, int32_t left, intptr_t step, intptr_t out_step)
{
    const edgec_row_offsets_f32_neon in = edgec_row_offsets_of_f32_neon(left, step);
    const edgec_row_offsets_f32_neon out = edgec_row_offsets_of_f32_neon(left, out_step);
    t->row1 = in.row1;
    t->row2 = in.row2;
    t->row3 = in.row3;
    t->out1 = out.row1;
    t->out2 = out.row2;
    t->out3 = out.row3;
}

EDGEC_INLINE edgec_tile_f32_v7 edgec_tile_of_f32_v7(const edgec_gemm_f32_neon *g)
{
    edgec_tile_f32_v7 t;
    t.from = 0;
    t.taps = g->taps;
    t.count = g->count;
    t.segments = g->segments;
    t.w = g->stream;
    t.y = g->y;
    t.bounds = (int32_t)g->bounds;
    t.limits[0] = g->limits[0];
    t.limits[1] = g->limits[1];
    edgec_tile_row_offsets_f32_v7(&t, 4, g->step, g->out_step * (intptr_t)sizeof(float));
    return t;
}

/* All positions with the block of `width` channels at `w`, whose first output is y. */
EDGEC_INLINE void edgec_gemm_f32_block_v7(const edgec_gemm_f32_neon *g, int width, const float *w, float *y)
{
    edgec_tile_f32_v7 t = edgec_tile_of_f32_v7(g);
    int32_t left;
    t.w = w;
    t.y = y;
    for (left = g->positions; left > 1; left -= 4) {
        if (left < 4) {
            edgec_tile_row_offsets_f32_v7(&t, left, g->step, g->out_step * (intptr_t)sizeof(float));
        }
        if (width == 8) {
            edgec_gemm_f32_tile8_v7(&t);
        } else {
            edgec_gemm_f32_tile4_v7(&t);
        }
        t.from += 4 * g->step;
        t.y += 4 * g->out_step;
    }
    if (left == 1) {
        if (width == 8) {
            edgec_gemm_f32_line8_v7(&t);
        } else {
            edgec_gemm_f32_line4_v7(&t);
        }
    }
}

/* Fewer than four output channels: four are computed beside the output. */
EDGEC_INLINE void edgec_gemm_f32_tail_v7(const edgec_gemm_f32_neon *g)
{
    edgec_tile_f32_v7 t = edgec_tile_of_f32_v7(g);
    float sums[16];
    float *y = g->y;
    int32_t p;
    int32_t i;
    for (p = 0; p < g->positions; p += 4) {
        const int32_t left = g->positions - p < 4 ? g->positions - p : 4;
        t.y = sums;
        edgec_tile_row_offsets_f32_v7(&t, left, g->step, 16);
        if (left == 1) {
            edgec_gemm_f32_line4_v7(&t);
        } else {
            edgec_gemm_f32_tile4_v7(&t);
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
        t.from += 4 * g->step;
    }
}

EDGEC_ONCE void edgec_gemm_run_f32_v7(const edgec_gemm_f32_neon *g)
{
    const intptr_t rows = 1 + g->count * g->taps; /* of the stream: biases, then taps */
    const float *w = g->stream;
    int32_t c = 0;
    if (g->outputs < 4) {
        edgec_gemm_f32_tail_v7(g);
        return;
    }
    for (; c + 8 <= g->outputs; c += 8) {
        edgec_gemm_f32_block_v7(g, 8, w, g->y + c);
        w += 8 * rows;
    }
    for (; c < g->outputs; c += 4) {
        edgec_gemm_f32_block_v7(g, 4, w, g->y + (c + 4 <= g->outputs ? c : g->outputs - 4));
        w += 4 * rows;
    }
}

#endif
