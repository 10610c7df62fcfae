/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 3x3 convolution with int4 weights: unpacked to the stream of the int8 kernel. */
#ifndef EDGEC_DWCONV2D_S4_3X3_MVE_H
#define EDGEC_DWCONV2D_S4_3X3_MVE_H

#include "edgec_dwconv2d_s8_3x3_mve.h"
#include "edgec_unpack_s4_mve.h"

/* The stream is one block, unpacked to `room` bytes of scratch. */
typedef struct {
    edgec_dw_3x3_mve_params conv;
    edgec_unpack_mve unpack;
    int32_t room;
} edgec_dw_3x3_s4_mve_params;

#define EDGEC_DW_3X3_S4_MVE(name)                                                                                      \
    EDGEC_KERNEL_MVE void edgec_dwconv2d_s4_3x3_##name##_mve(const edgec_dw_3x3_s4_mve_params *p, const int8_t *x,     \
                                                             const int8_t *packed, const int32_t *ends, int8_t *y,     \
                                                             int8_t *scratch)                                          \
    {                                                                                                                  \
        edgec_unpack_blocks_mve(&p->unpack, packed, ends, 1, scratch);                                                 \
        edgec_dwconv2d_s8_3x3_##name##_mve(&p->conv, x, scratch, y, scratch + p->room);                                \
    }

EDGEC_DW_3X3_S4_MVE(s1)
EDGEC_DW_3X3_S4_MVE(s2)

#endif
