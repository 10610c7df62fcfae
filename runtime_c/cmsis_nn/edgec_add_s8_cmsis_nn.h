/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Additions of two int8 tensors by CMSIS-NN: inputs are shifted left by 20 and multiplied by multipliers * 2^10 / 2^30,
 * which is exact, and their sum is rounded once. */
#ifndef EDGEC_ADD_S8_CMSIS_NN_H
#define EDGEC_ADD_S8_CMSIS_NN_H

#include "edgec_cmsis_nn.h"

typedef struct {
    int32_t n;
    int32_t a_zero, b_zero;
    int32_t m_a, m_b, m_out; /* m_out: 2^31 over the sum's divisor */
    int32_t out_zero, lo, hi;
} edgec_add_s8_cmsis_nn_params;

EDGEC_LAYER_PART uint32_t edgec_add_s8_cmsis_nn(const edgec_add_s8_cmsis_nn_params *p, const int8_t *a, const int8_t *b,
                                                int8_t *y)
{
    return edgec_cmsis_nn_failed(arm_elementwise_add_s8(a, b, -p->a_zero, p->m_a, 1, -p->b_zero, p->m_b, 1, 20, y,
                                                        p->out_zero, p->m_out, 0, p->lo, p->hi, p->n));
}

#endif
