/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* float16 (IEEE 754 binary16) held in its bits, to and from float32. */
#ifndef EDGEC_HALF_H
#define EDGEC_HALF_H

#include "edgec_base.h"

static inline float edgec_bits_to_float(uint32_t bits)
{
    float v;
    (void)memcpy(&v, &bits, sizeof(v));
    return v;
}

static inline float edgec_half_to_float(uint16_t half)
{
    const uint32_t sign = ((uint32_t)half & 0x8000u) << 16;
    const uint32_t exponent = ((uint32_t)half >> 10) & 0x1fu;
    const uint32_t fraction = (uint32_t)half & 0x3ffu;
    if (exponent == 0u) { /* zero or subnormal: fraction * 2^-24, exact in float32 */
        const float v = (float)fraction * 5.9604644775390625e-8f;
        return (sign != 0u) ? -v : v;
    }
    if (exponent == 31u) {
        return edgec_bits_to_float(sign | 0x7f800000u | (fraction << 13));
    }
    return edgec_bits_to_float(sign | ((exponent + 112u) << 23) | (fraction << 13));
}

/* Rounds to nearest, ties to even; too large values become infinite. */
static inline uint16_t edgec_float_to_half(float v)
{
    uint32_t bits, sign, rest;
    (void)memcpy(&bits, &v, sizeof(bits));
    sign = (bits >> 16) & 0x8000u;
    bits &= 0x7fffffffu;
    if (bits >= 0x47800000u) { /* 65536 and more, infinity, NaN */
        return (uint16_t)(sign | ((bits > 0x7f800000u) ? 0x7e00u : 0x7c00u));
    }
    if (bits < 0x38800000u) { /* below the smallest normal half */
        const uint32_t exponent = bits >> 23;
        const uint32_t shift = 126u - exponent;
        const uint32_t whole = (bits & 0x7fffffu) | 0x800000u;
        uint32_t half;
        if (exponent < 102u) {
            return (uint16_t)sign;
        }
        half = whole >> shift;
        rest = whole & ((UINT32_C(1) << shift) - 1u);
        half += (rest > (UINT32_C(1) << (shift - 1u)) || (rest == (UINT32_C(1) << (shift - 1u)) && (half & 1u) != 0u))
                    ? 1u
                    : 0u;
        return (uint16_t)(sign | half);
    }
    rest = bits & 0x1fffu;
    bits = (bits - 0x38000000u) >> 13;
    bits += (rest > 0x1000u || (rest == 0x1000u && (bits & 1u) != 0u)) ? 1u : 0u;
    return (uint16_t)(sign | bits);
}

#endif
