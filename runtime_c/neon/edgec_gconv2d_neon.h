/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution in groups, int8, channels last: the channels of a group are gathered to scratch, row by row, and
 * convolved as in edgec_conv2d_neon.h. */
#ifndef EDGEC_GCONV2D_NEON_H
#define EDGEC_GCONV2D_NEON_H

#include "edgec_conv2d_neon.h"

/* conv: the layer of one group.  channels: of the input, from one cell to the next; group_bytes: of the weights of a
 * group; patch: windows are copied. */
typedef struct {
    edgec_conv2d_neon_params conv;
    int32_t groups, channels, group_bytes, patch;
} edgec_gconv2d_neon_params;

/* `bytes` bytes of each cell. */
EDGEC_INLINE void edgec_gathered_neon(int8_t *to, const int8_t *from, int32_t cells, int32_t bytes, int32_t step)
{
    int32_t i;
    for (i = 0; i < cells; i++) {
        if (bytes >= 16) {
            edgec_copy_neon(to, from, bytes);
        } else {
            memcpy(to, from, (size_t)bytes);
        }
        to += bytes;
        from += step;
    }
}

/* As edgec_rows_at_neon, for the channels of a group: rows are always in scratch. */
EDGEC_INLINE void edgec_gconv2d_rows_neon(const edgec_gconv2d_neon_params *p, const int8_t *x, int8_t *scratch,
                                          int32_t out_row, int32_t *loaded, const int8_t **rows)
{
    const edgec_geometry *g = &p->conv.rows.geo;
    const int32_t pitch = p->conv.rows.pitch;
    const int32_t first = out_row * g->stride_h - g->pad_top;
    const int32_t span = edgec_rows_span_neon(g);
    const int32_t end = (first + span < g->in_h) ? first + span : g->in_h;
    int32_t i;
    for (i = (first > *loaded) ? first : *loaded; i < end; i++) {
        edgec_gathered_neon(scratch + i % span * pitch + g->pad_left * g->in_c, x + i * g->in_w * p->channels, g->in_w,
                            g->in_c, p->channels);
    }
    *loaded = (end > *loaded) ? end : *loaded;
    for (i = 0; i < g->kernel_h; i++) {
        const int32_t at = first + i * g->dilation_h;
        rows[i] = scratch + ((at >= 0 && at < g->in_h) ? at % span : span) * pitch;
    }
}

EDGEC_INLINE void edgec_gconv2d_run_neon(const edgec_gconv2d_neon_params *p, const int8_t *x, const int8_t *stream,
                                         int8_t *y, int8_t *scratch, edgec_gemm_function_neon *gemm)
{
    const edgec_geometry *g = &p->conv.rows.geo;
    const int32_t run = (g->dilation_w == 1) ? g->kernel_w * g->in_c : g->in_c;
    const int32_t count = (g->dilation_w == 1) ? g->kernel_h : g->kernel_h * g->kernel_w;
    const int32_t pitch = edgec_conv2d_pitch_neon(count, run, p->conv.bytes);
    int8_t *const windows = scratch + (edgec_rows_span_neon(g) + 1) * p->conv.rows.pitch;
    const int8_t *rows[EDGEC_ROWS_NEON_TAPS];
    const int8_t *segments[EDGEC_CONV2D_NEON_SEGMENTS];
    const int8_t *whole[1];
    edgec_gemm_neon job;
    int32_t n;
    int32_t i;
    int32_t oy;
    edgec_rows_begin_neon(&p->conv.rows, scratch);
    whole[0] = windows;
    job.segments = (p->patch != 0) ? whole : segments;
    job.count = (p->patch != 0) ? 1 : count;
    job.bytes = p->conv.bytes;
    job.step = (p->patch != 0) ? pitch : g->stride_w * g->in_c;
    job.positions = g->out_w;
    job.outputs = g->out_c;
    job.out_step = p->conv.out_step;
    job.ending = p->conv.ending;
    for (n = 0; n < g->batch; n++) {
        for (i = 0; i < p->groups; i++) {
            int32_t loaded = 0;
            job.stream = stream + i * p->group_bytes;
            job.y = y + i * g->out_c;
            for (oy = 0; oy < g->out_h; oy++) {
                edgec_gconv2d_rows_neon(p, x + i * g->in_c, scratch, oy, &loaded, rows);
                edgec_conv2d_segments_neon(g, rows, segments);
                if (p->patch != 0) {
                    edgec_conv2d_windows_neon(g, segments, count, run, pitch, windows);
                }
                gemm(&job);
                job.y += g->out_w * p->conv.out_step;
            }
        }
        x += g->in_h * g->in_w * p->channels;
        y += g->out_h * g->out_w * p->conv.out_step;
    }
}

#endif
