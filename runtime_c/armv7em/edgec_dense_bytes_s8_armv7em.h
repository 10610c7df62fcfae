/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, int8, that reads x as it is: for rows too long to be widened into scratch.  16 MACs take 19
 * instructions (edgec_dense_s8_armv7em.h: 14).  The stream of edgec_dense_armv7em.h; K is a multiple of 8. */
#ifndef EDGEC_DENSE_BYTES_S8_ARMV7EM_H
#define EDGEC_DENSE_BYTES_S8_ARMV7EM_H

#include "edgec_dense_armv7em.h"
#include "edgec_dense_bytes_s8_code_armv7em.h"

/* All pairs; job->row is x itself, of any alignment. */
#define edgec_dense_bytes_pairs EDGEC_TAGGED(edgec_dense_bytes_pairs)
EDGEC_BLOCK void edgec_dense_bytes_pairs(edgec_dense_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_dense_bytes_pairs(edgec_dense_job *job)
{
    EDGEC_ASM_VARIABLE(0, edgec_dense_job *, self, job);
    __asm__ volatile(EDGEC_DENSE_BYTES_S8_CODE : EDGEC_ASM_INOUT(self) : EDGEC_DENSE_OPERANDS : EDGEC_ALL_FROM_1);
}

#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_dense_bytes_pairs(edgec_dense_job *job)
{
    while (job->pairs > 0) {
        const int8_t *x = (const int8_t *)job->row;
        const uint32_t *w = job->stream;
        uint32_t both = 0;
        uint32_t low = 0;
        int32_t i;
        for (i = 0; i < 2 * job->units; i++) {
            const uint32_t v = edgec_load4(x);
            both = edgec_smlad(w[0], edgec_sxtb16(v), both);
            low = edgec_smlad(edgec_sxtb16(w[0]), edgec_sxtb16(v), low);
            both = edgec_smlad(w[1], edgec_sxtb16_odd(v), both);
            low = edgec_smlad(edgec_sxtb16(w[1]), edgec_sxtb16_odd(v), low);
            w += 2;
            x += 4;
        }
        edgec_dense_outputs(job, both - low, low, w, 8);
    }
}

#endif

static inline void edgec_dense_bytes_s8_armv7em(const edgec_dense_s8_armv7em_params *p, const int8_t *x,
                                                const uint32_t *stream, int8_t *y)
{
    edgec_dense_job job;
    int32_t m;
    job.units = p->units;
    job.zz = 2 * p->out_zero + 1;
    for (m = 0; m < p->rows; m++) {
        job.row = (const uint32_t *)(const void *)(x + m * p->in_c);
        job.stream = stream;
        job.y = y + m * p->out_c;
        job.pairs = p->out_c / 2;
        edgec_dense_bytes_pairs(&job);
        if (p->out_c % 2 != 0) { /* the last output once more with the one before it */
            job.y--;
            job.pairs = 1;
            edgec_dense_bytes_pairs(&job);
        }
    }
    if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
        edgec_clamp_bytes(y, p->rows * p->out_c, p->lo, p->hi);
    }
}

#endif
