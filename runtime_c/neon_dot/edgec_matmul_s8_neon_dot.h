/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Product of two computed matrices, int8, by SDOT of values as they are: zero points are taken off by the sums of rows
 * and columns.  Four rows and 16 columns at a time. */
#ifndef EDGEC_MATMUL_S8_NEON_DOT_H
#define EDGEC_MATMUL_S8_NEON_DOT_H

#include "edgec_matmul_s8_neon.h"

#define EDGEC_MATMUL_DOT_UNIT 16 /* k of a step */
#define EDGEC_MATMUL_DOT_COLUMNS 16

/* Two rows of 16 columns, of which `width` are there, between each other; zeros for rows that are not there. */
EDGEC_INLINE int16x8x2_t edgec_matmul_pair_dot(const edgec_matmul_s8_neon_params *p, const int8_t *b, int32_t k,
                                               int32_t width)
{
    const int8x16_t none = vdupq_n_s8(0);
    int8x16_t first = none;
    int8x16_t second = none;
    int16x8x2_t pairs;
    if (k < p->k) {
        first = (width == 16) ? vld1q_s8(b) : edgec_load_part_neon(b, width);
    }
    if (k + 1 < p->k) {
        second = (width == 16) ? vld1q_s8(b + p->n) : edgec_load_part_neon(b + p->n, width);
    }
    pairs.val[0] = vreinterpretq_s16_s8(vzip1q_s8(first, second));
    pairs.val[1] = vreinterpretq_s16_s8(vzip2q_s8(first, second));
    return pairs;
}

/* 16 columns, of which `width` are there: four k of each side by side, behind what the zero points take off. */
EDGEC_INLINE void edgec_matmul_pack_dot(const edgec_matmul_s8_neon_params *p, const int8_t *b, int32_t width,
                                        int8_t *to)
{
    const int8x16_t ones = vdupq_n_s8(1);
    const int32x4_t all = vdupq_n_s32(p->k * p->a_zero * p->b_zero);
    int32_t *const off = (int32_t *)(void *)to;
    int32x4_t sum0 = vdupq_n_s32(0);
    int32x4_t sum1 = sum0;
    int32x4_t sum2 = sum0;
    int32x4_t sum3 = sum0;
    int32_t k;
    to += EDGEC_MATMUL_DOT_COLUMNS * (int32_t)sizeof(int32_t);
    for (k = 0; k < p->k; k += 4) {
        const int16x8x2_t ab = edgec_matmul_pair_dot(p, b, k, width);
        const int16x8x2_t cd = edgec_matmul_pair_dot(p, b + 2 * p->n, k + 2, width);
        const int8x16_t four0 = vreinterpretq_s8_s16(vzip1q_s16(ab.val[0], cd.val[0]));
        const int8x16_t four1 = vreinterpretq_s8_s16(vzip2q_s16(ab.val[0], cd.val[0]));
        const int8x16_t four2 = vreinterpretq_s8_s16(vzip1q_s16(ab.val[1], cd.val[1]));
        const int8x16_t four3 = vreinterpretq_s8_s16(vzip2q_s16(ab.val[1], cd.val[1]));
        vst1q_s8(to, four0);
        vst1q_s8(to + 16, four1);
        vst1q_s8(to + 32, four2);
        vst1q_s8(to + 48, four3);
        sum0 = vdotq_s32(sum0, four0, ones);
        sum1 = vdotq_s32(sum1, four1, ones);
        sum2 = vdotq_s32(sum2, four2, ones);
        sum3 = vdotq_s32(sum3, four3, ones);
        to += 64;
        b += 4 * p->n;
    }
    for (; k % EDGEC_MATMUL_DOT_UNIT != 0; k += 4) {
        memset(to, 0, 64);
        to += 64;
    }
    vst1q_s32(off, vmlsq_n_s32(all, sum0, p->a_zero));
    vst1q_s32(off + 4, vmlsq_n_s32(all, sum1, p->a_zero));
    vst1q_s32(off + 8, vmlsq_n_s32(all, sum2, p->a_zero));
    vst1q_s32(off + 12, vmlsq_n_s32(all, sum3, p->a_zero));
}

/* Of a row: what its four values in a lane of r add. */
#define EDGEC_MATMUL_ROW_DOT(s, r, lane)                                                                               \
    (s).a = vdotq_laneq_s32((s).a, b0, (r), (lane));                                                                   \
    (s).b = vdotq_laneq_s32((s).b, b1, (r), (lane));                                                                   \
    (s).c = vdotq_laneq_s32((s).c, b2, (r), (lane));                                                                   \
    (s).d = vdotq_laneq_s32((s).d, b3, (r), (lane));

/* Four k of all rows. */
#define EDGEC_MATMUL_STEP_DOT(lane)                                                                                    \
    {                                                                                                                  \
        const int8x16_t b0 = vld1q_s8(panel + 64 * (lane));                                                            \
        const int8x16_t b1 = vld1q_s8(panel + 64 * (lane) + 16);                                                       \
        const int8x16_t b2 = vld1q_s8(panel + 64 * (lane) + 32);                                                       \
        const int8x16_t b3 = vld1q_s8(panel + 64 * (lane) + 48);                                                       \
        EDGEC_MATMUL_ROW_DOT(s[0], r0, lane)                                                                           \
        if (rows == 4) {                                                                                               \
            EDGEC_MATMUL_ROW_DOT(s[1], r1, lane)                                                                       \
            EDGEC_MATMUL_ROW_DOT(s[2], r2, lane)                                                                       \
            EDGEC_MATMUL_ROW_DOT(s[3], r3, lane)                                                                       \
        }                                                                                                              \
    }

/* 16 k of a row, of which `left` are there. */
EDGEC_INLINE int8x16_t edgec_matmul_row_dot(const int8_t *a, int32_t left)
{
    return (left >= EDGEC_MATMUL_DOT_UNIT) ? vld1q_s8(a) : edgec_load_part_neon(a, left);
}

/* 16 k of one row or of four, of which `left` are there; sums of the rows, too. */
EDGEC_INLINE void edgec_matmul_steps_dot(const int8_t *const a[4], int32_t at, int32_t left, int32_t rows,
                                         const int8_t *panel, edgec_matmul_sums_neon s[4], int32x4_t row_sum[4])
{
    const int8x16_t r0 = edgec_matmul_row_dot(a[0] + at, left);
    const int8x16_t r1 = (rows == 4) ? edgec_matmul_row_dot(a[1] + at, left) : r0;
    const int8x16_t r2 = (rows == 4) ? edgec_matmul_row_dot(a[2] + at, left) : r0;
    const int8x16_t r3 = (rows == 4) ? edgec_matmul_row_dot(a[3] + at, left) : r0;
    const int8x16_t ones = vdupq_n_s8(1);
    row_sum[0] = vdotq_s32(row_sum[0], r0, ones);
    if (rows == 4) {
        row_sum[1] = vdotq_s32(row_sum[1], r1, ones);
        row_sum[2] = vdotq_s32(row_sum[2], r2, ones);
        row_sum[3] = vdotq_s32(row_sum[3], r3, ones);
    }
    EDGEC_MATMUL_STEP_DOT(0)
    EDGEC_MATMUL_STEP_DOT(1)
    EDGEC_MATMUL_STEP_DOT(2)
    EDGEC_MATMUL_STEP_DOT(3)
}

/* The bytes of a row. */
EDGEC_INLINE void edgec_matmul_finish_dot(const edgec_matmul_s8_neon_params *p, edgec_matmul_sums_neon s,
                                          int32x4_t row_sum, int32_t width, int8_t *y)
{
    const int32x4_t taken = vdupq_n_s32(-p->b_zero * vaddvq_s32(row_sum));
    s.a = vaddq_s32(s.a, taken);
    s.b = vaddq_s32(s.b, taken);
    s.c = vaddq_s32(s.c, taken);
    s.d = vaddq_s32(s.d, taken);
    edgec_matmul_finish_neon(p, s, 16, width, y);
}

/* One row (rows is 1) or four, of which `there` are; the others are the first one again. */
EDGEC_INLINE void edgec_matmul_tile_dot(const edgec_matmul_s8_neon_params *p, const int8_t *a, int32_t rows,
                                        int32_t there, const int8_t *panel, int32_t width, int8_t *y)
{
    const int32_t *const off = (const int32_t *)(const void *)panel;
    const edgec_matmul_sums_neon first = {vld1q_s32(off), vld1q_s32(off + 4), vld1q_s32(off + 8), vld1q_s32(off + 12)};
    const int32_t whole = p->k / EDGEC_MATMUL_DOT_UNIT * EDGEC_MATMUL_DOT_UNIT;
    const int32_t row1 = (there > 1) ? 1 : 0;
    const int32_t row2 = (there > 2) ? 2 : 0;
    const int32_t row3 = (there > 3) ? 3 : 0;
    const int8_t *const from[4] = {a, a + row1 * p->k, a + row2 * p->k, a + row3 * p->k};
    edgec_matmul_sums_neon s[4] = {first, first, first, first};
    int32x4_t row_sum[4] = {vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0)};
    int32_t k;
    panel += EDGEC_MATMUL_DOT_COLUMNS * (int32_t)sizeof(int32_t);
    for (k = 0; k < whole; k += EDGEC_MATMUL_DOT_UNIT) {
        edgec_matmul_steps_dot(from, k, EDGEC_MATMUL_DOT_UNIT, rows, panel, s, row_sum);
        panel += EDGEC_MATMUL_DOT_UNIT * EDGEC_MATMUL_DOT_COLUMNS;
    }
    if (whole < p->k) {
        edgec_matmul_steps_dot(from, whole, p->k - whole, rows, panel, s, row_sum);
    }
    edgec_matmul_finish_dot(p, s[0], row_sum[0], width, y);
    if (rows == 4) {
        edgec_matmul_finish_dot(p, s[1], row_sum[1], width, y + row1 * p->n);
        edgec_matmul_finish_dot(p, s[2], row_sum[2], width, y + row2 * p->n);
        edgec_matmul_finish_dot(p, s[3], row_sum[3], width, y + row3 * p->n);
    }
}

/* Panels of 16 columns, of which the last one may overlap the one before it. */
EDGEC_INLINE void edgec_matmul_one_dot(const edgec_matmul_s8_neon_params *p, const int8_t *a, const int8_t *b,
                                       int8_t *y, int8_t *panel)
{
    int32_t j;
    for (j = 0; j < p->n; j += EDGEC_MATMUL_DOT_COLUMNS) {
        const int32_t last = (p->n < EDGEC_MATMUL_DOT_COLUMNS) ? 0 : p->n - EDGEC_MATMUL_DOT_COLUMNS;
        const int32_t at = (j < last) ? j : last;
        const int32_t width = (p->n < EDGEC_MATMUL_DOT_COLUMNS) ? p->n : EDGEC_MATMUL_DOT_COLUMNS;
        int32_t i = 0;
        edgec_matmul_pack_dot(p, b + at, width, panel);
        for (; i + 1 < p->m; i += 4) {
            edgec_matmul_tile_dot(p, a + i * p->k, 4, p->m - i, panel, width, y + i * p->n + at);
        }
        if (i < p->m) {
            edgec_matmul_tile_dot(p, a + i * p->k, 1, 1, panel, width, y + i * p->n + at);
        }
    }
}

EDGEC_INLINE void edgec_matmul_s8_neon_dot(const edgec_matmul_s8_neon_params *p, const int8_t *a, const int8_t *b,
                                           int8_t *EDGEC_RESTRICT y, int8_t *panel)
{
    const int32_t count = edgec_products(p->batch);
    int32_t i;
    for (i = 0; i < count; i++) {
        edgec_matmul_one_dot(p, a + edgec_product_at(p->batch, p->a_stride, i),
                             b + edgec_product_at(p->batch, p->b_stride, i), y, panel);
        y += p->m * p->n;
    }
}

#endif
