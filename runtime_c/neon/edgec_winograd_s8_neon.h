/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 3x3 convolution of stride 1, int8, by Winograd F(2x2, 3x3) in exact integers: tiles of 2x2 outputs at 16 points of 16
 * bits, where SMLAL multiplies four output channels; sums arrive times 4. */
#ifndef EDGEC_WINOGRAD_S8_NEON_H
#define EDGEC_WINOGRAD_S8_NEON_H

#include "edgec_winograd_neon.h"
#include "edgec_winograd_s8_code_neon.h"

/* Points of 8 channels of a tile: B' d B. */
EDGEC_INLINE void edgec_wino_input_neon(const int8_t *const rows[4], int64_t at, int64_t step, int16_t *points)
{
    int16x8_t t[4][4];
    int32_t i;
    int32_t j;
#pragma GCC unroll 4
    for (j = 0; j < 4; j++) {
        const int8x8_t a = vld1_s8(rows[0] + at + j * step);
        const int8x8_t b = vld1_s8(rows[1] + at + j * step);
        const int8x8_t c = vld1_s8(rows[2] + at + j * step);
        const int8x8_t d = vld1_s8(rows[3] + at + j * step);
        t[0][j] = vsubl_s8(a, c);
        t[1][j] = vaddl_s8(b, c);
        t[2][j] = vsubl_s8(c, b);
        t[3][j] = vsubl_s8(b, d);
    }
#pragma GCC unroll 4
    for (i = 0; i < 4; i++) {
        vst1q_s16(points + 32 * i, vsubq_s16(t[i][0], t[i][2]));
        vst1q_s16(points + 32 * i + 8, vaddq_s16(t[i][1], t[i][2]));
        vst1q_s16(points + 32 * i + 16, vsubq_s16(t[i][2], t[i][1]));
        vst1q_s16(points + 32 * i + 24, vsubq_s16(t[i][1], t[i][3]));
    }
}

/* The sums of four output channels at the 16 points, by the sums of the rows of points: A' m A begins. */
EDGEC_INLINE const int8_t *edgec_wino_products_neon(const int16_t *x, const int8_t *w, int64_t rounds, int32x4_t s[16])
{
    register int32x4_t s0 __asm__("v16");
    register int32x4_t s1 __asm__("v17");
    register int32x4_t s2 __asm__("v18");
    register int32x4_t s3 __asm__("v19");
    register int32x4_t s4 __asm__("v20");
    register int32x4_t s5 __asm__("v21");
    register int32x4_t s6 __asm__("v22");
    register int32x4_t s7 __asm__("v23");
    register int32x4_t s8 __asm__("v24");
    register int32x4_t s9 __asm__("v25");
    register int32x4_t s10 __asm__("v26");
    register int32x4_t s11 __asm__("v27");
    register int32x4_t s12 __asm__("v28");
    register int32x4_t s13 __asm__("v29");
    register int32x4_t s14 __asm__("v30");
    register int32x4_t s15 __asm__("v31");
    __asm__ volatile(EDGEC_WINOGRAD_S8_CODE_NEON
                     : [x] "+&r"(x), [w] "+&r"(w), [rounds] "+&r"(rounds), "=w"(s0), "=w"(s1), "=w"(s2), "=w"(s3),
                       "=w"(s4), "=w"(s5), "=w"(s6), "=w"(s7), "=w"(s8), "=w"(s9), "=w"(s10), "=w"(s11), "=w"(s12),
                       "=w"(s13), "=w"(s14), "=w"(s15)
                     :
                     : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11");
    s[0] = s0;
    s[1] = s1;
    s[2] = s2;
    s[3] = s3;
    s[4] = s4;
    s[5] = s5;
    s[6] = s6;
    s[7] = s7;
    s[8] = s8;
    s[9] = s9;
    s[10] = s10;
    s[11] = s11;
    s[12] = s12;
    s[13] = s13;
    s[14] = s14;
    s[15] = s15;
    return w;
}

EDGEC_INLINE int32x4_t edgec_wino_even_neon(int32x4_t a, int32x4_t b, int32x4_t c)
{
    return vaddq_s32(vaddq_s32(a, b), c);
}

EDGEC_INLINE int32x4_t edgec_wino_odd_neon(int32x4_t a, int32x4_t b, int32x4_t c)
{
    return vsubq_s32(vsubq_s32(a, b), c);
}

/* Four output channels of a tile, whose outputs lie `beside` and `below` each other. */
EDGEC_INLINE const int8_t *edgec_wino_outputs_neon(const edgec_wino_neon *g, const int8_t *w, int8_t *y, int64_t beside,
                                                   int general)
{
    int32x4_t s[16];
    int32x4_t up[4];
    int32x4_t down[4];
    int32x4x2_t end;
    int8x16_t bytes;
    int32_t j;
    w = edgec_wino_products_neon(g->points, w, g->in_c / EDGEC_WINO_NEON_UNIT, s);
    end = vld1q_s32_x2((const int32_t *)(const void *)w);
#pragma GCC unroll 4
    for (j = 0; j < 4; j++) {
        up[j] = edgec_wino_even_neon(s[j], s[4 + j], s[8 + j]);
        down[j] = edgec_wino_odd_neon(s[4 + j], s[8 + j], s[12 + j]);
    }
    bytes = edgec_narrowed_neon(
        edgec_scaled_neon(edgec_wino_even_neon(up[0], up[1], up[2]), end.val[0], end.val[1], &g->ending, general),
        edgec_scaled_neon(edgec_wino_odd_neon(up[1], up[2], up[3]), end.val[0], end.val[1], &g->ending, general),
        edgec_scaled_neon(edgec_wino_even_neon(down[0], down[1], down[2]), end.val[0], end.val[1], &g->ending, general),
        edgec_scaled_neon(edgec_wino_odd_neon(down[1], down[2], down[3]), end.val[0], end.val[1], &g->ending, general),
        &g->ending, general);
    EDGEC_STORE_WORD_NEON(y + g->below + beside, bytes, 3); /* absent ones lie where others are written later */
    EDGEC_STORE_WORD_NEON(y + g->below, bytes, 2);
    EDGEC_STORE_WORD_NEON(y + beside, bytes, 1);
    EDGEC_STORE_WORD_NEON(y, bytes, 0);
    return w + 32;
}

EDGEC_INLINE void edgec_wino_row_neon(const edgec_wino_neon *g, int general)
{
    const int32_t last = g->out_c - EDGEC_WINO_NEON_CHANNELS;
    int32_t t;
    for (t = 0; t < g->tiles; t++) {
        const int64_t beside = 2 * t + 1 < g->out_w ? g->out_step : 0;
        int8_t *const y = g->y + 2 * (int64_t)t * g->out_step;
        const int8_t *w = g->stream;
        int32_t c;
        for (c = 0; c < g->in_c; c += EDGEC_WINO_NEON_UNIT) {
            edgec_wino_input_neon(g->rows, 2 * (int64_t)t * g->in_c + c, g->in_c, g->points + 16 * c);
        }
        for (c = 0;; c = c + 4 < last ? c + 4 : last) {
            w = edgec_wino_outputs_neon(g, w, y + c, beside, general);
            if (c == last) {
                break;
            }
        }
    }
}

EDGEC_SHARED_CODE void edgec_wino_whole_row_neon(const edgec_wino_neon *job)
{
    const edgec_wino_neon g = *job; /* in registers */
    edgec_wino_row_neon(&g, 0);
}

EDGEC_SHARED_CODE void edgec_wino_general_row_neon(const edgec_wino_neon *job)
{
    const edgec_wino_neon g = *job;
    edgec_wino_row_neon(&g, 1);
}

static inline void edgec_winograd_s8_neon(const edgec_winograd_neon_params *p, const int8_t *x, const int8_t *stream,
                                          int8_t *y, int8_t *scratch)
{
    edgec_winograd_run_neon(p, x, stream, y, scratch, edgec_wino_whole_row_neon, edgec_wino_general_row_neon);
}

#endif
