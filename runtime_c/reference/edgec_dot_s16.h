/* Inner products of int16 activations and int8 weights. */
#ifndef EDGEC_DOT_S16_H
#define EDGEC_DOT_S16_H

#include "edgec_base.h"

/* acc + sum of x[i] * w[i], i < n; the caller has proven that no partial sum leaves int32. */
static inline int32_t edgec_dot_s16(const int16_t *EDGEC_RESTRICT x, const int8_t *EDGEC_RESTRICT w, int32_t n,
                                    int32_t acc)
{
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
    return acc;
}

#endif
