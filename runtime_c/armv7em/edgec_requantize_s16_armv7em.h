/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Accumulators requantized to int16. */
#ifndef EDGEC_REQUANTIZE_S16_ARMV7EM_H
#define EDGEC_REQUANTIZE_S16_ARMV7EM_H

#include "edgec_armv7em.h"

/* v >> 1 saturated to int16. */
static inline int32_t edgec_half_s16(int32_t v)
{
#if EDGEC_ARMV7EM
    int32_t r;
    __asm__("ssat %0, #16, %1, asr #1" : "=r"(r) : "r"(v));
    return r;
#else
    const int32_t h = v >> 1;
    const int32_t low = (h < INT16_MIN) ? INT16_MIN : h;
    return (low > INT16_MAX) ? INT16_MAX : low;
#endif
}

/* floor(acc * m / 2**(33 + n) + 1/2) saturated to int16, n < 30. */
static inline int16_t edgec_requantize_s16_armv7em(int32_t acc, int32_t m, uint32_t n)
{
    return (int16_t)edgec_half_s16(edgec_smmla(acc, m, UINT32_C(1) << n) >> n);
}

#endif
