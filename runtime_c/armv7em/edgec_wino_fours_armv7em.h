/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums of Winograd's points over any number of fours of channels (see edgec_winograd_s8_fours_armv7em.h). */
#ifndef EDGEC_WINO_FOURS_ARMV7EM_H
#define EDGEC_WINO_FOURS_ARMV7EM_H

#include "edgec_wino_points_armv7em.h"
#include "edgec_wino_fours_code_armv7em.h"

#define EDGEC_WINO_TAIL 8 /* fours behind the first one that are done without a loop */

/* How a point's fours behind the first one are gone through: rounds of four of them, then the tail. */
typedef struct {
    int32_t rounds, tail;
    int32_t entry; /* the tail where there are no rounds, else what stands for them */
    int32_t channels;
    int32_t points;
} edgec_wino_fours;

static inline edgec_wino_fours edgec_wino_fours_of(int32_t channels, int32_t points)
{
    const int32_t fours = channels / 4 - 1;
    edgec_wino_fours found;
    found.rounds = (fours > EDGEC_WINO_TAIL) ? (fours - EDGEC_WINO_TAIL + 3) / 4 : 0;
    found.tail = fours - 4 * found.rounds;
    found.entry = (found.rounds > 0) ? EDGEC_WINO_TAIL + 1 : found.tail;
    found.channels = channels;
    found.points = points;
    return found;
}

/* The sums of all points for two channels, as edgec_wino_sums. */
#define edgec_wino_sums_of_fours EDGEC_TAGGED(edgec_wino_sums_of_fours)
EDGEC_BLOCK const uint32_t *edgec_wino_sums_of_fours(uint32_t *points, const uint32_t *stream,
                                                     const edgec_wino_fours *fours);

#if EDGEC_BODIES
EDGEC_BLOCK const uint32_t *edgec_wino_sums_of_fours(uint32_t *points, const uint32_t *stream,
                                                     const edgec_wino_fours *fours)
{
#if EDGEC_ARMV7EM_BLOCKS
    EDGEC_ASM_VARIABLE(0, uint32_t *, from, points); /* then the rounds that are left */
    EDGEC_ASM_VARIABLE(1, const uint32_t *, next, stream);
    EDGEC_ASM_VARIABLE(2, const edgec_wino_fours *, self, fours);
    EDGEC_ASM_VARIABLE(3, uint32_t *, end, points + fours->points * (fours->channels + EDGEC_WINO_SUMS));
    EDGEC_ASM_VARIABLE(4, int32_t, entry, fours->entry);
    __asm__ volatile(EDGEC_WINO_FOURS_CODE
                     : EDGEC_ASM_INOUT(from), EDGEC_ASM_INOUT(next), EDGEC_ASM_INOUT(self), EDGEC_ASM_INOUT(end),
                       EDGEC_ASM_INOUT(entry)
                     :
                     : EDGEC_ALL_FROM_5);
    return next;
#else
    return edgec_wino_each_sum(points, stream, fours->channels, fours->points);
#endif
}
#endif

#endif
