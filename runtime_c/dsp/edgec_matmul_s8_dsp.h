/* Product of two computed matrices, int8: four columns (at least four there are) of a row at a time; 16 MACs take 31
 * instructions.  Zero points are taken off as bytes are widened (SXTAB16). */
#ifndef EDGEC_MATMUL_S8_DSP_H
#define EDGEC_MATMUL_S8_DSP_H

#include "edgec_dsp.h"
#include "edgec_fixed.h"

/* Batch dimensions with the element strides of both operands (0 where one is broadcast). */
typedef struct {
    int32_t batch[4], a_stride[4], b_stride[4];
    int32_t m, k, n;
    int32_t a_zero, b_zero;
    int32_t multiplier;
    uint32_t shift;
    int32_t out_zero;
} edgec_matmul_s8_dsp_params;

/* sums += a * the four columns in a row of b. */
static inline void edgec_matmul_s8_dsp_row(int32_t a, uint32_t b, uint32_t off, int32_t *sums)
{
    const uint32_t even = edgec_sxtab16(off, b);
    const uint32_t odd = edgec_sxtab16_odd(off, b);
    sums[0] += a * edgec_low(even);
    sums[1] += a * edgec_low(odd);
    sums[2] += a * edgec_high(even);
    sums[3] += a * edgec_high(odd);
}

static inline void edgec_matmul_s8_dsp_four(const edgec_matmul_s8_dsp_params *p, const int8_t *a, const int8_t *b,
                                            int8_t *y)
{
    const uint32_t off_a = edgec_pair(-p->a_zero, -p->a_zero);
    const uint32_t off_b = edgec_pair(-p->b_zero, -p->b_zero);
    int32_t sums[4] = {0};
    int32_t k = p->k;
    int32_t i;
    for (; k >= 4; k -= 4) {
        const uint32_t four = edgec_load4(a);
        const uint32_t even = edgec_sxtab16(off_a, four);
        const uint32_t odd = edgec_sxtab16_odd(off_a, four);
        edgec_matmul_s8_dsp_row(edgec_low(even), edgec_load4(b), off_b, sums);
        edgec_matmul_s8_dsp_row(edgec_low(odd), edgec_load4(b + p->n), off_b, sums);
        edgec_matmul_s8_dsp_row(edgec_high(even), edgec_load4(b + 2 * p->n), off_b, sums);
        edgec_matmul_s8_dsp_row(edgec_high(odd), edgec_load4(b + 3 * p->n), off_b, sums);
        a += 4;
        b += 4 * p->n;
    }
    for (; k > 0; k--) {
        edgec_matmul_s8_dsp_row(*a++ - p->a_zero, edgec_load4(b), off_b, sums);
        b += p->n;
    }
    for (i = 0; i < 4; i++) {
        y[i] = (int8_t)edgec_requantize(sums[i], p->multiplier, p->shift, p->out_zero, INT8_MIN, INT8_MAX);
    }
}

/* y[M, N] = a[M, K] . b[K, N]; where columns are no whole fours, the last four overlap those before. */
static inline void edgec_matmul_s8_dsp_one(const edgec_matmul_s8_dsp_params *p, const int8_t *a, const int8_t *b,
                                           int8_t *y)
{
    int32_t i;
    int32_t j;
    for (i = 0; i < p->m; i++) {
        for (j = 0; j < p->n; j += 4) {
            const int32_t at = (j + 4 <= p->n) ? j : p->n - 4;
            edgec_matmul_s8_dsp_four(p, a, b + at, y + at);
        }
        a += p->k;
        y += p->n;
    }
}

static inline void edgec_matmul_s8__dsp(const edgec_matmul_s8_dsp_params *p, const int8_t *a, const int8_t *b,
                                        int8_t *y)
{
    const int32_t *sa = p->a_stride;
    const int32_t *sb = p->b_stride;
    int32_t i0;
    int32_t i1;
    int32_t i2;
    int32_t i3;
    for (i0 = 0; i0 < p->batch[0]; i0++) {
        for (i1 = 0; i1 < p->batch[1]; i1++) {
            for (i2 = 0; i2 < p->batch[2]; i2++) {
                for (i3 = 0; i3 < p->batch[3]; i3++) {
                    edgec_matmul_s8_dsp_one(p, a + i0 * sa[0] + i1 * sa[1] + i2 * sa[2] + i3 * sa[3],
                                            b + i0 * sb[0] + i1 * sb[1] + i2 * sb[2] + i3 * sb[3], y);
                    y += p->m * p->n;
                }
            }
        }
    }
}

#endif
