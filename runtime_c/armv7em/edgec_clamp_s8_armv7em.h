/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytes limited to a range. */
#ifndef EDGEC_CLAMP_S8_ARMV7EM_H
#define EDGEC_CLAMP_S8_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_clamp_code_armv7em.h"

/* Bytes limited to lo..hi, for layers whose range is narrower than int8. */
#define edgec_clamp_bytes EDGEC_TAGGED(edgec_clamp_bytes)
EDGEC_SHARED void edgec_clamp_bytes(int8_t *y, int32_t count, int32_t lo, int32_t hi);

#if EDGEC_BODIES
EDGEC_SHARED void edgec_clamp_bytes(int8_t *y, int32_t count, int32_t lo, int32_t hi)
{
#if EDGEC_ARMV7EM_BLOCKS
    uint32_t v;
    uint32_t t;
    __asm__ volatile(EDGEC_CLAMP_BYTES_CODE
                     : [y] "+r"(y), [count] "+r"(count), [v] "=&r"(v), [t] "=&r"(t)
                     : [lo] "r"(0x01010101u * (uint8_t)lo), [hi] "r"(0x01010101u * (uint8_t)hi)
                     : "cc", "memory");
#else
    int32_t i;
    for (i = 0; i < count; i++) {
        const int32_t v = (y[i] < lo) ? lo : y[i];
        y[i] = (int8_t)((v > hi) ? hi : v);
    }
#endif
}
#endif

#endif
