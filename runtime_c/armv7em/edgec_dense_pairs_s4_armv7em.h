/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pairs of outputs of a fully connected layer, weights of 4 bits (edgec_dense_armv7em.h). */
#ifndef EDGEC_DENSE_PAIRS_S4_ARMV7EM_H
#define EDGEC_DENSE_PAIRS_S4_ARMV7EM_H

#include "edgec_dense_armv7em.h"

#define edgec_dense_s4_pairs EDGEC_TAGGED(edgec_dense_s4_pairs)
EDGEC_BLOCK void edgec_dense_s4_pairs(edgec_dense_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

/* clang-format off */

/* Four k of two outputs. */
#define EDGEC_DENSE_S4_WORD(w, x, z)                                                                                   \
    "lsl.w r8, " w ", #4\n\t"                                                                                          \
    "bic.w r8, r8, #0x0F0F0F0F\n\t"                                                                                    \
    "sxtb16 r9, " w "\n\t"                                                                                             \
    "smlad r10, r9, " x ", r10\n\t"                                                                                    \
    "sxtb16 r9, r8\n\t"                                                                                                \
    "smlad r11, r9, " x ", r11\n\t"                                                                                    \
    "sxtb16 r9, " w ", ror #8\n\t"                                                                                     \
    "smlad r10, r9, " z ", r10\n\t"                                                                                    \
    "sxtb16 r9, r8, ror #8\n\t"                                                                                        \
    "smlad r11, r9, " z ", r11\n\t"

#define EDGEC_DENSE_S4_UNIT                                                                                            \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t"                                                                                \
    "ldmia.w r1!, {r6, r7}\n\t" EDGEC_DENSE_S4_WORD("r6", "r2", "r3") EDGEC_DENSE_S4_WORD("r7", "r4", "r5")

EDGEC_BLOCK void edgec_dense_s4_pairs(edgec_dense_job *job)
{
    EDGEC_HELD(0, edgec_dense_job *, self, job);
    __asm__ volatile(EDGEC_DENSE_HEAD("88")
                     EDGEC_DENSE_S4_UNIT EDGEC_DENSE_S4_UNIT EDGEC_DENSE_S4_UNIT EDGEC_DENSE_S4_UNIT EDGEC_DENSE_LOOP
                     "rsb.w r10, r11, r10, lsl #4\n\t" EDGEC_DENSE_TAIL("4")
                     : EDGEC_HOLDS(self)
                     : EDGEC_DENSE_OPERANDS
                     : EDGEC_ALL_FROM_1);
}
/* clang-format on */

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
