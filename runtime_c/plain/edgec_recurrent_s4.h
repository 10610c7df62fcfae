/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recurrent layers of int8 with int4 weights (edgec_recurrent_int.h): a row's weights lie in ceil(n / 2) bytes, the
 * first of a pair in the low half. */
#ifndef EDGEC_RECURRENT_S4_H
#define EDGEC_RECURRENT_S4_H

#include "edgec_conv2d_s4.h"
#include "edgec_recurrent_int.h"

/* Row `row` of packed weights with n columns. */
EDGEC_LAYER_PART const uint8_t *edgec_recurrent_row_s4(const int8_t *w, int32_t row, int32_t n)
{
    return (const uint8_t *)(const void *)(w + row * ((n + 1) / 2));
}

EDGEC_LAYER_PART int32_t edgec_w_sum_s4(const edgec_recurrent_int_params *p, const edgec_recurrent_int_weights *k,
                                        const int8_t *x, int32_t row)
{
    return edgec_dot_s4(x, edgec_recurrent_row_s4(k->w, row, p->in), p->in, k->start[row]);
}

EDGEC_LAYER_PART int32_t edgec_r_sum_s4(const edgec_recurrent_int_params *p, const edgec_recurrent_int_weights *k,
                                        const int8_t *y, int32_t row, int32_t rows)
{
    return edgec_dot_s4(y, edgec_recurrent_row_s4(k->r, row, p->hidden), p->hidden, k->start[rows + row]);
}

EDGEC_LAYER_PART int32_t edgec_kept_sum_s4(const edgec_recurrent_int_params *p, const edgec_recurrent_int_weights *k,
                                           const int16_t *kept, int32_t row)
{
    const uint8_t *w = edgec_recurrent_row_s4(k->r, row, p->hidden);
    int32_t sum = k->start[3 * p->hidden + row];
    int32_t i;
    for (i = 0; i < p->hidden; i++) {
        sum += kept[i] * (((i & 1) != 0) ? edgec_second_s4(w[i >> 1]) : edgec_first_s4(w[i >> 1]));
    }
    return sum;
}

EDGEC_DEFINE_RECURRENT_SUMS(s4, int8_t)
EDGEC_DEFINE_RNN_INT(s4, int8_t)
EDGEC_DEFINE_GRU_KEPT(s4, int8_t)
EDGEC_DEFINE_GRU_ARGUMENT(s4, int8_t)
EDGEC_DEFINE_GRU_STEP(s4, int8_t)
EDGEC_DEFINE_GRU_INT(s4, int8_t)
EDGEC_DEFINE_LSTM_RUN(s4, int8_t)
EDGEC_DEFINE_LSTM_INT(s4, int8_t)

#endif
