/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, one group, float16, channels last, and fully connected layers, as products of rows with packed
 * weights (edgec_gemm_reals_mve.h): windows are runs of the rows of the image. */
#ifndef EDGEC_CONV2D_F16_MVE_H
#define EDGEC_CONV2D_F16_MVE_H

#include "edgec_gemm_f16_code_mve.h"
#include "edgec_gemm_reals_mve.h"

/* `rows` counts bytes: rows.geo.in_c are those of a cell. */
typedef struct {
    edgec_rows_mve rows;
    int32_t bounds; /* EDGEC_BELOW_F32_MVE, EDGEC_BOTH_F32_MVE */
    int32_t lo, hi; /* bits of float16 */
    int32_t out_step;
} edgec_conv2d_f16_mve_params;

typedef struct {
    int32_t positions, in_c, out_c, out_step;
    int32_t bounds;
    int32_t lo, hi; /* bits of float16 */
} edgec_conv2d_f16_1x1_mve_params;

/* Blocks of 16 or 8 channels: of three positions, of one. */
#define edgec_gemm_f16_tile16_mve EDGEC_TAGGED(edgec_gemm_f16_tile16_mve)
#define edgec_gemm_f16_tile8_mve EDGEC_TAGGED(edgec_gemm_f16_tile8_mve)
#define edgec_gemm_f16_line16_mve EDGEC_TAGGED(edgec_gemm_f16_line16_mve)
#define edgec_gemm_f16_line8_mve EDGEC_TAGGED(edgec_gemm_f16_line8_mve)
#define edgec_gemm_f16_tile16_odd_mve EDGEC_TAGGED(edgec_gemm_f16_tile16_odd_mve)
#define edgec_gemm_f16_line16_odd_mve EDGEC_TAGGED(edgec_gemm_f16_line16_odd_mve)
EDGEC_BLOCK_MVE(edgec_gemm_f16_tile16_mve, edgec_gemm_f32_mve, EDGEC_GEMM_F16_TILE16_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_f16_tile8_mve, edgec_gemm_f32_mve, EDGEC_GEMM_F16_TILE8_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_f16_line16_mve, edgec_gemm_f32_mve, EDGEC_GEMM_F16_LINE16_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_f16_line8_mve, edgec_gemm_f32_mve, EDGEC_GEMM_F16_LINE8_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_f16_tile16_odd_mve, edgec_gemm_f32_mve, EDGEC_GEMM_F16_TILE16_ODD_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_f16_line16_odd_mve, edgec_gemm_f32_mve, EDGEC_GEMM_F16_LINE16_ODD_CODE_MVE)

/* Of even channels, so that two taps lie in a word; of odd ones. */
#define EDGEC_CONV2D_F16_MVE(windows, flat, tile16, line16)                                                            \
    EDGEC_KERNEL_MVE void windows(const edgec_conv2d_f16_mve_params *p, const uint16_t *x, const uint16_t *stream,     \
                                  uint16_t *y, int8_t *scratch)                                                        \
    {                                                                                                                  \
        const edgec_gemm_reals_mve t = {2,      EDGEC_GEMM_F16_MVE_CHANNELS, tile16, edgec_gemm_f16_tile8_mve,         \
                                        line16, edgec_gemm_f16_line8_mve};                                             \
        edgec_conv2d_reals_rows_mve(&p->rows, edgec_limits_of_f16_mve(p->bounds, p->lo, p->hi), 2 * p->out_step,       \
                                    (const int8_t *)x, (const int8_t *)stream, (int8_t *)y, scratch, &t);              \
    }                                                                                                                  \
    EDGEC_KERNEL_MVE void flat(const edgec_conv2d_f16_1x1_mve_params *p, const uint16_t *x, const uint16_t *stream,    \
                               uint16_t *y)                                                                            \
    {                                                                                                                  \
        const edgec_gemm_reals_mve t = {2,      EDGEC_GEMM_F16_MVE_CHANNELS, tile16, edgec_gemm_f16_tile8_mve,         \
                                        line16, edgec_gemm_f16_line8_mve};                                             \
        edgec_conv2d_reals_flat_mve(p->positions, 2 * p->in_c, p->out_c, 2 * p->out_step,                              \
                                    edgec_limits_of_f16_mve(p->bounds, p->lo, p->hi), (const int8_t *)x,               \
                                    (const int8_t *)stream, (int8_t *)y, &t);                                          \
    }

EDGEC_CONV2D_F16_MVE(edgec_conv2d_f16_mve, edgec_conv2d_f16_1x1_mve, edgec_gemm_f16_tile16_mve,
                     edgec_gemm_f16_line16_mve)
EDGEC_CONV2D_F16_MVE(edgec_conv2d_f16_odd_mve, edgec_conv2d_f16_1x1_odd_mve, edgec_gemm_f16_tile16_odd_mve,
                     edgec_gemm_f16_line16_odd_mve)

#endif
