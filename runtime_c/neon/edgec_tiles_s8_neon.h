/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tiles of int8 products: four positions with 16, 8 or 4 output channels, and the way through the channels. */
#ifndef EDGEC_TILES_S8_NEON_H
#define EDGEC_TILES_S8_NEON_H

#include "edgec_job_neon.h"

/* A tile: four positions with a block of channels at y; returns where the stream goes on. */
typedef const int8_t *edgec_tile_s8_neon(const edgec_gemm_neon *g, int64_t from, const edgec_row_offsets_neon *in,
                                         const int8_t *w, int8_t *y, const edgec_row_offsets_neon *out);

/* Its function: `code` is the assembly, `changed` the names of the vectors that it changes. */
#define EDGEC_TILE_S8_NEON(name, code, changed)                                                                        \
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
            code                                                                                                       \
            : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x0] "=&r"(x0),            \
              [x1] "=&r"(x1), [x2] "=&r"(x2), [x3] "=&r"(x3)                                                           \
            : [from] "r"(from), [in1] "r"(in->row1), [in2] "r"(in->row2), [in3] "r"(in->row3),                         \
              [bytes] "r"((int64_t)g->bytes), [y] "r"(y), [out1] "r"(out->row1), [out2] "r"(out->row2),                \
              [out3] "r"(out->row3), [zero] "r"(g->ending.out_zero), [lo] "r"(g->ending.lo), [hi] "r"(g->ending.hi)    \
            : "cc", "memory", changed);                                                                                \
        return w;                                                                                                      \
    }

/* All channels of a tile of positions from p on; the functions are constants of the caller, `tail` computes four
 * channels with limits, of which fewer than four are written. */
EDGEC_INLINE void edgec_positions_s8_neon(const edgec_gemm_neon *g, int32_t p, const edgec_row_offsets_neon *in,
                                          const edgec_row_offsets_neon *out, edgec_tile_s8_neon *wide,
                                          edgec_tile_s8_neon *half, edgec_tile_s8_neon *four, edgec_tile_s8_neon *tail)
{
    const int64_t from = (int64_t)p * g->step;
    int8_t *const y = g->y + (int64_t)p * g->out_step;
    const int8_t *w = g->stream;
    int32_t c = 0;
    if (g->outputs < 4) {
        const edgec_row_offsets_neon offsets = {4, 8, 12};
        int8_t bytes[16];
        (void)tail(g, from, in, w, bytes, &offsets);
        for (c = 0; c < g->outputs; c++) {
            y[out->row3 + c] = bytes[12 + c];
            y[out->row2 + c] = bytes[8 + c];
            y[out->row1 + c] = bytes[4 + c];
            y[c] = bytes[c];
        }
        return;
    }
    while (c < g->outputs) {
        const int32_t rest = g->outputs - c;
        const int32_t width = edgec_block_width_neon(g->outputs, rest);
        int8_t *const at = y + (rest < width ? g->outputs - width : c);
        if (width == 16) {
            w = wide(g, from, in, w, at, out);
        } else if (width == 8) {
            w = half(g, from, in, w, at, out);
        } else {
            w = four(g, from, in, w, at, out);
        }
        c += width;
    }
}

#endif
