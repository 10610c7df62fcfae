/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8, channels last: windows of four positions copied to columns, then products with four channels
 * at a time (edgec_tile_scalar.h).  Scratch: the columns, then a window's bytes where its channels are no multiple
 * of 4. */
#ifndef EDGEC_CONV2D_S8_SCALAR_H
#define EDGEC_CONV2D_S8_SCALAR_H

#include "edgec_clamp_s8_scalar.h"
#include "edgec_tile_scalar.h"
#include "edgec_window.h"

typedef struct {
    edgec_geometry geo;
    int32_t in_zero;
    int32_t out_zero, lo, hi;
    int32_t units;    /* ceil(taps / EDGEC_SCALAR_UNIT) */
    int32_t words;    /* whether the channels are a multiple of EDGEC_SCALAR_UNIT */
    int32_t out_step; /* bytes from one position of y to the next */
} edgec_conv2d_s8_scalar_params;

/* One cell of a window, or what padding counts as, to the bytes at to. */
static inline void edgec_conv2d_cell_scalar(const edgec_conv2d_s8_scalar_params *p, const int8_t *x, int32_t row,
                                            int32_t column, int8_t *to)
{
    const edgec_geometry *g = &p->geo;
    const int8_t *from = x + (row * g->in_w + column) * g->in_c;
    const _Bool inside = row >= 0 && row < g->in_h && column >= 0 && column < g->in_w;
    int32_t i;
    for (i = 0; i < g->in_c; i++) {
        to[i] = inside ? from[i] : (int8_t)p->in_zero;
    }
}

/* Some bytes, from any address; gives where they end. */
static inline int8_t *edgec_conv2d_copy_scalar(const int8_t *from, int32_t count, int8_t *to)
{
    for (; count >= 4; count -= 4) {
        const int8_t v0 = from[0];
        const int8_t v1 = from[1];
        const int8_t v2 = from[2];
        const int8_t v3 = from[3];
        to[0] = v0;
        to[1] = v1;
        to[2] = v2;
        to[3] = v3;
        from += 4;
        to += 4;
    }
    for (; count > 0; count--) {
        *to++ = *from++;
    }
    return to;
}

/* The window whose first cell is (row, column), to the columns; gives the sum of what it wrote. */
static inline uint32_t edgec_conv2d_window_scalar(const edgec_conv2d_s8_scalar_params *p, const int8_t *x, int32_t row,
                                                  int32_t column, uint32_t *to, int8_t *bytes)
{
    const edgec_geometry *g = &p->geo;
    const _Bool columns_inside = column >= 0 && column + (g->kernel_w - 1) * g->dilation_w < g->in_w;
    const int32_t run = g->kernel_w * g->in_c;
    uint32_t sum = 0u;
    int32_t ky;
    int32_t kx;
    for (ky = 0; ky < g->kernel_h; ky++, row += g->dilation_h) {
        if (columns_inside && g->dilation_w == 1 && row >= 0 && row < g->in_h) {
            const int8_t *from = x + (row * g->in_w + column) * g->in_c;
            if (p->words) {
                sum += edgec_scalar_column(from, run, to, EDGEC_SCALAR_POSITIONS);
                to += run;
            } else {
                bytes = edgec_conv2d_copy_scalar(from, run, bytes);
            }
            continue;
        }
        for (kx = 0; kx < g->kernel_w; kx++) {
            const int32_t at = column + kx * g->dilation_w;
            edgec_conv2d_cell_scalar(p, x, row, at, bytes);
            if (p->words) {
                sum += edgec_scalar_column(bytes, g->in_c, to, EDGEC_SCALAR_POSITIONS);
                to += g->in_c;
            } else {
                bytes += g->in_c;
            }
        }
    }
    return p->words ? sum
                    : edgec_scalar_column(bytes - g->kernel_h * run, g->kernel_h * run, to, EDGEC_SCALAR_POSITIONS);
}

EDGEC_ONCE void edgec_conv2d_s8_scalar_run(const edgec_conv2d_s8_scalar_params *p, const int8_t *x, const uint8_t *w,
                                           const int32_t *ends, int8_t *y, uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int32_t positions = g->out_h * g->out_w;
    int8_t *bytes = (int8_t *)(scratch + EDGEC_SCALAR_POSITIONS * p->units);
    edgec_scalar_job job;
    int32_t n;
    job.columns = (const uint8_t *)scratch;
    job.units = p->units;
    job.channels = g->out_c;
    job.zz = 2 * p->out_zero + 1;
    for (n = 0; n < g->batch; n++) {
        int32_t row = -g->pad_top;
        int32_t column = -g->pad_left;
        int32_t left = g->out_w; /* of the row */
        int32_t first;
        for (first = 0; first < positions; first += EDGEC_SCALAR_POSITIONS) {
            int32_t i;
            job.count = (positions - first < EDGEC_SCALAR_POSITIONS) ? positions - first : EDGEC_SCALAR_POSITIONS;
            for (i = 0; i < job.count; i++) {
                job.offset[i] = 0u - 128u * edgec_conv2d_window_scalar(p, x, row, column, scratch + i, bytes);
                job.to[i] = y;
                y += p->out_step;
                column += g->stride_w;
                if (--left == 0) {
                    left = g->out_w;
                    column = -g->pad_left;
                    row += g->stride_h;
                }
            }
            for (; i < EDGEC_SCALAR_POSITIONS; i++) {
                job.offset[i] = 0u;
                job.to[i] = job.to[job.count - 1];
            }
            job.weights = w;
            job.ends = ends;
            job.channel = 0;
            edgec_scalar_tile(&job);
        }
        x += g->in_h * g->in_w * g->in_c;
    }
    if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
        edgec_scalar_clamp(y - g->batch * positions * p->out_step, g->batch * positions * p->out_step, p->lo, p->hi);
    }
}

static inline void edgec_conv2d_s8_scalar(const edgec_conv2d_s8_scalar_params *p, const int8_t *x, const uint8_t *w,
                                          const int32_t *ends, int8_t *y, uint32_t *scratch)
{
    edgec_conv2d_s8_scalar_run(p, x, w, ends, y, scratch);
}

#endif
