/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Output rows of one channel of a depthwise convolution of any taps and strides in C, from planes of int16. */
#ifndef EDGEC_DW_ROWS_ARMV7EM_H
#define EDGEC_DW_ROWS_ARMV7EM_H

#include "edgec_dw_planes_armv7em.h"
#include "edgec_dw_taps_armv7em.h"

/* Up to four outputs (three or four) of a row; absent ones are computed and written as the first. */
EDGEC_SPECIALIZED_PART void edgec_dw_four_any(const edgec_dwconv2d_s8_armv7em_params *p, const edgec_dw_job *job,
                                              const int16_t *x, int8_t *y, int32_t count)
{
    const int32_t words = (p->tap_cols + 1) / 2;
    const int32_t last = (count > 3) ? 3 : 0;
    const int32_t second = p->stride_col;
    const int32_t third = 2 * second;
    const int32_t fourth = last * second;
    const uint32_t *w = job->taps;
    uint32_t a = job->bias;
    uint32_t b = a;
    uint32_t c = a;
    uint32_t d = a;
    int32_t ky;
    int32_t j;
    for (ky = 0; ky < p->tap_rows; ky++) {
        const int16_t *row = x;
        for (j = 0; j < words; j++, row += 2) {
            const uint32_t taps = *w++;
            a = edgec_smlad(edgec_load_pair(row), taps, a);
            b = edgec_smlad(edgec_load_pair(row + second), taps, b);
            c = edgec_smlad(edgec_load_pair(row + third), taps, c);
            d = edgec_smlad(edgec_load_pair(row + fourth), taps, d);
        }
        x += p->tap_step;
    }
    y[last * job->col_step] = edgec_dw_finish(job, d);
    y[2 * job->col_step] = edgec_dw_finish(job, c);
    y[job->col_step] = edgec_dw_finish(job, b);
    y[0] = edgec_dw_finish(job, a);
}

/* One or two outputs of a row. */
EDGEC_SPECIALIZED_PART void edgec_dw_two_any(const edgec_dwconv2d_s8_armv7em_params *p, const edgec_dw_job *job,
                                             const int16_t *x, int8_t *y, int32_t count)
{
    const int32_t words = (p->tap_cols + 1) / 2;
    const int32_t next = (count > 1) ? p->stride_col : 0;
    const uint32_t *w = job->taps;
    uint32_t a = job->bias;
    uint32_t b = a;
    int32_t ky;
    int32_t j;
    for (ky = 0; ky < p->tap_rows; ky++) {
        const int16_t *row = x;
        for (j = 0; j < words; j++, row += 2, w++) {
            a = edgec_smlad(edgec_load_pair(row), *w, a);
            b = edgec_smlad(edgec_load_pair(row + next), *w, b);
        }
        x += p->tap_step;
    }
    y[(count > 1) ? job->col_step : 0] = edgec_dw_finish(job, b);
    y[0] = edgec_dw_finish(job, a);
}

/* One output row of one channel, any taps; outputs share a pair of taps. */
EDGEC_SPECIALIZED_PART void edgec_dw_row_any(const edgec_dwconv2d_s8_armv7em_params *p, const edgec_dw_job *job)
{
    const int16_t *x = job->x;
    int8_t *y = job->y;
    int32_t left = p->out_cols;
    for (; left > 2; left -= 4) {
        edgec_dw_four_any(p, job, x, y, left);
        x += 4 * p->stride_col;
        y += 4 * job->col_step;
    }
    if (left > 0) {
        edgec_dw_two_any(p, job, x, y, left);
    }
}

EDGEC_SPECIALIZED void edgec_dw_rows_any(const edgec_dwconv2d_s8_armv7em_params *p, edgec_dw_job *job)
{
    for (; job->rows > 0; job->rows--) {
        edgec_dw_row_any(p, job);
        job->x += job->x_step / 2;
        job->y += job->row_step;
    }
}

#endif
