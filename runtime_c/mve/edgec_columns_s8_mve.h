/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution of 3x3 windows and stride 1, int8, channels last: four positions side by side with two channels have
 * eight sums, and each of the six cells of a row that they read is loaded once for three columns: 36 instructions of
 * the vector unit multiply 384 pairs of bytes.  Cells have 16, 32 or 64 bytes.
 *
 * Stream of four channels c0..c3, which the layer's last one may end: for A, B = c0, c2 and then c1, c3 the biases of A
 * and B and, for each row, 16 input channels and column, 16 bytes of A's weights and of B's; then four multipliers and,
 * in a byte each, four shifts.  Sums are not doubled.
 *
 * The last four positions of a row may overlap those before them. */
#ifndef EDGEC_COLUMNS_S8_MVE_H
#define EDGEC_COLUMNS_S8_MVE_H

#include "edgec_columns_s8_code_mve.h"
#include "edgec_conv2d_s8_mve.h"

#define EDGEC_COLUMNS_MVE_ROWS 3
#define EDGEC_COLUMNS_MVE_POSITIONS 4
#define EDGEC_COLUMNS_MVE_CHANNELS 4 /* of a block */
#define EDGEC_COLUMNS_MVE_JOB 100    /* bytes of the job, which lies in scratch */

/* The assembly reads and changes members at their offsets. */
typedef struct {
    const int8_t *rows[EDGEC_COLUMNS_MVE_ROWS][2]; /* the second cell of each, and the fifth */
    const int8_t *stream;
    int8_t *y, *end, *last; /* as in edgec_gemm_mve */
    int32_t zero;
    int32_t kept[2];
    int16_t lo[8], hi[8];
    uint16_t places[8]; /* from y to the first and the third channel of each position */
} edgec_columns_mve;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 ||
                        (sizeof(edgec_columns_mve) == EDGEC_COLUMNS_MVE_JOB &&
                         offsetof(edgec_columns_mve, stream) == 24 && offsetof(edgec_columns_mve, y) == 28 &&
                         offsetof(edgec_columns_mve, last) == 36 && offsetof(edgec_columns_mve, zero) == 40 &&
                         offsetof(edgec_columns_mve, kept) == 44 && offsetof(edgec_columns_mve, lo) == 52 &&
                         offsetof(edgec_columns_mve, hi) == 68 && offsetof(edgec_columns_mve, places) == 84),
                    columns_mve_reads_jobs_at_offsets);

#define edgec_columns_s8_16_mve EDGEC_TAGGED(edgec_columns_s8_16_mve)
#define edgec_columns_s8_32_mve EDGEC_TAGGED(edgec_columns_s8_32_mve)
#define edgec_columns_s8_64_mve EDGEC_TAGGED(edgec_columns_s8_64_mve)
EDGEC_BLOCK_MVE(edgec_columns_s8_16_mve, edgec_columns_mve, EDGEC_COLUMNS_S8_16_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_columns_s8_32_mve, edgec_columns_mve, EDGEC_COLUMNS_S8_32_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_columns_s8_64_mve, edgec_columns_mve, EDGEC_COLUMNS_S8_64_CODE_MVE)

typedef void edgec_columns_blocks_mve(edgec_columns_mve *job); /* all channels of four positions: one of these */

/* What is the same for all positions. */
EDGEC_INLINE void edgec_columns_begin_mve(edgec_columns_mve *job, const edgec_conv2d_mve_params *p,
                                          const int8_t *stream, int32_t size)
{
    int32_t i;
    job->stream = stream;
    job->zero = p->ending.out_zero;
    for (i = 0; i < 8; i++) {
        job->lo[i] = (int16_t)p->ending.lo;
        job->hi[i] = (int16_t)p->ending.hi;
        job->places[i] = (uint16_t)(i / 2 * p->out_step + i % 2 * 2 * size);
    }
}

/* A row of outputs from y, whose windows' rows begin at `rows`. */
EDGEC_INLINE void edgec_columns_row_mve(edgec_columns_mve *job, const edgec_conv2d_mve_params *p,
                                        const int8_t *const *rows, int8_t *y, int32_t size,
                                        edgec_columns_blocks_mve *blocks)
{
    const edgec_geometry *g = &p->rows.geo;
    const int32_t whole = g->out_c / EDGEC_COLUMNS_MVE_CHANNELS * EDGEC_COLUMNS_MVE_CHANNELS;
    int32_t at;
    int32_t left;
    int32_t i;
    for (left = g->out_w; left > 0; left -= EDGEC_COLUMNS_MVE_POSITIONS) {
        at = g->out_w - (left > EDGEC_COLUMNS_MVE_POSITIONS ? left : EDGEC_COLUMNS_MVE_POSITIONS);
        for (i = 0; i < EDGEC_COLUMNS_MVE_ROWS; i++) {
            job->rows[i][0] = rows[i] + (at + 1) * g->in_c;
            job->rows[i][1] = job->rows[i][0] + 3 * g->in_c;
        }
        job->y = y + at * p->out_step;
        job->end = job->y + whole * size;
        job->last = whole != g->out_c ? job->y + (g->out_c - EDGEC_COLUMNS_MVE_CHANNELS) * size : NULL;
        blocks(job);
    }
}

EDGEC_INLINE void edgec_conv2d_columns_mve(const edgec_conv2d_mve_params *p, const int8_t *x, const int8_t *stream,
                                           int8_t *y, int8_t *scratch, int32_t size, edgec_columns_blocks_mve *blocks)
{
    const edgec_geometry *g = &p->rows.geo;
    edgec_columns_mve *const job = (edgec_columns_mve *)(void *)scratch;
    const int8_t *rows[EDGEC_ROWS_MVE_TAPS];
    int32_t n;
    int32_t oy;
    scratch = (int8_t *)(job + 1);
    edgec_rows_begin_mve(&p->rows, scratch);
    edgec_columns_begin_mve(job, p, stream, size);
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            edgec_rows_at_mve(&p->rows, x, scratch, oy, &loaded, rows);
            edgec_columns_row_mve(job, p, rows, y, size, blocks);
            y += g->out_w * p->out_step;
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#define EDGEC_CONV2D_COLUMNS_MVE(bits, cell)                                                                           \
    EDGEC_KERNEL_MVE void edgec_conv2d_s##bits##_columns_##cell##_mve(const edgec_conv2d_mve_params *p,                \
                                                                      const int##bits##_t *x, const int8_t *stream,    \
                                                                      int##bits##_t *y, int8_t *scratch)               \
    {                                                                                                                  \
        edgec_conv2d_columns_mve(p, (const int8_t *)x, stream, (int8_t *)y, scratch, (bits) / 8,                       \
                                 edgec_columns_s##bits##_##cell##_mve);                                                \
    }

EDGEC_CONV2D_COLUMNS_MVE(8, 16)
EDGEC_CONV2D_COLUMNS_MVE(8, 32)
EDGEC_CONV2D_COLUMNS_MVE(8, 64)

#endif
