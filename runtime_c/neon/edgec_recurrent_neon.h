/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recurrent layers of one direction, int8; the results of edgec_recurrent_int.h, whose sequences are all of full length
 * here.  Each step computes the arguments of all gates, those of eight cells at a time, then eight cells at a
 * time.
 *
 * The stream, for all gates of eight cells each: for each 8 bytes of x, eight gates' weights of the first two taps, of
 * the next two and so on, then those of the next eight gates; the same for the output before; then for each four gates
 * what their sums of 64 bits begin with (biases times factors and what rounds), factors of the sums over x and over the
 * output before.  Gates of eight cells follow each other: an LSTM's input, output, forget gate and candidate; a GRU's
 * update and reset gate, and in a second stream its candidate, whose sums over x and over the output before begin and
 * stay apart.  Absent cells of the last eight have weights of zero.  Weights are in -127..127, so that two products fit
 * 16 bits.
 *
 * int4 weights, in -7..7, for eight gates each: for each 32 bytes of a row 16 of each gate, the first 16 taps in low
 * halves; for 16 bytes behind them 8. */
#ifndef EDGEC_RECURRENT_NEON_H
#define EDGEC_RECURRENT_NEON_H

#include "edgec_fixed.h"
#include "edgec_neon.h"
#include "edgec_recurrent_code_neon.h"

#define EDGEC_RECURRENT_NEON_CELLS 8
#define EDGEC_RECURRENT_NEON_UNIT 8 /* bytes of a row are a multiple of it, and at least 16 */
#define EDGEC_RECURRENT_S4_NEON_UNIT 16
#define EDGEC_RECURRENT_NEON_WHOLE 32  /* a shift of sums that takes their high words */
#define EDGEC_RECURRENT_S4_NEON_MOST 8 /* times 32 taps, whose products of a lane fit 16 bits: (32 + 2) * 7 * 128 */

typedef struct {
    int32_t steps, batch, in, hidden;
    int32_t reverse;
    int32_t room_x, room_y; /* bytes of rows of x and of the output, with what fills them up */
    int32_t bytes, apart;   /* of the stream, of a GRU's stream of candidates behind it */
    int32_t shift;          /* of a gate's sum */
    int32_t state;          /* fraction bits of the state */
    int32_t raise;          /* fraction bits that an LSTM's h has more than its cell */
    int32_t out_multiplier, out_shift, out_zero;
} edgec_recurrent_s8_neon_params;

/* Scratch: arguments, states, the last output and a row of x, all of them filled up. */
typedef struct {
    int16_t *gates;
    int32_t *candidates; /* of a GRU */
    int16_t *state;
    int8_t *y, *x;
    int32_t cells; /* of whole eights */
} edgec_recurrent_neon;

EDGEC_INLINE void edgec_recurrent_begin_neon(edgec_recurrent_neon *at, const edgec_recurrent_s8_neon_params *p,
                                             int32_t gates, int32_t candidates, int32_t *scratch)
{
    const int32_t cells = (p->hidden + EDGEC_RECURRENT_NEON_CELLS - 1) & -EDGEC_RECURRENT_NEON_CELLS;
    void *const behind = scratch + candidates * cells;
    void *last;
    at->cells = cells;
    at->candidates = scratch;
    at->gates = behind;
    at->state = at->gates + gates * cells;
    last = at->state + cells;
    at->y = last;
    at->x = at->y + p->room_y;
    memset(at->state, 0, (size_t)cells * sizeof *at->state + (size_t)(p->room_y + p->room_x));
}

/* A row of x of whole units: in place where it is one. */
EDGEC_INLINE const int8_t *edgec_recurrent_row_neon(const edgec_recurrent_neon *at,
                                                    const edgec_recurrent_s8_neon_params *p, const int8_t *x)
{
    if (p->in == p->room_x) {
        return x;
    }
    memcpy(at->x, x, (size_t)p->in);
    return at->x;
}

/* Vectors that the assembly of gates writes. */
#define EDGEC_GATES_VECTORS_NEON                                                                                       \
    "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16",       \
        "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28"

/* Blocks of assembly with their operands. */
#define EDGEC_GATES_ASM_S8_NEON(code)                                                                                  \
    const int8_t *const end_x = x + p->room_x;                                                                         \
    const int8_t *const end_y = y + p->room_y;                                                                         \
    const int64_t minus_shift = -(int64_t)p->shift;                                                                    \
    const int8_t *row;                                                                                                 \
    __asm__ volatile(code                                                                                              \
                     : [w] "+&r"(w), [out] "+&r"(out), [row] "=&r"(row)                                                \
                     : [x] "r"(x), [y] "r"(y), [end_x] "r"(end_x), [end_y] "r"(end_y), [minus_shift] "r"(minus_shift), \
                       [end] "r"(end)                                                                                  \
                     : "cc", "memory", EDGEC_GATES_VECTORS_NEON, "v29", "v30", "v31")

#define EDGEC_GATES_ASM_S4_NEON(code)                                                                                  \
    const int64_t rounds_x = p->room_x >> 5;                                                                           \
    const int64_t rounds_y = p->room_y >> 5;                                                                           \
    const int64_t tail_x = p->room_x & 16;                                                                             \
    const int64_t tail_y = p->room_y & 16;                                                                             \
    const int64_t minus_shift = -(int64_t)p->shift;                                                                    \
    const int8_t *row;                                                                                                 \
    int64_t k;                                                                                                         \
    int64_t left;                                                                                                      \
    __asm__ volatile(code                                                                                              \
                     : [w] "+&r"(w), [out] "+&r"(out), [row] "=&r"(row), [k] "=&r"(k), [left] "=&r"(left)              \
                     : [x] "r"(x), [y] "r"(y), [rounds_x] "r"(rounds_x), [rounds_y] "r"(rounds_y),                     \
                       [tail_x] "r"(tail_x), [tail_y] "r"(tail_y), [minus_shift] "r"(minus_shift), [end] "r"(end),     \
                       [most] "i"(EDGEC_RECURRENT_S4_NEON_MOST)                                                        \
                     : "cc", "memory", EDGEC_GATES_VECTORS_NEON)

/* The same for all gates of cells, whose sums are most often shifted by whole words. */
#define EDGEC_GATES_S8_NEON(op)                                                                                        \
    if (p->shift == EDGEC_RECURRENT_NEON_WHOLE) {                                                                      \
        EDGEC_GATES_ASM_S8_NEON(EDGEC_GATES_##op##_S8_WHOLE_CODE_NEON);                                                \
    } else {                                                                                                           \
        EDGEC_GATES_ASM_S8_NEON(EDGEC_GATES_##op##_S8_CODE_NEON);                                                      \
    }

/* The arguments of the gates of a stream from w to end; `bits` and `gates`, of a cell, are constants. */
EDGEC_INLINE void edgec_gates_neon(const edgec_recurrent_s8_neon_params *p, int32_t bits, int32_t gates,
                                   const int8_t *x, const int8_t *y, const int8_t *w, const int8_t *end, int16_t *out)
{
    if (bits == 4) {
        EDGEC_GATES_ASM_S4_NEON(EDGEC_GATES_S4_CODE_NEON);
    } else if (gates == 4) {
        EDGEC_GATES_S8_NEON(LSTM);
    } else if (gates == 2) {
        EDGEC_GATES_S8_NEON(GRU);
    } else {
        EDGEC_GATES_S8_NEON(RNN);
    }
}

EDGEC_INLINE void edgec_gates_apart_neon(const edgec_recurrent_s8_neon_params *p, int32_t bits, const int8_t *x,
                                         const int8_t *y, const int8_t *w, const int8_t *end, int32_t *out)
{
    if (bits == 4) {
        EDGEC_GATES_ASM_S4_NEON(EDGEC_GATES_APART_S4_CODE_NEON);
    } else {
        EDGEC_GATES_ASM_S8_NEON(EDGEC_GATES_APART_S8_CODE_NEON);
    }
}

/* A function of eight arguments; the middle of its table. */
EDGEC_INLINE int16x8_t edgec_gate_neon(const int16_t *table, int16x8_t arguments)
{
    register int16x8_t at __asm__("v0") = arguments;
    register int16x8_t v __asm__("v16");
    int32_t room[EDGEC_RECURRENT_NEON_CELLS];
    __asm__ volatile(EDGEC_GATE_CODE_NEON
                     : "+w"(at), "=w"(v), "=m"(room)
                     : [room] "r"(room), [table] "r"(table)
                     : "v4", "v5", "v17", "v31", "x0", "x1", "x2");
    return v;
}

#define EDGEC_TABLE_MIDDLE_NEON 256

typedef struct {
    int32x4_t added, multiplier, minus_n;
    int16x8_t raise, zero;
} edgec_cells_neon;

/* What cells need; `added` bits of what is added to a state, `raise` of an LSTM's cell. */
EDGEC_INLINE edgec_cells_neon edgec_cells_begin_neon(const edgec_recurrent_s8_neon_params *p, int32_t added,
                                                     int32_t raise)
{
    edgec_cells_neon e;
    e.added = vdupq_n_s32(added);
    e.multiplier = vdupq_n_s32(p->out_multiplier);
    e.minus_n = vdupq_n_s32(31 - p->out_shift);
    e.raise = vdupq_n_s16((int16_t)raise);
    e.zero = vdupq_n_s16((int16_t)p->out_zero);
    return e;
}

/* keep * old + take * value: states. */
EDGEC_INLINE int16x8_t edgec_blend_neon(const edgec_cells_neon *e, int16x8_t keep, int16x8_t old, int16x8_t take,
                                        int16x8_t value)
{
    int32x4_t low = vrshlq_s32(vmull_s16(vget_low_s16(take), vget_low_s16(value)), e->added);
    int32x4_t high = vrshlq_s32(vmull_high_s16(take, value), e->added);
    low = vmlal_s16(low, vget_low_s16(keep), vget_low_s16(old));
    high = vmlal_high_s16(high, keep, old);
    return vqrshrn_high_n_s32(vqrshrn_n_s32(low, 14), high, 14);
}

EDGEC_INLINE int8x8_t edgec_cells_outputs_neon(const edgec_cells_neon *e, int32x4_t low, int32x4_t high)
{
    low = vrshlq_s32(vqdmulhq_s32(low, e->multiplier), e->minus_n);
    high = vrshlq_s32(vqdmulhq_s32(high, e->multiplier), e->minus_n);
    return vqmovn_s16(vqaddq_s16(vqmovn_high_s32(vqmovn_s32(low), high), e->zero));
}

EDGEC_INLINE int32_t edgec_recurrent_time_neon(const edgec_recurrent_s8_neon_params *p, int32_t i)
{
    return (p->reverse != 0) ? p->steps - 1 - i : i;
}

EDGEC_INLINE void edgec_rnn_neon(const edgec_recurrent_s8_neon_params *p, int32_t bits, const int8_t *x,
                                 const int8_t *stream, const int16_t *f, const int8_t *h0, int8_t *y, int8_t *h,
                                 int32_t *scratch)
{
    const edgec_cells_neon e = edgec_cells_begin_neon(p, 0, 0);
    edgec_recurrent_neon at;
    int32_t n;
    int32_t i;
    int32_t j;
    edgec_recurrent_begin_neon(&at, p, 1, 0, scratch);
    for (n = 0; n < p->batch; n++) {
        memcpy(at.y, h0 + n * p->hidden, (size_t)p->hidden);
        for (i = 0; i < p->steps; i++) {
            const int32_t t = edgec_recurrent_time_neon(p, i) * p->batch + n;
            edgec_gates_neon(p, bits, 1, edgec_recurrent_row_neon(&at, p, x + t * p->in), at.y, stream,
                             stream + p->bytes, at.gates);
            for (j = 0; j < at.cells; j += EDGEC_RECURRENT_NEON_CELLS) {
                const int16x8_t v = edgec_gate_neon(f + EDGEC_TABLE_MIDDLE_NEON, vld1q_s16(at.gates + j));
                vst1_s8(at.y + j, edgec_cells_outputs_neon(&e, vmovl_s16(vget_low_s16(v)), vmovl_high_s16(v)));
            }
            memcpy(y + t * p->hidden, at.y, (size_t)p->hidden);
        }
        memcpy(h + n * p->hidden, at.y, (size_t)p->hidden);
    }
}

/* The states of a step of a GRU. */
EDGEC_INLINE void edgec_gru_cells_neon(const edgec_recurrent_neon *at, const edgec_cells_neon *e, const int16_t *f,
                                       const int16_t *g)
{
    const int16_t *gates = at->gates;
    const int32_t *apart = at->candidates;
    int32_t j;
    for (j = 0; j < at->cells; j += EDGEC_RECURRENT_NEON_CELLS, gates += 16, apart += 16) {
        const int16x8_t update = edgec_gate_neon(f, vld1q_s16(gates));
        const int16x8_t reset = edgec_gate_neon(f, vld1q_s16(gates + 8));
        /* over x + (reset * over the output + 2**13 >> 14): SQRDMULH adds what rounds */
        const int32x4_t low = vqrdmulhq_s32(vshlq_n_s32(vld1q_s32(apart + 4), 2), vshll_n_s16(vget_low_s16(reset), 15));
        const int32x4_t high = vqrdmulhq_s32(vshlq_n_s32(vld1q_s32(apart + 12), 2), vshll_high_n_s16(reset, 15));
        const int16x8_t argument =
            vqmovn_high_s32(vqmovn_s32(vaddq_s32(vld1q_s32(apart), low)), vaddq_s32(vld1q_s32(apart + 8), high));
        const int16x8_t value = edgec_gate_neon(g, argument);
        const int16x8_t state =
            edgec_blend_neon(e, update, vld1q_s16(at->state + j), vsubq_s16(vdupq_n_s16(16384), update), value);
        vst1q_s16(at->state + j, state);
        vst1_s8(at->y + j, edgec_cells_outputs_neon(e, vmovl_s16(vget_low_s16(state)), vmovl_high_s16(state)));
    }
}

EDGEC_INLINE void edgec_gru_neon(const edgec_recurrent_s8_neon_params *p, int32_t bits, const int8_t *x,
                                 const int8_t *stream, const int16_t *f, const int16_t *g, const int16_t *h0, int8_t *y,
                                 int16_t *h, int32_t *scratch)
{
    const edgec_cells_neon e = edgec_cells_begin_neon(p, p->state - 14, 0);
    const int32_t size = p->hidden;
    const int8_t *const apart = stream + p->bytes;
    edgec_recurrent_neon at;
    int32_t n;
    int32_t i;
    int32_t j;
    edgec_recurrent_begin_neon(&at, p, 2, 2, scratch);
    for (n = 0; n < p->batch; n++) {
        memcpy(at.state, h0 + n * size, (size_t)size * sizeof *h0);
        for (j = 0; j < at.cells; j += EDGEC_RECURRENT_NEON_CELLS) {
            const int16x8_t first = vld1q_s16(at.state + j);
            vst1_s8(at.y + j, edgec_cells_outputs_neon(&e, vmovl_s16(vget_low_s16(first)), vmovl_high_s16(first)));
        }
        for (i = 0; i < p->steps; i++) {
            const int32_t t = edgec_recurrent_time_neon(p, i) * p->batch + n;
            const int8_t *const row = edgec_recurrent_row_neon(&at, p, x + t * p->in);
            edgec_gates_neon(p, bits, 2, row, at.y, stream, apart, at.gates);
            edgec_gates_apart_neon(p, bits, row, at.y, apart, apart + p->apart, at.candidates);
            edgec_gru_cells_neon(&at, &e, f + EDGEC_TABLE_MIDDLE_NEON, g + EDGEC_TABLE_MIDDLE_NEON);
            memcpy(y + t * size, at.y, (size_t)size);
        }
        memcpy(h + n * size, at.state, (size_t)size * sizeof *h);
    }
}

/* Tables of an LSTM, by their middles. */
typedef struct {
    const int16_t *f, *g, *h;
} edgec_lstm_tables_neon;

/* The cells of a step of an LSTM. */
EDGEC_INLINE void edgec_lstm_cells_neon(const edgec_recurrent_neon *at, const edgec_cells_neon *e,
                                        const edgec_lstm_tables_neon *tables)
{
    const int16_t *gates = at->gates;
    const int16_t *const end = gates + 4 * at->cells;
    int16_t *state = at->state;
    int8_t *y = at->y;
    int32_t room[4 * EDGEC_RECURRENT_NEON_CELLS];
    __asm__ volatile(EDGEC_LSTM_CELLS_CODE_NEON
                     : [gates] "+&r"(gates), [state] "+&r"(state), [y] "+&r"(y)
                     : [end] "r"(end), [room] "r"(room), [f] "r"(tables->f), [g] "r"(tables->g), [h] "r"(tables->h),
                       [added] "w"(e->added), [multiplier] "w"(e->multiplier), [minus_n] "w"(e->minus_n),
                       [raise] "w"(e->raise), [zero] "w"(e->zero)
                     : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19",
                       "v20", "v21", "v22", "v23", "v31", "x0", "x1", "x2", "x3");
}

EDGEC_INLINE void edgec_lstm_neon(const edgec_recurrent_s8_neon_params *p, int32_t bits, const int8_t *x,
                                  const int8_t *stream, const int16_t *f, const int16_t *g, const int16_t *shown,
                                  const int8_t *h0, const int16_t *c0, int8_t *y, int8_t *h, int16_t *c,
                                  int32_t *scratch)
{
    const edgec_cells_neon e = edgec_cells_begin_neon(p, p->state - 14, p->raise);
    const int32_t size = p->hidden;
    edgec_lstm_tables_neon tables;
    edgec_recurrent_neon at;
    int32_t n;
    int32_t i;
    edgec_recurrent_begin_neon(&at, p, 4, 0, scratch);
    tables.f = f + EDGEC_TABLE_MIDDLE_NEON;
    tables.g = g + EDGEC_TABLE_MIDDLE_NEON;
    tables.h = shown + EDGEC_TABLE_MIDDLE_NEON;
    for (n = 0; n < p->batch; n++) {
        memcpy(at.y, h0 + n * size, (size_t)size);
        memcpy(at.state, c0 + n * size, (size_t)size * sizeof *c0);
        for (i = 0; i < p->steps; i++) {
            const int32_t t = edgec_recurrent_time_neon(p, i) * p->batch + n;
            edgec_gates_neon(p, bits, 4, edgec_recurrent_row_neon(&at, p, x + t * p->in), at.y, stream,
                             stream + p->bytes, at.gates);
            edgec_lstm_cells_neon(&at, &e, &tables);
            memcpy(y + t * size, at.y, (size_t)size);
        }
        memcpy(h + n * size, at.y, (size_t)size);
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
    edgec_lstm_neon(p, 8, x, stream, f, g, shown, h0, c0, y, h, c, scratch);
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
    edgec_lstm_neon(p, 4, x, stream, f, g, shown, h0, c0, y, h, c, scratch);
}

#endif
