/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 2-D convolution with 3x3 windows, int8, channels last, by SDOT. */
#ifndef EDGEC_DWCONV2D_S8_NEON_DOT_H
#define EDGEC_DWCONV2D_S8_NEON_DOT_H

#include "edgec_dw_neon_dot.h"
#include "edgec_dwconv2d_s8_neon.h"

/* Eight channels: two positions side by side have 16 lanes. */
EDGEC_INLINE void edgec_dwconv2d_pairs_dot(edgec_dw_neon *job, int limited)
{
    const int32_t odd = job->positions % 2;
    job->channels = 16;
    job->step = 16;
    job->out_step = 16;
    job->positions /= 2;
    if (job->positions > 0) {
        (limited ? edgec_dw_dot_limited_s2 : edgec_dw_dot_s2)(job);
    }
    if (odd != 0) {
        int8_t *const y = job->y + 16 * job->positions;
        int8_t last[16];
        int32_t i;
        for (i = 0; i < 3; i++) {
            job->rows[i] += 16 * job->positions;
        }
        job->positions = 1;
        job->y = last;
        edgec_dw_dot_limited_s2(job);
        memcpy(y, last, 8);
    }
}

/* Rows in scratch have every channel of the image `many` times. */
EDGEC_INLINE void edgec_dwconv2d_s8_3x3_run_neon_dot(const edgec_dwconv2d_neon_params *p, const int8_t *x,
                                                     const int8_t *stream, int8_t *y, int8_t *scratch, int32_t many)
{
    const edgec_geometry *g = &p->rows.geo;
    const int limited = edgec_is_limited_neon(&p->ending);
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
            if (g->in_c == 8) {
                edgec_dwconv2d_pairs_dot(&job, limited);
            } else if (g->stride_w == g->dilation_w) {
                (limited ? edgec_dw_dot_limited_s1 : edgec_dw_dot_s1)(&job);
            } else {
                (limited ? edgec_dw_dot_limited_s2 : edgec_dw_dot_s2)(&job);
            }
            y += g->out_w * p->out_step;
        }
        x += g->in_h * g->in_w * g->in_c / many;
    }
}

static inline void edgec_dwconv2d_s8_3x3_neon_dot(const edgec_dwconv2d_neon_params *p, const int8_t *x,
                                                  const int8_t *stream, int8_t *y, int8_t *scratch)
{
    edgec_dwconv2d_s8_3x3_run_neon_dot(p, x, stream, y, scratch, 1);
}

static inline void edgec_dwconv2d_s8_3x3_many_neon_dot(const edgec_dwconv2d_neon_params *p, const int8_t *x,
                                                       const int8_t *stream, int8_t *y, int8_t *scratch)
{
    const edgec_dwconv2d_neon_params one = edgec_dwconv2d_many_neon(p);
    edgec_dwconv2d_s8_3x3_run_neon_dot(&one, x, stream, y, scratch, p->rows.geo.out_c / p->rows.geo.in_c);
}

#endif
