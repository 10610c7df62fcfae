/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Averages, int8, channels last: of runs of cells (int16 too), and of windows of up to 128.
 * Sums of channels are halves of a vector (VLDRB widens), requantized as words: twice the high half of a product
 * (VQDMULH) rounds down, VRSHL rounds half up.  Where the factor is 2**-n, which rounds halves to even, sums begin with
 * -1, and 1 is added back where the quotient is odd. */
#ifndef EDGEC_AVERAGE_S8_MVE_H
#define EDGEC_AVERAGE_S8_MVE_H

#include "edgec_fixed.h"
#include "edgec_mve.h"
#include "edgec_pool_s8_code_mve.h"
#include "edgec_window.h"

#define EDGEC_AVERAGE_MVE_LANES 16 /* channels of a block */
#define EDGEC_AVERAGE_MVE_FEW 8    /* where there are fewer than 16 */
#define EDGEC_AVERAGE_MVE_WORDS 4  /* of a number of cells: itself, multiplier, -n, `up` */

/* [outer, cells, inner] to [outer, inner]; offset is what sums begin with, up (31 - n) not 0 for factors 2**-n. */
typedef struct {
    int32_t outer, cells, inner;
    int32_t offset, multiplier, minus_n, doubled, out_zero, up;
} edgec_mean_s8_mve_params;

/* pad_bottom and pad_right bound the cells that count when count_include_pad is 1; factors: rows of the table, one for
 * each number of cells that an average may have.  Sums are 256 times what they are when they are scaled. */
typedef struct {
    edgec_geometry geo;
    int32_t pad_bottom, pad_right;
    int32_t count_include_pad;
    int32_t factors;
    int32_t in_zero, out_zero;
    int32_t out_step;
} edgec_avgpool_s8_mve_params;

/* The assembly reads members at their offsets. */
typedef struct {
    const int8_t *x;
    int8_t *y;
    int32_t step, cells, left, multiplier, minus_n, doubled, zero, offset, up, lanes, saved[2];
} edgec_mean_s8_mve_job;

typedef struct {
    const int8_t *x;
    int8_t *y;
    int32_t step, columns, gap, height, left, multiplier, minus_n, zero, offset, up;
    int32_t positions, in_step, out_step; /* steps from behind the last block of a position */
    int32_t lanes, saved[2];
} edgec_average_s8_mve_job;

EDGEC_STATIC_ASSERT(
    sizeof(void *) != 4 ||
        (offsetof(edgec_mean_s8_mve_job, left) == 16 && offsetof(edgec_mean_s8_mve_job, zero) == 32 &&
         offsetof(edgec_mean_s8_mve_job, up) == 40 && offsetof(edgec_mean_s8_mve_job, lanes) == 44 &&
         offsetof(edgec_mean_s8_mve_job, saved) == 48 && offsetof(edgec_average_s8_mve_job, left) == 24 &&
         offsetof(edgec_average_s8_mve_job, zero) == 36 && offsetof(edgec_average_s8_mve_job, up) == 44 &&
         offsetof(edgec_average_s8_mve_job, positions) == 48 && offsetof(edgec_average_s8_mve_job, in_step) == 52 &&
         offsetof(edgec_average_s8_mve_job, lanes) == 60 && offsetof(edgec_average_s8_mve_job, saved) == 64),
    average_mve_reads_jobs_at_offsets);

#define edgec_average_s8_16_mve EDGEC_TAGGED(edgec_average_s8_16_mve)
#define edgec_average_s8_8_mve EDGEC_TAGGED(edgec_average_s8_8_mve)
#define edgec_mean_s8_16_mve EDGEC_TAGGED(edgec_mean_s8_16_mve)
#define edgec_mean_s8_8_mve EDGEC_TAGGED(edgec_mean_s8_8_mve)
#define edgec_mean_s16_16_mve EDGEC_TAGGED(edgec_mean_s16_16_mve)
EDGEC_BLOCK_MVE(edgec_average_s8_16_mve, edgec_average_s8_mve_job, EDGEC_AVERAGE_S8_16_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_average_s8_8_mve, edgec_average_s8_mve_job, EDGEC_AVERAGE_S8_8_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_mean_s8_16_mve, edgec_mean_s8_mve_job, EDGEC_MEAN_S8_16_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_mean_s8_8_mve, edgec_mean_s8_mve_job, EDGEC_MEAN_S8_8_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_mean_s16_16_mve, edgec_mean_s8_mve_job, EDGEC_MEAN_S16_CODE_MVE)

/* Channels behind the first block of so many. */
EDGEC_INLINE int32_t edgec_average_behind_mve(int32_t channels, int32_t lanes)
{
    return channels > lanes ? channels - lanes : 0;
}

typedef void edgec_mean_of_mve(edgec_mean_s8_mve_job *job);       /* one of these */
typedef void edgec_average_of_mve(edgec_average_s8_mve_job *job); /* one of these */

EDGEC_INLINE void edgec_mean_run_mve(const edgec_mean_s8_mve_params *p, const int8_t *x, int8_t *y,
                                     edgec_mean_of_mve *mean, int32_t lanes, int32_t size)
{
    edgec_mean_s8_mve_job job;
    int32_t n;
    job.x = x;
    job.y = y;
    job.step = p->inner * size;
    job.cells = p->cells;
    job.left = edgec_average_behind_mve(p->inner, lanes) * size;
    job.multiplier = p->multiplier;
    job.minus_n = p->minus_n;
    job.doubled = p->doubled;
    job.zero = p->out_zero;
    job.offset = p->offset;
    job.up = p->up;
    job.lanes = p->inner;
    for (n = 0; n < p->outer; n++) {
        mean(&job);
        job.x += p->cells * job.step;
        job.y += job.step;
    }
}

EDGEC_KERNEL_MVE void edgec_mean_s8_mve(const edgec_mean_s8_mve_params *p, const int8_t *x, int8_t *y)
{
    edgec_mean_run_mve(p, x, y, edgec_mean_s8_16_mve, EDGEC_AVERAGE_MVE_LANES, 1);
}

EDGEC_KERNEL_MVE void edgec_mean_s8_few_mve(const edgec_mean_s8_mve_params *p, const int8_t *x, int8_t *y)
{
    edgec_mean_run_mve(p, x, y, edgec_mean_s8_8_mve, EDGEC_AVERAGE_MVE_FEW, 1);
}

/* Of runs of values side by side: inner is 1. */
EDGEC_KERNEL_MVE void edgec_mean_of_runs_s8_mve(const edgec_mean_s8_mve_params *p, const int8_t *x, int8_t *y)
{
    const uint32_t shift = (uint32_t)(31 - p->minus_n - p->doubled);
    int32_t n;
    for (n = 0; n < p->outer; n++) {
        const int8_t *at = x + n * p->cells;
        int32_t sum = p->offset;
        __asm__ volatile(EDGEC_RUN_SUM_S8_CODE_MVE
                         : [x] "+&r"(at), [sum] "+&Te"(sum)
                         : [n] "r"(p->cells)
                         : "lr", "d0", "d1", "cc", "memory");
        sum += p->up != 0 ? (int32_t)(((uint32_t)sum << p->up) >> 31) : 0;
        y[n] = (int8_t)edgec_requantize(sum, p->multiplier, shift, p->out_zero, INT8_MIN, INT8_MAX);
    }
}

/* Of int16, 16 channels and more. */
EDGEC_KERNEL_MVE void edgec_mean_s16_mve(const edgec_mean_s8_mve_params *p, const int16_t *x, int16_t *y)
{
    edgec_mean_run_mve(p, (const int8_t *)x, (int8_t *)y, edgec_mean_s16_16_mve, EDGEC_AVERAGE_MVE_LANES, 2);
}

/* The table's row for a window. */
EDGEC_INLINE const int32_t *edgec_average_factor_mve(const edgec_avgpool_s8_mve_params *p, const edgec_window *at,
                                                     const int32_t *table)
{
    const int32_t *const last = table + (p->factors - 1) * EDGEC_AVERAGE_MVE_WORDS;
    if (table < last) {
        const int32_t cells = p->count_include_pad ? edgec_window_padded_cells(&p->geo, at, p->pad_bottom, p->pad_right)
                                                   : edgec_window_cells(at);
        while (table < last && table[0] != cells) {
            table += EDGEC_AVERAGE_MVE_WORDS;
        }
    }
    return table;
}

/* Positions from column ox on whose windows are alike. */
EDGEC_INLINE int32_t edgec_average_alike_mve(const edgec_geometry *g, const edgec_window *w, int32_t ox)
{
    const int32_t inside = g->in_w - 1 - (g->kernel_w - 1) * g->dilation_w - w->column; /* columns further */
    if (w->column < 0 || inside < g->stride_w) {
        return 1;
    }
    return inside / g->stride_w + 1 < g->out_w - ox ? inside / g->stride_w + 1 : g->out_w - ox;
}

/* One row of outputs. */
EDGEC_INLINE void edgec_average_row_mve(const edgec_avgpool_s8_mve_params *p, const int8_t *x, const int32_t *table,
                                        edgec_average_s8_mve_job *job, int32_t oy, int8_t *y,
                                        edgec_average_of_mve *average)
{
    const edgec_geometry *g = &p->geo;
    int32_t ox = 0;
    while (ox < g->out_w) {
        const edgec_window w = edgec_window_at(g, oy, ox);
        const int32_t *const factor = edgec_average_factor_mve(p, &w, table);
        job->x = x + edgec_cell(g, &w, w.rows.first, w.columns.first);
        job->y = y + ox * p->out_step;
        job->height = w.rows.end - w.rows.first;
        job->columns = w.columns.end - w.columns.first;
        job->gap = g->dilation_h * g->in_w * g->in_c - job->columns * job->step;
        job->multiplier = factor[1];
        job->minus_n = factor[2];
        job->up = factor[3];
        job->offset = -job->height * job->columns * p->in_zero - (job->up != 0 ? 1 : 0);
        job->positions = edgec_average_alike_mve(g, &w, ox);
        ox += job->positions;
        average(job);
    }
}

EDGEC_INLINE void edgec_avgpool_s8_run_mve(const edgec_avgpool_s8_mve_params *p, const int8_t *x, const int32_t *table,
                                           int8_t *y, edgec_average_of_mve *average, int32_t lanes)
{
    const edgec_geometry *g = &p->geo;
    edgec_average_s8_mve_job job;
    int32_t n;
    int32_t oy;
    job.step = g->dilation_w * g->in_c;
    job.left = edgec_average_behind_mve(g->in_c, lanes);
    job.zero = p->out_zero;
    job.in_step = g->stride_w * g->in_c - job.left;
    job.out_step = p->out_step - job.left;
    job.lanes = g->in_c;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_average_row_mve(p, x, table, &job, oy, y, average);
            y += g->out_w * p->out_step;
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

EDGEC_KERNEL_MVE void edgec_avgpool_s8_mve(const edgec_avgpool_s8_mve_params *p, const int8_t *x, const int32_t *table,
                                           int8_t *y)
{
    edgec_avgpool_s8_run_mve(p, x, table, y, edgec_average_s8_16_mve, EDGEC_AVERAGE_MVE_LANES);
}

EDGEC_KERNEL_MVE void edgec_avgpool_s8_few_mve(const edgec_avgpool_s8_mve_params *p, const int8_t *x,
                                               const int32_t *table, int8_t *y)
{
    edgec_avgpool_s8_run_mve(p, x, table, y, edgec_average_s8_8_mve, EDGEC_AVERAGE_MVE_FEW);
}

#endif
