/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Product of two computed matrices, int8: four rows and 16 columns at a time (eight on Armv7-A), by SMLAL of values
 * without zero points. */
#ifndef EDGEC_MATMUL_S8_NEON_H
#define EDGEC_MATMUL_S8_NEON_H

#include "edgec_neon.h"
#include "edgec_products.h"

#define EDGEC_MATMUL_NEON_UNIT 8 /* k of a step */
#if defined(__aarch64__)
#define EDGEC_MATMUL_NEON_COLUMNS 16 /* whose sums fit the registers, of four rows */
#else
#define EDGEC_MATMUL_NEON_COLUMNS 8
#endif

/* multiplier and minus_n: of all sums, see edgec_ending_neon.  Scratch: a panel of b as int16, k rounded up to 8. */
typedef struct {
    int32_t batch[4], a_stride[4], b_stride[4];
    int32_t m, k, n;
    int32_t a_zero, b_zero;
    int32_t multiplier, minus_n;
    edgec_ending_neon ending;
} edgec_matmul_s8_neon_params;

/* The sums of a row: 16 columns, or eight in a and b. */
typedef struct {
    int32x4_t a, b, c, d;
} edgec_matmul_sums_neon;

/* `lanes` columns (8 or 16) of b, of which `width` there are, to int16 [k rounded up][lanes]. */
EDGEC_INLINE void edgec_matmul_pack_neon(const edgec_matmul_s8_neon_params *p, const int8_t *b, int32_t lanes,
                                         int32_t width, int16_t *to)
{
    const int8x8_t zero = vdup_n_s8((int8_t)p->b_zero);
    int32_t k;
    for (k = 0; k < p->k; k++) {
        if (lanes == 8 && width == 8) {
            vst1q_s16(to, vsubl_s8(vld1_s8(b), zero));
        } else {
            const int8x16_t v = (width == 16) ? vld1q_s8(b) : edgec_load_part_neon(b, width);
            vst1q_s16(to, vsubl_s8(vget_low_s8(v), zero));
            if (lanes == 16) {
                vst1q_s16(to + 8, vsubl_s8(vget_high_s8(v), zero));
            }
        }
        to += lanes;
        b += p->n;
    }
    for (; k % EDGEC_MATMUL_NEON_UNIT != 0; k++) {
        memset(to, 0, sizeof(int16_t) * (size_t)lanes);
        to += lanes;
    }
}

/* Of a row: what its value in a lane of r adds. */
#define EDGEC_MATMUL_ROW_NEON(s, r, lane)                                                                              \
    (s).a = vmlal_laneq_s16((s).a, vget_low_s16(low), (r), (lane));                                                    \
    (s).b = vmlal_high_laneq_s16((s).b, low, (r), (lane));                                                             \
    if (lanes == 16) {                                                                                                 \
        (s).c = vmlal_laneq_s16((s).c, vget_low_s16(high), (r), (lane));                                               \
        (s).d = vmlal_high_laneq_s16((s).d, high, (r), (lane));                                                        \
    }

/* One k of all rows. */
#define EDGEC_MATMUL_STEP_NEON(lane)                                                                                   \
    {                                                                                                                  \
        const int16x8_t low = vld1q_s16(panel + (lane)*lanes);                                                         \
        const int16x8_t high = vld1q_s16(panel + (lane)*lanes + lanes - 8);                                            \
        EDGEC_MATMUL_ROW_NEON(s[0], r0, lane)                                                                          \
        if (rows == 4) {                                                                                               \
            EDGEC_MATMUL_ROW_NEON(s[1], r1, lane)                                                                      \
            EDGEC_MATMUL_ROW_NEON(s[2], r2, lane)                                                                      \
            EDGEC_MATMUL_ROW_NEON(s[3], r3, lane)                                                                      \
        }                                                                                                              \
    }

/* Eight k of one row or of four, from where a[0] to a[3] point; `left` (a constant where rows are short) are there. */
EDGEC_INLINE void edgec_matmul_steps_neon(const int8_t *const a[4], int32_t at, int32_t left, int8x8_t zero,
                                          int32_t rows, int32_t lanes, const int16_t *panel,
                                          edgec_matmul_sums_neon s[4])
{
    int16x8_t r0;
    int16x8_t r1;
    int16x8_t r2;
    int16x8_t r3;
    if (left >= EDGEC_MATMUL_NEON_UNIT) {
        r0 = vsubl_s8(vld1_s8(a[0] + at), zero);
        r1 = (rows == 4) ? vsubl_s8(vld1_s8(a[1] + at), zero) : r0;
        r2 = (rows == 4) ? vsubl_s8(vld1_s8(a[2] + at), zero) : r0;
        r3 = (rows == 4) ? vsubl_s8(vld1_s8(a[3] + at), zero) : r0;
    } else {
        r0 = vsubl_s8(vget_low_s8(edgec_load_part_neon(a[0] + at, left)), zero);
        r1 = (rows == 4) ? vsubl_s8(vget_low_s8(edgec_load_part_neon(a[1] + at, left)), zero) : r0;
        r2 = (rows == 4) ? vsubl_s8(vget_low_s8(edgec_load_part_neon(a[2] + at, left)), zero) : r0;
        r3 = (rows == 4) ? vsubl_s8(vget_low_s8(edgec_load_part_neon(a[3] + at, left)), zero) : r0;
    }
    EDGEC_MATMUL_STEP_NEON(0)
    EDGEC_MATMUL_STEP_NEON(1)
    EDGEC_MATMUL_STEP_NEON(2)
    EDGEC_MATMUL_STEP_NEON(3)
    EDGEC_MATMUL_STEP_NEON(4)
    EDGEC_MATMUL_STEP_NEON(5)
    EDGEC_MATMUL_STEP_NEON(6)
    EDGEC_MATMUL_STEP_NEON(7)
}

/* The bytes of a row. */
EDGEC_INLINE void edgec_matmul_finish_neon(const edgec_matmul_s8_neon_params *p, edgec_matmul_sums_neon s,
                                           int32_t lanes, int32_t width, int8_t *y)
{
    const edgec_ending_neon *e = &p->ending;
    const int32x4_t m = vdupq_n_s32(p->multiplier);
    const int32x4_t minus_n = vdupq_n_s32(p->minus_n);
    const int32x4_t a = edgec_scaled_neon(s.a, m, minus_n, e, 1);
    const int32x4_t b = edgec_scaled_neon(s.b, m, minus_n, e, 1);
    if (lanes == 16) {
        const int32x4_t c = edgec_scaled_neon(s.c, m, minus_n, e, 1);
        const int32x4_t d = edgec_scaled_neon(s.d, m, minus_n, e, 1);
        const int8x16_t bytes = edgec_narrowed_neon(a, b, c, d, e, 0);
        if (width == 16) {
            vst1q_s8(y, bytes);
        } else {
            edgec_store_part_neon(y, bytes, width);
        }
    } else {
        const int8x16_t bytes = edgec_narrowed_neon(a, b, a, b, e, 0);
        if (width == 8) {
            vst1_s8(y, vget_low_s8(bytes));
        } else {
            edgec_store_part_neon(y, bytes, width);
        }
    }
}

/* One row (rows is 1) or four, of which `there` are; the others are the first one again. */
EDGEC_INLINE void edgec_matmul_tile_neon(const edgec_matmul_s8_neon_params *p, const int8_t *a, int32_t rows,
                                         int32_t there, const int16_t *panel, int32_t lanes, int32_t width, int8_t *y)
{
    const int8x8_t zero = vdup_n_s8((int8_t)p->a_zero);
    const int32x4_t none = vdupq_n_s32(0);
    const int32_t whole = p->k / EDGEC_MATMUL_NEON_UNIT * EDGEC_MATMUL_NEON_UNIT;
    const int32_t row1 = (there > 1) ? 1 : 0;
    const int32_t row2 = (there > 2) ? 2 : 0;
    const int32_t row3 = (there > 3) ? 3 : 0;
    const int8_t *const from[4] = {a, a + row1 * p->k, a + row2 * p->k, a + row3 * p->k};
    edgec_matmul_sums_neon s[4] = {
        {none, none, none, none}, {none, none, none, none}, {none, none, none, none}, {none, none, none, none}};
    int32_t k;
    for (k = 0; k < whole; k += EDGEC_MATMUL_NEON_UNIT) {
        edgec_matmul_steps_neon(from, k, EDGEC_MATMUL_NEON_UNIT, zero, rows, lanes, panel, s);
        panel += EDGEC_MATMUL_NEON_UNIT * lanes;
    }
    if (whole < p->k) {
        edgec_matmul_steps_neon(from, whole, p->k - whole, zero, rows, lanes, panel, s);
    }
    edgec_matmul_finish_neon(p, s[0], lanes, width, y);
    if (rows == 4) {
        edgec_matmul_finish_neon(p, s[1], lanes, width, y + row1 * p->n);
        edgec_matmul_finish_neon(p, s[2], lanes, width, y + row2 * p->n);
        edgec_matmul_finish_neon(p, s[3], lanes, width, y + row3 * p->n);
    }
}

/* All rows of a panel of columns. */
EDGEC_INLINE void edgec_matmul_panel_neon(const edgec_matmul_s8_neon_params *p, const int8_t *a, const int8_t *b,
                                          int32_t lanes, int32_t width, int8_t *y, int16_t *panel)
{
    int32_t i = 0;
    edgec_matmul_pack_neon(p, b, lanes, width, panel);
    for (; i + 1 < p->m; i += 4) {
        edgec_matmul_tile_neon(p, a + i * p->k, 4, p->m - i, panel, lanes, width, y + i * p->n);
    }
    if (i < p->m) {
        edgec_matmul_tile_neon(p, a + i * p->k, 1, 1, panel, lanes, width, y + i * p->n);
    }
}

/* y[M, N] = a[M, K] . b[K, N]: panels of 16 columns; what is left is 16 or eight that may overlap those before.  Of
 * eight columns on Armv7-A. */
EDGEC_INLINE void edgec_matmul_one_neon(const edgec_matmul_s8_neon_params *p, const int8_t *a, const int8_t *b,
                                        int8_t *y, int16_t *panel)
{
    const int32_t n = p->n;
    int32_t j = 0;
    for (; j + EDGEC_MATMUL_NEON_COLUMNS <= n; j += EDGEC_MATMUL_NEON_COLUMNS) {
        edgec_matmul_panel_neon(p, a, b + j, EDGEC_MATMUL_NEON_COLUMNS, EDGEC_MATMUL_NEON_COLUMNS, y + j, panel);
    }
    if (EDGEC_MATMUL_NEON_COLUMNS == 16 && j + 8 < n) {
        const int32_t at = (n < 16) ? 0 : n - 16;
        edgec_matmul_panel_neon(p, a, b + at, 16, n - at, y + at, panel);
    } else if (j < n) {
        const int32_t at = (n < 8) ? 0 : n - 8;
        edgec_matmul_panel_neon(p, a, b + at, 8, n - at, y + at, panel);
    }
}

EDGEC_INLINE void edgec_matmul_s8_neon(const edgec_matmul_s8_neon_params *p, const int8_t *a, const int8_t *b,
                                       int8_t *EDGEC_RESTRICT y, int16_t *panel)
{
    const int32_t count = edgec_products(p->batch);
    int32_t i;
    for (i = 0; i < count; i++) {
        edgec_matmul_one_neon(p, a + edgec_product_at(p->batch, p->a_stride, i),
                              b + edgec_product_at(p->batch, p->b_stride, i), y, panel);
        y += p->m * p->n;
    }
}

#endif
