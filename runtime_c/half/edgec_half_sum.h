/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums of products of float16 values, held as float32: each product is added as a fused multiply-add of half precision
 * does, with one rounding. */
#ifndef EDGEC_HALF_SUM_H
#define EDGEC_HALF_SUM_H

#include "edgec_float.h"
#include "edgec_half.h"

/* The nearest value of float16. */
static inline float edgec_half_of(float v) { return edgec_half_to_float(edgec_float_to_half(v)); }

/* sum + a * b in float16.  The product is exact in double; what float32 cannot hold of the sum makes its last bit odd,
 * so that rounding to float16 next sees on which side of a tie it lies. */
static inline float edgec_half_fma(float a, float b, float sum)
{
    const double product = (double)a * (double)b;
    const double exact = product + (double)sum;
    float near = (float)exact;
    if ((double)near < exact || (double)near > exact) {
        uint32_t bits;
        (void)memcpy(&bits, &near, sizeof(bits));
        if ((bits & 1u) == 0u) {
            bits = (((double)near < exact) == (near > 0.0f)) ? bits + 1u : bits - 1u;
        }
        near = edgec_bits_to_float(bits);
    }
    return edgec_half_of(near);
}

/* acc + x[0] * w[0] + ...; without x zeros. */
static inline float edgec_half_dot(const uint16_t *x, const uint16_t *w, int32_t n, float acc)
{
    int32_t k;
    for (k = 0; k < n; k++) {
        acc = edgec_half_fma((x != NULL) ? edgec_half_to_float(x[k]) : 0.0f, edgec_half_to_float(w[k]), acc);
    }
    return acc;
}

#endif
