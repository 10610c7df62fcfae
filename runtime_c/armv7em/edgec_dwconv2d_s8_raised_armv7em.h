/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution, int8, any taps, weights of 8 bits, raised sums (edgec_dwconv2d_planes_armv7em.h). */
#ifndef EDGEC_DWCONV2D_S8_RAISED_ARMV7EM_H
#define EDGEC_DWCONV2D_S8_RAISED_ARMV7EM_H

#include "edgec_dw_filters_armv7em.h"
#include "edgec_dw_lines_armv7em.h"
#if !EDGEC_ARMV7EM_SMALL
#include "edgec_dw_5x5_armv7em.h"
#include "edgec_dw_raised_s1_armv7em.h"
#endif

#include "edgec_dwconv2d_planes_armv7em.h"

#if !EDGEC_DW_HAS_FILTERS
#error "the headers of blocks come before those of kernels"
#endif

/* Whether outputs are one row with a six, of one row of taps, and channels at least four with a filter each. */
static inline int edgec_dw_is_line(const edgec_dwconv2d_s8_armv7em_params *p)
{
    const int32_t outs = p->out_cols;
    return p->in_rows == 1 && p->out_rows == 1 && p->tap_rows == 1 && p->between == 0 && p->filters == 1 &&
           p->channels >= 4 && (outs == 6 || outs > 8);
}

/* What is the same for all filters of a line. */
EDGEC_SPECIALIZED_PART void edgec_dw_line_begin(const edgec_dwconv2d_s8_armv7em_params *p, edgec_dw_lines_job *job)
{
    const int32_t sixes = edgec_dw_sixes(p->out_cols);
    job->add = (uint32_t)(2 * p->out_zero + 1) << EDGEC_DW_RAISED;
    job->col_step = p->out_col_step;
    job->col_step3 = 3 * p->out_col_step;
    job->bytes = 12 * sixes;
    job->rest = p->out_cols - 6 * sixes;
    job->tap_bytes = p->tap_bytes;
    job->plane = 2 * p->pitch;
}

/* Channels c .. end - 1 of a line, four at a time, of which the first begin before c = 0 where they are fewer: from the
 * filters on that the job names. */
EDGEC_SPECIALIZED_PART void edgec_dw_line_fours(const edgec_dwconv2d_s8_armv7em_params *p, int32_t c, int32_t end,
                                                const int8_t *x, int16_t *planes, edgec_dw_lines_job *job)
{
    edgec_dw_load_job load;
    edgec_dw_load_begin(p, 1, p->in_cols, 1, p->pad_col, x, planes + p->pad_col, &load);
    for (; c < end; c += 4) {
        const int32_t skipped = (c < 0) ? -c : 0; /* channels that the next four begin with */
        load.x = x + c + skipped;
        load.end = load.x + p->in_row_step;
        edgec_dw_load_rows(&load);
        job->x = planes;
        job->y = job->y_end;
        job->y_end += 4 - skipped;
        edgec_dw_lines_filters(job, edgec_dw_filters_steps(p->tap_cols));
    }
}

/* All images of a line. */
EDGEC_SPECIALIZED_PART void edgec_dw_line(const edgec_dwconv2d_s8_armv7em_params *p, const int8_t *x,
                                          const int8_t *stream, int8_t *y, int16_t *planes)
{
    const int32_t rest = p->channels % 4;
    edgec_dw_lines_job job;
    int32_t n;
    edgec_dw_fill(planes, 2 * p->pitch, p->in_zero);
    edgec_dw_line_begin(p, &job);
    for (n = 0; n < p->batch; n++) {
        job.taps = stream;
        job.y_end = y;
        edgec_dw_line_fours(p, (rest > 0) ? rest - 4 : 0, p->channels, x, planes, &job);
        if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
            edgec_clamp_bytes(y, p->out_size, p->lo, p->hi);
        }
        x += p->in_size;
        y += p->out_size;
    }
}

#if !EDGEC_ARMV7EM_SMALL
/* Whether three columns of outputs in one strip have windows of 5x5, and channels at least four with a filter each. */
static inline int edgec_dw_is_5x5(const edgec_dwconv2d_s8_armv7em_params *p)
{
    return p->tap_rows == 5 && p->tap_cols == 5 && p->out_cols == 3 && p->pitch == EDGEC_DW_5X5_PITCH &&
           p->tap_step == p->pitch && p->between == 0 && p->stride_row == 1 && p->strip >= p->out_rows &&
           p->filters == 1 && p->channels >= 4;
}

/* The channels of such an image, four at a time, ahead of which those go that are no whole four. */
EDGEC_SPECIALIZED_PART void edgec_dw_5x5(const edgec_dwconv2d_s8_armv7em_params *p, const int8_t *x,
                                         const int8_t *stream, int8_t *y, int16_t *planes)
{
    const int32_t below = p->depth - p->pad_row;
    const int32_t over = p->channels & 3;
    int32_t count = (over > 0) ? over : 4;
    const int8_t *const end = y + p->channels;
    edgec_dw_load_job load;
    edgec_dw_5x5_job job;
    edgec_dw_load_begin(p, 1, p->in_cols, (p->in_rows < below) ? p->in_rows : below, p->pad_col, x,
                        planes + p->pad_row * p->pitch + p->pad_col, &load);
    job.add = (uint32_t)(2 * p->out_zero + 1) << EDGEC_DW_RAISED;
    job.col_step = p->out_col_step;
    job.down = p->out_row_step;
    job.taps = stream;
    job.rows = 2 * p->pitch * p->out_rows;
    job.plane = 2 * p->pitch * p->depth;
    job.y_end = y;
    while (job.y_end < end) {
        edgec_dw_load_rows(&load);
        job.x = planes;
        job.y = job.y_end;
        job.y_end += count;
        load.x += count;
        load.end += count;
        count = 4;
        edgec_dw_5x5_filters(&job);
    }
}

/* All images of such a layer. */
EDGEC_SPECIALIZED_PART void edgec_dw_5x5_all(const edgec_dwconv2d_s8_armv7em_params *p, const int8_t *x,
                                             const int8_t *stream, int8_t *y, int16_t *planes)
{
    int32_t n;
    edgec_dw_fill(planes, 2 * p->pitch * p->depth, p->in_zero);
    for (n = 0; n < p->batch; n++, x += p->in_size, y += p->out_size) {
        edgec_dw_5x5(p, x, stream, y, planes);
        if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
            edgec_clamp_bytes(y, p->out_size, p->lo, p->hi);
        }
    }
}
#endif

EDGEC_SPECIALIZED_PART void edgec_dwconv2d_s8_raised_armv7em(const edgec_dwconv2d_s8_armv7em_params *p, const int8_t *x,
                                                             const int8_t *stream, int8_t *y, int16_t *scratch)
{
    if (edgec_dw_is_line(p)) {
        edgec_dw_line(p, x, stream, y, scratch);
#if !EDGEC_ARMV7EM_SMALL
    } else if (edgec_dw_is_5x5(p)) {
        edgec_dw_5x5_all(p, x, stream, y, scratch);
#endif
    } else {
        edgec_dw_all(p, EDGEC_DW_RAISED_ANY, 8, x, stream, y, scratch);
    }
}

#endif
