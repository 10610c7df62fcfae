/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pairs of outputs of a fully connected layer, weights of 4 bits (edgec_dense_armv7em.h). */
#ifndef EDGEC_DENSE_PAIRS_S4_ARMV7EM_H
#define EDGEC_DENSE_PAIRS_S4_ARMV7EM_H

#include "edgec_dense_armv7em.h"
#include "edgec_dense_pairs_s4_code_armv7em.h"

#define edgec_dense_s4_pairs EDGEC_TAGGED(edgec_dense_s4_pairs)
EDGEC_BLOCK void edgec_dense_s4_pairs(edgec_dense_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_dense_s4_pairs(edgec_dense_job *job)
{
    EDGEC_ASM_VARIABLE(0, edgec_dense_job *, self, job);
    __asm__ volatile(EDGEC_DENSE_PAIRS_S4_CODE : EDGEC_ASM_INOUT(self) : EDGEC_DENSE_OPERANDS : EDGEC_ALL_FROM_1);
}

#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_dense_s4_pairs(edgec_dense_job *job)
{
    while (job->pairs > 0) {
        const uint32_t *w = job->stream;
        uint32_t both = 0;
        uint32_t low = 0;
        int32_t i;
        for (i = 0; i < 4 * job->units; i += 2, w++) {
            const uint32_t nibbles = edgec_low_nibbles(*w);
            both = edgec_smlad(edgec_sxtb16(*w), job->row[i], both);
            both = edgec_smlad(edgec_sxtb16_odd(*w), job->row[i + 1], both);
            low = edgec_smlad(edgec_sxtb16(nibbles), job->row[i], low);
            low = edgec_smlad(edgec_sxtb16_odd(nibbles), job->row[i + 1], low);
        }
        edgec_dense_outputs(job, (both << 4) - low, low, w, 4);
    }
}

#endif

#endif
