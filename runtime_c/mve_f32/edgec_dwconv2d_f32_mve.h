/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution of float32, four channels in a vector (edgec_dw_reals_mve.h). */
#ifndef EDGEC_DWCONV2D_F32_MVE_H
#define EDGEC_DWCONV2D_F32_MVE_H

#include "edgec_dw_f32_code_mve.h"
#include "edgec_dw_reals_mve.h"

/* `rows` counts bytes: rows.geo.in_c are those of a cell. */
typedef struct {
    edgec_rows_mve rows;
    int32_t bounds; /* EDGEC_BELOW_F32_MVE, EDGEC_BOTH_F32_MVE */
    float lo, hi;
    int32_t out_step;
} edgec_dwconv2d_f32_mve_params;

#define edgec_dw_3x3_s1_f32_mve EDGEC_TAGGED(edgec_dw_3x3_s1_f32_mve)
#define edgec_dw_3x3_s2_f32_mve EDGEC_TAGGED(edgec_dw_3x3_s2_f32_mve)
#define edgec_dw_four_f32_mve EDGEC_TAGGED(edgec_dw_four_f32_mve)
EDGEC_BLOCK_MVE(edgec_dw_3x3_s1_f32_mve, edgec_dw_3x3_f32_mve, EDGEC_DW_3X3_F32_S1_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_3x3_s2_f32_mve, edgec_dw_3x3_f32_mve, EDGEC_DW_3X3_F32_S2_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_four_f32_mve, edgec_dw_any_f32_mve, EDGEC_DW_ANY_F32_CODE_MVE)

/* 3x3 windows without dilation along rows, with a stride of 1 or 2, at least four outputs in a row. */
EDGEC_KERNEL_MVE void edgec_dwconv2d_f32_3x3_mve(const edgec_dwconv2d_f32_mve_params *p, const float *x,
                                                 const float *stream, float *y, int8_t *scratch)
{
    edgec_dw_reals_3x3_mve(&p->rows, edgec_limits_of_f32_mve(p->bounds, p->lo, p->hi),
                           (int32_t)sizeof(float) * p->out_step, (const int8_t *)(const void *)x,
                           (const int8_t *)(const void *)stream, (int8_t *)(void *)y, scratch, (int32_t)sizeof(float),
                           edgec_dw_3x3_s1_f32_mve, edgec_dw_3x3_s2_f32_mve);
}

EDGEC_KERNEL_MVE void edgec_dwconv2d_f32_mve(const edgec_dwconv2d_f32_mve_params *p, const float *x,
                                             const float *stream, float *y, int8_t *scratch)
{
    edgec_dw_reals_any_mve(&p->rows, edgec_limits_of_f32_mve(p->bounds, p->lo, p->hi),
                           (int32_t)sizeof(float) * p->out_step, (const int8_t *)(const void *)x,
                           (const int8_t *)(const void *)stream, (int8_t *)(void *)y, scratch, (int32_t)sizeof(float),
                           edgec_dw_four_f32_mve);
}

#endif
