/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int16 activations with int8 weights, as edgec_pairs_s8_mve.h: steps have eight weights, and
 * parameters count bytes. */
#ifndef EDGEC_PAIRS_S16_MVE_H
#define EDGEC_PAIRS_S16_MVE_H

#include "edgec_conv2d_s8_mve.h"
#include "edgec_pairs_s16_code_mve.h"

#define edgec_pairs_s16_flat_2_mve EDGEC_TAGGED(edgec_pairs_s16_flat_2_mve)
#define edgec_pairs_s16_flat_3_mve EDGEC_TAGGED(edgec_pairs_s16_flat_3_mve)
#define edgec_pairs_s16_flat_4_mve EDGEC_TAGGED(edgec_pairs_s16_flat_4_mve)
#define edgec_pairs_s16_rows_3_mve EDGEC_TAGGED(edgec_pairs_s16_rows_3_mve)
#define edgec_pairs_s16_rows_6_mve EDGEC_TAGGED(edgec_pairs_s16_rows_6_mve)
EDGEC_BLOCK_MVE(edgec_pairs_s16_flat_2_mve, edgec_gemm_mve, EDGEC_PAIRS_S16_FLAT_2_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_pairs_s16_flat_3_mve, edgec_gemm_mve, EDGEC_PAIRS_S16_FLAT_3_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_pairs_s16_flat_4_mve, edgec_gemm_mve, EDGEC_PAIRS_S16_FLAT_4_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_pairs_s16_rows_3_mve, edgec_gemm_mve, EDGEC_PAIRS_S16_ROWS_3_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_pairs_s16_rows_6_mve, edgec_gemm_mve, EDGEC_PAIRS_S16_ROWS_6_CODE_MVE)

EDGEC_CONV2D_FLAT_MVE(16, 1x1_pairs_2, edgec_pairs_s16_flat_2_mve, 2, 2)
EDGEC_CONV2D_FLAT_MVE(16, 1x1_pairs_3, edgec_pairs_s16_flat_3_mve, 2, 3)
EDGEC_CONV2D_FLAT_MVE(16, 1x1_pairs_4, edgec_pairs_s16_flat_4_mve, 2, 4)
EDGEC_CONV2D_OVER_MVE(16, pairs_3, edgec_conv2d_rows_mve, edgec_pairs_s16_rows_3_mve, 2, 3)
EDGEC_CONV2D_OVER_MVE(16, pairs_6, edgec_conv2d_rows_mve, edgec_pairs_s16_rows_6_mve, 2, 6)

#endif
