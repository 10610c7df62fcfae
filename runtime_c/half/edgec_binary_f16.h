/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums, differences and products of two float16 tensors, with broadcasting, then the clamp.  float32 has more than
 * twice the bits of float16 and two, so that rounding to it first changes nothing. */
#ifndef EDGEC_BINARY_F16_H
#define EDGEC_BINARY_F16_H

#include "edgec_broadcast.h"
#include "edgec_half_sum.h"

typedef struct {
    edgec_broadcast shape;
    float lo, hi;
} edgec_binary_f16_params;

/* edgec_<fn>_f16_half: y = clamp(expression of u and v) */
#define EDGEC_DEFINE_BINARY_F16(fn, expression)                                                                        \
    static inline void edgec_##fn##_f16_row(const edgec_binary_f16_params *p, const uint16_t *a, const uint16_t *b,    \
                                            uint16_t *y)                                                               \
    {                                                                                                                  \
        const int32_t a_step = p->shape.a_stride[5];                                                                   \
        const int32_t b_step = p->shape.b_stride[5];                                                                   \
        int32_t i;                                                                                                     \
        for (i = 0; i < p->shape.dims[5]; i++) {                                                                       \
            const float u = edgec_half_to_float(a[i * a_step]);                                                        \
            const float v = edgec_half_to_float(b[i * b_step]);                                                        \
            y[i] = edgec_float_to_half(edgec_clamp_f32(edgec_half_of(expression), p->lo, p->hi));                      \
        }                                                                                                              \
    }                                                                                                                  \
    EDGEC_DEFINE_BROADCAST(edgec_##fn##_f16_half, uint16_t, edgec_binary_f16_params, edgec_##fn##_f16_row)

EDGEC_DEFINE_BINARY_F16(add, u + v)
EDGEC_DEFINE_BINARY_F16(sub, u - v)
EDGEC_DEFINE_BINARY_F16(mul, u *v)

#endif
