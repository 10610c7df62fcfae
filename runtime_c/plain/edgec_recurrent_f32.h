/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recurrent layers of one direction, float32: x[steps, batch, in], w[gates * hidden, in], r[gates * hidden, hidden],
 * bias[2 * gates * hidden] (of w, then of r), initial state h0[batch, hidden] and, for LSTM, c0[batch, hidden].
 *
 * y[steps, batch, hidden] takes every state, h (and c) the last one.  A sequence that has
 * ended keeps its state and gives zeros, and a reversed one starts at its own end. */
#ifndef EDGEC_RECURRENT_F32_H
#define EDGEC_RECURRENT_F32_H

#include "edgec_dot_f32.h"
#include "edgec_gates.h"

typedef struct {
    int32_t steps, batch, in, hidden;
    int32_t reverse, before_reset, coupled;
    float clip;
    edgec_gate f, g, h;
} edgec_recurrent_params;

/* Weights and biases of a layer. */
typedef struct {
    const float *w, *r, *bias;
} edgec_recurrent_weights;

/* Row ``row`` of W . x + R . h + both biases; gates rows in all. */
EDGEC_LAYER_PART float edgec_recurrent_sum(const edgec_recurrent_params *p, const edgec_recurrent_weights *k,
                                           const float *x, const float *h, int32_t row, int32_t rows)
{
    const float start = k->bias[row] + k->bias[rows + row];
    return edgec_dot_f32(h, k->r + row * p->hidden, p->hidden, edgec_dot_f32(x, k->w + row * p->in, p->in, start));
}

EDGEC_LAYER_PART int32_t edgec_recurrent_length(const edgec_recurrent_params *p, const int32_t *lengths, int32_t n)
{
    const int32_t length = (lengths != NULL) ? lengths[n] : p->steps;
    return (length < 0) ? 0 : ((length > p->steps) ? p->steps : length);
}

/* The time step at which the i-th one of a sequence is computed. */
/* A sequence without any step ends in zeros, whatever its initial state. */
EDGEC_LAYER_PART void edgec_recurrent_empty(const edgec_recurrent_params *p, int32_t length, float *state)
{
    int32_t j;
    for (j = 0; j < p->hidden && length == 0; j++) {
        state[j] = 0.0f;
    }
}

EDGEC_LAYER_PART int32_t edgec_recurrent_time(const edgec_recurrent_params *p, int32_t i, int32_t length)
{
    return (p->reverse != 0) ? length - 1 - i : i;
}

/* scratch[hidden] */
EDGEC_LAYER_PART void edgec_rnn_step(const edgec_recurrent_params *p, const edgec_recurrent_weights *k, const float *x,
                                     float *h, float *scratch)
{
    int32_t j;
    for (j = 0; j < p->hidden; j++) {
        scratch[j] = edgec_gate_f32(&p->f, p->clip, edgec_recurrent_sum(p, k, x, h, j, p->hidden));
    }
    (void)memcpy(h, scratch, (size_t)p->hidden * sizeof(float));
}

/* scratch[3 * hidden]: update gate, reset gate, candidate */
EDGEC_LAYER_PART void edgec_gru_step(const edgec_recurrent_params *p, const edgec_recurrent_weights *k, const float *x,
                                     float *h, float *scratch)
{
    const int32_t n = p->hidden;
    float *z = scratch;
    float *reset = scratch + n;
    float *candidate = scratch + 2 * n;
    int32_t j, i;
    for (j = 0; j < 2 * n; j++) {
        scratch[j] = edgec_gate_f32(&p->f, p->clip, edgec_recurrent_sum(p, k, x, h, j, 3 * n));
    }
    for (j = 0; j < n; j++) {
        const int32_t row = 2 * n + j;
        const float input = edgec_dot_f32(x, k->w + row * p->in, p->in, k->bias[row]);
        float inner = k->bias[3 * n + row];
        if (p->before_reset != 0) {
            inner = reset[j] * edgec_dot_f32(h, k->r + row * n, n, inner);
        } else {
            for (i = 0; i < n; i++) {
                inner += reset[i] * h[i] * k->r[row * n + i];
            }
        }
        candidate[j] = edgec_gate_f32(&p->g, p->clip, input + inner);
    }
    for (j = 0; j < n; j++) {
        h[j] = (1.0f - z[j]) * candidate[j] + z[j] * h[j];
    }
}

/* scratch[4 * hidden]: input, output, forget gate, candidate; peephole[3 * hidden] (input, output, forget) or NULL */
EDGEC_LAYER_PART void edgec_lstm_step(const edgec_recurrent_params *p, const edgec_recurrent_weights *k,
                                      const float *peephole, const float *x, float *h, float *c, float *scratch)
{
    const int32_t n = p->hidden;
    int32_t j;
    for (j = 0; j < 4 * n; j++) {
        scratch[j] = edgec_recurrent_sum(p, k, x, h, j, 4 * n);
    }
    for (j = 0; j < n; j++) {
        const float to_input = (peephole != NULL) ? peephole[j] * c[j] : 0.0f;
        const float to_forget = (peephole != NULL) ? peephole[2 * n + j] * c[j] : 0.0f;
        const float input = edgec_gate_f32(&p->f, p->clip, scratch[j] + to_input);
        const float keep =
            (p->coupled != 0) ? 1.0f - input : edgec_gate_f32(&p->f, p->clip, scratch[2 * n + j] + to_forget);
        c[j] = keep * c[j] + input * edgec_gate_f32(&p->g, p->clip, scratch[3 * n + j]);
    }
    for (j = 0; j < n; j++) {
        const float to_output = (peephole != NULL) ? peephole[n + j] * c[j] : 0.0f;
        const float output = edgec_gate_f32(&p->f, p->clip, scratch[n + j] + to_output);
        h[j] = output * edgec_gate_f32(&p->h, INFINITY, c[j]);
    }
}

#define EDGEC_DEFINE_RECURRENT(name, step)                                                                             \
    EDGEC_LAYER_PART void edgec_##name##_run(const edgec_recurrent_params *p, const float *x,                          \
                                             const edgec_recurrent_weights *k, const float *h0,                        \
                                             const int32_t *lengths, float *y, float *h, float *scratch)               \
    {                                                                                                                  \
        const int32_t cells = p->batch * p->hidden;                                                                    \
        int32_t n, i;                                                                                                  \
        (void)memcpy(h, h0, (size_t)cells * sizeof(float));                                                            \
        for (i = 0; i < p->steps * cells; i++) {                                                                       \
            y[i] = 0.0f;                                                                                               \
        }                                                                                                              \
        for (n = 0; n < p->batch; n++) {                                                                               \
            const int32_t length = edgec_recurrent_length(p, lengths, n);                                              \
            for (i = 0; i < length; i++) {                                                                             \
                const int32_t t = edgec_recurrent_time(p, i, length) * p->batch + n;                                   \
                step(p, k, x + t * p->in, h + n * p->hidden, scratch);                                                 \
                (void)memcpy(y + t * p->hidden, h + n * p->hidden, (size_t)p->hidden * sizeof(float));                 \
            }                                                                                                          \
            edgec_recurrent_empty(p, length, h + n * p->hidden);                                                       \
        }                                                                                                              \
    }                                                                                                                  \
    EDGEC_LAYER_PART void edgec_##name##_f32_plain(const edgec_recurrent_params *p, const float *x, const float *w,    \
                                                   const float *r, const float *bias, const float *h0, float *y,       \
                                                   float *h, float *scratch)                                           \
    {                                                                                                                  \
        const edgec_recurrent_weights k = {w, r, bias};                                                                \
        edgec_##name##_run(p, x, &k, h0, NULL, y, h, scratch);                                                         \
    }                                                                                                                  \
    EDGEC_LAYER_PART void edgec_##name##_lengths_f32_plain(                                                            \
        const edgec_recurrent_params *p, const float *x, const float *w, const float *r, const float *bias,            \
        const float *h0, const int32_t *lengths, float *y, float *h, float *scratch)                                   \
    {                                                                                                                  \
        const edgec_recurrent_weights k = {w, r, bias};                                                                \
        edgec_##name##_run(p, x, &k, h0, lengths, y, h, scratch);                                                      \
    }

EDGEC_DEFINE_RECURRENT(rnn, edgec_rnn_step)
EDGEC_DEFINE_RECURRENT(gru, edgec_gru_step)

EDGEC_LAYER_PART void edgec_lstm_full_f32_plain(const edgec_recurrent_params *p, const float *x, const float *w,
                                                const float *r, const float *bias, const float *h0, const float *c0,
                                                const float *peephole, const int32_t *lengths, float *y, float *h,
                                                float *c, float *scratch)
{
    const edgec_recurrent_weights k = {w, r, bias};
    const int32_t cells = p->batch * p->hidden;
    int32_t n, i;
    (void)memcpy(h, h0, (size_t)cells * sizeof(float));
    (void)memcpy(c, c0, (size_t)cells * sizeof(float));
    for (i = 0; i < p->steps * cells; i++) {
        y[i] = 0.0f;
    }
    for (n = 0; n < p->batch; n++) {
        const int32_t length = edgec_recurrent_length(p, lengths, n);
        for (i = 0; i < length; i++) {
            const int32_t t = edgec_recurrent_time(p, i, length) * p->batch + n;
            edgec_lstm_step(p, &k, peephole, x + t * p->in, h + n * p->hidden, c + n * p->hidden, scratch);
            (void)memcpy(y + t * p->hidden, h + n * p->hidden, (size_t)p->hidden * sizeof(float));
        }
        edgec_recurrent_empty(p, length, h + n * p->hidden);
        edgec_recurrent_empty(p, length, c + n * p->hidden);
    }
}

/* Without peepholes, all sequences of full length. */
EDGEC_LAYER_PART void edgec_lstm_f32_plain(const edgec_recurrent_params *p, const float *x, const float *w,
                                           const float *r, const float *bias, const float *h0, const float *c0,
                                           float *y, float *h, float *c, float *scratch)
{
    edgec_lstm_full_f32_plain(p, x, w, r, bias, h0, c0, NULL, NULL, y, h, c, scratch);
}

#endif
