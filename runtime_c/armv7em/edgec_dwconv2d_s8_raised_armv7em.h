/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution, int8, any taps, weights of 8 bits, raised sums (edgec_dwconv2d_planes_armv7em.h). */
#ifndef EDGEC_DWCONV2D_S8_RAISED_ARMV7EM_H
#define EDGEC_DWCONV2D_S8_RAISED_ARMV7EM_H

#include "edgec_dw_filters_armv7em.h"

#include "edgec_dwconv2d_planes_armv7em.h"

#if !EDGEC_DW_HAS_FILTERS
#error "the headers of blocks come before those of kernels"
#endif

EDGEC_SPECIALIZED_PART void edgec_dwconv2d_s8_raised_armv7em(const edgec_dwconv2d_s8_armv7em_params *p, const int8_t *x,
                                                             const int8_t *stream, int8_t *y, int16_t *scratch)
{
    edgec_dw_all(p, EDGEC_DW_RAISED_ANY, 8, x, stream, y, scratch);
}

#endif
