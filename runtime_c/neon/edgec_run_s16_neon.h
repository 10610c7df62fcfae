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

/* clang-format off */

/* The sums of position p lie in v16 + 4 * p and those that follow; multipliers and shifts are read to v0 .. v7. */
#define EDGEC_S16_EACH_16(op, m0, m1, m2, m3)                                                                          \
    op " v16.4s, v16.4s, v" #m0 ".4s\n\t" op " v17.4s, v17.4s, v" #m1 ".4s\n\t"                                        \
    op " v18.4s, v18.4s, v" #m2 ".4s\n\t" op " v19.4s, v19.4s, v" #m3 ".4s\n\t"                                        \
    op " v20.4s, v20.4s, v" #m0 ".4s\n\t" op " v21.4s, v21.4s, v" #m1 ".4s\n\t"                                        \
    op " v22.4s, v22.4s, v" #m2 ".4s\n\t" op " v23.4s, v23.4s, v" #m3 ".4s\n\t"                                        \
    op " v24.4s, v24.4s, v" #m0 ".4s\n\t" op " v25.4s, v25.4s, v" #m1 ".4s\n\t"                                        \
    op " v26.4s, v26.4s, v" #m2 ".4s\n\t" op " v27.4s, v27.4s, v" #m3 ".4s\n\t"                                        \
    op " v28.4s, v28.4s, v" #m0 ".4s\n\t" op " v29.4s, v29.4s, v" #m1 ".4s\n\t"                                        \
    op " v30.4s, v30.4s, v" #m2 ".4s\n\t" op " v31.4s, v31.4s, v" #m3 ".4s\n\t"

#define EDGEC_S16_EACH_8(op, m0, m1)                                                                                   \
    op " v16.4s, v16.4s, v" #m0 ".4s\n\t" op " v17.4s, v17.4s, v" #m1 ".4s\n\t"                                        \
    op " v20.4s, v20.4s, v" #m0 ".4s\n\t" op " v21.4s, v21.4s, v" #m1 ".4s\n\t"                                        \
    op " v24.4s, v24.4s, v" #m0 ".4s\n\t" op " v25.4s, v25.4s, v" #m1 ".4s\n\t"                                        \
    op " v28.4s, v28.4s, v" #m0 ".4s\n\t" op " v29.4s, v29.4s, v" #m1 ".4s\n\t"

#define EDGEC_S16_EACH_4(op, m0)                                                                                       \
    op " v16.4s, v16.4s, v" #m0 ".4s\n\t" op " v20.4s, v20.4s, v" #m0 ".4s\n\t"                                        \
    op " v24.4s, v24.4s, v" #m0 ".4s\n\t" op " v28.4s, v28.4s, v" #m0 ".4s\n\t"

#define EDGEC_S16_LIMIT(a, b, c, d)                                                                                    \
    "smax v" #a ".8h, v" #a ".8h, v8.8h\n\t" "smax v" #b ".8h, v" #b ".8h, v8.8h\n\t"                                  \
    "smax v" #c ".8h, v" #c ".8h, v8.8h\n\t" "smax v" #d ".8h, v" #d ".8h, v8.8h\n\t"                                  \
    "smin v" #a ".8h, v" #a ".8h, v9.8h\n\t" "smin v" #b ".8h, v" #b ".8h, v9.8h\n\t"                                  \
    "smin v" #c ".8h, v" #c ".8h, v9.8h\n\t" "smin v" #d ".8h, v" #d ".8h, v9.8h\n\t"

#define EDGEC_S16_NARROW(a, b, c, d)                                                                                   \
    "sqxtn v" #a ".4h, v" #a ".4s\n\t" "sqxtn v" #b ".4h, v" #b ".4s\n\t"                                              \
    "sqxtn v" #c ".4h, v" #c ".4s\n\t" "sqxtn v" #d ".4h, v" #d ".4s\n\t"

#define EDGEC_S16_NARROW_2(a, b, c, d, e, f, g, h)                                                                     \
    "sqxtn2 v" #a ".8h, v" #e ".4s\n\t" "sqxtn2 v" #b ".8h, v" #f ".4s\n\t"                                            \
    "sqxtn2 v" #c ".8h, v" #g ".4s\n\t" "sqxtn2 v" #d ".8h, v" #h ".4s\n\t"

#define EDGEC_S16_LIMITS "dup v8.8h, %w[lo]\n\t" "dup v9.8h, %w[hi]\n\t"

#define EDGEC_S16_END_16                                                                                               \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t"            \
    EDGEC_S16_LIMITS                                                                                                   \
    EDGEC_S16_EACH_16("sqdmulh", 0, 1, 2, 3) EDGEC_S16_EACH_16("srshl", 4, 5, 6, 7)                                    \
    EDGEC_S16_NARROW(16, 20, 24, 28) EDGEC_S16_NARROW(18, 22, 26, 30)                                                  \
    EDGEC_S16_NARROW_2(16, 20, 24, 28, 17, 21, 25, 29) EDGEC_S16_NARROW_2(18, 22, 26, 30, 19, 23, 27, 31)              \
    EDGEC_S16_LIMIT(16, 20, 24, 28) EDGEC_S16_LIMIT(18, 22, 26, 30)                                                    \
    "stp q28, q30, [%[y3]]\n\t" "stp q24, q26, [%[y2]]\n\t"                                                            \
    "stp q20, q22, [%[y1]]\n\t" "stp q16, q18, [%[y]]\n\t"

#define EDGEC_S16_END_8                                                                                                \
    "ldp q0, q1, [%[w]], #32\n\t" "ldp q4, q5, [%[w]], #32\n\t"                                                        \
    EDGEC_S16_LIMITS                                                                                                   \
    EDGEC_S16_EACH_8("sqdmulh", 0, 1) EDGEC_S16_EACH_8("srshl", 4, 5)                                                  \
    EDGEC_S16_NARROW(16, 20, 24, 28) EDGEC_S16_NARROW_2(16, 20, 24, 28, 17, 21, 25, 29)                                \
    EDGEC_S16_LIMIT(16, 20, 24, 28)                                                                                    \
    "str q28, [%[y3]]\n\t" "str q24, [%[y2]]\n\t" "str q20, [%[y1]]\n\t" "str q16, [%[y]]\n\t"

#define EDGEC_S16_END_4                                                                                                \
    "ldp q0, q4, [%[w]], #32\n\t"                                                                                      \
    EDGEC_S16_LIMITS                                                                                                   \
    EDGEC_S16_EACH_4("sqdmulh", 0) EDGEC_S16_EACH_4("srshl", 4)                                                        \
    EDGEC_S16_NARROW(16, 20, 24, 28)                                                                                   \
    EDGEC_S16_LIMIT(16, 20, 24, 28)                                                                                    \
    "str d28, [%[y3]]\n\t" "str d24, [%[y2]]\n\t" "str d20, [%[y1]]\n\t" "str d16, [%[y]]\n\t"

/* Where the windows of four positions lie in the next segment. */
#define EDGEC_S16_SEGMENT                                                                                              \
    "ldr %[x0], [%[segments]], #8\n\t"                                                                                 \
    "add %[x0], %[x0], %[from]\n\t"                                                                                    \
    "add %[x1], %[x0], %[one]\n\t"                                                                                     \
    "add %[x2], %[x0], %[two]\n\t"                                                                                     \
    "add %[x3], %[x0], %[three]\n\t"

/* clang-format on */

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

EDGEC_INLINE const int8_t *edgec_row_s16(const edgec_gemm_neon *g, int64_t from, const int8_t *w, int32_t width,
                                         int8_t *y, int32_t outputs)
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
