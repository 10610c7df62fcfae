/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of two int8 tensors by CMSIS-NN; the multiplier is factor * 2^31 (see edgec_layers_s8_cmsis_nn.h). */
#ifndef EDGEC_MUL_S8_CMSIS_NN_H
#define EDGEC_MUL_S8_CMSIS_NN_H

#include "edgec_cmsis_nn.h"

typedef struct {
    int32_t n;
    int32_t a_zero, b_zero;
    int32_t multiplier, shift;
    int32_t out_zero, lo, hi;
} edgec_mul_s8_cmsis_nn_params;

EDGEC_LAYER_PART uint32_t edgec_mul_s8_cmsis_nn(const edgec_mul_s8_cmsis_nn_params *p, const int8_t *a, const int8_t *b,
                                                int8_t *y)
{
    return edgec_cmsis_nn_failed(arm_elementwise_mul_s8(a, b, -p->a_zero, -p->b_zero, y, p->out_zero, p->multiplier,
                                                        p->shift, p->lo, p->hi, p->n));
}

#endif
