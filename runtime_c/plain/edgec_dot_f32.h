/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inner products of float32 vectors. */
#ifndef EDGEC_DOT_F32_H
#define EDGEC_DOT_F32_H

#include "edgec_float.h"

/* acc + sum of x[i] * w[i], i < n. */
EDGEC_LAYER_PART float edgec_dot_f32(const float *EDGEC_RESTRICT x, const float *EDGEC_RESTRICT w, int32_t n, float acc)
{
    const int32_t whole = n - n % 4; /* with "i + 4 <= n" GCC 12 warns of an endless rest loop */
    int32_t i;
    for (i = 0; i < whole; i += 4) {
        acc += x[i] * w[i];
        acc += x[i + 1] * w[i + 1];
        acc += x[i + 2] * w[i + 2];
        acc += x[i + 3] * w[i + 3];
    }
    for (; i < n; i++) {
        acc += x[i] * w[i];
    }
    return acc;
}

#endif
