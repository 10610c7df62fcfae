/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of int8 with packed weights, by VMLADAVA: two output channels A and B with three positions have six
 * sums in even registers, and 11 instructions of the vector unit multiply 96 pairs of bytes.
 *
 * Stream of four channels c0..c3, which the layer's last one may end: for A, B = c0, c2 and then c1, c3 the biases of A
 * and B and, for each run of a window, 16 bytes of A's weights and of B's in turn; of fewer than 16 all of A's, then
 * B's, each filled up to an even number; then four multipliers and, in a byte each, four shifts.  Of layers with one
 * position (dense): four biases, then weights of c0..c3 in turn. */
#ifndef EDGEC_GEMM_S8_MVE_H
#define EDGEC_GEMM_S8_MVE_H

#include "edgec_gemm_s8_code_mve.h"
#include "edgec_mve.h"

#define EDGEC_GEMM_MVE_CHANNELS 4
#define EDGEC_GEMM_MVE_POSITIONS 3
#define EDGEC_GEMM_MVE_PAIR 2 /* positions of a tile of four channels */
#define EDGEC_GEMM_MVE_VECTOR 16
#define EDGEC_GEMM_MVE_JOB 104 /* bytes of the job, which lies in scratch */

/* The assembly reads and changes members at their offsets. */
typedef struct {
    const int8_t *x[EDGEC_GEMM_MVE_POSITIONS];
    const int8_t *stream;
    int8_t *y;
    int32_t second, third; /* bytes from the first position's outputs to the second's, from there to the third's; of
                              pairs where the second's are */
    int8_t *end, *last;    /* behind the outputs of whole blocks; those of the last block, NULL where it is whole */
    int32_t zero, left;
    int32_t rounds, tail, taken; /* whole steps of a run but one; bytes behind them, and those that weights take */
    const int8_t **rows;         /* three positions of each run of a window */
    int32_t count;               /* runs */
    int32_t kept[2];
    int32_t lo[EDGEC_GEMM_MVE_CHANNELS], hi[EDGEC_GEMM_MVE_CHANNELS];
} edgec_gemm_mve;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 ||
                        (sizeof(edgec_gemm_mve) == EDGEC_GEMM_MVE_JOB && offsetof(edgec_gemm_mve, stream) == 12 &&
                         offsetof(edgec_gemm_mve, y) == 16 && offsetof(edgec_gemm_mve, third) == 24 &&
                         offsetof(edgec_gemm_mve, last) == 32 && offsetof(edgec_gemm_mve, zero) == 36 &&
                         offsetof(edgec_gemm_mve, rounds) == 44 && offsetof(edgec_gemm_mve, tail) == 48 &&
                         offsetof(edgec_gemm_mve, taken) == 52 && offsetof(edgec_gemm_mve, rows) == 56 &&
                         offsetof(edgec_gemm_mve, kept) == 64 && offsetof(edgec_gemm_mve, lo) == 72 &&
                         offsetof(edgec_gemm_mve, hi) == 88),
                    gemm_mve_reads_jobs_at_offsets);

/* All channels; of windows of one run (flat), of several (rows), of one position (dense).  Runs of whole steps, of
 * steps and fewer than 16 bytes (ragged), of fewer than 16 bytes (short). */
#define edgec_gemm_s8_flat_whole_mve EDGEC_TAGGED(edgec_gemm_s8_flat_whole_mve)
#define edgec_gemm_s8_flat_ragged_mve EDGEC_TAGGED(edgec_gemm_s8_flat_ragged_mve)
#define edgec_gemm_s8_flat_short_mve EDGEC_TAGGED(edgec_gemm_s8_flat_short_mve)
#define edgec_gemm_s8_rows_whole_mve EDGEC_TAGGED(edgec_gemm_s8_rows_whole_mve)
#define edgec_gemm_s8_rows_ragged_mve EDGEC_TAGGED(edgec_gemm_s8_rows_ragged_mve)
#define edgec_gemm_s8_rows_short_mve EDGEC_TAGGED(edgec_gemm_s8_rows_short_mve)
#define edgec_dense_s8_whole_mve EDGEC_TAGGED(edgec_dense_s8_whole_mve)
#define edgec_dense_s8_ragged_mve EDGEC_TAGGED(edgec_dense_s8_ragged_mve)
#define edgec_dense_s8_short_mve EDGEC_TAGGED(edgec_dense_s8_short_mve)
EDGEC_BLOCK_MVE(edgec_gemm_s8_flat_whole_mve, edgec_gemm_mve, EDGEC_GEMM_S8_FLAT_WHOLE_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_s8_flat_ragged_mve, edgec_gemm_mve, EDGEC_GEMM_S8_FLAT_RAGGED_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_s8_flat_short_mve, edgec_gemm_mve, EDGEC_GEMM_S8_FLAT_SHORT_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_s8_rows_whole_mve, edgec_gemm_mve, EDGEC_GEMM_S8_ROWS_WHOLE_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_s8_rows_ragged_mve, edgec_gemm_mve, EDGEC_GEMM_S8_ROWS_RAGGED_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gemm_s8_rows_short_mve, edgec_gemm_mve, EDGEC_GEMM_S8_ROWS_SHORT_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dense_s8_whole_mve, edgec_gemm_mve, EDGEC_DENSE_S8_WHOLE_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dense_s8_ragged_mve, edgec_gemm_mve, EDGEC_DENSE_S8_RAGGED_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dense_s8_short_mve, edgec_gemm_mve, EDGEC_DENSE_S8_SHORT_CODE_MVE)

typedef void edgec_gemm_blocks_mve(edgec_gemm_mve *job); /* one of these */

/* How products go over positions, so many a tile; `steps` of a round of pairs (edgec_pairs_s8_mve.h), else 0. */
typedef struct {
    edgec_gemm_blocks_mve *blocks;
    int32_t size, tile, steps; /* bytes of an element */
} edgec_tiles_mve;

/* What is the same for all tiles: runs of `run` bytes; the weights of a tail take multiples of `step` bytes. */
EDGEC_INLINE void edgec_gemm_begin_mve(edgec_gemm_mve *job, const int8_t *stream, const edgec_ending_mve *e,
                                       int32_t run, int32_t step, const edgec_tiles_mve *t)
{
    int32_t i;
    job->stream = stream;
    job->zero = e->out_zero;
    job->left = e->left;
    job->rounds = t->steps ? run / (EDGEC_GEMM_MVE_VECTOR * t->steps) : run / EDGEC_GEMM_MVE_VECTOR - 1;
    job->tail = run % EDGEC_GEMM_MVE_VECTOR / t->size;
    job->taken = (job->tail + step - 1) / step * step;
    for (i = 0; i < EDGEC_GEMM_MVE_CHANNELS; i++) {
        job->lo[i] = e->lo;
        job->hi[i] = e->hi;
    }
}

/* Where the outputs of positions `count` (at least 1) at y, `step` bytes apart, go: of fewer than four channels to
 * `few`. */
EDGEC_INLINE void edgec_gemm_place_mve(edgec_gemm_mve *job, int8_t *y, int32_t step, int32_t outputs, int32_t count,
                                       int8_t *few, const edgec_tiles_mve *t)
{
    const int whole = outputs >= EDGEC_GEMM_MVE_CHANNELS;
    const int32_t apart = whole ? step : EDGEC_GEMM_MVE_CHANNELS * t->size;
    const int32_t blocks = outputs / EDGEC_GEMM_MVE_CHANNELS * EDGEC_GEMM_MVE_CHANNELS;
    job->y = whole ? y : few;
    job->second = count > 1 ? apart : 0;
    if (t->steps) {
        job->second += (int32_t)(intptr_t)job->y; /* an address */
    }
    job->third = count > 2 ? apart : 0;
    job->end = whole ? y + blocks * t->size : few + 1;
    job->last = whole && outputs != blocks ? y + (outputs - EDGEC_GEMM_MVE_CHANNELS) * t->size : NULL;
}

EDGEC_COLD static void edgec_gemm_keep_few_mve(const int8_t *few, int8_t *y, int32_t step, int32_t bytes, int32_t count,
                                               int32_t few_step)
{
    int32_t i;
    int32_t k;
    for (i = 0; i < count; i++) {
        for (k = 0; k < bytes && k < few_step; k++) {
            y[i * step + k] = few[i * few_step + k];
        }
    }
}

/* Outputs of fewer than four channels, from `few`. */
EDGEC_INLINE void edgec_gemm_keep_mve(const int8_t *few, int8_t *y, int32_t step, int32_t outputs, int32_t count,
                                      const edgec_tiles_mve *t)
{
    if (outputs < EDGEC_GEMM_MVE_CHANNELS) {
        edgec_gemm_keep_few_mve(few, y, step, outputs * t->size, count < t->tile ? count : t->tile,
                                EDGEC_GEMM_MVE_CHANNELS * t->size);
    }
}

/* Outputs of three positions with four channels, of up to 16 bits. */
typedef struct {
    int16_t values[EDGEC_GEMM_MVE_POSITIONS * EDGEC_GEMM_MVE_CHANNELS];
} edgec_few_mve;

/* All channels of these positions. */
EDGEC_INLINE void edgec_gemm_tile_mve(edgec_gemm_mve *job, int8_t *y, int32_t step, int32_t outputs, int32_t count,
                                      const edgec_tiles_mve *t)
{
    edgec_few_mve few;
    edgec_gemm_place_mve(job, y, step, outputs, count, (int8_t *)few.values, t);
    t->blocks(job);
    edgec_gemm_keep_mve((const int8_t *)few.values, y, step, outputs, count, t);
}

#endif
