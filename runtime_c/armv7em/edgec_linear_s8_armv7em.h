/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Another scale and zero point, int8: y = saturate((x * m + offset) >> shift), which the binding has proven to be the
 * requantized value for each of the 256 inputs.  Rows of x lie side by side in rows of y (a concatenation). */
#ifndef EDGEC_LINEAR_S8_ARMV7EM_H
#define EDGEC_LINEAR_S8_ARMV7EM_H

#include "edgec_armv7em.h"

typedef struct {
    int32_t rows, x_columns, y_columns, y_offset;
    int32_t m, offset;
    uint32_t shift;
} edgec_linear_s8_armv7em_params;

static inline int8_t edgec_linear_s8_armv7em_one(int32_t x, int32_t m, int32_t offset, uint32_t shift)
{
    return (int8_t)edgec_limit_s8((x * m + offset) >> shift, INT8_MIN, INT8_MAX);
}

static inline void edgec_linear_s8_armv7em(const edgec_linear_s8_armv7em_params *p, const int8_t *x, int8_t *y)
{
    const int32_t m = edgec_opaque(p->m);
    const int32_t offset = edgec_opaque(p->offset);
    int32_t r;
    y += p->y_offset;
    for (r = 0; r < p->rows; r++) {
        int32_t n = p->x_columns;
        int8_t *to = y;
        for (; n >= 4; n -= 4) {
            const uint32_t four = edgec_load4(x);
            to[0] = edgec_linear_s8_armv7em_one((int8_t)(uint8_t)(four & 0xFFu), m, offset, p->shift);
            to[1] = edgec_linear_s8_armv7em_one((int8_t)(uint8_t)((four >> 8) & 0xFFu), m, offset, p->shift);
            to[2] = edgec_linear_s8_armv7em_one((int8_t)(uint8_t)((four >> 16) & 0xFFu), m, offset, p->shift);
            to[3] = edgec_linear_s8_armv7em_one((int8_t)(uint8_t)(four >> 24), m, offset, p->shift);
            x += 4;
            to += 4;
        }
        for (; n > 0; n--) {
            *to++ = edgec_linear_s8_armv7em_one(*x++, m, offset, p->shift);
        }
        y += p->y_columns;
    }
}

#endif
