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
/* The same, byte by byte. */
static inline void edgec_clamp_each(int8_t *y, int32_t count, int32_t lo, int32_t hi)
{
    int32_t i;
    for (i = 0; i < count; i++) {
        const int32_t v = (y[i] < lo) ? lo : y[i];
        y[i] = (int8_t)((v > hi) ? hi : v);
    }
}

EDGEC_SHARED void edgec_clamp_bytes(int8_t *y, int32_t count, int32_t lo, int32_t hi)
{
#if EDGEC_ARMV7EM_BLOCKS
    const int32_t before = (int32_t)(-(uintptr_t)y % 4u); /* bytes ahead of the first whole word */
    const uint32_t low = 0x01010101u * (uint8_t)lo;
    uint32_t t;
    if (before >= count) {
        edgec_clamp_each(y, count, lo, hi);
        return;
    }
    edgec_clamp_each(y, before, lo, hi);
    y += before;
    count -= before;
    if (!EDGEC_ARMV7EM_SMALL && hi == INT8_MAX) {
        __asm__ volatile(EDGEC_CLAMP_BYTES_LOW_CODE
                         : [y] "+r"(y), [count] "+r"(count), [t] "=&r"(t)
                         : [lo] "r"(low)
                         : "cc", "memory", "r4", "r5", "r6", "r8");
    } else {
        __asm__ volatile(EDGEC_CLAMP_BYTES_CODE
                         : [y] "+r"(y), [count] "+r"(count), [t] "=&r"(t)
                         : [lo] "r"(low), [hi] "r"(0x01010101u * (uint8_t)hi)
                         : "cc", "memory", "r4", "r5", "r6", "r8");
    }
#else
    edgec_clamp_each(y, count, lo, hi);
#endif
}
#endif

#endif
