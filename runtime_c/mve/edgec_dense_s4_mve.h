/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layers of one position with int4 weights, which are unpacked in registers.
 *
 * Stream of four channels c0..c3, which the layer's last one may end: four words 256 * bias + shift; 16 bytes of
 * weights of c0 in the low halves and c1 in the high ones, then of c2 and c3, in turn; of fewer than 16 bytes all of
 * the first two, then of the others, each filled up to an even number; multipliers. */
#ifndef EDGEC_DENSE_S4_MVE_H
#define EDGEC_DENSE_S4_MVE_H

#include "edgec_conv2d_s8_mve.h"
#include "edgec_dense_s4_code_mve.h"

#define edgec_dense_s4_blocks_whole_mve EDGEC_TAGGED(edgec_dense_s4_blocks_whole_mve)
#define edgec_dense_s4_blocks_ragged_mve EDGEC_TAGGED(edgec_dense_s4_blocks_ragged_mve)
#define edgec_dense_s4_blocks_short_mve EDGEC_TAGGED(edgec_dense_s4_blocks_short_mve)
EDGEC_BLOCK_MVE(edgec_dense_s4_blocks_whole_mve, edgec_gemm_mve, EDGEC_DENSE_S4_WHOLE_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dense_s4_blocks_ragged_mve, edgec_gemm_mve, EDGEC_DENSE_S4_RAGGED_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dense_s4_blocks_short_mve, edgec_gemm_mve, EDGEC_DENSE_S4_SHORT_CODE_MVE)

#define EDGEC_DENSE_S4_MVE(name)                                                                                       \
    EDGEC_KERNEL_MVE void edgec_dense_s4_##name##_mve(const edgec_conv2d_1x1_mve_params *p, const int8_t *x,           \
                                                      const int8_t *stream, int8_t *y)                                 \
    {                                                                                                                  \
        const edgec_tiles_mve t = {edgec_dense_s4_blocks_##name##_mve, 1, 3, 0};                                       \
        edgec_dense_mve(p, x, stream, y, 2, t);                                                                        \
    }

EDGEC_DENSE_S4_MVE(whole)
EDGEC_DENSE_S4_MVE(ragged)
EDGEC_DENSE_S4_MVE(short)

#endif
