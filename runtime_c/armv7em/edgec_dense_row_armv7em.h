/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A row of x widened to int16, as products of fully connected and recurrent layers read it (edgec_dense_armv7em.h). */
#ifndef EDGEC_DENSE_ROW_ARMV7EM_H
#define EDGEC_DENSE_ROW_ARMV7EM_H

#include "edgec_dense_armv7em.h"

/* n bytes as int16 pairs {0 2} {1 3}, filled with zeros to a unit. */
#define edgec_dense_widen EDGEC_TAGGED(edgec_dense_widen)
EDGEC_SHARED void edgec_dense_widen(const int8_t *x, int32_t n, uint32_t *to);

#if EDGEC_BODIES
EDGEC_SHARED void edgec_dense_widen(const int8_t *x, int32_t n, uint32_t *to)
{
    const uint32_t *end = to + (EDGEC_DENSE_UNIT / 2) * ((uint32_t)(n + EDGEC_DENSE_UNIT - 1) / EDGEC_DENSE_UNIT);
    int32_t k;
    for (; n >= EDGEC_DENSE_UNIT; n -= EDGEC_DENSE_UNIT) {
        const uint32_t v = edgec_load4(x);
        const uint32_t w = edgec_load4(x + 4);
        to[0] = edgec_sxtb16(v);
        to[1] = edgec_sxtb16_odd(v);
        to[2] = edgec_sxtb16(w);
        to[3] = edgec_sxtb16_odd(w);
        to += 4;
        x += EDGEC_DENSE_UNIT;
    }
    for (k = 0; to < end; k += 4) {
        const uint32_t v = (n >= k + 4) ? edgec_load4(x + k) : (n > k) ? edgec_load_rest(x + k, n - k) : 0u;
        *to++ = edgec_sxtb16(v);
        *to++ = edgec_sxtb16_odd(v);
    }
}
#endif

#endif
