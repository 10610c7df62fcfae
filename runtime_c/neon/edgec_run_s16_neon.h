/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the products of int16 rows share: how sums become int16, and the way through positions and channels. */
#ifndef EDGEC_RUN_S16_NEON_H
#define EDGEC_RUN_S16_NEON_H

#include "edgec_job_neon.h"

/* A tile: four positions with a block of channels at y; returns where the stream goes on. */
typedef const int8_t *edgec_tile_s16_neon(const edgec_gemm_neon *g, int64_t from, const edgec_row_offsets_neon *in,
                                          const int8_t *w, int8_t *y, const edgec_row_offsets_neon *out);

/* One position with a block of `width` channels, of which `outputs` are written. */
typedef const int8_t *edgec_row_s16_neon(const edgec_gemm_neon *g, int64_t from, const int8_t *w, int32_t width,
                                         int8_t *y, int32_t outputs);

/* Sums of four channels to int16. */
EDGEC_INLINE int16x4_t edgec_scaled_s16_neon(int32x4_t sum, int32x4_t m, int32x4_t minus_n, const edgec_ending_neon *e)
{
    const int16x4_t y = vqmovn_s32(edgec_scaled_neon(sum, m, minus_n, e, 0));
    return vmin_s16(vmax_s16(y, vdup_n_s16((int16_t)e->lo)), vdup_n_s16((int16_t)e->hi));
}

/* The end of a block of one position: `width` sums, multipliers and shifts at `end`. */
EDGEC_INLINE void edgec_row_end_s16_neon(const edgec_gemm_neon *g, const int32x4_t *sums, const int8_t *end,
                                         int32_t width, int8_t *y, int32_t outputs)
{
    const int32_t *const at = (const int32_t *)(const void *)end;
    int32_t i;
    for (i = 0; i < width; i += 4) {
        const int16x4_t v =
            edgec_scaled_s16_neon(sums[i / 4], vld1q_s32(at + i), vld1q_s32(at + width + i), &g->ending);
        if (outputs < 4) {
            int16_t tail[4];
            vst1_s16(tail, v);
            memcpy(y, tail, 2u * (size_t)outputs);
        } else {
            vst1_s8(y + 2 * i, vreinterpret_s8_s16(v));
        }
    }
}

/* Eight weights with two vectors of sums; `l` is a constant. */
#define EDGEC_S16_ROW(sums, w, x, l)                                                                                   \
    (sums)[0] = vmlal_lane_s16((sums)[0], vget_low_s16(w), x, l);                                                      \
    (sums)[1] = vmlal_high_lane_s16((sums)[1], w, x, l)

/* Four taps of one position; `width` is a constant. */
EDGEC_INLINE void edgec_row_taps_s16(int32x4_t sums[4], int16x4_t x, const int8_t *w, int32_t width)
{
    if (width == 4) {
        const int16x8_t a = vmovl_s8(vld1_s8(w));
        const int16x8_t b = vmovl_s8(vld1_s8(w + 8));
        sums[0] = vmlal_lane_s16(sums[0], vget_low_s16(a), x, 0);
        sums[0] = vmlal_high_lane_s16(sums[0], a, x, 1);
        sums[0] = vmlal_lane_s16(sums[0], vget_low_s16(b), x, 2);
        sums[0] = vmlal_high_lane_s16(sums[0], b, x, 3);
        return;
    }
    EDGEC_S16_ROW(sums, vmovl_s8(vld1_s8(w)), x, 0);
    EDGEC_S16_ROW(sums, vmovl_s8(vld1_s8(w + width)), x, 1);
    EDGEC_S16_ROW(sums, vmovl_s8(vld1_s8(w + 2 * width)), x, 2);
    EDGEC_S16_ROW(sums, vmovl_s8(vld1_s8(w + 3 * width)), x, 3);
    if (width == 16) {
        EDGEC_S16_ROW(sums + 2, vmovl_s8(vld1_s8(w + 8)), x, 0);
        EDGEC_S16_ROW(sums + 2, vmovl_s8(vld1_s8(w + 24)), x, 1);
        EDGEC_S16_ROW(sums + 2, vmovl_s8(vld1_s8(w + 40)), x, 2);
        EDGEC_S16_ROW(sums + 2, vmovl_s8(vld1_s8(w + 56)), x, 3);
    }
}

EDGEC_INLINE const int8_t *edgec_odd_row_s16_neon(const edgec_gemm_neon *g, int64_t from, const int8_t *w,
                                                  int32_t width, int8_t *y, int32_t outputs)
{
    int32x4_t sums[4];
    int32_t s;
    int32_t k;
    for (s = 0; s < 4; s++) {
        sums[s] = vld1q_s32((const int32_t *)(const void *)w + (4 * s < width ? 4 * s : 0));
    }
    w += 4 * width;
    for (s = 0; s < g->count; s++) {
        const int8_t *x = g->segments[s] + from;
        for (k = g->bytes; k > 0; k -= 8) {
            edgec_row_taps_s16(sums, vreinterpret_s16_s8(vld1_s8(x)), w, width);
            x += 8;
            w += 4 * width;
        }
    }
    edgec_row_end_s16_neon(g, sums, w, width, y, outputs);
    return w + 8 * width;
}

EDGEC_INLINE void edgec_positions_s16_neon(const edgec_gemm_neon *g, int32_t p, edgec_row_offsets_neon in,
                                           edgec_row_offsets_neon out, edgec_tile_s16_neon *wide,
                                           edgec_tile_s16_neon *half, edgec_tile_s16_neon *four)
{
    const int64_t from = (int64_t)p * g->step;
    int8_t *const y = g->y + (int64_t)p * g->out_step;
    const int8_t *w = g->stream;
    int32_t c = 0;
    if (g->outputs < 4) {
        const edgec_row_offsets_neon offsets = {8, 16, 24};
        const size_t bytes = 2u * (size_t)g->outputs;
        int8_t tail[32];
        (void)four(g, from, &in, w, tail, &offsets);
        memcpy(y + out.row3, tail + 24, bytes);
        memcpy(y + out.row2, tail + 16, bytes);
        memcpy(y + out.row1, tail + 8, bytes);
        memcpy(y, tail, bytes);
        return;
    }
    while (c < g->outputs) {
        const int32_t rest = g->outputs - c;
        const int32_t width = edgec_block_width_neon(g->outputs, rest);
        int8_t *const at = y + 2 * (rest < width ? g->outputs - width : c);
        w = (width == 16 ? wide : width == 8 ? half : four)(g, from, &in, w, at, &out);
        c += width;
    }
}

/* All positions; the functions are constants of the caller, `row` NULL where one position is a tile like others. */
EDGEC_INLINE void edgec_run_s16_neon(const edgec_gemm_neon *g, edgec_tile_s16_neon *wide, edgec_tile_s16_neon *half,
                                     edgec_tile_s16_neon *four, edgec_row_s16_neon *row)
{
    edgec_row_offsets_neon in = edgec_row_offsets_of_neon(4, g->step);
    edgec_row_offsets_neon out = edgec_row_offsets_of_neon(4, g->out_step);
    int32_t p;
    for (p = 0; p + (row != NULL ? 1 : 0) < g->positions; p += 4) {
        if (g->positions - p < 4) {
            in = edgec_row_offsets_of_neon(g->positions - p, g->step);
            out = edgec_row_offsets_of_neon(g->positions - p, g->out_step);
        }
        edgec_positions_s16_neon(g, p, in, out, wide, half, four);
    }
    if (p < g->positions && row != NULL) {
        const int8_t *w = g->stream;
        int8_t *const y = g->y + (int64_t)p * g->out_step;
        int32_t c = 0;
        while (c < g->outputs) {
            const int32_t rest = g->outputs - c;
            const int32_t width = edgec_block_width_neon(g->outputs, rest);
            int8_t *const at = y + 2 * (rest < width && c > 0 ? g->outputs - width : c);
            if (width == 16) {
                w = row(g, (int64_t)p * g->step, w, 16, at, 16);
            } else if (width == 8) {
                w = row(g, (int64_t)p * g->step, w, 8, at, 8);
            } else {
                w = row(g, (int64_t)p * g->step, w, 4, at, g->outputs < 4 ? g->outputs : 4);
            }
            c += width;
        }
    }
}

#endif
