/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recurrent layers of one direction in integers: x[steps, batch, in], int8 weights w[gates * hidden, in] and
 * r[gates * hidden, hidden].  The same results as converter/ops/recurrent_int.py, bit for bit.
 *
 * start[2 * gates * hidden] begins the sums of w, then those of r: the biases, and what zero points make of the
 * weights. factors[2 * gates * hidden] scale both sums before they are added and rounded, once.  Tables of gates have
 * 513 values with 14 fraction bits.  An LSTM's c and a GRU's h are states of 16 bits with p->state fraction bits.
 *
 * y[steps, batch, hidden] takes every output, h (and c) the last state.  A sequence that has ended keeps its state and
 * gives zeros, and a reversed one starts at its own end. */
#ifndef EDGEC_RECURRENT_INT_H
#define EDGEC_RECURRENT_INT_H

#include "edgec_dot_s16.h"
#include "edgec_dot_s8.h"
#include "edgec_recurrent_cells.h"

/* Sums of a row over x, over the output before, and over what a reset gate has left of that (edgec_gru_kept_<s>). */
#define EDGEC_DEFINE_RECURRENT_PRODUCTS(s, type)                                                                       \
    EDGEC_LAYER_PART int32_t edgec_w_sum_##s(const edgec_recurrent_int_params *p,                                      \
                                             const edgec_recurrent_int_weights *k, const type *x, int32_t row)         \
    {                                                                                                                  \
        return edgec_dot_##s(x, k->w + row * p->in, p->in, k->start[row]);                                             \
    }                                                                                                                  \
    EDGEC_LAYER_PART int32_t edgec_r_sum_##s(const edgec_recurrent_int_params *p,                                      \
                                             const edgec_recurrent_int_weights *k, const type *y, int32_t row,         \
                                             int32_t rows)                                                             \
    {                                                                                                                  \
        return edgec_dot_##s(y, k->r + row * p->hidden, p->hidden, k->start[rows + row]);                              \
    }                                                                                                                  \
    EDGEC_LAYER_PART int32_t edgec_kept_sum_##s(                                                                       \
        const edgec_recurrent_int_params *p, const edgec_recurrent_int_weights *k, const int16_t *kept, int32_t row)   \
    {                                                                                                                  \
        return edgec_dot_s16(kept, k->r + row * p->hidden, p->hidden, k->start[3 * p->hidden + row]);                  \
    }

EDGEC_DEFINE_RECURRENT_PRODUCTS(s8, int8_t)
EDGEC_DEFINE_RECURRENT_PRODUCTS(s16, int16_t)

#define EDGEC_DEFINE_RECURRENT_SUMS(s, type)                                                                           \
    EDGEC_LAYER_PART int32_t edgec_gate_row_##s(const edgec_recurrent_int_params *p,                                   \
                                                const edgec_recurrent_int_weights *k, const type *x, const type *y,    \
                                                int32_t row, int32_t rows)                                             \
    {                                                                                                                  \
        return edgec_gate_sum(p, edgec_w_sum_##s(p, k, x, row), k->factors[row], edgec_r_sum_##s(p, k, y, row, rows),  \
                              k->factors[rows + row], 0);                                                              \
    }                                                                                                                  \
    /* Zeros behind the end of sequence n. */                                                                          \
    EDGEC_LAYER_PART void edgec_recurrent_rest_##s(const edgec_recurrent_int_params *p, int32_t n, int32_t length,     \
                                                   type *y)                                                            \
    {                                                                                                                  \
        int32_t t;                                                                                                     \
        int32_t j;                                                                                                     \
        for (t = length; t < p->steps; t++) {                                                                          \
            for (j = 0; j < p->hidden; j++) {                                                                          \
                y[(t * p->batch + n) * p->hidden + j] = (type)p->out_zero;                                             \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    /* The last output of sequence n, zeros where it has no step. */                                                   \
    EDGEC_LAYER_PART void edgec_recurrent_last_##s(const edgec_recurrent_int_params *p, const type *last,              \
                                                   int32_t length, type *h)                                            \
    {                                                                                                                  \
        int32_t j;                                                                                                     \
        for (j = 0; j < p->hidden; j++) {                                                                              \
            h[j] = (length > 0) ? last[j] : (type)p->out_zero;                                                         \
        }                                                                                                              \
    }

EDGEC_DEFINE_RECURRENT_SUMS(s8, int8_t)
EDGEC_DEFINE_RECURRENT_SUMS(s16, int16_t)

#define EDGEC_DEFINE_RNN_INT(s, type)                                                                                  \
    EDGEC_LAYER_PART void edgec_rnn_lengths_##s##_plain(                                                               \
        const edgec_recurrent_int_params *p, const type *x, const int8_t *w, const int8_t *r, const int32_t *start,    \
        const int32_t *factors, const int16_t *f, const type *h0, const int32_t *lengths, type *y, type *h)            \
    {                                                                                                                  \
        const edgec_recurrent_int_weights k = {w, r, start, factors, f, NULL, NULL, NULL};                             \
        const int32_t size = p->hidden;                                                                                \
        int32_t n;                                                                                                     \
        int32_t i;                                                                                                     \
        int32_t j;                                                                                                     \
        for (n = 0; n < p->batch; n++) {                                                                               \
            const int32_t length = edgec_recurrent_int_length(p, lengths, n);                                          \
            const type *before = h0 + n * size;                                                                        \
            for (i = 0; i < length; i++) {                                                                             \
                const int32_t t = edgec_recurrent_int_time(p, i, length) * p->batch + n;                               \
                for (j = 0; j < size; j++) {                                                                           \
                    const int32_t sum = edgec_gate_row_##s(p, &k, x + t * p->in, before, j, size);                     \
                    y[t * size + j] = (type)edgec_rnn_cell(p, &k, sum);                                                \
                }                                                                                                      \
                before = y + t * size;                                                                                 \
            }                                                                                                          \
            edgec_recurrent_rest_##s(p, n, length, y);                                                                 \
            edgec_recurrent_last_##s(p, before, length, h + n * size);                                                 \
        }                                                                                                              \
    }                                                                                                                  \
    EDGEC_LAYER_PART void edgec_rnn_##s##_plain(const edgec_recurrent_int_params *p, const type *x, const int8_t *w,   \
                                                const int8_t *r, const int32_t *start, const int32_t *factors,         \
                                                const int16_t *f, const type *h0, type *y, type *h)                    \
    {                                                                                                                  \
        edgec_rnn_lengths_##s##_plain(p, x, w, r, start, factors, f, h0, NULL, y, h);                                  \
    }

EDGEC_DEFINE_RNN_INT(s8, int8_t)
EDGEC_DEFINE_RNN_INT(s16, int16_t)

/* One step: before is the output of the step before, h its state; kept[hidden] where the reset gate comes before the
 * product. */
#define EDGEC_DEFINE_GRU_KEPT(s, type)                                                                                 \
    EDGEC_LAYER_PART void edgec_gru_kept_##s(const edgec_recurrent_int_params *p,                                      \
                                             const edgec_recurrent_int_weights *k, const type *x, const type *before,  \
                                             int16_t *kept)                                                            \
    {                                                                                                                  \
        const int32_t n = p->hidden;                                                                                   \
        int32_t j;                                                                                                     \
        for (j = 0; j < n; j++) {                                                                                      \
            const int32_t reset = edgec_gate_int(k->f, edgec_gate_row_##s(p, k, x, before, n + j, 3 * n));             \
            const int32_t value = edgec_round_bits(reset * (before[j] - p->out_zero), p->kept_bits);                   \
            kept[j] = (int16_t)edgec_saturate_s16(value);                                                              \
        }                                                                                                              \
    }

#define EDGEC_DEFINE_GRU_ARGUMENT(s, type)                                                                             \
    EDGEC_LAYER_PART int32_t edgec_gru_argument_##s(const edgec_recurrent_int_params *p,                               \
                                                    const edgec_recurrent_int_weights *k, const type *x,               \
                                                    const type *before, const int16_t *kept, int32_t j)                \
    {                                                                                                                  \
        const int32_t n = p->hidden;                                                                                   \
        const int32_t row = 2 * n + j;                                                                                 \
        const int32_t w = edgec_w_sum_##s(p, k, x, row);                                                               \
        const int32_t w_factor = k->factors[row];                                                                      \
        const int32_t r_factor = k->factors[3 * n + row];                                                              \
        if (p->before_reset == 0) {                                                                                    \
            const int32_t r = edgec_kept_sum_##s(p, k, kept, row);                                                     \
            return edgec_gate_sum(p, w, w_factor, r, r_factor, 0);                                                     \
        }                                                                                                              \
        return edgec_gru_candidate(edgec_gate_int(k->f, edgec_gate_row_##s(p, k, x, before, n + j, 3 * n)),            \
                                   edgec_gate_sum(p, w, w_factor, 0, 0, 0),                                            \
                                   edgec_gate_sum(p, edgec_r_sum_##s(p, k, before, row, 3 * n), r_factor, 0, 0, 0));   \
    }

#define EDGEC_DEFINE_GRU_STEP(s, type)                                                                                 \
    EDGEC_LAYER_PART void edgec_gru_step_##s(const edgec_recurrent_int_params *p,                                      \
                                             const edgec_recurrent_int_weights *k, const type *x, const type *before,  \
                                             type *y, int16_t *h, int16_t *kept)                                       \
    {                                                                                                                  \
        int32_t j;                                                                                                     \
        if (p->before_reset == 0) {                                                                                    \
            edgec_gru_kept_##s(p, k, x, before, kept);                                                                 \
        }                                                                                                              \
        for (j = 0; j < p->hidden; j++) {                                                                              \
            const int32_t argument = edgec_gru_argument_##s(p, k, x, before, kept, j);                                 \
            h[j] =                                                                                                     \
                (int16_t)edgec_gru_cell(p, k, edgec_gate_row_##s(p, k, x, before, j, 3 * p->hidden), argument, h[j]);  \
            y[j] = (type)edgec_recurrent_output(p, h[j]);                                                              \
        }                                                                                                              \
    }

EDGEC_DEFINE_GRU_KEPT(s8, int8_t)
EDGEC_DEFINE_GRU_KEPT(s16, int16_t)
EDGEC_DEFINE_GRU_ARGUMENT(s8, int8_t)
EDGEC_DEFINE_GRU_ARGUMENT(s16, int16_t)
EDGEC_DEFINE_GRU_STEP(s8, int8_t)
EDGEC_DEFINE_GRU_STEP(s16, int16_t)

/* scratch: kept[hidden] of int16, then the first output. */
#define EDGEC_DEFINE_GRU_INT(s, type)                                                                                  \
    EDGEC_LAYER_PART void edgec_gru_lengths_##s##_plain(                                                               \
        const edgec_recurrent_int_params *p, const type *x, const int8_t *w, const int8_t *r, const int32_t *start,    \
        const int32_t *factors, const int16_t *f, const int16_t *g, const int16_t *h0, const int32_t *lengths,         \
        type *y, int16_t *h, int16_t *scratch)                                                                         \
    {                                                                                                                  \
        const edgec_recurrent_int_weights k = {w, r, start, factors, f, g, NULL, NULL};                                \
        const int32_t size = p->hidden;                                                                                \
        type *first = (type *)(void *)(scratch + size);                                                                \
        int32_t n;                                                                                                     \
        int32_t i;                                                                                                     \
        int32_t j;                                                                                                     \
        for (n = 0; n < p->batch; n++) {                                                                               \
            const int32_t length = edgec_recurrent_int_length(p, lengths, n);                                          \
            const type *before = first;                                                                                \
            for (j = 0; j < size; j++) {                                                                               \
                h[n * size + j] = (length > 0) ? h0[n * size + j] : (int16_t)0;                                        \
                first[j] = (type)edgec_recurrent_output(p, h[n * size + j]);                                           \
            }                                                                                                          \
            for (i = 0; i < length; i++) {                                                                             \
                const int32_t t = edgec_recurrent_int_time(p, i, length) * p->batch + n;                               \
                edgec_gru_step_##s(p, &k, x + t * p->in, before, y + t * size, h + n * size, scratch);                 \
                before = y + t * size;                                                                                 \
            }                                                                                                          \
            edgec_recurrent_rest_##s(p, n, length, y);                                                                 \
        }                                                                                                              \
    }                                                                                                                  \
    EDGEC_LAYER_PART void edgec_gru_##s##_plain(const edgec_recurrent_int_params *p, const type *x, const int8_t *w,   \
                                                const int8_t *r, const int32_t *start, const int32_t *factors,         \
                                                const int16_t *f, const int16_t *g, const int16_t *h0, type *y,        \
                                                int16_t *h, int16_t *scratch)                                          \
    {                                                                                                                  \
        edgec_gru_lengths_##s##_plain(p, x, w, r, start, factors, f, g, h0, NULL, y, h, scratch);                      \
    }

EDGEC_DEFINE_GRU_INT(s8, int8_t)
EDGEC_DEFINE_GRU_INT(s16, int16_t)

#define EDGEC_DEFINE_LSTM_RUN(s, type)                                                                                 \
    EDGEC_LAYER_PART void edgec_lstm_step_##s(const edgec_recurrent_int_params *p,                                     \
                                              const edgec_recurrent_int_weights *k, const type *x, const type *before, \
                                              type *y, int16_t *c)                                                     \
    {                                                                                                                  \
        int32_t j;                                                                                                     \
        int32_t gate;                                                                                                  \
        for (j = 0; j < p->hidden; j++) {                                                                              \
            edgec_lstm_sums sums;                                                                                      \
            for (gate = 0; gate < 4; gate++) {                                                                         \
                sums.w[gate] = edgec_w_sum_##s(p, k, x, gate * p->hidden + j);                                         \
                sums.r[gate] = edgec_r_sum_##s(p, k, before, gate * p->hidden + j, 4 * p->hidden);                     \
            }                                                                                                          \
            y[j] = (type)edgec_lstm_cell(p, k, &sums, j, c + j);                                                       \
        }                                                                                                              \
    }                                                                                                                  \
    EDGEC_LAYER_PART void edgec_lstm_run_##s(const edgec_recurrent_int_params *p,                                      \
                                             const edgec_recurrent_int_weights *k, const type *x, const type *h0,      \
                                             const int16_t *c0, const int32_t *lengths, type *y, type *h, int16_t *c)  \
    {                                                                                                                  \
        const int32_t size = p->hidden;                                                                                \
        int32_t n;                                                                                                     \
        int32_t i;                                                                                                     \
        int32_t j;                                                                                                     \
        for (n = 0; n < p->batch; n++) {                                                                               \
            const int32_t length = edgec_recurrent_int_length(p, lengths, n);                                          \
            const type *before = h0 + n * size;                                                                        \
            for (j = 0; j < size; j++) {                                                                               \
                c[n * size + j] = (length > 0) ? c0[n * size + j] : (int16_t)0;                                        \
            }                                                                                                          \
            for (i = 0; i < length; i++) {                                                                             \
                const int32_t t = edgec_recurrent_int_time(p, i, length) * p->batch + n;                               \
                edgec_lstm_step_##s(p, k, x + t * p->in, before, y + t * size, c + n * size);                          \
                before = y + t * size;                                                                                 \
            }                                                                                                          \
            edgec_recurrent_rest_##s(p, n, length, y);                                                                 \
            edgec_recurrent_last_##s(p, before, length, h + n * size);                                                 \
        }                                                                                                              \
    }

EDGEC_DEFINE_LSTM_RUN(s8, int8_t)
EDGEC_DEFINE_LSTM_RUN(s16, int16_t)

#define EDGEC_DEFINE_LSTM_INT(s, type)                                                                                 \
    EDGEC_LAYER_PART void edgec_lstm_##s##_plain(const edgec_recurrent_int_params *p, const type *x, const int8_t *w,  \
                                                 const int8_t *r, const int32_t *start, const int32_t *factors,        \
                                                 const int16_t *f, const int16_t *g, const int16_t *tanh_,             \
                                                 const type *h0, const int16_t *c0, type *y, type *h, int16_t *c)      \
    {                                                                                                                  \
        const edgec_recurrent_int_weights k = {w, r, start, factors, f, g, tanh_, NULL};                               \
        edgec_lstm_run_##s(p, &k, x, h0, c0, NULL, y, h, c);                                                           \
    }                                                                                                                  \
    EDGEC_LAYER_PART void edgec_lstm_lengths_##s##_plain(                                                              \
        const edgec_recurrent_int_params *p, const type *x, const int8_t *w, const int8_t *r, const int32_t *start,    \
        const int32_t *factors, const int16_t *f, const int16_t *g, const int16_t *tanh_, const type *h0,              \
        const int16_t *c0, const int32_t *lengths, type *y, type *h, int16_t *c)                                       \
    {                                                                                                                  \
        const edgec_recurrent_int_weights k = {w, r, start, factors, f, g, tanh_, NULL};                               \
        edgec_lstm_run_##s(p, &k, x, h0, c0, lengths, y, h, c);                                                        \
    }                                                                                                                  \
    EDGEC_LAYER_PART void edgec_lstm_full_##s##_plain(                                                                 \
        const edgec_recurrent_int_params *p, const type *x, const int8_t *w, const int8_t *r, const int32_t *start,    \
        const int32_t *factors, const int16_t *f, const int16_t *g, const int16_t *tanh_, const type *h0,              \
        const int16_t *c0, const int16_t *peephole, const int32_t *lengths, type *y, type *h, int16_t *c)              \
    {                                                                                                                  \
        const edgec_recurrent_int_weights k = {w, r, start, factors, f, g, tanh_, peephole};                           \
        edgec_lstm_run_##s(p, &k, x, h0, c0, lengths, y, h, c);                                                        \
    }

EDGEC_DEFINE_LSTM_INT(s8, int8_t)
EDGEC_DEFINE_LSTM_INT(s16, int16_t)

#endif
