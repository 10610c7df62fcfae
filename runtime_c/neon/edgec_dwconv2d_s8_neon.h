/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 2-D convolution of 3x3 windows, int8, channels last. */
#ifndef EDGEC_DWCONV2D_S8_NEON_H
#define EDGEC_DWCONV2D_S8_NEON_H

#include "edgec_dw_neon.h"
#include "edgec_dwconv2d_neon.h"

/* 3x3 windows without dilation, eight channels: two positions side by side have 16 lanes. */
EDGEC_INLINE void edgec_dwconv2d_pairs_neon(const edgec_dwconv2d_neon_params *p, edgec_dw_neon *job, int limited)
{
    const int32_t positions = job->positions;
    job->channels = 16;
    job->step = 16;
    job->out_step = 16;
    job->positions = positions / 2;
    if (positions > 1) {
        (limited ? edgec_dw_limited_s2_neon : edgec_dw_s2_neon)(job);
    }
    if (positions % 2 != 0) {
        const edgec_geometry *g = &p->rows.geo;
        int32_t i;
        edgec_dw_neon rest = *job;
        rest.channels = 8;
        rest.positions = 1;
        rest.y += (positions - 1) * 8;
        for (i = 0; i < 3; i++) {
            rest.rows[i] += (positions - 1) * g->stride_w * 8;
        }
        edgec_dw_half_neon(&rest);
    }
}

/* Rows in scratch have every channel of the image `many` times. */
EDGEC_INLINE void edgec_dwconv2d_s8_3x3_run_neon(const edgec_dwconv2d_neon_params *p, const int8_t *x,
                                                 const int8_t *stream, int8_t *y, int8_t *scratch, int32_t many)
{
    const edgec_geometry *g = &p->rows.geo;
    const int limited = edgec_is_limited_neon(&p->ending);
    const int wide = p->ending.left != 0;
    const int32_t row = g->out_w * p->out_step;
    int32_t n;
    int32_t oy;
    edgec_rows_begin_neon(&p->rows, scratch);
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_dw_neon job;
            edgec_rows_many_neon(&p->rows, x, scratch, oy, &loaded, job.rows, many);
            job.tap = g->in_c * g->dilation_w;
            job.step = g->in_c * g->stride_w;
            job.stream = stream;
            job.y = y;
            job.positions = g->out_w;
            job.channels = g->in_c;
            job.out_step = p->out_step;
            job.ending = p->ending;
            if (!wide && g->in_c == 8 && p->out_step == 8 && g->stride_w == 1 && g->dilation_w == 1) {
                edgec_dwconv2d_pairs_neon(p, &job, limited);
            } else if (g->in_c < 16) {
                edgec_dw_half_neon(&job);
            } else if (!wide && g->stride_w == g->dilation_w) {
                (limited ? edgec_dw_limited_s1_neon : edgec_dw_s1_neon)(&job);
            } else if (!wide && g->stride_w == 2 * g->dilation_w) {
                (limited ? edgec_dw_limited_s2_neon : edgec_dw_s2_neon)(&job);
            } else {
                edgec_dw_single_neon(&job);
            }
            y += row;
        }
        x += g->in_h * g->in_w * g->in_c / many;
    }
}

static inline void edgec_dwconv2d_s8_3x3_neon(const edgec_dwconv2d_neon_params *p, const int8_t *x,
                                              const int8_t *stream, int8_t *y, int8_t *scratch)
{
    edgec_dwconv2d_s8_3x3_run_neon(p, x, stream, y, scratch, 1);
}

static inline void edgec_dwconv2d_s8_3x3_many_neon(const edgec_dwconv2d_neon_params *p, const int8_t *x,
                                                   const int8_t *stream, int8_t *y, int8_t *scratch)
{
    const edgec_dwconv2d_neon_params one = edgec_dwconv2d_many_neon(p);
    edgec_dwconv2d_s8_3x3_run_neon(&one, x, stream, y, scratch, p->rows.geo.out_c / p->rows.geo.in_c);
}

#endif
