/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution and fully connected layers, float32, by the products of edgec_gemm_f32_neon_v7.h. */
#ifndef EDGEC_CONV2D_F32_NEON_V7_H
#define EDGEC_CONV2D_F32_NEON_V7_H

#include "edgec_conv2d_f32_run_neon.h"
#include "edgec_gemm_f32_neon_v7.h"

static inline void edgec_conv2d_f32_neon_v7(const edgec_conv2d_f32_neon_params *p, const float *x, const float *stream,
                                            float *y, int8_t *scratch)
{
    edgec_conv2d_f32_run_neon(p, x, stream, y, scratch, edgec_gemm_run_f32_v7);
}

static inline void edgec_conv2d_f32_1x1_neon_v7(const edgec_conv2d_f32_1x1_neon_params *p, const float *x,
                                                const float *stream, float *y)
{
    edgec_conv2d_f32_1x1_run_neon(p, x, stream, y, edgec_gemm_run_f32_v7);
}

#endif
