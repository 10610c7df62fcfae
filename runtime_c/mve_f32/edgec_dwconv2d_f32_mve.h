/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution, one filter a channel, float32, channels last: four channels in a vector, four outputs of a row
 * at a time.  The stream holds of four channels biases, then the weights of each tap; the last four end with the last
 * channel. */
#ifndef EDGEC_DWCONV2D_F32_MVE_H
#define EDGEC_DWCONV2D_F32_MVE_H

#include "edgec_dw_f32_code_mve.h"
#include "edgec_limits_f32_mve.h"
#include "edgec_rows_mve.h"

#define EDGEC_DW_F32_MVE_LANES 4 /* channels of a block, outputs of a tile */

/* `rows` counts bytes: rows.geo.in_c are those of a cell. */
typedef struct {
    edgec_rows_mve rows;
    int32_t bounds; /* EDGEC_BELOW_F32_MVE, EDGEC_BOTH_F32_MVE */
    float lo, hi;
    int32_t out_step;
} edgec_dwconv2d_f32_mve_params;

/* A row of 3x3 windows.  The assembly reads and changes members at their offsets, which count bytes. */
typedef struct {
    const int8_t *rows[3];
    const float *stream;
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
    const float *stream;
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

#define edgec_dw_3x3_s1_f32_mve EDGEC_TAGGED(edgec_dw_3x3_s1_f32_mve)
#define edgec_dw_3x3_s2_f32_mve EDGEC_TAGGED(edgec_dw_3x3_s2_f32_mve)
#define edgec_dw_four_f32_mve EDGEC_TAGGED(edgec_dw_four_f32_mve)
EDGEC_BLOCK_MVE(edgec_dw_3x3_s1_f32_mve, edgec_dw_3x3_f32_mve, EDGEC_DW_3X3_F32_S1_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_3x3_s2_f32_mve, edgec_dw_3x3_f32_mve, EDGEC_DW_3X3_F32_S2_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_four_f32_mve, edgec_dw_any_f32_mve, EDGEC_DW_ANY_F32_CODE_MVE)

/* All channels of a row of outputs: whole blocks, then the last one. */
EDGEC_INLINE void edgec_dw_3x3_row_f32_mve(edgec_dw_3x3_f32_mve *job, const edgec_geometry *g, const float *stream,
                                           float *y)
{
    int32_t left;
    job->stream = stream;
    for (left = g->out_c; left > 0; left %= EDGEC_DW_F32_MVE_LANES) {
        const int32_t first = left < EDGEC_DW_F32_MVE_LANES ? g->out_c - EDGEC_DW_F32_MVE_LANES : 0;
        job->y = (int8_t *)(void *)(y + first);
        job->at = first * (int32_t)sizeof(float);
        job->blocks = left < EDGEC_DW_F32_MVE_LANES ? 1 : left / EDGEC_DW_F32_MVE_LANES;
        if (g->stride_w == 1) {
            edgec_dw_3x3_s1_f32_mve(job);
        } else {
            edgec_dw_3x3_s2_f32_mve(job);
        }
        if (left < EDGEC_DW_F32_MVE_LANES) {
            return;
        }
    }
}

/* 3x3 windows without dilation along rows, with a stride of 1 or 2, at least four outputs in a row. */
EDGEC_KERNEL_MVE void edgec_dwconv2d_f32_3x3_mve(const edgec_dwconv2d_f32_mve_params *p, const float *x,
                                                 const float *stream, float *y, int8_t *scratch)
{
    const edgec_geometry *g = &p->rows.geo;
    const int8_t *image = (const int8_t *)(const void *)x;
    edgec_dw_3x3_f32_mve job;
    int32_t n;
    int32_t oy;
    edgec_rows_begin_mve(&p->rows, scratch);
    job.tiles = (g->out_w + EDGEC_DW_F32_MVE_LANES - 1) / EDGEC_DW_F32_MVE_LANES;
    job.cell = g->in_c;
    job.out_step = p->out_step * (int32_t)sizeof(float);
    job.in_step = EDGEC_DW_F32_MVE_LANES * g->stride_w * g->in_c;
    job.back_x = (EDGEC_DW_F32_MVE_LANES * job.tiles - g->out_w) * g->stride_w * g->in_c;
    job.back_y = (EDGEC_DW_F32_MVE_LANES * job.tiles - g->out_w) * job.out_step;
    job.limits = edgec_limits_of_f32_mve(p->bounds, p->lo, p->hi);
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_rows_at_mve(&p->rows, image, scratch, oy, &loaded, job.rows);
            edgec_dw_3x3_row_f32_mve(&job, g, stream, y);
            y += g->out_w * p->out_step;
        }
        image += g->in_h * g->in_w * g->in_c;
    }
}

/* A row of outputs of four channels. */
EDGEC_INLINE void edgec_dw_any_row_f32_mve(edgec_dw_any_f32_mve *job, int32_t step, int32_t out_step, int32_t outputs)
{
    int32_t left;
    int32_t i;
    for (left = outputs; left > 0; left -= EDGEC_DW_F32_MVE_LANES) {
        for (i = 1; i < EDGEC_DW_F32_MVE_LANES; i++) {
            job->in[i - 1] = i < left ? i * step : 0;
            job->out[i - 1] = i < left ? i * out_step : 0;
        }
        edgec_dw_four_f32_mve(job);
        job->at += EDGEC_DW_F32_MVE_LANES * step;
        job->y += EDGEC_DW_F32_MVE_LANES * out_step;
    }
}

EDGEC_KERNEL_MVE void edgec_dwconv2d_f32_mve(const edgec_dwconv2d_f32_mve_params *p, const float *x,
                                             const float *stream, float *y, int8_t *scratch)
{
    const edgec_geometry *g = &p->rows.geo;
    const int32_t block = (1 + g->kernel_h * g->kernel_w) * EDGEC_DW_F32_MVE_LANES;
    const int8_t *image = (const int8_t *)(const void *)x;
    const int8_t *rows[EDGEC_ROWS_MVE_TAPS];
    edgec_dw_any_f32_mve job;
    int32_t n;
    int32_t oy;
    int32_t c;
    edgec_rows_begin_mve(&p->rows, scratch);
    job.rows = rows;
    job.kernel_h = g->kernel_h;
    job.kernel_w = g->kernel_w;
    job.cell = g->dilation_w * g->in_c;
    job.limits = edgec_limits_of_f32_mve(p->bounds, p->lo, p->hi);
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_rows_at_mve(&p->rows, image, scratch, oy, &loaded, rows);
            job.stream = stream;
            for (c = 0; c < g->out_c; c += EDGEC_DW_F32_MVE_LANES) {
                const int32_t last = g->out_c - EDGEC_DW_F32_MVE_LANES;
                const int32_t first = c < last ? c : last;
                job.at = first * (int32_t)sizeof(float);
                job.y = (int8_t *)(void *)(y + first);
                edgec_dw_any_row_f32_mve(&job, g->stride_w * g->in_c, p->out_step * (int32_t)sizeof(float), g->out_w);
                job.stream += block;
            }
            y += g->out_w * p->out_step;
        }
        image += g->in_h * g->in_w * g->in_c;
    }
}

#endif
