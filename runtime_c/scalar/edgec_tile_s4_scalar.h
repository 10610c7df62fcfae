/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix product of up to eight positions with all output channels of int4 weights: two products in one.
 *
 * A word of the columns is x + (x' << 16) for two positions; products with an int4 weight add up to S + (S' << 16)
 * modulo 2**32.  Blocks of taps end where a sum would need more than 16 bits, so that both can be taken apart.  A byte
 * of weights holds those of two channels, w + 8 | (w' + 8) << 4: sums of the byte less 16 times the sums of its upper
 * half are those of channel 0.  What the sums begin with takes 8 times the sum of the column back. */
#ifndef EDGEC_TILE_S4_SCALAR_H
#define EDGEC_TILE_S4_SCALAR_H

#include "edgec_tile_s4_code_scalar.h"
#include "edgec_tile_scalar.h"

#define EDGEC_SCALAR_S4_POSITIONS 8
#define EDGEC_SCALAR_S4_PAIRS 4
#define EDGEC_SCALAR_S4_STARTS 8 /* words of a block */

typedef struct {
    const uint32_t *columns; /* for each tap a word of each pair of positions */
    uint32_t *starts;        /* what the sums of a block begin with: for bytes, for their upper halves */
    const uint8_t *weights;  /* of two channels for each tap */
    const int32_t *ends;
    int32_t units, first, block; /* of four taps: all, those of the first block, those of another */
    int32_t count;               /* of positions */
    int32_t channels;
    int32_t zz; /* 2 * out_zero + 1 */
    int8_t *to[EDGEC_SCALAR_S4_POSITIONS];
} edgec_scalar_s4_job;

/* All channels of the positions, whose columns are there. */
#define edgec_scalar_tile_s4 EDGEC_TAGGED(edgec_scalar_tile_s4)
EDGEC_SCALAR_BLOCK void edgec_scalar_tile_s4(const edgec_scalar_s4_job *job);

/* `count` taps of two positions to words of the columns. */
#define edgec_scalar_pair EDGEC_TAGGED(edgec_scalar_pair)
EDGEC_SCALAR_BLOCK void edgec_scalar_pair(const int8_t *a, const int8_t *b, int32_t count, uint32_t *to);

#if EDGEC_BODIES && EDGEC_THUMB1

EDGEC_SCALAR_BLOCK void edgec_scalar_pair(const int8_t *a, const int8_t *b, int32_t count, uint32_t *to)
{
    const int8_t *first = a;
    const int8_t *second = b;
    const int32_t taps = count;
    uint32_t *words = to;
    __asm__ volatile(EDGEC_SCALAR_PAIR_CODE
                     :
                     : [a] "m"(first), [b] "m"(second), [count] "m"(taps), [to] "m"(words)
                     : EDGEC_THUMB1_LOW);
}

/* The sums of each pair's words. */
static inline __attribute__((always_inline)) void edgec_scalar_pair_sums(const uint32_t *from, const uint32_t *behind,
                                                                         uint32_t *to)
{
    const uint32_t *columns = from;
    const uint32_t *end = behind;
    uint32_t *sums = to;
    __asm__ volatile(EDGEC_SCALAR_PAIR_SUMS_CODE
                     :
                     : [columns] "m"(columns), [end] "m"(end), [sums] "m"(sums)
                     : EDGEC_THUMB1_ALL);
}

/* The sums of two channels, one behind the other. */
static inline __attribute__((always_inline)) void
edgec_scalar_products_s4(const edgec_scalar_s4_job *job, const uint8_t *from, const int32_t *biases, uint32_t *to)
{
    const uint32_t *columns = job->columns;
    const int32_t step = job->block * (int32_t)sizeof(uint32_t) * EDGEC_SCALAR_UNIT * EDGEC_SCALAR_S4_PAIRS;
    const uint32_t *end = columns + job->first * EDGEC_SCALAR_UNIT * EDGEC_SCALAR_S4_PAIRS;
    const uint32_t *last = columns + job->units * EDGEC_SCALAR_UNIT * EDGEC_SCALAR_S4_PAIRS;
    const uint32_t *starts = job->starts;
    const uint8_t *weights = from;
    const int32_t *bias = biases;
    uint32_t *sums = to;
    int32_t first = 2 | (job->first & 1); /* whether the block is the first, and odd */
    __asm__ volatile(EDGEC_SCALAR_PRODUCTS_S4_CODE
                     : [weights] "+m"(weights), [starts] "+m"(starts), [end] "+m"(end), [first] "+m"(first)
                     : [columns] "m"(columns), [last] "m"(last), [step] "m"(step), [bias] "m"(bias), [sums] "m"(sums)
                     : EDGEC_THUMB1_ALL);
}

#elif EDGEC_BODIES

EDGEC_SCALAR_BLOCK void edgec_scalar_pair(const int8_t *a, const int8_t *b, int32_t count, uint32_t *to)
{
    int32_t i;
    for (i = 0; i < count; i++) {
        const uint32_t v = (uint32_t)(int32_t)a[i];
        *to = v + ((uint32_t)(int32_t)b[i] << 16);
        to += EDGEC_SCALAR_S4_PAIRS;
    }
}

static inline void edgec_scalar_pair_sums(const uint32_t *columns, const uint32_t *end, uint32_t *sums)
{
    uint32_t s[EDGEC_SCALAR_S4_PAIRS] = {0u, 0u, 0u, 0u};
    do {
        s[0] += columns[0];
        s[1] += columns[1];
        s[2] += columns[2];
        s[3] += columns[3];
        columns += EDGEC_SCALAR_S4_PAIRS;
    } while (columns != end);
    sums[0] = s[0];
    sums[1] = s[1];
    sums[2] = s[2];
    sums[3] = s[3];
}

/* A tap of the pairs for two channels: sums of the byte, and of its upper half. */
EDGEC_INLINE void edgec_scalar_tap_s4(const uint32_t *x, uint32_t w, uint32_t *a, uint32_t *b)
{
    const uint32_t high = w >> 4;
    a[0] += x[0] * w;
    b[0] += x[0] * high;
    a[1] += x[1] * w;
    b[1] += x[1] * high;
    a[2] += x[2] * w;
    b[2] += x[2] * high;
    a[3] += x[3] * w;
    b[3] += x[3] * high;
    EDGEC_SCALAR_KEEP(a);
    EDGEC_SCALAR_KEEP(b);
}

static inline void edgec_scalar_products_s4(const edgec_scalar_s4_job *job, const uint8_t *w, const int32_t *bias,
                                            uint32_t *sums)
{
    const int32_t unit = EDGEC_SCALAR_UNIT * EDGEC_SCALAR_S4_PAIRS;
    const uint32_t *x = job->columns;
    const uint32_t *const last = x + unit * job->units;
    const uint32_t *end = x + unit * job->first;
    const uint32_t *starts = job->starts;
    int32_t i;
    for (i = 0; i < EDGEC_SCALAR_S4_POSITIONS; i++) {
        sums[i] = (uint32_t)bias[0];
        sums[EDGEC_SCALAR_S4_POSITIONS + i] = (uint32_t)bias[1];
    }
    for (;; end += unit * job->block) {
        uint32_t a[EDGEC_SCALAR_S4_PAIRS] = {starts[0], starts[1], starts[2], starts[3]};
        uint32_t b[EDGEC_SCALAR_S4_PAIRS] = {starts[4], starts[5], starts[6], starts[7]};
        starts += EDGEC_SCALAR_S4_STARTS;
        do {
            edgec_scalar_tap_s4(x, w[0], a, b);
            edgec_scalar_tap_s4(x + 4, w[1], a, b);
            edgec_scalar_tap_s4(x + 8, w[2], a, b);
            edgec_scalar_tap_s4(x + 12, w[3], a, b);
            x += EDGEC_SCALAR_UNIT * EDGEC_SCALAR_S4_PAIRS;
            w += EDGEC_SCALAR_UNIT;
        } while (x != end);
        for (i = 0; i < EDGEC_SCALAR_S4_PAIRS; i++) {
            edgec_scalar_apart_s4(a[i] - 16u * b[i], sums + 2 * i);
            edgec_scalar_apart_s4(b[i], sums + EDGEC_SCALAR_S4_POSITIONS + 2 * i);
        }
        if (end == last) {
            break;
        }
    }
}

#endif

#if EDGEC_BODIES

/* What the sums of each block begin with: -136 and -8 times those of its columns. */
static inline void edgec_scalar_starts_s4(const edgec_scalar_s4_job *job)
{
    const int32_t unit = EDGEC_SCALAR_UNIT * EDGEC_SCALAR_S4_PAIRS;
    const uint32_t *x = job->columns;
    const uint32_t *const last = x + unit * job->units;
    uint32_t *starts = job->starts;
    int32_t units = job->first;
    do {
        int32_t i;
        edgec_scalar_pair_sums(x, x + unit * units, starts + EDGEC_SCALAR_S4_PAIRS);
        for (i = 0; i < EDGEC_SCALAR_S4_PAIRS; i++) {
            const uint32_t start = 0u - 8u * starts[EDGEC_SCALAR_S4_PAIRS + i];
            starts[EDGEC_SCALAR_S4_PAIRS + i] = start;
            starts[i] = 17u * start;
        }
        starts += EDGEC_SCALAR_S4_STARTS;
        x += unit * units;
        units = job->block;
    } while (x != last);
}

EDGEC_SCALAR_BLOCK void edgec_scalar_tile_s4(const edgec_scalar_s4_job *job)
{
    const int32_t taps = EDGEC_SCALAR_UNIT * job->units;
    const uint8_t *weights = job->weights;
    const int32_t *ends = job->ends;
    uint32_t sums[EDGEC_SCALAR_CHANNELS * EDGEC_SCALAR_S4_POSITIONS];
    edgec_scalar_ends_job out;
    edgec_scalar_starts_s4(job);
    out.sums = sums;
    out.to = job->to;
    out.to_end = job->to + job->count;
    out.zz = job->zz;
    out.skip = 4 * (EDGEC_SCALAR_S4_POSITIONS - job->count);
    for (out.channel = 0; out.channel < job->channels; out.channel = out.last) {
        int32_t q;
        out.last = out.channel + EDGEC_SCALAR_CHANNELS;
        if (out.last > job->channels) {
            out.last = job->channels;
        }
        for (q = 0; q < out.last - out.channel; q += 2) {
            edgec_scalar_products_s4(job, weights, ends + q, sums + EDGEC_SCALAR_S4_POSITIONS * q);
            weights += taps;
        }
        out.m = ends + EDGEC_SCALAR_CHANNELS;
        out.shifts = (uint32_t)ends[2 * EDGEC_SCALAR_CHANNELS];
        ends += EDGEC_SCALAR_ENDS;
        edgec_scalar_outputs(&out);
    }
}

#endif

#endif
