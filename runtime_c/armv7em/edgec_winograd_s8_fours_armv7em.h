/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The convolution of edgec_winograd_s8_armv7em.h, with its stream and scratch, for input channels that are any multiple
 * of 4: layers that were pruned. */
#ifndef EDGEC_WINOGRAD_S8_FOURS_ARMV7EM_H
#define EDGEC_WINOGRAD_S8_FOURS_ARMV7EM_H

#include "edgec_wino_fours_armv7em.h"
#include "edgec_winograd_s8_armv7em.h"

/* All channels of two tiles; of one, when both have the same outputs. */
EDGEC_SHARED_CODE void edgec_wino_channels_of_fours(const edgec_winograd_s8_armv7em_params *p, uint32_t *points,
                                                    const uint32_t *stream, edgec_wino_tile *tiles)
{
    const uint32_t *sums = points + p->in_c;
    const edgec_wino_fours fours = edgec_wino_fours_of(p->in_c, EDGEC_WINO_POINTS);
    edgec_wino_output_job job;
    int32_t o;
    job.points4 = 16 * (p->in_c + EDGEC_WINO_SUMS);
    job.points12 = 3 * job.points4;
    job.zz = 2 * p->out_zero + 1;
    for (o = 0; o < p->out_c; o += 2) {
        const uint32_t *q = edgec_wino_sums_of_fours(points, stream, &fours);
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

EDGEC_SHARED_CODE void edgec_winograd_s8_fours_armv7em_run(const edgec_winograd_s8_armv7em_params *p, const int8_t *x,
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
                    edgec_wino_channels_of_fours(p, scratch, stream, tiles);
                }
                waiting = 1 - waiting;
            }
        }
        if (waiting == 1) { /* an odd number of tiles: the second one is what is left in the scratch */
            tiles[1] = tiles[0];
            edgec_wino_channels_of_fours(p, scratch, stream, tiles);
        }
        if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
            edgec_clamp_bytes(y, size, p->lo, p->hi);
        }
        x += p->in_h * p->in_w * p->in_c;
        y += size;
    }
}

static inline void edgec_winograd_s8_fours_armv7em(const edgec_winograd_s8_armv7em_params *p, const int8_t *x,
                                                   const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_winograd_s8_fours_armv7em_run(p, x, stream, y, scratch);
}

#endif
