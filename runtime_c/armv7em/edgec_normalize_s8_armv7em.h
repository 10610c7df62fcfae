/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* (x - mean) / sqrt(variance + epsilon) * scale + bias, int8: the bytes of edgec_normalize_s8_plain with products of 32
 * bits.  The output may be the input's buffer. */
#ifndef EDGEC_NORMALIZE_S8_ARMV7EM_H
#define EDGEC_NORMALIZE_S8_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_groups.h"
#include "edgec_normalize_int.h"

typedef struct {
    edgec_groups shape; /* n <= 8192 */
    uint64_t epsilon;   /* below 2**41 */
    uint32_t shift;     /* 33..54 */
    int32_t out_zero;
} edgec_normalize_s8_armv7em_params;

/* a * b / 2**32, rounded. */
static inline int32_t edgec_smmulr(int32_t a, int32_t b)
{
#if EDGEC_ARMV7EM
    int32_t r;
    __asm__("smmulr %0, %1, %2" : "=r"(r) : "r"(a), "r"(b));
    return r;
#else
    return (int32_t)(((int64_t)a * b + (INT64_C(1) << 31)) >> 32);
#endif
}

/* The sums of n values side by side and of their squares. */
static inline void edgec_normalize_s8_armv7em_sums(const int8_t *x, int32_t n, int32_t *sum, int32_t *squares)
{
    uint32_t s = (uint32_t)*sum;
    uint32_t q = (uint32_t)*squares;
    for (; n >= 4; n -= 4) {
        const uint32_t v = edgec_load4(x);
        const uint32_t even = edgec_sxtb16(v);
        const uint32_t odd = edgec_sxtb16_odd(v);
        s = edgec_smlad(odd, 0x00010001u, edgec_smlad(even, 0x00010001u, s));
        q = edgec_smlad(odd, odd, edgec_smlad(even, even, q));
        x += 4;
    }
    *sum = (int32_t)s;
    *squares = (int32_t)q;
}

EDGEC_INLINE void edgec_normalize_s8_armv7em_group(const edgec_normalize_s8_armv7em_params *p, const int8_t *x,
                                                   const int32_t *scale, const int32_t *bias, int8_t *y)
{
    const int32_t n = p->shape.n;
    const int32_t step = p->shape.inner;
    const uint32_t down = p->shift - 32u;
    const int32_t zero = p->out_zero * (INT32_C(1) << down) + (INT32_C(1) << (down - 1u));
    int32_t sum = 0;
    int32_t squares = 0;
    int32_t i = 0;
    uint64_t spread;
    uint32_t h;
    uint32_t k;
    uint32_t from;
    int32_t m;
    if (step == 1) {
        edgec_normalize_s8_armv7em_sums(x, n, &sum, &squares);
        i = n / 4 * 4;
    }
    for (; i < n; i++) {
        const int32_t v = x[i * step];
        sum += v;
        squares += v * v;
    }
    spread = (uint64_t)((int64_t)n * squares - (int64_t)sum * sum) + p->epsilon;
    m = edgec_inverse_root((spread == 0u) ? 1u : spread, &h);
    k = h - 9u; /* the product with m is taken 41 - h = 32 - k bits down */
    from = (uint32_t)sum << k;
    for (i = 0; i < n; i++) {
        const int32_t f = i * p->shape.along;
        /* less than 2**29, but its parts may wrap */
        const int32_t difference = (int32_t)(((uint32_t)n << k) * (uint32_t)x[i * step] - from);
        const int32_t value = edgec_smmulr(difference, m);
        const int64_t low = (int64_t)((uint64_t)(uint32_t)(bias[f] >> 12) << 32 | (uint32_t)bias[f] << 20);
        const int64_t acc = low + (int64_t)value * scale[f];
        y[i * step] = (int8_t)edgec_limit_s8(((int32_t)(acc >> 32) + zero) >> down, INT8_MIN, INT8_MAX);
    }
}

EDGEC_DEFINE_GROUPS(edgec_normalize_s8_armv7em, int8_t, int32_t, edgec_normalize_s8_armv7em_params,
                    edgec_normalize_s8_armv7em_group)

#endif
