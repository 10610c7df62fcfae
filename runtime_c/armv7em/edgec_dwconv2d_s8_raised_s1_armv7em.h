/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution, int8, 3x3 of stride 1, weights of 8 bits, raised sums (edgec_dwconv2d_planes_armv7em.h). */
#ifndef EDGEC_DWCONV2D_S8_RAISED_S1_ARMV7EM_H
#define EDGEC_DWCONV2D_S8_RAISED_S1_ARMV7EM_H

#include "edgec_dw_raised_s1_armv7em.h"

#include "edgec_dwconv2d_planes_armv7em.h"

#if !EDGEC_DW_HAS_RAISED_S1
#error "the headers of blocks come before those of kernels"
#endif

static inline void edgec_dwconv2d_s8_raised_s1_armv7em(const edgec_dwconv2d_s8_armv7em_params *p, const int8_t *x,
                                                       const int8_t *stream, int8_t *y, int16_t *scratch)
{
    edgec_dw_all(p, EDGEC_DW_RAISED_S1, 8, x, stream, y, scratch);
}

#endif
