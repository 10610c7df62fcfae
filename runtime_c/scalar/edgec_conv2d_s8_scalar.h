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
    int32_t narrow;   /* whether sums fit 24 bits */
    int32_t out_step; /* bytes from one position of y to the next */
} edgec_conv2d_s8_scalar_params;

/* One cell of a window, or what padding counts as, to the bytes at to. */
static inline void edgec_conv2d_cell_scalar(const edgec_conv2d_s8_scalar_params *p, const int8_t *x, int32_t row,
                                            int32_t column, int8_t *to)
{
    const edgec_geometry *g = &p->geo;
    const int32_t count = g->in_c;
    int32_t i;
    if (row >= 0 && row < g->in_h && column >= 0 && column < g->in_w) {
        const int8_t *from = x + (row * g->in_w + column) * count;
        for (i = 0; i < count; i++) {
            to[i] = from[i];
        }
    } else {
        const int8_t zero = (int8_t)p->in_zero;
        for (i = 0; i < count; i++) {
            to[i] = zero;
        }
    }
}

/* Some bytes, from any address; gives where they end. */
static inline int8_t *edgec_conv2d_copy_scalar(const int8_t *from, int32_t count, int8_t *to)
{
    for (; count >= 4; count -= 4) {
        uint32_t v[4];
        v[0] = (uint8_t)from[0];
        v[1] = (uint8_t)from[1];
        v[2] = (uint8_t)from[2];
        v[3] = (uint8_t)from[3];
        EDGEC_SCALAR_KEEP(v); /* no test of alignment, no vectors */
        to[0] = (int8_t)v[0];
        to[1] = (int8_t)v[1];
        to[2] = (int8_t)v[2];
        to[3] = (int8_t)v[3];
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
    const _Bool words = p->words != 0;
    const int32_t in_h = g->in_h;
    const int32_t kernel_h = g->kernel_h;
    const int32_t down = g->dilation_h;
    const int32_t run = g->kernel_w * g->in_c;
    const int32_t pitch = down * g->in_w * g->in_c;
    const _Bool columns_inside = g->dilation_w == 1 && column >= 0 && column + g->kernel_w <= g->in_w;
    const _Bool inside = columns_inside && row >= 0 && row + (kernel_h - 1) * down < in_h;
    int32_t at = (row * g->in_w + column) * g->in_c;
    uint32_t sum = 0u;
    int32_t ky;
    int32_t kx;
    for (ky = 0; ky < kernel_h; ky++, row += down, at += pitch) {
        if (inside || (columns_inside && row >= 0 && row < in_h)) {
            if (words) {
                sum += edgec_scalar_column(x + at, run, to, EDGEC_SCALAR_POSITIONS);
                to += run;
            } else {
                bytes = edgec_conv2d_copy_scalar(x + at, run, bytes);
            }
            continue;
        }
        for (kx = 0; kx < g->kernel_w; kx++) {
            edgec_conv2d_cell_scalar(p, x, row, column + kx * g->dilation_w, bytes);
            if (words) {
                sum += edgec_scalar_column(bytes, g->in_c, to, EDGEC_SCALAR_POSITIONS);
                to += g->in_c;
            } else {
                bytes += g->in_c;
            }
        }
    }
    return words
               ? sum
               : edgec_scalar_column(bytes - kernel_h * run, EDGEC_SCALAR_UNIT * p->units, to, EDGEC_SCALAR_POSITIONS);
}

EDGEC_SHARED_CODE void edgec_conv2d_s8_scalar_run(const edgec_conv2d_s8_scalar_params *p, const int8_t *x,
                                                  const uint8_t *w, const int32_t *ends, int8_t *y, uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int32_t positions = g->out_h * g->out_w;
    const int32_t taps = g->kernel_h * g->kernel_w * g->in_c;
    int8_t *bytes = (int8_t *)(scratch + EDGEC_SCALAR_POSITIONS * p->units);
    /* 1x1 of stride 1: positions are runs of words, one behind the other */
    const _Bool point = p->words && taps == g->in_c && positions == g->in_h * g->in_w && g->pad_top == 0 &&
                        g->pad_left == 0 && g->stride_h == 1 && g->stride_w == 1;
    edgec_scalar_job job;
    int32_t n;
    if (!p->words) { /* behind the last tap: 0 in the columns */
        (void)memset(bytes + taps, 0x80, (size_t)(EDGEC_SCALAR_UNIT * p->units - taps));
    }
    job.columns = (const uint8_t *)scratch;
    job.units = p->units;
    job.channels = g->out_c;
    job.zz = 2 * p->out_zero + 1;
    job.narrow = p->narrow;
    for (n = 0; n < g->batch; n++) {
        int32_t row = -g->pad_top;
        int32_t column = -g->pad_left;
        int32_t left = g->out_w; /* of the row */
        int32_t first;
        for (first = 0; first < positions; first += EDGEC_SCALAR_POSITIONS) {
            int32_t i;
            int32_t done = 0;
            job.count = (positions - first < EDGEC_SCALAR_POSITIONS) ? positions - first : EDGEC_SCALAR_POSITIONS;
            for (i = 0; i < job.count; i++) {
                job.to[i] = y;
                y += p->out_step;
            }
            if (point) {
                edgec_scalar_points(x + first * g->in_c, g->in_c, job.count, scratch, job.offset);
                done = job.count;
            }
            for (i = done; i < job.count; i++) {
                job.offset[i] = 0u - 128u * edgec_conv2d_window_scalar(p, x, row, column, scratch + i, bytes);
                column += g->stride_w;
                if (--left == 0) {
                    left = g->out_w;
                    column = -g->pad_left;
                    row += g->stride_h;
                }
            }
            edgec_scalar_fill(&job);
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
