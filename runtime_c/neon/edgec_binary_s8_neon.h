/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sum, difference and product of two int8 tensors of different scales with broadcasting, 16 elements at a time.  The
 * output may be the buffer of an operand of its shape. */
#ifndef EDGEC_BINARY_S8_NEON_H
#define EDGEC_BINARY_S8_NEON_H

#include "edgec_add_s8_neon.h"
#include "edgec_broadcast.h"

/* The first operand moves along the last dimension; the second one moves, too, or stays (stride 0).  repeat: the two
 * last dimensions are one run of the first operand, and the same short row of the second for each part of it, which
 * lies in scratch, with 16 bytes more that begin anew. */
typedef struct {
    edgec_broadcast shape;
    int32_t repeat;
} edgec_rows_of_neon;

/* sum.n is not read. */
typedef struct {
    edgec_rows_of_neon rows;
    edgec_add_s8_neon_params sum;
} edgec_sum_s8_neon_params;

/* multiplier and minus_n: of all products, see edgec_ending_neon. */
typedef struct {
    edgec_rows_of_neon rows;
    int32_t a_zero, b_zero;
    int32_t multiplier, minus_n;
    edgec_ending_neon ending;
} edgec_mul_s8_neon_params;

EDGEC_INLINE int8x16_t edgec_sum_vector_neon(const edgec_sum_s8_neon_params *params, int8x16_t u, int8x16_t v)
{
    const edgec_add_s8_neon_params *p = &params->sum;
    const int8x8_t a_zero = vdup_n_s8((int8_t)p->a_zero);
    const int8x8_t b_zero = vdup_n_s8((int8_t)p->b_zero);
    const int32x4_t m_a = vdupq_n_s32(p->m_a);
    const int32x4_t m_b = vdupq_n_s32(p->m_b);
    const int16x8_t shift = vdupq_n_s16((int16_t)(16 - p->shift));
    const int16x8_t zero = vdupq_n_s16((int16_t)p->out_zero);
    const int16x8_t low =
        edgec_add_eight_neon(vsubl_s8(vget_low_s8(u), a_zero), vsubl_s8(vget_low_s8(v), b_zero), m_a, m_b);
    const int16x8_t high =
        edgec_add_eight_neon(vsubl_s8(vget_high_s8(u), a_zero), vsubl_s8(vget_high_s8(v), b_zero), m_a, m_b);
    const int8x16_t sum =
        vqmovn_high_s16(vqmovn_s16(vaddq_s16(vrshlq_s16(low, shift), zero)), vaddq_s16(vrshlq_s16(high, shift), zero));
    return vminq_s8(vmaxq_s8(sum, vdupq_n_s8((int8_t)p->lo)), vdupq_n_s8((int8_t)p->hi));
}

EDGEC_INLINE int8x16_t edgec_mul_vector_neon(const edgec_mul_s8_neon_params *p, int8x16_t u, int8x16_t v)
{
    const edgec_ending_neon *e = &p->ending;
    const int8x8_t a_zero = vdup_n_s8((int8_t)p->a_zero);
    const int8x8_t b_zero = vdup_n_s8((int8_t)p->b_zero);
    const int32x4_t m = vdupq_n_s32(p->multiplier);
    const int32x4_t minus_n = vdupq_n_s32(p->minus_n);
    const int16x8_t u0 = vsubl_s8(vget_low_s8(u), a_zero);
    const int16x8_t u1 = vsubl_s8(vget_high_s8(u), a_zero);
    const int16x8_t v0 = vsubl_s8(vget_low_s8(v), b_zero);
    const int16x8_t v1 = vsubl_s8(vget_high_s8(v), b_zero);
    const int32x4_t a = edgec_scaled_neon(vmull_s16(vget_low_s16(u0), vget_low_s16(v0)), m, minus_n, e, 1);
    const int32x4_t b = edgec_scaled_neon(vmull_high_s16(u0, v0), m, minus_n, e, 1);
    const int32x4_t c = edgec_scaled_neon(vmull_s16(vget_low_s16(u1), vget_low_s16(v1)), m, minus_n, e, 1);
    const int32x4_t d = edgec_scaled_neon(vmull_high_s16(u1, v1), m, minus_n, e, 1);
    return edgec_narrowed_neon(a, b, c, d, e, 1);
}

/* A row of n bytes, and 16 more that begin anew. */
EDGEC_INLINE void edgec_repeated_neon(int8_t *to, const int8_t *row, int32_t n)
{
    int32_t i;
    memcpy(to, row, (size_t)n);
    for (i = n; i < n + 16; i++) {
        to[i] = to[i - n];
    }
}

/* vector(p, u, v) computes 16 elements. */
#define EDGEC_BINARY_ROW_NEON(symbol, params_t, vector)                                                                \
    EDGEC_INLINE void symbol##_row(const params_t *p, const int8_t *a, const int8_t *b, int8_t *y)                     \
    {                                                                                                                  \
        const int32_t n = p->rows.shape.dims[5];                                                                       \
        const int32_t left = n % 16;                                                                                   \
        const int single = p->rows.shape.b_stride[5] == 0;                                                             \
        const int8x16_t same = vdupq_n_s8(*b);                                                                         \
        int32_t i;                                                                                                     \
        for (i = 0; i + 16 <= n; i += 16) {                                                                            \
            vst1q_s8(y + i, vector(p, vld1q_s8(a + i), single ? same : vld1q_s8(b + i)));                              \
        }                                                                                                              \
        if (left != 0) {                                                                                               \
            const int8x16_t v = single ? same : edgec_load_part_neon(b + i, left);                                     \
            edgec_store_part_neon(y + i, vector(p, edgec_load_part_neon(a + i, left), v), left);                       \
        }                                                                                                              \
    }

/* A row of the first operand with a short one of the second, which repeats. */
#define EDGEC_BINARY_REPEAT_NEON(symbol, params_t, vector)                                                             \
    EDGEC_INLINE void symbol##_repeat(const params_t *p, const int8_t *a, const int8_t *b, int8_t *y)                  \
    {                                                                                                                  \
        const int32_t n = p->rows.shape.dims[5];                                                                       \
        const int32_t total = p->rows.shape.dims[4] * n;                                                               \
        const int32_t left = total % 16;                                                                               \
        int32_t at = 0;                                                                                                \
        int32_t i;                                                                                                     \
        for (i = 0; i + 16 <= total; i += 16) {                                                                        \
            vst1q_s8(y + i, vector(p, vld1q_s8(a + i), vld1q_s8(b + at)));                                             \
            at += 16 % n;                                                                                              \
            at -= (at >= n) ? n : 0;                                                                                   \
        }                                                                                                              \
        if (left != 0) {                                                                                               \
            edgec_store_part_neon(y + i, vector(p, edgec_load_part_neon(a + i, left), vld1q_s8(b + at)), left);        \
        }                                                                                                              \
    }

#define EDGEC_DEFINE_BINARY_NEON(symbol, params_t, vector)                                                             \
    EDGEC_BINARY_ROW_NEON(symbol, params_t, vector)                                                                    \
    EDGEC_BINARY_REPEAT_NEON(symbol, params_t, vector)                                                                 \
    EDGEC_INLINE void symbol(const params_t *p, const int8_t *a, const int8_t *b, int8_t *y, int8_t *scratch)          \
    {                                                                                                                  \
        const edgec_broadcast *s = &p->rows.shape;                                                                     \
        const int32_t *sa = s->a_stride;                                                                               \
        const int32_t *sb = s->b_stride;                                                                               \
        int32_t i, j, k, l, r;                                                                                         \
        for (i = 0; i < s->dims[0]; i++) {                                                                             \
            for (j = 0; j < s->dims[1]; j++) {                                                                         \
                for (k = 0; k < s->dims[2]; k++) {                                                                     \
                    for (l = 0; l < s->dims[3]; l++) {                                                                 \
                        const int8_t *const u = a + i * sa[0] + j * sa[1] + k * sa[2] + l * sa[3];                     \
                        const int8_t *const v = b + i * sb[0] + j * sb[1] + k * sb[2] + l * sb[3];                     \
                        if (p->rows.repeat != 0) {                                                                     \
                            edgec_repeated_neon(scratch, v, s->dims[5]);                                               \
                            symbol##_repeat(p, u, scratch, y);                                                         \
                        } else {                                                                                       \
                            for (r = 0; r < s->dims[4]; r++) {                                                         \
                                symbol##_row(p, u + r * sa[4], v + r * sb[4], y + r * s->dims[5]);                     \
                            }                                                                                          \
                        }                                                                                              \
                        y += s->dims[4] * s->dims[5];                                                                  \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

EDGEC_DEFINE_BINARY_NEON(edgec_sum_s8_neon, edgec_sum_s8_neon_params, edgec_sum_vector_neon)
EDGEC_DEFINE_BINARY_NEON(edgec_mul_s8_neon, edgec_mul_s8_neon_params, edgec_mul_vector_neon)

#endif
