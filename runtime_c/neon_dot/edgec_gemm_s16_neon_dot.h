/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of int16 with packed int8 weights by SDOT, four positions with 16, 8 or 4 output channels at a time.
 * LD2 takes bytes apart: x = 256 * high + low, and low - 128 is an int8, for which the biases make up.  Sums of the
 * high bytes count 256 times; 16 channels go through the taps once for each byte, fewer channels once for both. */
#ifndef EDGEC_GEMM_S16_NEON_DOT_H
#define EDGEC_GEMM_S16_NEON_DOT_H

#include "edgec_gemm_s16_code_neon_dot.h"
#include "edgec_run_s16_neon.h"

/* Four positions with a block of `width` channels: `code` is its assembly. */
#define EDGEC_DOT_S16_TILE(name, width, code)                                                                          \
    EDGEC_INLINE const int8_t *name(const edgec_gemm_neon *g, int64_t from, const edgec_row_offsets_neon *in,          \
                                    const int8_t *stream, int8_t *y, const edgec_row_offsets_neon *out)                \
    {                                                                                                                  \
        const int8_t *const *segments = g->segments;                                                                   \
        const int8_t *w = stream + 4 * (width);                                                                        \
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
              [bytes] "r"((int64_t)g->bytes), [biases] "r"(stream), [weights] "r"(stream + 4 * (width)),               \
              [first] "r"(g->segments), [number] "r"((int64_t)g->count), [y] "r"(y), [y1] "r"(y + out->row1),          \
              [y2] "r"(y + out->row2), [y3] "r"(y + out->row3), [lo] "r"(g->ending.lo), [hi] "r"(g->ending.hi)         \
            : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v16",  \
              "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30",        \
              "v31");                                                                                                  \
        return w;                                                                                                      \
    }

EDGEC_DOT_S16_TILE(edgec_dot_s16_16, 16, EDGEC_GEMM_S16_TILE16_CODE_DOT)
EDGEC_DOT_S16_TILE(edgec_dot_s16_8, 8, EDGEC_GEMM_S16_TILE8_CODE_DOT)
EDGEC_DOT_S16_TILE(edgec_dot_s16_4, 4, EDGEC_GEMM_S16_TILE4_CODE_DOT)

/* Sums of low and of high bytes, of one position with 16 channels at most. */
typedef struct {
    int32x4_t low[4], high[4];
} edgec_dot_sums_s16;

/* Four taps of `width` channels, a constant. */
EDGEC_INLINE int8x16x4_t edgec_dot_weights_s16(const int8_t *w, int32_t width)
{
    int8x16x4_t v;
    if (width == 16) {
        return vld1q_s8_x4(w);
    }
    v.val[0] = vld1q_s8(w);
    v.val[1] = width == 8 ? vld1q_s8(w + 16) : v.val[0];
    v.val[2] = v.val[0];
    v.val[3] = v.val[0];
    return v;
}

/* Word `l` of a position with `width` channels; both are constants. */
#define EDGEC_DOT_S16_ROW(sums, lo, hi, w, width, l)                                                                   \
    do {                                                                                                               \
        const int8x16x4_t dot_row_w = edgec_dot_weights_s16(w, width);                                                 \
        int32_t dot_row_i;                                                                                             \
        for (dot_row_i = 0; dot_row_i < (width) / 4; dot_row_i++) {                                                    \
            (sums)->low[dot_row_i] = vdotq_laneq_s32((sums)->low[dot_row_i], dot_row_w.val[dot_row_i], lo, l);         \
            (sums)->high[dot_row_i] = vdotq_laneq_s32((sums)->high[dot_row_i], dot_row_w.val[dot_row_i], hi, l);       \
        }                                                                                                              \
    } while (0)

EDGEC_INLINE const int8_t *edgec_dot_row_s16(const edgec_gemm_neon *g, int64_t from, const int8_t *w, int32_t width,
                                             int8_t *y, int32_t outputs)
{
    const int8x16_t half = vdupq_n_s8(INT8_MIN);
    edgec_dot_sums_s16 sums;
    int32_t s;
    int32_t k;
    for (s = 0; s < 4; s++) {
        sums.low[s] = vld1q_s32((const int32_t *)(const void *)w + (4 * s < width ? 4 * s : 0));
        sums.high[s] = vdupq_n_s32(0);
    }
    w += 4 * width;
    for (s = 0; s < g->count; s++) {
        const int8_t *x = g->segments[s] + from;
        for (k = g->bytes; k >= 32; k -= 32) {
            const int8x16x2_t v = vld2q_s8(x);
            const int8x16_t low = veorq_s8(v.val[0], half);
            EDGEC_DOT_S16_ROW(&sums, low, v.val[1], w, width, 0);
            EDGEC_DOT_S16_ROW(&sums, low, v.val[1], w + 4 * width, width, 1);
            EDGEC_DOT_S16_ROW(&sums, low, v.val[1], w + 8 * width, width, 2);
            EDGEC_DOT_S16_ROW(&sums, low, v.val[1], w + 12 * width, width, 3);
            x += 32;
            w += 16 * width;
        }
        for (; k > 0; k -= 8) {
            const int8x16_t v = vcombine_s8(vld1_s8(x), vdup_n_s8(0));
            EDGEC_DOT_S16_ROW(&sums, veorq_s8(vuzp1q_s8(v, v), half), vuzp2q_s8(v, v), w, width, 0);
            x += 8;
            w += 4 * width;
        }
    }
    for (s = 0; s < 4; s++) {
        sums.low[s] = vaddq_s32(sums.low[s], vshlq_n_s32(sums.high[s], 8));
    }
    edgec_row_end_s16_neon(g, sums.low, w, width, y, outputs);
    return w + 8 * width;
}

EDGEC_SHARED_CODE void edgec_gemm_s16_dot(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g; /* in registers */
    edgec_run_s16_neon(&job, edgec_dot_s16_16, edgec_dot_s16_8, edgec_dot_s16_4, edgec_dot_row_s16);
}

#endif
