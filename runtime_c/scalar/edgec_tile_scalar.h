/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix product of up to four positions with all output channels, four at a time: the core of every convolution.
 *
 * Both factors are bytes without signs, x + 128 and w + 128, which Armv6-M loads by one instruction from an address
 * with an offset; 128 times the sum of a position's column, and what the binding folds into the biases, takes that
 * back. Weights: for each tap those of four channels; ends of four channels: biases, multipliers, shifts n in a word's
 * bytes. */
#ifndef EDGEC_TILE_SCALAR_H
#define EDGEC_TILE_SCALAR_H

#include "edgec_columns_scalar.h"
#include "edgec_rv32_code_scalar.h"
#include "edgec_tile_code_scalar.h"

#define EDGEC_SCALAR_CHANNELS 4
#define EDGEC_SCALAR_ENDS 9 /* words of four channels */

#define EDGEC_SCALAR_TOGETHER (EDGEC_SCALAR_WIDE ? 4 : 2) /* positions */

typedef struct {
    const uint8_t *columns;
    const uint8_t *weights;
    const int32_t *ends;
    int32_t units;
    uint32_t offset[EDGEC_SCALAR_POSITIONS]; /* what each position adds to its sums */
    uint32_t sums[EDGEC_SCALAR_CHANNELS * EDGEC_SCALAR_POSITIONS];
    int8_t *to[EDGEC_SCALAR_POSITIONS]; /* channel 0 of each position */
    int32_t count;                      /* of positions */
    int32_t channel, channels;          /* the next one, and all of them */
    int32_t zz;                         /* 2 * out_zero + 1 */
    int32_t narrow;                     /* whether sums fit 24 bits: RV32 only asks */
#if EDGEC_RV32
    int32_t left; /* channels */
    const uint8_t *end;
    uint32_t twice[EDGEC_SCALAR_POSITIONS], fourfold[EDGEC_SCALAR_POSITIONS]; /* offsets of sums that share a word */
#endif
} edgec_scalar_job;

/* What the assembly reads of sums that become outputs: rows of `count` sums and `skip` bytes. */
typedef struct {
    const uint32_t *sums;
    const int32_t *m;
    uint32_t shifts;
    int8_t *const *to, *const *to_end;
    int32_t channel, last;
    int32_t zz, skip;
} edgec_scalar_ends_job;

/* All channels of the positions. */
#define edgec_scalar_tile EDGEC_TAGGED(edgec_scalar_tile)
EDGEC_SCALAR_BLOCK void edgec_scalar_tile(edgec_scalar_job *job);

/* Rows of sums to outputs, a channel each. */
#define edgec_scalar_outputs EDGEC_TAGGED(edgec_scalar_outputs)
EDGEC_SCALAR_BLOCK void edgec_scalar_outputs(edgec_scalar_ends_job *job);

#if EDGEC_BODIES && EDGEC_THUMB1

EDGEC_SCALAR_BLOCK void edgec_scalar_outputs(edgec_scalar_ends_job *job)
{
    edgec_scalar_ends_job *self = job;
    __asm__ volatile(
        EDGEC_SCALAR_OUTPUTS_CODE
        : [self] "+m"(self)
        : [sums] "i"(offsetof(edgec_scalar_ends_job, sums)), [m] "i"(offsetof(edgec_scalar_ends_job, m)),
          [shifts] "i"(offsetof(edgec_scalar_ends_job, shifts)), [to] "i"(offsetof(edgec_scalar_ends_job, to)),
          [to_end] "i"(offsetof(edgec_scalar_ends_job, to_end)),
          [channel] "i"(offsetof(edgec_scalar_ends_job, channel)), [last] "i"(offsetof(edgec_scalar_ends_job, last)),
          [zz] "i"(offsetof(edgec_scalar_ends_job, zz)), [skip] "i"(offsetof(edgec_scalar_ends_job, skip))
        : EDGEC_THUMB1_ALL);
}

/* The sums of positions `first` and the next one. */
static inline __attribute__((always_inline)) void edgec_scalar_products(edgec_scalar_job *job, int32_t first)
{
    edgec_scalar_job *self = job;
    const uint8_t *columns = job->columns + first * EDGEC_SCALAR_UNIT;
    const uint8_t *end = columns + job->units * EDGEC_SCALAR_POSITIONS * EDGEC_SCALAR_UNIT;
    const int32_t *bias = job->ends;
    const uint32_t *offset = job->offset + first;
    uint32_t *sums = job->sums + first;
    __asm__ volatile(
        EDGEC_SCALAR_PRODUCTS_CODE
        : [self] "+m"(self)
        : [columns] "m"(columns), [end] "m"(end), [bias] "m"(bias), [offset] "m"(offset), [sums] "m"(sums),
          [weights] "i"(offsetof(edgec_scalar_job, weights)), [units] "i"(offsetof(edgec_scalar_job, units))
        : EDGEC_THUMB1_ALL);
}

#elif EDGEC_BODIES

EDGEC_SCALAR_BLOCK void edgec_scalar_outputs(edgec_scalar_ends_job *job)
{
    const uint32_t *sums = job->sums;
    const int32_t *m = job->m;
    int8_t *const *const end = job->to_end;
    const int32_t skip = job->skip / 4;
    const int32_t zz = job->zz;
    const int32_t last = job->last;
    uint32_t shifts = job->shifts;
    int32_t c;
    for (c = job->channel; c < last; c++) {
        const edgec_scalar_factor factor = edgec_scalar_factor_of(*m++, shifts & 0xFFu, zz);
        int8_t *const *to = job->to;
        do {
            (*to++)[c] = edgec_requantize_scalar((int32_t)*sums++, &factor);
        } while (to != end);
        sums += skip;
        shifts >>= 8;
    }
}

#if EDGEC_SCALAR_WIDE

/* Sums of one channel for the four positions. */
EDGEC_INLINE void edgec_scalar_row(uint32_t w, const uint32_t *x, uint32_t *s)
{
    s[0] += w * x[0];
    s[1] += w * x[1];
    s[2] += w * x[2];
    s[3] += w * x[3];
    EDGEC_SCALAR_KEEP(s);
}

/* A tap of the positions for four channels. */
EDGEC_INLINE void edgec_scalar_tap(const uint8_t *at, const uint8_t *w, uint32_t *s)
{
    uint32_t x[EDGEC_SCALAR_POSITIONS];
    x[0] = at[0];
    x[1] = at[4];
    x[2] = at[8];
    x[3] = at[12];
    edgec_scalar_row(w[0], x, s);
    edgec_scalar_row(w[1], x, s + 4);
    edgec_scalar_row(w[2], x, s + 8);
    edgec_scalar_row(w[3], x, s + 12);
}

EDGEC_INLINE void edgec_scalar_begin(uint32_t bias, const uint32_t *offset, uint32_t *s)
{
    s[0] = bias + offset[0];
    s[1] = bias + offset[1];
    s[2] = bias + offset[2];
    s[3] = bias + offset[3];
}

EDGEC_INLINE void edgec_scalar_store(const uint32_t *s, uint32_t *to)
{
    to[0] = s[0];
    to[1] = s[1];
    to[2] = s[2];
    to[3] = s[3];
}

#else

/* A tap of two positions for four channels. */
EDGEC_INLINE void edgec_scalar_tap(const uint8_t *at, const uint8_t *w, uint32_t *s)
{
    const uint32_t x0 = at[0];
    const uint32_t x1 = at[4];
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

EDGEC_INLINE void edgec_scalar_begin(uint32_t bias, const uint32_t *offset, uint32_t *s)
{
    s[0] = bias + offset[0];
    s[1] = bias + offset[1];
}

EDGEC_INLINE void edgec_scalar_store(const uint32_t *s, uint32_t *to)
{
    to[0] = s[0];
    to[1] = s[1];
}

#endif

/* Outputs of channel q of a block from its sums.  Absent positions go where the last one does, which comes later. */
EDGEC_INLINE void edgec_scalar_end(const edgec_scalar_job *job, int32_t first, int32_t q)
{
    const uint32_t *s = job->sums + EDGEC_SCALAR_POSITIONS * q + first;
    const int32_t channel = job->channel + q;
    if (channel < job->channels) {
        const uint32_t n = ((uint32_t)job->ends[2 * EDGEC_SCALAR_CHANNELS] >> (8 * q)) & 0xFFu;
        const edgec_scalar_factor f = edgec_scalar_factor_of(job->ends[EDGEC_SCALAR_CHANNELS + q], n, job->zz);
        int8_t *const *to = job->to + first;
#if EDGEC_SCALAR_WIDE
        to[3][channel] = edgec_requantize_scalar((int32_t)s[3], &f);
        to[2][channel] = edgec_requantize_scalar((int32_t)s[2], &f);
#endif
        to[1][channel] = edgec_requantize_scalar((int32_t)s[1], &f);
        to[0][channel] = edgec_requantize_scalar((int32_t)s[0], &f);
    }
}

/* A block of channels of positions `first` and the ones behind it: all, or one more. */
EDGEC_INLINE void edgec_scalar_products(edgec_scalar_job *job, int32_t first)
{
    uint32_t *sums = job->sums + first;
    const uint8_t *x = job->columns + first * EDGEC_SCALAR_UNIT;
    const uint8_t *end = x + job->units * EDGEC_SCALAR_POSITIONS * EDGEC_SCALAR_UNIT;
    const uint8_t *w = job->weights;
    const uint32_t *offset = job->offset + first;
    uint32_t s[EDGEC_SCALAR_CHANNELS * EDGEC_SCALAR_TOGETHER]; /* registers: no loop indexes it */
    edgec_scalar_begin((uint32_t)job->ends[0], offset, s);
    edgec_scalar_begin((uint32_t)job->ends[1], offset, s + EDGEC_SCALAR_TOGETHER);
    edgec_scalar_begin((uint32_t)job->ends[2], offset, s + 2 * EDGEC_SCALAR_TOGETHER);
    edgec_scalar_begin((uint32_t)job->ends[3], offset, s + 3 * EDGEC_SCALAR_TOGETHER);
    do {
        edgec_scalar_tap(x, w, s);
        edgec_scalar_tap(x + 1, w + 4, s);
        edgec_scalar_tap(x + 2, w + 8, s);
        edgec_scalar_tap(x + 3, w + 12, s);
        x += EDGEC_SCALAR_POSITIONS * EDGEC_SCALAR_UNIT;
        w += EDGEC_SCALAR_CHANNELS * EDGEC_SCALAR_UNIT;
    } while (x != end);
    edgec_scalar_store(s, sums);
    edgec_scalar_store(s + EDGEC_SCALAR_TOGETHER, sums + 4);
    edgec_scalar_store(s + 2 * EDGEC_SCALAR_TOGETHER, sums + 8);
    edgec_scalar_store(s + 3 * EDGEC_SCALAR_TOGETHER, sums + 12);
    EDGEC_SCALAR_FENCE(); /* no sum is kept in a register from the loop on: GCC would move them in each round */
    edgec_scalar_end(job, first, 0);
    edgec_scalar_end(job, first, 1);
    edgec_scalar_end(job, first, 2);
    edgec_scalar_end(job, first, 3);
}

#endif

/* Absent positions go where the last one does. */
static inline void edgec_scalar_fill(edgec_scalar_job *job)
{
    int32_t i;
    for (i = job->count; i < EDGEC_SCALAR_POSITIONS; i++) {
        job->offset[i] = 0u;
        job->to[i] = job->to[job->count - 1];
    }
}

#if EDGEC_BODIES && EDGEC_RV32

/* All channels whose sums fit 24 bits: three products for four (rv32.j2). */
static inline void edgec_scalar_narrow(edgec_scalar_job *job)
{
    int32_t i;
    job->left = job->channels - job->channel;
    job->end = job->columns + job->units * EDGEC_SCALAR_POSITIONS * EDGEC_SCALAR_UNIT;
    for (i = 0; i < EDGEC_SCALAR_POSITIONS; i++) {
        job->twice[i] = job->offset[i] * 0x0101u;
        job->fourfold[i] = job->offset[i] * 0x01010101u;
    }
    __asm__ volatile(EDGEC_SCALAR_RV32_TILE_CODE
                     :
                     : [self] "r"(job), [columns] "i"(offsetof(edgec_scalar_job, columns)),
                       [weights] "i"(offsetof(edgec_scalar_job, weights)), [ends] "i"(offsetof(edgec_scalar_job, ends)),
                       [end] "i"(offsetof(edgec_scalar_job, end)), [twice] "i"(offsetof(edgec_scalar_job, twice)),
                       [fourfold] "i"(offsetof(edgec_scalar_job, fourfold)), [to] "i"(offsetof(edgec_scalar_job, to)),
                       [channel] "i"(offsetof(edgec_scalar_job, channel)), [left] "i"(offsetof(edgec_scalar_job, left)),
                       [zz] "i"(offsetof(edgec_scalar_job, zz))
                     : EDGEC_RV32_ALL);
}

#endif

#if EDGEC_BODIES
EDGEC_SCALAR_BLOCK void edgec_scalar_tile(edgec_scalar_job *job)
{
#if EDGEC_RV32
    if (job->narrow) {
        edgec_scalar_narrow(job);
        return;
    }
#endif
#if EDGEC_THUMB1
    edgec_scalar_ends_job ends;
    ends.to = job->to;
    ends.to_end = job->to + job->count;
    ends.zz = job->zz;
    ends.sums = job->sums;
    ends.skip = 4 * (EDGEC_SCALAR_POSITIONS - job->count);
#endif
    while (job->channel < job->channels) {
        const int32_t next = job->channel + EDGEC_SCALAR_CHANNELS;
        int32_t first;
        for (first = 0; first < job->count; first += EDGEC_SCALAR_TOGETHER) {
            edgec_scalar_products(job, first);
        }
#if EDGEC_THUMB1
        ends.m = job->ends + EDGEC_SCALAR_CHANNELS;
        ends.shifts = (uint32_t)job->ends[2 * EDGEC_SCALAR_CHANNELS];
        ends.channel = job->channel;
        ends.last = (next < job->channels) ? next : job->channels;
        edgec_scalar_outputs(&ends);
#endif
        job->channel = next;
        job->weights += EDGEC_SCALAR_CHANNELS * EDGEC_SCALAR_UNIT * job->units;
        job->ends += EDGEC_SCALAR_ENDS;
    }
}
#endif

#endif
