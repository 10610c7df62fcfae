/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution of floats, one filter a channel, channels last: a vector of channels, four outputs of a row at
 * a time.  The stream holds of each vector of channels biases, then the weights of each tap; the last one ends with the
 * last channel. */
#ifndef EDGEC_DW_REALS_MVE_H
#define EDGEC_DW_REALS_MVE_H

#include "edgec_limits_f32_mve.h"
#include "edgec_rows_mve.h"

#define EDGEC_DW_F32_MVE_LANES 4 /* channels of a block of float32, outputs of a tile */
#define EDGEC_DW_F16_MVE_LANES 8 /* channels of a block of float16 */
#define EDGEC_DW_F32_MVE_VECTOR 16

/* A row of 3x3 windows.  The assembly reads and changes members at their offsets, which count bytes. */
typedef struct {
    const int8_t *rows[3];
    const int8_t *stream;
    int8_t *y;
    int32_t at; /* from the rows to the first channel's window */
    int32_t blocks, tiles, cell, out_step, in_step;
    int32_t back_x, back_y; /* from where the last tile would begin to where it does */
    edgec_limits_f32_mve limits;
    int32_t kept[2];
} edgec_dw_3x3_f32_mve;

/* Four outputs of any windows. */
typedef struct {
    const int8_t *const *rows;
    const int8_t *stream;
    int8_t *y;
    int32_t at;
    int32_t kernel_h, kernel_w, cell;
    int32_t in[3], out[3]; /* bytes from the first window and output to the others; 0 for absent ones */
    edgec_limits_f32_mve limits;
    int32_t kept[2];
} edgec_dw_any_f32_mve;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 ||
                        (offsetof(edgec_dw_3x3_f32_mve, stream) == 12 && offsetof(edgec_dw_3x3_f32_mve, y) == 16 &&
                         offsetof(edgec_dw_3x3_f32_mve, blocks) == 24 && offsetof(edgec_dw_3x3_f32_mve, cell) == 32 &&
                         offsetof(edgec_dw_3x3_f32_mve, in_step) == 40 &&
                         offsetof(edgec_dw_3x3_f32_mve, back_y) == 48 && offsetof(edgec_dw_3x3_f32_mve, limits) == 52 &&
                         offsetof(edgec_dw_3x3_f32_mve, kept) == 64 && offsetof(edgec_dw_any_f32_mve, at) == 12 &&
                         offsetof(edgec_dw_any_f32_mve, kernel_h) == 16 && offsetof(edgec_dw_any_f32_mve, in) == 28 &&
                         offsetof(edgec_dw_any_f32_mve, out) == 40 && offsetof(edgec_dw_any_f32_mve, limits) == 52 &&
                         offsetof(edgec_dw_any_f32_mve, kept) == 64),
                    dw_f32_mve_reads_jobs_at_offsets);

typedef void edgec_dw_row_f32_mve(edgec_dw_3x3_f32_mve *job);
typedef void edgec_dw_tile_f32_mve(edgec_dw_any_f32_mve *job);

/* All channels of a row of outputs: whole blocks, then the last one; `lanes` channels of `size` bytes in a vector. */
EDGEC_INLINE void edgec_dw_reals_row_mve(edgec_dw_3x3_f32_mve *job, const int8_t *stream, int8_t *y, int32_t outputs,
                                         int32_t lanes, int32_t size, edgec_dw_row_f32_mve *row)
{
    int32_t left;
    job->stream = stream;
    for (left = outputs; left > 0; left %= lanes) {
        const int32_t first = left < lanes ? outputs - lanes : 0;
        job->y = y + first * size;
        job->at = first * size;
        job->blocks = left < lanes ? 1 : left / lanes;
        row(job);
        if (left < lanes) {
            return;
        }
    }
}

/* 3x3 windows without dilation along rows, with a stride of 1 or 2, at least four outputs in a row; `out_step` in
 * bytes. */
EDGEC_INLINE void edgec_dw_reals_3x3_mve(const edgec_rows_mve *r, edgec_limits_f32_mve limits, int32_t out_step,
                                         const int8_t *x, const int8_t *stream, int8_t *y, int8_t *scratch,
                                         int32_t size, edgec_dw_row_f32_mve *row_1, edgec_dw_row_f32_mve *row_2)
{
    const edgec_geometry *g = &r->geo;
    edgec_dw_3x3_f32_mve job;
    int32_t n;
    int32_t oy;
    edgec_rows_begin_mve(r, scratch);
    job.tiles = (g->out_w + EDGEC_DW_F32_MVE_LANES - 1) / EDGEC_DW_F32_MVE_LANES;
    job.cell = g->in_c;
    job.out_step = out_step;
    job.in_step = EDGEC_DW_F32_MVE_LANES * g->stride_w * g->in_c;
    job.back_x = (EDGEC_DW_F32_MVE_LANES * job.tiles - g->out_w) * g->stride_w * g->in_c;
    job.back_y = (EDGEC_DW_F32_MVE_LANES * job.tiles - g->out_w) * out_step;
    job.limits = limits;
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_rows_at_mve(r, x, scratch, oy, &loaded, job.rows);
            if (g->stride_w == 1) {
                edgec_dw_reals_row_mve(&job, stream, y, g->out_c, EDGEC_DW_F32_MVE_VECTOR / size, size, row_1);
            } else {
                edgec_dw_reals_row_mve(&job, stream, y, g->out_c, EDGEC_DW_F32_MVE_VECTOR / size, size, row_2);
            }
            y += g->out_w * out_step;
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

/* A row of outputs of a vector of channels. */
EDGEC_INLINE void edgec_dw_reals_any_row_mve(edgec_dw_any_f32_mve *job, int32_t step, int32_t out_step, int32_t outputs,
                                             edgec_dw_tile_f32_mve *tile)
{
    int32_t left;
    int32_t i;
    for (left = outputs; left > 0; left -= EDGEC_DW_F32_MVE_LANES) {
        for (i = 1; i < EDGEC_DW_F32_MVE_LANES; i++) {
            job->in[i - 1] = i < left ? i * step : 0;
            job->out[i - 1] = i < left ? i * out_step : 0;
        }
        tile(job);
        job->at += EDGEC_DW_F32_MVE_LANES * step;
        job->y += EDGEC_DW_F32_MVE_LANES * out_step;
    }
}

/* Any windows; `out_step` in bytes. */
EDGEC_INLINE void edgec_dw_reals_any_mve(const edgec_rows_mve *r, edgec_limits_f32_mve limits, int32_t out_step,
                                         const int8_t *x, const int8_t *stream, int8_t *y, int8_t *scratch,
                                         int32_t size, edgec_dw_tile_f32_mve *tile)
{
    const edgec_geometry *g = &r->geo;
    const int32_t lanes = EDGEC_DW_F32_MVE_VECTOR / size;
    const int32_t block = (1 + g->kernel_h * g->kernel_w) * EDGEC_DW_F32_MVE_VECTOR;
    const int8_t *rows[EDGEC_ROWS_MVE_TAPS];
    edgec_dw_any_f32_mve job;
    int32_t n;
    int32_t oy;
    int32_t c;
    edgec_rows_begin_mve(r, scratch);
    job.rows = rows;
    job.kernel_h = g->kernel_h;
    job.kernel_w = g->kernel_w;
    job.cell = g->dilation_w * g->in_c;
    job.limits = limits;
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_rows_at_mve(r, x, scratch, oy, &loaded, rows);
            job.stream = stream;
            for (c = 0; c < g->out_c; c += lanes) {
                const int32_t first = c < g->out_c - lanes ? c : g->out_c - lanes;
                job.at = first * size;
                job.y = y + first * size;
                edgec_dw_reals_any_row_mve(&job, g->stride_w * g->in_c, out_step, g->out_w, tile);
                job.stream += block;
            }
            y += g->out_w * out_step;
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
