/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int16 activations with int8 weights, as edgec_conv2d_s8_mve.h; parameters count bytes.
 *
 * The stream is that of the int8 products, with steps of eight weights. */
#ifndef EDGEC_CONV2D_S16_MVE_H
#define EDGEC_CONV2D_S16_MVE_H

#include "edgec_conv2d_s8_mve.h"
#include "edgec_gemm_s16_code_mve.h"

#define edgec_gemm_s16_flat_whole_mve EDGEC_TAGGED(edgec_gemm_s16_flat_whole_mve)
#define edgec_gemm_s16_flat_ragged_mve EDGEC_TAGGED(edgec_gemm_s16_flat_ragged_mve)
#define edgec_gemm_s16_flat_short_mve EDGEC_TAGGED(edgec_gemm_s16_flat_short_mve)
#define edgec_gemm_s16_rows_whole_mve EDGEC_TAGGED(edgec_gemm_s16_rows_whole_mve)
#define edgec_gemm_s16_rows_ragged_mve EDGEC_TAGGED(edgec_gemm_s16_rows_ragged_mve)
#define edgec_gemm_s16_rows_short_mve EDGEC_TAGGED(edgec_gemm_s16_rows_short_mve)
#define edgec_dense_s16_whole_mve EDGEC_TAGGED(edgec_dense_s16_whole_mve)
#define edgec_dense_s16_ragged_mve EDGEC_TAGGED(edgec_dense_s16_ragged_mve)
#define edgec_dense_s16_short_mve EDGEC_TAGGED(edgec_dense_s16_short_mve)
EDGEC_BLOCK_MVE(edgec_gemm_s16_flat_whole_mve, edgec_gemm_mve, EDGEC_GEMM_S16_FLAT_WHOLE_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_s16_flat_ragged_mve, edgec_gemm_mve, EDGEC_GEMM_S16_FLAT_RAGGED_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_s16_flat_short_mve, edgec_gemm_mve, EDGEC_GEMM_S16_FLAT_SHORT_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_s16_rows_whole_mve, edgec_gemm_mve, EDGEC_GEMM_S16_ROWS_WHOLE_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_s16_rows_ragged_mve, edgec_gemm_mve, EDGEC_GEMM_S16_ROWS_RAGGED_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_s16_rows_short_mve, edgec_gemm_mve, EDGEC_GEMM_S16_ROWS_SHORT_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dense_s16_whole_mve, edgec_gemm_mve, EDGEC_DENSE_S16_WHOLE_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dense_s16_ragged_mve, edgec_gemm_mve, EDGEC_DENSE_S16_RAGGED_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dense_s16_short_mve, edgec_gemm_mve, EDGEC_DENSE_S16_SHORT_CODE_MVE)

EDGEC_CONV2D_MVE(16, whole)
EDGEC_CONV2D_MVE(16, ragged)
EDGEC_CONV2D_MVE(16, short)

#endif
