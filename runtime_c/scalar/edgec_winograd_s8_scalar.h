/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 3x3 convolution of stride 1, int8, channels last, by Winograd's F(2x2, 3x3) in exact integers: 16 products make four
 * outputs instead of 36.  The filter transform is scaled by 2 per axis, so every sum arrives as 4 * acc, which the
 * requantization's shift takes back; nothing is rounded before it.
 *
 * Two tiles of 2x2 outputs and four channels at a time.  Weights are the filters' points + 2048, without signs, so that
 * Armv6-M loads them with an offset: uint16 [channel / 4][point][input channel][channel % 4]; sums begin with -2048
 * times the sum of the inputs' points.  Ends as in edgec_tile_scalar.h, the biases times 4.
 * Scratch, in words: [point]{what the sums of both tiles begin with}{C pairs: a channel of both tiles}; sums
 * [point][channel][tile]; then 16 cells of C bytes for tiles that reach out of the image. */
#ifndef EDGEC_WINOGRAD_S8_SCALAR_H
#define EDGEC_WINOGRAD_S8_SCALAR_H

#include "edgec_clamp_s8_scalar.h"
#include "edgec_tile_scalar.h"
#include "edgec_wino_code_scalar.h"

#define EDGEC_SCALAR_POINTS 16
#define EDGEC_SCALAR_TILES 2
#define EDGEC_SCALAR_WINO_SUMS 8 /* of a point: channels x tiles */

typedef struct {
    int32_t batch;
    int32_t in_h, in_w, in_c; /* in_c is a multiple of 4 */
    int32_t out_h, out_w, out_c;
    int32_t pad_top, pad_left;
    int32_t in_zero, out_zero, lo, hi;
    int32_t out_step; /* bytes from one position of y to the next */
} edgec_winograd_s8_scalar_params;

/* A 4x4 patch, cells `cell` and rows `row` bytes apart, to points `step` words apart of one of two tiles. */
#define edgec_wino_patch_scalar EDGEC_TAGGED(edgec_wino_patch_scalar)
EDGEC_SCALAR_BLOCK void edgec_wino_patch_scalar(const int8_t *x, int32_t row, int32_t cell, int32_t *to, int32_t step);

/* What the sums of each point begin with. */
#define edgec_wino_starts_scalar EDGEC_TAGGED(edgec_wino_starts_scalar)
EDGEC_SCALAR_BLOCK void edgec_wino_starts_scalar(int32_t *points, int32_t channels);

/* All channels of the tiles. */
typedef struct {
    const int32_t *points;
    uint32_t *sums;
    int32_t in_c;
    const uint16_t *weights;
    const int32_t *ends;
    int32_t channels;
    int32_t zz;
    int32_t cells; /* of the tiles: 4 or 8 */
    int8_t *to[4 * EDGEC_SCALAR_TILES];
} edgec_wino_job_scalar;

#define edgec_wino_channels_scalar EDGEC_TAGGED(edgec_wino_channels_scalar)
EDGEC_SCALAR_BLOCK void edgec_wino_channels_scalar(const edgec_wino_job_scalar *job);

#if EDGEC_BODIES

EDGEC_SCALAR_BLOCK void edgec_wino_patch_scalar(const int8_t *x, int32_t row, int32_t cell, int32_t *to, int32_t step)
{
    int32_t channel;
    for (channel = 0; channel < cell; channel++) {
        int32_t t[EDGEC_SCALAR_POINTS];
        const int8_t *at = x++;
        int32_t *v = to;
        int32_t i;
        for (i = 0; i < 4; i++) { /* a column */
            const int32_t d0 = at[0];
            const int32_t d1 = at[row];
            const int32_t d2 = at[2 * row];
            const int32_t d3 = at[3 * row];
            t[i] = d0 - d2;
            t[4 + i] = d1 + d2;
            t[8 + i] = d2 - d1;
            t[12 + i] = d1 - d3;
            at += cell;
        }
        for (i = 0; i < EDGEC_SCALAR_POINTS; i += 4) { /* a row */
            v[0] = t[i] - t[i + 2];
            v += step;
            v[0] = t[i + 1] + t[i + 2];
            v += step;
            v[0] = t[i + 2] - t[i + 1];
            v += step;
            v[0] = t[i + 1] - t[i + 3];
            v += step;
        }
        to += EDGEC_SCALAR_TILES;
    }
}

EDGEC_SCALAR_BLOCK void edgec_wino_starts_scalar(int32_t *points, int32_t channels)
{
    int32_t i;
    for (i = 0; i < EDGEC_SCALAR_POINTS; i++) {
        const int32_t *const end = points + EDGEC_SCALAR_TILES * (channels + 1);
        const int32_t *v = points + EDGEC_SCALAR_TILES;
        int32_t s0 = 0;
        int32_t s1 = 0;
        do {
            s0 += v[0] + v[2] + v[4] + v[6];
            s1 += v[1] + v[3] + v[5] + v[7];
            v += 4 * EDGEC_SCALAR_TILES;
        } while (v != end);
        points[0] = -2048 * s0;
        points[1] = -2048 * s1;
        points += EDGEC_SCALAR_TILES * (channels + 1);
    }
}

#endif

#if EDGEC_BODIES && EDGEC_THUMB1

/* The sums of all points for four channels; gives the weights behind theirs. */
static inline __attribute__((always_inline)) const uint16_t *edgec_wino_sums_scalar(const edgec_wino_job_scalar *job,
                                                                                    const uint16_t *from)
{
    const int32_t *points = job->points;
    const int32_t step = 4 * EDGEC_SCALAR_TILES * (job->in_c + 1);
    const int32_t *end = points + EDGEC_SCALAR_TILES * (job->in_c + 1);
    const int32_t *last = points + EDGEC_SCALAR_POINTS * EDGEC_SCALAR_TILES * (job->in_c + 1);
    const uint16_t *weights = from;
    uint32_t *sums = job->sums;
    const int32_t odd = job->in_c & 4;
    __asm__ volatile(EDGEC_SCALAR_WINO_CODE
                     : [weights] "+m"(weights), [end] "+m"(end), [sums] "+m"(sums)
                     : [points] "m"(points), [step] "m"(step), [last] "m"(last), [odd] "m"(odd)
                     : EDGEC_THUMB1_ALL);
    return weights;
}

#elif EDGEC_BODIES && EDGEC_RV32

/* What the assembly reads, in its order. */
typedef struct {
    const int32_t *points;
    const uint16_t *weights;
    uint32_t *sums;
    int32_t step; /* bytes of a point */
    const int32_t *last;
} edgec_wino_points_scalar;

EDGEC_INLINE const uint16_t *edgec_wino_sums_scalar(const edgec_wino_job_scalar *job, const uint16_t *w)
{
    const int32_t words = EDGEC_SCALAR_TILES * (job->in_c + 1);
    edgec_wino_points_scalar all = {job->points, w, job->sums, 4 * words, job->points + EDGEC_SCALAR_POINTS * words};
    __asm__ volatile(EDGEC_SCALAR_RV32_WINO_CODE : : [self] "r"(&all) : EDGEC_RV32_ALL);
    return all.weights;
}

#elif EDGEC_BODIES

/* A channel of both tiles. */
EDGEC_INLINE void edgec_wino_tap_scalar(const int32_t *x, const uint16_t *w, uint32_t *s)
{
    const uint32_t x0 = (uint32_t)x[0];
    const uint32_t x1 = (uint32_t)x[1];
    s[0] += w[0] * x0;
    s[1] += w[0] * x1;
    s[2] += w[1] * x0;
    s[3] += w[1] * x1;
    EDGEC_SCALAR_KEEP(s);
    s[4] += w[2] * x0;
    s[5] += w[2] * x1;
    s[6] += w[3] * x0;
    s[7] += w[3] * x1;
    EDGEC_SCALAR_KEEP(s + 4);
}

EDGEC_INLINE const uint16_t *edgec_wino_sums_scalar(const edgec_wino_job_scalar *job, const uint16_t *w)
{
    const int32_t *x = job->points;
    uint32_t *sums = job->sums;
    int32_t i;
    for (i = 0; i < EDGEC_SCALAR_POINTS; i++) {
        const int32_t *const end = x + EDGEC_SCALAR_TILES * (job->in_c + 1);
        const uint32_t x0 = (uint32_t)x[0];
        const uint32_t x1 = (uint32_t)x[1];
        uint32_t s[EDGEC_SCALAR_WINO_SUMS] = {x0, x1, x0, x1, x0, x1, x0, x1};
        x += EDGEC_SCALAR_TILES;
        do {
            edgec_wino_tap_scalar(x, w, s);
            edgec_wino_tap_scalar(x + 2, w + 4, s);
            edgec_wino_tap_scalar(x + 4, w + 8, s);
            edgec_wino_tap_scalar(x + 6, w + 12, s);
            x += 4 * EDGEC_SCALAR_TILES;
            w += 4 * EDGEC_SCALAR_CHANNELS;
        } while (x != end);
        sums[0] = s[0];
        sums[1] = s[1];
        sums[2] = s[2];
        sums[3] = s[3];
        sums[4] = s[4];
        sums[5] = s[5];
        sums[6] = s[6];
        sums[7] = s[7];
        sums += EDGEC_SCALAR_WINO_SUMS;
    }
    return w;
}

#endif

#if EDGEC_BODIES

/* Points of a channel of a tile, EDGEC_SCALAR_WINO_SUMS apart, to 2x2 sums: the last cell first. */
static inline void edgec_wino_cells_scalar(const uint32_t *s, uint32_t bias, uint32_t *to)
{
    uint32_t top[4];
    uint32_t low[4];
    int32_t i;
    for (i = 0; i < 4; i++, s += EDGEC_SCALAR_WINO_SUMS) {
        const uint32_t b = s[4 * EDGEC_SCALAR_WINO_SUMS];
        const uint32_t c = s[8 * EDGEC_SCALAR_WINO_SUMS];
        top[i] = s[0] + b + c;
        low[i] = b - c - s[12 * EDGEC_SCALAR_WINO_SUMS];
    }
    top[1] += bias; /* point 5 is in all four */
    low[1] += bias;
    to[0] = low[1] - low[2] - low[3];
    to[1] = low[0] + low[1] + low[2];
    to[2] = top[1] - top[2] - top[3];
    to[3] = top[0] + top[1] + top[2];
}

EDGEC_SCALAR_BLOCK void edgec_wino_channels_scalar(const edgec_wino_job_scalar *job)
{
    const uint16_t *weights = job->weights;
    const int32_t *ends = job->ends;
    uint32_t sums[EDGEC_SCALAR_CHANNELS * 4 * EDGEC_SCALAR_TILES];
    edgec_scalar_ends_job out;
    out.sums = sums;
    out.to = job->to;
    out.to_end = job->to + job->cells;
    out.zz = job->zz;
    out.skip = 4 * (4 * EDGEC_SCALAR_TILES - job->cells);
    for (out.channel = 0; out.channel < job->channels; out.channel = out.last) {
        int32_t q;
        weights = edgec_wino_sums_scalar(job, weights);
        for (q = 0; q < EDGEC_SCALAR_CHANNELS; q++) {
            edgec_wino_cells_scalar(job->sums + 2 * q, (uint32_t)ends[q], sums + 8 * q);
            edgec_wino_cells_scalar(job->sums + 2 * q + 1, (uint32_t)ends[q], sums + 8 * q + 4);
        }
        out.m = ends + EDGEC_SCALAR_CHANNELS;
        out.shifts = (uint32_t)ends[2 * EDGEC_SCALAR_CHANNELS];
        out.last = out.channel + EDGEC_SCALAR_CHANNELS;
        if (out.last > job->channels) {
            out.last = job->channels;
        }
        ends += EDGEC_SCALAR_ENDS;
        edgec_scalar_outputs(&out);
    }
}

#endif

/* The patch of the tile whose first cell is (row, column) of the input, copied cell by cell. */
EDGEC_SHARED_CODE void edgec_wino_copy_scalar(const edgec_winograd_s8_scalar_params *p, const int8_t *x, int32_t row,
                                              int32_t column, int8_t *to)
{
    int32_t i;
    for (i = 0; i < EDGEC_SCALAR_POINTS; i++) {
        const int32_t r = row + i / 4;
        const int32_t c = column + i % 4;
        if (r >= 0 && r < p->in_h && c >= 0 && c < p->in_w) {
            (void)memcpy(to, x + (r * p->in_w + c) * p->in_c, (size_t)p->in_c);
        } else {
            (void)memset(to, p->in_zero & 0xFF, (size_t)p->in_c);
        }
        to += p->in_c;
    }
}

/* Words of the points, behind which the sums lie. */
static inline int32_t edgec_wino_words_scalar(const edgec_winograd_s8_scalar_params *p)
{
    return EDGEC_SCALAR_POINTS * EDGEC_SCALAR_TILES * (p->in_c + 1);
}

/* Transforms the patch of the tile at output (row, column) and says where it goes, the last cell first: one that is
 * absent is the one before it, which overwrites it.  points: of this tile of two. */
static inline void edgec_wino_input_scalar(const edgec_winograd_s8_scalar_params *p, const int8_t *x, int8_t *y,
                                           int32_t row, int32_t column, int32_t *points, int8_t *patch, int8_t **to)
{
    const int32_t step = EDGEC_SCALAR_TILES * (p->in_c + 1);
    const int32_t in_row = row - p->pad_top;
    const int32_t in_column = column - p->pad_left;
    const int32_t down = (p->out_h - row > 1) ? p->out_w * p->out_step : 0;
    const int32_t right = (p->out_w - column > 1) ? p->out_step : 0;
    int8_t *cell = y + (row * p->out_w + column) * p->out_step;
    to[0] = cell + down + right;
    to[1] = cell + down;
    to[2] = cell + right;
    to[3] = cell;
    if (in_row >= 0 && in_row + 4 <= p->in_h && in_column >= 0 && in_column + 4 <= p->in_w) {
        const int8_t *from = x + (in_row * p->in_w + in_column) * p->in_c;
        edgec_wino_patch_scalar(from, p->in_w * p->in_c, p->in_c, points + EDGEC_SCALAR_TILES, step);
    } else {
        edgec_wino_copy_scalar(p, x, in_row, in_column, patch);
        edgec_wino_patch_scalar(patch, 4 * p->in_c, p->in_c, points + EDGEC_SCALAR_TILES, step);
    }
}

/* One image. */
static inline void edgec_wino_image_scalar(const edgec_winograd_s8_scalar_params *p, const int8_t *x, int8_t *y,
                                           int32_t *scratch, edgec_wino_job_scalar *job)
{
    int8_t *patch = (int8_t *)(scratch + edgec_wino_words_scalar(p) + EDGEC_SCALAR_POINTS * EDGEC_SCALAR_WINO_SUMS);
    int32_t row;
    int32_t column;
    job->cells = 0;
    for (row = 0; row < p->out_h; row += 2) {
        for (column = 0; column < p->out_w; column += 2) {
            const _Bool end = row + 2 >= p->out_h && column + 2 >= p->out_w;
            const int32_t tile = job->cells / 4;
            edgec_wino_input_scalar(p, x, y, row, column, scratch + tile, patch, job->to + job->cells);
            job->cells += 4;
            if (tile == 1 || end) {
                edgec_wino_starts_scalar(scratch, p->in_c);
                edgec_wino_channels_scalar(job);
                job->cells = 0;
            }
        }
    }
}

EDGEC_SHARED_CODE void edgec_winograd_s8_scalar_run(const edgec_winograd_s8_scalar_params *p, const int8_t *x,
                                                    const uint16_t *w, const int32_t *ends, int8_t *y, int32_t *scratch)
{
    const int32_t size = p->out_h * p->out_w * p->out_step;
    edgec_wino_job_scalar job;
    int32_t n;
    job.points = scratch;
    job.sums = (uint32_t *)(scratch + edgec_wino_words_scalar(p));
    job.in_c = p->in_c;
    job.weights = w;
    job.ends = ends;
    job.channels = p->out_c;
    job.zz = 2 * p->out_zero + 1;
    for (n = 0; n < p->batch; n++) {
        edgec_wino_image_scalar(p, x, y, scratch, &job);
        if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
            edgec_scalar_clamp(y, size, p->lo, p->hi);
        }
        x += p->in_h * p->in_w * p->in_c;
        y += size;
    }
}

static inline void edgec_winograd_s8_scalar(const edgec_winograd_s8_scalar_params *p, const int8_t *x,
                                            const uint16_t *w, const int32_t *ends, int8_t *y, int32_t *scratch)
{
    edgec_winograd_s8_scalar_run(p, x, w, ends, y, scratch);
}

#endif
