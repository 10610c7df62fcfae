/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The same matrix product with int4 weights (-7 .. 7), eight in a word: 24 MACs take 21 instructions.
 *
 * A byte holds 16 * A[k] + B[k].  Its pairs (SXTB16) add 16 * A + B to one sum; the low nibbles moved up add 16 * B to
 * the other; 16 times the first less the second is 256 * A.
 *
 * Stream of a pair, in words: {bias A << 8 | n A, bias B << 8 | n B}, then a word for each unit of four k, its bytes in
 * order, then {m A, m B}; n counts that the sums arrive times 256 and times 16. */
#ifndef EDGEC_GEMM_S4_ARMV7EM_H
#define EDGEC_GEMM_S4_ARMV7EM_H

#include "edgec_gemm_armv7em.h"

/* All pairs; job->stream and job->y end behind the last one. */
#define edgec_gemm_s4_armv7em EDGEC_TAGGED(edgec_gemm_s4_armv7em)
EDGEC_BLOCK void edgec_gemm_s4_armv7em(edgec_gemm_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

/* clang-format off */

/* Four k of two channels and three positions. */
#define EDGEC_GEMM_S4_UNIT                                                                                             \
    "ldr r5, [r1], #4\n\t"                                                                                             \
    "ldmia.w r0!, {r2, r3, r4}\n\t"                                                                                    \
    "lsl.w r6, r5, #4\n\t"                                                                                             \
    "bic.w r6, r6, #0x0F0F0F0F\n\t" EDGEC_GEMM_BYTES

/* {16 * bias A + bias B, 16 * bias B}. */
#define EDGEC_GEMM_S4_BEGIN                                                                                            \
    "asr.w r3, r10, #8\n\t"                                                                                            \
    "bfi r10, r7, #8, #8\n\t"                                                                                          \
    "str r10, [lr, %[ends]]\n\t"                                                                                       \
    "asr.w r7, r7, #8\n\t"                                                                                             \
    "add.w r7, r3, r7, lsl #4\n\t"                                                                                     \
    "lsl.w r10, r3, #4\n\t"

EDGEC_BLOCK void edgec_gemm_s4_armv7em(edgec_gemm_job *job)
{
    EDGEC_HELD(0, const int32_t *, self, &job->second);
    EDGEC_HELD(1, const uint32_t *, end, job->stream);
    __asm__ volatile(EDGEC_GEMM_HEAD("84", EDGEC_GEMM_BYTES_OF("2"), EDGEC_GEMM_S4_BEGIN, "r3") EDGEC_GEMM_ENTER
                         EDGEC_GEMM_S4_UNIT EDGEC_GEMM_S4_UNIT EDGEC_GEMM_S4_UNIT EDGEC_GEMM_S4_UNIT EDGEC_GEMM_LOOP
                     "rsb.w r7, r10, r7, lsl #4\n\t"
                     "rsb.w r8, r11, r8, lsl #4\n\t"
                     "rsb.w r9, r12, r9, lsl #4\n\t" EDGEC_GEMM_TAIL
                     : EDGEC_HOLDS(self), EDGEC_HOLDS(end)
                     : EDGEC_GEMM_OPERANDS
                     : EDGEC_ALL_FROM_2);
}
/* clang-format on */

#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_gemm_s4_armv7em(edgec_gemm_job *job)
{
    /* cppcheck-suppress ctuuninitvar ; the members that are not set are for the assembly */
    while (job->pairs > 0) {
        const uint32_t *x = job->columns;
        const uint32_t *w = job->stream + 2;
        const uint32_t *last = w + job->units;
        uint32_t sums[2 * EDGEC_GEMM_POSITIONS];
        int32_t i;
        for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
            const uint32_t bias = (uint32_t)((int32_t)job->stream[1] >> 8);
            sums[i] = ((uint32_t)((int32_t)job->stream[0] >> 8) << 4) + bias;
            sums[3 + i] = bias << 4;
        }
        for (; w < last; w++, x += EDGEC_GEMM_UNIT_WORDS) {
            const uint32_t low = edgec_low_nibbles(*w);
            for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
                sums[i] = edgec_smlad(edgec_sxtb16(*w), x[i], sums[i]);
                sums[i] = edgec_smlad(edgec_sxtb16_odd(*w), x[3 + i], sums[i]);
                sums[3 + i] = edgec_smlad(edgec_sxtb16(low), x[i], sums[3 + i]);
                sums[3 + i] = edgec_smlad(edgec_sxtb16_odd(low), x[3 + i], sums[3 + i]);
            }
        }
        for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
            sums[i] = (sums[i] << 4) - sums[3 + i];
        }
        edgec_gemm_outputs(job, sums, last, job->stream[0] & 0xFFu, job->stream[1] & 0xFFu);
    }
}

#endif

#endif
