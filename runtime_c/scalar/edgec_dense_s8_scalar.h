/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, int8, row by row: four outputs at a time, with the weights and ends of edgec_tile_scalar.h.
 * Scratch: the row as x + 128. */
#ifndef EDGEC_DENSE_S8_SCALAR_H
#define EDGEC_DENSE_S8_SCALAR_H

#include "edgec_clamp_s8_scalar.h"
#include "edgec_dense_code_scalar.h"
#include "edgec_tile_scalar.h"

typedef struct {
    int32_t rows, in_c, out_c;
    int32_t out_zero, lo, hi;
    int32_t units;  /* ceil(in_c / EDGEC_SCALAR_UNIT) */
    int32_t narrow; /* whether sums fit 24 bits */
} edgec_dense_s8_scalar_params;

/* The outputs of a row, whose sums begin with the biases and `offset`. */
typedef struct {
    const uint8_t *row;
    const uint8_t *weights;
    const int32_t *ends;
    uint32_t offset;
    int32_t units;
    int32_t channels;
    int32_t zz;
    int8_t *y;
    int32_t narrow; /* whether sums fit 24 bits: RV32 only asks */
#if EDGEC_RV32
    const uint8_t *end;       /* of the row */
    uint32_t twice, fourfold; /* offsets of sums that share a word */
#endif
} edgec_dense_job_scalar;

#define edgec_dense_row_scalar EDGEC_TAGGED(edgec_dense_row_scalar)
EDGEC_SCALAR_BLOCK void edgec_dense_row_scalar(const edgec_dense_job_scalar *job);

#if EDGEC_BODIES && EDGEC_THUMB1

/* The sums of four outputs; gives the weights behind theirs. */
static inline __attribute__((always_inline)) const uint8_t *
edgec_dense_sums_scalar(const edgec_dense_job_scalar *job, const uint8_t *weights, const int32_t *bias, uint32_t *sums)
{
    const uint8_t *row = job->row;
    const uint8_t *end = row + job->units * EDGEC_SCALAR_UNIT;
    const uint8_t *next = weights;
    uint32_t offset = job->offset;
    __asm__ volatile(EDGEC_SCALAR_DENSE_CODE
                     : [weights] "+m"(next)
                     : [row] "m"(row), [end] "m"(end), [bias] "m"(bias), [offset] "m"(offset), [sums] "m"(sums)
                     : EDGEC_THUMB1_ALL);
    return next;
}

#elif EDGEC_BODIES

/* A tap for four outputs. */
EDGEC_INLINE void edgec_dense_tap_scalar(uint32_t x, const uint8_t *w, uint32_t *s)
{
    s[0] += x * w[0];
    s[1] += x * w[1];
    s[2] += x * w[2];
    s[3] += x * w[3];
    EDGEC_SCALAR_KEEP(s);
}

EDGEC_INLINE const uint8_t *edgec_dense_sums_scalar(const edgec_dense_job_scalar *job, const uint8_t *w,
                                                    const int32_t *bias, uint32_t *sums)
{
    const uint8_t *x = job->row;
    const uint8_t *end = x + job->units * EDGEC_SCALAR_UNIT;
    uint32_t s[EDGEC_SCALAR_CHANNELS];
    s[0] = (uint32_t)bias[0] + job->offset;
    s[1] = (uint32_t)bias[1] + job->offset;
    s[2] = (uint32_t)bias[2] + job->offset;
    s[3] = (uint32_t)bias[3] + job->offset;
    do {
        edgec_dense_tap_scalar(x[0], w, s);
        edgec_dense_tap_scalar(x[1], w + 4, s);
        edgec_dense_tap_scalar(x[2], w + 8, s);
        edgec_dense_tap_scalar(x[3], w + 12, s);
        x += EDGEC_SCALAR_UNIT;
        w += EDGEC_SCALAR_CHANNELS * EDGEC_SCALAR_UNIT;
    } while (x != end);
    sums[0] = s[0];
    sums[1] = s[1];
    sums[2] = s[2];
    sums[3] = s[3];
    return w;
}

#endif

#if EDGEC_BODIES && EDGEC_RV32

/* All outputs of a row whose sums fit 24 bits: three products for four (rv32.j2). */
static inline void edgec_dense_narrow_scalar(const edgec_dense_job_scalar *job)
{
    edgec_dense_job_scalar all = *job;
    all.end = all.row + all.units * EDGEC_SCALAR_UNIT;
    all.twice = all.offset * 0x0101u;
    all.fourfold = all.offset * 0x01010101u;
    __asm__ volatile(
        EDGEC_SCALAR_RV32_ROW_CODE
        :
        : [self] "r"(&all), [row] "i"(offsetof(edgec_dense_job_scalar, row)),
          [weights] "i"(offsetof(edgec_dense_job_scalar, weights)), [ends] "i"(offsetof(edgec_dense_job_scalar, ends)),
          [end] "i"(offsetof(edgec_dense_job_scalar, end)), [twice] "i"(offsetof(edgec_dense_job_scalar, twice)),
          [fourfold] "i"(offsetof(edgec_dense_job_scalar, fourfold)),
          [units] "i"(offsetof(edgec_dense_job_scalar, units)),
          [channels] "i"(offsetof(edgec_dense_job_scalar, channels)), [zz] "i"(offsetof(edgec_dense_job_scalar, zz)),
          [y] "i"(offsetof(edgec_dense_job_scalar, y))
        : EDGEC_RV32_ALL);
}

#endif

#if EDGEC_BODIES
EDGEC_SCALAR_BLOCK void edgec_dense_row_scalar(const edgec_dense_job_scalar *job)
{
    const uint8_t *weights = job->weights;
    const int32_t *ends = job->ends;
    int8_t *const to[1] = {job->y};
    uint32_t sums[EDGEC_SCALAR_CHANNELS];
    edgec_scalar_ends_job out;
#if EDGEC_RV32
    if (job->narrow) {
        edgec_dense_narrow_scalar(job);
        return;
    }
#endif
    out.to = to;
    out.to_end = to + 1;
    out.zz = job->zz;
    out.sums = sums;
    out.skip = 0;
    for (out.channel = 0; out.channel < job->channels; out.channel += EDGEC_SCALAR_CHANNELS) {
        const int32_t left = job->channels - out.channel;
        weights = edgec_dense_sums_scalar(job, weights, ends, sums);
        out.m = ends + EDGEC_SCALAR_CHANNELS;
        out.shifts = (uint32_t)ends[2 * EDGEC_SCALAR_CHANNELS];
        out.last = out.channel + ((left < EDGEC_SCALAR_CHANNELS) ? left : EDGEC_SCALAR_CHANNELS);
        ends += EDGEC_SCALAR_ENDS;
        edgec_scalar_outputs(&out);
    }
}
#endif

EDGEC_SHARED_CODE void edgec_dense_s8_scalar_run(const edgec_dense_s8_scalar_params *p, const int8_t *x,
                                                 const uint8_t *w, const int32_t *ends, int8_t *y, uint32_t *scratch)
{
    edgec_dense_job_scalar job;
    int32_t m;
    job.row = (const uint8_t *)scratch;
    job.weights = w;
    job.ends = ends;
    job.units = p->units;
    job.channels = p->out_c;
    job.zz = 2 * p->out_zero + 1;
    job.narrow = p->narrow;
    for (m = 0; m < p->rows; m++) {
        job.offset = 0u - 128u * edgec_scalar_column(x + m * p->in_c, p->in_c, scratch, 1);
        job.y = y + m * p->out_c;
        edgec_dense_row_scalar(&job);
    }
    if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
        edgec_scalar_clamp(y, p->rows * p->out_c, p->lo, p->hi);
    }
}

static inline void edgec_dense_s8_scalar(const edgec_dense_s8_scalar_params *p, const int8_t *x, const uint8_t *w,
                                         const int32_t *ends, int8_t *y, uint32_t *scratch)
{
    edgec_dense_s8_scalar_run(p, x, w, ends, y, scratch);
}

#endif
