/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inner products of one filter with neighbouring windows that lie in place, four at a time: 23 instructions for 16 MACs
 * (edgec_dot_s8_armv7em.h).  The filter is widened once for all of them, as words of taps 0 and 2, then 1 and 3; its
 * lines are filled up with zeros to whole words, so that up to three bytes behind a window's lines are read. */
#ifndef EDGEC_DOT_FOURS_ARMV7EM_H
#define EDGEC_DOT_FOURS_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_dot_fours_code_armv7em.h"

/* Fours of windows; the assembly loads neighbouring members together. */
typedef struct {
    int32_t m;
    uint32_t add, n; /* add is (2 * out_zero + 1) << n */
    int8_t *y;
    const int8_t *x;
    const uint32_t *w;
    int32_t step, step3; /* bytes from one window to the next, and three times as many */
    int32_t line;        /* from the end of a window's line, in whole words, to the next one */
    const uint32_t *end; /* of w */
    uint32_t bias;
    int32_t words; /* of a line */
    int32_t fours; /* down to 0 */
} edgec_dot_fours_job;

#define edgec_dot_fours_s8 EDGEC_TAGGED(edgec_dot_fours_s8)
EDGEC_BLOCK void edgec_dot_fours_s8(edgec_dot_fours_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

#define EDGEC_DOT_OFFSET(member) [member] "i"(offsetof(edgec_dot_fours_job, member))

EDGEC_BLOCK void edgec_dot_fours_s8(edgec_dot_fours_job *job)
{
    EDGEC_ASM_VARIABLE(0, edgec_dot_fours_job *, self, job);
    __asm__ volatile(EDGEC_DOT_FOURS_CODE
                     : EDGEC_ASM_INOUT(self)
                     : EDGEC_DOT_OFFSET(y), EDGEC_DOT_OFFSET(x), EDGEC_DOT_OFFSET(step), EDGEC_DOT_OFFSET(line),
                       EDGEC_DOT_OFFSET(bias), EDGEC_DOT_OFFSET(words), EDGEC_DOT_OFFSET(fours)
                     : EDGEC_ALL_FROM_1);
}

#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_dot_fours_s8(edgec_dot_fours_job *job)
{
    int32_t left = 4 * job->fours;
    for (; left > 0; left--, job->x += job->step) {
        const int8_t *x = job->x;
        const uint32_t *w = job->w;
        uint32_t sum = job->bias;
        while (w < job->end) {
            int32_t i;
            for (i = 0; i < job->words; i++, x += 4, w += 2) {
                const uint32_t v = edgec_load4(x);
                sum = edgec_smlad(edgec_sxtb16(v), w[0], edgec_smlad(edgec_sxtb16_odd(v), w[1], sum));
            }
            x += job->line;
        }
        *job->y++ = (int8_t)edgec_half_s8(edgec_smmla((int32_t)sum, job->m, job->add) >> job->n);
    }
    job->fours = 0;
}

#endif

/* The words of a filter of so many lines of n taps; what is behind the last one. */
static inline uint32_t *edgec_dot_widen(const int8_t *w, int32_t lines, int32_t n, uint32_t *to)
{
    for (; lines > 0; lines--) {
        int32_t left = n;
        for (; left > 0; left -= 4) {
            int32_t taps[4] = {0};
            int32_t i;
            for (i = 0; i < 4 && i < left; i++) {
                taps[i] = *w++;
            }
            *to++ = edgec_pair(taps[0], taps[2]);
            *to++ = edgec_pair(taps[1], taps[3]);
        }
    }
    return to;
}

#endif
