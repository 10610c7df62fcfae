/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8, channels last, as products of rows with packed weights (edgec_gemm_s8_mve.h): windows are runs
 * of the rows of the image, or copied where those are short. */
#ifndef EDGEC_CONV2D_S8_MVE_H
#define EDGEC_CONV2D_S8_MVE_H

#include "edgec_gemm_s8_mve.h"
#include "edgec_rows_mve.h"

#define EDGEC_CONV2D_MVE_RUNS 64 /* of a window, at most */

typedef struct {
    edgec_rows_mve rows;
    edgec_ending_mve ending;
    int32_t out_step;
} edgec_conv2d_mve_params;

/* `buffered`: positions are copied to scratch first, so that outputs may lie on them. */
typedef struct {
    int32_t positions, in_c, out_c, out_step, buffered;
    edgec_ending_mve ending;
} edgec_conv2d_1x1_mve_params;

/* Where run `s` of the window of position 0 begins. */
EDGEC_INLINE const int8_t *edgec_conv2d_run_of_mve(const edgec_geometry *g, const int8_t *const *rows, int32_t s)
{
    if (g->dilation_w == 1) {
        return rows[s];
    }
    return rows[s / g->kernel_w] + s % g->kernel_w * g->dilation_w * g->in_c;
}

/* Addresses of three positions of a run, `count` of them there: what is absent reads as the one before it. */
EDGEC_INLINE void edgec_conv2d_table_mve(const int8_t **three, const int8_t *from, int32_t step, int32_t count)
{
    three[0] = from;
    three[1] = from + (count > 1 ? step : 0);
    three[2] = three[1] + (count > 2 ? step : 0);
}

/* All positions of a row, three at a time, then what is left: no position is computed twice, so that outputs may lie
 * where the inputs of earlier tiles were.  The table has three addresses for each run. */
EDGEC_INLINE void edgec_conv2d_row_mve(edgec_gemm_mve *job, const int8_t **table, int32_t step, int32_t positions,
                                       int8_t *y, int32_t out_step, int32_t outputs, edgec_gemm_blocks_mve *blocks,
                                       int32_t size)
{
    int32_t left;
    for (left = positions;; left -= EDGEC_GEMM_MVE_POSITIONS) {
        edgec_gemm_tile_mve(job, y, out_step, outputs, left, blocks, size);
        if (left <= EDGEC_GEMM_MVE_POSITIONS) {
            return;
        }
        edgec_advance_mve(table, 3 * job->count, EDGEC_GEMM_MVE_POSITIONS * step);
        if (left < 2 * EDGEC_GEMM_MVE_POSITIONS) {
            int32_t s;
            for (s = 0; s < job->count; s++) {
                edgec_conv2d_table_mve(table + 3 * s, table[3 * s], step, left - EDGEC_GEMM_MVE_POSITIONS);
            }
        }
        y += EDGEC_GEMM_MVE_POSITIONS * out_step;
    }
}

EDGEC_INLINE void edgec_conv2d_rows_mve(const edgec_conv2d_mve_params *p, const int8_t *x, const int8_t *stream,
                                        int8_t *y, int8_t *scratch, edgec_gemm_blocks_mve *blocks, int32_t size)
{
    const edgec_geometry *g = &p->rows.geo;
    const int32_t run = g->dilation_w == 1 ? g->kernel_w * g->in_c : g->in_c;
    const int32_t count = g->dilation_w == 1 ? g->kernel_h : g->kernel_h * g->kernel_w;
    const int8_t **const table = (const int8_t **)(void *)scratch;
    const int8_t *rows[EDGEC_ROWS_MVE_TAPS];
    edgec_gemm_mve job;
    int32_t n;
    int32_t oy;
    int32_t s;
    scratch += 3 * count * (int32_t)sizeof *table;
    edgec_rows_begin_mve(&p->rows, scratch);
    edgec_gemm_begin_mve(&job, stream, &p->ending, run, 2, size);
    job.rows = table;
    job.count = count;
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_rows_at_mve(&p->rows, x, scratch, oy, &loaded, rows);
            for (s = 0; s < count; s++) {
                edgec_conv2d_table_mve(table + 3 * s, edgec_conv2d_run_of_mve(g, rows, s), g->stride_w * g->in_c,
                                       g->out_w);
            }
            edgec_conv2d_row_mve(&job, table, g->stride_w * g->in_c, g->out_w, y, p->out_step, g->out_c, blocks, size);
            y += g->out_w * p->out_step;
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

/* Windows are copied, behind the rows in scratch. */
EDGEC_INLINE void edgec_conv2d_copied_mve(const edgec_conv2d_mve_params *p, const int8_t *x, const int8_t *stream,
                                          int8_t *y, int8_t *scratch, edgec_gemm_blocks_mve *blocks, int32_t size)
{
    const edgec_geometry *g = &p->rows.geo;
    const int32_t run = g->dilation_w == 1 ? g->kernel_w * g->in_c : g->in_c;
    const int32_t count = g->dilation_w == 1 ? g->kernel_h : g->kernel_h * g->kernel_w;
    int8_t *const windows = scratch + (edgec_rows_span_mve(g) + 1) * p->rows.pitch;
    const int8_t *rows[EDGEC_ROWS_MVE_TAPS];
    edgec_gemm_mve job;
    int32_t n;
    int32_t oy;
    int32_t s;
    edgec_rows_begin_mve(&p->rows, scratch);
    edgec_gemm_begin_mve(&job, stream, &p->ending, run * count, 2, size);
    job.count = 1;
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_rows_at_mve(&p->rows, x, scratch, oy, &loaded, rows);
            for (s = 0; s < count; s++) {
                edgec_spread_mve(windows + s * run, edgec_conv2d_run_of_mve(g, rows, s), run, g->out_w, run * count,
                                 g->stride_w * g->in_c);
            }
            edgec_conv2d_table_mve(job.x, windows, run * count, g->out_w);
            edgec_conv2d_row_mve(&job, job.x, run * count, g->out_w, y, p->out_step, g->out_c, blocks, size);
            y += g->out_w * p->out_step;
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

EDGEC_INLINE void edgec_conv2d_flat_mve(const edgec_conv2d_1x1_mve_params *p, const int8_t *x, const int8_t *stream,
                                        int8_t *y, int8_t *scratch, edgec_gemm_blocks_mve *blocks, int32_t size)
{
    edgec_gemm_mve job;
    int32_t left;
    edgec_gemm_begin_mve(&job, stream, &p->ending, p->in_c, 2, size);
    job.count = 1;
    for (left = p->positions; left > 0; left -= EDGEC_GEMM_MVE_POSITIONS) {
        if (p->buffered) {
            const int32_t count = left < EDGEC_GEMM_MVE_POSITIONS ? left : EDGEC_GEMM_MVE_POSITIONS;
            edgec_copy_mve(scratch, x, count * p->in_c);
        }
        edgec_conv2d_table_mve(job.x, p->buffered ? scratch : x, p->in_c, left);
        edgec_gemm_tile_mve(&job, y, p->out_step, p->out_c, left, blocks, size);
        x += EDGEC_GEMM_MVE_POSITIONS * p->in_c;
        y += EDGEC_GEMM_MVE_POSITIONS * p->out_step;
    }
}

EDGEC_INLINE void edgec_dense_mve(const edgec_conv2d_1x1_mve_params *p, const int8_t *x, const int8_t *stream,
                                  int8_t *y, edgec_gemm_blocks_mve *blocks, int32_t size)
{
    edgec_gemm_mve job;
    int32_t i;
    edgec_gemm_begin_mve(&job, stream, &p->ending, p->in_c, 1, size);
    for (i = 0; i < p->positions; i++) {
        job.x[0] = x + i * p->in_c;
        edgec_gemm_tile_mve(&job, y + i * p->out_step, 0, p->out_c, 1, blocks, size);
    }
}

/* The kernels of activations of so many bits: windows of one cell and one position, of one cell, as runs of rows,
 * copied; each for runs of whole steps, of more and of fewer than 16 bytes. */
#define EDGEC_CONV2D_MVE(bits, name)                                                                                   \
    EDGEC_KERNEL_MVE void edgec_dense_s##bits##_##name##_rows_mve(                                                     \
        const edgec_conv2d_1x1_mve_params *p, const int##bits##_t *x, const int8_t *stream, int##bits##_t *y)          \
    {                                                                                                                  \
        edgec_dense_mve(p, (const int8_t *)x, stream, (int8_t *)y, edgec_dense_s##bits##_##name##_mve, (bits) / 8);    \
    }                                                                                                                  \
    EDGEC_KERNEL_MVE void edgec_conv2d_s##bits##_1x1_##name##_mve(const edgec_conv2d_1x1_mve_params *p,                \
                                                                  const int##bits##_t *x, const int8_t *stream,        \
                                                                  int##bits##_t *y, int8_t *scratch)                   \
    {                                                                                                                  \
        edgec_conv2d_flat_mve(p, (const int8_t *)x, stream, (int8_t *)y, scratch,                                      \
                              edgec_gemm_s##bits##_flat_##name##_mve, (bits) / 8);                                     \
    }                                                                                                                  \
    EDGEC_KERNEL_MVE void edgec_conv2d_s##bits##_##name##_mve(const edgec_conv2d_mve_params *p,                        \
                                                              const int##bits##_t *x, const int8_t *stream,            \
                                                              int##bits##_t *y, int8_t *scratch)                       \
    {                                                                                                                  \
        edgec_conv2d_rows_mve(p, (const int8_t *)x, stream, (int8_t *)y, scratch,                                      \
                              edgec_gemm_s##bits##_rows_##name##_mve, (bits) / 8);                                     \
    }                                                                                                                  \
    EDGEC_KERNEL_MVE void edgec_conv2d_s##bits##_patch_##name##_mve(const edgec_conv2d_mve_params *p,                  \
                                                                    const int##bits##_t *x, const int8_t *stream,      \
                                                                    int##bits##_t *y, int8_t *scratch)                 \
    {                                                                                                                  \
        edgec_conv2d_copied_mve(p, (const int8_t *)x, stream, (int8_t *)y, scratch,                                    \
                                edgec_gemm_s##bits##_flat_##name##_mve, (bits) / 8);                                   \
    }

EDGEC_CONV2D_MVE(8, whole)
EDGEC_CONV2D_MVE(8, ragged)
EDGEC_CONV2D_MVE(8, short)

#endif
