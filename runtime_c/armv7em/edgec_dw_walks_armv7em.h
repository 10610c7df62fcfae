/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kinds of layers of edgec_dwconv2d_planes_armv7em.h, and the walks of the blocks of 3x3. */
#ifndef EDGEC_DW_WALKS_ARMV7EM_H
#define EDGEC_DW_WALKS_ARMV7EM_H

#include "edgec_dw_planes_armv7em.h"
#include "edgec_dw_taps_armv7em.h"

#define EDGEC_DW_ANY 0
#define EDGEC_DW_3X3_S1 1
#define EDGEC_DW_3X3_S2 2
#define EDGEC_DW_RAISED_S1 3 /* 3x3 of raised sums */
#define EDGEC_DW_RAISED_S2 4
#define EDGEC_DW_RAISED_ANY 5
#define EDGEC_DW_RAISED_FOUR 6 /* the block for four columns of EDGEC_DW_RAISED_S1 */

static inline void edgec_dw_block(int32_t kind, edgec_dw_job *job)
{
#if EDGEC_DW_HAS_S1
    if (kind == EDGEC_DW_3X3_S1) {
        edgec_dw_rows_3x3_s1(job);
    }
#endif
#if EDGEC_DW_HAS_S2
    if (kind == EDGEC_DW_3X3_S2) {
        edgec_dw_rows_3x3_s2(job);
    }
#endif
#if EDGEC_DW_HAS_RAISED_S1
    if (kind == EDGEC_DW_RAISED_S1) {
        edgec_dw_raised_s1(job);
    }
#endif
#if EDGEC_DW_HAS_RAISED_S2
    if (kind == EDGEC_DW_RAISED_S2) {
        edgec_dw_raised_s2(job);
    }
#endif
#if EDGEC_DW_HAS_FOUR
    if (kind == EDGEC_DW_RAISED_FOUR) {
        edgec_dw_raised_four(job);
    }
#endif
    (void)kind;
    (void)job;
}

/* What is the same for all filters of a layer. */
EDGEC_SPECIALIZED_PART void edgec_dw_begin(const edgec_dwconv2d_s8_armv7em_params *p, int32_t kind, edgec_dw_job *job)
{
    job->pitch = 2 * p->pitch;
    job->col_step = p->out_col_step;
    if (kind >= EDGEC_DW_RAISED_S1) {
        job->add = (uint32_t)(2 * p->out_zero + 1) << EDGEC_DW_RAISED;
        job->down = p->out_row_step;
    } else {
        const int32_t group = (kind == EDGEC_DW_3X3_S2) ? EDGEC_DW_GROUP_S2 : EDGEC_DW_GROUP_S1;
        job->x_step = 2 * p->pitch * p->stride_row;
        job->row_step = p->out_row_step;
        job->groups = p->out_cols / group;
        job->rest = p->out_cols % group;
    }
}

#if EDGEC_DW_HAS_RAISED_S1 || EDGEC_DW_HAS_RAISED_S2
/* The columns of raised sums of stride 1: groups of six, then twos of which the last may be one. */
EDGEC_SPECIALIZED_PART int32_t edgec_dw_raised_sixes(const edgec_dwconv2d_s8_armv7em_params *p, edgec_dw_job *job)
{
    const int32_t rest = p->out_cols % EDGEC_DW_GROUP_S1;
    job->behind = rest;
    job->bytes = 2 * (p->out_cols - rest);
    if (rest > 2) {
        job->x_tail = 4 - job->under;
        job->y_tail = 2 * p->out_col_step - job->rows * p->out_row_step;
    }
    return EDGEC_DW_GROUP_S1;
}

/* The columns of raised sums of stride 2: groups of four, then a two or one, or two twos that share an output.  Three
 * outputs are a group, seven are two groups that share one. */
EDGEC_SPECIALIZED_PART int32_t edgec_dw_raised_fours(const edgec_dwconv2d_s8_armv7em_params *p, edgec_dw_job *job)
{
    const int32_t rest = p->out_cols % EDGEC_DW_GROUP_S2;
    const int groups_only = p->out_cols == 3 || p->out_cols == 7;
    job->behind = groups_only ? 0 : (rest + 1) / 2;
    job->bytes = groups_only ? 3 * (p->out_cols + 1) : 4 * (p->out_cols - rest);
    job->col_step3 = (p->out_cols == 3) ? 0 : 3 * p->out_col_step;
    if (job->behind > 0) {
        job->second = (rest == 1) ? 0 : p->out_col_step;
    }
    if (job->behind > 1) {
        job->x_tail = 4 - job->under;
        job->y_tail = p->out_col_step - job->rows * p->out_row_step;
    }
    return groups_only ? 3 : EDGEC_DW_GROUP_S2;
}

/* What is the same for all filters of the rows of 3x3 that the job names. */
EDGEC_DW_ONCE void edgec_dw_raised_begin(const edgec_dwconv2d_s8_armv7em_params *p, int32_t kind, const int8_t *stream,
                                         edgec_dw_job *job)
{
    const int32_t stride = (kind == EDGEC_DW_RAISED_S1) ? 1 : 2;
    int32_t apart; /* outputs from one group to the next */
    job->under = job->rows * 2 * p->pitch * stride;
    apart = (stride == 1) ? edgec_dw_raised_sixes(p, job) : edgec_dw_raised_fours(p, job);
    job->x_next = 2 * stride * apart - job->under;
    job->y_next = apart * p->out_col_step - job->rows * p->out_row_step;
    job->filter = stream;
    job->plane = (p->filters == 1) ? 2 * p->pitch * p->depth : 0;
}

/* The rows of count filters of 3x3 that the job names, all of one channel or each of its own. */
EDGEC_SPECIALIZED_PART void edgec_dw_raised_filters(const edgec_dwconv2d_s8_armv7em_params *p, int32_t kind,
                                                    const int8_t *stream, int32_t count, edgec_dw_job *job)
{
    edgec_dw_raised_begin(p, kind, stream, job);
    job->y_end = job->y + count;
    edgec_dw_block(kind, job);
}
#endif

#endif
