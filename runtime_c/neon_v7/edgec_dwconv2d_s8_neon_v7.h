/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 2-D convolution of 3x3 windows, int8, channels last. */
#ifndef EDGEC_DWCONV2D_S8_NEON_V7_H
#define EDGEC_DWCONV2D_S8_NEON_V7_H

#include "edgec_dw_neon_v7.h"
#include "edgec_dwconv2d_neon.h"

/* Rows in scratch have every channel of the image `many` times. */
EDGEC_INLINE void edgec_dwconv2d_s8_3x3_run_neon_v7(const edgec_dwconv2d_neon_params *p, const int8_t *x,
                                                    const int8_t *stream, int8_t *y, int8_t *scratch, int32_t many)
{
    const edgec_geometry *g = &p->rows.geo;
    const int limited = edgec_is_limited_neon(&p->ending);
    const int wide = p->ending.left != 0;
    edgec_dw_v7 job;
    int32_t n;
    int32_t oy;
    edgec_rows_begin_neon(&p->rows, scratch);
    job.tap = g->in_c * g->dilation_w;
    job.step = g->in_c * g->stride_w;
    job.stream = stream;
    job.y = y;
    job.positions = g->out_w;
    job.channels = g->in_c;
    job.out_step = p->out_step;
    job.out_zero = p->ending.out_zero;
    job.limits = (p->ending.lo & 255) + p->ending.hi * 256;
    job.ending = p->ending;
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_rows_many_neon(&p->rows, x, scratch, oy, &loaded, job.rows, many);
            if (!wide && g->stride_w == g->dilation_w) {
                (limited ? edgec_dw_limited_s1_v7 : edgec_dw_s1_v7)(&job);
            } else if (!wide && g->stride_w == 2 * g->dilation_w) {
                (limited ? edgec_dw_limited_s2_v7 : edgec_dw_s2_v7)(&job);
            } else {
                edgec_dw_any_v7(&job);
            }
            job.y += g->out_w * p->out_step;
        }
        x += g->in_h * g->in_w * g->in_c / many;
    }
}

static inline void edgec_dwconv2d_s8_3x3_neon_v7(const edgec_dwconv2d_neon_params *p, const int8_t *x,
                                                 const int8_t *stream, int8_t *y, int8_t *scratch)
{
    edgec_dwconv2d_s8_3x3_run_neon_v7(p, x, stream, y, scratch, 1);
}

static inline void edgec_dwconv2d_s8_3x3_many_neon_v7(const edgec_dwconv2d_neon_params *p, const int8_t *x,
                                                      const int8_t *stream, int8_t *y, int8_t *scratch)
{
    const edgec_dwconv2d_neon_params one = edgec_dwconv2d_many_neon(p);
    edgec_dwconv2d_s8_3x3_run_neon_v7(&one, x, stream, y, scratch, p->rows.geo.out_c / p->rows.geo.in_c);
}

#endif
