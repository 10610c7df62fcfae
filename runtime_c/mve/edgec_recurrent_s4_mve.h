/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recurrent layers, int8, weights of 4 bits (edgec_recurrent_mve.h). */
#ifndef EDGEC_RECURRENT_S4_MVE_H
#define EDGEC_RECURRENT_S4_MVE_H

#include "edgec_recurrent_mve.h"

#define edgec_gates_s4_mve EDGEC_TAGGED(edgec_gates_s4_mve)
#define edgec_gates_apart_s4_mve EDGEC_TAGGED(edgec_gates_apart_s4_mve)
EDGEC_BLOCK_MVE(edgec_gates_s4_mve, edgec_gates_mve, EDGEC_GATES_S4_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gates_apart_s4_mve, edgec_gates_mve, EDGEC_GATES_APART_S4_CODE_MVE)

EDGEC_KERNEL_MVE void edgec_rnn_s4_mve(const edgec_recurrent_s8_mve_params *p, const int8_t *x, const uint32_t *stream,
                                       const int16_t *f, const int8_t *h0, int8_t *y, int8_t *h, int32_t *scratch)
{
    edgec_rnn_mve(p, edgec_gates_s4_mve, x, stream, f, h0, y, h, scratch);
}

EDGEC_KERNEL_MVE void edgec_gru_s4_mve(const edgec_recurrent_s8_mve_params *p, const int8_t *x, const uint32_t *stream,
                                       const int16_t *f, const int16_t *g, const int16_t *h0, int8_t *y, int16_t *h,
                                       int32_t *scratch)
{
    edgec_gru_mve(p, edgec_gates_s4_mve, edgec_gates_apart_s4_mve, x, stream, f, g, h0, y, h, scratch);
}

EDGEC_KERNEL_MVE void edgec_lstm_s4_mve(const edgec_recurrent_s8_mve_params *p, const int8_t *x, const uint32_t *stream,
                                        const int16_t *f, const int16_t *g, const int16_t *shown, const int8_t *h0,
                                        const int16_t *c0, int8_t *y, int8_t *h, int16_t *c, int32_t *scratch)
{
    edgec_lstm_mve(p, edgec_gates_s4_mve, x, stream, f, g, shown, h0, c0, y, h, c, scratch);
}

#endif
