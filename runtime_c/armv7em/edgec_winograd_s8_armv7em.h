/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 3x3 convolution of stride 1, int8, channels last, by Winograd's F(2x2, 3x3) in exact integers: 16 products make four
 * outputs instead of 36.  The filter transform is scaled by 2 per axis, so every sum arrives as 4 * acc, which the
 * requantization's shift takes back; nothing is rounded before it.
 *
 * Two tiles of 2x2 outputs and two channels at a time.  Stream of a channel pair, in words: for each of the 16 points,
 * for each four input channels {A02 B02 A13 B13} (pairs of int16 of channels 0, 2 and 1, 3); then
 * {bias A << 5 | n A, bias B << 5 | n B, m A, m B}.  Scratch: 16 points of C words {tile0 02, tile1 02, tile0 13, tile1
 * 13} and four sums {A0 A1 B0 B1}; then 16 cells of C bytes for tiles that reach out of the image. */
#ifndef EDGEC_WINOGRAD_S8_ARMV7EM_H
#define EDGEC_WINOGRAD_S8_ARMV7EM_H

#include "edgec_clamp_s8_armv7em.h"
#include "edgec_wino_points_armv7em.h"

typedef struct {
    int32_t batch;
    int32_t in_h, in_w, in_c; /* in_c is a multiple of 16 */
    int32_t out_h, out_w, out_c;
    int32_t pad_top, pad_left;
    int32_t in_zero, out_zero, lo, hi;
    int32_t out_step; /* bytes from one position of y to the next; limits ask for out_c */
} edgec_winograd_s8_armv7em_params;

/* count channels of two tiles; of one, when both have the same outputs. */
EDGEC_SHARED_CODE void edgec_wino_channels(const edgec_winograd_s8_armv7em_params *p, uint32_t *points,
                                           const uint32_t *stream, edgec_wino_tile *tiles, int32_t count)
{
    const uint32_t *sums = points + p->in_c;
    edgec_wino_output_job job;
    int32_t o;
    job.points4 = 16 * (p->in_c + EDGEC_WINO_SUMS);
    job.points12 = 3 * job.points4;
    job.zz = 2 * p->out_zero + 1;
    for (o = 0; o < count; o += 2) {
        const uint32_t *q = edgec_wino_sums(points, stream, p->in_c);
        int32_t i;
        for (i = 0; i < 2; i++) {
            job.bias = 4u * (uint32_t)((int32_t)q[i] >> 5);
            job.m = (int32_t)q[2 + i];
            job.n = q[i] & 31u;
            job.sum = sums + 2 * i + 1;
            edgec_wino_output(&job, &tiles[1]);
            job.sum--;
            edgec_wino_output(&job, &tiles[0]);
        }
        stream = q + 4;
    }
}

/* The patch of the tile whose first cell is (row, column) of the input, copied cell by cell. */
EDGEC_SHARED_CODE void edgec_wino_copy(const edgec_winograd_s8_armv7em_params *p, const int8_t *x, int32_t row,
                                       int32_t column, int8_t *to)
{
    int32_t i;
    for (i = 0; i < EDGEC_WINO_POINTS; i++) {
        const int32_t r = row + i / 4;
        const int32_t c = column + i % 4;
        if (r >= 0 && r < p->in_h && c >= 0 && c < p->in_w) {
            const int8_t *from = x + (r * p->in_w + c) * p->in_c;
            int32_t k;
            for (k = 0; k < p->in_c; k += 4) {
                memcpy(to + k, from + k, 4u);
            }
        } else {
            memset(to, p->in_zero & 0xFF, (size_t)p->in_c);
        }
        to += p->in_c;
    }
}

/* Where the outputs of the tile at (row, column) go. */
static inline edgec_wino_tile edgec_wino_at(const edgec_winograd_s8_armv7em_params *p, int8_t *y, int32_t row,
                                            int32_t column)
{
    edgec_wino_tile at;
    at.y = y + (row * p->out_w + column) * p->out_step;
    at.row = (p->out_h - row > 1) ? p->out_w * p->out_step : 0;
    at.cell = (p->out_w - column > 1) ? p->out_step : 0;
    return at;
}

/* Transforms the patch of the tile at output (row, column), the first or second of two, and says where it goes. */
static inline edgec_wino_tile edgec_wino_input(const edgec_winograd_s8_armv7em_params *p, const int8_t *x, int8_t *y,
                                               int32_t row, int32_t column, uint32_t *scratch, int32_t second)
{
    int8_t *patch = (int8_t *)(scratch + EDGEC_WINO_POINTS * (p->in_c + EDGEC_WINO_SUMS));
    uint32_t *points = scratch + second;
    const int32_t in_row = row - p->pad_top;
    const int32_t in_column = column - p->pad_left;
    if (in_row >= 0 && in_row + 4 <= p->in_h && in_column >= 0 && in_column + 4 <= p->in_w) {
        edgec_wino_patch(x + (in_row * p->in_w + in_column) * p->in_c, p->in_w * p->in_c, p->in_c, points);
    } else {
        edgec_wino_copy(p, x, in_row, in_column, patch);
        edgec_wino_patch(patch, 4 * p->in_c, p->in_c, points);
    }
    return edgec_wino_at(p, y, row, column);
}

EDGEC_SHARED_CODE void edgec_winograd_s8_armv7em_run(const edgec_winograd_s8_armv7em_params *p, const int8_t *x,
                                                     const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    const int32_t size = p->out_h * p->out_w * p->out_step;
    int32_t n;
    for (n = 0; n < p->batch; n++) {
        edgec_wino_tile tiles[2];
        int32_t waiting = 0; /* whether tiles[0] is still to be computed */
        int32_t row;
        int32_t column;
        for (row = 0; row < p->out_h; row += 2) {
            for (column = 0; column < p->out_w; column += 2) {
                tiles[waiting] = edgec_wino_input(p, x, y, row, column, scratch, waiting);
                if (waiting == 1) {
                    edgec_wino_channels(p, scratch, stream, tiles, p->out_c);
                }
                waiting = 1 - waiting;
            }
        }
        if (waiting == 1) { /* an odd number of tiles: the second one is what is left in the scratch */
            tiles[1] = tiles[0];
            edgec_wino_channels(p, scratch, stream, tiles, p->out_c);
        }
        if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
            edgec_clamp_bytes(y, size, p->lo, p->hi);
        }
        x += p->in_h * p->in_w * p->in_c;
        y += size;
    }
}

static inline void edgec_winograd_s8_armv7em(const edgec_winograd_s8_armv7em_params *p, const int8_t *x,
                                             const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_winograd_s8_armv7em_run(p, x, stream, y, scratch);
}

#endif
