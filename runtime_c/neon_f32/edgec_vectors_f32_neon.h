/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the float NEON kernels share that are not products: limits, blocks of channels. */
#ifndef EDGEC_VECTORS_F32_NEON_H
#define EDGEC_VECTORS_F32_NEON_H

#include "edgec_float.h"
#include "edgec_neon.h"

/* sum + a * b; on Armv7-A the product is rounded. */
EDGEC_INLINE float32x4_t edgec_mla_f32_neon(float32x4_t sum, float32x4_t a, float32x4_t b)
{
#if defined(__aarch64__)
    return vfmaq_f32(sum, a, b);
#else
    return vmlaq_f32(sum, a, b);
#endif
}

/* The limits of a clamp; a NaN passes through. */
typedef struct {
    float32x4_t lo, hi;
} edgec_limits_f32_neon;

EDGEC_INLINE edgec_limits_f32_neon edgec_limits_of_f32_neon(float lo, float hi)
{
    edgec_limits_f32_neon l;
    l.lo = vdupq_n_f32(lo);
    l.hi = vdupq_n_f32(hi);
    return l;
}

/* `above`, a constant of the caller: whether there may be an upper limit. */
EDGEC_INLINE float32x4_t edgec_limited_f32_neon(float32x4_t v, const edgec_limits_f32_neon *l, int above)
{
    const float32x4_t low = vmaxq_f32(v, l->lo);
    return above ? vminq_f32(low, l->hi) : low;
}

#endif
