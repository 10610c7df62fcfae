/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cells of recurrent layers, int8, behind the gates of edgec_gates_fours_armv7em.h: a gate is six instructions, for the
 * ends of its table are flat, so that an argument beyond it needs no limit but that of the line. */
#ifndef EDGEC_RECURRENT_CELLS_ARMV7EM_H
#define EDGEC_RECURRENT_CELLS_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_recurrent_cells_code_armv7em.h"

#define EDGEC_CELL_ONE 16384           /* a gate's 1 */
#define EDGEC_CELL_TURN (0xFFFF * 128) /* makes the shares of two values, 128 of which are EDGEC_CELL_ONE */
#define EDGEC_CELL_HALF (EDGEC_CELL_ONE / 2)

/* The assembly takes all at their offsets. */
typedef struct {
    int32_t multiplier, round, shift; /* of outputs */
    const int8_t *end;                /* of outputs */
    int32_t scale, more;              /* make a state the argument of its function */
    const int16_t *shown;             /* the table of that one */
    int32_t added, down;              /* round what the candidate adds to the state; its shift */
    const int32_t *args;
    const int16_t *f, *g;
    int32_t turn, one, half; /* EDGEC_CELL_... */
    int16_t *state;
    int8_t *y;
} edgec_lstm_cells_job;

typedef struct {
    int32_t multiplier, round, shift;
    const int8_t *end;
    const int32_t *args; /* one before the first */
    const int16_t *f, *g;
    int32_t turn, one, half;
    int16_t *state;
    int8_t *y;
} edgec_gru_cells_job;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 ||
                        (offsetof(edgec_lstm_cells_job, scale) == 16 && offsetof(edgec_lstm_cells_job, added) == 28 &&
                         offsetof(edgec_lstm_cells_job, args) == 36 && offsetof(edgec_gru_cells_job, args) == 16),
                    recurrent_cells_armv7em);

/* All cells of a step, one or more; of a GRU an even number. */
#define edgec_lstm_cells_s8 EDGEC_TAGGED(edgec_lstm_cells_s8)
#define edgec_gru_cells_s8 EDGEC_TAGGED(edgec_gru_cells_s8)
EDGEC_BLOCK void edgec_lstm_cells_s8(edgec_lstm_cells_job *job);
EDGEC_BLOCK void edgec_gru_cells_s8(edgec_gru_cells_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

#define EDGEC_CELLS_BLOCK(name, kind, code)                                                                            \
    EDGEC_BLOCK void name(kind *job)                                                                                   \
    {                                                                                                                  \
        EDGEC_ASM_VARIABLE(0, kind *, self, job);                                                                      \
        __asm__ volatile(code : EDGEC_ASM_INOUT(self) : : EDGEC_ALL_FROM_1);                                           \
    }

EDGEC_CELLS_BLOCK(edgec_lstm_cells_s8, edgec_lstm_cells_job, EDGEC_LSTM_CELLS_CODE)
EDGEC_CELLS_BLOCK(edgec_gru_cells_s8, edgec_gru_cells_job, EDGEC_GRU_CELLS_CODE)

#elif EDGEC_BODIES

/* A gate of an argument raised by its middle and, at first, 256 times as large. */
static inline int32_t edgec_cell_gate(const int16_t *table, int32_t argument, int32_t first)
{
    const int32_t at = (first != 0) ? argument >> 8 : argument;
    const int32_t line = (at < 0) ? 0 : (at > UINT16_MAX) ? UINT16_MAX >> 7 : at >> 7;
    const int32_t rest = at & 127;
    return ((128 - rest) * table[line] + rest * table[line + 1] + 64) >> 7;
}

static inline int8_t edgec_cell_output(int32_t value, int32_t multiplier, int32_t round, int32_t shift)
{
    return (int8_t)edgec_half_s8(edgec_smmla(value, multiplier, (uint32_t)round) >> shift);
}

EDGEC_BLOCK void edgec_lstm_cells_s8(edgec_lstm_cells_job *job)
{
    const int32_t *a = job->args;
    int8_t *y = job->y;
    int16_t *state = job->state;
    for (; y != job->end; a += 4, state++, y++) {
        const int32_t take = edgec_cell_gate(job->f, a[0], 1);
        const int32_t out = edgec_cell_gate(job->f, a[1], 0);
        const int32_t keep = edgec_cell_gate(job->f, a[2], 1);
        const int32_t value = edgec_cell_gate(job->g, a[3], 0);
        const int32_t sum = keep * *state + ((take * value + job->added) >> job->down);
        const int32_t cell = edgec_limit_s16(sum >> 14, INT16_MIN, INT16_MAX);
        const int32_t shown = edgec_cell_gate(job->shown, cell * job->scale + job->more, 1);
        *state = (int16_t)cell;
        *y = edgec_cell_output(out * shown, job->multiplier, job->round, job->shift);
    }
}

EDGEC_BLOCK void edgec_gru_cells_s8(edgec_gru_cells_job *job)
{
    const int32_t *a = job->args + 1;
    int8_t *y = job->y;
    int16_t *state = job->state;
    for (; y != job->end; a += 8) {
        int32_t i;
        for (i = 0; i < 2; i++, state++, y++) {
            const int32_t update = edgec_cell_gate(job->f, a[2 * i], 1);
            const int32_t reset = edgec_cell_gate(job->f, a[2 * i + 1], 0);
            const int32_t down = (i == 0) ? 8 : 0; /* the first of a pair */
            const int32_t inner = (reset * (a[4 + i] >> down) + job->half) >> 14;
            const int32_t value = edgec_cell_gate(job->g, (a[6 + i] >> down) + inner, 0);
            const int32_t sum = update * (*state - value) + job->half + value * job->one;
            *state = (int16_t)edgec_limit_s16(sum >> 14, INT16_MIN, INT16_MAX);
            *y = edgec_cell_output(*state, job->multiplier, job->round, job->shift);
        }
    }
}

#endif

#endif
