/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments of the gates of recurrent layers, int8, two at a time: sums over a row of x and over the output before, as
 * in edgec_dense_armv7em.h (16 MACs take 14 instructions, with int4 weights 22), and what they round to.
 *
 * The words of a pair of gates A and B: those of units of x, of units of the output before, then for A and for B what
 * the argument begins with (biases and rounding, 64 bits) and the factors of both sums, all times 2**(1 + up) / 2**up
 * so that the argument is the high word.  Sums are raised by up bits, 0 to 8, and lie below 2**23. */
#ifndef EDGEC_GATES_ARMV7EM_H
#define EDGEC_GATES_ARMV7EM_H

#include "edgec_dense_row_armv7em.h"
#include "edgec_recurrent_code_armv7em.h"

#define EDGEC_GATE_MIDDLE 32768 /* by which arguments of gates are raised, so that a table begins at 0 */

typedef struct {
    const uint32_t *row; /* widened: of x, behind it that of the output before; what is not taken is left out */
    uint32_t entry;      /* set inside */
    uint32_t zeros[4];   /* sums of a pair begin with them; the assembly takes these six from the job's address on */
    int32_t up, down;    /* 8 - up; behind each other for the assembly */
    const uint32_t *stream, *end;
    int32_t *out; /* an argument of each gate */
    int32_t units_x, units_y;
} edgec_gates_job;

/* All pairs from job->stream to job->end, one or more. */
typedef void edgec_gates_pairs(edgec_gates_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

/* Both blocks: self is in r0, what loops read often in r1 to r4 or in memory (EDGEC_ASM_VARIABLE). */
#define EDGEC_GATES_BLOCK(name, code)                                                                                  \
    EDGEC_BLOCK void name(edgec_gates_job *job)                                                                        \
    {                                                                                                                  \
        const uint32_t *const end_of_x = job->row + EDGEC_DENSE_UNIT / 2 * job->units_x;                               \
        EDGEC_ASM_VARIABLE(0, edgec_gates_job *, self, job);                                                           \
        EDGEC_ASM_VARIABLE(1, const uint32_t *, end_x, end_of_x);                                                      \
        EDGEC_ASM_VARIABLE(2, const uint32_t *, end_y, end_of_x + EDGEC_DENSE_UNIT / 2 * job->units_y);                \
        EDGEC_ASM_VARIABLE(3, uint32_t, entry, 0u);                                                                    \
        EDGEC_ASM_VARIABLE(4, int32_t *, out, job->out);                                                               \
        __asm__ volatile(                                                                                              \
            code                                                                                                       \
            : EDGEC_ASM_INOUT(self), EDGEC_ASM_INOUT(end_x), EDGEC_ASM_INOUT(end_y), EDGEC_ASM_INOUT(entry),           \
              EDGEC_ASM_INOUT(out)                                                                                     \
            : [stream] "i"(offsetof(edgec_gates_job, stream)), [end] "i"(offsetof(edgec_gates_job, end)),              \
              [up] "i"(offsetof(edgec_gates_job, up)), [entry_x] "i"(offsetof(edgec_gates_job, entry)),                \
              [units_x] "i"(offsetof(edgec_gates_job, units_x)), [units_y] "i"(offsetof(edgec_gates_job, units_y))     \
            : EDGEC_ALL_FROM_5);                                                                                       \
        self->out = out;                                                                                               \
    }

#elif EDGEC_BODIES

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

#endif

/* 0 to 65535. */
static inline uint32_t edgec_limit_u16(int32_t v)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("usat %0, #16, %1" : "=r"(r) : "r"(v));
    return r;
#else
    return (uint32_t)((v < 0) ? 0 : (v > UINT16_MAX) ? UINT16_MAX : v);
#endif
}

/* What a gate takes of both values around it, {128 - rest, rest}. */
static inline uint32_t edgec_gate_shares(uint32_t rest)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("mla %0, %1, %2, %3" : "=r"(r) : "r"(rest), "r"(0xFFFFu), "r"(128u));
    return r;
#else
    return rest * 0xFFFFu + 128u;
#endif
}

/* A gate of an argument raised by its middle: straight lines between the values of a table, 128 steps apart. */
static inline int32_t edgec_gate_armv7em(const int16_t *table, int32_t argument)
{
    const uint32_t at = edgec_limit_u16(argument);
    const uint32_t ends = edgec_load_pair(table + (at >> 7));
    return (int32_t)edgec_smlad(ends, edgec_gate_shares(at & 127u), 64u) >> 7;
}

#endif
