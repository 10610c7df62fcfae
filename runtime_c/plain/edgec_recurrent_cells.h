/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cells of recurrent layers in integers (edgec_recurrent_int.h): gates of their sums, states, outputs. */
#ifndef EDGEC_RECURRENT_CELLS_H
#define EDGEC_RECURRENT_CELLS_H

#include "edgec_fixed.h"

#define EDGEC_GATE_BITS 14
#define EDGEC_GATE_ONE (INT32_C(1) << EDGEC_GATE_BITS)

typedef struct {
    int32_t steps, batch, in, hidden;
    int32_t reverse, before_reset, coupled, rectified;
    int32_t state;             /* fraction bits of the state */
    int32_t raise;             /* fraction bits that an LSTM's h has more than its cell */
    int32_t kept_bits;         /* fraction bits that an output times the reset gate loses */
    int32_t peephole;          /* factor of a peephole's products */
    uint32_t shift, out_shift; /* of a gate's sum */
    int32_t out_multiplier, out_zero, lo, hi;
} edgec_recurrent_int_params;

/* Constants of a layer; peephole[3 * hidden] (input, output, forget) or NULL. */
typedef struct {
    const int8_t *w, *r;
    const int32_t *start, *factors;
    const int16_t *f, *g, *h, *peephole;
} edgec_recurrent_int_weights;

/* floor(v / 2**bits + 1/2), 0 <= bits < 31, |v| <= 2**30. */
EDGEC_LAYER_PART int32_t edgec_round_bits(int32_t v, int32_t bits) { return (v + ((INT32_C(1) << bits) >> 1)) >> bits; }

EDGEC_LAYER_PART int32_t edgec_saturate_s16(int32_t v) { return edgec_clamp_s32(v, INT16_MIN, INT16_MAX); }

/* Both sums of a row (and what a peephole adds) as the argument of a gate: the caller has proven that it fits int32. */
EDGEC_LAYER_PART int32_t edgec_gate_sum(const edgec_recurrent_int_params *p, int32_t w, int32_t w_factor, int32_t r,
                                        int32_t r_factor, int64_t more)
{
    const int64_t half = (INT64_C(1) << p->shift) >> 1;
    return (int32_t)(((int64_t)w * w_factor + (int64_t)r * r_factor + more + half) >> p->shift);
}

/* A gate: straight lines between the values of a table, 128 steps of the argument apart. */
EDGEC_LAYER_PART int32_t edgec_gate_int(const int16_t *table, int32_t sum)
{
    const int32_t at = edgec_saturate_s16(sum) + 32768;
    const int16_t *from = table + (at >> 7);
    const int32_t first = from[0];
    return first + (((from[1] - first) * (at & 127) + 64) >> 7);
}

/* keep * old + take * value: a state; keep, take and value have 14 fraction bits, old and the state p->state. */
EDGEC_LAYER_PART int32_t edgec_blend_state(const edgec_recurrent_int_params *p, int32_t keep, int32_t old, int32_t take,
                                           int32_t value)
{
    const int32_t added = edgec_round_bits(take * value, EDGEC_GATE_BITS - p->state);
    return edgec_saturate_s16(edgec_round_bits(keep * old + added, EDGEC_GATE_BITS));
}

/* An output of a value with the fraction bits that p->out_multiplier and p->out_shift are for. */
EDGEC_LAYER_PART int32_t edgec_recurrent_output(const edgec_recurrent_int_params *p, int32_t value)
{
    return edgec_requantize(value, p->out_multiplier, p->out_shift, p->out_zero, p->lo, p->hi);
}

/* The time step at which the i-th one of a sequence is computed. */
EDGEC_LAYER_PART int32_t edgec_recurrent_int_time(const edgec_recurrent_int_params *p, int32_t i, int32_t length)
{
    return (p->reverse != 0) ? length - 1 - i : i;
}

EDGEC_LAYER_PART int32_t edgec_recurrent_int_length(const edgec_recurrent_int_params *p, const int32_t *lengths,
                                                    int32_t n)
{
    return (lengths != NULL) ? edgec_clamp_s32(lengths[n], 0, p->steps) : p->steps;
}

/* An RNN's output; p->rectified: its sum in steps of the output, which lo and hi limit. */
EDGEC_LAYER_PART int32_t edgec_rnn_cell(const edgec_recurrent_int_params *p, const edgec_recurrent_int_weights *k,
                                        int32_t sum)
{
    if (p->rectified != 0) {
        return edgec_clamp_s32(sum + p->out_zero, p->lo, p->hi);
    }
    return edgec_recurrent_output(p, edgec_gate_int(k->f, sum));
}

/* A GRU's state, from the arguments of its update gate and of its candidate. */
EDGEC_LAYER_PART int32_t edgec_gru_cell(const edgec_recurrent_int_params *p, const edgec_recurrent_int_weights *k,
                                        int32_t update, int32_t candidate, int32_t h)
{
    const int32_t z = edgec_gate_int(k->f, update);
    return edgec_blend_state(p, z, h, EDGEC_GATE_ONE - z, edgec_gate_int(k->g, candidate));
}

/* The argument of a candidate whose recurrent sum is reset behind the product. */
EDGEC_LAYER_PART int32_t edgec_gru_candidate(int32_t reset, int32_t from_x, int32_t from_h)
{
    return from_x + (int32_t)(((int64_t)reset * from_h + (EDGEC_GATE_ONE >> 1)) >> EDGEC_GATE_BITS);
}

/* The sums of the four rows of an LSTM's cell j: input, output, forget gate, candidate. */
typedef struct {
    int32_t w[4], r[4];
} edgec_lstm_sums;

/* Output j of an LSTM, and its cell. */
EDGEC_LAYER_PART int32_t edgec_lstm_cell(const edgec_recurrent_int_params *p, const edgec_recurrent_int_weights *k,
                                         const edgec_lstm_sums *sums, int32_t j, int16_t *c)
{
    const int32_t n = p->hidden;
    const int32_t *fw = k->factors + j;
    const int32_t *fr = fw + 4 * n;
    const int64_t seen = (k->peephole != NULL) ? p->peephole : 0;
    const int32_t old = *c;
    int64_t more = (k->peephole != NULL) ? seen * (k->peephole[j] * old) : 0;
    const int32_t input = edgec_gate_int(k->f, edgec_gate_sum(p, sums->w[0], fw[0], sums->r[0], fr[0], more));
    const int32_t value = edgec_gate_int(k->g, edgec_gate_sum(p, sums->w[3], fw[3 * n], sums->r[3], fr[3 * n], 0));
    int32_t keep = EDGEC_GATE_ONE - input;
    int32_t cell;
    int32_t shown;
    if (p->coupled == 0) {
        more = (k->peephole != NULL) ? seen * (k->peephole[2 * n + j] * old) : 0;
        keep = edgec_gate_int(k->f, edgec_gate_sum(p, sums->w[2], fw[2 * n], sums->r[2], fr[2 * n], more));
    }
    cell = edgec_blend_state(p, keep, old, input, value);
    *c = (int16_t)cell;
    more = (k->peephole != NULL) ? seen * (k->peephole[n + j] * cell) : 0;
    shown = (p->raise >= 0) ? cell * (INT32_C(1) << p->raise) : edgec_round_bits(cell, -p->raise);
    return edgec_recurrent_output(
        p, edgec_gate_int(k->h, shown) *
               edgec_gate_int(k->f, edgec_gate_sum(p, sums->w[1], fw[n], sums->r[1], fr[n], more)));
}

#endif
