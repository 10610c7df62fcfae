/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int16 with int8 weights, by VMLAL.  Channels and steps of the parameters are bytes. */
#ifndef EDGEC_CONV2D_S16_NEON_V7_H
#define EDGEC_CONV2D_S16_NEON_V7_H

#include "edgec_conv2d_neon.h"
#include "edgec_gemm_s16_neon_v7.h"

static inline void edgec_conv2d_s16_neon_v7(const edgec_conv2d_neon_params *p, const int16_t *x, const int8_t *stream,
                                            int16_t *y, int8_t *scratch)
{
    edgec_conv2d_run_neon(p, (const int8_t *)x, stream, (int8_t *)y, scratch, 0, edgec_gemm_s16_v7);
}

static inline void edgec_conv2d_s16_patch_neon_v7(const edgec_conv2d_neon_params *p, const int16_t *x,
                                                  const int8_t *stream, int16_t *y, int8_t *scratch)
{
    edgec_conv2d_run_neon(p, (const int8_t *)x, stream, (int8_t *)y, scratch, 1, edgec_gemm_s16_v7);
}

static inline void edgec_conv2d_s16_1x1_neon_v7(const edgec_conv2d_1x1_neon_params *p, const int16_t *x,
                                                const int8_t *stream, int16_t *y, int8_t *scratch)
{
    edgec_conv2d_1x1_run_neon(p, (const int8_t *)x, stream, (int8_t *)y, scratch, edgec_gemm_s16_v7);
}

#endif
