/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of int8 with packed weights, four positions with four output channels at a time: SMULL and SMLAL2
 * sum two products in 16 bits (weights are in -127..127), SADALP adds neighbouring lanes to sums of 32 bits. */
#ifndef EDGEC_GEMM_S8_NEON_H
#define EDGEC_GEMM_S8_NEON_H

#include "edgec_gemm_s8_code_neon.h"
#include "edgec_job_neon.h"

#define EDGEC_GEMM_NEON_CHANNELS 4
#define EDGEC_GEMM_NEON_UNIT 8 /* bytes of a segment are a multiple of it */

/* The sums of four positions; each vector holds four channels. */
EDGEC_INLINE const int8_t *edgec_gemm_sums_neon(const edgec_gemm_neon *g, int64_t from,
                                                const edgec_row_offsets_neon *in, const int8_t *w, int32x4_t sums[4])
{
    register int32x4_t s0 __asm__("v16");
    register int32x4_t s1 __asm__("v20");
    register int32x4_t s2 __asm__("v24");
    register int32x4_t s3 __asm__("v28");
    const int8_t *const *segments = g->segments;
    int64_t count = g->count;
    const int64_t bytes = g->bytes;
    const int64_t rounds = bytes >> 5;
    int64_t k;
    const int8_t *x0;
    const int8_t *x1;
    const int8_t *x2;
    const int8_t *x3;
    __asm__ volatile(EDGEC_GEMM_S8_TILE_CODE_NEON
                     : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x0] "=&r"(x0),
                       [x1] "=&r"(x1), [x2] "=&r"(x2), [x3] "=&r"(x3), "=w"(s0), "=w"(s1), "=w"(s2), "=w"(s3)
                     : [from] "r"(from), [in1] "r"(in->row1), [in2] "r"(in->row2), [in3] "r"(in->row3),
                       [bytes] "r"(bytes), [rounds] "r"(rounds)
                     : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12",
                       "v13", "v14", "v15", "v17", "v18", "v19", "v21", "v22", "v23", "v25", "v26", "v27", "v29", "v30",
                       "v31");
    sums[0] = s0;
    sums[1] = s1;
    sums[2] = s2;
    sums[3] = s3;
    return w;
}

/* The sums of one position. */
EDGEC_INLINE const int8_t *edgec_gemm_row_neon(const edgec_gemm_neon *g, int64_t from, const int8_t *w, int32x4_t *sums)
{
    register int32x4_t s __asm__("v16");
    const int8_t *const *segments = g->segments;
    int64_t count = g->count;
    const int64_t bytes = g->bytes;
    const int64_t rounds = bytes >> 5;
    int64_t k;
    const int8_t *x;
    __asm__ volatile(
        EDGEC_GEMM_S8_ROW_CODE_NEON
        : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x] "=&r"(x), "=w"(s)
        : [from] "r"(from), [bytes] "r"(bytes), [rounds] "r"(rounds)
        : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v12", "v13", "v14", "v15", "v17", "v18", "v19");
    *sums = s;
    return w;
}

/* Fewer than four channels. */
EDGEC_INLINE void edgec_gemm_tail_neon(int8x16_t bytes, int32_t outputs, int8_t *y, const edgec_row_offsets_neon *out)
{
    int8_t tail[16];
    int32_t c;
    vst1q_s8(tail, bytes);
    for (c = 0; c < outputs; c++) {
        y[out->row3 + c] = tail[12 + c];
        y[out->row2 + c] = tail[8 + c];
        y[out->row1 + c] = tail[4 + c];
        y[c] = tail[c];
    }
}

EDGEC_INLINE void edgec_gemm_tile_neon(const edgec_gemm_neon *g, int32_t p, edgec_row_offsets_neon in,
                                       edgec_row_offsets_neon out, int general)
{
    const int8_t *w = g->stream;
    int8_t *const y = g->y + (int64_t)p * g->out_step;
    const int64_t from = (int64_t)p * g->step;
    const int32_t last = g->outputs - EDGEC_GEMM_NEON_CHANNELS;
    int32_t c = last > 0 ? 0 : last;
    for (;;) {
        int32x4_t v[4];
        int32x4x3_t end;
        int8x16_t bytes;
        int32_t i;
        w = edgec_gemm_sums_neon(g, from, &in, w, v);
        end = vld1q_s32_x3((const int32_t *)(const void *)w);
        w += 48;
        for (i = 0; i < 4; i++) {
            v[i] = vaddq_s32(v[i], end.val[0]);
            v[i] = edgec_scaled_neon(v[i], end.val[1], end.val[2], &g->ending, general);
        }
        bytes = edgec_narrowed_neon(v[0], v[1], v[2], v[3], &g->ending, general);
        if (c < 0) {
            edgec_gemm_tail_neon(bytes, g->outputs, y, &out);
            break;
        } /* absent positions write to the place of the first, before it */
        EDGEC_STORE_WORD_NEON(y + out.row3 + c, bytes, 3);
        EDGEC_STORE_WORD_NEON(y + out.row2 + c, bytes, 2);
        EDGEC_STORE_WORD_NEON(y + out.row1 + c, bytes, 1);
        EDGEC_STORE_WORD_NEON(y + c, bytes, 0);
        if (c == last) {
            break;
        }
        c = c + 4 < last ? c + 4 : last;
    }
}

/* One position. */
EDGEC_INLINE void edgec_gemm_single_neon(const edgec_gemm_neon *g, int32_t p, int general)
{
    const int8_t *w = g->stream;
    int8_t *const y = g->y + (int64_t)p * g->out_step;
    const int32_t last = g->outputs - EDGEC_GEMM_NEON_CHANNELS;
    int32_t c = last > 0 ? 0 : last;
    for (;;) {
        int32x4_t v;
        int32x4x3_t end;
        int8x16_t bytes;
        w = edgec_gemm_row_neon(g, (int64_t)p * g->step, w, &v);
        end = vld1q_s32_x3((const int32_t *)(const void *)w);
        w += 48;
        v = edgec_scaled_neon(vaddq_s32(v, end.val[0]), end.val[1], end.val[2], &g->ending, general);
        bytes = edgec_narrowed_neon(v, v, v, v, &g->ending, general);
        if (c < 0) {
            int8_t tail[16];
            vst1q_s8(tail, bytes);
            for (c = 0; c < g->outputs; c++) {
                y[c] = tail[c];
            }
            break;
        }
        EDGEC_STORE_WORD_NEON(y + c, bytes, 0);
        if (c == last) {
            break;
        }
        c = c + 4 < last ? c + 4 : last;
    }
}

EDGEC_INLINE void edgec_gemm_run_neon(const edgec_gemm_neon *g, int general)
{
    int32_t p;
    edgec_row_offsets_neon in = edgec_row_offsets_of_neon(4, g->step);
    edgec_row_offsets_neon out = edgec_row_offsets_of_neon(4, g->out_step);
    for (p = 0; p + 1 < g->positions; p += 4) {
        if (g->positions - p < 4) {
            in = edgec_row_offsets_of_neon(g->positions - p, g->step);
            out = edgec_row_offsets_of_neon(g->positions - p, g->out_step);
        }
        edgec_gemm_tile_neon(g, p, in, out, general);
    }
    if (p < g->positions) {
        edgec_gemm_single_neon(g, p, general);
    }
}

EDGEC_SHARED_CODE void edgec_gemm_whole_neon(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g; /* in registers */
    edgec_gemm_run_neon(&job, 0);
}

/* With limits, or sums that are doubled. */
EDGEC_SHARED_CODE void edgec_gemm_general_neon(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g;
    edgec_gemm_run_neon(&job, 1);
}

#endif
