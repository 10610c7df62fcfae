/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of float32 with packed weights on Armv7-A: four positions, or one, with blocks of 8 and 4 output
 * channels.  VMLA by lane, which every core has (VFMA takes no lane, and a Cortex-A9 lacks it): products are rounded,
 * and values below 2**-126 count as zero. */
#ifndef EDGEC_GEMM_F32_NEON_V7_H
#define EDGEC_GEMM_F32_NEON_V7_H

#include "edgec_gemm_f32_code_neon_v7.h"
#include "edgec_job_f32_neon.h"

/* What a tile is computed from.  The assembly reads the members at their offsets. */
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

#define EDGEC_F32_V7_CLOBBERS                                                                                          \
    "cc", "memory", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11", "d12", "d13", "d14",     \
        "d15", "d16", "d17", "d18", "d19", "d20", "d21", "d22", "d23", "d24", "d25", "d26", "d27", "d28", "d29",       \
        "d30", "d31"

/* Four positions with one block. */
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
        __asm__ volatile(EDGEC_GEMM_F32_TILE##width##_CODE_V7                                                          \
                         : [segments] "=&r"(segments), [count] "=&r"(count), [w] "=&r"(w), [k] "=&r"(k),               \
                           [x0] "=&r"(x0), [x1] "=&r"(x1), [x2] "=&r"(x2), [x3] "=&r"(x3)                              \
                         : [t] "r"(t)                                                                                  \
                         : EDGEC_F32_V7_CLOBBERS);                                                                     \
    }

/* One position with one block. */
#define EDGEC_LINE_F32_V7(width)                                                                                       \
    EDGEC_INLINE void edgec_gemm_f32_line##width##_v7(const edgec_tile_f32_v7 *t)                                      \
    {                                                                                                                  \
        const int8_t *const *segments;                                                                                 \
        const float *w;                                                                                                \
        const int8_t *x0;                                                                                              \
        int32_t count;                                                                                                 \
        int32_t k;                                                                                                     \
        __asm__ volatile(                                                                                              \
            EDGEC_GEMM_F32_LINE##width##_CODE_V7                                                                       \
            : [segments] "=&r"(segments), [count] "=&r"(count), [w] "=&r"(w), [k] "=&r"(k), [x0] "=&r"(x0)             \
            : [t] "r"(t)                                                                                               \
            : EDGEC_F32_V7_CLOBBERS);                                                                                  \
    }

EDGEC_GEMM_F32_TILE_V7(8)
EDGEC_GEMM_F32_TILE_V7(4)
EDGEC_LINE_F32_V7(8)
EDGEC_LINE_F32_V7(4)

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

EDGEC_SHARED_CODE void edgec_gemm_run_f32_v7(const edgec_gemm_f32_neon *g)
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
