/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of float32 with packed weights, by VFMA of a vector of channels and a value: 8 channels with three
 * positions have six sums, and 19 instructions multiply 48 pairs.  Values below 2**-126 count as zero: MVE computes so.
 *
 * Stream: for each block of channels, 8 of them or 4 behind the last 8, biases and then the weights of each tap.  The
 * last block of four ends with the last channel and may overlap the one before it. */
#ifndef EDGEC_GEMM_F32_MVE_H
#define EDGEC_GEMM_F32_MVE_H

#include "edgec_gemm_f32_code_mve.h"
#include "edgec_limits_f32_mve.h"

#define EDGEC_GEMM_F32_MVE_CHANNELS 4 /* of the narrow blocks */
#define EDGEC_GEMM_F32_MVE_POSITIONS 3
#define EDGEC_GEMM_F32_MVE_STEP 4 /* taps of a round */

/* The assembly reads and changes members at their offsets. */
typedef struct {
    const int8_t *x[EDGEC_GEMM_F32_MVE_POSITIONS]; /* the positions of a window of one run */
    const float *stream;
    float *y;
    int32_t second, third;     /* bytes from the first position's outputs to the second's, from there to the third's */
    int32_t times;             /* blocks */
    int32_t rounds, tail;      /* of a run: steps of four taps, single ones */
    const int8_t *const *rows; /* three positions of each run of a window */
    int32_t count;             /* runs */
    int32_t kept[2];
    edgec_limits_f32_mve limits;
} edgec_gemm_f32_mve;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 ||
                        (offsetof(edgec_gemm_f32_mve, stream) == 12 && offsetof(edgec_gemm_f32_mve, y) == 16 &&
                         offsetof(edgec_gemm_f32_mve, third) == 24 && offsetof(edgec_gemm_f32_mve, times) == 28 &&
                         offsetof(edgec_gemm_f32_mve, rounds) == 32 && offsetof(edgec_gemm_f32_mve, tail) == 36 &&
                         offsetof(edgec_gemm_f32_mve, rows) == 40 && offsetof(edgec_gemm_f32_mve, count) == 44 &&
                         offsetof(edgec_gemm_f32_mve, kept) == 48 && offsetof(edgec_gemm_f32_mve, limits) == 56),
                    gemm_f32_mve_reads_jobs_at_offsets);

/* `times` blocks of 8 or 4 channels: of three positions, of one. */
#define edgec_gemm_f32_tile8_mve EDGEC_TAGGED(edgec_gemm_f32_tile8_mve)
#define edgec_gemm_f32_tile4_mve EDGEC_TAGGED(edgec_gemm_f32_tile4_mve)
#define edgec_gemm_f32_line8_mve EDGEC_TAGGED(edgec_gemm_f32_line8_mve)
#define edgec_gemm_f32_line4_mve EDGEC_TAGGED(edgec_gemm_f32_line4_mve)
EDGEC_BLOCK_MVE(edgec_gemm_f32_tile8_mve, edgec_gemm_f32_mve, EDGEC_GEMM_F32_TILE8_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_f32_tile4_mve, edgec_gemm_f32_mve, EDGEC_GEMM_F32_TILE4_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_f32_line8_mve, edgec_gemm_f32_mve, EDGEC_GEMM_F32_LINE8_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_f32_line4_mve, edgec_gemm_f32_mve, EDGEC_GEMM_F32_LINE4_CODE_MVE)

typedef void edgec_gemm_f32_blocks_mve(edgec_gemm_f32_mve *job); /* one of these */

/* Addresses of three positions of a run, `count` of them there: what is absent reads as the one before it. */
EDGEC_INLINE void edgec_gemm_f32_table_mve(const int8_t **three, const int8_t *from, int32_t step, int32_t count)
{
    three[0] = from;
    three[1] = from + (count > 1 ? step : 0);
    three[2] = three[1] + (count > 2 ? step : 0);
}

/* All channels of positions `count` (1..3), whose outputs begin at y, `step` bytes apart. */
EDGEC_INLINE void edgec_gemm_f32_all_mve(edgec_gemm_f32_mve *job, const float *stream, float *y, int32_t outputs,
                                         edgec_gemm_f32_blocks_mve *wide, edgec_gemm_f32_blocks_mve *narrow)
{
    int32_t left = outputs % 8;
    job->stream = stream;
    job->y = y;
    if (outputs >= 8) {
        job->times = outputs / 8;
        wide(job);
    }
    for (; left > 0; left -= EDGEC_GEMM_F32_MVE_CHANNELS) {
        const int32_t first =
            left < EDGEC_GEMM_F32_MVE_CHANNELS ? outputs - EDGEC_GEMM_F32_MVE_CHANNELS : outputs - left;
        job->times = 1;
        job->y = y + first;
        narrow(job);
    }
}

/* Fewer than four channels, of which four are computed beside the outputs. */
EDGEC_COLD static void edgec_gemm_f32_few_mve(edgec_gemm_f32_mve *job, const float *stream, float *y, int32_t step,
                                              int32_t outputs, int32_t count)
{
    float few[EDGEC_GEMM_F32_MVE_POSITIONS * EDGEC_GEMM_F32_MVE_CHANNELS];
    const int32_t apart = (int32_t)sizeof(float) * EDGEC_GEMM_F32_MVE_CHANNELS;
    int32_t i;
    int32_t k;
    job->stream = stream;
    job->y = few;
    job->times = 1;
    job->second = count > 1 ? apart : 0;
    job->third = count > 2 ? apart : 0;
    edgec_gemm_f32_tile4_mve(job);
    for (i = 0; i < count && i < EDGEC_GEMM_F32_MVE_POSITIONS; i++) {
        for (k = 0; k < outputs && k < EDGEC_GEMM_F32_MVE_CHANNELS; k++) {
            y[i * step + k] = few[i * EDGEC_GEMM_F32_MVE_CHANNELS + k];
        }
    }
}

/* All channels of the positions of a tile, `step` elements apart. */
EDGEC_INLINE void edgec_gemm_f32_positions_mve(edgec_gemm_f32_mve *job, const float *stream, float *y, int32_t step,
                                               int32_t outputs, int32_t count)
{
    const int32_t apart = step * (int32_t)sizeof(float);
    if (outputs < EDGEC_GEMM_F32_MVE_CHANNELS) {
        edgec_gemm_f32_few_mve(job, stream, y, step, outputs, count);
        return;
    }
    if (count == 1) {
        edgec_gemm_f32_all_mve(job, stream, y, outputs, edgec_gemm_f32_line8_mve, edgec_gemm_f32_line4_mve);
        return;
    }
    job->second = apart;
    job->third = count > 2 ? apart : 0;
    edgec_gemm_f32_all_mve(job, stream, y, outputs, edgec_gemm_f32_tile8_mve, edgec_gemm_f32_tile4_mve);
}

#endif
