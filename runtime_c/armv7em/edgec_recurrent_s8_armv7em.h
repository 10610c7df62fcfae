/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recurrent layers, int8, weights of 8 bits (edgec_recurrent_armv7em.h). */
#ifndef EDGEC_RECURRENT_S8_ARMV7EM_H
#define EDGEC_RECURRENT_S8_ARMV7EM_H

#include "edgec_gates_s8_armv7em.h"

#include "edgec_recurrent_armv7em.h"

static inline void edgec_rnn_s8_armv7em(const edgec_recurrent_s8_armv7em_params *p, const int8_t *x,
                                        const uint32_t *stream, const int16_t *f, const int8_t *h0, int8_t *y,
                                        int8_t *h, uint32_t *scratch)
{
    edgec_rnn_armv7em(p, edgec_gates_s8_pairs, x, stream, f, h0, y, h, scratch);
}

static inline void edgec_gru_s8_armv7em(const edgec_recurrent_s8_armv7em_params *p, const int8_t *x,
                                        const uint32_t *stream, const int16_t *f, const int16_t *g, const int16_t *h0,
                                        int8_t *y, int16_t *h, uint32_t *scratch)
{
    edgec_gru_armv7em(p, edgec_gates_s8_pairs, x, stream, f, g, h0, y, h, scratch);
}

static inline void edgec_lstm_s8_armv7em(const edgec_recurrent_s8_armv7em_params *p, const int8_t *x,
                                         const uint32_t *stream, const int16_t *f, const int16_t *g,
                                         const int16_t *shown, const int8_t *h0, const int16_t *c0, int8_t *y,
                                         int8_t *h, int16_t *c, uint32_t *scratch)
{
    edgec_lstm_armv7em(p, edgec_gates_s8_pairs, x, stream, f, g, shown, h0, c0, y, h, c, scratch);
}

#endif
