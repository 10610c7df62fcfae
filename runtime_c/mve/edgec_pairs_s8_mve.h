/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8, channels last, as products of two positions with four channels: eight sums, and 14
 * instructions of the vector unit multiply 128 pairs of bytes.  Runs of windows have whole steps of 16 bytes, of which
 * rounds of loops have two to six.
 *
 * Stream of four channels, which the layer's last one may end: their biases and, for each run, 16 bytes of each one's
 * weights in turn; then four multipliers and, in a byte each, four shifts.  Sums are not doubled. */
#ifndef EDGEC_PAIRS_S8_MVE_H
#define EDGEC_PAIRS_S8_MVE_H

#include "edgec_conv2d_s8_mve.h"
#include "edgec_pairs_s8_code_mve.h"

#define edgec_pairs_s8_flat_2_mve EDGEC_TAGGED(edgec_pairs_s8_flat_2_mve)
#define edgec_pairs_s8_flat_3_mve EDGEC_TAGGED(edgec_pairs_s8_flat_3_mve)
#define edgec_pairs_s8_flat_4_mve EDGEC_TAGGED(edgec_pairs_s8_flat_4_mve)
#define edgec_pairs_s8_rows_3_mve EDGEC_TAGGED(edgec_pairs_s8_rows_3_mve)
#define edgec_pairs_s8_rows_6_mve EDGEC_TAGGED(edgec_pairs_s8_rows_6_mve)
EDGEC_BLOCK_MVE(edgec_pairs_s8_flat_2_mve, edgec_gemm_mve, EDGEC_PAIRS_S8_FLAT_2_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_pairs_s8_flat_3_mve, edgec_gemm_mve, EDGEC_PAIRS_S8_FLAT_3_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_pairs_s8_flat_4_mve, edgec_gemm_mve, EDGEC_PAIRS_S8_FLAT_4_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_pairs_s8_rows_3_mve, edgec_gemm_mve, EDGEC_PAIRS_S8_ROWS_3_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_pairs_s8_rows_6_mve, edgec_gemm_mve, EDGEC_PAIRS_S8_ROWS_6_CODE_MVE)

EDGEC_CONV2D_FLAT_MVE(8, 1x1_pairs_2, edgec_pairs_s8_flat_2_mve, 2, 2)
EDGEC_CONV2D_FLAT_MVE(8, 1x1_pairs_3, edgec_pairs_s8_flat_3_mve, 2, 3)
EDGEC_CONV2D_FLAT_MVE(8, 1x1_pairs_4, edgec_pairs_s8_flat_4_mve, 2, 4)
EDGEC_CONV2D_OVER_MVE(8, pairs_3, edgec_conv2d_rows_mve, edgec_pairs_s8_rows_3_mve, 2, 3)
EDGEC_CONV2D_OVER_MVE(8, pairs_6, edgec_conv2d_rows_mve, edgec_pairs_s8_rows_6_mve, 2, 6)

#endif
