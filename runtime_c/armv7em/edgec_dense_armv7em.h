/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, int8: y[M, N] = x[M, K] . w[N, K]^T + bias[N], a pair of outputs at a time, with int8 or int4
 * weights.  Filter pairs share words as in edgec_gemm_s8_armv7em.h and edgec_gemm_s4_armv7em.h: 16 MACs take 14
 * instructions, 22 with int4.  A unit is eight k; its words are {k0 k2} {k1 k3} {k4 k6} {k5 k7}, or {k0 k1 k2 k3} {k4
 * k5 k6 k7} with int4.  Behind the words of a pair: {m A, m B, 256 * bias A | n A, 256 * bias B | n B}.  Scratch: the
 * row of x as int16 in the first of these orders. */
#ifndef EDGEC_DENSE_ARMV7EM_H
#define EDGEC_DENSE_ARMV7EM_H

#include "edgec_clamp_s8_armv7em.h"
#include "edgec_armv7em.h"

#define EDGEC_DENSE_UNIT 8 /* k of a step */

typedef struct {
    int32_t rows, in_c, out_c;
    int32_t out_zero, lo, hi;
    int32_t units; /* ceil(in_c / EDGEC_DENSE_UNIT) */
} edgec_dense_s8_armv7em_params;

typedef struct {
    int32_t zz; /* 2 * out_zero + 1 */
    int8_t *y;
    int32_t pairs;       /* or fours */
    const uint32_t *row; /* of x, widened */
    uint32_t entry;      /* set inside, as loops */
    const uint32_t *stream;
    int32_t units;
    int32_t loops;
} edgec_dense_job;

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

#define EDGEC_DENSE_OPERANDS                                                                                           \
    [row] "i"(offsetof(edgec_dense_job, row)), [stream] "i"(offsetof(edgec_dense_job, stream)),                        \
        [y] "i"(offsetof(edgec_dense_job, y)), [units] "i"(offsetof(edgec_dense_job, units)),                          \
        [pairs] "i"(offsetof(edgec_dense_job, pairs)), [zz] "i"(offsetof(edgec_dense_job, zz)),                        \
        [loops] "i"(offsetof(edgec_dense_job, loops)), [entry] "i"(offsetof(edgec_dense_job, entry))

#elif EDGEC_BODIES

/* The outputs of a pair from 256 * A and B (times 2^(8 - scale)), without their biases. */
static inline void edgec_dense_outputs(edgec_dense_job *job, uint32_t a, uint32_t b, const uint32_t *last, int scale)
{
    const int32_t bias_b = (int32_t)(last[3] & ~0xFFu) / (1 << scale);
    a += last[2] & ~0xFFu;
    b += (uint32_t)bias_b;
    *job->y++ = (int8_t)edgec_requantize_armv7em((int32_t)a, (int32_t)last[0], last[2] & 0xFFu, job->zz);
    *job->y++ = (int8_t)edgec_requantize_armv7em((int32_t)b, (int32_t)last[1], last[3] & 0xFFu, job->zz);
    job->stream = last + 4;
    job->pairs--;
}

#endif

#endif
