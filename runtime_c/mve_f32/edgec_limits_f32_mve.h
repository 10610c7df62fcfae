/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The limits of float outputs, as the assembly of all blocks reads them. */
#ifndef EDGEC_LIMITS_F32_MVE_H
#define EDGEC_LIMITS_F32_MVE_H

#include "edgec_float.h"
#include "edgec_mve.h"

/* Which of the limits are finite: an upper one takes both. */
#define EDGEC_UNLIMITED_F32_MVE 0
#define EDGEC_BELOW_F32_MVE 1
#define EDGEC_BOTH_F32_MVE 2

typedef struct {
    int32_t bounds; /* one of EDGEC_..._F32_MVE */
    float lo, hi;
} edgec_limits_f32_mve;

EDGEC_INLINE edgec_limits_f32_mve edgec_limits_of_f32_mve(int32_t bounds, float lo, float hi)
{
    edgec_limits_f32_mve l;
    l.bounds = bounds;
    l.lo = lo;
    l.hi = hi;
    return l;
}

/* Bits of float16, which the assembly finds where those of float32 would be. */
EDGEC_INLINE edgec_limits_f32_mve edgec_limits_of_f16_mve(int32_t bounds, int32_t lo, int32_t hi)
{
    edgec_limits_f32_mve l;
    l.bounds = bounds;
    memcpy(&l.lo, &lo, sizeof l.lo);
    memcpy(&l.hi, &hi, sizeof l.hi);
    return l;
}

#endif
