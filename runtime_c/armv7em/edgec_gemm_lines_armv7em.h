/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix product of three positions of int8 with pairs of output channels, whose windows are read from a plane in which
 * the cells of neighbouring windows lie beside each other: 36 MACs of a line of three words take 29 instructions, and
 * no columns are made.
 *
 * A plane holds lines of words, each of two channels of a cell as int16.  A window reads as many words side by side of
 * each of its lines, those of the next position begin a word later.  Stream of a pair: that of edgec_gemm_s8_armv7em.h
 * with words in the order of lines. */
#ifndef EDGEC_GEMM_LINES_ARMV7EM_H
#define EDGEC_GEMM_LINES_ARMV7EM_H

#include "edgec_gemm_armv7em.h"
#include "edgec_gemm_lines_code_armv7em.h"

/* All pairs of the job's tiles, from job->columns, where the first one's windows begin, and job->stream on: blocks for
 * windows of 1, 2, 3 and 5 words of a line. */
#define edgec_gemm_lines_1 EDGEC_TAGGED(edgec_gemm_lines_1)
EDGEC_BLOCK void edgec_gemm_lines_1(edgec_gemm_job *job);
#define edgec_gemm_lines_2 EDGEC_TAGGED(edgec_gemm_lines_2)
EDGEC_BLOCK void edgec_gemm_lines_2(edgec_gemm_job *job);
#define edgec_gemm_lines_3 EDGEC_TAGGED(edgec_gemm_lines_3)
EDGEC_BLOCK void edgec_gemm_lines_3(edgec_gemm_job *job);
#define edgec_gemm_lines_5 EDGEC_TAGGED(edgec_gemm_lines_5)
EDGEC_BLOCK void edgec_gemm_lines_5(edgec_gemm_job *job);

/* The job's member: words from a line of the plane to the next, and how many lines a window has. */
static inline uint32_t edgec_gemm_line(int32_t words, int32_t lines)
{
    return (uint32_t)(4 * words) | (uint32_t)(lines - 1) << 16;
}

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

/* self: in two words, which are loaded together */
#define EDGEC_GEMM_LINES_DEFINE(words)                                                                                 \
    EDGEC_BLOCK void edgec_gemm_lines_##words(edgec_gemm_job *job)                                                     \
    {                                                                                                                  \
        EDGEC_ASM_VARIABLE(0, uint64_t, self, EDGEC_GEMM_SELF(job));                                                   \
        __asm__ volatile(EDGEC_GEMM_LINES_##words##_CODE                                                               \
                         : EDGEC_ASM_INOUT(self)                                                                       \
                         : [stream] EDGEC_GEMM_FROM_COLUMNS(stream), [line] EDGEC_GEMM_FROM_COLUMNS(line),             \
                           [y] EDGEC_GEMM_FROM_COLUMNS(y), [tiles] EDGEC_GEMM_FROM_COLUMNS(tiles),                     \
                           [y_step] EDGEC_GEMM_FROM_COLUMNS(y_step), [first] EDGEC_GEMM_FROM_COLUMNS(first),           \
                           [shift_b] "i"(EDGEC_GEMM_SHIFT + 1), [shift_a] "i"(EDGEC_GEMM_SHIFT + 9)                    \
                         : EDGEC_ALL_FROM_2);                                                                          \
    }

#elif EDGEC_BODIES

/* The sums of a pair with the windows at job->columns; what is behind its weights. */
static inline const uint32_t *edgec_gemm_lines_sums(const edgec_gemm_job *job, int32_t words, uint32_t *sums)
{
    const int32_t lines = (int32_t)(job->line >> 16) + 1;
    const int32_t step = (int32_t)((job->line & 0xFFFFu) / 4u);
    const uint32_t *w = job->stream + 2;
    int32_t line;
    int32_t i;
    for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
        sums[i] = job->stream[0];
        sums[3 + i] = job->stream[1];
    }
    for (line = 0; line < lines; line++) {
        const uint32_t *x = job->columns + line * step;
        int32_t column;
        for (column = 0; column < words; column++, w++) {
            for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
                sums[i] = edgec_smlad(*w, x[column + i], sums[i]);
                sums[3 + i] = edgec_smlad(edgec_sxtb16(*w), x[column + i], sums[3 + i]);
            }
        }
    }
    for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
        sums[i] -= sums[3 + i];
    }
    return w;
}

static inline void edgec_gemm_lines(edgec_gemm_job *job, int32_t words)
{
    /* cppcheck-suppress ctuuninitvar ; the members that are not set are for other products */
    for (; job->tiles >= 0; job->tiles--) {
        while (job->pairs > 0) {
            uint32_t sums[2 * EDGEC_GEMM_POSITIONS];
            const uint32_t *last = edgec_gemm_lines_sums(job, words, sums);
            edgec_gemm_outputs(job, sums, last, EDGEC_GEMM_SHIFT + 8, EDGEC_GEMM_SHIFT);
        }
        if (job->tiles > 0) {
            job->y += job->y_step;
            job->columns += EDGEC_GEMM_POSITIONS;
            job->stream = job->first;
            job->pairs = job->all;
        }
    }
}

#define EDGEC_GEMM_LINES_DEFINE(words)                                                                                 \
    EDGEC_BLOCK void edgec_gemm_lines_##words(edgec_gemm_job *job) { edgec_gemm_lines(job, words); }

#endif

#if EDGEC_BODIES
EDGEC_GEMM_LINES_DEFINE(1)
EDGEC_GEMM_LINES_DEFINE(2)
EDGEC_GEMM_LINES_DEFINE(3)
EDGEC_GEMM_LINES_DEFINE(5)
#endif

/* The block for so many words of a line. */
static inline void edgec_gemm_lines_s8_armv7em(edgec_gemm_job *job, int32_t words)
{
    if (words == 1) {
        edgec_gemm_lines_1(job);
    } else if (words == 2) {
        edgec_gemm_lines_2(job);
    } else if (words == 3) {
        edgec_gemm_lines_3(job);
    } else {
        edgec_gemm_lines_5(job);
    }
}

#endif
