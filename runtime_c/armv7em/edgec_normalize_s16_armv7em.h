/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* (x - mean) / sqrt(variance + epsilon) * scale + bias, int16: the bytes of edgec_normalize_s16_plain with two products
 * of 32 bits for each value.  The output may be the input's buffer. */
#ifndef EDGEC_NORMALIZE_S16_ARMV7EM_H
#define EDGEC_NORMALIZE_S16_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_groups.h"
#include "edgec_normalize_int.h"

typedef struct {
    edgec_groups shape; /* n <= 16384 */
    uint64_t epsilon;
    uint32_t shift; /* 33..62 */
} edgec_normalize_s16_armv7em_params;

/* acc + the product of the low halves + that of the high ones, in 64 bits. */
static inline int64_t edgec_smlald(uint32_t a, uint32_t b, int64_t acc)
{
#if EDGEC_ARMV7EM
    __asm__("smlald %Q0, %R0, %1, %2" : "+r"(acc) : "r"(a), "r"(b));
    return acc;
#else
    return acc + edgec_low(a) * edgec_low(b) + (int64_t)(edgec_high(a) * edgec_high(b));
#endif
}

/* 2**lift times n * x - sum, which is less than 2**30 (its parts may wrap), times m: the normalized value with 20
 * fraction bits, down + 32 bits down. */
EDGEC_INLINE int32_t edgec_normalize_s16_armv7em_value(int32_t x, uint32_t n, uint32_t sum, int32_t m, uint32_t down)
{
    return edgec_smmla((int32_t)((uint32_t)x * n - sum), m, UINT32_C(1) << (down - 1u)) >> down;
}

EDGEC_INLINE void edgec_normalize_s16_armv7em_group(const edgec_normalize_s16_armv7em_params *p, const int16_t *x,
                                                    const int32_t *scale, const int32_t *bias, int16_t *y)
{
    const int32_t n = p->shape.n;
    const int32_t step = p->shape.inner;
    const int64_t half = INT64_C(1) << (p->shift - 1u);
    int32_t sum = 0;
    int64_t squares = 0;
    int32_t i = 0;
    uint64_t spread;
    uint32_t h;
    uint32_t lift;
    int32_t m;
    if (step == 1) {
        for (; i + 2 <= n; i += 2) {
            const uint32_t two = edgec_load_pair(x + i);
            sum = (int32_t)edgec_smlad(two, UINT32_C(0x00010001), (uint32_t)sum);
            squares = edgec_smlald(two, two, squares);
        }
    }
    for (; i < n; i++) {
        const int32_t v = x[i * step];
        sum += v;
        squares += v * v;
    }
    spread = (uint64_t)(n * squares - (int64_t)sum * sum) + p->epsilon;
    m = edgec_inverse_root((spread == 0u) ? 1u : spread, &h);
    lift = (h > 8u) ? h - 8u : 0u;
    for (i = 0; i < n; i++) {
        const int32_t f = i * p->shape.along;
        const int32_t value = edgec_normalize_s16_armv7em_value(x[i * step], (uint32_t)n << lift, (uint32_t)sum << lift,
                                                                m, 9u - h + lift);
        const int64_t acc = (int64_t)value * scale[f] + ((int64_t)bias[f] * (INT64_C(1) << 20) + half);
        y[i * step] = (int16_t)edgec_limit_s16((int32_t)(acc >> 32) >> (p->shift - 32u), INT16_MIN, INT16_MAX);
    }
}

EDGEC_DEFINE_GROUPS(edgec_normalize_s16_armv7em, int16_t, int32_t, edgec_normalize_s16_armv7em_params,
                    edgec_normalize_s16_armv7em_group)

#endif
