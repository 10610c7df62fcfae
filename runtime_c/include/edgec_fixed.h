/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Integer arithmetic of quantized tensors; the same results as converter/fixed_point.py, bit for bit. */
#ifndef EDGEC_FIXED_H
#define EDGEC_FIXED_H

#include "edgec_base.h"

static inline int32_t edgec_clamp_s32(int32_t v, int32_t lo, int32_t hi)
{
    const int32_t low = (v < lo) ? lo : v;
    return (low > hi) ? hi : low;
}

/* edgec_requantize for factors of 1/4 and more, by 64-bit shifts. */
static EDGEC_COLD int32_t edgec_requantize_wide(int64_t product, uint32_t shift, int32_t zero, int32_t lo, int32_t hi)
{
    const int64_t y = ((product + (INT64_C(1) << (shift - 1u))) >> shift) + zero;
    if (y < lo) {
        return lo;
    }
    return (y > hi) ? hi : (int32_t)y;
}

/* clamp(zero + floor(acc * m / 2**shift + 1/2), lo, hi): round half up, once.
 * Any acc; 2**30 <= m < 2**31, or 0; 1 <= shift <= 62; zero, lo and hi are values of an integer of at most 16 bits. */
#if INT_MAX < INT32_MAX /* products of 16 bits, as none of 32 is at hand */
/* floor(acc * m / 2**32), 0 <= m. */
#if defined(EDGEC_PRODUCT_AVR)
EDGEC_CALLED int32_t edgec_product_high(int32_t acc, int32_t m)
{
    uint32_t y;
    uint8_t b1, b2, b3, zero;
    __asm__(EDGEC_PRODUCT_AVR
            : [y] "=&r"(y), [b1] "=&r"(b1), [b2] "=&r"(b2), [b3] "=&r"(b3), [zero] "=&r"(zero)
            : [x] "r"(acc), [m] "r"(m)
            : "r0");
    return (int32_t)((acc < 0) ? y - (uint32_t)m : y);
}
#else
EDGEC_CALLED int32_t edgec_product_high(int32_t acc, int32_t m)
{
    const uint32_t a = (uint32_t)acc;
    const uint16_t a_low = (uint16_t)a;
    const uint16_t a_high = (uint16_t)(a >> 16);
    const uint16_t m_low = (uint16_t)(uint32_t)m;
    const uint16_t m_high = (uint16_t)((uint32_t)m >> 16);
    const uint32_t one = (uint32_t)a_low * m_high + (((uint32_t)a_low * m_low) >> 16);
    const uint32_t other = (uint32_t)a_high * m_low + (uint16_t)one;
    const uint32_t high = (uint32_t)a_high * m_high + (one >> 16) + (other >> 16);
    return (int32_t)((acc < 0) ? high - (uint32_t)m : high);
}
#endif

/* floor(acc * m / 2**shift + 1/2) for factors of 1/4 and more, without products of 64 bits: acc is shifted up before.
 * What leaves the 17 bits of any limit's distance gives 2**17 or more of its sign. */
EDGEC_CALLED int32_t edgec_requantize_near(int32_t acc, int32_t m, uint8_t shift)
{
    const int32_t beyond = INT32_C(1) << 17;
    uint32_t up;
    uint32_t raised;
    int32_t most; /* 2**(shift - 13) <= most <= 2**(shift - 3) */
    if (shift < 4u) {
        return (acc == 0 || m == 0) ? 0 : (acc < 0) ? -beyond : beyond;
    }
    up = 33u - (uint32_t)shift;
    most = (shift > 22u) ? INT32_C(1) << 20 : (shift > 13u) ? INT32_C(1) << 11 : 2;
    acc = edgec_clamp_s32(acc, -most, most);
    raised = (uint32_t)acc << up;
    return (edgec_product_high((int32_t)raised, m) + 1) >> 1;
}

static inline int32_t edgec_requantize(int32_t acc, int32_t m, uint32_t shift, int32_t zero, int32_t lo, int32_t hi)
{
    if (shift > 32u) { /* the rounding bit lies in the high word: |high| <= 2**30, so nothing overflows */
        uint8_t n = (uint8_t)(shift - 33u); /* to one bit more than wanted, by bytes first: shifts by n are loops */
        int32_t y = edgec_product_high(acc, m);
        for (; n >= 8u; n = (uint8_t)(n - 8u)) {
            y >>= 8;
        }
        return edgec_clamp_s32(zero + (((y >> n) + 1) >> 1), lo, hi);
    }
    return edgec_clamp_s32(zero + edgec_requantize_near(acc, m, (uint8_t)shift), lo, hi);
}
#else
static inline int32_t edgec_requantize(int32_t acc, int32_t m, uint32_t shift, int32_t zero, int32_t lo, int32_t hi)
{
    const int64_t product = (int64_t)acc * m;
    if (shift > 32u) { /* the rounding bit lies in the high word: |high| <= 2**30, so nothing overflows */
        const int32_t high = (int32_t)(product >> 32);
        const uint32_t n = shift - 32u;
        return edgec_clamp_s32(zero + ((high + (INT32_C(1) << (n - 1u))) >> n), lo, hi);
    }
    return edgec_requantize_wide(product, shift, zero, lo, hi);
}
#endif

/* edgec_requantize of a 64-bit sum, |acc| <= 2**62, without a zero point: the product may have 93 bits.  A factor of
 * 1/2 or more takes sums beyond int32 past any limit. */
static inline int32_t edgec_requantize_s64(int64_t acc, int32_t m, uint32_t shift, int32_t lo, int32_t hi)
{
    int64_t product;
    if (shift <= 31u) {
        acc = (acc < INT32_MIN) ? INT32_MIN : (acc > INT32_MAX) ? INT32_MAX : acc;
        return edgec_requantize((int32_t)acc, m, shift, 0, lo, hi);
    }
    product = (acc >> 31) * m + (((acc & INT32_MAX) * m) >> 31); /* floor(acc * m / 2**31) */
    shift -= 31u;
    product = (product + (INT64_C(1) << (shift - 1u))) >> shift;
    return (product < lo) ? lo : (product > hi) ? hi : (int32_t)product;
}

/* edgec_requantize of a sum or mean: factors 2**-n round half to even, by lowering a sum half above an even number. */
static inline int32_t edgec_to_even(int32_t acc, int32_t m, uint32_t shift)
{
    if (m == (INT32_C(1) << 30) && shift > 30u && shift <= 60u) {
        const uint32_t n = shift - 30u;
        const uint32_t low = (uint32_t)acc & ((UINT32_C(2) << n) - 1u);
        return acc - ((low == (UINT32_C(1) << (n - 1u))) ? 1 : 0);
    }
    return acc;
}

/* clamp(zero + ((a * m_a + b * m_b + offset) >> shift), lo, hi): a sum of two int8 values of different scales.
 * offset holds -zero_a * m_a - zero_b * m_b + 2**(shift - 1); |m| < 2**21 and shift <= 30 keep all of it in int32. */
static inline int32_t edgec_add_scaled(int32_t a, int32_t m_a, int32_t b, int32_t m_b, int32_t offset, uint32_t shift,
                                       int32_t zero, int32_t lo, int32_t hi)
{
    return edgec_clamp_s32(zero + ((a * m_a + b * m_b + offset) >> shift), lo, hi);
}

#endif
