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

/* Addresses of a tile's positions of a run, `count` of them there: what is absent reads as the one before it. */
EDGEC_INLINE void edgec_conv2d_table_mve(const int8_t **tile, const int8_t *from, int32_t step, int32_t count,
                                         int32_t positions)
{
    tile[0] = from;
    tile[1] = from + (count > 1 ? step : 0);
    if (positions > 2) {
        tile[2] = tile[1] + (count > 2 ? step : 0);
    }
}

/* All positions of a row, a tile at a time, then what is left: no position is computed twice, so that outputs may lie
 * where the inputs of earlier tiles were.  The table has a tile of addresses for each run. */
EDGEC_INLINE void edgec_conv2d_row_mve(edgec_gemm_mve *job, const int8_t **table, int32_t step, int32_t positions,
                                       int8_t *y, int32_t out_step, int32_t outputs, const edgec_tiles_mve *t)
{
    int32_t left;
    for (left = positions;; left -= t->tile) {
        edgec_gemm_tile_mve(job, y, out_step, outputs, left, t);
        if (left <= t->tile) {
            return;
        }
        edgec_advance_mve(table, t->tile * job->count, t->tile * step);
        if (left < 2 * t->tile) {
            int32_t s;
            for (s = 0; s < job->count; s++) {
                edgec_conv2d_table_mve(table + t->tile * s, table[t->tile * s], step, left - t->tile, t->tile);
            }
        }
        y += t->tile * out_step;
    }
}

/* The table lies before the job, both in scratch. */
EDGEC_INLINE void edgec_conv2d_rows_mve(const edgec_conv2d_mve_params *p, const int8_t *x, const int8_t *stream,
                                        int8_t *y, int8_t *scratch, edgec_tiles_mve t)
{
    const edgec_geometry *g = &p->rows.geo;
    const int32_t run = g->dilation_w == 1 ? g->kernel_w * g->in_c : g->in_c;
    const int32_t count = g->dilation_w == 1 ? g->kernel_h : g->kernel_h * g->kernel_w;
    const int8_t **const table = (const int8_t **)(void *)scratch;
    edgec_gemm_mve *const job = (edgec_gemm_mve *)(void *)(scratch + t.tile * count * (int32_t)sizeof *table);
    const int8_t *rows[EDGEC_ROWS_MVE_TAPS];
    int32_t n;
    int32_t oy;
    int32_t s;
    scratch = (int8_t *)(job + 1);
    edgec_rows_begin_mve(&p->rows, scratch);
    edgec_gemm_begin_mve(job, stream, &p->ending, run, 2, &t);
    job->rows = table;
    job->count = count;
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_rows_at_mve(&p->rows, x, scratch, oy, &loaded, rows);
            for (s = 0; s < count; s++) {
                edgec_conv2d_table_mve(table + t.tile * s, edgec_conv2d_run_of_mve(g, rows, s), g->stride_w * g->in_c,
                                       g->out_w, t.tile);
            }
            edgec_conv2d_row_mve(job, table, g->stride_w * g->in_c, g->out_w, y, p->out_step, g->out_c, &t);
            y += g->out_w * p->out_step;
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

/* Windows are copied, behind the job and the rows in scratch. */
EDGEC_INLINE void edgec_conv2d_copied_mve(const edgec_conv2d_mve_params *p, const int8_t *x, const int8_t *stream,
                                          int8_t *y, int8_t *scratch, edgec_tiles_mve t)
{
    const edgec_geometry *g = &p->rows.geo;
    const int32_t run = g->dilation_w == 1 ? g->kernel_w * g->in_c : g->in_c;
    const int32_t count = g->dilation_w == 1 ? g->kernel_h : g->kernel_h * g->kernel_w;
    edgec_gemm_mve *const job = (edgec_gemm_mve *)(void *)scratch;
    int8_t *const windows = (int8_t *)(job + 1) + (edgec_rows_span_mve(g) + 1) * p->rows.pitch;
    const int8_t *rows[EDGEC_ROWS_MVE_TAPS];
    int32_t n;
    int32_t oy;
    int32_t s;
    scratch = (int8_t *)(job + 1);
    edgec_rows_begin_mve(&p->rows, scratch);
    edgec_gemm_begin_mve(job, stream, &p->ending, run * count, 2, &t);
    job->count = 1;
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_rows_at_mve(&p->rows, x, scratch, oy, &loaded, rows);
            for (s = 0; s < count; s++) {
                edgec_spread_mve(windows + s * run, edgec_conv2d_run_of_mve(g, rows, s), run, g->out_w, run * count,
                                 g->stride_w * g->in_c);
            }
            edgec_conv2d_table_mve(job->x, windows, run * count, g->out_w, t.tile);
            edgec_conv2d_row_mve(job, job->x, run * count, g->out_w, y, p->out_step, g->out_c, &t);
            y += g->out_w * p->out_step;
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

EDGEC_INLINE void edgec_conv2d_flat_mve(const edgec_conv2d_1x1_mve_params *p, const int8_t *x, const int8_t *stream,
                                        int8_t *y, int8_t *scratch, edgec_tiles_mve t)
{
    edgec_gemm_mve job;
    int32_t left;
    edgec_gemm_begin_mve(&job, stream, &p->ending, p->in_c, 2, &t);
    job.count = 1;
    for (left = p->positions; left > 0; left -= t.tile) {
        if (p->buffered) {
            edgec_copy_mve(scratch, x, (left < t.tile ? left : t.tile) * p->in_c);
        }
        edgec_conv2d_table_mve(job.x, p->buffered ? scratch : x, p->in_c, left, t.tile);
        edgec_gemm_tile_mve(&job, y, p->out_step, p->out_c, left, &t);
        x += t.tile * p->in_c;
        y += t.tile * p->out_step;
    }
}

EDGEC_INLINE void edgec_dense_mve(const edgec_conv2d_1x1_mve_params *p, const int8_t *x, const int8_t *stream,
                                  int8_t *y, int32_t step, edgec_tiles_mve t)
{
    edgec_gemm_mve job;
    int32_t i;
    edgec_gemm_begin_mve(&job, stream, &p->ending, p->in_c, step, &t);
    for (i = 0; i < p->positions; i++) {
        job.x[0] = x + i * p->in_c;
        edgec_gemm_tile_mve(&job, y + i * p->out_step, 0, p->out_c, 1, &t);
    }
}

/* Kernels over cells, and over windows as runs of rows or copied. */
#define EDGEC_CONV2D_FLAT_MVE(bits, name, code, tile, steps)                                                           \
    EDGEC_KERNEL_MVE void edgec_conv2d_s##bits##_##name##_mve(const edgec_conv2d_1x1_mve_params *p,                    \
                                                              const int##bits##_t *x, const int8_t *stream,            \
                                                              int##bits##_t *y, int8_t *scratch)                       \
    {                                                                                                                  \
        const edgec_tiles_mve t = {code, (bits) / 8, tile, steps};                                                     \
        edgec_conv2d_flat_mve(p, (const int8_t *)x, stream, (int8_t *)y, scratch, t);                                  \
    }
#define EDGEC_CONV2D_OVER_MVE(bits, name, way, code, tile, steps)                                                      \
    EDGEC_KERNEL_MVE void edgec_conv2d_s##bits##_##name##_mve(const edgec_conv2d_mve_params *p,                        \
                                                              const int##bits##_t *x, const int8_t *stream,            \
                                                              int##bits##_t *y, int8_t *scratch)                       \
    {                                                                                                                  \
        const edgec_tiles_mve t = {code, (bits) / 8, tile, steps};                                                     \
        way(p, (const int8_t *)x, stream, (int8_t *)y, scratch, t);                                                    \
    }

/* The kernels of activations of so many bits: windows of one cell and one position, of one cell, as runs of rows,
 * copied; each for runs of whole steps, of more and of fewer than 16 bytes. */
#define EDGEC_CONV2D_MVE(bits, name)                                                                                   \
    EDGEC_KERNEL_MVE void edgec_dense_s##bits##_##name##_rows_mve(                                                     \
        const edgec_conv2d_1x1_mve_params *p, const int##bits##_t *x, const int8_t *stream, int##bits##_t *y)          \
    {                                                                                                                  \
        const edgec_tiles_mve t = {edgec_dense_s##bits##_##name##_mve, (bits) / 8, 3, 0};                              \
        edgec_dense_mve(p, (const int8_t *)x, stream, (int8_t *)y, 1, t);                                              \
    }                                                                                                                  \
    EDGEC_CONV2D_FLAT_MVE(bits, 1x1_##name, edgec_gemm_s##bits##_flat_##name##_mve, 3, 0)                              \
    EDGEC_CONV2D_OVER_MVE(bits, name, edgec_conv2d_rows_mve, edgec_gemm_s##bits##_rows_##name##_mve, 3, 0)             \
    EDGEC_CONV2D_OVER_MVE(bits, patch_##name, edgec_conv2d_copied_mve, edgec_gemm_s##bits##_flat_##name##_mve, 3, 0)

EDGEC_CONV2D_MVE(8, whole)
EDGEC_CONV2D_MVE(8, ragged)
EDGEC_CONV2D_MVE(8, short)

#endif
