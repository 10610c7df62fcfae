/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Comparisons of two tensors of one type, with broadcasting: 1 where true, else 0.  With NaN only ne is true. */
#ifndef EDGEC_COMPARE_H
#define EDGEC_COMPARE_H

#include "edgec_broadcast.h"
#include "edgec_integers.h"

typedef struct {
    edgec_broadcast shape;
} edgec_compare_params;

/* edgec_<fn>_<type>_plain: y = expression of u and v; read is applied to every operand */
#define EDGEC_DEFINE_COMPARE(fn, name, type, read, expression)                                                         \
    static inline void edgec_compare_##fn##_##name##_row(const edgec_compare_params *p, const type *a, const type *b,  \
                                                         uint8_t *y)                                                   \
    {                                                                                                                  \
        const int32_t a_step = p->shape.a_stride[5];                                                                   \
        const int32_t b_step = p->shape.b_stride[5];                                                                   \
        int32_t i;                                                                                                     \
        for (i = 0; i < p->shape.dims[5]; i++) {                                                                       \
            const type u = read(a[i * a_step]);                                                                        \
            const type v = read(b[i * b_step]);                                                                        \
            y[i] = (uint8_t)(expression);                                                                              \
        }                                                                                                              \
    }                                                                                                                  \
    EDGEC_DEFINE_BROADCAST_TO(edgec_compare_##fn##_##name##_plain, type, uint8_t, edgec_compare_params,                \
                              edgec_compare_##fn##_##name##_row)

#define EDGEC_AS_IT_IS(value) (value)
#define EDGEC_TRUTH(value) ((uint8_t)((value) != 0u))

#define EDGEC_DEFINE_COMPARES(name, type, read)                                                                        \
    EDGEC_DEFINE_COMPARE(eq, name, type, read, u == v)                                                                 \
    EDGEC_DEFINE_COMPARE(ne, name, type, read, u != v)                                                                 \
    EDGEC_DEFINE_COMPARE(lt, name, type, read, u < v)                                                                  \
    EDGEC_DEFINE_COMPARE(le, name, type, read, u <= v)                                                                 \
    EDGEC_DEFINE_COMPARE(gt, name, type, read, u > v)                                                                  \
    EDGEC_DEFINE_COMPARE(ge, name, type, read, u >= v)

#define EDGEC_DEFINE_PLAIN_COMPARES(name, type, wide, wide_signed) EDGEC_DEFINE_COMPARES(name, type, EDGEC_AS_IT_IS)

EDGEC_FOR_INTEGERS(EDGEC_DEFINE_PLAIN_COMPARES)
EDGEC_DEFINE_COMPARES(f32, float, EDGEC_AS_IT_IS)
EDGEC_DEFINE_COMPARES(bool, uint8_t, EDGEC_TRUTH)

#endif
