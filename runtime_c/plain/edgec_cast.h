/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Plain conversions between float32, integers and bool: float to integer truncates toward zero and saturates (NaN gives
 * 0), integer to narrower integer keeps the low bits, anything to bool is "not zero".  s4 is int4, held in an int8_t.
 */
#ifndef EDGEC_CAST_H
#define EDGEC_CAST_H

#include "edgec_integers.h"

typedef struct {
    int32_t n;
} edgec_cast_params;

#define EDGEC_DEFINE_CAST(a, a_type, b, b_type, expression)                                                            \
    static inline void edgec_cast_##a##_##b##_plain(const edgec_cast_params *p, const a_type *x, b_type *y)            \
    {                                                                                                                  \
        int32_t i;                                                                                                     \
        for (i = 0; i < p->n; i++) {                                                                                   \
            const a_type v = x[i];                                                                                     \
            y[i] = (expression);                                                                                       \
        }                                                                                                              \
    }

/* edgec_<from>_to_<name>: top is the largest value plus one, a power of two and so exact in every type of reals. */
#define EDGEC_DEFINE_TO_INTEGER(from, real, name, type, lowest, highest, top)                                          \
    static inline type edgec_##from##_to_##name(real v)                                                                \
    {                                                                                                                  \
        if (v >= (real)(top)) {                                                                                        \
            return (highest);                                                                                          \
        }                                                                                                              \
        if (v <= (real)(lowest)) {                                                                                     \
            return (lowest);                                                                                           \
        }                                                                                                              \
        return (v == v) ? (type)v : (type)0;                                                                           \
    }

#define EDGEC_DEFINE_TO_INTEGERS(from, real)                                                                           \
    EDGEC_DEFINE_TO_INTEGER(from, real, s8, int8_t, INT8_MIN, INT8_MAX, 128.0f)                                        \
    EDGEC_DEFINE_TO_INTEGER(from, real, u8, uint8_t, 0u, UINT8_MAX, 256.0f)                                            \
    EDGEC_DEFINE_TO_INTEGER(from, real, s16, int16_t, INT16_MIN, INT16_MAX, 32768.0f)                                  \
    EDGEC_DEFINE_TO_INTEGER(from, real, u16, uint16_t, 0u, UINT16_MAX, 65536.0f)                                       \
    EDGEC_DEFINE_TO_INTEGER(from, real, s32, int32_t, INT32_MIN, INT32_MAX, 2147483648.0f)                             \
    EDGEC_DEFINE_TO_INTEGER(from, real, u32, uint32_t, 0u, UINT32_MAX, 4294967296.0f)                                  \
    EDGEC_DEFINE_TO_INTEGER(from, real, s64, int64_t, INT64_MIN, INT64_MAX, 9223372036854775808.0f)                    \
    EDGEC_DEFINE_TO_INTEGER(from, real, u64, uint64_t, 0u, UINT64_MAX, 18446744073709551616.0f)

EDGEC_DEFINE_TO_INTEGERS(f32, float)

/* The low four bits, as a signed number. */
static inline int8_t edgec_low_s4(uint32_t bits)
{
    const uint32_t low = (bits + 8u) & 15u;
    return (int8_t)((int32_t)low - 8);
}

/* From an integer type to every type but float16 and float64. */
#define EDGEC_DEFINE_CASTS(a, a_type, wide, wide_signed)                                                               \
    EDGEC_DEFINE_CAST(a, a_type, f32, float, (float)v)                                                                 \
    EDGEC_DEFINE_CAST(a, a_type, s4, int8_t, edgec_low_s4((uint32_t)v))                                                \
    EDGEC_DEFINE_CAST(a, a_type, s8, int8_t, (int8_t)v)                                                                \
    EDGEC_DEFINE_CAST(a, a_type, u8, uint8_t, (uint8_t)v)                                                              \
    EDGEC_DEFINE_CAST(a, a_type, s16, int16_t, (int16_t)v)                                                             \
    EDGEC_DEFINE_CAST(a, a_type, u16, uint16_t, (uint16_t)v)                                                           \
    EDGEC_DEFINE_CAST(a, a_type, s32, int32_t, (int32_t)v)                                                             \
    EDGEC_DEFINE_CAST(a, a_type, u32, uint32_t, (uint32_t)v)                                                           \
    EDGEC_DEFINE_CAST(a, a_type, s64, int64_t, (int64_t)v)                                                             \
    EDGEC_DEFINE_CAST(a, a_type, u64, uint64_t, (uint64_t)v)                                                           \
    EDGEC_DEFINE_CAST(a, a_type, bool, uint8_t, (uint8_t)(v != (a_type)0))

#define EDGEC_DEFINE_CAST_FROM_F32(name, type, wide, wide_signed)                                                      \
    EDGEC_DEFINE_CAST(f32, float, name, type, edgec_f32_to_##name(v))

EDGEC_FOR_INTEGERS(EDGEC_DEFINE_CASTS)
EDGEC_FOR_INTEGERS(EDGEC_DEFINE_CAST_FROM_F32)
EDGEC_DEFINE_CAST(f32, float, f32, float, v)
EDGEC_DEFINE_CAST(f32, float, s4, int8_t, edgec_low_s4((uint32_t)edgec_f32_to_s32(v)))
EDGEC_DEFINE_CAST(f32, float, bool, uint8_t, (uint8_t)(v<0.0f || v> 0.0f || v != v))

#endif
