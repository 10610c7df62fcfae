/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of floats with packed weights, by VFMA of a vector of channels and a value: two vectors of channels
 * with three positions have six sums.  MVE counts float32 values below 2**-126 as zero.
 *
 * Stream: for each block of channels, of two vectors or behind the last of these of one, biases and then the weights of
 * each tap.  The last block ends with the last channel and may overlap the one before it. */
#ifndef EDGEC_GEMM_REALS_MVE_H
#define EDGEC_GEMM_REALS_MVE_H

#include "edgec_limits_f32_mve.h"
#include "edgec_rows_mve.h"

#define EDGEC_GEMM_F32_MVE_CHANNELS 4 /* of the narrow blocks */
#define EDGEC_GEMM_F16_MVE_CHANNELS 8
#define EDGEC_GEMM_F32_MVE_POSITIONS 3
#define EDGEC_GEMM_F32_MVE_STEP 4 /* taps of a round */
#define EDGEC_GEMM_F32_MVE_VECTOR 16
#define EDGEC_CONV2D_F32_MVE_RUNS 64 /* of a window, at most */

/* The assembly reads and changes members at their offsets. */
typedef struct {
    const int8_t *x[EDGEC_GEMM_F32_MVE_POSITIONS]; /* the positions of a window of one run */
    const int8_t *stream;
    int8_t *y;
    int32_t second, third;     /* bytes from the first position's outputs to the second's, from there to the third's */
    int32_t times;             /* blocks */
    int32_t rounds, tail;      /* of a run: steps of four taps, single ones */
    const int8_t *const *rows; /* three positions of each run of a window */
    int32_t count;             /* runs */
    int32_t kept[2];
    edgec_limits_f32_mve limits;
} edgec_gemm_f32_mve;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 ||
                        (offsetof(edgec_gemm_f32_mve, stream) == 12 && offsetof(edgec_gemm_f32_mve, y) == 16 &&
                         offsetof(edgec_gemm_f32_mve, third) == 24 && offsetof(edgec_gemm_f32_mve, times) == 28 &&
                         offsetof(edgec_gemm_f32_mve, rounds) == 32 && offsetof(edgec_gemm_f32_mve, tail) == 36 &&
                         offsetof(edgec_gemm_f32_mve, rows) == 40 && offsetof(edgec_gemm_f32_mve, count) == 44 &&
                         offsetof(edgec_gemm_f32_mve, kept) == 48 && offsetof(edgec_gemm_f32_mve, limits) == 56),
                    gemm_f32_mve_reads_jobs_at_offsets);

typedef void edgec_gemm_f32_blocks_mve(edgec_gemm_f32_mve *job); /* `times` blocks of channels */

/* A type: bytes of an element, channels of a vector, what computes blocks of two vectors and of one, of three positions
 * (tile) and of one (line). */
typedef struct {
    int32_t size, lanes;
    edgec_gemm_f32_blocks_mve *tile2, *tile1, *line2, *line1;
} edgec_gemm_reals_mve;

/* Addresses of three positions of a run, `count` of them there: what is absent reads as the one before it. */
EDGEC_INLINE void edgec_gemm_f32_table_mve(const int8_t **three, const int8_t *from, int32_t step, int32_t count)
{
    three[0] = from;
    three[1] = from + (count > 1 ? step : 0);
    three[2] = three[1] + (count > 2 ? step : 0);
}

/* All channels of positions whose outputs begin at y. */
EDGEC_INLINE void edgec_gemm_reals_all_mve(edgec_gemm_f32_mve *job, const int8_t *stream, int8_t *y, int32_t outputs,
                                           edgec_gemm_f32_blocks_mve *wide, edgec_gemm_f32_blocks_mve *narrow,
                                           const edgec_gemm_reals_mve *t)
{
    int32_t left = outputs % (2 * t->lanes);
    job->stream = stream;
    job->y = y;
    if (outputs >= 2 * t->lanes) {
        job->times = outputs / (2 * t->lanes);
        wide(job);
    }
    for (; left > 0; left -= t->lanes) {
        job->times = 1;
        job->y = y + (left < t->lanes ? outputs - t->lanes : outputs - left) * t->size;
        narrow(job);
    }
}

/* Fewer channels than a vector has, which are computed beside the outputs; `step` bytes from one position to the next.
 */
EDGEC_INLINE void edgec_gemm_reals_few_mve(edgec_gemm_f32_mve *job, const int8_t *stream, int8_t *y, int32_t step,
                                           int32_t outputs, int32_t count, const edgec_gemm_reals_mve *t)
{
    float few[EDGEC_GEMM_F32_MVE_POSITIONS * EDGEC_GEMM_F32_MVE_CHANNELS];
    int32_t i;
    job->stream = stream;
    job->y = (int8_t *)(void *)few;
    job->times = 1;
    job->second = count > 1 ? EDGEC_GEMM_F32_MVE_VECTOR : 0;
    job->third = count > 2 ? EDGEC_GEMM_F32_MVE_VECTOR : 0;
    t->tile1(job);
    for (i = 0; i < count && i < EDGEC_GEMM_F32_MVE_POSITIONS; i++) {
        edgec_copy_mve(y + i * step, (const int8_t *)(const void *)few + i * EDGEC_GEMM_F32_MVE_VECTOR,
                       outputs * t->size);
    }
}

/* All channels of positions `count` (1..3), `step` bytes apart. */
EDGEC_INLINE void edgec_gemm_reals_positions_mve(edgec_gemm_f32_mve *job, const int8_t *stream, int8_t *y, int32_t step,
                                                 int32_t outputs, int32_t count, const edgec_gemm_reals_mve *t)
{
    if (outputs < t->lanes) {
        edgec_gemm_reals_few_mve(job, stream, y, step, outputs, count, t);
        return;
    }
    if (count == 1) {
        edgec_gemm_reals_all_mve(job, stream, y, outputs, t->line2, t->line1, t);
        return;
    }
    job->second = step;
    job->third = count > 2 ? step : 0;
    edgec_gemm_reals_all_mve(job, stream, y, outputs, t->tile2, t->tile1, t);
}

EDGEC_INLINE void edgec_gemm_f32_begin_mve(edgec_gemm_f32_mve *job, int32_t taps, edgec_limits_f32_mve limits)
{
    job->rounds = taps / EDGEC_GEMM_F32_MVE_STEP;
    job->tail = taps % EDGEC_GEMM_F32_MVE_STEP;
    job->limits = limits;
}

/* Where run `s` of the window of position 0 begins. */
EDGEC_INLINE const int8_t *edgec_conv2d_f32_run_of_mve(const edgec_geometry *g, const int8_t *const *rows, int32_t s)
{
    if (g->dilation_w == 1) {
        return rows[s];
    }
    return rows[s / g->kernel_w] + s % g->kernel_w * g->dilation_w * g->in_c;
}

/* A row of outputs, `out_step` bytes from one to the next. */
EDGEC_INLINE void edgec_conv2d_reals_row_mve(edgec_gemm_f32_mve *job, const edgec_geometry *g, const int8_t **table,
                                             const int8_t *stream, int8_t *y, int32_t out_step,
                                             const edgec_gemm_reals_mve *t)
{
    const int32_t step = g->stride_w * g->in_c;
    int32_t left;
    int32_t s;
    for (left = g->out_w; left > 0; left -= EDGEC_GEMM_F32_MVE_POSITIONS) {
        const int32_t there = left < EDGEC_GEMM_F32_MVE_POSITIONS ? left : EDGEC_GEMM_F32_MVE_POSITIONS;
        edgec_gemm_reals_positions_mve(job, stream, y, out_step, g->out_c, there, t);
        y += there * out_step;
        if (left >= 2 * EDGEC_GEMM_F32_MVE_POSITIONS) {
            edgec_advance_mve(table, 3 * job->count, EDGEC_GEMM_F32_MVE_POSITIONS * step);
        } else {
            for (s = 0; s < job->count; s++) {
                edgec_gemm_f32_table_mve(table + 3 * s, table[3 * s] + EDGEC_GEMM_F32_MVE_POSITIONS * step, step,
                                         left - EDGEC_GEMM_F32_MVE_POSITIONS);
            }
        }
    }
}

/* Windows as runs of rows; `out_step` in bytes. */
EDGEC_INLINE void edgec_conv2d_reals_rows_mve(const edgec_rows_mve *r, edgec_limits_f32_mve limits, int32_t out_step,
                                              const int8_t *x, const int8_t *stream, int8_t *y, int8_t *scratch,
                                              const edgec_gemm_reals_mve *t)
{
    const edgec_geometry *g = &r->geo;
    const int32_t count = g->dilation_w == 1 ? g->kernel_h : g->kernel_h * g->kernel_w;
    const int32_t bytes = g->dilation_w == 1 ? g->kernel_w * g->in_c : g->in_c;
    const int8_t **const table = (const int8_t **)(void *)scratch;
    const int8_t *rows[EDGEC_ROWS_MVE_TAPS];
    edgec_gemm_f32_mve job;
    int32_t n;
    int32_t oy;
    int32_t s;
    scratch += 3 * count * (int32_t)sizeof *table;
    edgec_rows_begin_mve(r, scratch);
    edgec_gemm_f32_begin_mve(&job, bytes / t->size, limits);
    job.rows = table;
    job.count = count;
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_rows_at_mve(r, x, scratch, oy, &loaded, rows);
            for (s = 0; s < count; s++) {
                edgec_gemm_f32_table_mve(table + 3 * s, edgec_conv2d_f32_run_of_mve(g, rows, s), g->stride_w * g->in_c,
                                         g->out_w);
            }
            edgec_conv2d_reals_row_mve(&job, g, table, stream, y, out_step, t);
            y += g->out_w * out_step;
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

/* 1x1, one group, stride 1, no padding; or rows of a fully connected layer; steps in bytes. */
EDGEC_INLINE void edgec_conv2d_reals_flat_mve(int32_t positions, int32_t step, int32_t outputs, int32_t out_step,
                                              edgec_limits_f32_mve limits, const int8_t *x, const int8_t *stream,
                                              int8_t *y, const edgec_gemm_reals_mve *t)
{
    edgec_gemm_f32_mve job;
    int32_t left;
    edgec_gemm_f32_begin_mve(&job, step / t->size, limits);
    job.rows = job.x;
    job.count = 1;
    for (left = positions; left > 0; left -= EDGEC_GEMM_F32_MVE_POSITIONS) {
        const int32_t there = left < EDGEC_GEMM_F32_MVE_POSITIONS ? left : EDGEC_GEMM_F32_MVE_POSITIONS;
        edgec_gemm_f32_table_mve(job.x, x, step, left);
        edgec_gemm_reals_positions_mve(&job, stream, y, out_step, outputs, there, t);
        x += EDGEC_GEMM_F32_MVE_POSITIONS * step;
        y += there * out_step;
    }
}

#endif
