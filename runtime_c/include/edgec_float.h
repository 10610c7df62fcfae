/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* float32 helpers; only float functions of math.h are called, never double ones. */
#ifndef EDGEC_FLOAT_H
#define EDGEC_FLOAT_H

#include "edgec_base.h"

#include <math.h>

/* min(max(v, lo), hi); NaN passes through, as in numpy. */
static inline float edgec_clamp_f32(float v, float lo, float hi)
{
    const float low = (v < lo) ? lo : v;
    return (low > hi) ? hi : low;
}

#endif
