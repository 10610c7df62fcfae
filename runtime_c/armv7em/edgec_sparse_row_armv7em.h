/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Outputs of one row of int8, with filters of which only the blocks that are not zero are stored: words and row as in
 * edgec_sparse_armv7em.h, for one position.  The number of stored blocks is a multiple of four, so that bytes of a word
 * say how far apart four of them are and one instruction loads these: 16 MACs take 23 instructions.
 *
 * Words of a filter: {first value of the sum, m, n | fours << 8}, for each four blocks {8 * blocks left out before
 * each, as bytes; blocks}. */
#ifndef EDGEC_SPARSE_ROW_ARMV7EM_H
#define EDGEC_SPARSE_ROW_ARMV7EM_H

#include "edgec_sparse_armv7em.h"

#define EDGEC_SPARSE_TOGETHER 4

/* The assembly loads neighbouring members together. */
typedef struct {
    int8_t *y;
    int32_t outputs;
    int32_t zz; /* 2 * out_zero + 1 */
    const uint32_t *row;
    const uint32_t *words;
} edgec_sparse_row_job;

/* All outputs of a row. */
#define edgec_sparse_row_armv7em EDGEC_TAGGED(edgec_sparse_row_armv7em)
EDGEC_BLOCK void edgec_sparse_row_armv7em(edgec_sparse_row_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

/* clang-format off */

/* The next block: its word in w, the place in a byte of r2. */
#define EDGEC_SPARSE_BLOCK_OF_1(w, place)                                                                              \
    "uxtab r0, r0, r2" place "\n\t"                                                                                    \
    "ldrd r7, r8, [r0], #8\n\t"                                                                                        \
    "smlad r10, " w ", r7, r10\n\t"                                                                                    \
    "sxtb16 " w ", " w "\n\t"                                                                                          \
    "smlad r10, " w ", r8, r10\n\t"

EDGEC_BLOCK void edgec_sparse_row_armv7em(edgec_sparse_row_job *job)
{
    EDGEC_HELD(0, edgec_sparse_row_job *, self, job);
    __asm__ volatile(EDGEC_ENTER "ldr lr, " EDGEC_CELL(self, "0") "\n\t"
                     "ldr r1, [lr, %[words]]\n\t"
                     "1:\n\t"
                     "ldmia.w r1!, {r10, r11, r12}\n\t"
                     "ldr r0, [lr, %[row]]\n\t"
                     "lsr.w lr, r12, #8\n\t"
                     "2:\n\t"
                     "ldmia.w r1!, {r2, r3, r4, r5, r6}\n\t"
                     EDGEC_SPARSE_BLOCK_OF_1("r3", "") EDGEC_SPARSE_BLOCK_OF_1("r4", ", ror #8")
                     EDGEC_SPARSE_BLOCK_OF_1("r5", ", ror #16") EDGEC_SPARSE_BLOCK_OF_1("r6", ", ror #24")
                     "subs.w lr, lr, #1\n\t"
                     "bne.w 2b\n\t"
                     "ldr lr, " EDGEC_CELL(self, "0") "\n\t"
                     "ldmia.w lr, {r3, r4, r5}\n\t"
                     "lsl.w r6, r5, r12\n\t" /* by the low byte */
                     "smmla r10, r10, r11, r6\n\t"
                     "asr.w r10, r10, r12\n\t"
                     "ssat r10, #8, r10, asr #1\n\t"
                     "strb r10, [r3], #1\n\t"
                     "subs r4, r4, #1\n\t"
                     "strd r3, r4, [lr]\n\t"
                     "bne.w 1b\n\t" EDGEC_LEAVE
                     : EDGEC_HOLDS(self)
                     : [words] "i"(offsetof(edgec_sparse_row_job, words)), [row] "i"(offsetof(edgec_sparse_row_job, row))
                     : EDGEC_ALL_FROM_1);
}
/* clang-format on */

#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_sparse_row_armv7em(edgec_sparse_row_job *job)
{
    for (; job->outputs > 0; job->outputs--) {
        uint32_t sum = job->words[0];
        const int32_t m = (int32_t)job->words[1];
        const uint32_t n = job->words[2] & 0xFFu;
        int32_t fours = (int32_t)(job->words[2] >> 8);
        const uint32_t *column = job->row;
        job->words += 3;
        for (; fours > 0; fours--) {
            const uint32_t places = job->words[0];
            int32_t i;
            for (i = 0; i < EDGEC_SPARSE_TOGETHER; i++) {
                const uint32_t word = job->words[1 + i];
                column += ((places >> (8 * i)) & 0xFFu) / 4u;
                sum = edgec_smlad(word, column[0], sum);
                sum = edgec_smlad(edgec_sxtb16(word), column[1], sum);
                column += 2;
            }
            job->words += 1 + EDGEC_SPARSE_TOGETHER;
        }
        *job->y++ = (int8_t)edgec_requantize_armv7em((int32_t)sum, m, n, job->zz);
    }
}

#endif

#endif
