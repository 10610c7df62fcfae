/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recurrent layers of one direction, int16 with int8 weights; the results of edgec_recurrent_int.h, whose sequences are
 * all of full length here.  Each step brings its rows of x and of the output before into pairs of int16, {0 2} {1 3},
 * takes the sums of all rows of the weights, two at a time, and computes the cells as plain C does.
 *
 * The stream, over x and then over the output before, for each two rows A and B of the weights: the first values of
 * their sums, then for each eight values four words, A B A B, of four bytes each.  Scratch: both rows, sums over x and
 * over the output before, a GRU's first output. */
#ifndef EDGEC_RECURRENT_S16_ARMV7EM_H
#define EDGEC_RECURRENT_S16_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_recurrent_cells.h"

typedef struct {
    uint32_t *x, *y; /* rows */
    int32_t *over_x, *over_y;
    int16_t *first;
    int32_t units_x, units_y; /* of eight values */
    int32_t pairs;            /* of rows of the weights */
} edgec_recurrent_s16_walk;

static inline edgec_recurrent_s16_walk edgec_recurrent_s16_begin(const edgec_recurrent_int_params *p, int32_t gates,
                                                                 uint32_t *scratch)
{
    edgec_recurrent_s16_walk walk;
    uint8_t *behind;
    walk.units_x = (p->in + 7) / 8;
    walk.units_y = (p->hidden + 7) / 8;
    walk.pairs = (gates * p->hidden + 1) / 2;
    walk.x = scratch;
    walk.y = walk.x + 4 * walk.units_x;
    walk.over_x = (int32_t *)(walk.y + 4 * walk.units_y);
    walk.over_y = walk.over_x + 2 * walk.pairs;
    behind = (uint8_t *)(walk.over_y + 2 * walk.pairs);
    walk.first = (int16_t *)(void *)behind;
    return walk;
}

/* n values as pairs {0 2} {1 3}, filled with zeros to whole units. */
EDGEC_SHARED_CODE void edgec_recurrent_s16_row(const int16_t *x, int32_t n, uint32_t *to)
{
    const uint32_t *end = to + (uint32_t)(n + 7) / 8u * 4u;
    for (; n >= 4; n -= 4, x += 4, to += 2) {
        const uint32_t first = edgec_load_pair(x);
        const uint32_t second = edgec_load_pair(x + 2);
        to[0] = edgec_lows(first, second);
        to[1] = edgec_highs(first, second);
    }
    if (n > 0) {
        to[0] = edgec_pair(x[0], (n > 2) ? x[2] : 0);
        to[1] = (n > 1) ? edgec_pair(x[1], 0) : 0u;
        to += 2;
    }
    while (to < end) {
        *to++ = 0u;
    }
}

/* The sums of all rows of the weights, two at a time; the words behind. */
EDGEC_SHARED_CODE const uint32_t *edgec_recurrent_s16_sums(const uint32_t *row, const uint32_t *w, int32_t units,
                                                           int32_t pairs, int32_t *sums)
{
    for (; pairs > 0; pairs--) {
        uint32_t a = w[0];
        uint32_t b = w[1];
        const uint32_t *x = row;
        const uint32_t *const end = row + 4 * units;
        for (w += 2; x != end; x += 4, w += 4) {
            a = edgec_smlad(edgec_sxtb16(w[0]), x[0], a);
            a = edgec_smlad(edgec_sxtb16_odd(w[0]), x[1], a);
            b = edgec_smlad(edgec_sxtb16(w[1]), x[0], b);
            b = edgec_smlad(edgec_sxtb16_odd(w[1]), x[1], b);
            a = edgec_smlad(edgec_sxtb16(w[2]), x[2], a);
            a = edgec_smlad(edgec_sxtb16_odd(w[2]), x[3], a);
            b = edgec_smlad(edgec_sxtb16(w[3]), x[2], b);
            b = edgec_smlad(edgec_sxtb16_odd(w[3]), x[3], b);
        }
        *sums++ = (int32_t)a;
        *sums++ = (int32_t)b;
    }
    return w;
}

/* The sums of a step. */
static inline void edgec_recurrent_s16_step(const edgec_recurrent_s16_walk *walk, const edgec_recurrent_int_params *p,
                                            const int16_t *x, const int16_t *before, const uint32_t *stream)
{
    edgec_recurrent_s16_row(x, p->in, walk->x);
    edgec_recurrent_s16_row(before, p->hidden, walk->y);
    stream = edgec_recurrent_s16_sums(walk->x, stream, walk->units_x, walk->pairs, walk->over_x);
    (void)edgec_recurrent_s16_sums(walk->y, stream, walk->units_y, walk->pairs, walk->over_y);
}

/* The argument of a gate from both sums of its row. */
static inline int32_t edgec_recurrent_s16_argument(const edgec_recurrent_s16_walk *walk,
                                                   const edgec_recurrent_int_params *p, const int32_t *factors,
                                                   int32_t row, int32_t rows)
{
    return edgec_gate_sum(p, walk->over_x[row], factors[row], walk->over_y[row], factors[rows + row], 0);
}

static inline void edgec_rnn_s16_armv7em(const edgec_recurrent_int_params *p, const int16_t *x, const uint32_t *stream,
                                         const int32_t *factors, const int16_t *f, const int16_t *h0, int16_t *y,
                                         int16_t *h, uint32_t *scratch)
{
    const edgec_recurrent_int_weights k = {NULL, NULL, NULL, factors, f, NULL, NULL, NULL};
    const edgec_recurrent_s16_walk walk = edgec_recurrent_s16_begin(p, 1, scratch);
    const int32_t size = p->hidden;
    int32_t n;
    int32_t i;
    int32_t j;
    for (n = 0; n < p->batch; n++) {
        const int16_t *before = h0 + n * size;
        for (i = 0; i < p->steps; i++) {
            const int32_t t = edgec_recurrent_int_time(p, i, p->steps) * p->batch + n;
            edgec_recurrent_s16_step(&walk, p, x + t * p->in, before, stream);
            for (j = 0; j < size; j++) {
                const int32_t sum = edgec_recurrent_s16_argument(&walk, p, factors, j, size);
                y[t * size + j] = (int16_t)edgec_rnn_cell(p, &k, sum);
            }
            before = y + t * size;
        }
        (void)memcpy(h + n * size, before, (size_t)size * sizeof *h);
    }
}

/* The outputs of a step of a GRU whose reset gate comes behind the product. */
static inline void edgec_gru_cells_s16_armv7em(const edgec_recurrent_int_params *p,
                                               const edgec_recurrent_int_weights *k,
                                               const edgec_recurrent_s16_walk *walk, int16_t *y, int16_t *h)
{
    const int32_t n = p->hidden;
    int32_t j;
    for (j = 0; j < n; j++) {
        const int32_t update = edgec_recurrent_s16_argument(walk, p, k->factors, j, 3 * n);
        const int32_t reset = edgec_recurrent_s16_argument(walk, p, k->factors, n + j, 3 * n);
        const int32_t row = 2 * n + j;
        const int32_t from_x = edgec_gate_sum(p, walk->over_x[row], k->factors[row], 0, 0, 0);
        const int32_t from_h = edgec_gate_sum(p, walk->over_y[row], k->factors[3 * n + row], 0, 0, 0);
        const int32_t argument = edgec_gru_candidate(edgec_gate_int(k->f, reset), from_x, from_h);
        h[j] = (int16_t)edgec_gru_cell(p, k, update, argument, h[j]);
        y[j] = (int16_t)edgec_recurrent_output(p, h[j]);
    }
}

static inline void edgec_gru_s16_armv7em(const edgec_recurrent_int_params *p, const int16_t *x, const uint32_t *stream,
                                         const int32_t *factors, const int16_t *f, const int16_t *g, const int16_t *h0,
                                         int16_t *y, int16_t *h, uint32_t *scratch)
{
    const edgec_recurrent_int_weights k = {NULL, NULL, NULL, factors, f, g, NULL, NULL};
    const edgec_recurrent_s16_walk walk = edgec_recurrent_s16_begin(p, 3, scratch);
    const int32_t size = p->hidden;
    int32_t n;
    int32_t i;
    int32_t j;
    for (n = 0; n < p->batch; n++) {
        const int16_t *before = walk.first;
        for (j = 0; j < size; j++) {
            h[n * size + j] = h0[n * size + j];
            walk.first[j] = (int16_t)edgec_recurrent_output(p, h[n * size + j]);
        }
        for (i = 0; i < p->steps; i++) {
            const int32_t t = edgec_recurrent_int_time(p, i, p->steps) * p->batch + n;
            edgec_recurrent_s16_step(&walk, p, x + t * p->in, before, stream);
            edgec_gru_cells_s16_armv7em(p, &k, &walk, y + t * size, h + n * size);
            before = y + t * size;
        }
    }
}

static inline void edgec_lstm_cells_s16_armv7em(const edgec_recurrent_int_params *p,
                                                const edgec_recurrent_int_weights *k,
                                                const edgec_recurrent_s16_walk *walk, int16_t *y, int16_t *c)
{
    int32_t j;
    for (j = 0; j < p->hidden; j++) {
        edgec_lstm_sums sums;
        int32_t gate;
        for (gate = 0; gate < 4; gate++) {
            sums.w[gate] = walk->over_x[gate * p->hidden + j];
            sums.r[gate] = walk->over_y[gate * p->hidden + j];
        }
        y[j] = (int16_t)edgec_lstm_cell(p, k, &sums, j, c + j);
    }
}

static inline void edgec_lstm_s16_armv7em(const edgec_recurrent_int_params *p, const int16_t *x, const uint32_t *stream,
                                          const int32_t *factors, const int16_t *f, const int16_t *g,
                                          const int16_t *shown, const int16_t *h0, const int16_t *c0, int16_t *y,
                                          int16_t *h, int16_t *c, uint32_t *scratch)
{
    const edgec_recurrent_int_weights k = {NULL, NULL, NULL, factors, f, g, shown, NULL};
    const edgec_recurrent_s16_walk walk = edgec_recurrent_s16_begin(p, 4, scratch);
    const int32_t size = p->hidden;
    int32_t n;
    int32_t i;
    for (n = 0; n < p->batch; n++) {
        const int16_t *before = h0 + n * size;
        (void)memcpy(c + n * size, c0 + n * size, (size_t)size * sizeof *c);
        for (i = 0; i < p->steps; i++) {
            const int32_t t = edgec_recurrent_int_time(p, i, p->steps) * p->batch + n;
            edgec_recurrent_s16_step(&walk, p, x + t * p->in, before, stream);
            edgec_lstm_cells_s16_armv7em(p, &k, &walk, y + t * size, c + n * size);
            before = y + t * size;
        }
        (void)memcpy(h + n * size, before, (size_t)size * sizeof *h);
    }
}

#endif
