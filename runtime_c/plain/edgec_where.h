/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A choice between two tensors, element by element with broadcasting; x8 to x64 is the width of an element in bits. */
#ifndef EDGEC_WHERE_H
#define EDGEC_WHERE_H

#include "edgec_base.h"

/* Sizes (leading unused ones are 1) and element strides of condition, a and b: 0 where one is broadcast. */
typedef struct {
    int32_t dims[6], c_stride[6], a_stride[6], b_stride[6];
} edgec_where_params;

/* Offset of the row'th row of dims[5] elements in a tensor of these strides. */
static inline int32_t edgec_where_row(const edgec_where_params *p, const int32_t *stride, int32_t row)
{
    int32_t offset = 0;
    int32_t axis;
    for (axis = 4; axis >= 0; axis--) {
        offset += row % p->dims[axis] * stride[axis];
        row /= p->dims[axis];
    }
    return offset;
}

/* y = condition ? a : b; any condition but 0 is true. */
#define EDGEC_DEFINE_WHERE(name, size)                                                                                 \
    static inline void edgec_where_##name##_plain(const edgec_where_params *p, const uint8_t *condition,               \
                                                  const void *a, const void *b, void *y)                               \
    {                                                                                                                  \
        const int32_t *n = p->dims;                                                                                    \
        const int32_t rows = n[0] * n[1] * n[2] * n[3] * n[4];                                                         \
        char *to = (char *)y;                                                                                          \
        int32_t row, i;                                                                                                \
        for (row = 0; row < rows; row++) {                                                                             \
            const uint8_t *c = condition + edgec_where_row(p, p->c_stride, row);                                       \
            const char *from_a = (const char *)a + edgec_where_row(p, p->a_stride, row) * (size);                      \
            const char *from_b = (const char *)b + edgec_where_row(p, p->b_stride, row) * (size);                      \
            for (i = 0; i < n[5]; i++) {                                                                               \
                const char *from = (c[i * p->c_stride[5]] != 0u) ? from_a + i * p->a_stride[5] * (size)                \
                                                                 : from_b + i * p->b_stride[5] * (size);               \
                (void)memcpy(EDGEC_ALIGNED(to, (size)), EDGEC_ALIGNED(from, (size)), (size));                          \
                to += (size);                                                                                          \
            }                                                                                                          \
        }                                                                                                              \
    }

EDGEC_DEFINE_WHERE(x8, 1)
EDGEC_DEFINE_WHERE(x16, 2)
EDGEC_DEFINE_WHERE(x32, 4)
EDGEC_DEFINE_WHERE(x64, 8)

#endif
