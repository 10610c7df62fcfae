/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, one group, float32, channels last, and fully connected layers, as products of rows with packed
 * weights (edgec_gemm_reals_mve.h): windows are runs of the rows of the image. */
#ifndef EDGEC_CONV2D_F32_MVE_H
#define EDGEC_CONV2D_F32_MVE_H

#include "edgec_gemm_f32_code_mve.h"
#include "edgec_gemm_reals_mve.h"

/* `rows` counts bytes: rows.geo.in_c are those of a cell. */
typedef struct {
    edgec_rows_mve rows;
    int32_t bounds; /* EDGEC_BELOW_F32_MVE, EDGEC_BOTH_F32_MVE */
    float lo, hi;
    int32_t out_step;
} edgec_conv2d_f32_mve_params;

typedef struct {
    int32_t positions, in_c, out_c, out_step;
    int32_t bounds;
    float lo, hi;
} edgec_conv2d_f32_1x1_mve_params;

/* Blocks of 8 or 4 channels: of three positions, of one. */
#define edgec_gemm_f32_tile8_mve EDGEC_TAGGED(edgec_gemm_f32_tile8_mve)
#define edgec_gemm_f32_tile4_mve EDGEC_TAGGED(edgec_gemm_f32_tile4_mve)
#define edgec_gemm_f32_line8_mve EDGEC_TAGGED(edgec_gemm_f32_line8_mve)
#define edgec_gemm_f32_line4_mve EDGEC_TAGGED(edgec_gemm_f32_line4_mve)
EDGEC_BLOCK_MVE(edgec_gemm_f32_tile8_mve, edgec_gemm_f32_mve, EDGEC_GEMM_F32_TILE8_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_f32_tile4_mve, edgec_gemm_f32_mve, EDGEC_GEMM_F32_TILE4_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_f32_line8_mve, edgec_gemm_f32_mve, EDGEC_GEMM_F32_LINE8_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_f32_line4_mve, edgec_gemm_f32_mve, EDGEC_GEMM_F32_LINE4_CODE_MVE)

EDGEC_INLINE edgec_gemm_reals_mve edgec_gemm_f32_type_mve(void)
{
    const edgec_gemm_reals_mve t = {(int32_t)sizeof(float),   EDGEC_GEMM_F32_MVE_CHANNELS, edgec_gemm_f32_tile8_mve,
                                    edgec_gemm_f32_tile4_mve, edgec_gemm_f32_line8_mve,    edgec_gemm_f32_line4_mve};
    return t;
}

EDGEC_KERNEL_MVE void edgec_conv2d_f32_mve(const edgec_conv2d_f32_mve_params *p, const float *x, const float *stream,
                                           float *y, int8_t *scratch)
{
    const edgec_gemm_reals_mve t = edgec_gemm_f32_type_mve();
    edgec_conv2d_reals_rows_mve(&p->rows, edgec_limits_of_f32_mve(p->bounds, p->lo, p->hi), p->out_step * t.size,
                                (const int8_t *)(const void *)x, (const int8_t *)(const void *)stream,
                                (int8_t *)(void *)y, scratch, &t);
}

EDGEC_KERNEL_MVE void edgec_conv2d_f32_1x1_mve(const edgec_conv2d_f32_1x1_mve_params *p, const float *x,
                                               const float *stream, float *y)
{
    const edgec_gemm_reals_mve t = edgec_gemm_f32_type_mve();
    edgec_conv2d_reals_flat_mve(p->positions, p->in_c * t.size, p->out_c, p->out_step * t.size,
                                edgec_limits_of_f32_mve(p->bounds, p->lo, p->hi), (const int8_t *)(const void *)x,
                                (const int8_t *)(const void *)stream, (int8_t *)(void *)y, &t);
}

#endif
