/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows of a channels-last int8 image into planes of int16, four channels at a time: the input side of the depthwise
 * convolution (edgec_dwconv2d_s8_armv7em.h). */
#ifndef EDGEC_DW_LOAD_ARMV7EM_H
#define EDGEC_DW_LOAD_ARMV7EM_H

#include "edgec_armv7em.h"

/* Neighbouring rows.  Pixels are step bytes apart; a row is head pixels up to the first whole word of the planes, then
 * fours of pixels, then rest pixels.  The assembly loads neighbouring members in pairs. */
typedef struct {
    const int8_t *x;
    int16_t *to; /* where pixel 0 of the row goes in the first plane */
    int32_t step;
    int32_t plane;  /* bytes to the next plane */
    int32_t x_step; /* bytes to the next row of x */
    int32_t pitch;  /* bytes to the next row of a plane */
    int32_t head, fours, rest;
    int32_t rows;
} edgec_dw_load_job;

#define edgec_dw_load_rows EDGEC_TAGGED(edgec_dw_load_rows)
EDGEC_BLOCK void edgec_dw_load_rows(edgec_dw_load_job *job);

/* count words of two int16. */
#define edgec_dw_fill EDGEC_TAGGED(edgec_dw_fill)
EDGEC_SHARED void edgec_dw_fill(void *words, int32_t count, int32_t value);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

/* One pixel at r0 to the planes at r8 .. r11. */
#define EDGEC_DW_PIXEL                                                                                                 \
    "ldr.w r2, [r0]\n\t"                                                                                               \
    "add.w r0, r0, r1\n\t"                                                                                             \
    "sxtb.w r3, r2\n\t"                                                                                                \
    "sxtb.w r4, r2, ror #8\n\t"                                                                                        \
    "sxtb.w r5, r2, ror #16\n\t"                                                                                       \
    "asr.w r6, r2, #24\n\t"                                                                                            \
    "strh r3, [r8], #2\n\t"                                                                                            \
    "strh r4, [r9], #2\n\t"                                                                                            \
    "strh r5, [r10], #2\n\t"                                                                                           \
    "strh r6, [r11], #2\n\t"

/* Four pixels at r0 to the planes. */
#define EDGEC_DW_PIXELS                                                                                                \
    "add.w r6, r0, r1, lsl #1\n\t"                                                                                     \
    "ldr.w r2, [r0]\n\t"                                                                                               \
    "ldr.w r3, [r0, r1]\n\t"                                                                                           \
    "ldr.w r4, [r6]\n\t"                                                                                               \
    "ldr.w r5, [r6, r1]\n\t"                                                                                           \
    "add.w r0, r0, r1, lsl #2\n\t"                                                                                     \
    "pkhbt r6, r2, r3, lsl #16\n\t"                                                                                    \
    "pkhtb r2, r3, r2, asr #16\n\t"                                                                                    \
    "pkhbt r12, r4, r5, lsl #16\n\t"                                                                                   \
    "pkhtb r4, r5, r4, asr #16\n\t"                                                                                    \
    "sxtb16 r3, r6\n\t"                                                                                                \
    "sxtb16 r5, r12\n\t"                                                                                               \
    "strd r3, r5, [r8], #8\n\t"                                                                                        \
    "sxtb16 r6, r6, ror #8\n\t"                                                                                        \
    "sxtb16 r12, r12, ror #8\n\t"                                                                                      \
    "strd r6, r12, [r9], #8\n\t"                                                                                       \
    "sxtb16 r3, r2\n\t"                                                                                                \
    "sxtb16 r5, r4\n\t"                                                                                                \
    "strd r3, r5, [r10], #8\n\t"                                                                                       \
    "sxtb16 r2, r2, ror #8\n\t"                                                                                        \
    "sxtb16 r4, r4, ror #8\n\t"                                                                                        \
    "strd r2, r4, [r11], #8\n\t"

/* clang-format off */
EDGEC_BLOCK void edgec_dw_load_rows(edgec_dw_load_job *job)
{
    EDGEC_HELD(0, edgec_dw_load_job *, self, job);
    __asm__ volatile(EDGEC_ENTER "ldr.w lr, " EDGEC_CELL(self, "0") "\n\t"
                     "ldr.w r1, [lr, %[step]]\n\t"
                     "1:\n\t" /* a row */
                     "ldrd r0, r8, [lr, %[x]]\n\t"
                     "ldr.w r2, [lr, %[plane]]\n\t"
                     "ldrd r12, r7, [lr, %[head]]\n\t" /* head, fours */
                     "add.w r9, r8, r2\n\t"
                     "add.w r10, r9, r2\n\t"
                     "add.w r11, r10, r2\n\t"
                     "cmp r12, #0\n\t"
                     "beq 2f\n\t" EDGEC_DW_PIXEL
                     "2:\n\t"
                     "cmp r7, #0\n\t"
                     "beq 4f\n\t"
                     "3:\n\t" EDGEC_DW_PIXELS
                     "subs r7, r7, #1\n\t"
                     "bne 3b\n\t"
                     "4:\n\t"
                     "ldr.w r7, [lr, %[rest]]\n\t"
                     "cmp r7, #0\n\t"
                     "beq 6f\n\t"
                     "5:\n\t" EDGEC_DW_PIXEL
                     "subs r7, r7, #1\n\t"
                     "bne 5b\n\t"
                     "6:\n\t"
                     "ldrd r0, r8, [lr, %[x]]\n\t"
                     "ldrd r2, r3, [lr, %[x_step]]\n\t"
                     "ldr.w r4, [lr, %[rows]]\n\t"
                     "add.w r0, r0, r2\n\t"
                     "add.w r8, r8, r3\n\t"
                     "strd r0, r8, [lr, %[x]]\n\t"
                     "subs r4, r4, #1\n\t"
                     "str.w r4, [lr, %[rows]]\n\t"
                     "bne.w 1b\n\t" EDGEC_LEAVE
                     : EDGEC_HOLDS(self)
                     : [x] "i"(offsetof(edgec_dw_load_job, x)),
                       [step] "i"(offsetof(edgec_dw_load_job, step)), [plane] "i"(offsetof(edgec_dw_load_job, plane)),
                       [x_step] "i"(offsetof(edgec_dw_load_job, x_step)),
                       [head] "i"(offsetof(edgec_dw_load_job, head)), [rest] "i"(offsetof(edgec_dw_load_job, rest)),
                       [rows] "i"(offsetof(edgec_dw_load_job, rows))
                     : EDGEC_ALL_FROM_1);
}
/* clang-format on */

#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_dw_load_rows(edgec_dw_load_job *job)
{
    const int32_t count = job->head + 4 * job->fours + job->rest;
    const int32_t plane = job->plane / 2;
    for (; job->rows > 0; job->rows--) {
        int32_t i;
        int32_t c;
        for (i = 0; i < count; i++) {
            for (c = 0; c < 4; c++) {
                job->to[c * plane + i] = job->x[i * job->step + c];
            }
        }
        job->x += job->x_step;
        job->to += job->pitch / 2;
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
