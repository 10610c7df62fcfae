/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Output rows of a 3x3 depthwise convolution, int16: all values (s16), or those from 0 on (u15). */
#ifndef EDGEC_DW_3X3_S16_ARMV7EM_H
#define EDGEC_DW_3X3_S16_ARMV7EM_H

#include "edgec_dw_3x3_armv7em.h"
#include "edgec_dw_3x3_s16_code_armv7em.h"

#define edgec_dw_rows_3x3_s1_s16 EDGEC_TAGGED(edgec_dw_rows_3x3_s1_s16)
#define edgec_dw_rows_3x3_s1_u15 EDGEC_TAGGED(edgec_dw_rows_3x3_s1_u15)
#define edgec_dw_rows_3x3_s2_s16 EDGEC_TAGGED(edgec_dw_rows_3x3_s2_s16)
#define edgec_dw_rows_3x3_s2_u15 EDGEC_TAGGED(edgec_dw_rows_3x3_s2_u15)
EDGEC_BLOCK void edgec_dw_rows_3x3_s1_s16(edgec_dw_job *job);
EDGEC_BLOCK void edgec_dw_rows_3x3_s1_u15(edgec_dw_job *job);
EDGEC_BLOCK void edgec_dw_rows_3x3_s2_s16(edgec_dw_job *job);
EDGEC_BLOCK void edgec_dw_rows_3x3_s2_u15(edgec_dw_job *job);

#if EDGEC_BODIES
EDGEC_DW_DEFINE(edgec_dw_rows_3x3_s1_s16, EDGEC_DW_3X3_S1_S16_CODE, 1, INT16_MIN)
EDGEC_DW_DEFINE(edgec_dw_rows_3x3_s1_u15, EDGEC_DW_3X3_S1_U15_CODE, 1, 0)
EDGEC_DW_DEFINE(edgec_dw_rows_3x3_s2_s16, EDGEC_DW_3X3_S2_S16_CODE, 2, INT16_MIN)
EDGEC_DW_DEFINE(edgec_dw_rows_3x3_s2_u15, EDGEC_DW_3X3_S2_U15_CODE, 2, 0)
#endif

#endif
