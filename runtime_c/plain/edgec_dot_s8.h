/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inner products of int8 vectors: the inner loop of dense layers and convolutions. */
#ifndef EDGEC_DOT_S8_H
#define EDGEC_DOT_S8_H

#include "edgec_base.h"

/* acc + sum of x[i] * w[i], i < n. */
EDGEC_LAYER_PART int32_t edgec_dot_s8(const int8_t *EDGEC_RESTRICT x, const EDGEC_FLASH int8_t *EDGEC_RESTRICT w,
                                      int32_t n, int32_t acc)
{
    const edgec_count count = (edgec_count)n;
    edgec_count i;
#if INT_MAX < INT32_MAX /* pointers that move: few cores of 8 bits add an index to an address */
    for (i = count; i > 0; i--) {
        acc = edgec_mac_s8(acc, *x++, *w++);
    }
#else
    for (i = 0; i < count - 3; i += 4) {
        acc = edgec_mac_s8(acc, x[i], w[i]);
        acc = edgec_mac_s8(acc, x[i + 1], w[i + 1]);
        acc = edgec_mac_s8(acc, x[i + 2], w[i + 2]);
        acc = edgec_mac_s8(acc, x[i + 3], w[i + 3]);
    }
    for (; i < count; i++) {
        acc = edgec_mac_s8(acc, x[i], w[i]);
    }
#endif
    return acc;
}

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
