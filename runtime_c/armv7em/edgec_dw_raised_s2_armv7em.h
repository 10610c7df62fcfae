/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Output rows of a 3x3 depthwise convolution of stride 2, int8, of raised sums. */
#ifndef EDGEC_DW_RAISED_S2_ARMV7EM_H
#define EDGEC_DW_RAISED_S2_ARMV7EM_H

#include "edgec_dw_raised_armv7em.h"
#include "edgec_dw_raised_s2_code_armv7em.h"

#define edgec_dw_raised_s2 EDGEC_TAGGED(edgec_dw_raised_s2)
EDGEC_BLOCK void edgec_dw_raised_s2(edgec_dw_job *job);

#if EDGEC_BODIES
EDGEC_DW_RAISED_DEFINE(edgec_dw_raised_s2, EDGEC_DW_RAISED_S2_CODE, 2)
#endif

#endif
