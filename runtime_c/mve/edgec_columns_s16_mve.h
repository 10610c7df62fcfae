/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution of 3x3 windows and stride 1, int16 activations with int8 weights, as edgec_columns_s8_mve.h: steps
 * have eight weights, cells 32, 64 or 128 bytes, and parameters count bytes. */
#ifndef EDGEC_COLUMNS_S16_MVE_H
#define EDGEC_COLUMNS_S16_MVE_H

#include "edgec_columns_s16_code_mve.h"
#include "edgec_columns_s8_mve.h"

#define edgec_columns_s16_32_mve EDGEC_TAGGED(edgec_columns_s16_32_mve)
#define edgec_columns_s16_64_mve EDGEC_TAGGED(edgec_columns_s16_64_mve)
#define edgec_columns_s16_128_mve EDGEC_TAGGED(edgec_columns_s16_128_mve)
EDGEC_BLOCK_MVE(edgec_columns_s16_32_mve, edgec_columns_mve, EDGEC_COLUMNS_S16_32_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_columns_s16_64_mve, edgec_columns_mve, EDGEC_COLUMNS_S16_64_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_columns_s16_128_mve, edgec_columns_mve, EDGEC_COLUMNS_S16_128_CODE_MVE)

EDGEC_CONV2D_COLUMNS_MVE(16, 32)
EDGEC_CONV2D_COLUMNS_MVE(16, 64)
EDGEC_CONV2D_COLUMNS_MVE(16, 128)

#endif
