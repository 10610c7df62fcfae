/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, one group, float32, channels last, and fully connected layers, as products of rows with packed
 * weights (edgec_gemm_f32_mve.h): windows are runs of the rows of the image. */
#ifndef EDGEC_CONV2D_F32_MVE_H
#define EDGEC_CONV2D_F32_MVE_H

#include "edgec_gemm_f32_mve.h"
#include "edgec_rows_mve.h"

#define EDGEC_CONV2D_F32_MVE_RUNS 64 /* of a window, at most */

/* `rows` counts bytes: rows.geo.in_c are those of a cell. */
typedef struct {
    edgec_rows_mve rows;
    int32_t bounds; /* EDGEC_BELOW_F32_MVE, EDGEC_BOTH_F32_MVE */
    float lo, hi;
    int32_t out_step;
} edgec_conv2d_f32_mve_params;

typedef struct {
    int32_t positions, in_c, out_c, out_step;
    int32_t bounds;
    float lo, hi;
} edgec_conv2d_f32_1x1_mve_params;

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

EDGEC_KERNEL_MVE void edgec_conv2d_f32_mve(const edgec_conv2d_f32_mve_params *p, const float *x, const float *stream,
                                           float *y, int8_t *scratch)
{
    const edgec_geometry *g = &p->rows.geo;
    const int32_t count = g->dilation_w == 1 ? g->kernel_h : g->kernel_h * g->kernel_w;
    const int32_t bytes = g->dilation_w == 1 ? g->kernel_w * g->in_c : g->in_c;
    const int32_t step = g->stride_w * g->in_c;
    const int8_t *image = (const int8_t *)(const void *)x;
    const int8_t **const table = (const int8_t **)(void *)scratch;
    const int8_t *rows[EDGEC_ROWS_MVE_TAPS];
    edgec_gemm_f32_mve job;
    int32_t n;
    int32_t oy;
    int32_t s;
    scratch += 3 * count * (int32_t)sizeof *table;
    edgec_rows_begin_mve(&p->rows, scratch);
    edgec_gemm_f32_begin_mve(&job, bytes / (int32_t)sizeof(float), edgec_limits_of_f32_mve(p->bounds, p->lo, p->hi));
    job.rows = table;
    job.count = count;
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            int32_t left;
            edgec_rows_at_mve(&p->rows, image, scratch, oy, &loaded, rows);
            for (s = 0; s < count; s++) {
                edgec_gemm_f32_table_mve(table + 3 * s, edgec_conv2d_f32_run_of_mve(g, rows, s), step, g->out_w);
            }
            for (left = g->out_w; left > 0; left -= EDGEC_GEMM_F32_MVE_POSITIONS) {
                const int32_t there = left < EDGEC_GEMM_F32_MVE_POSITIONS ? left : EDGEC_GEMM_F32_MVE_POSITIONS;
                edgec_gemm_f32_positions_mve(&job, stream, y, p->out_step, g->out_c, there);
                y += there * p->out_step;
                if (left >= 2 * EDGEC_GEMM_F32_MVE_POSITIONS) {
                    edgec_advance_mve(table, 3 * count, EDGEC_GEMM_F32_MVE_POSITIONS * step);
                } else {
                    for (s = 0; s < count; s++) {
                        edgec_gemm_f32_table_mve(table + 3 * s, table[3 * s] + EDGEC_GEMM_F32_MVE_POSITIONS * step,
                                                 step, left - EDGEC_GEMM_F32_MVE_POSITIONS);
                    }
                }
            }
        }
        image += g->in_h * g->in_w * g->in_c;
    }
}

/* 1x1, one group, stride 1, no padding; or rows of a fully connected layer. */
EDGEC_KERNEL_MVE void edgec_conv2d_f32_1x1_mve(const edgec_conv2d_f32_1x1_mve_params *p, const float *x,
                                               const float *stream, float *y)
{
    const int32_t step = p->in_c * (int32_t)sizeof(float);
    const int8_t *image = (const int8_t *)(const void *)x;
    edgec_gemm_f32_mve job;
    int32_t left;
    edgec_gemm_f32_begin_mve(&job, p->in_c, edgec_limits_of_f32_mve(p->bounds, p->lo, p->hi));
    job.rows = job.x;
    job.count = 1;
    for (left = p->positions; left > 0; left -= EDGEC_GEMM_F32_MVE_POSITIONS) {
        const int32_t there = left < EDGEC_GEMM_F32_MVE_POSITIONS ? left : EDGEC_GEMM_F32_MVE_POSITIONS;
        edgec_gemm_f32_table_mve(job.x, image, step, left);
        edgec_gemm_f32_positions_mve(&job, stream, y, p->out_step, p->out_c, there);
        image += EDGEC_GEMM_F32_MVE_POSITIONS * step;
        y += there * p->out_step;
    }
}

#endif
