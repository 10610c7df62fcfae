/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8, channels last, as products of rows with packed weights (edgec_gemm_neon): windows are runs of
 * the rows of the image, or copied where those are short. */
#ifndef EDGEC_CONV2D_NEON_H
#define EDGEC_CONV2D_NEON_H

#include "edgec_job_neon.h"
#include "edgec_rows_neon.h"

#define EDGEC_CONV2D_NEON_SEGMENTS 64
#define EDGEC_CONV2D_NEON_TAIL 12 /* positions at most that are copied, so that nothing behind the input is read */

typedef void edgec_gemm_function_neon(const edgec_gemm_neon *g);

/* A segment of a window has `bytes` bytes, with weights of zero behind it. */
typedef struct {
    edgec_rows_neon rows;
    edgec_ending_neon ending;
    int32_t bytes, out_step;
} edgec_conv2d_neon_params;

typedef struct {
    int32_t positions, in_c, bytes, out_c, out_step;
    edgec_ending_neon ending;
} edgec_conv2d_1x1_neon_params;

/* The segments of position 0 of a row. */
EDGEC_INLINE void edgec_conv2d_segments_neon(const edgec_geometry *g, const int8_t *const *rows,
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

/* Bytes that are copied for a run of `run`. */
EDGEC_INLINE int32_t edgec_conv2d_room_neon(int32_t run) { return run <= 4 ? 4 : run <= 8 ? 8 : (run + 15) & ~15; }

/* From one copied window to the next: so far that what is copied behind a run is no part of the next window. */
EDGEC_INLINE int32_t edgec_conv2d_pitch_neon(int32_t count, int32_t run, int32_t bytes)
{
    const int32_t needed = (count - 1) * run + edgec_conv2d_room_neon(run);
    return needed > bytes ? needed : bytes;
}

/* The windows of a row; up to 15 bytes behind a run are read. */
EDGEC_INLINE void edgec_conv2d_windows_neon(const edgec_geometry *g, const int8_t *const *segments, int32_t count,
                                            int32_t run, int32_t pitch, int8_t *to)
{
    const int32_t step = g->stride_w * g->in_c;
    int32_t s;
    int32_t i;
    int32_t p;
    for (s = 0; s < count; s++) {
        for (i = 0; i < run; i += 16) {
            const int8_t *from = segments[s] + i;
            int8_t *at = to + s * run + i;
            for (p = 0; p < g->out_w; p++) {
                if (run <= 4) {
                    memcpy(at, from, 4);
                } else if (run <= 8) {
                    vst1_s8(at, vld1_s8(from));
                } else {
                    vst1q_s8(at, vld1q_s8(from));
                }
                from += step;
                at += pitch;
            }
        }
    }
}

/* `patch`, a constant: windows are copied, behind the rows in scratch. */
EDGEC_INLINE void edgec_conv2d_run_neon(const edgec_conv2d_neon_params *p, const int8_t *x, const int8_t *stream,
                                        int8_t *y, int8_t *scratch, int patch, edgec_gemm_function_neon *gemm)
{
    const edgec_geometry *g = &p->rows.geo;
    const int32_t run = g->dilation_w == 1 ? g->kernel_w * g->in_c : g->in_c;
    const int32_t count = g->dilation_w == 1 ? g->kernel_h : g->kernel_h * g->kernel_w;
    const int32_t pitch = edgec_conv2d_pitch_neon(count, run, p->bytes);
    int8_t *const windows = scratch + (edgec_rows_span_neon(g) + 1) * p->rows.pitch;
    const int8_t *rows[EDGEC_ROWS_NEON_TAPS];
    const int8_t *segments[EDGEC_CONV2D_NEON_SEGMENTS];
    const int8_t *whole[1];
    edgec_gemm_neon job;
    int32_t n;
    int32_t oy;
    edgec_rows_begin_neon(&p->rows, scratch);
    whole[0] = windows;
    job.segments = patch ? whole : segments;
    job.count = patch ? 1 : count;
    job.bytes = p->bytes;
    job.step = patch ? pitch : g->stride_w * g->in_c;
    job.stream = stream;
    job.y = y;
    job.positions = g->out_w;
    job.outputs = g->out_c;
    job.out_step = p->out_step;
    job.ending = p->ending;
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_rows_at_neon(&p->rows, x, scratch, oy, &loaded, rows);
            edgec_conv2d_segments_neon(g, rows, segments);
            if (patch) {
                edgec_conv2d_windows_neon(g, segments, count, run, pitch, windows);
            }
            gemm(&job);
            job.y += g->out_w * p->out_step;
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

/* 1x1, one group, stride 1, no padding. */
EDGEC_INLINE void edgec_conv2d_1x1_run_neon(const edgec_conv2d_1x1_neon_params *p, const int8_t *x,
                                            const int8_t *stream, int8_t *y, int8_t *scratch,
                                            edgec_gemm_function_neon *gemm)
{
    const int32_t tail = EDGEC_CONV2D_NEON_TAIL - 4;
    edgec_gemm_neon job;
    job.segments = &x;
    job.count = 1;
    job.bytes = p->bytes;
    job.step = p->in_c;
    job.stream = stream;
    job.y = y;
    job.positions = p->positions;
    job.outputs = p->out_c;
    job.out_step = p->out_step;
    job.ending = p->ending;
    if (p->bytes == p->in_c) {
        gemm(&job);
        return;
    } /* what follows a position is read too: the last ones are copied */
    job.positions = p->positions > tail ? (p->positions - tail) & ~3 : 0;
    if (job.positions > 0) {
        gemm(&job);
    }
    x += job.positions * p->in_c;
    job.y += job.positions * p->out_step;
    job.positions = p->positions - job.positions;
    memcpy(scratch, x, (size_t)(job.positions * p->in_c));
    x = scratch;
    gemm(&job);
}

#endif
