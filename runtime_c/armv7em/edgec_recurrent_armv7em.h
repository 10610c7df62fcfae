/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recurrent layers of one direction, int8; the results of edgec_recurrent_int.h, whose sequences are all of full length
 * here.  Each step widens its rows of x and of the output before, computes the arguments of all gates two at a time
 * (edgec_gates_armv7em.h), then one cell after the other.  A GRU's candidates are three streams behind each other:
 * update and reset gates, candidates over x alone, and over the output before alone. */
#ifndef EDGEC_RECURRENT_ARMV7EM_H
#define EDGEC_RECURRENT_ARMV7EM_H

#include "edgec_dense_row_armv7em.h"
#include "edgec_gates_armv7em.h"

typedef struct {
    int32_t steps, batch, in, hidden;
    int32_t reverse, coupled;
    int32_t units_x, units_y;        /* of eight values of a row of x, of the output before */
    int32_t words, words_x, words_y; /* of the streams: gates, a GRU's candidates over x, over the output before */
    int32_t up;                      /* bits by which sums are raised */
    int32_t state;                   /* fraction bits of the state */
    int32_t raise;                   /* fraction bits that an LSTM's h has more than its cell */
    int32_t out_multiplier, out_zz;
    uint32_t out_shift;
} edgec_recurrent_s8_armv7em_params;

/* Rows and arguments in scratch. */
typedef struct {
    edgec_gates_job job;
    uint32_t *x, *y;
    int32_t *arguments;
} edgec_recurrent_walk;

static inline void edgec_walk_begin(edgec_recurrent_walk *walk, const edgec_recurrent_s8_armv7em_params *p,
                                    uint32_t *scratch)
{
    walk->x = scratch;
    walk->y = scratch + 4 * p->units_x;
    walk->arguments = (int32_t *)(walk->y + 4 * p->units_y);
    (void)memset(walk->job.zeros, 0, sizeof walk->job.zeros);
    walk->job.up = p->up;
    walk->job.down = 8 - p->up;
}

/* The arguments of gates whose words go on to end; over x, over the output before, or over both. */
static inline void edgec_walk_gates(edgec_recurrent_walk *walk, edgec_gates_pairs *pairs, int32_t units_x,
                                    int32_t units_y, const uint32_t *end)
{
    walk->job.row = (units_x > 0) ? walk->x : walk->y;
    walk->job.units_x = units_x;
    walk->job.units_y = units_y;
    walk->job.end = end;
    pairs(&walk->job);
    walk->job.stream = end;
}

/* All gates of a step. */
static inline void edgec_walk_step(edgec_recurrent_walk *walk, edgec_gates_pairs *pairs,
                                   const edgec_recurrent_s8_armv7em_params *p, const int8_t *x, const uint32_t *stream)
{
    edgec_dense_widen(x, p->in, walk->x);
    walk->job.stream = stream;
    walk->job.out = walk->arguments;
    edgec_walk_gates(walk, pairs, p->units_x, p->units_y, stream + p->words);
}

static inline int32_t edgec_recurrent_time_armv7em(const edgec_recurrent_s8_armv7em_params *p, int32_t i)
{
    return (p->reverse != 0) ? p->steps - 1 - i : i;
}

static inline int8_t edgec_recurrent_output_armv7em(const edgec_recurrent_s8_armv7em_params *p, int32_t value)
{
    return (int8_t)edgec_requantize_armv7em(value, p->out_multiplier, p->out_shift, p->out_zz);
}

/* keep * old + take * value: a state (edgec_blend_state). */
static inline int32_t edgec_blend_armv7em(const edgec_recurrent_s8_armv7em_params *p, int32_t keep, int32_t old,
                                          int32_t take, int32_t value)
{
    const int32_t bits = 14 - p->state;
    const int32_t added = (take * value + ((INT32_C(1) << bits) >> 1)) >> bits;
    return edgec_limit_s16((keep * old + added + 8192) >> 14, INT16_MIN, INT16_MAX);
}

static inline void edgec_rnn_armv7em(const edgec_recurrent_s8_armv7em_params *p, edgec_gates_pairs *pairs,
                                     const int8_t *x, const uint32_t *stream, const int16_t *f, const int8_t *h0,
                                     int8_t *y, int8_t *h, uint32_t *scratch)
{
    edgec_recurrent_walk walk;
    int32_t n;
    int32_t i;
    int32_t j;
    edgec_walk_begin(&walk, p, scratch);
    for (n = 0; n < p->batch; n++) {
        const int8_t *before = h0 + n * p->hidden;
        for (i = 0; i < p->steps; i++) {
            const int32_t t = edgec_recurrent_time_armv7em(p, i) * p->batch + n;
            int8_t *out = y + t * p->hidden;
            edgec_dense_widen(before, p->hidden, walk.y);
            edgec_walk_step(&walk, pairs, p, x + t * p->in, stream);
            for (j = 0; j < p->hidden; j++) {
                out[j] = edgec_recurrent_output_armv7em(p, edgec_gate_armv7em(f, walk.arguments[j]));
            }
            before = out;
        }
        (void)memcpy(h + n * p->hidden, before, (size_t)p->hidden);
    }
}

/* The states of a step of a GRU; gates[2 * hidden]: update and reset. */
static inline void edgec_gru_cells_armv7em(const edgec_recurrent_s8_armv7em_params *p, const int32_t *gates,
                                           const int16_t *f, const int16_t *g, int8_t *y, int16_t *h)
{
    const int32_t size = p->hidden;
    const int32_t *over_x = gates + 2 * size;
    const int32_t *over_y = over_x + size + (size & 1);
    int32_t j;
    for (j = 0; j < size; j++) {
        const int32_t update = edgec_gate_armv7em(f, gates[j]);
        const int32_t reset = edgec_gate_armv7em(f, gates[size + j]);
        const int32_t inner = (int32_t)(((int64_t)reset * over_y[j] + 8192) >> 14);
        const int32_t value = edgec_gate_armv7em(g, over_x[j] + inner);
        h[j] = (int16_t)edgec_blend_armv7em(p, update, h[j], 16384 - update, value);
        y[j] = edgec_recurrent_output_armv7em(p, h[j]);
    }
}

/* The first output is made in y's last row of the sequence, which is written last. */
static inline void edgec_gru_armv7em(const edgec_recurrent_s8_armv7em_params *p, edgec_gates_pairs *pairs,
                                     const int8_t *x, const uint32_t *stream, const int16_t *f, const int16_t *g,
                                     const int16_t *h0, int8_t *y, int16_t *h, uint32_t *scratch)
{
    const int32_t size = p->hidden;
    edgec_recurrent_walk walk;
    int32_t n;
    int32_t i;
    int32_t j;
    edgec_walk_begin(&walk, p, scratch);
    for (n = 0; n < p->batch; n++) {
        int8_t *out = y + (edgec_recurrent_time_armv7em(p, p->steps - 1) * p->batch + n) * size;
        for (j = 0; j < size; j++) {
            h[n * size + j] = h0[n * size + j];
            out[j] = edgec_recurrent_output_armv7em(p, h[n * size + j]);
        }
        for (i = 0; i < p->steps; i++) {
            const int32_t t = edgec_recurrent_time_armv7em(p, i) * p->batch + n;
            edgec_dense_widen(out, size, walk.y);
            edgec_walk_step(&walk, pairs, p, x + t * p->in, stream);
            edgec_walk_gates(&walk, pairs, p->units_x, 0, walk.job.stream + p->words_x);
            edgec_walk_gates(&walk, pairs, 0, p->units_y, walk.job.stream + p->words_y);
            out = y + t * size;
            edgec_gru_cells_armv7em(p, walk.arguments, f, g, out, h + n * size);
        }
    }
}

/* The cells of a step of an LSTM; gates[4 * hidden]: input, output, forget, candidate. */
static inline void edgec_lstm_cells_armv7em(const edgec_recurrent_s8_armv7em_params *p, const int32_t *gates,
                                            const int16_t *f, const int16_t *g, const int16_t *shown, int8_t *y,
                                            int16_t *c)
{
    const int32_t size = p->hidden;
    int32_t j;
    for (j = 0; j < size; j++) {
        const int32_t take = edgec_gate_armv7em(f, gates[j]);
        const int32_t output = edgec_gate_armv7em(f, gates[size + j]);
        const int32_t keep = (p->coupled != 0) ? 16384 - take : edgec_gate_armv7em(f, gates[2 * size + j]);
        const int32_t cell = edgec_blend_armv7em(p, keep, c[j], take, edgec_gate_armv7em(g, gates[3 * size + j]));
        const int32_t down = (p->raise < 0) ? -p->raise : 0;
        const int32_t argument =
            (p->raise >= 0) ? cell * (INT32_C(1) << p->raise) : (cell + ((INT32_C(1) << down) >> 1)) >> down;
        c[j] = (int16_t)cell;
        y[j] = edgec_recurrent_output_armv7em(p, output * edgec_gate_armv7em(shown, argument + EDGEC_GATE_MIDDLE));
    }
}

static inline void edgec_lstm_armv7em(const edgec_recurrent_s8_armv7em_params *p, edgec_gates_pairs *pairs,
                                      const int8_t *x, const uint32_t *stream, const int16_t *f, const int16_t *g,
                                      const int16_t *shown, const int8_t *h0, const int16_t *c0, int8_t *y, int8_t *h,
                                      int16_t *c, uint32_t *scratch)
{
    const int32_t size = p->hidden;
    edgec_recurrent_walk walk;
    int32_t n;
    int32_t i;
    edgec_walk_begin(&walk, p, scratch);
    for (n = 0; n < p->batch; n++) {
        const int8_t *before = h0 + n * size;
        (void)memcpy(c + n * size, c0 + n * size, (size_t)size * sizeof *c);
        for (i = 0; i < p->steps; i++) {
            const int32_t t = edgec_recurrent_time_armv7em(p, i) * p->batch + n;
            edgec_dense_widen(before, size, walk.y);
            edgec_walk_step(&walk, pairs, p, x + t * p->in, stream);
            edgec_lstm_cells_armv7em(p, walk.arguments, f, g, shown, y + t * size, c + n * size);
            before = y + t * size;
        }
        (void)memcpy(h + n * size, before, (size_t)size);
    }
}

#endif
