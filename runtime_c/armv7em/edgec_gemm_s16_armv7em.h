/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The matrix product of edgec_gemm_s8_armv7em.h for int16 activations: three positions with pairs of output channels,
 * weights of 8 bits; 24 MACs take 19 instructions.  Sums are proven to fit int32.
 *
 * Stream of a pair, in words: {bias A, bias B}, then for each unit of four k a word of A and one of B, the bytes k0 k2
 * k1 k3, so that SXTB16 gives {k0 k1} and {k2 k3}; then {m A, m B, n A | n B << 8}.
 * Columns: {k0 k1} of the three positions, then {k2 k3} of the three, and so on. */
#ifndef EDGEC_GEMM_S16_ARMV7EM_H
#define EDGEC_GEMM_S16_ARMV7EM_H

#include "edgec_gemm_armv7em.h"
#include "edgec_requantize_s16_armv7em.h"
#include "edgec_gemm_s16_code_armv7em.h"

/* All pairs; job->stream and job->y end behind the last one.  job->second and job->third are in bytes. */
#define edgec_gemm_s16_armv7em EDGEC_TAGGED(edgec_gemm_s16_armv7em)
EDGEC_BLOCK void edgec_gemm_s16_armv7em(edgec_gemm_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_gemm_s16_armv7em(edgec_gemm_job *job)
{
    EDGEC_ASM_VARIABLE(0, uint32_t *const *, self, &job->columns);
    EDGEC_ASM_VARIABLE(1, const uint32_t *, end, job->stream);
    __asm__ volatile(EDGEC_GEMM_S16_CODE
                     : EDGEC_ASM_INOUT(self), EDGEC_ASM_INOUT(end)
                     : EDGEC_GEMM_OPERANDS
                     : EDGEC_ALL_FROM_2);
}

#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_gemm_s16_armv7em(edgec_gemm_job *job)
{
    /* cppcheck-suppress ctuuninitvar ; the members that are not set are for the assembly */
    while (job->pairs > 0) {
        const uint32_t *x = job->columns;
        const uint32_t *w = job->stream + 2;
        const uint32_t *last = w + 2 * job->units;
        uint32_t sums[2 * EDGEC_GEMM_POSITIONS];
        int32_t at[EDGEC_GEMM_POSITIONS];
        int32_t i;
        at[0] = 0;
        at[1] = job->second;
        at[2] = job->third;
        for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
            sums[i] = job->stream[0];
            sums[3 + i] = job->stream[1];
        }
        for (; w < last; w += 2, x += EDGEC_GEMM_UNIT_WORDS) {
            for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
                sums[i] = edgec_smlad(edgec_sxtb16(w[0]), x[i], sums[i]);
                sums[i] = edgec_smlad(edgec_sxtb16_odd(w[0]), x[3 + i], sums[i]);
                sums[3 + i] = edgec_smlad(edgec_sxtb16(w[1]), x[i], sums[3 + i]);
                sums[3 + i] = edgec_smlad(edgec_sxtb16_odd(w[1]), x[3 + i], sums[3 + i]);
            }
        }
        for (i = EDGEC_GEMM_POSITIONS - 1; i >= 0; i--) { /* the first one last: absent positions write to its cell */
            int16_t outs[2];
            outs[0] = edgec_requantize_s16_armv7em((int32_t)sums[i], (int32_t)last[0], last[2] & 0xFFu);
            outs[1] = edgec_requantize_s16_armv7em((int32_t)sums[3 + i], (int32_t)last[1], last[2] >> 8);
            memcpy(job->y + at[i], outs, sizeof outs);
        }
        job->y += 4;
        job->pairs--;
        job->stream = last + 3;
    }
}

#endif

#endif
