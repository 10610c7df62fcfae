/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pairs of gates of recurrent layers, weights of 8 bits (edgec_gates_armv7em.h). */
#ifndef EDGEC_GATES_S8_ARMV7EM_H
#define EDGEC_GATES_S8_ARMV7EM_H

#include "edgec_gates_armv7em.h"

#define edgec_gates_s8_pairs EDGEC_TAGGED(edgec_gates_s8_pairs)
EDGEC_BLOCK void edgec_gates_s8_pairs(edgec_gates_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_GATES_BLOCK(edgec_gates_s8_pairs, EDGEC_GATES_S8_CODE)

#elif EDGEC_BODIES

/* The sums of a pair over a row; the words behind. */
static inline const uint32_t *edgec_gates_sums_s8(const uint32_t *row, const uint32_t *w, int32_t units, int32_t up,
                                                  int32_t *sums)
{
    uint32_t both = 0;
    uint32_t low = 0;
    int32_t i;
    for (i = 0; i < 4 * units; i++, w++) {
        both = edgec_smlad(*w, row[i], both);
        low = edgec_smlad(edgec_sxtb16(*w), row[i], low);
    }
    sums[0] = (int32_t)(both - low) >> (8 - up);
    sums[1] = (int32_t)(low << up);
    return w;
}

EDGEC_BLOCK void edgec_gates_s8_pairs(edgec_gates_job *job)
{
    const uint32_t *w = job->stream;
    while (w != job->end) {
        int32_t over_x[2];
        int32_t over_y[2];
        w = edgec_gates_sums_s8(job->row, w, job->units_x, job->up, over_x);
        w = edgec_gates_sums_s8(job->row + EDGEC_DENSE_UNIT / 2 * job->units_x, w, job->units_y, job->up, over_y);
        w = edgec_gates_arguments(job, w, over_x, over_y);
    }
}

#endif

#endif
