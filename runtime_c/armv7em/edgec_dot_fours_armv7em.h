/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inner products of one filter with neighbouring windows that lie in place, four at a time: 21 instructions for 16 MACs
 * (edgec_dot_s8_armv7em.h).  The filter is widened once for all of them; its lines are filled up with zeros to units of
 * four taps, so that up to three bytes behind a window's lines are read.
 *
 * Its words: the bias four times, then for each unit {w0 w2} {w1 w3} and one that says where the code goes on, which is
 * set inside, and behind all units the multiplier, the addend and another one of these. */
#ifndef EDGEC_DOT_FOURS_ARMV7EM_H
#define EDGEC_DOT_FOURS_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_dot_fours_code_armv7em.h"

/* Fours of windows; the assembly loads neighbouring members together. */
typedef struct {
    const uint32_t *w;
    int32_t next;      /* bytes from behind a window to the first one of the next four */
    const int8_t *end; /* the first window behind all fours */
    const int8_t *x;
    int32_t step, step3; /* bytes from one window to the next, and three times as many */
    uint32_t n;          /* the addend is (2 * out_zero + 1) << n */
    int8_t *y;
    int32_t words, lines; /* units of a line, lines */
    int32_t line;         /* from the end of a window's line, in whole words, to the next one */
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
                     : EDGEC_DOT_OFFSET(x), EDGEC_DOT_OFFSET(step3), EDGEC_DOT_OFFSET(n), EDGEC_DOT_OFFSET(words),
                       EDGEC_DOT_OFFSET(line)
                     : EDGEC_ALL_FROM_1);
}

#elif EDGEC_BODIES

/* The output of the window at x. */
static inline int8_t edgec_dot_window_of(const edgec_dot_fours_job *job, const int8_t *x)
{
    const uint32_t *w = job->w;
    uint32_t sum = *w;
    int32_t line;
    for (line = 0, w += 4; line < job->lines; line++, x += job->line) {
        int32_t i;
        for (i = 0; i < job->words; i++, x += 4, w += 3) {
            const uint32_t v = edgec_load4(x);
            sum = edgec_smlad(edgec_sxtb16(v), w[0], edgec_smlad(edgec_sxtb16_odd(v), w[1], sum));
        }
    }
    return (int8_t)edgec_half_s8(edgec_smmla((int32_t)sum, (int32_t)w[0], w[1]) >> job->n);
}

EDGEC_BLOCK void edgec_dot_fours_s8(edgec_dot_fours_job *job)
{
    const int8_t *x;
    int8_t *y = job->y;
    for (x = job->x; x < job->end; x += job->step) {
        *y++ = edgec_dot_window_of(job, x);
    }
}

#endif

/* The units of a filter of so many lines of n taps; what is behind them. */
static inline uint32_t *edgec_dot_widen(const int8_t *w, int32_t lines, int32_t n, uint32_t *to)
{
    for (; lines > 0; lines--) {
        int32_t left = n;
        for (; left > 0; left -= 4, to += 3) {
            int32_t taps[4] = {0};
            int32_t i;
            for (i = 0; i < 4 && i < left; i++) {
                taps[i] = *w++;
            }
            to[0] = edgec_pair(taps[0], taps[2]);
            to[1] = edgec_pair(taps[1], taps[3]);
        }
    }
    return to;
}

#endif
