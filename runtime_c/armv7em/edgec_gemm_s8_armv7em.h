/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix product of three positions of int8 with pairs of output channels: the core of every dense convolution.
 *
 * A filter pair A, B shares words: a half word holds 256 * A[k] + B[k], so one SMLAD of the word as loaded adds
 * 256 * A + B to one sum and one of its low bytes (SXTB16) adds B to the other; their difference is 256 * A.
 * Exact because 256 * A fits int32, which the binding proves.  24 MACs take 17 instructions, 36 take
 * 25 in builds for speed.
 *
 * Stream of a pair, in words: {256 * bias A + bias B, bias B}, then for each unit of four k {k0 | k2 << 16,
 * k1 | k3 << 16}, then {m A, m B}; n is EDGEC_GEMM_SHIFT of all channels B, 8 more of A, whose sums are 256-fold.
 * Columns: for each unit {k0 k2} of the three positions, then {k1 k3} of the three, as int16 pairs; in builds for speed
 * a word behind the first unit and behind each EDGEC_GEMM_ROUND of the others says where the code goes on. */
#ifndef EDGEC_GEMM_S8_ARMV7EM_H
#define EDGEC_GEMM_S8_ARMV7EM_H

#include "edgec_gemm_armv7em.h"
#include "edgec_gemm_s8_code_armv7em.h"

/* All pairs of the job's tiles, of the first of which columns are made unless it has no pairs yet; job->stream and
 * job->y end behind the last one. */
#define edgec_gemm_s8_armv7em EDGEC_TAGGED(edgec_gemm_s8_armv7em)
EDGEC_BLOCK void edgec_gemm_s8_armv7em(edgec_gemm_job *job);

#ifdef EDGEC_FOR_SPEED
/* Words, one or more, of each of three positions as columns of this product; what is behind them.  *left: units up to
 * the next word that is left free, 1 where columns begin. */
#define edgec_gemm_s8_widen EDGEC_TAGGED(edgec_gemm_s8_widen)
EDGEC_BLOCK uint32_t *edgec_gemm_s8_widen(const int8_t *const *rows, int32_t words, uint32_t *columns, int32_t *left);

#if EDGEC_BODIES
EDGEC_BLOCK uint32_t *edgec_gemm_s8_widen(const int8_t *const *rows, int32_t words, uint32_t *columns, int32_t *left)
{
#if EDGEC_ARMV7EM_BLOCKS
    const int8_t *a = rows[0];
    const int8_t *b = rows[1];
    const int8_t *c = rows[2];
    int32_t next = *left;
    __asm__ volatile(EDGEC_GEMM_S8_WIDEN_CODE
                     : [a] "+r"(a), [b] "+r"(b), [c] "+r"(c), [to] "+r"(columns), [words] "+r"(words), [left] "+r"(next)
                     :
                     : "r4", "r5", "r6", "r8", "r9", "r10", "cc", "memory");
    *left = next;
    return columns;
#else
    (void)left;
    return edgec_gemm_words(rows[0], rows[1], rows[2], words, columns);
#endif
}
#endif
#endif

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

#ifdef EDGEC_FOR_SPEED
#define EDGEC_GEMM_S8_CODE EDGEC_GEMM_S8_FAST_CODE
#else
#define EDGEC_GEMM_S8_CODE EDGEC_GEMM_S8_SMALL_CODE
#endif

EDGEC_BLOCK void edgec_gemm_s8_armv7em(edgec_gemm_job *job)
{
    /* in two words, which are loaded together */
    EDGEC_ASM_VARIABLE(0, uint64_t, self, EDGEC_GEMM_SELF(job));
    __asm__ volatile(
        EDGEC_GEMM_S8_CODE
        : EDGEC_ASM_INOUT(self)
        : EDGEC_GEMM_OPERANDS,
          EDGEC_GEMM_TILE_OPERANDS, [shift_b] "i"(EDGEC_GEMM_SHIFT + 1), [shift_a] "i"(EDGEC_GEMM_SHIFT + 9)
        : EDGEC_ALL_FROM_2);
}

#elif EDGEC_BODIES

/* The pairs of a tile. */
static inline void edgec_gemm_s8_tile(edgec_gemm_job *job)
{
    /* cppcheck-suppress ctuuninitvar ; the members that are not set are for the assembly */
    while (job->pairs > 0) {
        uint32_t sums[2 * EDGEC_GEMM_POSITIONS];
        const uint32_t *last = edgec_gemm_s8_sums(job, job->stream[0], job->stream[1], job->stream + 2, sums);
        edgec_gemm_outputs(job, sums, last, EDGEC_GEMM_SHIFT + 8, EDGEC_GEMM_SHIFT);
    }
}

EDGEC_BLOCK void edgec_gemm_s8_armv7em(edgec_gemm_job *job) { edgec_gemm_s8_tiles(job, edgec_gemm_s8_tile); }

#endif

#endif
