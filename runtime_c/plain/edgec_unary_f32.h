/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of one float32 value, applied to a whole tensor; the output may be the input's buffer. */
#ifndef EDGEC_UNARY_F32_H
#define EDGEC_UNARY_F32_H

#include "edgec_float.h"

typedef struct {
    int32_t n;
    float alpha, beta;
} edgec_unary_f32_params;

static inline float edgec_sigmoid_f32(float x) { return 1.0f / (1.0f + expf(-x)); }

static inline float edgec_hard_sigmoid_f32(float x, float alpha, float beta)
{
    return edgec_clamp_f32(alpha * x + beta, 0.0f, 1.0f);
}

/* x * Phi(x), by erfc so that the left tail keeps its precision. */
static inline float edgec_gelu_f32(float x) { return 0.5f * x * erfcf(x * -0.70710678f); }

/* log(1 + exp(x)) without overflow. */
static inline float edgec_softplus_f32(float x) { return ((x > 0.0f) ? x : 0.0f) + log1pf(expf(-fabsf(x))); }

static inline float edgec_sign_f32(float x)
{
    if (x > 0.0f) {
        return 1.0f;
    }
    return (x < 0.0f) ? -1.0f : x;
}

static inline float edgec_gelu_tanh_f32(float x)
{
    return 0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
}

static inline float edgec_shrink_f32(float x, float lambda, float bias)
{
    if (x > lambda) {
        return x - bias;
    }
    return (x < -lambda) ? x + bias : 0.0f;
}

/* edgec_<fn>_f32_plain: y = expression of v and the parameters p */
#define EDGEC_DEFINE_UNARY_F32(fn, expression)                                                                         \
    static inline void edgec_##fn##_f32_plain(const edgec_unary_f32_params *p, const float *x, float *y)               \
    {                                                                                                                  \
        int32_t i;                                                                                                     \
        for (i = 0; i < p->n; i++) {                                                                                   \
            const float v = x[i];                                                                                      \
            y[i] = (expression);                                                                                       \
        }                                                                                                              \
    }

EDGEC_DEFINE_UNARY_F32(clip, edgec_clamp_f32(v, p->alpha, p->beta))
EDGEC_DEFINE_UNARY_F32(leaky_relu, (v < 0.0f) ? p->alpha *v : v)
EDGEC_DEFINE_UNARY_F32(sigmoid, edgec_sigmoid_f32(v))
EDGEC_DEFINE_UNARY_F32(tanh, tanhf(v))
EDGEC_DEFINE_UNARY_F32(hard_sigmoid, edgec_hard_sigmoid_f32(v, p->alpha, p->beta))
EDGEC_DEFINE_UNARY_F32(hard_swish, v *edgec_hard_sigmoid_f32(v, p->alpha, p->beta))
EDGEC_DEFINE_UNARY_F32(elu, (v < 0.0f) ? p->alpha *expm1f(v) : v)
EDGEC_DEFINE_UNARY_F32(exp, expf(v))
EDGEC_DEFINE_UNARY_F32(log, logf(v))
EDGEC_DEFINE_UNARY_F32(sqrt, sqrtf(v))
EDGEC_DEFINE_UNARY_F32(abs, fabsf(v))
EDGEC_DEFINE_UNARY_F32(neg, -v)
EDGEC_DEFINE_UNARY_F32(reciprocal, 1.0f / v)
EDGEC_DEFINE_UNARY_F32(erf, erff(v))
EDGEC_DEFINE_UNARY_F32(gelu, edgec_gelu_f32(v))
EDGEC_DEFINE_UNARY_F32(softplus, edgec_softplus_f32(v))
EDGEC_DEFINE_UNARY_F32(sin, sinf(v))
EDGEC_DEFINE_UNARY_F32(cos, cosf(v))
EDGEC_DEFINE_UNARY_F32(floor, floorf(v))
EDGEC_DEFINE_UNARY_F32(ceil, ceilf(v))
EDGEC_DEFINE_UNARY_F32(round, rintf(v))
EDGEC_DEFINE_UNARY_F32(sign, edgec_sign_f32(v))
EDGEC_DEFINE_UNARY_F32(tan, tanf(v))
EDGEC_DEFINE_UNARY_F32(asin, asinf(v))
EDGEC_DEFINE_UNARY_F32(acos, acosf(v))
EDGEC_DEFINE_UNARY_F32(atan, atanf(v))
EDGEC_DEFINE_UNARY_F32(sinh, sinhf(v))
EDGEC_DEFINE_UNARY_F32(cosh, coshf(v))
EDGEC_DEFINE_UNARY_F32(asinh, asinhf(v))
EDGEC_DEFINE_UNARY_F32(acosh, acoshf(v))
EDGEC_DEFINE_UNARY_F32(atanh, atanhf(v))
EDGEC_DEFINE_UNARY_F32(softsign, v / (1.0f + fabsf(v)))
EDGEC_DEFINE_UNARY_F32(mish, v *tanhf(edgec_softplus_f32(v)))
EDGEC_DEFINE_UNARY_F32(swish, v *edgec_sigmoid_f32(p->alpha *v))
EDGEC_DEFINE_UNARY_F32(gelu_tanh, edgec_gelu_tanh_f32(v))
EDGEC_DEFINE_UNARY_F32(selu, p->beta *((v > 0.0f) ? v : p->alpha *expm1f(v)))
EDGEC_DEFINE_UNARY_F32(celu, (v > 0.0f) ? v : p->alpha *expm1f(v / p->alpha))
EDGEC_DEFINE_UNARY_F32(thresholded_relu, (v > p->alpha) ? v : 0.0f)
EDGEC_DEFINE_UNARY_F32(power, powf(v, p->alpha))
EDGEC_DEFINE_UNARY_F32(shrink, edgec_shrink_f32(v, p->alpha, p->beta))

#endif
