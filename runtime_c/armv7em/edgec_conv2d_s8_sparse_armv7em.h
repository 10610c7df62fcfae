/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8, channels last: x[N, H, W, C], y[N, OH, OW, O], in tiles of four positions, with filters of
 * which only the blocks that are not zero are stored (edgec_sparse_armv7em.h). The input under a tile is brought to
 * columns in scratch once; each cell takes whole blocks.  The input's zero point is folded into the filters; padded
 * cells hold it.  Where input and output have the same size and each position reads only itself (1x1), the output may
 * be the input's buffer. */
#ifndef EDGEC_CONV2D_S8_SPARSE_ARMV7EM_H
#define EDGEC_CONV2D_S8_SPARSE_ARMV7EM_H

#include "edgec_conv2d_windows_armv7em.h"
#include "edgec_sparse_armv7em.h"

/* All channels of count (1..4) neighbouring positions, from the columns. */
EDGEC_SHARED_CODE void edgec_conv2d_sparse_tile(const edgec_conv2d_s8_armv7em_params *p, const uint32_t *columns,
                                                const uint32_t *words, const uint8_t *places, int8_t *y, int32_t count)
{
    edgec_sparse_job job;
    job.second = (count > 1) ? p->out_step : 0;
    job.third = (count > 2) ? 2 * p->out_step : 0;
    job.fourth = (count > 3) ? 3 * p->out_step : 0;
    job.y = y;
    job.channels = p->geo.out_c;
    job.zz = 2 * p->out_zero + 1;
    job.columns = columns;
    job.words = words;
    job.places = places;
    edgec_sparse_tile_armv7em(&job);
    if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
        for (; count > 0; count--, y += p->out_step) {
            edgec_clamp_bytes(y, p->geo.out_c, p->lo, p->hi);
        }
    }
}

/* 1x1, stride 1, no padding: positions are rows of C bytes. */
EDGEC_SHARED_CODE void edgec_conv2d_s8_1x1_sparse_armv7em(const edgec_conv2d_s8_armv7em_params *p, const int8_t *x,
                                                          const uint32_t *words, const uint8_t *places, int8_t *y,
                                                          uint32_t *scratch)
{
    const int32_t in_c = p->geo.in_c;
    int32_t left = p->geo.batch * p->geo.in_h * p->geo.in_w;
    for (; left > 0; left -= EDGEC_SPARSE_POSITIONS) {
        const int32_t count = (left < EDGEC_SPARSE_POSITIONS) ? left : EDGEC_SPARSE_POSITIONS;
        const int8_t *cells[EDGEC_SPARSE_POSITIONS];
        cells[0] = x;
        cells[1] = (left > 1) ? x + in_c : x;
        cells[2] = (left > 2) ? x + 2 * in_c : x;
        cells[3] = (left > 3) ? x + 3 * in_c : x;
        (void)edgec_sparse_widen(cells, in_c, scratch);
        edgec_conv2d_sparse_tile(p, scratch, words, places, y, count);
        x += EDGEC_SPARSE_POSITIONS * in_c;
        y += EDGEC_SPARSE_POSITIONS * p->out_step;
    }
}

/* The columns of four windows, tap by tap, or a line of taps where all of it lies inside and is one run of bytes. */
static inline void edgec_conv2d_sparse_gather(const edgec_conv2d_s8_armv7em_params *p, const edgec_conv2d_at *at,
                                              const int8_t *x, const int8_t *padding, uint32_t *columns)
{
    const edgec_geometry *g = &p->geo;
    const int whole = g->dilation_w == 1 && g->in_c % EDGEC_SPARSE_UNIT == 0 && edgec_conv2d_inside(g, &at[0]) &&
                      edgec_conv2d_inside(g, &at[1]) && edgec_conv2d_inside(g, &at[2]) &&
                      edgec_conv2d_inside(g, &at[3]);
    const int32_t step = whole ? g->kernel_w : 1;
    int32_t ky;
    int32_t kx;
    for (ky = 0; ky < g->kernel_h; ky++) {
        for (kx = 0; kx < g->kernel_w; kx += step) {
            const int8_t *cells[EDGEC_SPARSE_POSITIONS];
            int32_t i;
            for (i = 0; i < EDGEC_SPARSE_POSITIONS; i++) {
                cells[i] =
                    edgec_conv2d_cell(p, x, padding, at[i].row + ky * g->dilation_h, at[i].column + kx * g->dilation_w);
            }
            columns = edgec_sparse_widen(cells, step * g->in_c, columns);
        }
    }
}

/* Any kernel, stride, padding and dilation of one group.  Scratch: columns, then C bytes. */
EDGEC_SHARED_CODE void edgec_conv2d_s8_sparse_armv7em(const edgec_conv2d_s8_armv7em_params *p, const int8_t *x,
                                                      const uint32_t *words, const uint8_t *places, int8_t *y,
                                                      uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    int8_t *padding = (int8_t *)(scratch + EDGEC_SPARSE_WORDS * p->units);
    int32_t n;
    edgec_fill_s8(padding, g->in_c, p->in_zero);
    for (n = 0; n < g->batch; n++) {
        int32_t left = g->out_h * g->out_w;
        edgec_conv2d_at next = {0, 0, 0};
        next.row = -g->pad_top;
        next.column = -g->pad_left;
        while (left > 0) {
            edgec_conv2d_at at[EDGEC_SPARSE_POSITIONS];
            int32_t count = 0;
            int32_t i;
            for (i = 0; i < EDGEC_SPARSE_POSITIONS; i++) {
                at[i] = next;
                if (left > 0) {
                    edgec_conv2d_step(g, &next);
                    left--;
                    count++;
                } else {
                    at[i] = at[0];
                }
            }
            edgec_conv2d_sparse_gather(p, at, x, padding, scratch);
            edgec_conv2d_sparse_tile(p, scratch, words, places, y, count);
            y += count * p->out_step;
        }
        x += g->in_c * g->in_h * g->in_w;
    }
}

#endif
