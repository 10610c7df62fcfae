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
#include "edgec_sparse_row_code_armv7em.h"

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

EDGEC_BLOCK void edgec_sparse_row_armv7em(edgec_sparse_row_job *job)
{
    EDGEC_ASM_VARIABLE(0, edgec_sparse_row_job *, self, job);
    __asm__ volatile(
        EDGEC_SPARSE_ROW_CODE
        : EDGEC_ASM_INOUT(self)
        : [words] "i"(offsetof(edgec_sparse_row_job, words)), [row] "i"(offsetof(edgec_sparse_row_job, row))
        : EDGEC_ALL_FROM_1);
}

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
