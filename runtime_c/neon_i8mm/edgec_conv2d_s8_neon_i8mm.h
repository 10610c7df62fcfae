/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8, by SMMLA. */
#ifndef EDGEC_CONV2D_S8_NEON_I8MM_H
#define EDGEC_CONV2D_S8_NEON_I8MM_H

#include "edgec_conv2d_neon.h"
#include "edgec_gemm_s8_neon_i8mm.h"

#define EDGEC_GEMM_OF_I8MM(p) (edgec_is_general_neon(&(p)->ending) ? edgec_gemm_limited_i8mm : edgec_gemm_i8mm)

static inline void edgec_conv2d_s8_neon_i8mm(const edgec_conv2d_neon_params *p, const int8_t *x, const int8_t *stream,
                                             int8_t *y, int8_t *scratch)
{
    edgec_conv2d_run_neon(p, x, stream, y, scratch, 0, EDGEC_GEMM_OF_I8MM(p));
}

static inline void edgec_conv2d_s8_patch_neon_i8mm(const edgec_conv2d_neon_params *p, const int8_t *x,
                                                   const int8_t *stream, int8_t *y, int8_t *scratch)
{
    edgec_conv2d_run_neon(p, x, stream, y, scratch, 1, EDGEC_GEMM_OF_I8MM(p));
}

static inline void edgec_conv2d_s8_1x1_neon_i8mm(const edgec_conv2d_1x1_neon_params *p, const int8_t *x,
                                                 const int8_t *stream, int8_t *y, int8_t *scratch)
{
    edgec_conv2d_1x1_run_neon(p, x, stream, y, scratch, EDGEC_GEMM_OF_I8MM(p));
}

#endif
