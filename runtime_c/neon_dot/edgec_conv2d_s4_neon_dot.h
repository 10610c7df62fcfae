/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8 with int4 weights, by SDOT: they are unpacked for the kernels for int8 weights. */
#ifndef EDGEC_CONV2D_S4_NEON_DOT_H
#define EDGEC_CONV2D_S4_NEON_DOT_H

#include "edgec_conv2d_s4_run_neon.h"
#include "edgec_conv2d_s8_neon_dot.h"

EDGEC_SHARED_CODE const int8_t *edgec_unpack_s4_dot(const edgec_chunks_neon *g, const int8_t *from, int32_t outputs,
                                                    int8_t *to)
{
    return edgec_unpack_blocks_neon(g, from, outputs, 4, 8, 0, 16, to);
}

EDGEC_DEFINE_CONV2D_S4_NEON(edgec_conv2d_s4_neon_dot, 0, EDGEC_GEMM_OF_DOT, edgec_unpack_s4_dot)
EDGEC_DEFINE_CONV2D_S4_NEON(edgec_conv2d_s4_patch_neon_dot, 1, EDGEC_GEMM_OF_DOT, edgec_unpack_s4_dot)
EDGEC_DEFINE_CONV2D_S4_1X1_NEON(edgec_conv2d_s4_1x1_neon_dot, EDGEC_GEMM_OF_DOT, edgec_unpack_s4_dot)

#endif
