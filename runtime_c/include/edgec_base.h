/* What every kernel relies on: fixed-width types, a few attributes, and facts about the compiler checked at compile
 * time. C99; no heap, no input or output, no writable data. */
#ifndef EDGEC_BASE_H
#define EDGEC_BASE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define EDGEC_NOINLINE __attribute__((noinline))
#define EDGEC_INLINE static __inline__ __attribute__((always_inline)) /* loops whose bounds a layer's kernel knows */
#define EDGEC_COLD __attribute__((noinline, cold, unused))            /* rarely called: one copy, away from the loops */
#define EDGEC_SHARED __attribute__((noinline, unused)) static /* a function that all layers share, compiled once */
#define EDGEC_RESTRICT __restrict
#define EDGEC_ALIGNED(pointer, bytes) __builtin_assume_aligned((pointer), (bytes))
#else
#define EDGEC_NOINLINE
#define EDGEC_INLINE static inline
#define EDGEC_COLD
#define EDGEC_SHARED static
#define EDGEC_RESTRICT restrict
#define EDGEC_ALIGNED(pointer, bytes) (pointer)
#endif

/* The value, kept in a register: the compiler must not turn a multiplication by it into shifts, nor unroll a loop. */
static inline int32_t edgec_opaque(int32_t v)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(v));
#endif
    return v;
}

#define EDGEC_STATIC_ASSERT(condition, name) typedef char edgec_assert_##name[(condition) ? 1 : -1]

/* The range of int32_t and two's complement are the standard's; that >> of a negative number keeps its sign is not. */
/* cppcheck-suppress shiftNegativeLHS */
EDGEC_STATIC_ASSERT((INT32_C(-5) >> 1) == INT32_C(-3), int32_shift_is_arithmetic);
/* cppcheck-suppress shiftNegativeLHS */
EDGEC_STATIC_ASSERT((INT64_C(-5) >> 1) == INT64_C(-3), int64_shift_is_arithmetic);
EDGEC_STATIC_ASSERT(sizeof(int) >= 4, int_has_32_bits);
EDGEC_STATIC_ASSERT(sizeof(float) == 4, float_is_binary32);

#endif
