/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The same matrix product with int4 weights (-7 .. 7), eight in a word: 24 MACs take 21 instructions.
 *
 * A byte holds 16 * A[k] + B[k].  Its pairs (SXTB16) add 16 * A + B to one sum; the low nibbles moved up add 16 * B to
 * the other; 16 times the first less the second is 256 * A.
 *
 * Stream of a pair, in words: {bias A << 8 | n A, bias B << 8 | n B}, then a word for each unit of four k, its bytes in
 * order, then {m A, m B}; n counts that the sums arrive times 256 and times 16. */
#ifndef EDGEC_GEMM_S4_ARMV7EM_H
#define EDGEC_GEMM_S4_ARMV7EM_H

#include "edgec_gemm_armv7em.h"
#include "edgec_gemm_s4_code_armv7em.h"

/* All pairs; job->stream and job->y end behind the last one. */
#define edgec_gemm_s4_armv7em EDGEC_TAGGED(edgec_gemm_s4_armv7em)
EDGEC_BLOCK void edgec_gemm_s4_armv7em(edgec_gemm_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_gemm_s4_armv7em(edgec_gemm_job *job)
{
    EDGEC_ASM_VARIABLE(0, uint32_t *const *, self, &job->columns);
    EDGEC_ASM_VARIABLE(1, const uint32_t *, end, job->stream);
    __asm__ volatile(EDGEC_GEMM_S4_CODE
                     : EDGEC_ASM_INOUT(self), EDGEC_ASM_INOUT(end)
                     : EDGEC_GEMM_OPERANDS
                     : EDGEC_ALL_FROM_2);
}

#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_gemm_s4_armv7em(edgec_gemm_job *job)
{
    /* cppcheck-suppress ctuuninitvar ; the members that are not set are for the assembly */
    while (job->pairs > 0) {
        const uint32_t *x = job->columns;
        const uint32_t *w = job->stream + 2;
        const uint32_t *last = w + job->units;
        uint32_t sums[2 * EDGEC_GEMM_POSITIONS];
        int32_t i;
        for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
            const uint32_t bias = (uint32_t)((int32_t)job->stream[1] >> 8);
            sums[i] = ((uint32_t)((int32_t)job->stream[0] >> 8) << 4) + bias;
            sums[3 + i] = bias << 4;
        }
        for (; w < last; w++, x += EDGEC_GEMM_UNIT_WORDS) {
            const uint32_t low = edgec_low_nibbles(*w);
            for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
                sums[i] = edgec_smlad(edgec_sxtb16(*w), x[i], sums[i]);
                sums[i] = edgec_smlad(edgec_sxtb16_odd(*w), x[3 + i], sums[i]);
                sums[3 + i] = edgec_smlad(edgec_sxtb16(low), x[i], sums[3 + i]);
                sums[3 + i] = edgec_smlad(edgec_sxtb16_odd(low), x[3 + i], sums[3 + i]);
            }
        }
        for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
            sums[i] = (sums[i] << 4) - sums[3 + i];
        }
        edgec_gemm_outputs(job, sums, last, job->stream[0] & 0xFFu, job->stream[1] & 0xFFu);
    }
}

#endif

#endif
