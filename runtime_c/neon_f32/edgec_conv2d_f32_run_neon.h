/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, one group, float32, channels last, and fully connected layers, as products of rows with packed
 * weights: windows are runs of the rows of the image. */
#ifndef EDGEC_CONV2D_F32_RUN_NEON_H
#define EDGEC_CONV2D_F32_RUN_NEON_H

#include "edgec_job_f32_neon.h"
#include "edgec_rows_neon.h"

#define EDGEC_CONV2D_F32_NEON_SEGMENTS 64

typedef void edgec_gemm_function_f32_neon(const edgec_gemm_f32_neon *g);

/* `rows` counts bytes: rows.geo.in_c are those of a cell. */
typedef struct {
    edgec_rows_neon rows;
    int32_t bounds; /* EDGEC_BELOW_F32_NEON, EDGEC_ABOVE_F32_NEON */
    float lo, hi;
    int32_t out_step;
} edgec_conv2d_f32_neon_params;

typedef struct {
    int32_t positions, in_c, out_c, out_step;
    int32_t bounds;
    float lo, hi;
} edgec_conv2d_f32_1x1_neon_params;

/* The segments of position 0 of a row. */
EDGEC_INLINE void edgec_conv2d_f32_segments_neon(const edgec_geometry *g, const int8_t *const *rows,
                                                 const int8_t **segments)
{
    int32_t ky;
    int32_t kx;
    if (g->dilation_w == 1) {
        for (ky = 0; ky < g->kernel_h; ky++) {
            segments[ky] = rows[ky];
        }
        return;
    }
    for (ky = 0; ky < g->kernel_h; ky++) {
        for (kx = 0; kx < g->kernel_w; kx++) {
            segments[ky * g->kernel_w + kx] = rows[ky] + kx * g->dilation_w * g->in_c;
        }
    }
}

EDGEC_INLINE void edgec_conv2d_f32_run_neon(const edgec_conv2d_f32_neon_params *p, const float *x, const float *stream,
                                            float *y, int8_t *scratch, edgec_gemm_function_f32_neon *gemm)
{
    const edgec_geometry *g = &p->rows.geo;
    const int8_t *image = (const int8_t *)(const void *)x;
    const int8_t *rows[EDGEC_ROWS_NEON_TAPS];
    const int8_t *segments[EDGEC_CONV2D_F32_NEON_SEGMENTS];
    edgec_gemm_f32_neon job;
    int32_t n;
    int32_t oy;
    edgec_rows_begin_neon(&p->rows, scratch);
    job.segments = segments;
    job.count = g->dilation_w == 1 ? g->kernel_h : g->kernel_h * g->kernel_w;
    job.taps = (g->dilation_w == 1 ? g->kernel_w * g->in_c : g->in_c) / (int32_t)sizeof(float);
    job.step = g->stride_w * g->in_c;
    job.stream = stream;
    job.y = y;
    job.positions = g->out_w;
    job.outputs = g->out_c;
    job.out_step = p->out_step;
    job.bounds = p->bounds;
    job.limits[0] = p->lo;
    job.limits[1] = p->hi;
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_rows_at_neon(&p->rows, image, scratch, oy, &loaded, rows);
            edgec_conv2d_f32_segments_neon(g, rows, segments);
            gemm(&job);
            job.y += g->out_w * p->out_step;
        }
        image += g->in_h * g->in_w * g->in_c;
    }
}

/* 1x1, one group, stride 1, no padding; or rows of a fully connected layer. */
EDGEC_INLINE void edgec_conv2d_f32_1x1_run_neon(const edgec_conv2d_f32_1x1_neon_params *p, const float *x,
                                                const float *stream, float *y, edgec_gemm_function_f32_neon *gemm)
{
    const int8_t *const image = (const int8_t *)(const void *)x;
    edgec_gemm_f32_neon job;
    job.segments = &image;
    job.count = 1;
    job.taps = p->in_c;
    job.step = p->in_c * (intptr_t)sizeof(float);
    job.stream = stream;
    job.y = y;
    job.positions = p->positions;
    job.outputs = p->out_c;
    job.out_step = p->out_step;
    job.bounds = p->bounds;
    job.limits[0] = p->lo;
    job.limits[1] = p->hi;
    gemm(&job);
}

#endif
