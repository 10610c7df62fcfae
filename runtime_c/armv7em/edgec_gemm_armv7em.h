/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the matrix products of three positions with pairs of output channels share: the job, and the assembly around
 * the inner loop. */
#ifndef EDGEC_GEMM_ARMV7EM_H
#define EDGEC_GEMM_ARMV7EM_H

#include "edgec_armv7em.h"

#define EDGEC_GEMM_POSITIONS 3
#define EDGEC_GEMM_UNIT 4                                                  /* k of a step */
#define EDGEC_GEMM_UNIT_WORDS (EDGEC_GEMM_POSITIONS * EDGEC_GEMM_UNIT / 2) /* of columns */

/* The assembly loads neighbouring members together; it addresses them from `second`. */
typedef struct {
    const uint32_t *stream;
    int32_t units; /* ceil(K / 4) */
    uint32_t ends; /* set inside: n A << 8 | n B in the low half */
    int32_t zz;    /* 2 * out_zero + 1 */
    const uint32_t *columns;
    uint32_t entry;        /* set inside */
    int32_t size;          /* set inside */
    int32_t second, third; /* offsets of the other positions from y; 0 where there is none */
    int8_t *y;             /* channel 0 of the first position */
    int32_t pairs;
} edgec_gemm_job;

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

/* clang-format off */

/* Up to the loop over k, which is entered in its middle, so that any number of units runs without a second loop; a unit
 * is so many bytes of code.  `begin` turns the first two words of a pair in r7 and r10 into the first sums of A and B, which are in
 * r7 .. r9 and r10 .. r12 of three positions; columns at r0, stream at r1, job in lr, the size stored by `size` in
 * `to` at the loop's entry. */
#define EDGEC_GEMM_HEAD(bytes, size, begin, to)                                                                        \
    EDGEC_ENTER "ldr lr, " EDGEC_CELL(self, "0") "\n\t"                                                                                              \
    "ldr r2, [lr, %[units]]\n\t"                                                                                       \
    "adds r3, r2, #3\n\t"                                                                                              \
    "lsrs r3, r3, #2\n\t" size                                                                                         \
    "rsb r3, r2, r3, lsl #2\n\t" /* units of the first round to skip */                                                \
    "mov.w r4, #" bytes "\n\t"                                                                                         \
    "mul r3, r3, r4\n\t"                                                                                               \
    "adr.w r4, 2f\n\t"                                                                                                 \
    "add.w r4, r4, r3\n\t"                                                                                             \
    "orr.w r4, r4, #1\n\t"                                                                                             \
    "str r4, [lr, %[entry]]\n\t"                                                                                       \
    "ldr r1, [lr, %[stream]]\n\t"                                                                                      \
    "1:\n\t"                                                                                                           \
    "ldmia.w r1!, {r7, r10}\n\t" begin                                                                                 \
    "ldmdb.w lr, {r0, r2, " to "}\n\t"                                                                                 \
    "mov r8, r7\n\t"                                                                                                   \
    "mov r9, r7\n\t"                                                                                                   \
    "mov r11, r10\n\t"                                                                                                 \
    "mov r12, r10\n\t"

/* The size member: rounds of the loop, or bytes of the weights. */
#define EDGEC_GEMM_ROUNDS "str r3, [lr, %[size]]\n\t"
#define EDGEC_GEMM_BYTES_OF(shift)                                                                                     \
    "lsl.w r4, r2, #" shift "\n\t"                                                                                     \
    "str r4, [lr, %[size]]\n\t"

/* Where the weights of a pair end, from their bytes in r3; and to the loop. */
#define EDGEC_GEMM_ENTER                                                                                               \
    "add.w r3, r3, r1\n\t"                                                                                             \
    "str.w r3, " EDGEC_CELL(end, "4") "\n\t"                                                                                             \
    "bx r2\n\t"                                                                                                        \
    ".p2align 2\n\t"                                                                                                   \
    "2:\n\t"

#define EDGEC_GEMM_LOOP                                                                                                \
    "ldr.w lr, " EDGEC_CELL(end, "4") "\n\t"                                                                                             \
    "cmp r1, lr\n\t"                                                                                                   \
    "bne.w 2b\n\t"                                                                                                     \
    "ldr.w lr, " EDGEC_CELL(self, "0") "\n\t"

/* Three sums to `bits` bits: multiplier in m, n in the low byte of r4, zz in r5 (1 for int16). */
#define EDGEC_GEMM_FINISH(a, b, c, m, bits)                                                                            \
    "lsl.w r6, r5, r4\n\t"                                                                                             \
    "smmla " a ", " a ", " m ", r6\n\t"                                                                                \
    "smmla " b ", " b ", " m ", r6\n\t"                                                                                \
    "smmla " c ", " c ", " m ", r6\n\t"                                                                                \
    "asr.w " a ", " a ", r4\n\t"                                                                                       \
    "asr.w " b ", " b ", r4\n\t"                                                                                       \
    "asr.w " c ", " c ", r4\n\t"                                                                                       \
    "ssat " a ", #" bits ", " a ", asr #1\n\t"                                                                         \
    "ssat " b ", #" bits ", " b ", asr #1\n\t"                                                                         \
    "ssat " c ", #" bits ", " c ", asr #1\n\t"

/* The bytes of r5 and r6, of one channel each, times two k of the three columns (in r2 to r4) and the next two. */
#define EDGEC_GEMM_BYTES                                                                                               \
    "sxtb16 lr, r5\n\t"                                                                                                \
    "smlad r7, lr, r2, r7\n\t"                                                                                         \
    "smlad r8, lr, r3, r8\n\t"                                                                                         \
    "smlad r9, lr, r4, r9\n\t"                                                                                         \
    "sxtb16 lr, r6\n\t"                                                                                                \
    "smlad r10, lr, r2, r10\n\t"                                                                                       \
    "smlad r11, lr, r3, r11\n\t"                                                                                       \
    "smlad r12, lr, r4, r12\n\t"                                                                                       \
    "ldmia.w r0!, {r2, r3, r4}\n\t"                                                                                    \
    "sxtb16 lr, r5, ror #8\n\t"                                                                                        \
    "smlad r7, lr, r2, r7\n\t"                                                                                         \
    "smlad r8, lr, r3, r8\n\t"                                                                                         \
    "smlad r9, lr, r4, r9\n\t"                                                                                         \
    "sxtb16 lr, r6, ror #8\n\t"                                                                                        \
    "smlad r10, lr, r2, r10\n\t"                                                                                       \
    "smlad r11, lr, r3, r11\n\t"                                                                                       \
    "smlad r12, lr, r4, r12\n\t"

/* From the sums, 256 * A and B, to the next pair; job in lr. */
#define EDGEC_GEMM_TAIL                                                                                                \
    "ldmia.w r1!, {r2, r3}\n\t"                                                                                        \
    "ldrd r4, r5, [lr, %[ends]]\n\t" EDGEC_GEMM_FINISH("r10", "r11", "r12", "r3", "8")                                 \
    "lsr.w r4, r4, #8\n\t" EDGEC_GEMM_FINISH("r7", "r8", "r9", "r2", "8")                                              \
    "ldmia.w lr, {r2, r3, r4, r5}\n\t"                                                                                 \
    "strb.w r9, [r4, r3]\n\t" /* the first position last: absent ones write to its cell */                             \
    "strb.w r8, [r4, r2]\n\t"                                                                                          \
    "strb r7, [r4], #1\n\t"                                                                                            \
    "strb.w r12, [r4, r3]\n\t"                                                                                         \
    "strb.w r11, [r4, r2]\n\t"                                                                                         \
    "strb r10, [r4], #1\n\t"                                                                                           \
    "subs r5, r5, #1\n\t"                                                                                              \
    "strd r4, r5, [lr, %[y]]\n\t"                                                                                      \
    "bne.w 1b\n\t"                                                                                                     \
    "str r1, [lr, %[stream]]\n\t" EDGEC_LEAVE

#define EDGEC_GEMM_FROM_SECOND(member)                                                                                 \
    "i"((int)offsetof(edgec_gemm_job, member) - (int)offsetof(edgec_gemm_job, second))

#define EDGEC_GEMM_OPERANDS                                                                                            \
    [stream] EDGEC_GEMM_FROM_SECOND(stream), [units] EDGEC_GEMM_FROM_SECOND(units),                  \
        [ends] EDGEC_GEMM_FROM_SECOND(ends), [entry] EDGEC_GEMM_FROM_SECOND(entry),                                    \
        [size] EDGEC_GEMM_FROM_SECOND(size), [y] EDGEC_GEMM_FROM_SECOND(y)

/* clang-format on */

#elif EDGEC_BODIES

/* The outputs of a pair from the sums {256 * A} x 3, {B} x 3 (times what n B counts); the next pair. */
static inline void edgec_gemm_outputs(edgec_gemm_job *job, const uint32_t *sums, const uint32_t *last, uint32_t n_a,
                                      uint32_t n_b)
{
    int32_t at[EDGEC_GEMM_POSITIONS];
    int32_t i;
    at[0] = 0;
    at[1] = job->second;
    at[2] = job->third;
    for (i = EDGEC_GEMM_POSITIONS - 1; i >= 0; i--) { /* the first one last: absent positions write to its cell */
        int8_t *y = job->y + at[i];
        y[0] = (int8_t)edgec_requantize_armv7em((int32_t)sums[i], (int32_t)last[0], n_a, job->zz);
        y[1] = (int8_t)edgec_requantize_armv7em((int32_t)sums[3 + i], (int32_t)last[1], n_b, job->zz);
    }
    job->y += 2;
    job->pairs--;
    job->stream = last + 2;
}

#endif

#endif
