/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* From one integer quantization to another; the output may be the input's buffer. */
#ifndef EDGEC_REQUANTIZE_H
#define EDGEC_REQUANTIZE_H

#include "edgec_fixed.h"

typedef struct {
    int32_t n;
    int32_t in_zero;
    int32_t multiplier;
    uint32_t shift;
    int32_t out_zero, lo, hi;
} edgec_requantize_params;

/* offset is out_zero - in_zero. */
typedef struct {
    int32_t n;
    int32_t offset, lo, hi;
} edgec_offset_params;

/* edgec_requantize_<a>_<b>_plain: other scale; edgec_offset_<a>_<b>_plain: same scale, other zero point or type */
#define EDGEC_DEFINE_REQUANTIZE(a, a_type, b, b_type)                                                                  \
    static inline void edgec_requantize_##a##_##b##_plain(const edgec_requantize_params *p, const a_type *x,           \
                                                          b_type *y)                                                   \
    {                                                                                                                  \
        int32_t i;                                                                                                     \
        for (i = 0; i < p->n; i++) {                                                                                   \
            y[i] = (b_type)edgec_requantize((int32_t)x[i] - p->in_zero, p->multiplier, p->shift, p->out_zero, p->lo,   \
                                            p->hi);                                                                    \
        }                                                                                                              \
    }                                                                                                                  \
    static inline void edgec_offset_##a##_##b##_plain(const edgec_offset_params *p, const a_type *x, b_type *y)        \
    {                                                                                                                  \
        int32_t i;                                                                                                     \
        for (i = 0; i < p->n; i++) {                                                                                   \
            y[i] = (b_type)edgec_clamp_s32((int32_t)x[i] + p->offset, p->lo, p->hi);                                   \
        }                                                                                                              \
    }

EDGEC_DEFINE_REQUANTIZE(s8, int8_t, s8, int8_t)
EDGEC_DEFINE_REQUANTIZE(s8, int8_t, u8, uint8_t)
EDGEC_DEFINE_REQUANTIZE(u8, uint8_t, s8, int8_t)
EDGEC_DEFINE_REQUANTIZE(u8, uint8_t, u8, uint8_t)

/* One input of a concatenation whose scale differs from the output's: rows of x_columns into rows of y_columns. */
typedef struct {
    int32_t rows, x_columns, y_columns, y_offset;
    int32_t in_zero;
    int32_t multiplier;
    uint32_t shift;
    int32_t out_zero;
} edgec_concat_s8_params;

static inline void edgec_concat_s8_plain(const edgec_concat_s8_params *p, const int8_t *x, int8_t *y)
{
    int32_t r;
    int32_t i;
    for (r = 0; r < p->rows; r++) {
        for (i = 0; i < p->x_columns; i++) {
            const int32_t v = x[r * p->x_columns + i] - p->in_zero;
            y[r * p->y_columns + p->y_offset + i] =
                (int8_t)edgec_requantize(v, p->multiplier, p->shift, p->out_zero, INT8_MIN, INT8_MAX);
        }
    }
}

#endif
