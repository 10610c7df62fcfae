/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 2-D convolution with int4 weights, any window: unpacked to the stream of the int8 kernel. */
#ifndef EDGEC_DWCONV2D_S4_MVE_H
#define EDGEC_DWCONV2D_S4_MVE_H

#include "edgec_dwconv2d_s8_mve.h"
#include "edgec_unpack_s4_mve.h"

/* `blocks` blocks are unpacked to `room` bytes of scratch. */
typedef struct {
    edgec_dwconv2d_mve_params conv;
    edgec_unpack_mve unpack;
    int32_t blocks, room;
} edgec_dwconv2d_s4_mve_params;

EDGEC_KERNEL_MVE void edgec_dwconv2d_s4_mve(const edgec_dwconv2d_s4_mve_params *p, const int8_t *x,
                                            const int8_t *packed, const int32_t *ends, int8_t *y, int8_t *scratch)
{
    edgec_unpack_blocks_mve(&p->unpack, packed, ends, p->blocks, scratch);
    edgec_dwconv2d_s8_mve(&p->conv, x, scratch, y, scratch + p->room);
}

#endif
