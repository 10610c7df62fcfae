/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, int8 with int4 weights, row by row, eight outputs at a time: two products in one.
 *
 * A word of weights holds a tap's of eight outputs as w + 8, in its lower half those of 0, 2, 4, 6, in its upper half
 * those of 1, 3, 5, 7.  The row holds x + 128.  With n0 to n7 for the fours of bits, the products of x with
 *
 *     a: the word    b: n1 n3 n5 n7, a byte each    c: n2 + 16 n3 and n6 + 16 n7 in halves    d: n3 and n7 in halves
 *
 * add up to sums of which d is those of outputs 6 and 7 in halves of a word, c - 16 d of 4 and 5, b - 256 d of 2 and 3,
 * and a - 16 b - 256 (c - 16 d) of 0 and 1, modulo 2**32.  Blocks of taps end where a sum would need more than 16 bits,
 * so that both can be taken apart; 8 times the sum of a block's inputs is taken back there (they have signs: those of x
 * + 128 need more blocks).  Scratch: the row, and that of each block. */
#ifndef EDGEC_DENSE_S4_SCALAR_H
#define EDGEC_DENSE_S4_SCALAR_H

#include "edgec_clamp_s8_scalar.h"
#include "edgec_dense_s4_code_scalar.h"
#include "edgec_tile_scalar.h"

#define EDGEC_SCALAR_S4_OUTPUTS 8 /* of a fully connected layer, whose weights share a word */

#define EDGEC_SCALAR_S4_BYTES 0x0F0F0F0Fu
#define EDGEC_SCALAR_S4_HALVES 0x00FF00FFu

typedef struct {
    int32_t rows, in_c, out_c;
    int32_t out_zero, lo, hi;
    int32_t units;        /* ceil(in_c / EDGEC_SCALAR_UNIT) */
    int32_t first, block; /* units of the first block, whose sums fit 16 bits, and of another */
    int32_t blocks;       /* how many there are */
} edgec_dense_s4_scalar_params;

/* The outputs of a row. */
typedef struct {
    const uint8_t *row;
    const uint32_t *starts; /* of each block: what a pair of sums begins with */
    const uint32_t *weights;
    const int32_t *ends;
    int32_t first, block; /* taps */
    int32_t taps, channels;
    int32_t zz;
    int8_t *y;
} edgec_dense_s4_job_scalar;

#define edgec_dense_row_s4_scalar EDGEC_TAGGED(edgec_dense_row_s4_scalar)
EDGEC_SCALAR_BLOCK void edgec_dense_row_s4_scalar(const edgec_dense_s4_job_scalar *job);

#if EDGEC_BODIES && EDGEC_THUMB1

/* Sums a to d of a block of taps; gives the weights behind theirs. */
static inline __attribute__((always_inline)) const uint32_t *
edgec_dense_sums_s4_scalar(const uint8_t *from, const uint8_t *behind, const uint32_t *weights, uint32_t *to)
{
    const uint8_t *row = from;
    const uint8_t *end = behind;
    const uint32_t *next = weights;
    const uint32_t bytes = EDGEC_SCALAR_S4_BYTES;
    const uint32_t halves = EDGEC_SCALAR_S4_HALVES;
    uint32_t *sums = to;
    __asm__ volatile(EDGEC_SCALAR_DENSE_S4_CODE
                     : [weights] "+m"(next)
                     : [row] "m"(row), [end] "m"(end), [bytes] "m"(bytes), [halves] "m"(halves), [sums] "m"(sums)
                     : EDGEC_THUMB1_ALL);
    return next;
}

#elif EDGEC_BODIES

/* A tap for eight outputs. */
EDGEC_INLINE void edgec_dense_tap_s4_scalar(uint32_t x, uint32_t w, uint32_t *s)
{
    const uint32_t odd = (w >> 4) & EDGEC_SCALAR_S4_BYTES;
    s[0] += x * w;
    s[1] += x * odd;
    s[2] += x * ((w >> 8) & EDGEC_SCALAR_S4_HALVES);
    s[3] += x * ((odd >> 8) & EDGEC_SCALAR_S4_HALVES);
    EDGEC_SCALAR_KEEP(s);
}

EDGEC_INLINE const uint32_t *edgec_dense_sums_s4_scalar(const uint8_t *from, const uint8_t *end,
                                                        const uint32_t *weights, uint32_t *sums)
{
    const uint8_t *x = from;
    const uint32_t *w = weights;
    uint32_t s[4] = {0u, 0u, 0u, 0u};
    do {
        edgec_dense_tap_s4_scalar(x[0] - 128u, w[0], s);
        edgec_dense_tap_s4_scalar(x[1] - 128u, w[1], s);
        edgec_dense_tap_s4_scalar(x[2] - 128u, w[2], s);
        edgec_dense_tap_s4_scalar(x[3] - 128u, w[3], s);
        x += EDGEC_SCALAR_UNIT;
        w += EDGEC_SCALAR_UNIT;
    } while (x != end);
    sums[0] = s[0];
    sums[1] = s[1];
    sums[2] = s[2];
    sums[3] = s[3];
    return w;
}

#endif

#if EDGEC_BODIES

/* Sums a to d of a block to those of the outputs. */
static inline void edgec_dense_apart_s4_scalar(const uint32_t *s, uint32_t start, uint32_t *sums)
{
    const uint32_t third = s[2] - (s[3] << 4);
    edgec_scalar_apart_s4(s[0] - (s[1] << 4) - (third << 8) + start, sums);
    edgec_scalar_apart_s4(s[1] - (s[3] << 8) + start, sums + 2);
    edgec_scalar_apart_s4(third + start, sums + 4);
    edgec_scalar_apart_s4(s[3] + start, sums + 6);
}

/* The next eight outputs' sums, where left of them have biases; gives the weights behind theirs. */
static inline const uint32_t *edgec_dense_eight_s4_scalar(const edgec_dense_s4_job_scalar *job, const uint32_t *weights,
                                                          const int32_t *ends, int32_t left, uint32_t *sums)
{
    const uint8_t *x = job->row;
    const uint8_t *const last = x + job->taps;
    const uint32_t *start = job->starts;
    const int32_t *more = (left > EDGEC_SCALAR_CHANNELS) ? ends + EDGEC_SCALAR_ENDS : ends;
    int32_t taps = job->first;
    int32_t i;
    for (i = 0; i < EDGEC_SCALAR_CHANNELS; i++) {
        sums[i] = (uint32_t)ends[i];
        sums[EDGEC_SCALAR_CHANNELS + i] = (uint32_t)more[i];
    }
    do {
        uint32_t s[4];
        weights = edgec_dense_sums_s4_scalar(x, x + taps, weights, s);
        edgec_dense_apart_s4_scalar(s, *start, sums);
        start++;
        x += taps;
        taps = job->block;
    } while (x != last);
    return weights;
}

EDGEC_SCALAR_BLOCK void edgec_dense_row_s4_scalar(const edgec_dense_s4_job_scalar *job)
{
    const uint32_t *weights = job->weights;
    const int32_t *ends = job->ends;
    int8_t *const to[1] = {job->y};
    uint32_t sums[EDGEC_SCALAR_S4_OUTPUTS];
    edgec_scalar_ends_job out;
    out.to = to;
    out.to_end = to + 1;
    out.zz = job->zz;
    out.skip = 0;
    for (out.channel = 0; out.channel < job->channels; out.channel += EDGEC_SCALAR_CHANNELS) {
        const int32_t left = job->channels - out.channel;
        out.sums = sums + EDGEC_SCALAR_CHANNELS;
        if ((out.channel & EDGEC_SCALAR_CHANNELS) == 0) {
            weights = edgec_dense_eight_s4_scalar(job, weights, ends, left, sums);
            out.sums = sums;
        }
        out.m = ends + EDGEC_SCALAR_CHANNELS;
        out.shifts = (uint32_t)ends[2 * EDGEC_SCALAR_CHANNELS];
        out.last = out.channel + ((left < EDGEC_SCALAR_CHANNELS) ? left : EDGEC_SCALAR_CHANNELS);
        ends += EDGEC_SCALAR_ENDS;
        edgec_scalar_outputs(&out);
    }
}

#endif

/* A row to scratch, block by block, and what a pair of sums of each begins with. */
static inline void edgec_dense_s4_fill_scalar(const edgec_dense_s4_scalar_params *p, const int8_t *x, uint32_t *row,
                                              uint32_t *starts)
{
    int32_t units = p->first;
    int32_t left = p->in_c;
    int32_t i;
    for (i = 0; i < p->blocks; i++) {
        const int32_t taps = EDGEC_SCALAR_UNIT * units;
        const uint32_t sum = edgec_scalar_column(x, (taps < left) ? taps : left, row, 1);
        starts[i] = 0u - 0x00080008u * (sum - 128u * (uint32_t)taps);
        x += taps;
        row += units;
        left -= taps;
        units = p->block;
    }
}

EDGEC_SHARED_CODE void edgec_dense_s4_scalar_run(const edgec_dense_s4_scalar_params *p, const int8_t *x,
                                                 const uint32_t *w, const int32_t *ends, int8_t *y, uint32_t *scratch)
{
    edgec_dense_s4_job_scalar job;
    int32_t m;
    job.row = (const uint8_t *)scratch;
    job.starts = scratch + p->units;
    job.weights = w;
    job.ends = ends;
    job.first = EDGEC_SCALAR_UNIT * p->first;
    job.block = EDGEC_SCALAR_UNIT * p->block;
    job.taps = EDGEC_SCALAR_UNIT * p->units;
    job.channels = p->out_c;
    job.zz = 2 * p->out_zero + 1;
    for (m = 0; m < p->rows; m++) {
        edgec_dense_s4_fill_scalar(p, x + m * p->in_c, scratch, scratch + p->units);
        job.y = y + m * p->out_c;
        edgec_dense_row_s4_scalar(&job);
    }
    if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
        edgec_scalar_clamp(y, p->rows * p->out_c, p->lo, p->hi);
    }
}

static inline void edgec_dense_s4_scalar(const edgec_dense_s4_scalar_params *p, const int8_t *x, const uint32_t *w,
                                         const int32_t *ends, int8_t *y, uint32_t *scratch)
{
    edgec_dense_s4_scalar_run(p, x, w, ends, y, scratch);
}

#endif
