/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recurrent layers of one direction, int8 or int16; the results of edgec_recurrent_int.h, whose sequences are all of
 * full length here.  A step computes all gates of eight cells, then these cells; with int4 weights the arguments of all
 * gates first.
 *
 * The stream, for all gates of eight cells each: for each 8 bytes of x, eight gates' weights of the first two taps, of
 * the next two and so on, then those of the next eight gates; the same for the output before; then for each four gates
 * what their sums of 64 bits begin with (biases times factors and what rounds), factors of the sums over x and over the
 * output before.  Gates of eight cells follow each other: an LSTM's input, output, forget gate and candidate; a GRU's
 * update and reset gate and its candidate, whose sums over x and over the output before begin and stay apart.  Absent
 * cells of the last eight have weights of zero.  Weights are in -127..127, so that two products fit 16 bits.
 *
 * int16 outputs: for each 8 values of x, eight gates' weights of the first tap, of the next one and so on.
 *
 * int4 weights, in -7..7, for eight gates each, a GRU's candidates in a second stream: for each 32 bytes of a row 16 of
 * each gate, the first 16 taps in low halves; for 16 bytes behind them 8. */
#ifndef EDGEC_RECURRENT_NEON_H
#define EDGEC_RECURRENT_NEON_H

#include "edgec_recurrent_cells_neon.h"
#include "edgec_recurrent_steps_code_neon.h"

/* The arguments of an RNN's gates. */
EDGEC_INLINE void edgec_rnn_gates_neon(const edgec_recurrent_s8_neon_params *p, int32_t kind, const int8_t *x,
                                       const int8_t *y, const int8_t *w, int16_t *out)
{
    const int8_t *const end = w + p->bytes;
    if (kind == 4) {
        edgec_gates_s4_neon(p, x, y, w, end, out);
    } else if (kind == 16) {
        EDGEC_GATES_ASM_NEON(EDGEC_GATES_S16_CODE_NEON);
    } else if (p->shift == EDGEC_RECURRENT_NEON_WHOLE) {
        EDGEC_GATES_ASM_NEON(EDGEC_GATES_S8_WHOLE_CODE_NEON);
    } else {
        EDGEC_GATES_ASM_NEON(EDGEC_GATES_S8_CODE_NEON);
    }
}

EDGEC_INLINE void edgec_rnn_neon(const edgec_recurrent_s8_neon_params *p, int32_t kind, const int8_t *x,
                                 const int8_t *stream, const int16_t *f, const int8_t *h0, int8_t *y, int8_t *h,
                                 int32_t *scratch)
{
    const edgec_cells_neon e = edgec_cells_power_neon(p, kind, 0);
    const int32_t size = edgec_recurrent_bytes_neon(p, kind);
    edgec_recurrent_neon at;
    int32_t n;
    int32_t i;
    int32_t j;
    edgec_recurrent_begin_neon(&at, p, 1, 0, scratch);
    for (n = 0; n < p->batch; n++) {
        memcpy(at.y, h0 + n * size, (size_t)size);
        for (i = 0; i < p->steps; i++) {
            const int32_t t = edgec_recurrent_time_neon(p, i) * p->batch + n;
            edgec_rnn_gates_neon(p, kind, edgec_recurrent_row_neon(&at, p, x + t * p->in), at.y, stream, at.gates);
            for (j = 0; j < at.cells; j += EDGEC_RECURRENT_NEON_CELLS) {
                const int16x8_t v = edgec_gate_neon(f + EDGEC_TABLE_MIDDLE_NEON, vld1q_s16(at.gates + j));
                edgec_outputs_neon(&e, kind, v, at.y + j * edgec_recurrent_value_neon(kind));
            }
            memcpy(y + t * size, at.y, (size_t)size);
        }
        memcpy(h + n * size, at.y, (size_t)size);
    }
}

/* Operands and registers of blocks with a GRU's cells, with an LSTM's. */
#define EDGEC_GRU_CONSTANTS_NEON(narrow_)                                                                              \
    [room] "r"(room), [f] "r"(tables->f), [g] "r"(tables->g), [added] "w"(e->added), [multiplier] "w"(e->multiplier),  \
        [power] "w"(e->power), [zero] "w"(e->zero), [none] "w"(e->none), [one] "w"(e->one), [mask] "w"(e->mask),       \
        [minus_shift] "w"(e->minus_shift), [narrow] "i"(narrow_)
#define EDGEC_GRU_REGISTERS_NEON                                                                                       \
    "cc", "memory", "x0", "x1", "x2", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v16", \
        "v17", "v18", "v19", "v20", "v21", "v24", "v25", "v26", "v27", "v28", "v29"
#define EDGEC_LSTM_CONSTANTS_NEON                                                                                      \
    [room] "r"(room), [f] "r"(tables->f), [g] "r"(tables->g), [h] "r"(tables->h), [constants] "r"(e),                  \
        [minus_n] "w"(e->minus_n), [zero] "w"(e->zero), [mask] "w"(e->mask), [minus_shift] "w"(e->minus_shift)
#define EDGEC_LSTM_REGISTERS_NEON EDGEC_GRU_REGISTERS_NEON, "x3", "v22", "v23", "v30", "v31"

#define EDGEC_STEP_ASM_NEON(code, constants, registers)                                                                \
    __asm__ volatile(                                                                                                  \
        code                                                                                                           \
        : [w] "+&r"(w), [state] "+&r"(state), [out] "+&r"(out), [row] "=&r"(row)                                       \
        : [x] "r"(x), [y] "r"(at->y), [end_x] "r"(x + p->room_x), [end_y] "r"(at->y + p->room_y), [end] "r"(end),      \
          constants                                                                                                    \
        : registers)

#define EDGEC_GRU_ASM_NEON(code, narrow_)                                                                              \
    EDGEC_STEP_ASM_NEON(code, EDGEC_GRU_CONSTANTS_NEON(narrow_), EDGEC_GRU_REGISTERS_NEON)
#define EDGEC_LSTM_ASM_NEON(code) EDGEC_STEP_ASM_NEON(code, EDGEC_LSTM_CONSTANTS_NEON, EDGEC_LSTM_REGISTERS_NEON)

/* Tables of a GRU or LSTM, by their middles. */
typedef struct {
    const int16_t *f, *g, *h;
} edgec_tables_neon;

/* A step of a GRU with int4 weights. */
EDGEC_INLINE void edgec_gru_step_s4_neon(const edgec_recurrent_s8_neon_params *p, const edgec_recurrent_neon *at,
                                         const edgec_cells_neon *e, const edgec_tables_neon *tables, const int8_t *x,
                                         const int8_t *w)
{
    const int16_t *gates = at->gates;
    const int16_t *const end = gates + 2 * at->cells;
    const int32_t *apart = at->candidates;
    int16_t *state = at->state;
    int8_t *out = at->next;
    int32_t room[3 * EDGEC_RECURRENT_NEON_CELLS];
    edgec_gates_s4_neon(p, x, at->y, w, w + p->bytes, at->gates);
    edgec_gates_apart_s4_neon(p, x, at->y, w + p->bytes, w + p->bytes + p->apart, at->candidates);
    __asm__ volatile(EDGEC_GRU_CELLS_CODE_NEON
                     : [gates] "+&r"(gates), [apart] "+&r"(apart), [state] "+&r"(state), [out] "+&r"(out)
                     : [end] "r"(end), EDGEC_GRU_CONSTANTS_NEON(EDGEC_RECURRENT_NEON_NARROW)
                     : EDGEC_GRU_REGISTERS_NEON);
}

EDGEC_INLINE void edgec_gru_step_neon(const edgec_recurrent_s8_neon_params *p, int32_t kind,
                                      const edgec_recurrent_neon *at, const edgec_cells_neon *e,
                                      const edgec_tables_neon *tables, const int8_t *x, const int8_t *w)
{
    const int8_t *const end = w + p->bytes;
    const int8_t *row;
    int16_t *state = at->state;
    int8_t *out = at->next;
    int32_t room[3 * EDGEC_RECURRENT_NEON_CELLS];
    if (kind == 16) {
        EDGEC_GRU_ASM_NEON(EDGEC_GRU_S16_CODE_NEON, EDGEC_RECURRENT_S16_NEON_NARROW);
    } else if (p->usual != 0) {
        EDGEC_GRU_ASM_NEON(EDGEC_GRU_S8_USUAL_CODE_NEON, EDGEC_RECURRENT_NEON_NARROW);
    } else {
        EDGEC_GRU_ASM_NEON(EDGEC_GRU_S8_CODE_NEON, EDGEC_RECURRENT_NEON_NARROW);
    }
}

EDGEC_INLINE void edgec_gru_neon(const edgec_recurrent_s8_neon_params *p, int32_t kind, const int8_t *x,
                                 const int8_t *stream, const int16_t *f, const int16_t *g, const int16_t *h0, int8_t *y,
                                 int16_t *h, int32_t *scratch)
{
    const edgec_cells_neon e = edgec_cells_power_neon(p, kind, p->state - 14);
    const edgec_tables_neon tables = {f + EDGEC_TABLE_MIDDLE_NEON, g + EDGEC_TABLE_MIDDLE_NEON, NULL};
    const int32_t size = p->hidden;
    const int32_t bytes = edgec_recurrent_bytes_neon(p, kind);
    edgec_recurrent_neon at;
    int32_t n;
    int32_t i;
    int32_t j;
    edgec_recurrent_begin_neon(&at, p, (kind == 4) ? 2 : 0, (kind == 4) ? 2 : 0, scratch);
    for (n = 0; n < p->batch; n++) {
        memcpy(at.state, h0 + n * size, (size_t)size * sizeof *h0);
        for (j = 0; j < at.cells; j += EDGEC_RECURRENT_NEON_CELLS) {
            edgec_outputs_neon(&e, kind, vld1q_s16(at.state + j), at.y + j * edgec_recurrent_value_neon(kind));
        }
        for (i = 0; i < p->steps; i++) {
            const int32_t t = edgec_recurrent_time_neon(p, i) * p->batch + n;
            const int8_t *const row = edgec_recurrent_row_neon(&at, p, x + t * p->in);
            if (kind == 4) {
                edgec_gru_step_s4_neon(p, &at, &e, &tables, row, stream);
            } else {
                edgec_gru_step_neon(p, kind, &at, &e, &tables, row, stream);
            }
            memcpy(y + t * bytes, at.next, (size_t)bytes);
            edgec_recurrent_turn_neon(&at);
        }
        memcpy(h + n * size, at.state, (size_t)size * sizeof *h);
    }
}

EDGEC_INLINE edgec_tables_neon edgec_lstm_tables_neon(const int16_t *f, const int16_t *g, const int16_t *shown)
{
    const edgec_tables_neon tables = {f + EDGEC_TABLE_MIDDLE_NEON, g + EDGEC_TABLE_MIDDLE_NEON,
                                      shown + EDGEC_TABLE_MIDDLE_NEON};
    return tables;
}

/* A step of an LSTM with int4 weights. */
EDGEC_INLINE void edgec_lstm_step_s4_neon(const edgec_recurrent_s8_neon_params *p, const edgec_recurrent_neon *at,
                                          const edgec_cells_neon *e, const edgec_tables_neon *tables, const int8_t *x,
                                          const int8_t *w)
{
    const int16_t *gates = at->gates;
    const int16_t *const end = gates + 4 * at->cells;
    int16_t *state = at->state;
    int8_t *out = at->next;
    int32_t room[4 * EDGEC_RECURRENT_NEON_CELLS];
    edgec_gates_s4_neon(p, x, at->y, w, w + p->bytes, at->gates);
    __asm__ volatile(EDGEC_LSTM_CELLS_CODE_NEON
                     : [gates] "+&r"(gates), [state] "+&r"(state), [out] "+&r"(out)
                     : [end] "r"(end), EDGEC_LSTM_CONSTANTS_NEON
                     : EDGEC_LSTM_REGISTERS_NEON);
}

EDGEC_INLINE void edgec_lstm_step_neon(const edgec_recurrent_s8_neon_params *p, int32_t kind,
                                       const edgec_recurrent_neon *at, const edgec_cells_neon *e,
                                       const edgec_tables_neon *tables, const int8_t *x, const int8_t *w)
{
    const int8_t *const end = w + p->bytes;
    const int8_t *row;
    int16_t *state = at->state;
    int8_t *out = at->next;
    int32_t room[4 * EDGEC_RECURRENT_NEON_CELLS];
    if (kind == 16) {
        EDGEC_LSTM_ASM_NEON(EDGEC_LSTM_S16_CODE_NEON);
    } else if (p->usual != 0) {
        EDGEC_LSTM_ASM_NEON(EDGEC_LSTM_S8_USUAL_CODE_NEON);
    } else {
        EDGEC_LSTM_ASM_NEON(EDGEC_LSTM_S8_CODE_NEON);
    }
}

EDGEC_INLINE void edgec_lstm_neon(const edgec_recurrent_s8_neon_params *p, int32_t kind, const int8_t *x,
                                  const int8_t *stream, const edgec_tables_neon *tables, const int8_t *h0,
                                  const int16_t *c0, int8_t *y, int8_t *h, int16_t *c, int32_t *scratch)
{
    const edgec_cells_neon e = edgec_cells_begin_neon(p, p->state - 14, p->raise);
    const int32_t size = p->hidden;
    const int32_t bytes = edgec_recurrent_bytes_neon(p, kind);
    edgec_recurrent_neon at;
    int32_t n;
    int32_t i;
    edgec_recurrent_begin_neon(&at, p, (kind == 4) ? 4 : 0, 0, scratch);
    for (n = 0; n < p->batch; n++) {
        memcpy(at.y, h0 + n * bytes, (size_t)bytes);
        memcpy(at.state, c0 + n * size, (size_t)size * sizeof *c0);
        for (i = 0; i < p->steps; i++) {
            const int32_t t = edgec_recurrent_time_neon(p, i) * p->batch + n;
            const int8_t *const row = edgec_recurrent_row_neon(&at, p, x + t * p->in);
            if (kind == 4) {
                edgec_lstm_step_s4_neon(p, &at, &e, tables, row, stream);
            } else {
                edgec_lstm_step_neon(p, kind, &at, &e, tables, row, stream);
            }
            memcpy(y + t * bytes, at.next, (size_t)bytes);
            edgec_recurrent_turn_neon(&at);
        }
        memcpy(h + n * bytes, at.y, (size_t)bytes);
        memcpy(c + n * size, at.state, (size_t)size * sizeof *c);
    }
}

/* The kernels. */
static inline void edgec_rnn_s8_neon(const edgec_recurrent_s8_neon_params *p, const int8_t *x, const int8_t *stream,
                                     const int16_t *f, const int8_t *h0, int8_t *y, int8_t *h, int32_t *scratch)
{
    edgec_rnn_neon(p, 8, x, stream, f, h0, y, h, scratch);
}

static inline void edgec_gru_s8_neon(const edgec_recurrent_s8_neon_params *p, const int8_t *x, const int8_t *stream,
                                     const int16_t *f, const int16_t *g, const int16_t *h0, int8_t *y, int16_t *h,
                                     int32_t *scratch)
{
    edgec_gru_neon(p, 8, x, stream, f, g, h0, y, h, scratch);
}

static inline void edgec_lstm_s8_neon(const edgec_recurrent_s8_neon_params *p, const int8_t *x, const int8_t *stream,
                                      const int16_t *f, const int16_t *g, const int16_t *shown, const int8_t *h0,
                                      const int16_t *c0, int8_t *y, int8_t *h, int16_t *c, int32_t *scratch)
{
    const edgec_tables_neon tables = edgec_lstm_tables_neon(f, g, shown);
    edgec_lstm_neon(p, 8, x, stream, &tables, h0, c0, y, h, c, scratch);
}

static inline void edgec_rnn_s4_neon(const edgec_recurrent_s8_neon_params *p, const int8_t *x, const int8_t *stream,
                                     const int16_t *f, const int8_t *h0, int8_t *y, int8_t *h, int32_t *scratch)
{
    edgec_rnn_neon(p, 4, x, stream, f, h0, y, h, scratch);
}

static inline void edgec_gru_s4_neon(const edgec_recurrent_s8_neon_params *p, const int8_t *x, const int8_t *stream,
                                     const int16_t *f, const int16_t *g, const int16_t *h0, int8_t *y, int16_t *h,
                                     int32_t *scratch)
{
    edgec_gru_neon(p, 4, x, stream, f, g, h0, y, h, scratch);
}

static inline void edgec_lstm_s4_neon(const edgec_recurrent_s8_neon_params *p, const int8_t *x, const int8_t *stream,
                                      const int16_t *f, const int16_t *g, const int16_t *shown, const int8_t *h0,
                                      const int16_t *c0, int8_t *y, int8_t *h, int16_t *c, int32_t *scratch)
{
    const edgec_tables_neon tables = edgec_lstm_tables_neon(f, g, shown);
    edgec_lstm_neon(p, 4, x, stream, &tables, h0, c0, y, h, c, scratch);
}

static inline void edgec_rnn_s16_neon(const edgec_recurrent_s8_neon_params *p, const int16_t *x, const int8_t *stream,
                                      const int16_t *f, const int16_t *h0, int16_t *y, int16_t *h, int32_t *scratch)
{
    edgec_rnn_neon(p, 16, (const int8_t *)x, stream, f, (const int8_t *)h0, (int8_t *)y, (int8_t *)h, scratch);
}

static inline void edgec_gru_s16_neon(const edgec_recurrent_s8_neon_params *p, const int16_t *x, const int8_t *stream,
                                      const int16_t *f, const int16_t *g, const int16_t *h0, int16_t *y, int16_t *h,
                                      int32_t *scratch)
{
    edgec_gru_neon(p, 16, (const int8_t *)x, stream, f, g, h0, (int8_t *)y, h, scratch);
}

static inline void edgec_lstm_s16_neon(const edgec_recurrent_s8_neon_params *p, const int16_t *x, const int8_t *stream,
                                       const int16_t *f, const int16_t *g, const int16_t *shown, const int16_t *h0,
                                       const int16_t *c0, int16_t *y, int16_t *h, int16_t *c, int32_t *scratch)
{
    const edgec_tables_neon tables = edgec_lstm_tables_neon(f, g, shown);
    edgec_lstm_neon(p, 16, (const int8_t *)x, stream, &tables, (const int8_t *)h0, c0, (int8_t *)y, (int8_t *)h, c,
                    scratch);
}

#endif
