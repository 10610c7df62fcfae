/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums of Winograd's points over any number of fours of channels (see edgec_winograd_s8_fours_armv7em.h). */
#ifndef EDGEC_WINO_FOURS_ARMV7EM_H
#define EDGEC_WINO_FOURS_ARMV7EM_H

#include "edgec_wino_points_armv7em.h"

#define EDGEC_WINO_TAIL 8 /* fours behind the first one that are done without a loop */

/* How a point's fours behind the first one are gone through: rounds of four of them, then the tail, which is entered
 * tail bytes behind its end; its address is left in at. */
typedef struct {
    int32_t rounds, tail;
    uint32_t at;
    int32_t channels;
} edgec_wino_fours;

static inline edgec_wino_fours edgec_wino_fours_of(int32_t channels)
{
    const int32_t fours = channels / 4 - 1;
    edgec_wino_fours found;
    found.rounds = (fours > EDGEC_WINO_TAIL) ? (fours - EDGEC_WINO_TAIL + 3) / 4 : 0;
    found.tail = 1 - 40 * (fours - 4 * found.rounds); /* a four is 40 bytes of code; an address of code is odd */
    found.at = 0u;
    found.channels = channels;
    return found;
}

/* The sums of all points for two channels, as edgec_wino_sums. */
#define edgec_wino_sums_of_fours EDGEC_TAGGED(edgec_wino_sums_of_fours)
EDGEC_BLOCK const uint32_t *edgec_wino_sums_of_fours(uint32_t *points, const uint32_t *stream, edgec_wino_fours *fours);

#if EDGEC_BODIES
EDGEC_BLOCK const uint32_t *edgec_wino_sums_of_fours(uint32_t *points, const uint32_t *stream, edgec_wino_fours *fours)
{
#if EDGEC_ARMV7EM_BLOCKS
    EDGEC_HELD(0, uint32_t *, from, points); /* then the rounds that are left */
    EDGEC_HELD(1, const uint32_t *, next, stream);
    EDGEC_HELD(2, edgec_wino_fours *, self, fours);
    EDGEC_HELD(3, uint32_t *, end, points + EDGEC_WINO_POINTS * (fours->channels + EDGEC_WINO_SUMS));
    EDGEC_FREE(4, uint32_t, entry);
    /* clang-format off */
    __asm__ volatile(EDGEC_ENTER "ldr r0, " EDGEC_CELL(from, "0") "\n\t"
                     "ldr r1, " EDGEC_CELL(next, "4") "\n\t"
                     "ldr r4, " EDGEC_CELL(self, "8") "\n\t"
                     "ldrd r5, r3, [r4]\n\t"
                     "adr.w r2, 3f\n\t"
                     "add r2, r2, r3\n\t"
                     "str r2, [r4, #8]\n\t"
                     "cbz r5, 1f\n\t"
                     "adr.w r2, 4f\n\t"
                     "add.w r2, r2, #1\n\t"
                     "1:\n\t"
                     "str r2, " EDGEC_CELL(entry, "16") "\n\t"
                     "2:\n\t" EDGEC_WINO_UNIT_FIRST
                     "ldr r2, " EDGEC_CELL(entry, "16") "\n\t"
                     "bx r2\n\t"
                     EDGEC_WINO_UNIT EDGEC_WINO_UNIT EDGEC_WINO_UNIT EDGEC_WINO_UNIT
                     EDGEC_WINO_UNIT EDGEC_WINO_UNIT EDGEC_WINO_UNIT EDGEC_WINO_UNIT
                     "3:\n\t"
                     "ldr r2, " EDGEC_CELL(end, "12") "\n\t"
                     "stmia.w r0!, {r10, r11, r12, lr}\n\t"
                     "cmp r0, r2\n\t"
                     "bne.w 2b\n\t"
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
                     "ldr r2, [r2, #8]\n\t"
                     "bx r2\n\t"
                     "6:\n\t"
                     "str r1, " EDGEC_CELL(next, "4") "\n\t" EDGEC_LEAVE
                     : EDGEC_HOLDS(from), EDGEC_HOLDS(next), EDGEC_HOLDS(self), EDGEC_HOLDS(end), EDGEC_SETS(entry)
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
