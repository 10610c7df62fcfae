/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the kernels for Helium (MVE of Armv8.1-M) share: how sums become bytes, copies and fills.
 * Blocks of assembly keep r6 and r7, which the compiler may address its frame by, in memory that their job points to.
 */
#ifndef EDGEC_MVE_H
#define EDGEC_MVE_H

#include "edgec_base.h"
#include "edgec_code_mve.h"

#if defined(__clang__) /* assembly is no string of the program: GCC sets no limit to its length either */
#pragma clang diagnostic ignored "-Woverlength-strings"
#endif

/* The job is in r11; all other registers are free. */
#define EDGEC_ALL_MVE                                                                                                  \
    "r0", "r1", "r2", "r3", "r4", "r5", "r8", "r9", "r10", "r12", "lr", "d0", "d1", "d2", "d3", "d4", "d5", "d6",      \
        "d7", "d8", "d9", "d10", "d11", "d12", "d13", "d14", "d15", "cc", "memory"

/* A function that all models share: assembly with its job in r11. */
#if EDGEC_BODIES
#define EDGEC_BLOCK_MVE(name, type, code)                                                                              \
    EDGEC_SHARED void name(type *job);                                                                                 \
    EDGEC_SHARED void name(type *job)                                                                                  \
    {                                                                                                                  \
        register type *self __asm__("r11") = job;                                                                      \
        __asm__ volatile(code : "+r"(self) : : EDGEC_ALL_MVE);                                                         \
    }
#else
#define EDGEC_BLOCK_MVE(name, type, code) EDGEC_SHARED void name(type *job);
#endif

/* A kernel whose loops are blocks of assembly: one copy for all layers of a model, for which GCC makes no others. */
#if defined(__GNUC__) && !defined(__clang__)
#define EDGEC_KERNEL_MVE __attribute__((noinline, noclone, unused)) static
#else
#define EDGEC_KERNEL_MVE EDGEC_SHARED_CODE
#endif

/* How sums become bytes: y = clamp(zero + floor(sum * m / 2**(31 + n) + 1/2)), n >= 1, sums doubled `left` times.
 * VQDMULH rounds down and VRSHL rounds half up what it shifts out, which together round once. */
typedef struct {
    int32_t out_zero, lo, hi, left;
} edgec_ending_mve;

EDGEC_INLINE void edgec_copy_mve(int8_t *to, const int8_t *from, int32_t bytes)
{
    __asm__ volatile(EDGEC_COPY_CODE_MVE
                     : [to] "+&r"(to), [from] "+&r"(from)
                     : [bytes] "r"(bytes)
                     : "lr", "d0", "d1", "cc", "memory");
}

EDGEC_INLINE void edgec_fill_mve(int8_t *to, int32_t value, int32_t bytes)
{
    __asm__ volatile(EDGEC_FILL_CODE_MVE
                     : [to] "+&r"(to)
                     : [value] "r"(value), [bytes] "r"(bytes)
                     : "lr", "d0", "d1", "cc", "memory");
}

/* `bytes` more in each of so many addresses. */
EDGEC_INLINE void edgec_advance_mve(const int8_t **table, int32_t words, int32_t bytes)
{
    __asm__ volatile(EDGEC_ADVANCE_CODE_MVE
                     : [table] "+&r"(table)
                     : [words] "r"(words), [bytes] "r"(bytes)
                     : "lr", "d0", "d1", "cc", "memory");
}

/* Runs of up to 16 bytes, `from_step` apart, to places `to_step` apart. */
EDGEC_INLINE void edgec_spread_few_mve(int8_t *to, const int8_t *from, int32_t bytes, int32_t times, int32_t to_step,
                                       int32_t from_step)
{
    __asm__ volatile(EDGEC_SPREAD_CODE_MVE
                     : [to] "+&r"(to), [from] "+&r"(from)
                     : [bytes] "r"(bytes), [times] "r"(times), [to_step] "r"(to_step), [from_step] "r"(from_step)
                     : "lr", "d0", "d1", "cc", "memory");
}

/* Runs of `bytes`, `from_step` apart, to places `to_step` apart. */
EDGEC_INLINE void edgec_spread_mve(int8_t *to, const int8_t *from, int32_t bytes, int32_t times, int32_t to_step,
                                   int32_t from_step)
{
    if (bytes > 16) {
        for (; times > 0; times--, to += to_step, from += from_step) {
            edgec_copy_mve(to, from, bytes);
        }
        return;
    }
    edgec_spread_few_mve(to, from, bytes, times, to_step, from_step);
}

#endif
