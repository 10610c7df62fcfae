/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pairs of outputs of a fully connected layer, weights of 8 bits (edgec_dense_armv7em.h). */
#ifndef EDGEC_DENSE_PAIRS_S8_ARMV7EM_H
#define EDGEC_DENSE_PAIRS_S8_ARMV7EM_H

#include "edgec_dense_armv7em.h"
#include "edgec_dense_pairs_s8_code_armv7em.h"

#define edgec_dense_s8_pairs EDGEC_TAGGED(edgec_dense_s8_pairs)
EDGEC_BLOCK void edgec_dense_s8_pairs(edgec_dense_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_dense_s8_pairs(edgec_dense_job *job)
{
    EDGEC_ASM_VARIABLE(0, edgec_dense_job *, self, job);
    __asm__ volatile(EDGEC_DENSE_PAIRS_S8_CODE : EDGEC_ASM_INOUT(self) : EDGEC_DENSE_OPERANDS : EDGEC_ALL_FROM_1);
}

#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_dense_s8_pairs(edgec_dense_job *job)
{
    while (job->pairs > 0) {
        const uint32_t *w = job->stream;
        uint32_t both = 0;
        uint32_t low = 0;
        int32_t i;
        for (i = 0; i < 4 * job->units; i++, w++) {
            both = edgec_smlad(*w, job->row[i], both);
            low = edgec_smlad(edgec_sxtb16(*w), job->row[i], low);
        }
        edgec_dense_outputs(job, both - low, low, w, 8);
    }
}

#endif

#endif
