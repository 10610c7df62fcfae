/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution of float16, eight channels in a vector (edgec_dw_reals_mve.h). */
#ifndef EDGEC_DWCONV2D_F16_MVE_H
#define EDGEC_DWCONV2D_F16_MVE_H

#include "edgec_dw_f16_code_mve.h"
#include "edgec_dw_reals_mve.h"

/* `rows` counts bytes: rows.geo.in_c are those of a cell. */
typedef struct {
    edgec_rows_mve rows;
    int32_t bounds; /* EDGEC_BELOW_F32_MVE, EDGEC_BOTH_F32_MVE */
    int32_t lo, hi; /* bits of float16 */
    int32_t out_step;
} edgec_dwconv2d_f16_mve_params;

#define edgec_dw_3x3_s1_f16_mve EDGEC_TAGGED(edgec_dw_3x3_s1_f16_mve)
#define edgec_dw_3x3_s2_f16_mve EDGEC_TAGGED(edgec_dw_3x3_s2_f16_mve)
#define edgec_dw_four_f16_mve EDGEC_TAGGED(edgec_dw_four_f16_mve)
EDGEC_BLOCK_MVE(edgec_dw_3x3_s1_f16_mve, edgec_dw_3x3_f32_mve, EDGEC_DW_3X3_F16_S1_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_3x3_s2_f16_mve, edgec_dw_3x3_f32_mve, EDGEC_DW_3X3_F16_S2_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_four_f16_mve, edgec_dw_any_f32_mve, EDGEC_DW_ANY_F16_CODE_MVE)

/* 3x3 windows without dilation along rows, with a stride of 1 or 2, at least four outputs in a row. */
EDGEC_KERNEL_MVE void edgec_dwconv2d_f16_3x3_mve(const edgec_dwconv2d_f16_mve_params *p, const uint16_t *x,
                                                 const uint16_t *stream, uint16_t *y, int8_t *scratch)
{
    edgec_dw_reals_3x3_mve(&p->rows, edgec_limits_of_f16_mve(p->bounds, p->lo, p->hi), 2 * p->out_step,
                           (const int8_t *)x, (const int8_t *)stream, (int8_t *)y, scratch, 2, edgec_dw_3x3_s1_f16_mve,
                           edgec_dw_3x3_s2_f16_mve);
}

EDGEC_KERNEL_MVE void edgec_dwconv2d_f16_mve(const edgec_dwconv2d_f16_mve_params *p, const uint16_t *x,
                                             const uint16_t *stream, uint16_t *y, int8_t *scratch)
{
    edgec_dw_reals_any_mve(&p->rows, edgec_limits_of_f16_mve(p->bounds, p->lo, p->hi), 2 * p->out_step,
                           (const int8_t *)x, (const int8_t *)stream, (int8_t *)y, scratch, 2, edgec_dw_four_f16_mve);
}

#endif
