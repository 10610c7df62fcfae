/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums of Winograd's points over any number of fours of channels (see edgec_winograd_s8_fours_armv7em.h). */
#ifndef EDGEC_WINO_FOURS_ARMV7EM_H
#define EDGEC_WINO_FOURS_ARMV7EM_H

#include "edgec_wino_points_armv7em.h"

#define EDGEC_WINO_TAIL 8 /* fours behind the first one that are done without a loop */

/* How a point's fours behind the first one are gone through: rounds of four of them, then the tail. */
typedef struct {
    int32_t rounds, tail;
    int32_t entry; /* the tail where there are no rounds, else what stands for them */
    int32_t channels;
} edgec_wino_fours;

static inline edgec_wino_fours edgec_wino_fours_of(int32_t channels)
{
    const int32_t fours = channels / 4 - 1;
    edgec_wino_fours found;
    found.rounds = (fours > EDGEC_WINO_TAIL) ? (fours - EDGEC_WINO_TAIL + 3) / 4 : 0;
    found.tail = fours - 4 * found.rounds;
    found.entry = (found.rounds > 0) ? EDGEC_WINO_TAIL + 1 : found.tail;
    found.channels = channels;
    return found;
}

/* The sums of all points for two channels, as edgec_wino_sums. */
#define edgec_wino_sums_of_fours EDGEC_TAGGED(edgec_wino_sums_of_fours)
EDGEC_BLOCK const uint32_t *edgec_wino_sums_of_fours(uint32_t *points, const uint32_t *stream,
                                                     const edgec_wino_fours *fours);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

/* The entry of a table of branches for as many fours, of 40 bytes each, before the end of the tail. */
#define EDGEC_WINO_TO_TAIL(fours) ".byte (3f - 40 * " fours " - 2b - 4) / 2\n\t"

#endif

#if EDGEC_BODIES
EDGEC_BLOCK const uint32_t *edgec_wino_sums_of_fours(uint32_t *points, const uint32_t *stream,
                                                     const edgec_wino_fours *fours)
{
#if EDGEC_ARMV7EM_BLOCKS
    EDGEC_HELD(0, uint32_t *, from, points); /* then the rounds that are left */
    EDGEC_HELD(1, const uint32_t *, next, stream);
    EDGEC_HELD(2, const edgec_wino_fours *, self, fours);
    EDGEC_HELD(3, uint32_t *, end, points + EDGEC_WINO_POINTS * (fours->channels + EDGEC_WINO_SUMS));
    EDGEC_HELD(4, int32_t, entry, fours->entry);
    /* clang-format off */
    __asm__ volatile(EDGEC_ENTER "ldr r0, " EDGEC_CELL(from, "0") "\n\t"
                     "ldr r1, " EDGEC_CELL(next, "4") "\n\t"
                     "1:\n\t" EDGEC_WINO_UNIT_FIRST
                     "ldr r2, " EDGEC_CELL(entry, "16") "\n\t"
                     "2:\n\t"
                     "tbb [pc, r2]\n\t"
                     EDGEC_WINO_TO_TAIL("0") EDGEC_WINO_TO_TAIL("1") EDGEC_WINO_TO_TAIL("2") EDGEC_WINO_TO_TAIL("3")
                     EDGEC_WINO_TO_TAIL("4") EDGEC_WINO_TO_TAIL("5") EDGEC_WINO_TO_TAIL("6") EDGEC_WINO_TO_TAIL("7")
                     EDGEC_WINO_TO_TAIL("8")
                     ".byte (4f - 2b - 4) / 2\n\t"
                     EDGEC_WINO_UNIT EDGEC_WINO_UNIT EDGEC_WINO_UNIT EDGEC_WINO_UNIT
                     EDGEC_WINO_UNIT EDGEC_WINO_UNIT EDGEC_WINO_UNIT EDGEC_WINO_UNIT
                     "3:\n\t"
                     "ldr r2, " EDGEC_CELL(end, "12") "\n\t"
                     "stmia.w r0!, {r10, r11, r12, lr}\n\t"
                     "cmp r0, r2\n\t"
                     "bne.w 1b\n\t"
                     "b.w 6f\n\t"
                     "4:\n\t"
                     "ldr r2, " EDGEC_CELL(self, "8") "\n\t"
                     "ldr r2, [r2]\n\t"
                     "5:\n\t"
                     "str r2, " EDGEC_CELL(from, "0") "\n\t"
                     EDGEC_WINO_UNIT EDGEC_WINO_UNIT EDGEC_WINO_UNIT EDGEC_WINO_UNIT
                     "ldr r2, " EDGEC_CELL(from, "0") "\n\t"
                     "subs r2, r2, #1\n\t"
                     "bne.w 5b\n\t"
                     "ldr r2, " EDGEC_CELL(self, "8") "\n\t"
                     "ldr r2, [r2, #4]\n\t"
                     "b.w 2b\n\t"
                     "6:\n\t"
                     "str r1, " EDGEC_CELL(next, "4") "\n\t" EDGEC_LEAVE
                     : EDGEC_HOLDS(from), EDGEC_HOLDS(next), EDGEC_HOLDS(self), EDGEC_HOLDS(end), EDGEC_HOLDS(entry)
                     :
                     : EDGEC_ALL_FROM_5);
    /* clang-format on */
    return next;
#else
    return edgec_wino_sums(points, stream, fours->channels);
#endif
}
#endif

#endif
