/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recurrent layers of one direction, int8, weights of 8 bits; the results of edgec_recurrent_int.h.  Sums over x are
 * made for two steps at a time, then each step takes those over the output before for four gates at a time
 * (edgec_gates_fours_armv7em.h) and goes over the cells (edgec_recurrent_cells_armv7em.h).
 *
 * The stream: the words of sums over x by pairs of gates, then those over the output before. */
#ifndef EDGEC_RECURRENT_S8_FOURS_ARMV7EM_H
#define EDGEC_RECURRENT_S8_FOURS_ARMV7EM_H

#include "edgec_gates_fours_armv7em.h"
#include "edgec_recurrent_cells_armv7em.h"

typedef struct {
    int32_t steps, batch, in, hidden;
    int32_t reverse;
    int32_t units_x, units_y; /* of eight values of a row of x, of the output before */
    int32_t words;            /* of the stream over x */
    int32_t sums;             /* over x of a step */
    int32_t up;               /* bits by which sums are raised */
    int32_t scale, more;      /* make an LSTM's state the argument of its function, 256 times as large */
    int32_t added, down;      /* round what an LSTM's candidate adds to its state; its shift */
    int32_t out_multiplier, out_zz;
    uint32_t out_shift;
} edgec_recurrent_s8_fours_armv7em_params;

/* n bytes as int16 pairs {0 2} {1 3} raised by up bits, filled with zeros to so many units, in rounds of four; each
 * four values lie so many words apart. */
#define edgec_fours_widen EDGEC_TAGGED(edgec_fours_widen)
EDGEC_SHARED void edgec_fours_widen(const edgec_recurrent_s8_fours_armv7em_params *p, const int8_t *x, int32_t n,
                                    int32_t apart, uint32_t *to);

#if EDGEC_BODIES
static inline void edgec_fours_four(uint32_t values, uint32_t *to)
{
    to[0] = edgec_sxtb16(values);
    to[1] = edgec_sxtb16_odd(values);
}

static inline void edgec_fours_raise(int32_t up, int32_t apart, uint32_t *words, const uint32_t *end)
{
    const uint32_t kept = ~(((UINT32_C(1) << up) - 1u) << 16);
    for (; words != end; words += apart) {
        words[0] = (words[0] << up) & kept;
        words[1] = (words[1] << up) & kept;
    }
}

EDGEC_SHARED void edgec_fours_widen(const edgec_recurrent_s8_fours_armv7em_params *p, const int8_t *x, int32_t n,
                                    int32_t apart, uint32_t *to)
{
    int32_t left = (n + 7) / 8; /* units */
    int32_t round = ((left - 1) & 3) + 1;
    for (; left > 0; left -= round, round = 4, to++) {
        uint32_t *const begin = to;
        const int32_t whole = (n / 4 < 2 * round) ? n / 4 : 2 * round; /* fours of values */
        int32_t i;
        for (i = whole; i != 0; i--) {
            edgec_fours_four(edgec_load4(x), to);
            x += 4;
            to += apart;
        }
        n -= 4 * whole;
        for (i = whole; i < 2 * round; i++) {
            edgec_fours_four(edgec_load_rest(x, n), to);
            n = 0;
            to += apart;
        }
        if (p->up != 0) {
            edgec_fours_raise(p->up, apart, begin, to);
        }
    }
}
#endif

/* Rows in scratch: of x for two steps, of the output before, sums over x of both steps. */
typedef struct {
    edgec_fours_job over_x, over_y;
    int32_t *sums;
} edgec_fours_walk;

static inline int32_t edgec_fours_row(int32_t units, int32_t words)
{
    return units * words + (units + 3) / 4 + EDGEC_FOURS_CONTROL;
}

static inline void edgec_fours_begin(edgec_fours_walk *walk, const edgec_recurrent_s8_fours_armv7em_params *p,
                                     const uint32_t *stream, uint32_t *scratch)
{
    walk->over_x.row = scratch;
    walk->over_x.units = p->units_x;
    walk->over_x.control = NULL;
    walk->over_x.stream = stream;
    walk->over_y.row = scratch + edgec_fours_row(p->units_x, 8);
    walk->over_y.units = p->units_y;
    walk->over_y.control = NULL;
    walk->over_y.stream = stream + p->words;
    walk->sums = (int32_t *)(walk->over_y.row + edgec_fours_row(p->units_y, 4));
}

/* Where x and the outputs of the i-th step of sequence n lie. */
static inline int32_t edgec_fours_time(const edgec_recurrent_s8_fours_armv7em_params *p, int32_t i, int32_t n)
{
    return ((p->reverse != 0) ? p->steps - 1 - i : i) * p->batch + n;
}

/* The sums of step i over x, which at even steps are made for the next one too; the row of the output before. */
static inline void edgec_fours_step(edgec_fours_walk *walk, const edgec_recurrent_s8_fours_armv7em_params *p,
                                    const int8_t *x, int32_t i, int32_t n)
{
    edgec_fours_job *job = &walk->over_x;
    int32_t *const sums = walk->sums;
    walk->over_y.sums = sums;
    if ((i & 1) != 0) {
        walk->over_y.sums += p->sums;
    } else {
        const int32_t next = (i + 1 < p->steps) ? i + 1 : i;
        edgec_fours_widen(p, x + edgec_fours_time(p, i, n) * p->in, p->in, 4, job->row);
        edgec_fours_widen(p, x + edgec_fours_time(p, next, n) * p->in, p->in, 4, job->row + 2);
        job->sums = sums;
        job->out = sums + p->sums;
        job->end = job->out;
        edgec_gates_steps_s8(job);
    }
}

static inline void edgec_lstm_s8_fours_armv7em(const edgec_recurrent_s8_fours_armv7em_params *p, const int8_t *x,
                                               const uint32_t *stream, const int16_t *f, const int16_t *g,
                                               const int16_t *shown, const int8_t *h0, const int16_t *c0, int8_t *y,
                                               int8_t *h, int16_t *c, uint32_t *scratch)
{
    const int32_t size = p->hidden;
    edgec_fours_walk walk;
    edgec_lstm_cells_job cells;
    int32_t n;
    int32_t i;
    edgec_fours_begin(&walk, p, stream, scratch);
    cells.multiplier = p->out_multiplier;
    cells.round = (int32_t)((uint32_t)p->out_zz << p->out_shift);
    cells.shift = (int32_t)p->out_shift;
    cells.scale = p->scale;
    cells.more = p->more;
    cells.shown = shown;
    cells.added = p->added;
    cells.down = p->down;
    cells.f = f;
    cells.g = g;
    cells.turn = EDGEC_CELL_TURN;
    cells.one = EDGEC_CELL_ONE;
    cells.half = EDGEC_CELL_HALF;
    for (n = 0; n < p->batch; n++) {
        const int8_t *before = h0 + n * size;
        cells.state = c + n * size;
        (void)memcpy(cells.state, c0 + n * size, (size_t)size * sizeof *c);
        for (i = 0; i < p->steps; i++) {
            cells.y = y + edgec_fours_time(p, i, n) * size;
            cells.end = cells.y + size;
            edgec_fours_step(&walk, p, x, i, n);
            edgec_fours_widen(p, before, size, 2, walk.over_y.row);
            cells.args = walk.over_y.sums;
            walk.over_y.out = walk.over_y.sums;
            edgec_gates_fours_s8(&walk.over_y);
            edgec_lstm_cells_s8(&cells);
            before = cells.y;
        }
        (void)memcpy(h + n * size, before, (size_t)size);
    }
}

/* The first output is made in y's last row of the sequence, which is written last. */
static inline void edgec_gru_s8_fours_armv7em(const edgec_recurrent_s8_fours_armv7em_params *p, const int8_t *x,
                                              const uint32_t *stream, const int16_t *f, const int16_t *g,
                                              const int16_t *h0, int8_t *y, int16_t *h, uint32_t *scratch)
{
    const int32_t size = p->hidden;
    edgec_fours_walk walk;
    edgec_gru_cells_job cells;
    int32_t *args;
    int32_t n;
    int32_t i;
    edgec_fours_begin(&walk, p, stream, scratch);
    args = walk.sums + 2 * p->sums;
    cells.multiplier = p->out_multiplier;
    cells.round = (int32_t)((uint32_t)p->out_zz << p->out_shift);
    cells.shift = (int32_t)p->out_shift;
    cells.args = args - 1;
    cells.f = f;
    cells.g = g;
    cells.turn = EDGEC_CELL_TURN;
    cells.one = EDGEC_CELL_ONE;
    cells.half = EDGEC_CELL_HALF;
    for (n = 0; n < p->batch; n++) {
        int8_t *before = y + edgec_fours_time(p, p->steps - 1, n) * size;
        cells.state = h + n * size;
        for (i = 0; i < size; i++) {
            const int32_t old = h0[n * size + i];
            cells.state[i] = (int16_t)old;
            before[i] = (int8_t)edgec_requantize_armv7em(old, p->out_multiplier, p->out_shift, p->out_zz);
        }
        for (i = 0; i < p->steps; i++) {
            cells.y = y + edgec_fours_time(p, i, n) * size;
            cells.end = cells.y + size;
            edgec_fours_step(&walk, p, x, i, n);
            edgec_fours_widen(p, before, size, 2, walk.over_y.row);
            walk.over_y.out = args;
            walk.over_y.apart = args + 4;
            edgec_gates_gru_s8(&walk.over_y);
            edgec_gru_cells_s8(&cells);
            before = cells.y;
        }
    }
}

#endif
