/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions of the Arm DSP extension (Armv7E-M, Armv8-M), each with the same result in portable C.
 * Sums wrap modulo 2**32, as the instructions do; a "pair" is two int16 values in one word, the first in the low half.
 */
#ifndef EDGEC_ARMV7EM_H
#define EDGEC_ARMV7EM_H

#include "edgec_base.h"
#include "edgec_code_armv7em.h"

#if defined(__GNUC__) && defined(__ARM_FEATURE_DSP) && !defined(EDGEC_PORTABLE)
#define EDGEC_ARMV7EM 1
#else
#define EDGEC_ARMV7EM 0
#endif

/* Blocks of assembly that take all registers: GCC must not keep a frame pointer, and Clang's is saved. */
#if EDGEC_ARMV7EM && defined(__OPTIMIZE__)
#define EDGEC_ARMV7EM_BLOCKS 1
#else
#define EDGEC_ARMV7EM_BLOCKS 0
#endif

/* Whether forms that take fewer instructions for more code are left out. */
#if defined(__OPTIMIZE_SIZE__) && !defined(EDGEC_FOR_SPEED)
#define EDGEC_ARMV7EM_SMALL 1
#else
#define EDGEC_ARMV7EM_SMALL 0
#endif

/* EDGEC_SHARED for such a function. */
#if EDGEC_ARMV7EM_BLOCKS && !defined(__clang__)
#define EDGEC_BLOCK __attribute__((optimize("omit-frame-pointer"))) EDGEC_SHARED
#else
#define EDGEC_BLOCK EDGEC_SHARED
#endif

/* Variables that such a block reads from memory: GCC's lie where it puts them.  Clang may address them by r7, its frame
 * pointer, so they are in registers, number of the declaration by number from r0 on, and the block keeps them and r7 on
 * the stack. */
#if defined(__clang__)
#define EDGEC_ASM_VARIABLE(number, type, name, value) register type name __asm__("r" #number) = (value)
#define EDGEC_ASM_TEMPORARY(number, type, name) register type name __asm__("r" #number)
#define EDGEC_ASM_INOUT(name) "+r"(name)
#define EDGEC_ASM_OUT(name) "=r"(name)
#define EDGEC_ASM_SLOT(name, bytes) "[sp, #" bytes "]"
#define EDGEC_ENTER EDGEC_ENTER_CODE
#define EDGEC_LEAVE EDGEC_LEAVE_CODE
#define EDGEC_ALL_FROM_5 "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc", "memory"
#define EDGEC_ALL_FROM_2 "r2", "r3", "r4", EDGEC_ALL_FROM_5
#define EDGEC_ALL_FROM_1 "r1", EDGEC_ALL_FROM_2
#else
#define EDGEC_ASM_VARIABLE(number, type, name, value) type name = (value)
#define EDGEC_ASM_TEMPORARY(number, type, name) type name
#define EDGEC_ASM_INOUT(name) [name] "+m"(name)
#define EDGEC_ASM_OUT(name) [name] "=m"(name)
#define EDGEC_ASM_SLOT(name, bytes) "%[" #name "]"
#define EDGEC_ENTER
#define EDGEC_LEAVE
#define EDGEC_ALL_FROM_1                                                                                               \
    "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc", "memory"
#define EDGEC_ALL_FROM_2 EDGEC_ALL_FROM_1
#define EDGEC_ALL_FROM_5 EDGEC_ALL_FROM_1
#endif

/* GCC compiles functions anew for layers whose parameters it knows, where that wins; Clang does where it is told to: a
 * function for each such layer (SPECIALIZED), and a part of it, in which the parameters are known (SPECIALIZED_PART).
 */
#if defined(__clang__) && !defined(__OPTIMIZE_SIZE__) && !defined(__SANITIZE_ADDRESS__)
#define EDGEC_SPECIALIZED EDGEC_INLINE
#define EDGEC_SPECIALIZED_PART EDGEC_INLINE
#else
#define EDGEC_SPECIALIZED EDGEC_SHARED_CODE
#define EDGEC_SPECIALIZED_PART static inline
#endif

/* Four bytes from any address, the first in the low byte. */
static inline uint32_t edgec_load4(const int8_t *from)
{
#if EDGEC_ARMV7EM
    uint32_t v;
    memcpy(&v, from, sizeof v);
    return v;
#else
    const uint32_t b0 = (uint8_t)from[0];
    const uint32_t b1 = (uint8_t)from[1];
    const uint32_t b2 = (uint8_t)from[2];
    const uint32_t b3 = (uint8_t)from[3];
    return b0 | (b1 << 8) | (b2 << 16) | (b3 << 24);
#endif
}

/* Four bytes to any address. */
static inline void edgec_store4(uint32_t v, int8_t *to)
{
#if EDGEC_ARMV7EM
    memcpy(to, &v, sizeof v);
#else
    to[0] = (int8_t)(uint8_t)(v & 0xFFu);
    to[1] = (int8_t)(uint8_t)((v >> 8) & 0xFFu);
    to[2] = (int8_t)(uint8_t)((v >> 16) & 0xFFu);
    to[3] = (int8_t)(uint8_t)(v >> 24);
#endif
}

/* The low nibble of each byte, times 16. */
static inline uint32_t edgec_low_nibbles(uint32_t v) { return (v << 4) & 0xF0F0F0F0u; }

/* The first count (0..3) bytes, then zeros. */
static inline uint32_t edgec_load_rest(const int8_t *from, int32_t count)
{
    uint32_t v = 0u;
    int32_t i;
    for (i = 0; i < count; i++) {
        v |= (uint32_t)(uint8_t)from[i] << (8 * i);
    }
    return v;
}

/* The signed low and high half of a pair. */
static inline int32_t edgec_low(uint32_t pair) { return (int16_t)(uint16_t)(pair & 0xFFFFu); }

static inline int32_t edgec_high(uint32_t pair) { return (int16_t)(uint16_t)(pair >> 16); }

static inline uint32_t edgec_pair(int32_t low, int32_t high)
{
    return ((uint32_t)low & 0xFFFFu) | ((uint32_t)high << 16);
}

/* {a.low, b.low}, {a.high, b.high} and {a.low, b.high}. */
static inline uint32_t edgec_lows(uint32_t a, uint32_t b)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("pkhbt %0, %1, %2, lsl #16" : "=r"(r) : "r"(a), "r"(b));
    return r;
#else
    return (a & 0xFFFFu) | (b << 16);
#endif
}

static inline uint32_t edgec_highs(uint32_t a, uint32_t b)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("pkhtb %0, %1, %2, asr #16" : "=r"(r) : "r"(b), "r"(a));
    return r;
#else
    return (a >> 16) | (b & 0xFFFF0000u);
#endif
}

static inline uint32_t edgec_low_high(uint32_t a, uint32_t b)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("pkhbt %0, %1, %2" : "=r"(r) : "r"(a), "r"(b));
    return r;
#else
    return (a & 0xFFFFu) | (b & 0xFFFF0000u);
#endif
}

/* Halfwords added, modulo 2**16. */
static inline uint32_t edgec_sadd16(uint32_t a, uint32_t b)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("sadd16 %0, %1, %2" : "=r"(r) : "r"(a), "r"(b) : "cc");
    return r;
#else
    return edgec_pair(edgec_low(a) + edgec_low(b), edgec_high(a) + edgec_high(b));
#endif
}

/* Two int16 from any address. */
static inline uint32_t edgec_load_pair(const int16_t *from)
{
#if EDGEC_ARMV7EM
    uint32_t v;
    memcpy(&v, from, sizeof v);
    return v;
#else
    return edgec_pair(from[0], from[1]);
#endif
}

static inline void edgec_store_pair(uint32_t pair, int16_t *to)
{
#if EDGEC_ARMV7EM
    memcpy(to, &pair, sizeof pair);
#else
    to[0] = (int16_t)edgec_low(pair);
    to[1] = (int16_t)edgec_high(pair);
#endif
}

/* The larger (smaller) of each of two int16. */
static inline uint32_t edgec_max_pair(uint32_t a, uint32_t b)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__(EDGEC_MAX_PAIR_CODE : "=&r"(r) : "r"(a), "r"(b) : "cc");
    return r;
#else
    return edgec_pair((edgec_low(a) > edgec_low(b)) ? edgec_low(a) : edgec_low(b),
                      (edgec_high(a) > edgec_high(b)) ? edgec_high(a) : edgec_high(b));
#endif
}

static inline uint32_t edgec_min_pair(uint32_t a, uint32_t b)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__(EDGEC_MIN_PAIR_CODE : "=&r"(r) : "r"(a), "r"(b) : "cc");
    return r;
#else
    return edgec_pair((edgec_low(a) < edgec_low(b)) ? edgec_low(a) : edgec_low(b),
                      (edgec_high(a) < edgec_high(b)) ? edgec_high(a) : edgec_high(b));
#endif
}

/* Bytes 0 and 2 without their signs as a pair, and bytes 1 and 3. */
static inline uint32_t edgec_uxtb16(uint32_t v)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("uxtb16 %0, %1" : "=r"(r) : "r"(v));
    return r;
#else
    return v & 0x00FF00FFu;
#endif
}

static inline uint32_t edgec_uxtb16_odd(uint32_t v)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("uxtb16 %0, %1, ror #8" : "=r"(r) : "r"(v));
    return r;
#else
    return (v >> 8) & 0x00FF00FFu;
#endif
}

/* Bytes 0 and 2 as a pair. */
static inline uint32_t edgec_sxtb16(uint32_t v)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("sxtb16 %0, %1" : "=r"(r) : "r"(v));
    return r;
#else
    return edgec_pair((int8_t)(uint8_t)(v & 0xFFu), (int8_t)(uint8_t)((v >> 16) & 0xFFu));
#endif
}

/* Bytes 1 and 3 as a pair. */
static inline uint32_t edgec_sxtb16_odd(uint32_t v)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("sxtb16 %0, %1, ror #8" : "=r"(r) : "r"(v));
    return r;
#else
    return edgec_sxtb16(v >> 8);
#endif
}

/* acc + the low halves' product, and the high halves'. */
static inline uint32_t edgec_smlabb(uint32_t a, uint32_t b, uint32_t acc)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("smlabb %0, %1, %2, %3" : "=r"(r) : "r"(a), "r"(b), "r"(acc));
    return r;
#else
    return acc + (uint32_t)(edgec_low(a) * edgec_low(b));
#endif
}

static inline uint32_t edgec_smlatt(uint32_t a, uint32_t b, uint32_t acc)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("smlatt %0, %1, %2, %3" : "=r"(r) : "r"(a), "r"(b), "r"(acc));
    return r;
#else
    return acc + (uint32_t)(edgec_high(a) * edgec_high(b));
#endif
}

/* Bytes 0 and 2, and bytes 1 and 3, added to a pair. */
static inline uint32_t edgec_sxtab16(uint32_t sums, uint32_t v)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("sxtab16 %0, %1, %2" : "=r"(r) : "r"(sums), "r"(v));
    return r;
#else
    const uint32_t w = edgec_sxtb16(v);
    return edgec_pair(edgec_low(sums) + edgec_low(w), edgec_high(sums) + edgec_high(w));
#endif
}

static inline uint32_t edgec_sxtab16_odd(uint32_t sums, uint32_t v)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("sxtab16 %0, %1, %2, ror #8" : "=r"(r) : "r"(sums), "r"(v));
    return r;
#else
    return edgec_sxtab16(sums, v >> 8);
#endif
}

/* acc + a.low * b.low + a.high * b.high. */
static inline uint32_t edgec_smlad(uint32_t a, uint32_t b, uint32_t acc)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("smlad %0, %1, %2, %3" : "=r"(r) : "r"(a), "r"(b), "r"(acc));
    return r;
#else
    return acc + (uint32_t)(edgec_low(a) * edgec_low(b)) + (uint32_t)(edgec_high(a) * edgec_high(b));
#endif
}

/* (a * m >> 32) + addend. */
static inline int32_t edgec_smmla(int32_t a, int32_t m, uint32_t addend)
{
#if EDGEC_ARMV7EM
    int32_t r;
    __asm__("smmla %0, %1, %2, %3" : "=r"(r) : "r"(a), "r"(m), "r"(addend));
    return r;
#else
    return (int32_t)((uint32_t)(int32_t)(((int64_t)a * m) >> 32) + addend);
#endif
}

/* v limited to lo..hi, which lie in int8: one instruction when they are all of it. */
static inline int32_t edgec_limit_s8(int32_t v, int32_t lo, int32_t hi)
{
    int32_t r = v;
#if EDGEC_ARMV7EM
    __asm__("ssat %0, #8, %1" : "=r"(r) : "r"(v));
    if (lo <= INT8_MIN && hi >= INT8_MAX) {
        return r;
    }
#endif
    r = (r < lo) ? lo : r;
    return (r > hi) ? hi : r;
}

/* The same for int16; 0..INT16_MAX is one instruction too. */
static inline int32_t edgec_limit_s16(int32_t v, int32_t lo, int32_t hi)
{
    int32_t r = v;
#if EDGEC_ARMV7EM
    if (lo == 0 && hi >= INT16_MAX) {
        __asm__("usat %0, #15, %1" : "=r"(r) : "r"(v));
        return r;
    }
    __asm__("ssat %0, #16, %1" : "=r"(r) : "r"(v));
    if (lo <= INT16_MIN && hi >= INT16_MAX) {
        return r;
    }
#endif
    r = (r < lo) ? lo : r;
    return (r > hi) ? hi : r;
}

/* v >> 1 saturated to int8. */
static inline int32_t edgec_half_s8(int32_t v)
{
#if EDGEC_ARMV7EM
    int32_t r;
    __asm__("ssat %0, #8, %1, asr #1" : "=r"(r) : "r"(v));
    return r;
#else
    const int32_t h = v >> 1;
    const int32_t low = (h < -128) ? -128 : h;
    return (low > 127) ? 127 : low;
#endif
}

/* An accumulator requantized and saturated to int8: zero + floor(acc * m / 2**(33 + n) + 1/2), n < 32.
 * zz is 2 * zero + 1, so that zz << n is zero and the rounding half at the weight they have before the last shift. */
static inline int32_t edgec_requantize_armv7em(int32_t acc, int32_t m, uint32_t n, int32_t zz)
{
    return edgec_half_s8(edgec_smmla(acc, m, (uint32_t)zz << n) >> n);
}

#endif
