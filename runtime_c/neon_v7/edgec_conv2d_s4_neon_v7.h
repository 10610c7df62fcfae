/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8 with int4 weights, by VMULL and VPADAL: they are unpacked for the kernels for int8 weights. */
#ifndef EDGEC_CONV2D_S4_NEON_V7_H
#define EDGEC_CONV2D_S4_NEON_V7_H

#include "edgec_conv2d_s4_run_neon.h"
#include "edgec_conv2d_s8_neon_v7.h"

EDGEC_SHARED_CODE const int8_t *edgec_unpack_s4_v7(const edgec_chunks_neon *g, const int8_t *from, int32_t outputs,
                                                   int8_t *to)
{
    return edgec_unpack_blocks_neon(g, from, outputs, 0, 12, 0, 4, to);
}

EDGEC_DEFINE_CONV2D_S4_NEON(edgec_conv2d_s4_neon_v7, 0, EDGEC_GEMM_OF_V7, edgec_unpack_s4_v7)
EDGEC_DEFINE_CONV2D_S4_NEON(edgec_conv2d_s4_patch_neon_v7, 1, EDGEC_GEMM_FLAT_V7, edgec_unpack_s4_v7)
EDGEC_DEFINE_CONV2D_S4_1X1_NEON(edgec_conv2d_s4_1x1_neon_v7, EDGEC_GEMM_FLAT_V7, edgec_unpack_s4_v7)

#endif
