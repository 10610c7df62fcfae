/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 3x3 convolution of stride 1, int16 activations that are not negative with int8 weights, by Winograd F(2, 3) along
 * rows: 4 products for what 2 outputs take 6 for, exact in integers.
 *
 * Columns d0..d3 have the points d1 + d2 - 32768, d0 - d2, d2 - d1 and d1 - d3, of 16 bits where no d is negative; a
 * filter's row g0..g2 has g0 + g1 + g2, 2 g0, g0 - g1 + g2 and 2 g2.  With P0..P3, the sums of their products over
 * channels and rows (P0 with 32768 times the sum of its filter's points), outputs are (P0 + P1 + P2) / 2 and
 * (P0 - P2 - P3) / 2: biases are doubled, shifts are one more.  Sums wrap on the way.
 *
 * Two tiles of four columns go down the whole image, whose rows' points are in scratch; products of an output row are
 * those of three rows on end.  Filters' points are made in scratch too.  Weights: of each block of four channels, for
 * each row of the filter and eight input channels, 8 weights of g0, g1 and g2 of each of the four.  `ends`: four
 * biases, four multipliers, a word of shifts. */
#ifndef EDGEC_WINOGRAD_S16_MVE_H
#define EDGEC_WINOGRAD_S16_MVE_H

#include "edgec_mve.h"
#include "edgec_window.h"
#include "edgec_winograd_s16_code_mve.h"

#define EDGEC_WINOGRAD_MVE_CHANNELS 4 /* of a block of outputs */
#define EDGEC_WINOGRAD_MVE_COLUMNS 4  /* outputs of two tiles */
#define EDGEC_WINOGRAD_MVE_TAPS 8     /* input channels of a step */
#define EDGEC_WINOGRAD_MVE_POINTS 128 /* bytes of a step's points */

/* `chunk`: blocks whose weights' points are in scratch at a time. */
typedef struct {
    edgec_geometry geo;
    int32_t lo, hi;
    int32_t chunk;
    int32_t out_step;
} edgec_winograd_s16_mve_params;

/* The assembly reads and changes members at their offsets. */
typedef struct {
    const int8_t *points;
    const int8_t *stream;
    const int32_t *ends;
    int16_t *y, *end, *last; /* as in edgec_gemm_mve */
    int32_t rounds;
    int32_t beside[EDGEC_WINOGRAD_MVE_COLUMNS - 1]; /* bytes from the first output to the others */
    int32_t kept[2];
    int32_t lo[EDGEC_WINOGRAD_MVE_CHANNELS], hi[EDGEC_WINOGRAD_MVE_CHANNELS];
} edgec_winograd_s16_mve;

/* Six columns, and how far each goes on to the next row. */
typedef struct {
    const int8_t *from[8];
    int32_t step[8];
    int8_t *to;
    int32_t rows, units;
} edgec_winograd_columns_mve;

EDGEC_STATIC_ASSERT(
    sizeof(void *) != 4 ||
        (offsetof(edgec_winograd_s16_mve, ends) == 8 && offsetof(edgec_winograd_s16_mve, y) == 12 &&
         offsetof(edgec_winograd_s16_mve, last) == 20 && offsetof(edgec_winograd_s16_mve, rounds) == 24 &&
         offsetof(edgec_winograd_s16_mve, beside) == 28 && offsetof(edgec_winograd_s16_mve, kept) == 40 &&
         offsetof(edgec_winograd_s16_mve, lo) == 48 && offsetof(edgec_winograd_s16_mve, hi) == 64 &&
         offsetof(edgec_winograd_columns_mve, step) == 32 && offsetof(edgec_winograd_columns_mve, to) == 64 &&
         offsetof(edgec_winograd_columns_mve, units) == 72),
    winograd_mve_reads_jobs_at_offsets);

/* All channels of two tiles of a row; points of rows of two tiles. */
#define edgec_winograd_s16_tiles_3_mve EDGEC_TAGGED(edgec_winograd_s16_tiles_3_mve)
#define edgec_winograd_s16_tiles_6_mve EDGEC_TAGGED(edgec_winograd_s16_tiles_6_mve)
#define edgec_winograd_s16_points_mve EDGEC_TAGGED(edgec_winograd_s16_points_mve)
EDGEC_BLOCK_MVE(edgec_winograd_s16_tiles_3_mve, edgec_winograd_s16_mve, EDGEC_WINOGRAD_S16_3_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_winograd_s16_tiles_6_mve, edgec_winograd_s16_mve, EDGEC_WINOGRAD_S16_6_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_winograd_s16_points_mve, edgec_winograd_columns_mve, EDGEC_WINOGRAD_POINTS_S16_CODE_MVE)

/* Points of the weights of so many blocks, `steps` of eight taps each. */
EDGEC_INLINE void edgec_winograd_s16_filters_mve(int8_t *to, const int8_t *from, int32_t blocks, int32_t steps)
{
    const int32_t count = steps * EDGEC_WINOGRAD_MVE_CHANNELS;
    for (; blocks > 0; blocks--) {
        int8_t *p0 = to;
        int8_t *p1 = p0 + 16 * count;
        int8_t *p2 = p1 + 16 * count;
        int8_t *p3 = p2 + 16 * count;
        __asm__ volatile(EDGEC_WINOGRAD_FILTERS_S16_CODE_MVE
                         : [from] "+&r"(from), [p0] "+&r"(p0), [p1] "+&r"(p1), [p2] "+&r"(p2), [p3] "+&r"(p3)
                         : [count] "r"(count)
                         : "lr", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "cc", "memory");
        to = p3;
    }
}

/* Points of the columns from `first`, of all rows that `out_h` rows of outputs read; `zeros` are of one column. */
EDGEC_INLINE void edgec_winograd_s16_columns_mve(const edgec_geometry *g, const int8_t *x, const int8_t *zeros,
                                                 int8_t *to, int32_t first)
{
    const int32_t column = 2 * g->in_c;
    const int32_t rows = g->out_h + 2;
    const int32_t below = g->in_h + g->pad_top;
    const int32_t end = rows < below ? rows : below; /* of the rows inside */
    edgec_winograd_columns_mve job;
    int32_t i;
    int32_t outside;
    job.units = g->in_c / EDGEC_WINOGRAD_MVE_TAPS;
    for (i = 0; i < 8; i++) {
        job.from[i] = zeros;
        job.step[i] = 0;
    }
    for (outside = 0; outside < 2; outside++) {
        const int32_t at = outside ? end : 0;
        job.rows = outside ? rows - end : g->pad_top;
        job.to = to + at * job.units * EDGEC_WINOGRAD_MVE_POINTS;
        if (job.rows > 0) {
            edgec_winograd_s16_points_mve(&job);
        }
    }
    for (i = 0; i < 6; i++) {
        if (first + i >= 0 && first + i < g->in_w) {
            job.from[i] = x + (first + i) * column;
            job.step[i] = g->in_w * column;
        }
    }
    job.rows = end - g->pad_top;
    job.to = to + g->pad_top * job.units * EDGEC_WINOGRAD_MVE_POINTS;
    if (job.rows > 0) {
        edgec_winograd_s16_points_mve(&job);
    }
}

typedef void edgec_winograd_tiles_mve(edgec_winograd_s16_mve *job);

/* Some blocks of channels of two tiles of an image, from channel `first`, whose points are at `points`. */
EDGEC_INLINE void edgec_winograd_s16_strip_mve(const edgec_winograd_s16_mve_params *p, edgec_winograd_s16_mve *job,
                                               const int32_t *ends, const int8_t *points, int16_t *y, int32_t first,
                                               int32_t columns, edgec_winograd_tiles_mve *tiles)
{
    const edgec_geometry *g = &p->geo;
    const int32_t whole = g->out_c / EDGEC_WINOGRAD_MVE_CHANNELS * EDGEC_WINOGRAD_MVE_CHANNELS;
    const int32_t behind = first + p->chunk * EDGEC_WINOGRAD_MVE_CHANNELS;
    const int32_t end = behind < whole ? behind : whole;
    const int32_t last = g->out_c - EDGEC_WINOGRAD_MVE_CHANNELS;
    const int overlaps = behind > whole && first < whole && whole < g->out_c;
    int32_t oy;
    int32_t i;
    for (i = 1; i < EDGEC_WINOGRAD_MVE_COLUMNS; i++) {
        job->beside[i - 1] = i < columns ? 2 * i * p->out_step : 0;
    }
    for (oy = 0; oy < g->out_h; oy++) {
        job->points = points;
        job->ends = ends;
        job->y = y + (first < whole ? first : last);
        job->end = y + end;
        job->last = overlaps ? y + last : NULL;
        tiles(job);
        points += g->in_c / EDGEC_WINOGRAD_MVE_TAPS * EDGEC_WINOGRAD_MVE_POINTS;
        y += g->out_w * p->out_step;
    }
}

/* An image.  Points of weights that are not all in scratch need those of all columns there. */
EDGEC_INLINE void edgec_winograd_s16_image_mve(const edgec_winograd_s16_mve_params *p, edgec_winograd_s16_mve *job,
                                               const int16_t *x, const int8_t *weights, const int32_t *ends, int16_t *y,
                                               int8_t *filters, int8_t *scratch, edgec_winograd_tiles_mve *tiles)
{
    const edgec_geometry *g = &p->geo;
    const int32_t steps = 3 * g->in_c / EDGEC_WINOGRAD_MVE_TAPS;
    const int32_t blocks = (g->out_c + EDGEC_WINOGRAD_MVE_CHANNELS - 1) / EDGEC_WINOGRAD_MVE_CHANNELS;
    const int32_t size = (g->out_h + 2) * (g->in_c / EDGEC_WINOGRAD_MVE_TAPS) * EDGEC_WINOGRAD_MVE_POINTS;
    const int32_t next = p->chunk < blocks ? size : 0; /* from the points of two tiles to those of the next */
    int32_t b;
    for (b = 0; b < blocks; b += p->chunk) {
        const int32_t some = blocks - b < p->chunk ? blocks - b : p->chunk;
        int8_t *points = scratch + 2 * g->in_c;
        int32_t ox;
        edgec_winograd_s16_filters_mve(filters, weights, some, steps);
        for (ox = 0; ox < g->out_w; ox += EDGEC_WINOGRAD_MVE_COLUMNS) {
            if (b == 0) {
                edgec_winograd_s16_columns_mve(g, (const int8_t *)x, scratch, points, ox - g->pad_left);
            }
            edgec_winograd_s16_strip_mve(p, job, ends, points, y + ox * p->out_step, b * EDGEC_WINOGRAD_MVE_CHANNELS,
                                         g->out_w - ox, tiles);
            points += next;
        }
        weights += some * steps * 3 * EDGEC_WINOGRAD_MVE_CHANNELS * EDGEC_WINOGRAD_MVE_TAPS;
        ends += some * (2 * EDGEC_WINOGRAD_MVE_CHANNELS + 1);
    }
}

/* Scratch: weights' points, a column of zeros, points of columns. */
EDGEC_INLINE void edgec_winograd_s16_layer_mve(const edgec_winograd_s16_mve_params *p, const int16_t *x,
                                               const int8_t *weights, const int32_t *ends, int16_t *y, int8_t *scratch,
                                               int32_t steps, edgec_winograd_tiles_mve *tiles)
{
    const edgec_geometry *g = &p->geo;
    const int32_t all = 3 * g->in_c / EDGEC_WINOGRAD_MVE_TAPS; /* steps of eight taps of a point */
    int8_t *const zeros = scratch + p->chunk * all * EDGEC_WINOGRAD_MVE_CHANNELS * 4 * 2 * EDGEC_WINOGRAD_MVE_TAPS;
    edgec_winograd_s16_mve job;
    int32_t n;
    int32_t i;
    job.stream = scratch;
    job.rounds = all / steps;
    for (i = 0; i < EDGEC_WINOGRAD_MVE_CHANNELS; i++) {
        job.lo[i] = p->lo;
        job.hi[i] = p->hi;
    }
    edgec_fill_mve(zeros, 0, 2 * g->in_c);
    for (n = 0; n < g->batch; n++) {
        edgec_winograd_s16_image_mve(p, &job, x, weights, ends, y, scratch, zeros, tiles);
        x += g->in_h * g->in_w * g->in_c;
        y += g->out_h * g->out_w * p->out_step;
    }
}

/* edgec_winograd_s16_<steps of a round>_mve. */
#define EDGEC_WINOGRAD_S16_MVE(steps)                                                                                  \
    EDGEC_KERNEL_MVE void edgec_winograd_s16_##steps##_mve(const edgec_winograd_s16_mve_params *p, const int16_t *x,   \
                                                           const int8_t *weights, const int32_t *ends, int16_t *y,     \
                                                           int8_t *scratch)                                            \
    {                                                                                                                  \
        edgec_winograd_s16_layer_mve(p, x, weights, ends, y, scratch, steps, edgec_winograd_s16_tiles_##steps##_mve);  \
    }

EDGEC_WINOGRAD_S16_MVE(3)
EDGEC_WINOGRAD_S16_MVE(6)

#endif
