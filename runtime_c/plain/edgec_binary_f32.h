/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of two float32 tensors, with broadcasting, then the clamp. */
#ifndef EDGEC_BINARY_F32_H
#define EDGEC_BINARY_F32_H

#include "edgec_broadcast.h"
#include "edgec_float.h"

typedef struct {
    edgec_broadcast shape;
    float lo, hi;
} edgec_binary_f32_params;

/* The remainder of u / v with the sign of v, as numpy.mod. */
static inline float edgec_mod_one_f32(float u, float v)
{
    const float r = fmodf(u, v);
    const _Bool opposite = (r < 0.0f && v > 0.0f) || (r > 0.0f && v < 0.0f);
    return opposite ? r + v : r;
}

/* edgec_<fn>_f32_plain: y = clamp(expression of u and v) */
#define EDGEC_DEFINE_BINARY_F32(fn, expression)                                                                        \
    static inline void edgec_##fn##_f32_row(const edgec_binary_f32_params *p, const float *a, const float *b,          \
                                            float *y)                                                                  \
    {                                                                                                                  \
        const int32_t a_step = p->shape.a_stride[5];                                                                   \
        const int32_t b_step = p->shape.b_stride[5];                                                                   \
        int32_t i;                                                                                                     \
        for (i = 0; i < p->shape.dims[5]; i++) {                                                                       \
            const float u = a[i * a_step];                                                                             \
            const float v = b[i * b_step];                                                                             \
            y[i] = edgec_clamp_f32((expression), p->lo, p->hi);                                                        \
        }                                                                                                              \
    }                                                                                                                  \
    EDGEC_DEFINE_BROADCAST(edgec_##fn##_f32_plain, float, edgec_binary_f32_params, edgec_##fn##_f32_row)

EDGEC_DEFINE_BINARY_F32(add, u + v)
EDGEC_DEFINE_BINARY_F32(sub, u - v)
EDGEC_DEFINE_BINARY_F32(mul, u *v)
EDGEC_DEFINE_BINARY_F32(div, u / v)
EDGEC_DEFINE_BINARY_F32(max, (v > u) ? v : u)
EDGEC_DEFINE_BINARY_F32(min, (v < u) ? v : u)
EDGEC_DEFINE_BINARY_F32(pow, powf(u, v))
EDGEC_DEFINE_BINARY_F32(prelu, (u < 0.0f) ? u *v : u)
EDGEC_DEFINE_BINARY_F32(mod, edgec_mod_one_f32(u, v))
EDGEC_DEFINE_BINARY_F32(fmod, fmodf(u, v))

#endif
