/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The matrix product of edgec_gemm_s8_armv7em.h for a single position: 8 MACs take 8 instructions. */
#ifndef EDGEC_GEMM_ONE_ARMV7EM_H
#define EDGEC_GEMM_ONE_ARMV7EM_H

#include "edgec_gemm_armv7em.h"
#include "edgec_gemm_one_code_armv7em.h"

#define EDGEC_GEMM_ONE_COLUMN                                                                                          \
    2 /* words of columns ahead of a unit's {k0 k2} {k1 k3} where all three positions are the same */

/* All pairs of the position at job->y, from columns that lie EDGEC_GEMM_UNIT_WORDS apart from job->columns on. */
#define edgec_gemm_one_s8_armv7em EDGEC_TAGGED(edgec_gemm_one_s8_armv7em)
EDGEC_BLOCK void edgec_gemm_one_s8_armv7em(edgec_gemm_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_gemm_one_s8_armv7em(edgec_gemm_job *job)
{
    /* in two words, which are loaded together */
    EDGEC_ASM_VARIABLE(0, uint64_t, self, EDGEC_GEMM_SELF(job));
    __asm__ volatile(
        EDGEC_GEMM_ONE_S8_CODE
        : EDGEC_ASM_INOUT(self)
        : [stream] EDGEC_GEMM_FROM_COLUMNS(stream), [units] EDGEC_GEMM_FROM_COLUMNS(units),
          [y] EDGEC_GEMM_FROM_COLUMNS(y), [shift_b] "i"(EDGEC_GEMM_SHIFT + 1), [shift_a] "i"(EDGEC_GEMM_SHIFT + 9)
        : EDGEC_ALL_FROM_2);
}

#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_gemm_one_s8_armv7em(edgec_gemm_job *job)
{
    const uint32_t *w = job->stream;
    int32_t i;
    /* cppcheck-suppress ctuuninitvar ; the members that are not set are for the assembly */
    for (i = 0; i < job->pairs; i++) {
        const uint32_t *x = job->columns;
        const uint32_t *const last = w + 2 + 2 * job->units;
        uint32_t a = w[0];
        uint32_t b = w[1];
        for (w += 2; w < last; w += 2, x += EDGEC_GEMM_UNIT_WORDS) {
            a = edgec_smlad(w[1], x[1], edgec_smlad(w[0], x[0], a));
            b = edgec_smlad(edgec_sxtb16(w[1]), x[1], edgec_smlad(edgec_sxtb16(w[0]), x[0], b));
        }
        job->y[0] = (int8_t)edgec_requantize_armv7em((int32_t)(a - b), (int32_t)w[0], EDGEC_GEMM_SHIFT + 8, job->zz);
        job->y[1] = (int8_t)edgec_requantize_armv7em((int32_t)b, (int32_t)w[1], EDGEC_GEMM_SHIFT, job->zz);
        job->y += 2;
        w += 2;
    }
}

#endif

#endif
