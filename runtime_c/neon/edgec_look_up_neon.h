/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Look-ups in 256 bytes by TBL and TBX, values as unsigned bytes.  AArch64 holds the bytes in 16 registers; Armv7-A,
 * which has no more, reads 32 of them at a time and looks up 64 values. */
#ifndef EDGEC_LOOK_UP_NEON_H
#define EDGEC_LOOK_UP_NEON_H

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
/* clang-format off */

#define EDGEC_LOOK_UP_32(op, from)                                                                                     \
    "vld1.8 {d0, d1, d2, d3}, [%[" #from "]]!\n\t"                                                                     \
    op " d16, {d0, d1, d2, d3}, d4\n\t" op " d17, {d0, d1, d2, d3}, d5\n\t"
#define EDGEC_LOOK_UP_32_MORE(op)                                                                                      \
    op " d18, {d0, d1, d2, d3}, d6\n\t" op " d19, {d0, d1, d2, d3}, d7\n\t"                                            \
    op " d20, {d0, d1, d2, d3}, d8\n\t" op " d21, {d0, d1, d2, d3}, d9\n\t"                                            \
    op " d22, {d0, d1, d2, d3}, d10\n\t" op " d23, {d0, d1, d2, d3}, d11\n\t"
#define EDGEC_LOOK_UP_NEXT(from)                                                                                       \
    "vsub.i8 q2, q2, q15\n\t" EDGEC_LOOK_UP_32("vtbx.8", from)
#define EDGEC_LOOK_UP_NEXT_64(from)                                                                                    \
    "vsub.i8 q3, q3, q15\n\t" "vsub.i8 q4, q4, q15\n\t" "vsub.i8 q5, q5, q15\n\t"                                      \
    EDGEC_LOOK_UP_NEXT(from) EDGEC_LOOK_UP_32_MORE("vtbx.8")

/* n values, n a multiple of 16; `a` holds the bytes of those below 128, `b` those of the others; y may be x. */
EDGEC_INLINE void edgec_look_up_run_v7(const int8_t *a, const int8_t *b, const int8_t *x, int32_t n, int8_t *y)
{
    __asm__ volatile(
        "vmov.i8 q15, #32\n\t"
        "subs %[n], %[n], #64\n\t"
        "blt 2f\n\t"
        "1:\n\t"
        "vld1.8 {d4, d5, d6, d7}, [%[x]]!\n\t"
        "vld1.8 {d8, d9, d10, d11}, [%[x]]!\n\t"
        EDGEC_LOOK_UP_32("vtbl.8", a) EDGEC_LOOK_UP_32_MORE("vtbl.8")
        EDGEC_LOOK_UP_NEXT_64(a) EDGEC_LOOK_UP_NEXT_64(a) EDGEC_LOOK_UP_NEXT_64(a)
        EDGEC_LOOK_UP_NEXT_64(b) EDGEC_LOOK_UP_NEXT_64(b) EDGEC_LOOK_UP_NEXT_64(b) EDGEC_LOOK_UP_NEXT_64(b)
        "sub %[a], %[a], #128\n\t" "sub %[b], %[b], #128\n\t"
        "vst1.8 {d16, d17, d18, d19}, [%[y]]!\n\t"
        "vst1.8 {d20, d21, d22, d23}, [%[y]]!\n\t"
        "subs %[n], %[n], #64\n\t"
        "bge 1b\n\t"
        "2:\n\t"
        "adds %[n], %[n], #64\n\t"
        "beq 4f\n\t"
        "3:\n\t"
        "vld1.8 {d4, d5}, [%[x]]!\n\t"
        EDGEC_LOOK_UP_32("vtbl.8", a)
        EDGEC_LOOK_UP_NEXT(a) EDGEC_LOOK_UP_NEXT(a) EDGEC_LOOK_UP_NEXT(a)
        EDGEC_LOOK_UP_NEXT(b) EDGEC_LOOK_UP_NEXT(b) EDGEC_LOOK_UP_NEXT(b) EDGEC_LOOK_UP_NEXT(b)
        "sub %[a], %[a], #128\n\t" "sub %[b], %[b], #128\n\t"
        "vst1.8 {d16, d17}, [%[y]]!\n\t"
        "subs %[n], %[n], #16\n\t"
        "bne 3b\n\t"
        "4:\n\t"
        : [x] "+&r"(x), [y] "+&r"(y), [n] "+&r"(n), [a] "+&r"(a), [b] "+&r"(b)
        :
        : "cc", "memory", "q0", "q1", "q2", "q3", "q4", "q5", "q8", "q9", "q10", "q11", "q15");
}

/* clang-format on */
#endif

#endif
