/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of float32 with packed weights: four positions, or one, with blocks of 16, 8 and 4 output channels.
 * FMLA by lane: a weight vector holds channels, the lanes of an input vector consecutive taps. */
#ifndef EDGEC_GEMM_F32_NEON_H
#define EDGEC_GEMM_F32_NEON_H

#include "edgec_gemm_f32_code_neon.h"
#include "edgec_job_f32_neon.h"

/* Four positions with one block. */
#define EDGEC_GEMM_F32_NEON_TILE(width)                                                                                \
    EDGEC_INLINE void edgec_gemm_f32_tile##width##_neon(const edgec_gemm_f32_neon *g, const float *w, int64_t from,    \
                                                        edgec_row_offsets_f32_neon in, edgec_row_offsets_f32_neon out, \
                                                        float *y)                                                      \
    {                                                                                                                  \
        const int8_t *const *segments = g->segments;                                                                   \
        const float *x0;                                                                                               \
        const float *x1;                                                                                               \
        const float *x2;                                                                                               \
        const float *x3;                                                                                               \
        int64_t count = g->count;                                                                                      \
        int64_t k;                                                                                                     \
        __asm__ volatile(EDGEC_GEMM_F32_TILE##width##_CODE_NEON                                                        \
                         : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k),               \
                           [x0] "=&r"(x0), [x1] "=&r"(x1), [x2] "=&r"(x2), [x3] "=&r"(x3)                              \
                         : [taps] "r"(g->taps), [from] "r"(from), [in1] "r"(in.row1), [in2] "r"(in.row2),              \
                           [in3] "r"(in.row3), [y] "r"(y), [out1] "r"(out.row1), [out2] "r"(out.row2),                 \
                           [out3] "r"(out.row3), [bounds] "r"(g->bounds), [limits] "r"(g->limits)                      \
                         : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11",   \
                           "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24",  \
                           "v25", "v26", "v27", "v28", "v29", "v30", "v31");                                           \
    }

/* One position with one block. */
#define EDGEC_LINE_F32_NEON(width)                                                                                     \
    EDGEC_INLINE void edgec_gemm_f32_line##width##_neon(const edgec_gemm_f32_neon *g, const float *w, int64_t from,    \
                                                        float *y)                                                      \
    {                                                                                                                  \
        const int8_t *const *segments = g->segments;                                                                   \
        const float *x0;                                                                                               \
        int64_t count = g->count;                                                                                      \
        int64_t k;                                                                                                     \
        __asm__ volatile(                                                                                              \
            EDGEC_GEMM_F32_LINE##width##_CODE_NEON                                                                     \
            : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x0] "=&r"(x0)             \
            : [taps] "r"(g->taps), [from] "r"(from), [y] "r"(y), [bounds] "r"(g->bounds), [limits] "r"(g->limits)      \
            : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v16", "v17",  \
              "v18", "v19");                                                                                           \
    }

EDGEC_GEMM_F32_NEON_TILE(16)
EDGEC_GEMM_F32_NEON_TILE(8)
EDGEC_GEMM_F32_NEON_TILE(4)
EDGEC_LINE_F32_NEON(16)
EDGEC_LINE_F32_NEON(8)
EDGEC_LINE_F32_NEON(4)

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

EDGEC_SHARED_CODE void edgec_gemm_run_f32_neon(const edgec_gemm_f32_neon *job)
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
