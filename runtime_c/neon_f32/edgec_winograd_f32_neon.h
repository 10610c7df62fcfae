/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 3x3 convolution of stride 1, float32, by Winograd F(2x2, 3x3) and F(4x4, 3x3): tiles of outputs at 16 or 36 points,
 * whose products are those of matrices. */
#ifndef EDGEC_WINOGRAD_F32_NEON_H
#define EDGEC_WINOGRAD_F32_NEON_H

#include "edgec_gemm_f32_neon.h"
#include "edgec_wino_points_f32_neon.h"
#include "edgec_winograd_f32_code_neon.h"

#define EDGEC_WINO_F32_NEON_TILES 16 /* of a chunk at most */

/* `chunk` tiles, a multiple of four, are computed together.  in_c is a multiple of four, out_c four or more. */
typedef struct {
    int32_t batch, in_h, in_w, in_c, out_h, out_w, out_c, pad_top, pad_left;
    int32_t chunk, out_step;
    float lo, hi;
} edgec_winograd_f32_neon_params;

/* Products of four tiles at one point with a block of channels: x goes on by `step` bytes from four input channels to
 * the next. */
#define EDGEC_WINO_F32_NEON_TILE(width)                                                                                \
    EDGEC_INLINE void edgec_wino_f32_tile##width##_neon(const float *x0, const float *w, int64_t rounds, int64_t step, \
                                                        edgec_row_offsets_f32_neon in, edgec_row_offsets_f32_neon out, \
                                                        float *m)                                                      \
    {                                                                                                                  \
        const float *x1;                                                                                               \
        const float *x2;                                                                                               \
        const float *x3;                                                                                               \
        __asm__ volatile(                                                                                              \
            EDGEC_WINOGRAD_F32_TILE##width##_CODE_NEON                                                                 \
            : [w] "+&r"(w), [rounds] "+&r"(rounds), [x0] "+&r"(x0), [x1] "=&r"(x1), [x2] "=&r"(x2), [x3] "=&r"(x3)     \
            : [step] "r"(step), [in1] "r"(in.row1), [in2] "r"(in.row2), [in3] "r"(in.row3), [m] "r"(m),                \
              [out1] "r"(out.row1), [out2] "r"(out.row2), [out3] "r"(out.row3)                                         \
            : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v10", "v12", "v14", "v16", "v17", \
              "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31");       \
    }

EDGEC_WINO_F32_NEON_TILE(16)
EDGEC_WINO_F32_NEON_TILE(8)
EDGEC_WINO_F32_NEON_TILE(4)

/* A chunk: its points, its products, where its tiles lie. */
typedef struct {
    const edgec_winograd_f32_neon_params *p;
    const float *stream;
    float *points, *products, *patch;
    int32_t tiles;
    edgec_wino_place_f32_neon at[EDGEC_WINO_F32_NEON_TILES];
} edgec_wino_f32_neon;

/* `size`, a constant: outputs of a tile along an axis. */
EDGEC_INLINE void edgec_wino_block_f32_neon(const edgec_wino_f32_neon *g, const float *w, int width, int32_t c,
                                            int size)
{
    const edgec_winograd_f32_neon_params *p = g->p;
    const int32_t points = (size + 2) * (size + 2);
    const edgec_limits_f32_neon limits = edgec_limits_of_f32_neon(p->lo, p->hi);
    const int64_t row = (int64_t)p->out_w * p->out_step;
    const int64_t in = (int64_t)points * p->in_c * 4;
    const int64_t out = (int64_t)points * width * 4;
    const float *const bias = w;
    int32_t t;
    int32_t k;
    w += width;
    for (k = 0; k < points; k++) {
        for (t = 0; t < g->tiles; t += 4) {
            const edgec_row_offsets_f32_neon from = edgec_row_offsets_of_f32_neon(g->tiles - t, in);
            const edgec_row_offsets_f32_neon to = edgec_row_offsets_of_f32_neon(g->tiles - t, out);
            const float *x = g->points + (int64_t)t * points * p->in_c + 4 * k;
            float *m = g->products + ((int64_t)t * points + k) * width;
            if (width == 16) {
                edgec_wino_f32_tile16_neon(x, w, p->in_c / 4, 16 * points, from, to, m);
            } else if (width == 8) {
                edgec_wino_f32_tile8_neon(x, w, p->in_c / 4, 16 * points, from, to, m);
            } else {
                edgec_wino_f32_tile4_neon(x, w, p->in_c / 4, 16 * points, from, to, m);
            }
        }
        w += p->in_c * width;
    }
    for (t = 0; t < g->tiles; t++) {
        edgec_wino_place_f32_neon at = g->at[t];
        float *m = g->products + (int64_t)t * points * width;
        at.y += c;
        if (size == 2) {
            edgec_wino2_output_f32_neon(m, bias, width, &limits, &at, row, p->out_step);
        } else {
            edgec_wino4_output_f32_neon(m, bias, width, &limits, &at, row, p->out_step);
        }
    }
}

/* All outputs of the tiles of a chunk. */
EDGEC_INLINE void edgec_wino_outputs_f32_neon(const edgec_wino_f32_neon *g, int size)
{
    const int32_t points = (size + 2) * (size + 2);
    const int32_t outputs = g->p->out_c;
    const int32_t rows = 1 + points * g->p->in_c; /* of the stream */
    const float *w = g->stream;
    int32_t c = 0;
    for (; c + 16 <= outputs; c += 16) {
        edgec_wino_block_f32_neon(g, w, 16, c, size);
        w += 16 * rows;
    }
    if (c + 8 <= outputs) {
        edgec_wino_block_f32_neon(g, w, 8, c, size);
        w += 8 * rows;
        c += 8;
    }
    for (; c < outputs; c += 4) {
        edgec_wino_block_f32_neon(g, w, 4, c + 4 <= outputs ? c : outputs - 4, size);
        w += 4 * rows;
    }
}

EDGEC_SHARED_CODE void edgec_wino2_outputs_f32_neon(const edgec_wino_f32_neon *g) { edgec_wino_outputs_f32_neon(g, 2); }

EDGEC_SHARED_CODE void edgec_wino4_outputs_f32_neon(const edgec_wino_f32_neon *g) { edgec_wino_outputs_f32_neon(g, 4); }

/* The cells of a tile that leaves the image, zeros where it does. */
EDGEC_SHARED_CODE void edgec_wino_patch_f32_neon(const edgec_winograd_f32_neon_params *p, const float *x, int32_t top,
                                                 int32_t left, int32_t cells, float *to)
{
    const int32_t first = left < 0 ? -left : 0;
    const int32_t end = left + cells < p->in_w ? cells : p->in_w - left;
    int32_t i;
    for (i = 0; i < cells; i++) {
        const int inside = top + i >= 0 && top + i < p->in_h && end > first;
        const int32_t before = inside ? first * p->in_c : cells * p->in_c;
        const int32_t used = inside ? (end - first) * p->in_c : 0;
        int32_t k;
        for (k = 0; k < before; k += 4) {
            vst1q_f32(to + k, vdupq_n_f32(0.0f));
        }
        if (inside) {
            const float *from = x + ((top + i) * p->in_w + left + first) * p->in_c;
            edgec_copy_neon((int8_t *)(void *)(to + before), (const int8_t *)(const void *)from, 4 * used);
        }
        for (k = before + used; k < cells * p->in_c; k += 4) {
            vst1q_f32(to + k, vdupq_n_f32(0.0f));
        }
        to += cells * p->in_c;
    }
}

EDGEC_INLINE void edgec_wino_input_f32_neon(const float *x, int64_t row, int64_t cell, float *u, int size)
{
    if (size == 2) {
        edgec_wino2_input_f32_neon(x, row, cell, (int32_t)cell, u);
    } else {
        edgec_wino4_input_f32_neon(x, row, cell, (int32_t)cell, u);
    }
}

EDGEC_INLINE void edgec_wino_run_f32_neon(const edgec_winograd_f32_neon_params *p, const float *x, const float *stream,
                                          float *y, float *scratch, int size)
{
    const int32_t cells = size + 2;
    const int32_t across = (p->out_w + size - 1) / size;
    const int32_t tiles = (p->out_h + size - 1) / size * across;
    edgec_wino_f32_neon g;
    int32_t n;
    int32_t t;
    g.p = p;
    g.stream = stream;
    g.patch = scratch;
    g.points = scratch + cells * cells * p->in_c;
    g.products = g.points + p->chunk * cells * cells * p->in_c;
    for (n = 0; n < p->batch; n++) {
        int32_t ty = 0;
        int32_t tx = 0;
        g.tiles = 0;
        for (t = 0; t < tiles; t++) {
            const int32_t top = ty * size - p->pad_top;
            const int32_t left = tx * size - p->pad_left;
            float *u = g.points + g.tiles * cells * cells * p->in_c;
            edgec_wino_place_f32_neon *at = &g.at[g.tiles++];
            at->y = y + (ty * p->out_w + tx) * size * (int64_t)p->out_step;
            at->rows = p->out_h - ty * size;
            at->rows = at->rows < size ? at->rows : size;
            at->columns = p->out_w - tx * size;
            if (top >= 0 && left >= 0 && top + cells <= p->in_h && left + cells <= p->in_w) {
                edgec_wino_input_f32_neon(x + (top * p->in_w + left) * p->in_c, (int64_t)p->in_w * p->in_c, p->in_c, u,
                                          size);
            } else {
                edgec_wino_patch_f32_neon(p, x, top, left, cells, g.patch);
                edgec_wino_input_f32_neon(g.patch, (int64_t)cells * p->in_c, p->in_c, u, size);
            }
            if (g.tiles == p->chunk || t + 1 == tiles) {
                (size == 2 ? edgec_wino2_outputs_f32_neon : edgec_wino4_outputs_f32_neon)(&g);
                g.tiles = 0;
            }
            tx = tx + 1 < across ? tx + 1 : 0;
            ty += tx == 0;
        }
        x += p->in_h * p->in_w * p->in_c;
        y += p->out_h * p->out_w * (int64_t)p->out_step;
    }
}

static inline void edgec_winograd2_f32_neon(const edgec_winograd_f32_neon_params *p, const float *x,
                                            const float *stream, float *y, float *scratch)
{
    edgec_wino_run_f32_neon(p, x, stream, y, scratch, 2);
}

static inline void edgec_winograd4_f32_neon(const edgec_winograd_f32_neon_params *p, const float *x,
                                            const float *stream, float *y, float *scratch)
{
    edgec_wino_run_f32_neon(p, x, stream, y, scratch, 4);
}

#endif
