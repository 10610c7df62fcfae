/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments of the gates of recurrent layers, int8, two at a time: sums over a row of x and over the output before, as
 * in edgec_dense_armv7em.h (16 MACs take 14 instructions, with int4 weights 22), and what they round to.
 *
 * The words of a pair of gates A and B: those of units of x, of units of the output before, then for A and for B what
 * the argument begins with (biases and rounding, 64 bits) and the factors of both sums, all times 2**(1 + up) / 2**up
 * so that the argument is the high word.  Sums are raised by up bits, 0 to 8, and lie below 2**23. */
#ifndef EDGEC_GATES_ARMV7EM_H
#define EDGEC_GATES_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_recurrent_code_armv7em.h"

typedef struct {
    const uint32_t *x, *y; /* rows, widened */
    const uint32_t *stream, *end;
    int32_t *out; /* an argument of each gate */
    int32_t units_x, units_y;
    int32_t up;
    int32_t sum_a, sum_b; /* these and the following are set inside */
    int32_t loops_x, loops_y;
    uint32_t entry_x, entry_y;
} edgec_gates_job;

/* All pairs from job->stream to job->end, one or more. */
typedef void edgec_gates_pairs(edgec_gates_job *job);

/* The operands of both blocks. */
#define EDGEC_GATES_OPERANDS                                                                                           \
    [x] "i"(offsetof(edgec_gates_job, x)), [y] "i"(offsetof(edgec_gates_job, y)),                                      \
        [stream] "i"(offsetof(edgec_gates_job, stream)), [end] "i"(offsetof(edgec_gates_job, end)),                    \
        [out] "i"(offsetof(edgec_gates_job, out)), [up] "i"(offsetof(edgec_gates_job, up)),                            \
        [units_x] "i"(offsetof(edgec_gates_job, units_x)), [units_y] "i"(offsetof(edgec_gates_job, units_y)),          \
        [sum_a] "i"(offsetof(edgec_gates_job, sum_a)), [sum_b] "i"(offsetof(edgec_gates_job, sum_b)),                  \
        [loops_x] "i"(offsetof(edgec_gates_job, loops_x)), [loops_y] "i"(offsetof(edgec_gates_job, loops_y)),          \
        [entry_x] "i"(offsetof(edgec_gates_job, entry_x)), [entry_y] "i"(offsetof(edgec_gates_job, entry_y))

/* Arguments of a pair from its sums, 256 * A and B, and the words behind them; those of the next pair. */
static inline const uint32_t *edgec_gates_arguments(edgec_gates_job *job, const uint32_t *w, const int32_t *over_x,
                                                    const int32_t *over_y)
{
    int32_t i;
    for (i = 0; i < 2; i++, w += 4) {
        uint64_t v = ((uint64_t)w[1] << 32) | w[0];
        v += (uint64_t)((int64_t)over_x[i] * (int32_t)w[2]);
        v += (uint64_t)((int64_t)over_y[i] * (int32_t)w[3]);
        *job->out++ = (int32_t)(uint32_t)(v >> 32);
    }
    return w;
}

/* A gate: straight lines between the values of a table, 128 steps of the argument apart. */
static inline int32_t edgec_gate_armv7em(const int16_t *table, int32_t argument)
{
    const int32_t at = edgec_limit_s16(argument, INT16_MIN, INT16_MAX);
    const uint32_t ends = edgec_load_pair(table + 256 + (at >> 7));
    const uint32_t shares = (uint32_t)(at & 127) * 0xFFFFu + 128u; /* {128 - rest, rest} */
    return (int32_t)edgec_smlad(ends, shares, 64u) >> 7;
}

#endif
