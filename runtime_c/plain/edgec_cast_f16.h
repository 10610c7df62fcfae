/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Conversions from and to float16, held in its bits, as edgec_cast.h defines them; all go through float32, which holds
 * every half exactly (and whose rounding of a large integer never moves it across a half's rounding boundary: those
 * above 65519 are infinite). */
#ifndef EDGEC_CAST_F16_H
#define EDGEC_CAST_F16_H

#include "edgec_cast.h"
#include "edgec_half.h"

#define EDGEC_DEFINE_CASTS_F16(name, type, wide, wide_signed)                                                          \
    EDGEC_DEFINE_CAST(f16, uint16_t, name, type, edgec_f32_to_##name(edgec_half_to_float(v)))                          \
    EDGEC_DEFINE_CAST(name, type, f16, uint16_t, edgec_float_to_half((float)v))

EDGEC_FOR_INTEGERS(EDGEC_DEFINE_CASTS_F16)
EDGEC_DEFINE_CAST(f16, uint16_t, f16, uint16_t, v)
EDGEC_DEFINE_CAST(f16, uint16_t, f32, float, edgec_half_to_float(v))
EDGEC_DEFINE_CAST(f32, float, f16, uint16_t, edgec_float_to_half(v))
EDGEC_DEFINE_CAST(f16, uint16_t, s4, int8_t, edgec_low_s4((uint32_t)edgec_f32_to_s32(edgec_half_to_float(v))))
EDGEC_DEFINE_CAST(f16, uint16_t, bool, uint8_t, (uint8_t)((v & 0x7fffu) != 0u))

#endif
