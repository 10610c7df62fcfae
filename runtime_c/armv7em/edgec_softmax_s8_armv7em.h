/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Softmax, int8, of rows of n values into the scale 1/256, four values at a time; the output may be the input's buffer.
 */
#ifndef EDGEC_SOFTMAX_S8_ARMV7EM_H
#define EDGEC_SOFTMAX_S8_ARMV7EM_H

#include "edgec_pool_s8_armv7em.h"

typedef struct {
    int32_t rows, n;
    int32_t out_zero;
} edgec_softmax_s8_armv7em_params;

/* The bytes of a minus those of b, which are not larger. */
static inline uint32_t edgec_usub8(uint32_t a, uint32_t b)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("usub8 %0, %1, %2" : "=r"(r) : "r"(a), "r"(b) : "cc");
    return r;
#else
    uint32_t r = 0u;
    uint32_t i;
    for (i = 0u; i < 32u; i += 8u) {
        r |= (((a >> i) - (b >> i)) & 0xFFu) << i;
    }
    return r;
#endif
}

/* A row's largest value, four times. */
EDGEC_INLINE uint32_t edgec_softmax_s8_armv7em_top(const int8_t *x, int32_t n)
{
    uint32_t four = 0x80808080u;
    int32_t top = INT8_MIN;
    int32_t i;
    for (i = 0; i + 4 <= n; i += 4) {
        four = edgec_max4(four, edgec_load4(x + i));
    }
    for (; i < n; i++) {
        top = (x[i] > top) ? x[i] : top;
    }
    for (i = 0; i < 4; i++) {
        const int32_t v = (int8_t)(uint8_t)((four >> (8 * i)) & 0xFFu);
        top = (v > top) ? v : top;
    }
    return 0x01010101u * (uint32_t)(uint8_t)top;
}

/* A share in unsigned Q16 in steps of 1/256, rounded. */
static inline int8_t edgec_softmax_s8_armv7em_share(uint32_t e, uint32_t sum, int32_t half)
{
    const int32_t share = (int32_t)((e << 16) / sum);
    return (int8_t)edgec_limit_s8((share + half) >> 8, INT8_MIN, INT8_MAX);
}

/* table[d] = exp(-d * scale) in unsigned Q15, 256 of them; table[0] is not zero, so no sum is. */
EDGEC_INLINE void edgec_softmax_s8_armv7em(const edgec_softmax_s8_armv7em_params *p, const int8_t *x,
                                           const uint16_t *table, int8_t *y)
{
    const int32_t n = edgec_opaque(p->n);
    const int32_t half = 256 * p->out_zero + 128;
    int32_t row;
    for (row = 0; row < p->rows; row++) {
        const uint32_t top = edgec_softmax_s8_armv7em_top(x, n);
        const int32_t largest = (int8_t)(uint8_t)(top & 0xFFu);
        uint32_t sum = 0u;
        int32_t i;
        for (i = 0; i + 4 <= n; i += 4) {
            const uint32_t d = edgec_usub8(top, edgec_load4(x + i));
            sum += table[d & 0xFFu];
            sum += table[(d >> 8) & 0xFFu];
            sum += table[(d >> 16) & 0xFFu];
            sum += table[d >> 24];
        }
        for (; i < n; i++) {
            sum += table[largest - x[i]];
        }
        for (i = 0; i + 4 <= n; i += 4) {
            const uint32_t d = edgec_usub8(top, edgec_load4(x + i));
            y[i] = edgec_softmax_s8_armv7em_share(table[d & 0xFFu], sum, half);
            y[i + 1] = edgec_softmax_s8_armv7em_share(table[(d >> 8) & 0xFFu], sum, half);
            y[i + 2] = edgec_softmax_s8_armv7em_share(table[(d >> 16) & 0xFFu], sum, half);
            y[i + 3] = edgec_softmax_s8_armv7em_share(table[d >> 24], sum, half);
        }
        for (; i < n; i++) {
            y[i] = edgec_softmax_s8_armv7em_share(table[largest - x[i]], sum, half);
        }
        x += p->n;
        y += p->n;
    }
}

#endif
