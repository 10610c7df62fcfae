/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows of a channels-last int8 image into planes of int16, four channels at a time: the input side of the depthwise
 * convolution (edgec_dwconv2d_s8_armv7em.h). */
#ifndef EDGEC_DW_LOAD_ARMV7EM_H
#define EDGEC_DW_LOAD_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_dw_load_code_armv7em.h"

/* Neighbouring rows.  Pixels are step bytes apart; a row is head pixels up to the first whole word of the planes, then
 * fours of pixels, then two of them and one, if any.  The assembly loads neighbouring members in pairs. */
typedef struct {
    const int8_t *x;
    int16_t *to; /* where pixel 0 of the row goes in the first plane */
    int32_t step;
    int32_t plane;        /* bytes to the next plane */
    int32_t head, fours;  /* head is 0 or 1 */
    int32_t two, one;     /* 0, or not */
    int32_t x_next, next; /* bytes from the end of a row to the next one, of x and of a plane */
    const int8_t *end;    /* x behind the last row */
} edgec_dw_load_job;

#define edgec_dw_load_rows EDGEC_TAGGED(edgec_dw_load_rows)
EDGEC_BLOCK void edgec_dw_load_rows(edgec_dw_load_job *job);

/* count words of two int16. */
#define edgec_dw_fill EDGEC_TAGGED(edgec_dw_fill)
EDGEC_SHARED void edgec_dw_fill(void *words, int32_t count, int32_t value);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_dw_load_rows(edgec_dw_load_job *job)
{
    EDGEC_ASM_VARIABLE(0, edgec_dw_load_job *, self, job);
    __asm__ volatile(EDGEC_DW_LOAD_CODE
                     : EDGEC_ASM_INOUT(self)
                     : [x] "i"(offsetof(edgec_dw_load_job, x)), [step] "i"(offsetof(edgec_dw_load_job, step)),
                       [head] "i"(offsetof(edgec_dw_load_job, head)), [two] "i"(offsetof(edgec_dw_load_job, two)),
                       [x_next] "i"(offsetof(edgec_dw_load_job, x_next)), [end] "i"(offsetof(edgec_dw_load_job, end))
                     : EDGEC_ALL_FROM_1);
}

#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_dw_load_rows(edgec_dw_load_job *job)
{
    const int32_t count = job->head + 4 * job->fours + ((job->two != 0) ? 2 : 0) + ((job->one != 0) ? 1 : 0);
    const int32_t plane = job->plane / 2;
    const int8_t *x = job->x;
    int16_t *to = job->to;
    while (x != job->end) {
        int32_t i;
        int32_t c;
        for (i = 0; i < count; i++) {
            for (c = 0; c < 4; c++) {
                to[c * plane + i] = x[i * job->step + c];
            }
        }
        x += count * job->step + job->x_next;
        to += count + job->next / 2;
    }
}

#endif

/* One row of fewer than four channels. */
static inline void edgec_dw_row_narrow(const int8_t *x, int32_t step, int32_t count, int32_t channels, int16_t *to,
                                       int32_t plane)
{
    int32_t c;
    int32_t i;
    for (i = 0; i < count; i++) {
        for (c = 0; c < channels; c++) {
            to[c * plane + i] = x[i * step + c];
        }
    }
}

#if EDGEC_BODIES
EDGEC_SHARED void edgec_dw_fill(void *words, int32_t count, int32_t value)
{
    const uint32_t pair = edgec_pair(value, value);
    uint32_t *to = (uint32_t *)words;
    for (; count >= 4; count -= 4) {
        to[0] = pair;
        to[1] = pair;
        to[2] = pair;
        to[3] = pair;
        to += 4;
    }
    for (; count > 0; count--) {
        *to++ = pair;
    }
}
#endif

#endif
