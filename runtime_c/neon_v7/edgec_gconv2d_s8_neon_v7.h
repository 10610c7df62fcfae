/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution in groups, int8, by the products of edgec_gemm_s8_neon_v7.h. */
#ifndef EDGEC_GCONV2D_S8_NEON_V7_H
#define EDGEC_GCONV2D_S8_NEON_V7_H

#include "edgec_conv2d_s8_neon_v7.h"
#include "edgec_gconv2d_neon.h"

EDGEC_INLINE void edgec_gconv2d_s8_neon_v7(const edgec_gconv2d_neon_params *p, const int8_t *x, const int8_t *stream,
                                           int8_t *y, int8_t *scratch)
{
    edgec_gconv2d_run_neon(p, x, stream, y, scratch, EDGEC_GEMM_OF_V7(&p->conv));
}

#endif
