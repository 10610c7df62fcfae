/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Resizing along one axis of [outer, n, inner], int8, inner >= 4: four values side by side, two taps per product. */
#ifndef EDGEC_RESAMPLE_S8_ARMV7EM_H
#define EDGEC_RESAMPLE_S8_ARMV7EM_H

#include "edgec_armv7em.h"

/* out: cells of the output's axis; pairs: of taps of each; out_step: bytes from one cell of the output to the next. */
typedef struct {
    int32_t outer, n, inner;
    int32_t out, pairs, out_step;
    int32_t in_zero;
    int32_t m, zz;
    uint32_t shift;
} edgec_resample_s8_armv7em_params;

/* Four values of one cell: index and weight are those of its pairs of taps. */
EDGEC_INLINE void edgec_resample_s8_armv7em_four(const edgec_resample_s8_armv7em_params *p, const int8_t *x,
                                                 const int32_t *index, const uint32_t *weight, uint32_t bias, int8_t *y)
{
    uint32_t sums[4];
    int32_t i;
    for (i = 0; i < 4; i++) {
        sums[i] = bias;
    }
    for (i = 0; i < p->pairs; i++) {
        const uint32_t a = edgec_load4(x + index[2 * i]);
        const uint32_t b = edgec_load4(x + index[2 * i + 1]);
        const uint32_t a02 = edgec_sxtb16(a);
        const uint32_t b02 = edgec_sxtb16(b);
        const uint32_t a13 = edgec_sxtb16_odd(a);
        const uint32_t b13 = edgec_sxtb16_odd(b);
        sums[0] = edgec_smlad(edgec_lows(a02, b02), weight[i], sums[0]);
        sums[1] = edgec_smlad(edgec_lows(a13, b13), weight[i], sums[1]);
        sums[2] = edgec_smlad(edgec_highs(a02, b02), weight[i], sums[2]);
        sums[3] = edgec_smlad(edgec_highs(a13, b13), weight[i], sums[3]);
    }
    for (i = 0; i < 4; i++) {
        y[i] = (int8_t)edgec_requantize_armv7em((int32_t)sums[i], p->m, p->shift, p->zz);
    }
}

/* index: offsets of cells in bytes, weight: as many int16 in pairs. */
EDGEC_INLINE void edgec_resample_s8_armv7em(const edgec_resample_s8_armv7em_params *p, const int8_t *x,
                                            const int32_t *index, const uint32_t *weight, int8_t *y)
{
    const uint32_t off = edgec_pair(-p->in_zero, -p->in_zero);
    int32_t o;
    int32_t i;
    int32_t j;
    for (o = 0; o < p->outer; o++) {
        for (i = 0; i < p->out; i++) {
            const int32_t *cells = index + 2 * i * p->pairs;
            const uint32_t *factors = weight + i * p->pairs;
            uint32_t bias = 0u;
            for (j = 0; j < p->pairs; j++) {
                bias = edgec_smlad(off, factors[j], bias);
            }
            for (j = 0; j + 4 <= p->inner; j += 4) {
                edgec_resample_s8_armv7em_four(p, x + j, cells, factors, bias, y + j);
            }
            if (p->inner % 4 != 0) { /* the last four overlap those before */
                j = p->inner - 4;
                edgec_resample_s8_armv7em_four(p, x + j, cells, factors, bias, y + j);
            }
            y += p->out_step;
        }
        x += p->n * p->inner;
    }
}

#endif
