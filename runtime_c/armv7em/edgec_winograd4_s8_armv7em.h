/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 3x3 convolution of stride 1, int8, channels last, by Winograd's F(4x4, 3x3) in exact integers: 36 products make 16
 * outputs instead of 144.  With points of the filter without fractions every sum arrives as 9 * 2^k * acc modulo 2^32;
 * the inverse of 9 modulo 2^32 makes 2^k * acc of it, and the factors bring all of them to one shift.  Points of the
 * input are at most 100 * 128, those of the filter 49 * 128.
 *
 * Two tiles of 4x4 outputs and two channels at a time.  Stream of a channel pair, in words: for each of the 36 points,
 * for each four input channels {A02 B02 A13 B13} (pairs of int16 of channels 0, 2 and 1, 3); then of A and of B
 * {bias << s + 6, m, 1/9 << s, 1/9 << s + 1, .. 1/9 << s + 4}.  Scratch: 36 points of C words {tile0 02, tile1 02,
 * tile0 13, tile1 13} and four sums {A0 A1 B0 B1}; then 36 cells of C bytes for tiles that reach out of the image. */
#ifndef EDGEC_WINOGRAD4_S8_ARMV7EM_H
#define EDGEC_WINOGRAD4_S8_ARMV7EM_H

#include "edgec_clamp_s8_armv7em.h"
#include "edgec_fixed.h"
#include "edgec_wino4_armv7em.h"
#include "edgec_winograd_s8_armv7em.h"

/* n bytes, a multiple of 4: 16 at a time, whatever the compiler knows of n. */
static inline int8_t *edgec_wino4_copy_run(const int8_t *from, int32_t n, int8_t *to)
{
    int32_t k;
    for (k = 0; k + 16 <= n; k += 16) {
        memcpy(to + k, from + k, 16u);
    }
    for (; k < n; k += 4) {
        memcpy(to + k, from + k, 4u);
    }
    return to + n;
}

static inline int8_t *edgec_wino4_copy_zeros(const edgec_winograd_s8_armv7em_params *p, int32_t cells, int8_t *to)
{
    if (cells > 0) {
        memset(to, p->in_zero & 0xFF, (size_t)(cells * p->in_c));
    }
    return to + cells * p->in_c;
}

/* The patch of the tile whose first cell is (row, column) of the input, copied row by row. */
EDGEC_SHARED_CODE void edgec_wino4_copy(const edgec_winograd_s8_armv7em_params *p, const int8_t *x, int32_t row,
                                        int32_t column, int8_t *to)
{
    const int32_t first = edgec_clamp_s32(-column, 0, 6); /* cell inside, the first one behind */
    const int32_t end = edgec_clamp_s32(p->in_w - column, first, 6);
    int32_t i;
    for (i = 0; i < 6; i++) {
        const int32_t r = row + i;
        if (r < 0 || r >= p->in_h) {
            to = edgec_wino4_copy_zeros(p, 6, to);
        } else {
            to = edgec_wino4_copy_zeros(p, first, to);
            to = edgec_wino4_copy_run(x + (r * p->in_w + column + first) * p->in_c, (end - first) * p->in_c, to);
            to = edgec_wino4_copy_zeros(p, 6 - end, to);
        }
    }
}

/* Transforms the patch of the tile at output (row, column), the first or second of two. */
EDGEC_SHARED_CODE void edgec_wino4_input(const edgec_winograd_s8_armv7em_params *p, const int8_t *x, int32_t row,
                                         int32_t column, uint32_t *scratch, int32_t second)
{
    const int32_t in_row = row - p->pad_top;
    const int32_t in_column = column - p->pad_left;
    edgec_wino4_patch_job job;
    job.cell = p->in_c;
    job.to = scratch + second;
    job.point = 4 * (p->in_c + EDGEC_WINO_SUMS);
    job.point6 = 6 * job.point;
    job.count = p->in_c / 4;
    job.half = 0;
    job.end = job.lines + EDGEC_WINO4_POINTS;
    job.half_end = job.lines + 6;
    if (in_row >= 0 && in_row + 6 <= p->in_h && in_column >= 0 && in_column + 6 <= p->in_w) {
        job.x = x + (in_row * p->in_w + in_column) * p->in_c;
        job.row = p->in_w * p->in_c;
    } else {
        int8_t *patch = (int8_t *)(scratch + EDGEC_WINO4_POINTS * (p->in_c + EDGEC_WINO_SUMS));
        edgec_wino4_copy(p, x, in_row, in_column, patch);
        job.x = patch;
        job.row = 6 * p->in_c;
    }
    edgec_wino4_patch(&job);
}

/* Where the outputs of the tile at (row, column) go. */
static inline void edgec_wino4_at(const edgec_winograd_s8_armv7em_params *p, int8_t *y, int32_t row, int32_t column,
                                  edgec_wino4_output_job *job)
{
    int32_t i;
    job->y = y + (row * p->out_w + column) * p->out_step;
    for (i = 1; i < 4; i++) {
        job->cells[i - 1] = (column + i < p->out_w) ? i * p->out_step : 0;
        job->rows[i - 1] = (row + i < p->out_h) ? i * p->out_w * p->out_step : 0;
    }
}

/* Count channels of two tiles; of one, when both have the same outputs. */
EDGEC_SHARED_CODE void edgec_wino4_channels(const edgec_winograd_s8_armv7em_params *p, uint32_t *points,
                                            const uint32_t *stream, edgec_wino4_output_job *tiles, int32_t count)
{
    const edgec_wino_fours fours = edgec_wino_fours_of(p->in_c, EDGEC_WINO4_POINTS);
    const uint32_t *sums = points + p->in_c;
    int32_t i;
    for (i = 0; i < 2; i++) {
        tiles[i].point = 4 * (p->in_c + EDGEC_WINO_SUMS);
        tiles[i].point6 = 6 * tiles[i].point;
        tiles[i].round = (uint32_t)(2 * p->out_zero + 1) << EDGEC_WINO4_SHIFT;
        tiles[i].end = tiles[i].lines + 24;
    }
    for (; count > 0; count -= 2) {
        stream = edgec_wino_sums_of_fours(points, stream, &fours);
        for (i = 0; i < 4; i++) {
            edgec_wino4_output_job *tile = &tiles[1 - i % 2];
            tile->sum = sums + 2 * (i / 2) + 1 - i % 2;
            tile->channel = stream + EDGEC_WINO4_ENDS * (i / 2);
            edgec_wino4_output(tile);
        }
        stream += 2 * EDGEC_WINO4_ENDS;
    }
}

EDGEC_SHARED_CODE void edgec_winograd4_s8_armv7em_run(const edgec_winograd_s8_armv7em_params *p, const int8_t *x,
                                                      const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    const int32_t size = p->out_h * p->out_w * p->out_step;
    int32_t n;
    for (n = 0; n < p->batch; n++) {
        edgec_wino4_output_job tiles[2];
        int32_t waiting = 0; /* whether tiles[0] is still to be computed */
        int32_t row;
        int32_t column;
        for (row = 0; row < p->out_h; row += 4) {
            for (column = 0; column < p->out_w; column += 4) {
                edgec_wino4_input(p, x, row, column, scratch, waiting);
                edgec_wino4_at(p, y, row, column, &tiles[waiting]);
                if (waiting == 1) {
                    edgec_wino4_channels(p, scratch, stream, tiles, p->out_c);
                }
                waiting = 1 - waiting;
            }
        }
        if (waiting == 1) { /* an odd number of tiles: the second one is what is left in the scratch */
            edgec_wino4_at(p, y, (p->out_h - 1) / 4 * 4, (p->out_w - 1) / 4 * 4, &tiles[1]);
            edgec_wino4_channels(p, scratch, stream, tiles, p->out_c);
        }
        if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
            edgec_clamp_bytes(y, size, p->lo, p->hi);
        }
        x += p->in_h * p->in_w * p->in_c;
        y += size;
    }
}

static inline void edgec_winograd4_s8_armv7em(const edgec_winograd_s8_armv7em_params *p, const int8_t *x,
                                              const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_winograd4_s8_armv7em_run(p, x, stream, y, scratch);
}

#endif
