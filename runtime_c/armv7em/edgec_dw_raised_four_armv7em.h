/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Output rows of four columns of a 3x3 depthwise convolution of stride 1, int8, of raised sums. */
#ifndef EDGEC_DW_RAISED_FOUR_ARMV7EM_H
#define EDGEC_DW_RAISED_FOUR_ARMV7EM_H

#include "edgec_dw_raised_armv7em.h"
#include "edgec_dw_raised_four_code_armv7em.h"

#define edgec_dw_raised_four EDGEC_TAGGED(edgec_dw_raised_four)
EDGEC_BLOCK void edgec_dw_raised_four(edgec_dw_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS
EDGEC_DW_RAISED_DEFINE(edgec_dw_raised_four, EDGEC_DW_RAISED_FOUR_CODE, 1)
#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_dw_raised_four(edgec_dw_job *job)
{
    const int32_t steps[4] = {0, job->col_step, 2 * job->col_step, job->col_step3};
    for (; job->y < job->y_end; job->y++, job->x += job->plane / 2) {
        edgec_dw_raised_next(job);
        edgec_dw_raised_down(job, job->x, job->y, 4, steps, 1);
    }
}

#endif

#endif
