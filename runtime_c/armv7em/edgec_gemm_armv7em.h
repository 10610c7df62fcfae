/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the matrix products of three positions with pairs of output channels share: the job, and the assembly around
 * the inner loop. */
#ifndef EDGEC_GEMM_ARMV7EM_H
#define EDGEC_GEMM_ARMV7EM_H

#include "edgec_armv7em.h"

#define EDGEC_GEMM_POSITIONS 3
#define EDGEC_GEMM_UNIT 4                                                  /* k of a step */
#define EDGEC_GEMM_UNIT_WORDS (EDGEC_GEMM_POSITIONS * EDGEC_GEMM_UNIT / 2) /* of columns */

/* The assembly loads neighbouring members together; it addresses them from `second`. */
typedef struct {
    const uint32_t *stream;
    int32_t units; /* ceil(K / 4) */
    uint32_t ends; /* set inside: n A << 8 | n B in the low half */
    int32_t zz;    /* 2 * out_zero + 1 */
    const uint32_t *columns;
    uint32_t entry;        /* set inside */
    int32_t size;          /* set inside */
    int32_t second, third; /* offsets of the other positions from y; 0 where there is none */
    int8_t *y;             /* channel 0 of the first position */
    int32_t pairs;
} edgec_gemm_job;

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

#define EDGEC_GEMM_FROM_SECOND(member)                                                                                 \
    "i"((int)offsetof(edgec_gemm_job, member) - (int)offsetof(edgec_gemm_job, second))

#define EDGEC_GEMM_OPERANDS                                                                                            \
    [stream] EDGEC_GEMM_FROM_SECOND(stream), [units] EDGEC_GEMM_FROM_SECOND(units),                                    \
        [ends] EDGEC_GEMM_FROM_SECOND(ends), [entry] EDGEC_GEMM_FROM_SECOND(entry),                                    \
        [size] EDGEC_GEMM_FROM_SECOND(size), [y] EDGEC_GEMM_FROM_SECOND(y)

#elif EDGEC_BODIES

/* The outputs of a pair from the sums {256 * A} x 3, {B} x 3 (times what n B counts); the next pair. */
static inline void edgec_gemm_outputs(edgec_gemm_job *job, const uint32_t *sums, const uint32_t *last, uint32_t n_a,
                                      uint32_t n_b)
{
    int32_t at[EDGEC_GEMM_POSITIONS];
    int32_t i;
    at[0] = 0;
    at[1] = job->second;
    at[2] = job->third;
    for (i = EDGEC_GEMM_POSITIONS - 1; i >= 0; i--) { /* the first one last: absent positions write to its cell */
        int8_t *y = job->y + at[i];
        y[0] = (int8_t)edgec_requantize_armv7em((int32_t)sums[i], (int32_t)last[0], n_a, job->zz);
        y[1] = (int8_t)edgec_requantize_armv7em((int32_t)sums[3 + i], (int32_t)last[1], n_b, job->zz);
    }
    job->y += 2;
    job->pairs--;
    job->stream = last + 2;
}

#endif

#endif
