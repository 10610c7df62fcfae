/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recurrent layers of one direction, int8; the results of edgec_recurrent_int.h, whose sequences are all of full length
 * here.  Each step computes the arguments of all gates, four gates at a time, from its row of x and the output before
 * where they lie, then four cells at a time.
 *
 * The stream, for four gates each: biases of the sums over x, for each 16 bytes of a row so many weights of each gate,
 * those behind the last whole 16; the same for the output before; factors of both sums, of gates 0, 2, 1, 3.  int4: a
 * byte holds weights of gates 0 and 1 (low half, high half) or 2 and 3; biases of gates 0 and 2 are 16 times larger,
 * and weights behind the last 16 take an even number of bytes.
 * Gates of four cells follow each other: an LSTM's input, output, forget gate and candidate; a GRU's update and reset
 * gate, and in a second stream its candidate, whose sums over x and over the output before stay apart.  Absent cells of
 * the last four have weights of zero. */
#ifndef EDGEC_RECURRENT_MVE_H
#define EDGEC_RECURRENT_MVE_H

#include "edgec_fixed.h"
#include "edgec_mve.h"
#include "edgec_recurrent_code_mve.h"

#define EDGEC_RECURRENT_MVE_CELLS 4
#define EDGEC_RECURRENT_MVE_VECTOR 16 /* bytes of a step */

typedef struct {
    int32_t steps, batch, in, hidden;
    int32_t reverse;
    int32_t words, apart; /* of the stream, of a GRU's stream of candidates behind it */
    int32_t shift;        /* of a gate's sum */
    int32_t state;        /* fraction bits of the state */
    int32_t raise;        /* fraction bits that an LSTM's h has more than its cell */
    int32_t out_multiplier, out_shift, out_zero;
} edgec_recurrent_s8_mve_params;

/* The assembly reads and changes members of jobs at their offsets. */
typedef struct {
    const int8_t *x, *y; /* rows */
    int32_t x_steps, x_tail, y_steps, y_tail;
    const uint32_t *stream, *end;
    int32_t *out;
    int32_t shift;
    int32_t kept[2];
} edgec_gates_mve;

typedef struct {
    const int32_t *gates;
    int8_t *y;
    int16_t *state;
    const int16_t *f, *g; /* the middles of tables */
    const void *more;     /* that of an LSTM's third table, a GRU's candidates */
    int32_t count;
    int32_t minus_fraction, raise;
    int32_t multiplier, minus_n, zero; /* of outputs (edgec_ending_mve) */
    int32_t kept[2];
} edgec_cells_mve;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 ||
                        (offsetof(edgec_gates_mve, y) == 4 && offsetof(edgec_gates_mve, x_steps) == 8 &&
                         offsetof(edgec_gates_mve, x_tail) == 12 && offsetof(edgec_gates_mve, y_steps) == 16 &&
                         offsetof(edgec_gates_mve, y_tail) == 20 && offsetof(edgec_gates_mve, stream) == 24 &&
                         offsetof(edgec_gates_mve, end) == 28 && offsetof(edgec_gates_mve, out) == 32 &&
                         offsetof(edgec_gates_mve, shift) == 36 && offsetof(edgec_gates_mve, kept) == 40 &&
                         offsetof(edgec_cells_mve, y) == 4 && offsetof(edgec_cells_mve, state) == 8 &&
                         offsetof(edgec_cells_mve, f) == 12 && offsetof(edgec_cells_mve, more) == 20 &&
                         offsetof(edgec_cells_mve, count) == 24 && offsetof(edgec_cells_mve, minus_fraction) == 28 &&
                         offsetof(edgec_cells_mve, raise) == 32 && offsetof(edgec_cells_mve, multiplier) == 36 &&
                         offsetof(edgec_cells_mve, zero) == 44 && offsetof(edgec_cells_mve, kept) == 48),
                    recurrent_mve_reads_jobs_at_offsets);

#define edgec_rnn_cells_s8_mve EDGEC_TAGGED(edgec_rnn_cells_s8_mve)
#define edgec_gru_cells_s8_mve EDGEC_TAGGED(edgec_gru_cells_s8_mve)
#define edgec_lstm_cells_s8_mve EDGEC_TAGGED(edgec_lstm_cells_s8_mve)
EDGEC_BLOCK_MVE(edgec_rnn_cells_s8_mve, edgec_cells_mve, EDGEC_RNN_CELLS_S8_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_gru_cells_s8_mve, edgec_cells_mve, EDGEC_GRU_CELLS_S8_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_lstm_cells_s8_mve, edgec_cells_mve, EDGEC_LSTM_CELLS_S8_CODE_MVE)

typedef void edgec_gates_block_mve(edgec_gates_mve *job); /* all gates of a stream */

typedef struct {
    edgec_gates_mve gates;
    edgec_cells_mve cells;
} edgec_recurrent_mve;

#define EDGEC_TABLE_MIDDLE_MVE 256

/* What is the same in all steps. */
EDGEC_INLINE void edgec_recurrent_begin_mve(edgec_recurrent_mve *job, const edgec_recurrent_s8_mve_params *p,
                                            const uint32_t *stream, int32_t *arguments)
{
    job->gates.x_steps = p->in / EDGEC_RECURRENT_MVE_VECTOR;
    job->gates.x_tail = p->in % EDGEC_RECURRENT_MVE_VECTOR;
    job->gates.y_steps = p->hidden / EDGEC_RECURRENT_MVE_VECTOR;
    job->gates.y_tail = p->hidden % EDGEC_RECURRENT_MVE_VECTOR;
    job->gates.stream = stream;
    job->gates.end = stream + p->words;
    job->gates.out = arguments;
    job->gates.shift = p->shift;
    job->cells.gates = arguments;
    job->cells.count = p->hidden;
    job->cells.multiplier = p->out_multiplier;
    job->cells.minus_n = 31 - p->out_shift;
    job->cells.zero = p->out_zero;
}

EDGEC_INLINE int32_t edgec_recurrent_time_mve(const edgec_recurrent_s8_mve_params *p, int32_t i)
{
    return (p->reverse != 0) ? p->steps - 1 - i : i;
}

EDGEC_INLINE void edgec_rnn_mve(const edgec_recurrent_s8_mve_params *p, edgec_gates_block_mve *gates, const int8_t *x,
                                const uint32_t *stream, const int16_t *f, const int8_t *h0, int8_t *y, int8_t *h,
                                int32_t *scratch)
{
    edgec_recurrent_mve job;
    int32_t n;
    int32_t i;
    edgec_recurrent_begin_mve(&job, p, stream, scratch);
    job.cells.f = f + EDGEC_TABLE_MIDDLE_MVE;
    for (n = 0; n < p->batch; n++) {
        job.gates.y = h0 + n * p->hidden;
        for (i = 0; i < p->steps; i++) {
            const int32_t t = edgec_recurrent_time_mve(p, i) * p->batch + n;
            job.gates.x = x + t * p->in;
            gates(&job.gates);
            job.cells.y = y + t * p->hidden;
            edgec_rnn_cells_s8_mve(&job.cells);
            job.gates.y = job.cells.y;
        }
        (void)memcpy(h + n * p->hidden, job.gates.y, (size_t)p->hidden);
    }
}

/* The first output is made in y's last row of the sequence, which is written last. */
EDGEC_INLINE void edgec_gru_mve(const edgec_recurrent_s8_mve_params *p, edgec_gates_block_mve *gates,
                                edgec_gates_block_mve *gates_apart, const int8_t *x, const uint32_t *stream,
                                const int16_t *f, const int16_t *g, const int16_t *h0, int8_t *y, int16_t *h,
                                int32_t *scratch)
{
    const int32_t size = p->hidden;
    const int32_t cells = (size + EDGEC_RECURRENT_MVE_CELLS - 1) / EDGEC_RECURRENT_MVE_CELLS;
    const uint32_t *const apart = stream + p->words;
    edgec_recurrent_mve job;
    edgec_gates_mve candidates;
    int32_t n;
    int32_t i;
    int32_t j;
    edgec_recurrent_begin_mve(&job, p, stream, scratch);
    job.cells.f = f + EDGEC_TABLE_MIDDLE_MVE;
    job.cells.g = g + EDGEC_TABLE_MIDDLE_MVE;
    job.cells.minus_fraction = p->state - 14;
    candidates = job.gates;
    candidates.stream = apart;
    candidates.end = apart + p->apart;
    candidates.out = scratch + 2 * EDGEC_RECURRENT_MVE_CELLS * cells;
    job.cells.more = candidates.out;
    for (n = 0; n < p->batch; n++) {
        int8_t *before = y + (edgec_recurrent_time_mve(p, p->steps - 1) * p->batch + n) * size;
        job.cells.state = h + n * size;
        for (j = 0; j < size; j++) {
            const int32_t first = h0[n * size + j];
            h[n * size + j] = (int16_t)first;
            before[j] = (int8_t)edgec_requantize(first, p->out_multiplier, (uint32_t)p->out_shift, p->out_zero,
                                                 INT8_MIN, INT8_MAX);
        }
        for (i = 0; i < p->steps; i++) {
            const int32_t t = edgec_recurrent_time_mve(p, i) * p->batch + n;
            job.gates.x = x + t * p->in;
            job.gates.y = before;
            gates(&job.gates);
            candidates.x = job.gates.x;
            candidates.y = before;
            gates_apart(&candidates);
            before = y + t * size;
            job.cells.y = before;
            edgec_gru_cells_s8_mve(&job.cells);
        }
    }
}

EDGEC_INLINE void edgec_lstm_mve(const edgec_recurrent_s8_mve_params *p, edgec_gates_block_mve *gates, const int8_t *x,
                                 const uint32_t *stream, const int16_t *f, const int16_t *g, const int16_t *shown,
                                 const int8_t *h0, const int16_t *c0, int8_t *y, int8_t *h, int16_t *c,
                                 int32_t *scratch)
{
    const int32_t size = p->hidden;
    edgec_recurrent_mve job;
    int32_t n;
    int32_t i;
    edgec_recurrent_begin_mve(&job, p, stream, scratch);
    job.cells.f = f + EDGEC_TABLE_MIDDLE_MVE;
    job.cells.g = g + EDGEC_TABLE_MIDDLE_MVE;
    job.cells.more = shown + EDGEC_TABLE_MIDDLE_MVE;
    job.cells.minus_fraction = p->state - 14;
    job.cells.raise = p->raise;
    for (n = 0; n < p->batch; n++) {
        job.gates.y = h0 + n * size;
        job.cells.state = c + n * size;
        (void)memcpy(job.cells.state, c0 + n * size, (size_t)size * sizeof *c);
        for (i = 0; i < p->steps; i++) {
            const int32_t t = edgec_recurrent_time_mve(p, i) * p->batch + n;
            job.gates.x = x + t * p->in;
            gates(&job.gates);
            job.cells.y = y + t * size;
            edgec_lstm_cells_s8_mve(&job.cells);
            job.gates.y = job.cells.y;
        }
        (void)memcpy(h + n * size, job.gates.y, (size_t)size);
    }
}

#endif
