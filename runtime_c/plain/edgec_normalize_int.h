/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* (x - mean) / sqrt(variance + epsilon) * scale + bias of int8 and int16 values; the output may be the input's buffer.
 * The same results as converter/fixed_point_root.py, bit for bit. */
#ifndef EDGEC_NORMALIZE_INT_H
#define EDGEC_NORMALIZE_INT_H

#include "edgec_fixed.h"
#include "edgec_groups.h"

typedef struct {
    edgec_groups shape; /* n <= 32767 */
    uint64_t epsilon;   /* at most 2**60 */
    uint32_t shift;     /* of value * scale, 20 at least: values have 20 fraction bits, bias has shift - 20 */
    int32_t out_zero;
} edgec_normalize_int_params;

/* The largest r with r * r <= t, for t >= 2**30. */
static inline uint32_t edgec_root(uint32_t t)
{
    uint32_t root = 0u;
    uint32_t bit;
    for (bit = UINT32_C(1) << 15; bit != 0u; bit >>= 1) {
        const uint32_t trial = root | bit;
        root = (trial * trial <= t) ? trial : root;
    }
    return root;
}

/* 1 / sqrt(t) = m * 2**(h - 61) for 1 <= t < 2**62: a quotient of 16 bits, then one step of Newton's method. */
static inline int32_t edgec_inverse_root(uint64_t t, uint32_t *h)
{
    uint32_t top;
    uint64_t m;
    uint64_t square;
    uint32_t step;
    *h = 0u;
    for (step = 16u; step != 0u; step >>= 1) { /* up to 2**60 .. 2**62 - 1 */
        const uint32_t by = 2u * step;
        const uint32_t left = 62u - by;
        if (t >> left == 0u) {
            t <<= by;
            *h += step;
        }
    }
    top = (uint32_t)(t >> 30);
    m = (uint64_t)((UINT32_C(1) << 31) / edgec_root(top)) << 15;
    square = (m * m) >> 31;
    m = (m * (((UINT64_C(3) << 31) - ((top * square) >> 30)) >> 1)) >> 31;
    return (m > (uint64_t)INT32_MAX) ? INT32_MAX : (int32_t)m;
}

/* One value: difference is n * x - sum. */
static inline int32_t edgec_normalize_value(const edgec_normalize_int_params *p, int32_t difference, int32_t m,
                                            uint32_t down, int32_t scale, int32_t bias, int32_t lo, int32_t hi)
{
    const int32_t value = (int32_t)(((int64_t)difference * m + (INT64_C(1) << (down - 1u))) >> down);
    const int64_t acc = (int64_t)value * scale + (int64_t)bias * (INT64_C(1) << 20);
    const int64_t y = ((acc + (INT64_C(1) << (p->shift - 1u))) >> p->shift) + p->out_zero;
    return (y < lo) ? lo : (y > hi) ? hi : (int32_t)y;
}

#define EDGEC_DEFINE_NORMALIZE(name, type, lo, hi)                                                                     \
    static inline void name##_group(const edgec_normalize_int_params *p, const type *x, const int32_t *scale,          \
                                    const int32_t *bias, type *y)                                                      \
    {                                                                                                                  \
        const int32_t n = p->shape.n;                                                                                  \
        const int32_t step = p->shape.inner;                                                                           \
        int32_t sum = 0;                                                                                               \
        int64_t squares = 0;                                                                                           \
        uint64_t spread;                                                                                               \
        uint32_t h;                                                                                                    \
        int32_t m;                                                                                                     \
        int32_t i;                                                                                                     \
        for (i = 0; i < n; i++) {                                                                                      \
            const int32_t v = x[i * step];                                                                             \
            sum += v;                                                                                                  \
            squares += (int64_t)v * v;                                                                                 \
        }                                                                                                              \
        squares = n * squares - (int64_t)sum * sum;                                                                    \
        spread = (uint64_t)squares + p->epsilon;                                                                       \
        m = edgec_inverse_root((spread == 0u) ? 1u : spread, &h);                                                      \
        for (i = 0; i < n; i++) {                                                                                      \
            const int32_t f = i * p->shape.along;                                                                      \
            const int32_t difference = n * x[i * step] - sum;                                                          \
            y[i * step] = (type)edgec_normalize_value(p, difference, m, 41u - h, scale[f], bias[f], lo, hi);           \
        }                                                                                                              \
    }                                                                                                                  \
    EDGEC_DEFINE_GROUPS(name, type, int32_t, edgec_normalize_int_params, name##_group)

EDGEC_DEFINE_NORMALIZE(edgec_normalize_s8_plain, int8_t, INT8_MIN, INT8_MAX)
EDGEC_DEFINE_NORMALIZE(edgec_normalize_s16_plain, int16_t, INT16_MIN, INT16_MAX)

#endif
