/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops of an elementwise operation on two tensors, with numpy broadcasting. */
#ifndef EDGEC_BROADCAST_H
#define EDGEC_BROADCAST_H

#include "edgec_base.h"

/* Sizes (leading unused ones are 1) and element strides of both operands, 0 where one is broadcast.  Adjacent
 * dimensions are merged, so equal shapes are one row, a scalar has stride 0, and a vector of channels is a row that
 * repeats. */
typedef struct {
    int32_t dims[6], a_stride[6], b_stride[6];
} edgec_broadcast;

/* The kernel: row(p, a, b, y) computes dims[5] elements; params_t has a member edgec_broadcast shape.  The output may
 * be the buffer of an operand of the same shape and type. */
#define EDGEC_DEFINE_BROADCAST(symbol, type, params_t, row) EDGEC_DEFINE_BROADCAST_TO(symbol, type, type, params_t, row)

/* The same with an output of another type. */
#define EDGEC_DEFINE_BROADCAST_TO(symbol, type, out_type, params_t, row)                                               \
    EDGEC_INLINE void symbol(const params_t *p, const type *a, const type *b, out_type *y)                             \
    {                                                                                                                  \
        const edgec_broadcast *s = &p->shape;                                                                          \
        const int32_t *sa = s->a_stride;                                                                               \
        const int32_t *sb = s->b_stride;                                                                               \
        int32_t i0, i1, i2, i3, i4;                                                                                    \
        for (i0 = 0; i0 < s->dims[0]; i0++) {                                                                          \
            for (i1 = 0; i1 < s->dims[1]; i1++) {                                                                      \
                for (i2 = 0; i2 < s->dims[2]; i2++) {                                                                  \
                    for (i3 = 0; i3 < s->dims[3]; i3++) {                                                              \
                        for (i4 = 0; i4 < s->dims[4]; i4++) {                                                          \
                            row(p, a + i0 * sa[0] + i1 * sa[1] + i2 * sa[2] + i3 * sa[3] + i4 * sa[4],                 \
                                b + i0 * sb[0] + i1 * sb[1] + i2 * sb[2] + i3 * sb[3] + i4 * sb[4], y);                \
                            y += s->dims[5];                                                                           \
                        }                                                                                              \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

#endif
