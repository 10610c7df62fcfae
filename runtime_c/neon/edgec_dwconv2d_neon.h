/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 2-D convolution of any windows, int8, channels last. */
#ifndef EDGEC_DWCONV2D_NEON_H
#define EDGEC_DWCONV2D_NEON_H

#include "edgec_dw_any_neon.h"
#include "edgec_rows_neon.h"

#define EDGEC_DWCONV2D_NEON_CELLS 128 /* taps at most, and one more */

typedef struct {
    edgec_rows_neon rows;
    edgec_ending_neon ending;
    int32_t out_step;
} edgec_dwconv2d_neon_params;

/* A layer of several filters a channel, as one of as many channels as it has filters. */
EDGEC_INLINE edgec_dwconv2d_neon_params edgec_dwconv2d_many_neon(const edgec_dwconv2d_neon_params *p)
{
    edgec_dwconv2d_neon_params one = *p;
    one.rows.geo.in_c = p->rows.geo.out_c;
    return one;
}

/* Rows in scratch have every channel of the image `many` times. */
EDGEC_INLINE void edgec_dwconv2d_s8_run_neon(const edgec_dwconv2d_neon_params *p, const int8_t *x, const int8_t *stream,
                                             int8_t *y, int8_t *scratch, int32_t many)
{
    const edgec_geometry *g = &p->rows.geo;
    const int8_t *rows[EDGEC_ROWS_NEON_TAPS];
    const int8_t *cells[EDGEC_DWCONV2D_NEON_CELLS];
    const int32_t taps = g->kernel_h * g->kernel_w;
    const int limited = edgec_is_limited_neon(&p->ending);
    edgec_dw_any_neon job;
    int32_t n;
    int32_t oy;
    int32_t t;
    edgec_rows_begin_neon(&p->rows, scratch);
    job.cells = cells;
    job.taps = (taps + 1) & ~1;
    job.step = g->in_c * g->stride_w;
    job.stream = stream;
    job.y = y;
    job.positions = g->out_w;
    job.channels = g->in_c;
    job.out_step = p->out_step;
    job.ending = p->ending;
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_rows_many_neon(&p->rows, x, scratch, oy, &loaded, rows, many);
            for (t = 0; t < taps; t++) {
                cells[t] = rows[t / g->kernel_w] + t % g->kernel_w * g->dilation_w * g->in_c;
            }
            cells[taps] = cells[taps - 1]; /* has a weight of zero */
            (g->in_c < 16          ? edgec_dw_any_half_row_neon
             : p->ending.left != 0 ? edgec_dw_any_general_neon
             : limited             ? edgec_dw_any_limited_neon
                                   : edgec_dw_any_row_neon)(&job);
            job.y += g->out_w * p->out_step;
        }
        x += g->in_h * g->in_w * g->in_c / many;
    }
}

static inline void edgec_dwconv2d_s8_neon(const edgec_dwconv2d_neon_params *p, const int8_t *x, const int8_t *stream,
                                          int8_t *y, int8_t *scratch)
{
    edgec_dwconv2d_s8_run_neon(p, x, stream, y, scratch, 1);
}

static inline void edgec_dwconv2d_s8_many_neon(const edgec_dwconv2d_neon_params *p, const int8_t *x,
                                               const int8_t *stream, int8_t *y, int8_t *scratch)
{
    const edgec_dwconv2d_neon_params one = edgec_dwconv2d_many_neon(p);
    edgec_dwconv2d_s8_run_neon(&one, x, stream, y, scratch, p->rows.geo.out_c / p->rows.geo.in_c);
}

#endif
