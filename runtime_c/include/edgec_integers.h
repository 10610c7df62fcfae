/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The integer types that elementwise kernels are instantiated for.
 *
 * EDGEC_FOR_INTEGERS(F) and its parts call F(suffix, type, wide, wide_signed): wide is the unsigned type in which
 * arithmetic is done, so that overflow wraps around as in ONNX and is never undefined. */
#ifndef EDGEC_INTEGERS_H
#define EDGEC_INTEGERS_H

#include "edgec_base.h"

#define EDGEC_FOR_SIGNED(F)                                                                                            \
    F(s8, int8_t, uint32_t, int32_t)                                                                                   \
    F(s16, int16_t, uint32_t, int32_t)                                                                                 \
    F(s32, int32_t, uint32_t, int32_t)                                                                                 \
    F(s64, int64_t, uint64_t, int64_t)

#define EDGEC_FOR_UNSIGNED(F)                                                                                          \
    F(u8, uint8_t, uint32_t, int32_t)                                                                                  \
    F(u16, uint16_t, uint32_t, int32_t)                                                                                \
    F(u32, uint32_t, uint32_t, int32_t)                                                                                \
    F(u64, uint64_t, uint64_t, int64_t)

#define EDGEC_FOR_INTEGERS(F)                                                                                          \
    EDGEC_FOR_SIGNED(F)                                                                                                \
    EDGEC_FOR_UNSIGNED(F)

#endif
