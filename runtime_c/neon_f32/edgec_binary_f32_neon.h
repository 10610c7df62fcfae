/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums, differences, products and quotients of two float32 tensors, of which the second may be repeated, then the
 * clamp; 16 elements at a time.  The output may be an input's buffer. */
#ifndef EDGEC_BINARY_F32_NEON_H
#define EDGEC_BINARY_F32_NEON_H

#include "edgec_vectors_f32_neon.h"

/* `rows` of n elements; the second operand goes on by `b_row` from one to the next: n, or 0 where it is repeated. */
typedef struct {
    int32_t rows, n, b_row;
    float lo, hi;
} edgec_binary_f32_neon_params;

/* edgec_<fn>_f32_neon; Armv7-A divides no vectors. */
#define EDGEC_DEFINE_BINARY_F32_NEON(fn, vector, one)                                                                  \
    EDGEC_INLINE void edgec_##fn##_row_f32_neon(const float *a, const float *b, float *y, int32_t n, float lo,         \
                                                float hi, int above)                                                   \
    {                                                                                                                  \
        const edgec_limits_f32_neon l = edgec_limits_of_f32_neon(lo, hi);                                              \
        int32_t i = 0;                                                                                                 \
        for (; i + 16 <= n; i += 16) {                                                                                 \
            const float32x4_t v0 = vector(vld1q_f32(a + i), vld1q_f32(b + i));                                         \
            const float32x4_t v1 = vector(vld1q_f32(a + i + 4), vld1q_f32(b + i + 4));                                 \
            const float32x4_t v2 = vector(vld1q_f32(a + i + 8), vld1q_f32(b + i + 8));                                 \
            const float32x4_t v3 = vector(vld1q_f32(a + i + 12), vld1q_f32(b + i + 12));                               \
            vst1q_f32(y + i, edgec_limited_f32_neon(v0, &l, above));                                                   \
            vst1q_f32(y + i + 4, edgec_limited_f32_neon(v1, &l, above));                                               \
            vst1q_f32(y + i + 8, edgec_limited_f32_neon(v2, &l, above));                                               \
            vst1q_f32(y + i + 12, edgec_limited_f32_neon(v3, &l, above));                                              \
        }                                                                                                              \
        for (; i + 4 <= n; i += 4) {                                                                                   \
            vst1q_f32(y + i, edgec_limited_f32_neon(vector(vld1q_f32(a + i), vld1q_f32(b + i)), &l, above));           \
        }                                                                                                              \
        for (; i < n; i++) {                                                                                           \
            y[i] = edgec_clamp_f32(a[i] one b[i], lo, hi);                                                             \
        }                                                                                                              \
    }                                                                                                                  \
    static inline void edgec_##fn##_f32_neon(const edgec_binary_f32_neon_params *p, const float *a, const float *b,    \
                                             float *y)                                                                 \
    {                                                                                                                  \
        const int above = !(isinf(p->hi) && p->hi > 0.0f);                                                             \
        int32_t r;                                                                                                     \
        for (r = 0; r < p->rows; r++) {                                                                                \
            if (above) {                                                                                               \
                edgec_##fn##_row_f32_neon(a, b, y, p->n, p->lo, p->hi, 1);                                             \
            } else {                                                                                                   \
                edgec_##fn##_row_f32_neon(a, b, y, p->n, p->lo, p->hi, 0);                                             \
            }                                                                                                          \
            a += p->n;                                                                                                 \
            b += p->b_row;                                                                                             \
            y += p->n;                                                                                                 \
        }                                                                                                              \
    }

EDGEC_DEFINE_BINARY_F32_NEON(add, vaddq_f32, +)
EDGEC_DEFINE_BINARY_F32_NEON(sub, vsubq_f32, -)
EDGEC_DEFINE_BINARY_F32_NEON(mul, vmulq_f32, *)
#if defined(__aarch64__)
EDGEC_DEFINE_BINARY_F32_NEON(div, vdivq_f32, /)
#endif

#endif
