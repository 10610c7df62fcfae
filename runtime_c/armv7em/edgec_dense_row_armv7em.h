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
    for (; n >= 4; n -= 4) {
        const uint32_t v = edgec_load4(x);
        to[0] = edgec_sxtb16(v);
        to[1] = edgec_sxtb16_odd(v);
        to += 2;
        x += 4;
    }
    if (n > 0) {
        const uint32_t v = edgec_load_rest(x, n);
        *to++ = edgec_sxtb16(v);
        *to++ = edgec_sxtb16_odd(v);
    }
    while (to < end) {
        *to++ = 0u;
    }
}
#endif

#endif
