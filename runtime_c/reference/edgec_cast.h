/* Plain conversions between element types: float to integer truncates toward zero and saturates (NaN gives 0), integer
 * to narrower integer keeps the low bits, anything to bool is "not zero". */
#ifndef EDGEC_CAST_H
#define EDGEC_CAST_H

#include "edgec_half.h"

typedef struct {
    int32_t n;
} edgec_cast_params;

/* top is the largest value plus one, a power of two and so exact; v is in range between the comparisons. */
#define EDGEC_DEFINE_CAST_FROM_FLOAT(name, type, lowest, highest, top)                                                 \
    static inline type edgec_to_##name(float v)                                                                        \
    {                                                                                                                  \
        if (v >= (top)) {                                                                                              \
            return (highest);                                                                                          \
        }                                                                                                              \
        if (v <= (float)(lowest)) {                                                                                    \
            return (lowest);                                                                                           \
        }                                                                                                              \
        return (v == v) ? (type)v : (type)0;                                                                           \
    }                                                                                                                  \
    EDGEC_DEFINE_CAST_LOOP(f32, float, name, type, edgec_to_##name(x[i]))

#define EDGEC_DEFINE_CAST_LOOP(a, a_type, b, b_type, expression)                                                       \
    static inline void edgec_cast_##a##_##b##__ref(const edgec_cast_params *p, const a_type *x, b_type *y)             \
    {                                                                                                                  \
        int32_t i;                                                                                                     \
        for (i = 0; i < p->n; i++) {                                                                                   \
            y[i] = (expression);                                                                                       \
        }                                                                                                              \
    }

EDGEC_DEFINE_CAST_FROM_FLOAT(s8, int8_t, INT8_MIN, INT8_MAX, 128.0f)
EDGEC_DEFINE_CAST_FROM_FLOAT(u8, uint8_t, 0u, UINT8_MAX, 256.0f)
EDGEC_DEFINE_CAST_FROM_FLOAT(s16, int16_t, INT16_MIN, INT16_MAX, 32768.0f)
EDGEC_DEFINE_CAST_FROM_FLOAT(u16, uint16_t, 0u, UINT16_MAX, 65536.0f)
EDGEC_DEFINE_CAST_FROM_FLOAT(s32, int32_t, INT32_MIN, INT32_MAX, 2147483648.0f)
EDGEC_DEFINE_CAST_FROM_FLOAT(s64, int64_t, INT64_MIN, INT64_MAX, 9223372036854775808.0f)
EDGEC_DEFINE_CAST_FROM_FLOAT(u32, uint32_t, 0u, UINT32_MAX, 4294967296.0f)
EDGEC_DEFINE_CAST_FROM_FLOAT(u64, uint64_t, 0u, UINT64_MAX, 18446744073709551616.0f)
EDGEC_DEFINE_CAST_LOOP(f32, float, f32, float, x[i])
EDGEC_DEFINE_CAST_LOOP(f32, float, f64, double, (double)x[i])
EDGEC_DEFINE_CAST_LOOP(f64, double, f32, float, (float)x[i])
EDGEC_DEFINE_CAST_LOOP(f16, uint16_t, f32, float, edgec_half_to_float(x[i]))
EDGEC_DEFINE_CAST_LOOP(f32, float, f16, uint16_t, edgec_float_to_half(x[i]))
EDGEC_DEFINE_CAST_LOOP(f32, float, bool, uint8_t, (uint8_t)(x[i]<0.0f || x[i]> 0.0f || x[i] != x[i]))

/* From an integer type to every other. */
#define EDGEC_DEFINE_CASTS(a, a_type)                                                                                  \
    EDGEC_DEFINE_CAST_LOOP(a, a_type, f32, float, (float)x[i])                                                         \
    EDGEC_DEFINE_CAST_LOOP(a, a_type, s8, int8_t, (int8_t)x[i])                                                        \
    EDGEC_DEFINE_CAST_LOOP(a, a_type, u8, uint8_t, (uint8_t)x[i])                                                      \
    EDGEC_DEFINE_CAST_LOOP(a, a_type, s16, int16_t, (int16_t)x[i])                                                     \
    EDGEC_DEFINE_CAST_LOOP(a, a_type, u16, uint16_t, (uint16_t)x[i])                                                   \
    EDGEC_DEFINE_CAST_LOOP(a, a_type, s32, int32_t, (int32_t)x[i])                                                     \
    EDGEC_DEFINE_CAST_LOOP(a, a_type, s64, int64_t, (int64_t)x[i])                                                     \
    EDGEC_DEFINE_CAST_LOOP(a, a_type, u32, uint32_t, (uint32_t)x[i])                                                   \
    EDGEC_DEFINE_CAST_LOOP(a, a_type, u64, uint64_t, (uint64_t)x[i])                                                   \
    EDGEC_DEFINE_CAST_LOOP(a, a_type, bool, uint8_t, (uint8_t)(x[i] != 0))

EDGEC_DEFINE_CASTS(s8, int8_t)
EDGEC_DEFINE_CASTS(u8, uint8_t)
EDGEC_DEFINE_CASTS(s16, int16_t)
EDGEC_DEFINE_CASTS(u16, uint16_t)
EDGEC_DEFINE_CASTS(s32, int32_t)
EDGEC_DEFINE_CASTS(s64, int64_t)
EDGEC_DEFINE_CASTS(u32, uint32_t)
EDGEC_DEFINE_CASTS(u64, uint64_t)

#endif
