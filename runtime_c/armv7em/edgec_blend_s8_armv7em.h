/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Resizing along one axis of [outer, n, inner], int8, inner >= 4, of two cells whose weights are so many parts of 256,
 * where input and output have the same scale: four values side by side.  Values + 128 and their weighted sums, rounded
 * by half of 256, are halves of a word without signs, so that a multiplication takes two of them and the upper byte of
 * each half is a result. */
#ifndef EDGEC_BLEND_S8_ARMV7EM_H
#define EDGEC_BLEND_S8_ARMV7EM_H

#include "edgec_armv7em.h"

/* out: cells of the output's axis; out_step: bytes from one of them to the next. */
typedef struct {
    int32_t outer, n, inner;
    int32_t out, out_step;
} edgec_blend_s8_armv7em_params;

/* Four values: `first` of 256 parts of a's, the others of b's. */
EDGEC_INLINE void edgec_blend_four(const int8_t *a, const int8_t *b, uint32_t first, int8_t *y)
{
    const uint32_t half = 0x00800080u;
    const uint32_t va = edgec_load4(a);
    const uint32_t vb = edgec_load4(b);
    const uint32_t other = 256u - first;
    const uint32_t even = edgec_sxtab16(half, va) * first + edgec_sxtab16(half, vb) * other + half;
    const uint32_t odd = edgec_sxtab16_odd(half, va) * first + edgec_sxtab16_odd(half, vb) * other + half;
    edgec_store4((edgec_uxtb16_odd(even) | (odd & 0xFF00FF00u)) ^ 0x80808080u, y);
}

/* index: offsets of both cells of an output's in bytes; weight: parts of the first. */
EDGEC_INLINE void edgec_blend_s8_armv7em(const edgec_blend_s8_armv7em_params *p, const int8_t *x, const int32_t *index,
                                         const uint16_t *weight, int8_t *y)
{
    int32_t o;
    int32_t i;
    int32_t j;
    for (o = 0; o < p->outer; o++) {
        for (i = 0; i < p->out; i++) {
            const int8_t *a = x + index[2 * i];
            const int8_t *b = x + index[2 * i + 1];
            const uint32_t first = weight[i];
            for (j = 0; j + 4 <= p->inner; j += 4) {
                edgec_blend_four(a + j, b + j, first, y + j);
            }
            if (p->inner % 4 != 0) { /* the last four overlap those before */
                j = p->inner - 4;
                edgec_blend_four(a + j, b + j, first, y + j);
            }
            y += p->out_step;
        }
        x += p->n * p->inner;
    }
}

#endif
