/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix product of three positions of int8 with pairs of output channels: the core of every dense convolution.
 *
 * A filter pair A, B shares words: a half word holds 256 * A[k] + B[k], so one SMLAD of the word as loaded adds
 * 256 * A + B to one sum and one of its low bytes (SXTB16) adds B to the other; their difference is 256 * A.
 * Exact because 256 * A fits int32, which the binding proves.  24 MACs take 17 instructions.
 *
 * Stream of a pair, in words: {256 * bias A + bias B, bias B}, then for each unit of four k {k0 | k2 << 16,
 * k1 | k3 << 16}, then {n A, m A, zz << n A} and the same of B, zz = 2 * out_zero + 1.
 * Columns: for each unit {k0 k2} of the three positions, then {k1 k3} of the three, as int16 pairs. */
#ifndef EDGEC_GEMM_S8_ARMV7EM_H
#define EDGEC_GEMM_S8_ARMV7EM_H

#include "edgec_gemm_armv7em.h"
#include "edgec_gemm_s8_code_armv7em.h"

/* All pairs of the job's tiles, of the first of which columns are made unless it has no pairs yet; job->stream and
 * job->y end behind the last one. */
#define edgec_gemm_s8_armv7em EDGEC_TAGGED(edgec_gemm_s8_armv7em)
EDGEC_BLOCK void edgec_gemm_s8_armv7em(edgec_gemm_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_gemm_s8_armv7em(edgec_gemm_job *job)
{
    EDGEC_ASM_VARIABLE(0, const int32_t *, self, &job->second);
    __asm__ volatile(EDGEC_GEMM_S8_CODE
                     : EDGEC_ASM_INOUT(self)
                     : EDGEC_GEMM_OPERANDS, EDGEC_GEMM_TILE_OPERANDS
                     : EDGEC_ALL_FROM_1);
}

#elif EDGEC_BODIES

/* The pairs of a tile. */
static inline void edgec_gemm_s8_tile(edgec_gemm_job *job)
{
    /* cppcheck-suppress ctuuninitvar ; the members that are not set are for the assembly */
    while (job->pairs > 0) {
        const uint32_t *x = job->columns;
        const uint32_t *w = job->stream + 2;
        const uint32_t *last = w + 2 * job->units;
        uint32_t sums[2 * EDGEC_GEMM_POSITIONS];
        int32_t i;
        for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
            sums[i] = job->stream[0];
            sums[3 + i] = job->stream[1];
        }
        for (; w < last; w++) {
            const uint32_t low = edgec_sxtb16(*w);
            for (i = 0; i < EDGEC_GEMM_POSITIONS; i++, x++) {
                sums[i] = edgec_smlad(*w, *x, sums[i]);
                sums[3 + i] = edgec_smlad(low, *x, sums[3 + i]);
            }
        }
        for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
            sums[i] -= sums[3 + i];
        }
        {
            const edgec_gemm_end a = {(int32_t)last[1], last[2], last[0]};
            const edgec_gemm_end b = {(int32_t)last[4], last[5], last[3]};
            edgec_gemm_put(job, sums, &a, &b);
        }
        job->stream = last + 6;
    }
}

/* The columns of the next tile, whose pairs are to be computed. */
static inline void edgec_gemm_s8_next(edgec_gemm_job *job)
{
    (void)edgec_gemm_words(job->x, job->x + job->in_c, job->x + 2 * job->in_c, job->words, job->columns);
    job->x += EDGEC_GEMM_POSITIONS * job->in_c;
    job->stream = job->first;
    job->pairs = job->all;
}

EDGEC_BLOCK void edgec_gemm_s8_armv7em(edgec_gemm_job *job)
{
    if (job->pairs == 0) {
        edgec_gemm_s8_next(job);
    }
    edgec_gemm_s8_tile(job);
    for (; job->tiles > 0; job->tiles--) {
        job->y += job->y_step;
        edgec_gemm_s8_next(job);
        edgec_gemm_s8_tile(job);
    }
}

#endif

#endif
