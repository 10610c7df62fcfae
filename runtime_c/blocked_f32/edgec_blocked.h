/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the register-blocked float32 kernels share.  They are plain C; on Arm cores with an FPU they keep the compiler
 * from reordering a block until its values no longer fit the 32 registers. */
#ifndef EDGEC_BLOCKED_H
#define EDGEC_BLOCKED_H

#include "edgec_float.h"

/* acc + a * b, rounded once or twice.  Where only single precision is in hardware (Cortex-M4, M33) a fused
 * multiply-add takes 3 cycles, a multiplication and an addition 2. */
#ifndef EDGEC_MADD_F32
#if defined(__ARM_FEATURE_FMA) && defined(__ARM_FP) && (__ARM_FP & 8)
#define EDGEC_MADD_F32(acc, a, b) fmaf((a), (b), (acc))
#else
#define EDGEC_MADD_F32(acc, a, b) ((acc) + (a) * (b))
#endif
#endif

/* Code before is finished before code after starts; the named values stay in registers. */
#if defined(__GNUC__) && defined(__ARM_FP) && defined(__thumb2__)
#define EDGEC_FENCE_F32(a, b, c, d) __asm__ volatile("" : "+t"(a), "+t"(b), "+t"(c), "+t"(d))
#define EDGEC_FENCE() __asm__ volatile("")
#define EDGEC_HOLD(pointer) __asm__ volatile("" : "+r"(pointer))
#else
#define EDGEC_FENCE_F32(a, b, c, d) ((void)0)
#define EDGEC_FENCE() ((void)0)
#define EDGEC_HOLD(pointer) ((void)0)
#endif

/* Four floats from one pointer, which moves on; EDGEC_FOUR and EDGEC_FOUR_MORE can be in use at once.  The compiler
 * does not form load-multiples of its own; what is loaded must not be written in the same function. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__ARM_FP) && defined(__thumb2__)
#define EDGEC_FOUR_FROM(p, a, b, c, d, r0, r1, r2, r3)                                                                 \
    register float a##_in __asm__(r0);                                                                                 \
    register float b##_in __asm__(r1);                                                                                 \
    register float c##_in __asm__(r2);                                                                                 \
    register float d##_in __asm__(r3);                                                                                 \
    __asm__ volatile("vldmia %0!, {" r0 "-" r3 "}" : "+r"(p), "=t"(a##_in), "=t"(b##_in), "=t"(c##_in), "=t"(d##_in)); \
    const float a = a##_in, b = b##_in, c = c##_in, d = d##_in;
#define EDGEC_FOUR(p, a, b, c, d) EDGEC_FOUR_FROM(p, a, b, c, d, "s28", "s29", "s30", "s31")
#define EDGEC_FOUR_MORE(p, a, b, c, d) EDGEC_FOUR_FROM(p, a, b, c, d, "s24", "s25", "s26", "s27")
#else
#define EDGEC_FOUR(p, a, b, c, d)                                                                                      \
    const float a = (p)[0], b = (p)[1], c = (p)[2], d = (p)[3];                                                        \
    (p) += 4;
#define EDGEC_FOUR_MORE(p, a, b, c, d) EDGEC_FOUR(p, a, b, c, d)
#endif

/* Which bounds of a clamp are finite. */
#define EDGEC_BOUND_NONE 0
#define EDGEC_BOUND_BELOW 1
#define EDGEC_BOUND_BOTH 2

/* y[i] = x[i], i < n; the fence keeps the compiler from calling memcpy, which small C libraries do byte by byte. */
static inline void edgec_copy_f32(const float *x, int32_t n, float *y)
{
    int32_t i;
    for (i = 0; i < n; i++) {
        y[i] = x[i];
        EDGEC_FENCE();
    }
}

static inline void edgec_zero_f32(int32_t n, float *y)
{
    int32_t i;
    for (i = 0; i < n; i++) {
        y[i] = 0.0f;
        EDGEC_FENCE();
    }
}

#endif
