/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Gates of recurrent layers, weights of 8 bits, four sums at a time: those of two gates over x for two steps (32 MACs
 * take 23 instructions, for the steps share weights), those of four gates over the output before (27).  Weights of two
 * gates A and B share words as in edgec_dense_armv7em.h, sums are raised by up bits as in edgec_gates_armv7em.h: by the
 * rows, whose values are that much larger, so that sums of A lie below 2**23 / 2**up and nothing is shifted behind
 * them.  The argument of A comes out 256 times as large, with a fraction.
 *
 * Rows go by rounds of four units, of which the first may have fewer; behind each lies a word that says where the
 * assembly goes on, behind a row EDGEC_FOURS_CONTROL words more.
 *
 * The stream of four gates A B C D over the output before: for each unit the words of A and B and those of C and D,
 * then for both pairs the high and low words of what the arguments begin with, the factors of sums over the output
 * before and those over x, {A B A B A B A B}.  Of a GRU's candidates high, low and factors over the output before, then
 * those over x.  The last low word is odd where the last gates are. */
#ifndef EDGEC_GATES_FOURS_ARMV7EM_H
#define EDGEC_GATES_FOURS_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_recurrent_fours_code_armv7em.h"

#define EDGEC_FOURS_CONTROL 9 /* words behind a row */
#define EDGEC_FOURS_PAIR 8    /* arguments of two of a GRU's cells: {u r u r}, over y and over x of both candidates */

typedef struct {
    uint32_t *row;     /* widened; of two steps, whose words alternate by twos */
    int32_t units;     /* of eight values */
    uint32_t *control; /* NULL until the assembly has written behind the rounds */
    const uint32_t *stream;
    int32_t *sums, *out; /* sums over x, arguments; of two steps the sums of both */
    const int32_t *end;  /* of the first step's sums */
    int32_t *apart;      /* a GRU's arguments of candidates */
} edgec_fours_job;

#define edgec_gates_steps_s8 EDGEC_TAGGED(edgec_gates_steps_s8)
#define edgec_gates_fours_s8 EDGEC_TAGGED(edgec_gates_fours_s8)
#define edgec_gates_gru_s8 EDGEC_TAGGED(edgec_gates_gru_s8)
EDGEC_BLOCK void edgec_gates_steps_s8(edgec_fours_job *job);
EDGEC_BLOCK void edgec_gates_fours_s8(edgec_fours_job *job);
EDGEC_BLOCK void edgec_gates_gru_s8(edgec_fours_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

#define EDGEC_FOURS_BLOCK(name, code)                                                                                  \
    EDGEC_BLOCK void name(edgec_fours_job *job)                                                                        \
    {                                                                                                                  \
        EDGEC_ASM_VARIABLE(0, edgec_fours_job *, self, job);                                                           \
        __asm__ volatile(                                                                                              \
            code                                                                                                       \
            : EDGEC_ASM_INOUT(self)                                                                                    \
            : [row] "i"(offsetof(edgec_fours_job, row)), [control] "i"(offsetof(edgec_fours_job, control)),            \
              [stream] "i"(offsetof(edgec_fours_job, stream)), [sums] "i"(offsetof(edgec_fours_job, sums)),            \
              [end] "i"(offsetof(edgec_fours_job, end)), [apart] "i"(offsetof(edgec_fours_job, apart))                 \
            : EDGEC_ALL_FROM_1);                                                                                       \
    }

EDGEC_FOURS_BLOCK(edgec_gates_steps_s8, EDGEC_GATES_STEPS_S8_CODE)
EDGEC_FOURS_BLOCK(edgec_gates_fours_s8, EDGEC_GATES_FOURS_S8_CODE)
EDGEC_FOURS_BLOCK(edgec_gates_gru_s8, EDGEC_GATES_GRU_S8_CODE)

#elif EDGEC_BODIES

/* The words of a unit, each so many. */
static inline const uint32_t *edgec_fours_unit(const edgec_fours_job *job, int32_t unit, int32_t words)
{
    const int32_t first = ((job->units - 1) & 3) + 1;
    const int32_t rounds = (unit < first) ? 0 : 1 + (unit - first) / 4;
    return job->row + unit * words + rounds;
}

EDGEC_BLOCK void edgec_gates_steps_s8(edgec_fours_job *job)
{
    const uint32_t *w = job->stream;
    int32_t *sums[2];
    sums[0] = job->sums;
    sums[1] = job->out;
    while (sums[0] != job->end) {
        uint32_t both[2] = {0u, 0u};
        uint32_t low[2] = {0u, 0u};
        int32_t u;
        int32_t i;
        for (u = 0; u < job->units; u++) {
            const uint32_t *x = edgec_fours_unit(job, u, 8);
            for (i = 0; i < 8; i++) { /* words of the first step, of the second */
                const int32_t step = (i / 2) % 2;
                const uint32_t v = w[2 * (i / 4) + i % 2];
                both[step] = edgec_smlad(v, x[i], both[step]);
                low[step] = edgec_smlad(edgec_sxtb16(v), x[i], low[step]);
            }
            w += 4;
        }
        for (i = 0; i < 2; i++) {
            *sums[i]++ = (int32_t)(both[i] - low[i]);
            *sums[i]++ = (int32_t)low[i];
        }
    }
}

/* The sums of four gates over the row; the words behind. */
static inline const uint32_t *edgec_fours_sums(const edgec_fours_job *job, const uint32_t *w, int32_t *sums)
{
    uint32_t both[2] = {0u, 0u};
    uint32_t low[2] = {0u, 0u};
    int32_t u;
    int32_t i;
    for (u = 0; u < job->units; u++) {
        const uint32_t *x = edgec_fours_unit(job, u, 4);
        for (i = 0; i < 8; i++, w++) {
            both[i / 4] = edgec_smlad(*w, x[i % 4], both[i / 4]);
            low[i / 4] = edgec_smlad(edgec_sxtb16(*w), x[i % 4], low[i / 4]);
        }
    }
    for (i = 0; i < 2; i++) {
        sums[2 * i] = (int32_t)(both[i] - low[i]);
        sums[2 * i + 1] = (int32_t)low[i];
    }
    return w;
}

/* What the first or second argument of a pair begins with and one or two sums times their factors. */
static inline int32_t edgec_fours_argument(const uint32_t *w, int32_t gate, int32_t over_y, int32_t over_x)
{
    uint64_t v = ((uint64_t)w[gate] << 32) | w[2 + gate];
    v += (uint64_t)((int64_t)over_y * (int32_t)w[4 + gate]);
    v += (over_x != 0) ? (uint64_t)((int64_t)over_x * (int32_t)w[6 + gate]) : 0u;
    return (int32_t)(uint32_t)(v >> 32);
}

/* All gates whose arguments have both sums; the arguments of the next four lie so many behind.  The words behind. */
static inline const uint32_t *edgec_fours_both(edgec_fours_job *job, int32_t next)
{
    const uint32_t *w = job->stream;
    uint32_t last = 0u;
    while (last == 0u) {
        int32_t sums[4];
        int32_t i;
        w = edgec_fours_sums(job, w, sums);
        for (i = 0; i < 4; i++) {
            job->out[i] = edgec_fours_argument(w + 8 * (i / 2), i % 2, sums[i], job->sums[i]);
        }
        last = w[11] & 1u;
        w += 16;
        job->sums += 4;
        job->out += next;
    }
    return w;
}

EDGEC_BLOCK void edgec_gates_fours_s8(edgec_fours_job *job) { (void)edgec_fours_both(job, 4); }

EDGEC_BLOCK void edgec_gates_gru_s8(edgec_fours_job *job)
{
    const uint32_t *w = edgec_fours_both(job, EDGEC_FOURS_PAIR);
    uint32_t last = 0u;
    while (last == 0u) {
        int32_t sums[4];
        int32_t i;
        w = edgec_fours_sums(job, w, sums);
        for (i = 0; i < 4; i++) {
            int32_t *const out = job->apart + EDGEC_FOURS_PAIR * (i / 2) + i % 2;
            out[0] = edgec_fours_argument(w + 12 * (i / 2), i % 2, sums[i], 0);
            out[2] = edgec_fours_argument(w + 12 * (i / 2) + 6, i % 2, job->sums[i], 0);
        }
        last = w[21] & 1u;
        w += 24;
        job->sums += 4;
        job->apart += 2 * EDGEC_FOURS_PAIR;
    }
}

#endif

#endif
