/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytes limited to a range. */
#ifndef EDGEC_CLAMP_S8_ARMV7EM_H
#define EDGEC_CLAMP_S8_ARMV7EM_H

#include "edgec_base.h"

/* Bytes limited to lo..hi, for layers whose range is narrower than int8. */
#define edgec_clamp_bytes EDGEC_TAGGED(edgec_clamp_bytes)
EDGEC_SHARED void edgec_clamp_bytes(int8_t *y, int32_t count, int32_t lo, int32_t hi);

#if EDGEC_BODIES
EDGEC_SHARED void edgec_clamp_bytes(int8_t *y, int32_t count, int32_t lo, int32_t hi)
{
    int32_t i;
    for (i = 0; i < count; i++) {
        const int32_t v = (y[i] < lo) ? lo : y[i];
        y[i] = (int8_t)((v > hi) ? hi : v);
    }
}
#endif

#endif
