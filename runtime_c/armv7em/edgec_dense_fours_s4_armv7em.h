/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, int8, weights of 4 bits, four outputs A, B, C and D at a time: y[M, N] = x[M, K] . w[N, K]^T +
 * bias[N].  A half word holds a weight of each, 4096 * A + 256 * (B + 8) + 16 * (C + 8) + D + 8; products are taken of
 * it as it is, then without A, without B and of D alone, so that 32 MACs take 30 instructions.  Differences of these
 * sums are 4096 * A, 256 * B, 16 * C and D, once 8 times the sum of x is taken from the last three: sums begin with
 * that.  Words as in edgec_dense_armv7em.h, {k0 k2} {k1 k3} {k4 k6} {k5 k7}.  Behind those of a four: {m A, m B, 256 *
 * bias A | n A, 256 * bias B | n B}, the same of C and D.  Scratch: the row of x as int16 in this order, its sum. */
#ifndef EDGEC_DENSE_FOURS_S4_ARMV7EM_H
#define EDGEC_DENSE_FOURS_S4_ARMV7EM_H

#include "edgec_dense_fours_s4_code_armv7em.h"
#include "edgec_dense_row_armv7em.h"

#define EDGEC_DENSE_FOUR 4 /* outputs that share words of weights */

typedef struct {
    uint32_t begin[EDGEC_DENSE_FOUR]; /* of the sums; the assembly takes them to be at the job's address */
    const uint32_t *row;              /* of x, widened */
    const uint32_t *stream, *last;
    int8_t *y;
    int32_t units;
    int32_t zz;     /* 2 * out_zero + 1 */
    uint32_t entry; /* set inside */
} edgec_dense_fours_job;

/* All fours from job->stream to job->last, one or more. */
#define edgec_dense_fours_s4 EDGEC_TAGGED(edgec_dense_fours_s4)
EDGEC_BLOCK void edgec_dense_fours_s4(edgec_dense_fours_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_dense_fours_s4(edgec_dense_fours_job *job)
{
    EDGEC_ASM_VARIABLE(0, edgec_dense_fours_job *, self, job);
    EDGEC_ASM_VARIABLE(1, const uint32_t *, end, job->row + EDGEC_DENSE_UNIT / 2 * job->units);
    __asm__ volatile(
        EDGEC_DENSE_FOURS_S4_CODE
        : EDGEC_ASM_INOUT(self), EDGEC_ASM_INOUT(end)
        : [row] "i"(offsetof(edgec_dense_fours_job, row)), [stream] "i"(offsetof(edgec_dense_fours_job, stream)),
          [last] "i"(offsetof(edgec_dense_fours_job, last)), [y] "i"(offsetof(edgec_dense_fours_job, y)),
          [units] "i"(offsetof(edgec_dense_fours_job, units)), [zz] "i"(offsetof(edgec_dense_fours_job, zz)),
          [entry] "i"(offsetof(edgec_dense_fours_job, entry))
        : EDGEC_ALL_FROM_2);
}

#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_dense_fours_s4(edgec_dense_fours_job *job)
{
    const uint32_t *w = job->stream; /* cppcheck-suppress ctuuninitvar ; entry is for the assembly */
    while (w != job->last) {
        uint32_t sums[EDGEC_DENSE_FOUR];
        int32_t i;
        (void)memcpy(sums, job->begin, sizeof sums);
        for (i = 0; i < EDGEC_DENSE_UNIT / 2 * job->units; i++, w++) {
            sums[0] = edgec_smlad(*w, job->row[i], sums[0]);
            sums[1] = edgec_smlad(*w & 0x0FFF0FFFu, job->row[i], sums[1]);
            sums[2] = edgec_smlad(*w & 0x00FF00FFu, job->row[i], sums[2]);
            sums[3] = edgec_smlad(*w & 0x000F000Fu, job->row[i], sums[3]);
        }
        for (i = 0; i < EDGEC_DENSE_FOUR; i++) {
            const uint32_t end = w[4 * (i / 2) + 2 + i % 2];
            const int32_t bias = (int32_t)(end & ~0xFFu) / 256;
            const uint32_t next = (i + 1 < EDGEC_DENSE_FOUR) ? sums[i + 1] : 0u;
            const uint32_t sum = sums[i] - next + ((uint32_t)bias << (12 - 4 * i));
            const int32_t m = (int32_t)w[4 * (i / 2) + i % 2];
            *job->y++ = (int8_t)edgec_requantize_armv7em((int32_t)sum, m, end & 0xFFu, job->zz);
        }
        w += 2 * EDGEC_DENSE_FOUR;
    }
}

#endif

/* A row of x to scratch, its sum behind it. */
static inline void edgec_dense_fours_row(const edgec_dense_s8_armv7em_params *p, const int8_t *x, uint32_t *scratch)
{
    uint32_t *end = scratch + EDGEC_DENSE_UNIT / 2 * p->units;
    const uint32_t *from = scratch;
    uint32_t sum = 0;
    edgec_dense_widen(x, p->in_c, scratch);
    while (from != end) {
        sum = edgec_smlad(*from++, 0x00010001u, sum);
    }
    *end = sum;
}

/* Fours first .. first + count - 1 of the outputs of the row in scratch, which are at y; the last one may begin
 * earlier, with outputs of the four before it. */
EDGEC_SHARED_CODE void edgec_dense_fours_some(const edgec_dense_s8_armv7em_params *p, const uint32_t *stream,
                                              int32_t first, int32_t count, int8_t *y, const uint32_t *scratch)
{
    const int32_t words = EDGEC_DENSE_UNIT / 2 * p->units;
    const int32_t four = words + 2 * EDGEC_DENSE_FOUR;
    const int32_t whole = p->out_c / EDGEC_DENSE_FOUR - first;
    const uint32_t sum = scratch[words];
    edgec_dense_fours_job job;
    job.begin[3] = 0u - 8u * sum; /* what B, C and D have more */
    job.begin[2] = job.begin[3] - 128u * sum;
    job.begin[1] = job.begin[2] - 2048u * sum;
    job.begin[0] = job.begin[1];
    job.row = scratch;
    job.units = p->units;
    job.zz = 2 * p->out_zero + 1;
    job.stream = stream + first * four;
    job.last = job.stream + ((whole < count) ? whole : count) * four;
    job.y = y + first * EDGEC_DENSE_FOUR;
    if (job.last != job.stream) {
        edgec_dense_fours_s4(&job);
    }
    if (whole < count) {
        job.stream = job.last;
        job.last += four;
        job.y = y + p->out_c - EDGEC_DENSE_FOUR;
        edgec_dense_fours_s4(&job);
    }
}

static inline void edgec_dense_fours_s4_armv7em(const edgec_dense_s8_armv7em_params *p, const int8_t *x,
                                                const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    int32_t m;
    for (m = 0; m < p->rows; m++) {
        edgec_dense_fours_row(p, x + m * p->in_c, scratch);
        edgec_dense_fours_some(p, stream, 0, (p->out_c + EDGEC_DENSE_FOUR - 1) / EDGEC_DENSE_FOUR, y + m * p->out_c,
                               scratch);
    }
    if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
        edgec_clamp_bytes(y, p->rows * p->out_c, p->lo, p->hi);
    }
}

#endif
