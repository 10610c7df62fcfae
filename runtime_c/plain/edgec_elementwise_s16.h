/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elementwise operations on int16 tensors: sums and products with broadcasting, any function by interpolation in a
 * table, changes of scale and width.  The same results as converter/fixed_point_wide.py, bit for bit. */
#ifndef EDGEC_ELEMENTWISE_S16_H
#define EDGEC_ELEMENTWISE_S16_H

#include "edgec_broadcast.h"
#include "edgec_fixed.h"

/* For a difference m_b is negative; |m| < 2**30. */
typedef struct {
    edgec_broadcast shape;
    int32_t m_a, m_b;
    uint32_t shift;
    int32_t lo, hi;
} edgec_add_s16_params;

typedef struct {
    edgec_broadcast shape;
    int32_t multiplier;
    uint32_t shift;
    int32_t lo, hi;
} edgec_mul_s16_params;

static inline void edgec_add_s16_row(const edgec_add_s16_params *p, const int16_t *a, const int16_t *b, int16_t *y)
{
    const int32_t a_step = p->shape.a_stride[5];
    const int32_t b_step = p->shape.b_stride[5];
    const int64_t half = INT64_C(1) << (p->shift - 1u);
    int32_t i;
    for (i = 0; i < p->shape.dims[5]; i++) {
        const int64_t acc = (int64_t)a[i * a_step] * p->m_a + (int64_t)b[i * b_step] * p->m_b + half;
        if (p->shift >= 16u) { /* |acc| < 2**47: the sum is an int32 */
            y[i] = (int16_t)edgec_clamp_s32((int32_t)(acc >> p->shift), p->lo, p->hi);
        } else {
            const int64_t v = acc >> p->shift;
            y[i] = (int16_t)((v < p->lo) ? p->lo : (v > p->hi) ? p->hi : (int32_t)v);
        }
    }
}

static inline void edgec_mul_s16_row(const edgec_mul_s16_params *p, const int16_t *a, const int16_t *b, int16_t *y)
{
    const int32_t a_step = p->shape.a_stride[5];
    const int32_t b_step = p->shape.b_stride[5];
    int32_t i;
    for (i = 0; i < p->shape.dims[5]; i++) {
        const int32_t product = a[i * a_step] * b[i * b_step];
        y[i] = (int16_t)edgec_requantize(product, p->multiplier, p->shift, 0, p->lo, p->hi);
    }
}

EDGEC_DEFINE_BROADCAST(edgec_add_s16_plain, int16_t, edgec_add_s16_params, edgec_add_s16_row)
EDGEC_DEFINE_BROADCAST(edgec_mul_s16_plain, int16_t, edgec_mul_s16_params, edgec_mul_s16_row)

typedef struct {
    int32_t n;
} edgec_table_s16_params;

/* Any function of one value: 513 entries, 128 values apart, straight lines between.  The output may be the input's
 * buffer. */
static inline void edgec_table_s16_plain(const edgec_table_s16_params *p, const int16_t *x, const int16_t *table,
                                         int16_t *y)
{
    int32_t i;
    for (i = 0; i < p->n; i++) {
        const int32_t at = x[i] + 32768;
        const int16_t *from = table + (at >> 7);
        const int32_t first = from[0];
        const int32_t rise = from[1] - first;
        y[i] = (int16_t)(first + ((rise * (at & 127) + 64) >> 7));
    }
}

typedef struct {
    int32_t n;
    int32_t in_zero;
    int32_t multiplier;
    uint32_t shift;
    int32_t out_zero, lo, hi;
} edgec_rescale_params;

#define EDGEC_DEFINE_RESCALE(a, a_type, b, b_type)                                                                     \
    static inline void edgec_rescale_##a##_##b##_plain(const edgec_rescale_params *p, const a_type *x, b_type *y)      \
    {                                                                                                                  \
        int32_t i;                                                                                                     \
        for (i = 0; i < p->n; i++) {                                                                                   \
            y[i] = (b_type)edgec_requantize((int32_t)x[i] - p->in_zero, p->multiplier, p->shift, p->out_zero, p->lo,   \
                                            p->hi);                                                                    \
        }                                                                                                              \
    }

EDGEC_DEFINE_RESCALE(s16, int16_t, s16, int16_t)
EDGEC_DEFINE_RESCALE(s16, int16_t, s8, int8_t)
EDGEC_DEFINE_RESCALE(s16, int16_t, u8, uint8_t)
EDGEC_DEFINE_RESCALE(s8, int8_t, s16, int16_t)
EDGEC_DEFINE_RESCALE(u8, uint8_t, s16, int16_t)

/* One input of a concatenation whose scale differs from the output's: rows of x_columns into rows of y_columns. */
typedef struct {
    int32_t rows, x_columns, y_columns, y_offset;
    int32_t multiplier;
    uint32_t shift;
} edgec_concat_s16_params;

static inline void edgec_concat_s16_plain(const edgec_concat_s16_params *p, const int16_t *x, int16_t *y)
{
    int32_t r;
    int32_t i;
    for (r = 0; r < p->rows; r++) {
        for (i = 0; i < p->x_columns; i++) {
            y[r * p->y_columns + p->y_offset + i] =
                (int16_t)edgec_requantize(x[r * p->x_columns + i], p->multiplier, p->shift, 0, INT16_MIN, INT16_MAX);
        }
    }
}

#endif
