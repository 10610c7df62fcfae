/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The job of the matrix products: positions that read segments, packed weights, where outputs go. */
#ifndef EDGEC_JOB_NEON_H
#define EDGEC_JOB_NEON_H

#include "edgec_neon.h"

/* Each position reads `bytes` of each segment; the stream holds blocks of channels: weights, biases,
 * multipliers and shifts.  The last block ends with the last channel and may overlap the one before it. */
typedef struct {
    const int8_t *const *segments; /* where position 0 begins */
    int32_t count, bytes, step;    /* `step` bytes from a position to the next */
    const int8_t *stream;
    int8_t *y;
    int32_t positions, outputs, out_step;
    edgec_ending_neon ending;
} edgec_gemm_neon;

/* Bytes from row 0 of a tile, a position, to rows 1, 2 and 3; 0 for rows that the tile does not have. */
typedef struct {
    int64_t row1, row2, row3;
} edgec_row_offsets_neon;

EDGEC_INLINE edgec_row_offsets_neon edgec_row_offsets_of_neon(int32_t positions, int32_t step)
{
    edgec_row_offsets_neon a;
    a.row1 = positions > 1 ? step : 0;
    a.row2 = positions > 2 ? 2 * step : 0;
    a.row3 = positions > 3 ? 3 * step : 0;
    return a;
}

/* The widths of blocks: 16 as long as there are so many channels, then the least that holds the rest and does not begin
 * before the first channel; fewer than four channels are a block of four. */
EDGEC_INLINE int32_t edgec_block_width_neon(int32_t outputs, int32_t rest)
{
    if (rest >= 16 || (rest > 8 && outputs >= 16)) {
        return 16;
    }
    return rest >= 8 || (rest > 4 && outputs >= 8) ? 8 : 4;
}

#endif
