/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inner products of int8 vectors: the inner loop of dense layers and convolutions. */
#ifndef EDGEC_DOT_S8_H
#define EDGEC_DOT_S8_H

#include "edgec_base.h"

#if defined(EDGEC_DOT_AVR)
#define EDGEC_DOT_AVR_MOST 508 /* products whose sum fits 24 bits, a multiple of 4 */

/* acc + sum of x[i] * w[i], i < n. */
EDGEC_CALLED int32_t edgec_dot_s8(const int8_t *x, const EDGEC_FLASH int8_t *w, edgec_count n, int32_t acc)
{
    while (n > 0) {
        const edgec_count part = (n < EDGEC_DOT_AVR_MOST) ? n : EDGEC_DOT_AVR_MOST;
        uint8_t fours = (uint8_t)((uint16_t)part >> 2);
        uint8_t ones = (uint8_t)part & 3u;
        int32_t sum = 0;
        uint8_t a;
        uint8_t b;
        __asm__(EDGEC_DOT_AVR
                : [s] "+r"(sum), [x] "+x"(x), [w] "+z"(w), [fours] "+r"(fours), [ones] "+r"(ones), [a] "=&d"(a),
                  [b] "=&d"(b)
                :
                : "r0", "memory");
        acc += sum;
        n -= part;
    }
    return acc;
}
#else
/* acc + sum of x[i] * w[i], i < n. */
EDGEC_LAYER_PART int32_t edgec_dot_s8(const int8_t *EDGEC_RESTRICT x, const EDGEC_FLASH int8_t *EDGEC_RESTRICT w,
                                      edgec_count n, int32_t acc)
{
#if INT_MAX < INT32_MAX /* pointers that move: cores of 8 bits do not add an index to an address */
    edgec_count left;
    for (left = n; left > 0; left--) {
        acc = edgec_mac_s8(acc, *x++, *w++);
    }
#else
    int32_t i;
    for (i = 0; i < n - 3; i += 4) {
        acc += x[i] * w[i];
        acc += x[i + 1] * w[i + 1];
        acc += x[i + 2] * w[i + 2];
        acc += x[i + 3] * w[i + 3];
    }
    for (; i < n; i++) {
        acc += x[i] * w[i];
    }
#endif
    return acc;
}
#endif

/* Sum of w[i], i < n. */
EDGEC_LAYER_PART int32_t edgec_sum_s8(const EDGEC_FLASH int8_t *w, int32_t n)
{
    const edgec_count count = (edgec_count)n;
    int32_t sum = 0;
    edgec_count i;
    for (i = 0; i < count; i++) {
        sum += w[i];
    }
    return sum;
}

#endif
