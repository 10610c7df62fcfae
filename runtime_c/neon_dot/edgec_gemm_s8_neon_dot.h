/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of int8 with packed weights by SDOT, four positions with 16, 8 or 4 output channels at a time. */
#ifndef EDGEC_GEMM_S8_NEON_DOT_H
#define EDGEC_GEMM_S8_NEON_DOT_H

#include "edgec_gemm_s8_code_neon_dot.h"
#include "edgec_tiles_s8_neon.h"

#define EDGEC_GEMM_DOT_UNIT 4 /* bytes of a segment are a multiple of it */

/* What tiles change. */
#define EDGEC_CHANGED_DOT                                                                                              \
    "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v16", "v17", "v18", "v19", "v20",       \
        "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31"

EDGEC_TILE_S8_NEON(edgec_dot_tile_16, EDGEC_GEMM_S8_TILE16_CODE_DOT EDGEC_GEMM_S8_STORE16_CODE_DOT, EDGEC_CHANGED_DOT)
EDGEC_TILE_S8_NEON(edgec_dot_tile_8, EDGEC_GEMM_S8_TILE8_CODE_DOT EDGEC_GEMM_S8_STORE8_CODE_DOT, EDGEC_CHANGED_DOT)
EDGEC_TILE_S8_NEON(edgec_dot_tile_4, EDGEC_GEMM_S8_TILE4_CODE_DOT EDGEC_GEMM_S8_STORE4_CODE_DOT, EDGEC_CHANGED_DOT)
EDGEC_TILE_S8_NEON(edgec_dot_limited_16,
                   EDGEC_GEMM_S8_TILE16_CODE_DOT EDGEC_GEMM_S8_LIMIT_CODE_DOT EDGEC_GEMM_S8_STORE16_CODE_DOT,
                   EDGEC_CHANGED_DOT)
EDGEC_TILE_S8_NEON(edgec_dot_limited_8,
                   EDGEC_GEMM_S8_TILE8_CODE_DOT EDGEC_GEMM_S8_LIMIT_CODE_DOT EDGEC_GEMM_S8_STORE8_CODE_DOT,
                   EDGEC_CHANGED_DOT)
EDGEC_TILE_S8_NEON(edgec_dot_limited_4,
                   EDGEC_GEMM_S8_TILE4_CODE_DOT EDGEC_GEMM_S8_LIMIT_CODE_DOT EDGEC_GEMM_S8_STORE4_CODE_DOT,
                   EDGEC_CHANGED_DOT)

/* Four positions, or two and three: `limited` is a constant. */
EDGEC_INLINE void edgec_dot_positions(const edgec_gemm_neon *g, int32_t p, const edgec_row_offsets_neon *in,
                                      const edgec_row_offsets_neon *out, int limited)
{
    if (limited) {
        edgec_positions_s8_neon(g, p, in, out, edgec_dot_limited_16, edgec_dot_limited_8, edgec_dot_limited_4,
                                edgec_dot_limited_4);
    } else {
        edgec_positions_s8_neon(g, p, in, out, edgec_dot_tile_16, edgec_dot_tile_8, edgec_dot_tile_4,
                                edgec_dot_limited_4);
    }
}

/* One position with 4 * `words` channels, a constant of 1 or 2. */
EDGEC_INLINE const int8_t *edgec_dot_row(const edgec_gemm_neon *g, int64_t from, const int8_t *w, int32_t words,
                                         int8_t *y, size_t outputs)
{
    const int32_t *at = (const int32_t *)(const void *)w;
    int32x4_t sum[2];
    int8x16_t bytes;
    int32_t s;
    int32_t k;
    sum[0] = vld1q_s32(at);
    sum[1] = words > 1 ? vld1q_s32(at + 4) : sum[0];
    w += 16 * words;
    for (s = 0; s < g->count; s++) {
        const int8_t *x = g->segments[s] + from;
        for (k = g->bytes; k > 0; k -= 4) {
            const int8x16_t v = vreinterpretq_s8_s32(vld1q_dup_s32((const int32_t *)(const void *)x));
            sum[0] = vdotq_s32(sum[0], vld1q_s8(w), v);
            if (words > 1) {
                sum[1] = vdotq_s32(sum[1], vld1q_s8(w + 16), v);
            }
            w += 16 * words;
            x += 4;
        }
    }
    at = (const int32_t *)(const void *)w;
    sum[0] = edgec_scaled_neon(sum[0], vld1q_s32(at), vld1q_s32(at + 4 * words), &g->ending, 0);
    if (words > 1) {
        sum[1] = edgec_scaled_neon(sum[1], vld1q_s32(at + 4), vld1q_s32(at + 12), &g->ending, 0);
    }
    bytes = edgec_narrowed_neon(sum[0], sum[1], sum[0], sum[1], &g->ending, 1);
    if (words > 1) {
        vst1_s8(y, vget_low_s8(bytes));
    } else if (outputs == 4) {
        EDGEC_STORE_WORD_NEON(y, bytes, 0);
    } else {
        const uint32_t tail = vgetq_lane_u32(vreinterpretq_u32_s8(bytes), 0);
        memcpy(y, &tail, outputs);
    }
    return w + 32 * words;
}

/* One position with 16 channels. */
EDGEC_INLINE const int8_t *edgec_dot_row_16(const edgec_gemm_neon *g, int64_t from, const int8_t *w, int8_t *y)
{
    register int32x4_t a __asm__("v16");
    register int32x4_t b __asm__("v17");
    register int32x4_t c __asm__("v18");
    register int32x4_t d __asm__("v19");
    const int8_t *const *segments = g->segments;
    int64_t count = g->count;
    const int8_t *x;
    int64_t k;
    int32x4x4_t m;
    int32x4x4_t n;
    __asm__ volatile(EDGEC_GEMM_S8_ROW16_CODE_DOT
                     : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x] "=&r"(x),
                       "=&w"(a), "=&w"(b), "=&w"(c), "=&w"(d)
                     : [from] "r"(from), [bytes] "r"((int64_t)g->bytes)
                     : "cc", "memory", "v0", "v4", "v5", "v6", "v7");
    m = vld1q_s32_x4((const int32_t *)(const void *)w);
    n = vld1q_s32_x4((const int32_t *)(const void *)(w + 64));
    vst1q_s8(y, edgec_narrowed_neon(edgec_scaled_neon(a, m.val[0], n.val[0], &g->ending, 0),
                                    edgec_scaled_neon(b, m.val[1], n.val[1], &g->ending, 0),
                                    edgec_scaled_neon(c, m.val[2], n.val[2], &g->ending, 0),
                                    edgec_scaled_neon(d, m.val[3], n.val[3], &g->ending, 0), &g->ending, 1));
    return w + 128;
}

EDGEC_INLINE void edgec_dot_single(const edgec_gemm_neon *g, int32_t p)
{
    const int64_t from = (int64_t)p * g->step;
    int8_t *const y = g->y + (int64_t)p * g->out_step;
    const int8_t *w = g->stream;
    int32_t c = 0;
    while (c < g->outputs) {
        const int32_t rest = g->outputs - c;
        const int32_t width = edgec_block_width_neon(g->outputs, rest);
        int8_t *const at = y + (rest < width && c > 0 ? g->outputs - width : c);
        if (width == 16) {
            w = edgec_dot_row_16(g, from, w, at);
        } else if (width == 8) {
            w = edgec_dot_row(g, from, w, 2, at, 8u);
        } else {
            w = edgec_dot_row(g, from, w, 1, at, g->outputs < 4 ? (size_t)g->outputs : 4u);
        }
        c += width;
    }
}

EDGEC_INLINE void edgec_dot_run(const edgec_gemm_neon *g, int limited)
{
    int32_t p;
    edgec_row_offsets_neon in = edgec_row_offsets_of_neon(4, g->step);
    edgec_row_offsets_neon out = edgec_row_offsets_of_neon(4, g->out_step);
    for (p = 0; p + 1 < g->positions; p += 4) {
        if (g->positions - p < 4) {
            in = edgec_row_offsets_of_neon(g->positions - p, g->step);
            out = edgec_row_offsets_of_neon(g->positions - p, g->out_step);
        }
        edgec_dot_positions(g, p, &in, &out, limited);
    }
    if (p < g->positions) {
        edgec_dot_single(g, p);
    }
}

EDGEC_SHARED_CODE void edgec_gemm_dot(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g; /* in registers */
    edgec_dot_run(&job, 0);
}

EDGEC_SHARED_CODE void edgec_gemm_limited_dot(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g;
    edgec_dot_run(&job, 1);
}

#endif
