/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Transposes of bytes and of halfwords: matrices of rows and columns, each turned in blocks of words. */
#ifndef EDGEC_TRANSPOSE_ARMV7EM_H
#define EDGEC_TRANSPOSE_ARMV7EM_H

#include "edgec_armv7em.h"

/* Matrices x[i][j], i < rows, j < columns, at every index below dims; a row of x starts x_row elements after the one
 * before, a column of y (rows elements side by side) y_column after the one before. */
typedef struct {
    int32_t dims[4], x_stride[4], y_stride[4];
    int32_t rows, columns;
    int32_t x_row, y_column;
} edgec_transpose_params;

/* The bytes {a0 b0 a2 b2} and {a1 b1 a3 b3}. */
static inline uint32_t edgec_zip_even(uint32_t a, uint32_t b) { return edgec_uxtb16(a) | (edgec_uxtb16(b) << 8); }

static inline uint32_t edgec_zip_odd(uint32_t a, uint32_t b) { return edgec_uxtb16_odd(a) | (b & 0xFF00FF00u); }

/* Four columns of two, three or four rows. */
static inline void edgec_transpose_x8_two(const edgec_transpose_params *p, const int8_t *x, int8_t *y)
{
    const uint32_t a = edgec_load4(x);
    const uint32_t b = edgec_load4(x + p->x_row);
    const uint32_t even = edgec_zip_even(a, b);
    const uint32_t odd = edgec_zip_odd(a, b);
    edgec_store4(edgec_lows(even, odd), y);
    edgec_store4(edgec_highs(even, odd), y + 4);
}

static inline void edgec_transpose_x8_three(const edgec_transpose_params *p, const int8_t *x, int8_t *y)
{
    const uint32_t a = edgec_load4(x);
    const uint32_t b = edgec_load4(x + p->x_row);
    const uint32_t c = edgec_load4(x + 2 * p->x_row);
    const uint32_t ab = edgec_zip_even(a, b); /* a0 b0 a2 b2 */
    const uint32_t bc = edgec_zip_odd(b, c);  /* b1 c1 b3 c3 */
    const uint32_t ca = edgec_uxtb16(c) | (a & 0xFF00FF00u);
    edgec_store4(edgec_lows(ab, ca), y);         /* a0 b0 c0 a1 */
    edgec_store4(edgec_low_high(bc, ab), y + 4); /* b1 c1 a2 b2 */
    edgec_store4(edgec_highs(ca, bc), y + 8);    /* c2 a3 b3 c3 */
}

static inline void edgec_transpose_x8_four(const edgec_transpose_params *p, const int8_t *x, int8_t *y)
{
    const uint32_t a = edgec_load4(x);
    const uint32_t b = edgec_load4(x + p->x_row);
    const uint32_t c = edgec_load4(x + 2 * p->x_row);
    const uint32_t d = edgec_load4(x + 3 * p->x_row);
    const uint32_t even = edgec_zip_even(a, b);
    const uint32_t odd = edgec_zip_odd(a, b);
    const uint32_t even2 = edgec_zip_even(c, d);
    const uint32_t odd2 = edgec_zip_odd(c, d);
    edgec_store4(edgec_lows(even, even2), y);
    edgec_store4(edgec_lows(odd, odd2), y + p->y_column);
    edgec_store4(edgec_highs(even, even2), y + 2 * p->y_column);
    edgec_store4(edgec_highs(odd, odd2), y + 3 * p->y_column);
}

/* One matrix of at least two rows and four columns; what is no whole block overlaps the block before. */
EDGEC_INLINE void edgec_transpose_x8_one(const edgec_transpose_params *p, const int8_t *x, int8_t *y)
{
    int32_t i;
    int32_t j;
    for (i = 0; i < p->rows; i += 4) {
        const int32_t row = (p->rows < 4 || i + 4 <= p->rows) ? i : p->rows - 4;
        for (j = 0; j < p->columns; j += 4) {
            const int32_t column = (j + 4 <= p->columns) ? j : p->columns - 4;
            const int8_t *from = x + row * p->x_row + column;
            int8_t *to = y + column * p->y_column + row;
            if (p->rows == 2) {
                edgec_transpose_x8_two(p, from, to);
            } else if (p->rows == 3) {
                edgec_transpose_x8_three(p, from, to);
            } else {
                edgec_transpose_x8_four(p, from, to);
            }
        }
    }
}

/* One matrix of at least two rows and two columns. */
EDGEC_INLINE void edgec_transpose_x16_one(const edgec_transpose_params *p, const int16_t *x, int16_t *y)
{
    int32_t i;
    int32_t j;
    for (i = 0; i < p->rows; i += 2) {
        const int32_t row = (i + 2 <= p->rows) ? i : p->rows - 2;
        for (j = 0; j < p->columns; j += 2) {
            const int32_t column = (j + 2 <= p->columns) ? j : p->columns - 2;
            const int16_t *from = x + row * p->x_row + column;
            int16_t *to = y + column * p->y_column + row;
            const uint32_t a = edgec_load_pair(from);
            const uint32_t b = edgec_load_pair(from + p->x_row);
            edgec_store_pair(edgec_lows(a, b), to);
            edgec_store_pair(edgec_highs(a, b), to + p->y_column);
        }
    }
}

#define EDGEC_DEFINE_TRANSPOSE(width, type)                                                                            \
    EDGEC_INLINE void edgec_transpose_##width##_armv7em(const edgec_transpose_params *p, const void *x, void *y)       \
    {                                                                                                                  \
        const int32_t *sx = p->x_stride;                                                                               \
        const int32_t *sy = p->y_stride;                                                                               \
        int32_t i0, i1, i2, i3;                                                                                        \
        for (i0 = 0; i0 < p->dims[0]; i0++) {                                                                          \
            for (i1 = 0; i1 < p->dims[1]; i1++) {                                                                      \
                for (i2 = 0; i2 < p->dims[2]; i2++) {                                                                  \
                    for (i3 = 0; i3 < p->dims[3]; i3++) {                                                              \
                        const int32_t from = i0 * sx[0] + i1 * sx[1] + i2 * sx[2] + i3 * sx[3];                        \
                        const int32_t to = i0 * sy[0] + i1 * sy[1] + i2 * sy[2] + i3 * sy[3];                          \
                        edgec_transpose_##width##_one(p, (const type *)x + from, (type *)y + to);                      \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

EDGEC_DEFINE_TRANSPOSE(x8, int8_t)
EDGEC_DEFINE_TRANSPOSE(x16, int16_t)

#endif
