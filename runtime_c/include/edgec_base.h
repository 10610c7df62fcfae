/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What every kernel relies on: fixed-width types, a few attributes, and facts about the compiler checked at compile
 * time. C99; no heap, no input or output, no writable data. */
#ifndef EDGEC_BASE_H
#define EDGEC_BASE_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define EDGEC_NOINLINE __attribute__((noinline))
#define EDGEC_INLINE static __inline__ __attribute__((always_inline)) /* loops whose bounds a layer's kernel knows */
#define EDGEC_COLD __attribute__((noinline, cold, unused))            /* rarely called: one copy, away from the loops */
#define EDGEC_SHARED_CODE                                                                                              \
    __attribute__((noinline, unused)) static /* what the layers of a model share, for their parameters                 \
                                              */
#define EDGEC_RESTRICT __restrict
#define EDGEC_ALIGNED(pointer, bytes) __builtin_assume_aligned((pointer), (bytes))
#else
#define EDGEC_NOINLINE
#define EDGEC_INLINE static inline
#define EDGEC_COLD
#define EDGEC_SHARED_CODE static
#define EDGEC_RESTRICT restrict
#define EDGEC_ALIGNED(pointer, bytes) (pointer)
#endif

/* A part of a kernel: every layer has its own, with its loops' bounds known, unless the compiler optimizes a model for
 * size that was not made for speed, or checks addresses (which hides the bounds from it).  Left to itself it decides by
 * how many layers there are. */
#if (defined(__OPTIMIZE_SIZE__) && !defined(EDGEC_FOR_SPEED)) || defined(__SANITIZE_ADDRESS__)
#define EDGEC_LAYER_PART static inline
#else
#define EDGEC_LAYER_PART EDGEC_INLINE
#endif

/* A layer's function with arguments in the place of some parameters: what it calls becomes part of it, so that the
 * other parameters are known there as in a function of constants, unless the compiler optimizes for size. */
#if (defined(__GNUC__) || defined(__clang__)) && defined(__ARM_ARCH_7EM__) && !defined(__OPTIMIZE_SIZE__)
#define EDGEC_FLATTEN __attribute__((noinline, flatten))
#else
#define EDGEC_FLATTEN EDGEC_NOINLINE
#endif

/* Before a loop over a few values that belong in registers, whose bound a part knows: below -O3 GCC, at -Os Clang would
 * keep them in memory. */
#if !defined(EDGEC_FOR_SPEED)
#define EDGEC_UNROLLED
#elif defined(__clang__)
#define EDGEC_UNROLLED _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define EDGEC_UNROLLED _Pragma("GCC unroll 8")
#else
#define EDGEC_UNROLLED
#endif

/* Blocks: functions that all models of a program share.  The file of a library (EDGEC_LIBRARY) holds their bodies,
 * weak, so that the files of several models link and the linker keeps one of each.  Their names end in EDGEC_TAG, which
 * differs when the text of the kernels does.  With EDGEC_OWN_BLOCKS, and where symbols cannot be weak, every model has
 * static ones of its own. */
#if (defined(__GNUC__) || defined(__clang__)) && (defined(__ELF__) || defined(__MACH__)) && !defined(EDGEC_OWN_BLOCKS)
#define EDGEC_WEAK 1
#else
#define EDGEC_WEAK 0
#endif

#if !EDGEC_WEAK
#define EDGEC_BODIES 1
#define EDGEC_SHARED EDGEC_SHARED_CODE
#elif defined(EDGEC_LIBRARY)
#define EDGEC_BODIES 1
#define EDGEC_SHARED __attribute__((weak, noinline))
#else
#define EDGEC_BODIES 0
#define EDGEC_SHARED
#endif

#ifndef EDGEC_TAG
#define EDGEC_TAG untagged
#endif
#define EDGEC_JOIN(a, b) a##_##b
#define EDGEC_JOINED(a, b) EDGEC_JOIN(a, b)
#define EDGEC_TAGGED(name) EDGEC_JOINED(name, EDGEC_TAG)
#define EDGEC_QUOTED(name) #name
#define EDGEC_TEXT(name) EDGEC_QUOTED(name)

/* The value, kept in a register: the compiler must not turn a multiplication by it into shifts, nor unroll a loop. */
static inline int32_t edgec_opaque(int32_t v)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(v));
#endif
    return v;
}

/* Whether the kernels of a generated file are written for an int of 16 bits too, which the file says. */
#ifndef EDGEC_NARROW_INT
#define EDGEC_NARROW_INT 0
#endif

/* Counts of what lies in RAM, and sums of products of int8, which fit 16 bits: where int has no more, compilers else
 * call functions for 32 bits.  EDGEC_CALLED are long ones there, of which a model needs one copy. */
#if INT_MAX < INT32_MAX
#ifdef __GNUC__
#define EDGEC_CALLED static __attribute__((noinline, unused))
#else
#define EDGEC_CALLED static inline
#endif
typedef int16_t edgec_count;
EDGEC_INLINE int32_t edgec_mac_s8(int32_t acc, int32_t x, int32_t w)
{
    return acc + (int16_t)((uint16_t)(int8_t)x * (uint16_t)(int8_t)w);
}
#else
typedef int32_t edgec_count;
EDGEC_INLINE int32_t edgec_mac_s8(int32_t acc, int32_t x, int32_t w) { return acc + x * w; }
#endif

/* What constants are qualified by: nothing, or the address space of a flash that is not among the addresses of data. */
#ifndef EDGEC_FLASH
#define EDGEC_FLASH
#endif

/* Inner products in assembly where edgec_code_avr.h is included: of constants in the first 64 KB of flash, or among the
 * data. */
#if defined(EDGEC_DOT_FLASH_AVR) && defined(EDGEC_FLASH_IS_NEAR)
#define EDGEC_DOT_AVR EDGEC_DOT_FLASH_AVR
#elif defined(EDGEC_DOT_DATA_AVR) && defined(EDGEC_FLASH_IS_DATA)
#define EDGEC_DOT_AVR EDGEC_DOT_DATA_AVR
#endif

#define EDGEC_STATIC_ASSERT(condition, name) typedef char edgec_assert_##name[(condition) ? 1 : -1]

/* The range of int32_t and two's complement are the standard's; that >> of a negative number keeps its sign is not. */
/* cppcheck-suppress shiftNegativeLHS */
EDGEC_STATIC_ASSERT((INT32_C(-5) >> 1) == INT32_C(-3), int32_shift_is_arithmetic);
/* cppcheck-suppress shiftNegativeLHS */
EDGEC_STATIC_ASSERT((INT64_C(-5) >> 1) == INT64_C(-3), int64_shift_is_arithmetic);
EDGEC_STATIC_ASSERT(sizeof(int) >= 4 || EDGEC_NARROW_INT, int_has_32_bits);
EDGEC_STATIC_ASSERT(sizeof(float) == 4, float_is_binary32);

#endif
