/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Resizing along one axis of [outer, n, inner], int8, inner >= 16: sums of weighted cells, 16 values at a time.
 * Stream: of each cell of the output what its sum begins with, then of each tap bytes to its cell, weight. */
#ifndef EDGEC_RESAMPLE_S8_MVE_H
#define EDGEC_RESAMPLE_S8_MVE_H

#include "edgec_mve.h"
#include "edgec_resample_s8_code_mve.h"

#define EDGEC_RESAMPLE_MVE_LANES 16 /* values of a block */

/* y = clamp(out_zero + floor(sum * multiplier / 2**(31 - minus_n) + 1/2)); out: cells of the output's axis; out_step:
 * bytes from one to the next. */
typedef struct {
    int32_t outer, n, inner;
    int32_t out, taps, out_step;
    int32_t multiplier, minus_n, out_zero;
} edgec_resample_s8_mve_params;

/* The assembly reads members at their offsets. */
typedef struct {
    const int8_t *x;
    int8_t *y;
    const int32_t *stream;
    int32_t multiplier, minus_n, zero, cells, left, taps, x_back, y_next, kept[2];
} edgec_resample_s8_mve_job;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 || (offsetof(edgec_resample_s8_mve_job, multiplier) == 12 &&
                                            offsetof(edgec_resample_s8_mve_job, cells) == 24 &&
                                            offsetof(edgec_resample_s8_mve_job, taps) == 32 &&
                                            offsetof(edgec_resample_s8_mve_job, kept) == 44),
                    resample_mve_reads_jobs_at_offsets);

#define edgec_resample_cells_s8_mve EDGEC_TAGGED(edgec_resample_cells_s8_mve)
EDGEC_BLOCK_MVE(edgec_resample_cells_s8_mve, edgec_resample_s8_mve_job, EDGEC_RESAMPLE_S8_CODE_MVE)

EDGEC_KERNEL_MVE void edgec_resample_s8_mve(const edgec_resample_s8_mve_params *p, const int8_t *x,
                                            const int32_t *stream, int8_t *y)
{
    edgec_resample_s8_mve_job job;
    int32_t o;
    job.x = x;
    job.y = y;
    job.stream = stream;
    job.multiplier = p->multiplier;
    job.minus_n = p->minus_n;
    job.zero = p->out_zero;
    job.cells = p->out;
    job.left = p->inner - EDGEC_RESAMPLE_MVE_LANES;
    job.taps = p->taps;
    job.x_back = -job.left;
    job.y_next = p->out_step - job.left;
    for (o = 0; o < p->outer; o++) {
        edgec_resample_cells_s8_mve(&job);
        job.x += p->n * p->inner;
        job.y += p->out * p->out_step;
    }
}

#endif
