/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The job of the float matrix products: positions that read segments, packed weights, where outputs go. */
#ifndef EDGEC_JOB_F32_NEON_H
#define EDGEC_JOB_F32_NEON_H

#include "edgec_float.h"
#include "edgec_neon.h"

/* Which bounds of a clamp are finite; bits. */
#define EDGEC_BELOW_F32_NEON 1
#define EDGEC_ABOVE_F32_NEON 2

/* Each position reads `taps` values of each segment; the stream holds blocks of channels: biases, then the weights of
 * each tap.  The last block of four ends with the last channel and may overlap the one before it. */
typedef struct {
    const int8_t *const *segments; /* where position 0 begins */
    intptr_t count, taps, step;    /* `step` bytes from a position to the next */
    const float *stream;
    float *y;
    int32_t positions, outputs, out_step;
    intptr_t bounds;
    float limits[2];
} edgec_gemm_f32_neon;

/* Bytes from row 0 of a tile, a position, to rows 1, 2 and 3; 0 for rows that the tile does not have. */
typedef struct {
    intptr_t row1, row2, row3;
} edgec_row_offsets_f32_neon;

EDGEC_INLINE edgec_row_offsets_f32_neon edgec_row_offsets_of_f32_neon(int32_t positions, intptr_t step)
{
    edgec_row_offsets_f32_neon a;
    a.row1 = positions > 1 ? step : 0;
    a.row2 = positions > 2 ? 2 * step : 0;
    a.row3 = positions > 3 ? 3 * step : 0;
    return a;
}

#endif
