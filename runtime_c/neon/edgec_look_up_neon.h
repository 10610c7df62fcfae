/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Look-ups in 256 bytes by TBL and TBX, values as unsigned bytes.  AArch64 holds the bytes in 16 registers; Armv7-A,
 * which has no more, reads 32 of them at a time and looks up 64 values. */
#ifndef EDGEC_LOOK_UP_NEON_H
#define EDGEC_LOOK_UP_NEON_H

#include "edgec_look_up_code_neon.h"
#include "edgec_neon.h"

#if defined(__aarch64__)
/* Bytes of four times 64; a look-up beyond 64 of them leaves the value as it is. */
EDGEC_INLINE int8x16_t edgec_look_up_neon(int8x16x4_t a, int8x16x4_t b, int8x16x4_t c, int8x16x4_t d, uint8x16_t at)
{
    const uint8x16_t by = vdupq_n_u8(64);
    int8x16_t y = vqtbl4q_s8(a, at);
    at = vsubq_u8(at, by);
    y = vqtbx4q_s8(y, b, at);
    at = vsubq_u8(at, by);
    y = vqtbx4q_s8(y, c, at);
    at = vsubq_u8(at, by);
    return vqtbx4q_s8(y, d, at);
}
#else
/* n values, n a multiple of 16; `a` holds the bytes of those below 128, `b` those of the others; y may be x. */
EDGEC_INLINE void edgec_look_up_run_v7(const int8_t *a, const int8_t *b, const int8_t *x, int32_t n, int8_t *y)
{
    __asm__ volatile(EDGEC_LOOK_UP_CODE_V7
                     : [x] "+&r"(x), [y] "+&r"(y), [n] "+&r"(n), [a] "+&r"(a), [b] "+&r"(b)
                     :
                     : "cc", "memory", "q0", "q1", "q2", "q3", "q4", "q5", "q8", "q9", "q10", "q11", "q15");
}
#endif

#endif
