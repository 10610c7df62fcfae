/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8 with int4 weights, channels last: windows of eight positions to columns, then products with all
 * channels (edgec_tile_s4_scalar.h).  Scratch: the columns, what their sums begin with, a cell of padding. */
#ifndef EDGEC_CONV2D_S4_SCALAR_H
#define EDGEC_CONV2D_S4_SCALAR_H

#include "edgec_clamp_s8_scalar.h"
#include "edgec_tile_s4_scalar.h"
#include "edgec_window.h"

typedef struct {
    edgec_geometry geo;
    int32_t in_zero;
    int32_t out_zero, lo, hi;
    int32_t units;        /* ceil(taps / EDGEC_SCALAR_UNIT) */
    int32_t first, block; /* units of the first block, whose sums fit 16 bits, and of another */
    int32_t blocks;       /* how many there are */
    int32_t out_step;     /* bytes from one position of y to the next */
} edgec_conv2d_s4_scalar_params;

/* A pair of windows: where the first cells of both lie in the image. */
typedef struct {
    int32_t row[2], column[2];
} edgec_conv2d_pair_scalar;

static inline _Bool edgec_conv2d_s4_lies(int32_t first, int32_t count, int32_t size)
{
    return first >= 0 && first + count <= size;
}

/* A row of both windows, cell by cell. */
static inline void edgec_conv2d_s4_cells(const edgec_geometry *g, const int8_t *x, const edgec_conv2d_pair_scalar *at,
                                         int32_t down, uint32_t *to, const int8_t *padding)
{
    int32_t kx;
    for (kx = 0; kx < g->kernel_w; kx++) {
        const int8_t *from[2];
        int32_t i;
        for (i = 0; i < 2; i++) {
            const int32_t row = at->row[i] + down;
            const int32_t column = at->column[i] + kx * g->dilation_w;
            const _Bool inside = row >= 0 && row < g->in_h && column >= 0 && column < g->in_w;
            from[i] = inside ? x + (row * g->in_w + column) * g->in_c : padding;
        }
        edgec_scalar_pair(from[0], from[1], g->in_c, to);
        to += EDGEC_SCALAR_S4_PAIRS * g->in_c;
    }
}

/* Both windows to the columns, whose words of this pair begin at to. */
static inline void edgec_conv2d_s4_windows(const edgec_geometry *g, const int8_t *x, const edgec_conv2d_pair_scalar *at,
                                           uint32_t *to, const int8_t *padding)
{
    const int32_t run = g->kernel_w * g->in_c;
    const _Bool columns = g->dilation_w == 1 && edgec_conv2d_s4_lies(at->column[0], g->kernel_w, g->in_w) &&
                          edgec_conv2d_s4_lies(at->column[1], g->kernel_w, g->in_w);
    int32_t ky;
    for (ky = 0; ky < g->kernel_h; ky++) {
        const int32_t down = ky * g->dilation_h;
        const int32_t a = at->row[0] + down;
        const int32_t b = at->row[1] + down;
        if (columns && edgec_conv2d_s4_lies(a, 1, g->in_h) && edgec_conv2d_s4_lies(b, 1, g->in_h)) {
            edgec_scalar_pair(x + (a * g->in_w + at->column[0]) * g->in_c, x + (b * g->in_w + at->column[1]) * g->in_c,
                              run, to);
        } else {
            edgec_conv2d_s4_cells(g, x, at, down, to, padding);
        }
        to += EDGEC_SCALAR_S4_PAIRS * run;
    }
}

/* Where the next position of the image lies. */
static inline void edgec_conv2d_s4_next(const edgec_geometry *g, int32_t *row, int32_t *column, int32_t *left)
{
    *column += g->stride_w;
    *left -= 1;
    if (*left == 0) {
        *left = g->out_w;
        *column = -g->pad_left;
        *row += g->stride_h;
    }
}

/* The next job->count positions to the columns; an odd last one is a pair with itself. */
static inline void edgec_conv2d_s4_columns(const edgec_geometry *g, const int8_t *x, edgec_conv2d_pair_scalar *next,
                                           int32_t *left, int32_t count, uint32_t *to, const int8_t *padding)
{
    int32_t i;
    for (i = 0; i < count; i += 2) {
        edgec_conv2d_pair_scalar at;
        at.row[0] = next->row[0];
        at.column[0] = next->column[0];
        edgec_conv2d_s4_next(g, &next->row[0], &next->column[0], left);
        at.row[1] = at.row[0];
        at.column[1] = at.column[0];
        if (i + 1 < count) {
            at.row[1] = next->row[0];
            at.column[1] = next->column[0];
            edgec_conv2d_s4_next(g, &next->row[0], &next->column[0], left);
        }
        edgec_conv2d_s4_windows(g, x, &at, to, padding);
        to++;
    }
}

EDGEC_SHARED_CODE void edgec_conv2d_s4_scalar_run(const edgec_conv2d_s4_scalar_params *p, const int8_t *x,
                                                  const uint8_t *w, const int32_t *ends, int8_t *y, uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int32_t positions = g->out_h * g->out_w;
    const int32_t taps = g->kernel_h * g->kernel_w * g->in_c;
    const int32_t words = EDGEC_SCALAR_UNIT * EDGEC_SCALAR_S4_PAIRS * p->units;
    int8_t *padding = (int8_t *)(scratch + words + EDGEC_SCALAR_S4_STARTS * p->blocks);
    edgec_scalar_s4_job job;
    int32_t n;
    int32_t i;
    (void)memset(padding, p->in_zero & 0xFF, (size_t)g->in_c);
    for (i = EDGEC_SCALAR_S4_PAIRS * taps; i < words; i++) { /* behind the last tap */
        scratch[i] = 0u;
    }
    job.columns = scratch;
    job.starts = scratch + words;
    job.weights = w;
    job.ends = ends;
    job.units = p->units;
    job.first = p->first;
    job.block = p->block;
    job.channels = g->out_c;
    job.zz = 2 * p->out_zero + 1;
    for (n = 0; n < g->batch; n++) {
        edgec_conv2d_pair_scalar next;
        int32_t left = g->out_w; /* of the row */
        int32_t done;
        next.row[0] = -g->pad_top;
        next.column[0] = -g->pad_left;
        for (done = 0; done < positions; done += job.count) {
            job.count = positions - done;
            if (job.count > EDGEC_SCALAR_S4_POSITIONS) {
                job.count = EDGEC_SCALAR_S4_POSITIONS;
            }
            for (i = 0; i < job.count; i++) {
                job.to[i] = y;
                y += p->out_step;
            }
            edgec_conv2d_s4_columns(g, x, &next, &left, job.count, scratch, padding);
            edgec_scalar_tile_s4(&job);
        }
        x += g->in_h * g->in_w * g->in_c;
    }
    if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
        edgec_scalar_clamp(y - g->batch * positions * p->out_step, g->batch * positions * p->out_step, p->lo, p->hi);
    }
}

static inline void edgec_conv2d_s4_scalar(const edgec_conv2d_s4_scalar_params *p, const int8_t *x, const uint8_t *w,
                                          const int32_t *ends, int8_t *y, uint32_t *scratch)
{
    edgec_conv2d_s4_scalar_run(p, x, w, ends, y, scratch);
}

#endif
