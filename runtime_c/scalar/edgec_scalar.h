/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cores without SIMD: which of them have blocks of assembly, and what the portable C of the others shares. */
#ifndef EDGEC_SCALAR_H
#define EDGEC_SCALAR_H

#include "edgec_base.h"

/* Armv6-M and Armv8-M Baseline: eight registers for most instructions, no long multiplication.  GCC's allocation of
 * registers leaves half of the speed there, so the inner loops are assembly; Clang compiles the portable C. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__ARM_ARCH_ISA_THUMB) && __ARM_ARCH_ISA_THUMB == 1 &&          \
    defined(__OPTIMIZE__) && !defined(EDGEC_PORTABLE)
#define EDGEC_THUMB1 1
#if defined(EDGEC_SIZE_BUILD) /* GCC does not save r8 to r11 there but in functions at the build's own level */
#define EDGEC_SCALAR_BLOCK __attribute__((optimize("Os", "omit-frame-pointer"))) EDGEC_SHARED
#else
#define EDGEC_SCALAR_BLOCK __attribute__((optimize("omit-frame-pointer"))) EDGEC_SHARED
#endif
#define EDGEC_THUMB1_LOW "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "cc", "memory"
#define EDGEC_THUMB1_ALL                                                                                               \
    "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc", "memory"
#else
#define EDGEC_THUMB1 0
#define EDGEC_SCALAR_BLOCK EDGEC_SHARED
#endif

/* RV32 with multiplications: loops in assembly, for GCC moves and spills the sums of its loops there.  They have all
 * registers but two. */
#if defined(__GNUC__) && defined(__riscv_mul) && __riscv_xlen == 32 && !defined(__riscv_32e) &&                        \
    defined(__OPTIMIZE__) && !defined(EDGEC_PORTABLE)
#define EDGEC_RV32 1
#define EDGEC_RV32_ALL                                                                                                 \
    "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "s1", "s2", "s3", "s4",  \
        "s5", "s6", "s7", "s8", "s9", "s10", "s11", "memory"
#else
#define EDGEC_RV32 0
#endif

/* Positions whose sums fit the registers beside those of four channels. */
#if (defined(__riscv) && !EDGEC_RV32) || defined(__aarch64__)
#define EDGEC_SCALAR_WIDE 1
#else
#define EDGEC_SCALAR_WIDE 0
#endif

/* Four values stay in registers, and what is loaded behind this point is loaded there: GCC would otherwise gather the
 * loads and products of several taps, for which there are no registers. */
#if defined(__GNUC__)
#define EDGEC_SCALAR_KEEP(v) __asm__ volatile("" : "+r"((v)[0]), "+r"((v)[1]), "+r"((v)[2]), "+r"((v)[3]) : : "memory")
#define EDGEC_SCALAR_FENCE() __asm__ volatile("" : : : "memory")
#else
#define EDGEC_SCALAR_KEEP(v) ((void)(v))
#define EDGEC_SCALAR_FENCE() ((void)0)
#endif

/* A requantization: zz is 2 * zero + 1, so that zz << n is zero and the rounding half at the weight that they have
 * before the shift by n + 1. */
typedef struct {
    int32_t m, round;
    uint32_t shift;
} edgec_scalar_factor;

static inline edgec_scalar_factor edgec_scalar_factor_of(int32_t m, uint32_t n, int32_t zz)
{
    edgec_scalar_factor f;
    f.m = m;
    f.round = (int32_t)((uint32_t)zz << n);
    f.shift = n + 1u;
    return f;
}

/* zero + floor(acc * m / 2**(33 + n) + 1/2) saturated to int8, n < 22. */
static inline int8_t edgec_requantize_scalar(int32_t acc, const edgec_scalar_factor *f)
{
    const int32_t v = ((int32_t)(((int64_t)acc * f->m) >> 32) + f->round) >> f->shift;
    const int32_t low = (v < INT8_MIN) ? INT8_MIN : v;
    return (int8_t)((low > INT8_MAX) ? INT8_MAX : low);
}

/* Two sums of 16 bits, S + (S' << 16), to those that they are parts of. */
EDGEC_INLINE void edgec_scalar_apart_s4(uint32_t pair, uint32_t *to)
{
    const uint32_t low = (uint32_t)(int32_t)(int16_t)pair;
    to[0] += low;
    to[1] += (uint32_t)((int32_t)(pair - low) >> 16);
}

#endif
