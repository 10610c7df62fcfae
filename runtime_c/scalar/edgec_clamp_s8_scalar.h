/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytes limited to a range. */
#ifndef EDGEC_CLAMP_S8_SCALAR_H
#define EDGEC_CLAMP_S8_SCALAR_H

#include "edgec_scalar.h"

/* Bytes limited to lo..hi, for layers whose range is narrower than int8. */
#define edgec_scalar_clamp EDGEC_TAGGED(edgec_scalar_clamp)
EDGEC_SCALAR_BLOCK void edgec_scalar_clamp(int8_t *y, int32_t count, int32_t lo, int32_t hi);

#if EDGEC_BODIES
EDGEC_SCALAR_BLOCK void edgec_scalar_clamp(int8_t *y, int32_t count, int32_t lo, int32_t hi)
{
    int32_t i;
    for (i = 0; i < count; i++) {
        const int32_t v = (y[i] < lo) ? lo : y[i];
        y[i] = (int8_t)((v > hi) ? hi : v);
    }
}
#endif

#endif
