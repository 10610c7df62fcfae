/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What recurrent layers (edgec_recurrent_neon.h) share: parameters, scratch, gates, constants of cells. */
#ifndef EDGEC_RECURRENT_CELLS_NEON_H
#define EDGEC_RECURRENT_CELLS_NEON_H

#include "edgec_fixed.h"
#include "edgec_neon.h"
#include "edgec_recurrent_code_neon.h"

#define EDGEC_RECURRENT_NEON_CELLS 8
#define EDGEC_RECURRENT_NEON_UNIT 8 /* values of a row are a multiple of it, and at least 16 */
#define EDGEC_RECURRENT_S4_NEON_UNIT 16
#define EDGEC_RECURRENT_NEON_WHOLE 32  /* a shift of sums that takes their high words */
#define EDGEC_RECURRENT_S4_NEON_MOST 8 /* times 32 taps, whose products of a lane fit 16 bits: (32 + 2) * 7 * 128 */
#define EDGEC_RECURRENT_NEON_NARROW 15 /* bits that outputs of 16 bits lose at the end, of int16 ones fewer */
#define EDGEC_RECURRENT_S16_NEON_NARROW 8
#define EDGEC_RECURRENT_NEON_RISE 516 /* of a table from value to value: times 127 it fits 16 bits without a sign */

typedef struct {
    int32_t steps, batch, in, hidden;
    int32_t reverse;
    int32_t room_x, room_y; /* bytes of rows of x and of the output, with what fills them up */
    int32_t bytes, apart;   /* of the stream, with int4 weights of a GRU's stream of candidates behind it */
    int32_t usual;          /* int8: functions rise by RISE at most, sums shift by WHOLE, a GRU's state by 14 */
    int32_t shift;          /* of a gate's sum */
    int32_t state;          /* fraction bits of the state */
    int32_t raise;          /* fraction bits that an LSTM's h has more than its cell */
    int32_t out_multiplier, out_shift, out_zero;
} edgec_recurrent_s8_neon_params;

/* Scratch: arguments with int4 weights, states, two outputs and a row of x, all of them filled up. */
typedef struct {
    int16_t *gates;
    int32_t *candidates; /* of a GRU */
    int16_t *state;
    int8_t *y, *next; /* the last output, the one that a step makes */
    int8_t *x;
    int32_t cells; /* of whole eights */
} edgec_recurrent_neon;

/* Bytes of a value, of the outputs of a step; `kind`, a constant: 4 int4 weights, 8 int8, 16 int16 values. */
EDGEC_INLINE int32_t edgec_recurrent_value_neon(int32_t kind) { return (kind == 16) ? 2 : 1; }

EDGEC_INLINE int32_t edgec_recurrent_bytes_neon(const edgec_recurrent_s8_neon_params *p, int32_t kind)
{
    return p->hidden * edgec_recurrent_value_neon(kind);
}

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
    at->next = at->y + p->room_y;
    at->x = at->next + p->room_y;
    memset(at->state, 0, (size_t)cells * sizeof *at->state + (size_t)(2 * p->room_y + p->room_x));
}

/* The output that a step has made is the last one. */
EDGEC_INLINE void edgec_recurrent_turn_neon(edgec_recurrent_neon *at)
{
    int8_t *const y = at->next;
    at->next = at->y;
    at->y = y;
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

EDGEC_INLINE int32_t edgec_recurrent_time_neon(const edgec_recurrent_s8_neon_params *p, int32_t i)
{
    return (p->reverse != 0) ? p->steps - 1 - i : i;
}

/* Vectors that the assembly of gates writes. */
#define EDGEC_GATES_VECTORS_NEON                                                                                       \
    "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16",       \
        "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28"

/* Blocks of assembly with their operands. */
#define EDGEC_GATES_ASM_NEON(code)                                                                                     \
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

/* The arguments of the gates of a stream from w to end, with int4 weights. */
EDGEC_INLINE void edgec_gates_s4_neon(const edgec_recurrent_s8_neon_params *p, const int8_t *x, const int8_t *y,
                                      const int8_t *w, const int8_t *end, int16_t *out)
{
    EDGEC_GATES_ASM_S4_NEON(EDGEC_GATES_S4_CODE_NEON);
}

EDGEC_INLINE void edgec_gates_apart_s4_neon(const edgec_recurrent_s8_neon_params *p, const int8_t *x, const int8_t *y,
                                            const int8_t *w, const int8_t *end, int32_t *out)
{
    EDGEC_GATES_ASM_S4_NEON(EDGEC_GATES_APART_S4_CODE_NEON);
}

/* A function of eight arguments; the middle of its table. */
#define EDGEC_TABLE_MIDDLE_NEON 256

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

/* Constants of cells: LD1 reads the first four. */
typedef struct {
    int32x4_t added, multiplier; /* of what is added to a state, of outputs */
    int16x8_t raise, none;       /* of an LSTM's cell, 0 */
    int32x4_t minus_n;           /* of an LSTM's outputs */
    int16x8_t power, zero;       /* of other outputs, which are values times it, then the multiplier; zero points */
    int16x8_t one, mask;         /* a gate's 1; arguments behind values of a table */
    int64x2_t minus_shift;       /* of sums */
} edgec_cells_neon;

/* Bits that outputs lose at the end. */
EDGEC_INLINE int32_t edgec_recurrent_narrow_neon(int32_t kind)
{
    return (kind == 16) ? EDGEC_RECURRENT_S16_NEON_NARROW : EDGEC_RECURRENT_NEON_NARROW;
}

/* `added` bits of what is added to a state, `raise` of an LSTM's cell. */
EDGEC_INLINE edgec_cells_neon edgec_cells_begin_neon(const edgec_recurrent_s8_neon_params *p, int32_t added,
                                                     int32_t raise)
{
    edgec_cells_neon e;
    e.added = vdupq_n_s32(added);
    e.multiplier = vdupq_n_s32(p->out_multiplier);
    e.raise = vdupq_n_s16((int16_t)raise);
    e.none = vdupq_n_s16(0);
    e.minus_n = vdupq_n_s32(31 - p->out_shift);
    e.power = e.none;
    e.zero = vdupq_n_s16((int16_t)p->out_zero);
    e.one = vdupq_n_s16(16384);
    e.mask = vdupq_n_s16(127);
    e.minus_shift = vdupq_n_s64(-(int64_t)p->shift);
    return e;
}

/* The same for outputs of values of 16 bits. */
EDGEC_INLINE edgec_cells_neon edgec_cells_power_neon(const edgec_recurrent_s8_neon_params *p, int32_t kind,
                                                     int32_t added)
{
    edgec_cells_neon e = edgec_cells_begin_neon(p, added, 0);
    e.power = vdupq_n_s16((int16_t)(1 << (31 + edgec_recurrent_narrow_neon(kind) - p->out_shift)));
    return e;
}

/* Outputs of eight values of 16 bits. */
EDGEC_INLINE void edgec_outputs_neon(const edgec_cells_neon *e, int32_t kind, int16x8_t values, int8_t *y)
{
    const int16x4_t power = vget_low_s16(e->power);
    const int32x4_t low = vqdmulhq_s32(vmull_s16(vget_low_s16(values), power), e->multiplier);
    const int32x4_t high = vqdmulhq_s32(vmull_s16(vget_high_s16(values), power), e->multiplier);
    if (kind == 16) {
        const int16x4_t first = vqrshrn_n_s32(low, EDGEC_RECURRENT_S16_NEON_NARROW);
        const int16x8_t both = vqrshrn_high_n_s32(first, high, EDGEC_RECURRENT_S16_NEON_NARROW);
        vst1q_s16((int16_t *)(void *)y, vqaddq_s16(both, e->zero));
    } else {
        const int16x4_t first = vqrshrn_n_s32(low, EDGEC_RECURRENT_NEON_NARROW);
        const int16x8_t both = vqrshrn_high_n_s32(first, high, EDGEC_RECURRENT_NEON_NARROW);
        vst1_s8(y, vqmovn_s16(vqaddq_s16(both, e->zero)));
    }
}

#endif
