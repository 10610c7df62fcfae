/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Transposes of bytes: matrices of rows and columns, turned in blocks of 8x8, or by loads and stores of two, three or
 * four rows or columns that lie between each other (LD3, ST3). */
#ifndef EDGEC_TRANSPOSE_NEON_H
#define EDGEC_TRANSPOSE_NEON_H

#include "edgec_neon.h"

/* Matrices x[i][j], i < rows, j < columns, at every index below dims; a row of x starts x_row bytes after the one
 * before, a column of y (rows bytes side by side) y_column after the one before. */
typedef struct {
    int32_t dims[4], x_stride[4], y_stride[4];
    int32_t rows, columns;
    int32_t x_row, y_column;
} edgec_transpose_neon_params;

/* Pairs of rows as columns of words of 16 bits, and so on: 8 columns of 8 rows. */
EDGEC_INLINE void edgec_transpose_block_neon(const int8_t *x, int32_t x_row, int8_t *y, int32_t y_column)
{
    const int8x16_t a = vcombine_s8(vld1_s8(x), vld1_s8(x + 4 * x_row));
    const int8x16_t b = vcombine_s8(vld1_s8(x + x_row), vld1_s8(x + 5 * x_row));
    const int8x16_t c = vcombine_s8(vld1_s8(x + 2 * x_row), vld1_s8(x + 6 * x_row));
    const int8x16_t d = vcombine_s8(vld1_s8(x + 3 * x_row), vld1_s8(x + 7 * x_row));
    const int16x8_t ab0 = vreinterpretq_s16_s8(vtrn1q_s8(a, b)); /* rows 0 and 1, 4 and 5; even columns */
    const int16x8_t ab1 = vreinterpretq_s16_s8(vtrn2q_s8(a, b));
    const int16x8_t cd0 = vreinterpretq_s16_s8(vtrn1q_s8(c, d));
    const int16x8_t cd1 = vreinterpretq_s16_s8(vtrn2q_s8(c, d));
    const int32x4_t q0 = vreinterpretq_s32_s16(vtrn1q_s16(ab0, cd0)); /* columns 0 and 4 of rows 0..3, then of 4..7 */
    const int32x4_t q1 = vreinterpretq_s32_s16(vtrn1q_s16(ab1, cd1));
    const int32x4_t q2 = vreinterpretq_s32_s16(vtrn2q_s16(ab0, cd0));
    const int32x4_t q3 = vreinterpretq_s32_s16(vtrn2q_s16(ab1, cd1));
    const int8x16_t y02 = vreinterpretq_s8_s32(vuzp1q_s32(q0, q2)); /* {0: 0..3, 4..7; 2: ...} */
    const int8x16_t y46 = vreinterpretq_s8_s32(vuzp2q_s32(q0, q2));
    const int8x16_t y13 = vreinterpretq_s8_s32(vuzp1q_s32(q1, q3));
    const int8x16_t y57 = vreinterpretq_s8_s32(vuzp2q_s32(q1, q3));
    vst1_s8(y, vget_low_s8(y02));
    vst1_s8(y + y_column, vget_low_s8(y13));
    vst1_s8(y + 2 * y_column, vget_high_s8(y02));
    vst1_s8(y + 3 * y_column, vget_high_s8(y13));
    vst1_s8(y + 4 * y_column, vget_low_s8(y46));
    vst1_s8(y + 5 * y_column, vget_low_s8(y57));
    vst1_s8(y + 6 * y_column, vget_high_s8(y46));
    vst1_s8(y + 7 * y_column, vget_high_s8(y57));
}

/* One matrix of eight rows and columns at least: what is no whole block overlaps the block before. */
EDGEC_INLINE void edgec_transpose_large_neon(const edgec_transpose_neon_params *p, const int8_t *x, int8_t *y)
{
    int32_t i = 0;
    while (i < p->rows) {
        const int32_t row = (i + 8 <= p->rows) ? i : p->rows - 8;
        int32_t j = 0;
        while (j < p->columns) {
            const int32_t column = (j + 8 <= p->columns) ? j : p->columns - 8;
            edgec_transpose_block_neon(x + row * p->x_row + column, p->x_row, y + row + column * p->y_column,
                                       p->y_column);
            j += 8;
        }
        i += 8;
    }
}

/* 16 columns of two, three or four rows, which y holds together. */
EDGEC_INLINE void edgec_transpose_join_neon(const int8_t *x, int32_t x_row, int32_t rows, int8_t *y)
{
    if (rows == 2) {
        const int8x16x2_t v = {{vld1q_s8(x), vld1q_s8(x + x_row)}};
        vst2q_s8(y, v);
    } else if (rows == 3) {
        const int8x16x3_t v = {{vld1q_s8(x), vld1q_s8(x + x_row), vld1q_s8(x + 2 * x_row)}};
        vst3q_s8(y, v);
    } else {
        const int8x16x4_t v = {{vld1q_s8(x), vld1q_s8(x + x_row), vld1q_s8(x + 2 * x_row), vld1q_s8(x + 3 * x_row)}};
        vst4q_s8(y, v);
    }
}

/* 16 rows of two, three or four columns, which x holds together. */
EDGEC_INLINE void edgec_transpose_part_neon(const int8_t *x, int32_t columns, int8_t *y, int32_t y_column)
{
    if (columns == 2) {
        const int8x16x2_t v = vld2q_s8(x);
        vst1q_s8(y, v.val[0]);
        vst1q_s8(y + y_column, v.val[1]);
    } else if (columns == 3) {
        const int8x16x3_t v = vld3q_s8(x);
        vst1q_s8(y, v.val[0]);
        vst1q_s8(y + y_column, v.val[1]);
        vst1q_s8(y + 2 * y_column, v.val[2]);
    } else {
        const int8x16x4_t v = vld4q_s8(x);
        vst1q_s8(y, v.val[0]);
        vst1q_s8(y + y_column, v.val[1]);
        vst1q_s8(y + 2 * y_column, v.val[2]);
        vst1q_s8(y + 3 * y_column, v.val[3]);
    }
}

/* One matrix with few rows or few columns and 16 of the others at least. */
EDGEC_INLINE void edgec_transpose_small_neon(const edgec_transpose_neon_params *p, const int8_t *x, int8_t *y)
{
    const int32_t many = (p->rows < p->columns) ? p->columns : p->rows;
    int32_t i = 0;
    while (i < many) {
        const int32_t at = (i + 16 <= many) ? i : many - 16;
        if (p->rows < p->columns) {
            edgec_transpose_join_neon(x + at, p->x_row, p->rows, y + at * p->rows);
        } else {
            edgec_transpose_part_neon(x + at * p->columns, p->columns, y + at, p->y_column);
        }
        i += 16;
    }
}

EDGEC_INLINE void edgec_transpose_x8_neon(const edgec_transpose_neon_params *p, const void *from, void *to)
{
    const int8_t *const x = from;
    int8_t *const y = to;
    const int32_t *xs = p->x_stride;
    const int32_t *ys = p->y_stride;
    int32_t i, j, k, l;
    for (i = 0; i < p->dims[0]; i++) {
        for (j = 0; j < p->dims[1]; j++) {
            for (k = 0; k < p->dims[2]; k++) {
                for (l = 0; l < p->dims[3]; l++) {
                    const int8_t *const matrix = x + i * xs[0] + j * xs[1] + k * xs[2] + l * xs[3];
                    int8_t *const turned = y + i * ys[0] + j * ys[1] + k * ys[2] + l * ys[3];
                    if (p->rows >= 8 && p->columns >= 8) {
                        edgec_transpose_large_neon(p, matrix, turned);
                    } else {
                        edgec_transpose_small_neon(p, matrix, turned);
                    }
                }
            }
        }
    }
}

#endif
