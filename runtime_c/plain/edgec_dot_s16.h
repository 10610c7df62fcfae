/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inner products of int16 activations and int8 weights. */
#ifndef EDGEC_DOT_S16_H
#define EDGEC_DOT_S16_H

#include "edgec_base.h"

/* acc + sum of x[i] * w[i], i < n; the caller has proven that no partial sum leaves int32. */
EDGEC_LAYER_PART int32_t edgec_dot_s16(const int16_t *EDGEC_RESTRICT x, const int8_t *EDGEC_RESTRICT w, int32_t n,
                                       int32_t acc)
{
    for (; n >= 4; n -= 4) {
        acc += x[0] * w[0];
        acc += x[1] * w[1];
        acc += x[2] * w[2];
        acc += x[3] * w[3];
        x += 4;
        w += 4;
    }
    for (; n > 0; n--) {
        acc += *x++ * *w++;
    }
    return acc;
}

#endif
