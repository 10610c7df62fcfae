/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pairs of gates of recurrent layers, weights of 4 bits (edgec_gates_armv7em.h). */
#ifndef EDGEC_GATES_S4_ARMV7EM_H
#define EDGEC_GATES_S4_ARMV7EM_H

#include "edgec_gates_armv7em.h"

#if defined(__clang__) /* assembly is no string of the program: GCC sets no limit to its length either */
#pragma clang diagnostic ignored "-Woverlength-strings"
#endif

#define edgec_gates_s4_pairs EDGEC_TAGGED(edgec_gates_s4_pairs)
EDGEC_BLOCK void edgec_gates_s4_pairs(edgec_gates_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_GATES_BLOCK(edgec_gates_s4_pairs, EDGEC_GATES_S4_CODE)

#elif EDGEC_BODIES

/* The sums of a pair over a row; the words behind. */
static inline const uint32_t *edgec_gates_sums_s4(const uint32_t *row, const uint32_t *w, int32_t units, int32_t up,
                                                  int32_t *sums)
{
    uint32_t both = 0;
    uint32_t low = 0;
    int32_t i;
    for (i = 0; i < 4 * units; i += 2, w++) {
        const uint32_t nibbles = edgec_low_nibbles(*w);
        both = edgec_smlad(edgec_sxtb16(*w), row[i], both);
        both = edgec_smlad(edgec_sxtb16_odd(*w), row[i + 1], both);
        low = edgec_smlad(edgec_sxtb16(nibbles), row[i], low);
        low = edgec_smlad(edgec_sxtb16_odd(nibbles), row[i + 1], low);
    }
    sums[0] = (int32_t)((both << 4) - low) >> (8 - up);
    sums[1] = (int32_t)((uint32_t)((int32_t)low >> 4) << up);
    return w;
}

EDGEC_BLOCK void edgec_gates_s4_pairs(edgec_gates_job *job)
{
    const uint32_t *w = job->stream;
    while (w != job->end) {
        int32_t over_x[2];
        int32_t over_y[2];
        w = edgec_gates_sums_s4(job->row, w, job->units_x, job->up, over_x);
        w = edgec_gates_sums_s4(job->row + EDGEC_DENSE_UNIT / 2 * job->units_x, w, job->units_y, job->up, over_y);
        w = edgec_gates_arguments(job, w, over_x, over_y);
    }
}

#endif

#endif
