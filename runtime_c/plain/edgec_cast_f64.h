/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Conversions from and to float64, as edgec_cast.h defines them: the only kernels that hold a double. */
#ifndef EDGEC_CAST_F64_H
#define EDGEC_CAST_F64_H

#include "edgec_cast.h"
#include "edgec_half.h"

EDGEC_DEFINE_TO_INTEGERS(f64, double)

/* Rounded once: the detour over float32 keeps, in its last bit, that something was cut off ("round to odd"). */
static inline uint16_t edgec_double_to_half(double v)
{
    float near = (float)v;
    const double back = (double)near;
    if (back < v || back > v) {
        uint32_t bits;
        (void)memcpy(&bits, &near, sizeof(bits));
        if ((v > 0.0 && back > v) || (v < 0.0 && back < v)) {
            bits -= 1u; /* toward zero */
        }
        bits |= 1u;
        (void)memcpy(&near, &bits, sizeof(bits));
    }
    return edgec_float_to_half(near);
}

#define EDGEC_DEFINE_CASTS_F64(name, type, wide, wide_signed)                                                          \
    EDGEC_DEFINE_CAST(f64, double, name, type, edgec_f64_to_##name(v))                                                 \
    EDGEC_DEFINE_CAST(name, type, f64, double, (double)v)

EDGEC_FOR_INTEGERS(EDGEC_DEFINE_CASTS_F64)
EDGEC_DEFINE_CAST(f64, double, f64, double, v)
EDGEC_DEFINE_CAST(f64, double, f32, float, (float)v)
EDGEC_DEFINE_CAST(f32, float, f64, double, (double)v)
EDGEC_DEFINE_CAST(f64, double, f16, uint16_t, edgec_double_to_half(v))
EDGEC_DEFINE_CAST(f16, uint16_t, f64, double, (double)edgec_half_to_float(v))
EDGEC_DEFINE_CAST(f64, double, s4, int8_t, edgec_low_s4((uint32_t)edgec_f64_to_s32(v)))
EDGEC_DEFINE_CAST(f64, double, bool, uint8_t, (uint8_t)(v<0.0 || v> 0.0 || v != v))

#endif
