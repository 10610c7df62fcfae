/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, int8, four outputs A B C D at a time: 32 MACs take 27 instructions, for both pairs take the
 * words of x once (edgec_dense_armv7em.h).
 *
 * Stream of four outputs, in words: {256 * bias A + bias B, bias B, 256 * bias C + bias D, bias D}, then for each unit
 * the four words of A and B and the four of C and D, then {m A, m B, m C, m D, n B and D | n A and C << 8}.
 */
#ifndef EDGEC_DENSE_FOURS_S8_ARMV7EM_H
#define EDGEC_DENSE_FOURS_S8_ARMV7EM_H

#include "edgec_dense_armv7em.h"
#include "edgec_dense_fours_s8_code_armv7em.h"

/* All fours, of which job->pairs counts; job->stream and job->y end behind the last one. */
#define edgec_dense_s8_of_fours EDGEC_TAGGED(edgec_dense_s8_of_fours)
EDGEC_BLOCK void edgec_dense_s8_of_fours(edgec_dense_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_dense_s8_of_fours(edgec_dense_job *job)
{
    EDGEC_ASM_VARIABLE(0, edgec_dense_job *, self, job);
    EDGEC_ASM_VARIABLE(1, const uint32_t *, end, job->row);
    __asm__ volatile(EDGEC_DENSE_FOURS_S8_CODE
                     : EDGEC_ASM_INOUT(self), EDGEC_ASM_INOUT(end)
                     : EDGEC_DENSE_OPERANDS
                     : EDGEC_ALL_FROM_2);
}

#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_dense_s8_of_fours(edgec_dense_job *job)
{
    for (; job->pairs > 0; job->pairs--) {
        const uint32_t *w = job->stream + 4;
        uint32_t sums[4];
        int32_t i;
        for (i = 0; i < 4; i++) {
            sums[i] = job->stream[i];
        }
        for (i = 0; i < 8 * job->units; i++, w++) { /* four words of a pair, four of the other */
            const uint32_t x = job->row[(i / 8) * 4 + i % 4];
            const int32_t pair = (i / 4) % 2;
            sums[2 * pair] = edgec_smlad(*w, x, sums[2 * pair]);
            sums[2 * pair + 1] = edgec_smlad(edgec_sxtb16(*w), x, sums[2 * pair + 1]);
        }
        sums[0] -= sums[1];
        sums[2] -= sums[3];
        for (i = 0; i < 4; i++) {
            const uint32_t n = (i % 2 == 0) ? w[4] >> 8 : w[4] & 0xFFu;
            *job->y++ = (int8_t)edgec_requantize_armv7em((int32_t)sums[i], (int32_t)w[i], n, job->zz);
        }
        job->stream = w + 5;
    }
}

#endif

#endif
