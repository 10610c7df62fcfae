/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8, by the products of edgec_gemm_s8_neon.h. */
#ifndef EDGEC_CONV2D_S8_NEON_H
#define EDGEC_CONV2D_S8_NEON_H

#include "edgec_conv2d_neon.h"
#include "edgec_gemm_s8_neon.h"

#define EDGEC_GEMM_OF_NEON(p) (edgec_is_general_neon(&(p)->ending) ? edgec_gemm_general_neon : edgec_gemm_whole_neon)

static inline void edgec_conv2d_s8_neon(const edgec_conv2d_neon_params *p, const int8_t *x, const int8_t *stream,
                                        int8_t *y, int8_t *scratch)
{
    edgec_conv2d_run_neon(p, x, stream, y, scratch, 0, EDGEC_GEMM_OF_NEON(p));
}

static inline void edgec_conv2d_s8_patch_neon(const edgec_conv2d_neon_params *p, const int8_t *x, const int8_t *stream,
                                              int8_t *y, int8_t *scratch)
{
    edgec_conv2d_run_neon(p, x, stream, y, scratch, 1, EDGEC_GEMM_OF_NEON(p));
}

static inline void edgec_conv2d_s8_1x1_neon(const edgec_conv2d_1x1_neon_params *p, const int8_t *x,
                                            const int8_t *stream, int8_t *y, int8_t *scratch)
{
    edgec_conv2d_1x1_run_neon(p, x, stream, y, scratch, EDGEC_GEMM_OF_NEON(p));
}

#endif
