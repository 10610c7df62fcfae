/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of int8 with packed weights, two positions with four output channels at a time: VMULL and VMLAL sum
 * two products in 16 bits (weights are in -127..127), VPADAL adds neighbouring lanes to sums of 32 bits. */
#ifndef EDGEC_GEMM_S8_NEON_V7_H
#define EDGEC_GEMM_S8_NEON_V7_H

#include "edgec_gemm_s8_code_neon_v7.h"
#include "edgec_job_neon.h"

#define EDGEC_GEMM_V7_CHANNELS 4
#define EDGEC_GEMM_V7_UNIT 8 /* bytes of a segment are a multiple of it */

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
    __asm__ volatile(
        EDGEC_GEMM_S8_TWO_CODE_V7
        : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x] "=&r"(x), [x1] "=&r"(x1),
          "=w"(s0), "=w"(s1), "=w"(m), "=w"(minus_n)
        : [from] "r"(from), [in1] "r"(one), [bytes] "r"(g->bytes)
        : "cc", "memory", "d0", "d1", "d6", "d7", "d8", "d9", "d10", "d11", "d12", "d13", "d14", "d15", "d18", "d19",
          "d20", "d21", "d22", "d23", "d26", "d27", "d28", "d29", "d30", "d31");
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
    __asm__ volatile(EDGEC_GEMM_S8_ONE_CODE_V7
                     : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x] "=&r"(x),
                       "=w"(s), "=w"(m), "=w"(minus_n)
                     : [from] "r"(from), [bytes] "r"(g->bytes)
                     : "cc", "memory", "d0", "d1", "d6", "d7", "d8", "d9", "d10", "d11", "d18", "d19", "d20", "d21",
                       "d22", "d23", "d24", "d25", "d26", "d27", "d28", "d29", "d30", "d31");
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

EDGEC_SHARED_CODE void edgec_gemm_whole_v7(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g; /* in registers */
    edgec_gemm_run_v7(&job, 0);
}

/* With limits, or sums that are doubled. */
EDGEC_SHARED_CODE void edgec_gemm_general_v7(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g;
    edgec_gemm_run_v7(&job, 1);
}

EDGEC_STATIC_ASSERT(offsetof(edgec_gemm_neon, bytes) == 8 && offsetof(edgec_gemm_neon, step) == 12 &&
                        offsetof(edgec_gemm_neon, stream) == 16 && offsetof(edgec_gemm_neon, ending) == 36,
                    gemm_v7_reads_jobs_at_offsets);
EDGEC_STATIC_ASSERT(offsetof(edgec_ending_neon, out_zero) == 0 && offsetof(edgec_ending_neon, lo) == 4 &&
                        offsetof(edgec_ending_neon, hi) == 8 && offsetof(edgec_ending_neon, left) == 12,
                    gemm_v7_reads_endings_at_offsets);

/* All channels of two positions: `code` is the assembly. */
#define EDGEC_GEMM_BLOCKS_V7(name, code)                                                                               \
    EDGEC_INLINE void name(const edgec_gemm_neon *g, const int8_t *x, int8_t *y, int8_t *y1, int32_t left)             \
    {                                                                                                                  \
        const int8_t *x1;                                                                                              \
        const int8_t *w;                                                                                               \
        int32_t bytes;                                                                                                 \
        int32_t k;                                                                                                     \
        __asm__ volatile(code                                                                                          \
                         : [x] "+&r"(x), [y] "+&r"(y), [y1] "+&r"(y1), [left] "+&r"(left), [job] "+&r"(g),             \
                           [x1] "=&r"(x1), [w] "=&r"(w), [bytes] "=&r"(bytes), [k] "=&r"(k)                            \
                         :                                                                                             \
                         : "cc", "memory", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11",   \
                           "d12", "d13", "d14", "d15", "d16", "d17", "d18", "d19", "d20", "d21", "d22", "d23", "d24",  \
                           "d25", "d26", "d27", "d28", "d29", "d30", "d31");                                           \
    }

EDGEC_GEMM_BLOCKS_V7(edgec_gemm_blocks_v7, EDGEC_GEMM_S8_BLOCKS_CODE_V7)
EDGEC_GEMM_BLOCKS_V7(edgec_gemm_general_blocks_v7, EDGEC_GEMM_S8_GENERAL_BLOCKS_CODE_V7)

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

EDGEC_SHARED_CODE void edgec_gemm_flat_v7(const edgec_gemm_neon *g) { edgec_gemm_flat_run_v7(g, 0); }

EDGEC_SHARED_CODE void edgec_gemm_general_flat_v7(const edgec_gemm_neon *g) { edgec_gemm_flat_run_v7(g, 1); }

#endif
