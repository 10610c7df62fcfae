/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution, int8, any taps, raised sums, in parts (edgec_dwconv2d_parts_armv7em.h). */
#ifndef EDGEC_DWCONV2D_S8_RAISED_PARTS_ARMV7EM_H
#define EDGEC_DWCONV2D_S8_RAISED_PARTS_ARMV7EM_H

#include "edgec_dwconv2d_s8_raised_armv7em.h"

#include "edgec_dwconv2d_parts_armv7em.h"

static inline void edgec_dwconv2d_s8_raised_armv7em_part(const edgec_dwconv2d_s8_armv7em_params *p, int32_t first,
                                                         int32_t count, const int8_t *x, const int8_t *stream,
                                                         int8_t *y, int16_t *scratch)
{
    edgec_dw_part(p, EDGEC_DW_RAISED_ANY, 8, first, count, x, stream, y, scratch);
}

/* The same where an item is four channels. */
static inline void edgec_dwconv2d_s8_raised_armv7em_fours(const edgec_dwconv2d_s8_armv7em_params *p, int32_t first,
                                                          int32_t count, const int8_t *x, const int8_t *stream,
                                                          int8_t *y, int16_t *scratch)
{
    edgec_dw_fours(p, EDGEC_DW_RAISED_ANY, 8, first, count, x, stream, y, scratch);
}

#endif
