/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The matrix product of edgec_gemm_s8_armv7em.h where channels have shifts of their own: a pair and three positions
 * take seven instructions more.
 *
 * Stream of a pair, in words: {256 * bias A + bias B, bias B}, the weights, {m A, m B, n A << 8 | n B}. */
#ifndef EDGEC_GEMM_S8_SHIFTS_ARMV7EM_H
#define EDGEC_GEMM_S8_SHIFTS_ARMV7EM_H

#include "edgec_gemm_armv7em.h"
#include "edgec_gemm_s8_shifts_code_armv7em.h"

/* See edgec_gemm_s8_armv7em. */
#define edgec_gemm_s8_shifts_armv7em EDGEC_TAGGED(edgec_gemm_s8_shifts_armv7em)
EDGEC_BLOCK void edgec_gemm_s8_shifts_armv7em(edgec_gemm_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_gemm_s8_shifts_armv7em(edgec_gemm_job *job)
{
    /* in two words, which are loaded together */
    EDGEC_ASM_VARIABLE(0, uint64_t, self, (uint64_t)(uintptr_t)&job->columns | (uint64_t)(uint32_t)job->zz << 32);
    __asm__ volatile(EDGEC_GEMM_S8_SHIFTS_CODE
                     : EDGEC_ASM_INOUT(self)
                     : EDGEC_GEMM_OPERANDS, EDGEC_GEMM_TILE_OPERANDS
                     : EDGEC_ALL_FROM_2);
}

#elif EDGEC_BODIES

/* The pairs of a tile. */
static inline void edgec_gemm_s8_shifts_tile(edgec_gemm_job *job)
{
    /* cppcheck-suppress ctuuninitvar ; the members that are not set are for the assembly */
    while (job->pairs > 0) {
        uint32_t sums[2 * EDGEC_GEMM_POSITIONS];
        const uint32_t *last = edgec_gemm_s8_sums(job, job->stream[0], job->stream[1], job->stream + 2, sums);
        edgec_gemm_outputs(job, sums, last, last[2] >> 8, last[2] & 0xFFu);
        job->stream++;
    }
}

EDGEC_BLOCK void edgec_gemm_s8_shifts_armv7em(edgec_gemm_job *job)
{
    edgec_gemm_s8_tiles(job, edgec_gemm_s8_shifts_tile);
}

#endif

#endif
