/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, int8: y[M, N] = x[M, K] . w[N, K]^T + bias[N], a pair of outputs at a time, with int8 or int4
 * weights.  Filter pairs share words as in edgec_gemm_s8_armv7em.h and edgec_gemm_s4_armv7em.h: 16 MACs take 14
 * instructions, 22 with int4.  A unit is eight k; its words are {k0 k2} {k1 k3} {k4 k6} {k5 k7}, or {k0 k1 k2 k3} {k4
 * k5 k6 k7} with int4.  Behind the words of a pair: {m A, m B, 256 * bias A | n A, 256 * bias B | n B}.  Scratch: the
 * row of x as int16 in the first of these orders. */
#ifndef EDGEC_DENSE_ARMV7EM_H
#define EDGEC_DENSE_ARMV7EM_H

#include "edgec_clamp_s8_armv7em.h"
#include "edgec_armv7em.h"

#define EDGEC_DENSE_UNIT 8 /* k of a step */

typedef struct {
    int32_t rows, in_c, out_c;
    int32_t out_zero, lo, hi;
    int32_t units; /* ceil(in_c / EDGEC_DENSE_UNIT) */
} edgec_dense_s8_armv7em_params;

typedef struct {
    const uint32_t *row; /* of x, widened */
    const uint32_t *stream;
    int8_t *y;
    int32_t units;
    int32_t pairs;
    int32_t zz;    /* 2 * out_zero + 1 */
    int32_t loops; /* both set inside */
    uint32_t entry;
} edgec_dense_job;

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

/* clang-format off */

/* Up to the loop over k, as in edgec_gemm_s8_armv7em.h.  Sums in r10, r11; x at r0, stream at r1, rounds in r12, job in lr. */
#define EDGEC_DENSE_HEAD(bytes)                                                                                        \
    EDGEC_ENTER "ldr lr, " EDGEC_CELL(self, "0") "\n\t"                                                                                              \
    "ldr r2, [lr, %[units]]\n\t"                                                                                       \
    "adds r3, r2, #3\n\t"                                                                                              \
    "lsrs r3, r3, #2\n\t"                                                                                              \
    "str r3, [lr, %[loops]]\n\t"                                                                                       \
    "rsb r3, r2, r3, lsl #2\n\t" /* units of the first round to skip */                                                \
    "mov.w r4, #" bytes "\n\t"                                                                                         \
    "mul r3, r3, r4\n\t"                                                                                               \
    "adr.w r4, 2f\n\t"                                                                                                 \
    "add.w r4, r4, r3\n\t"                                                                                             \
    "orr.w r4, r4, #1\n\t"                                                                                             \
    "str r4, [lr, %[entry]]\n\t"                                                                                       \
    "ldr r1, [lr, %[stream]]\n\t"                                                                                      \
    "1:\n\t"                                                                                                           \
    "ldr r2, [lr, %[entry]]\n\t"                                                                                       \
    "ldr.w r12, [lr, %[loops]]\n\t"                                                                                    \
    "mov.w r10, #0\n\t"                                                                                                \
    "mov.w r11, #0\n\t"                                                                                                \
    "ldr r0, [lr, %[row]]\n\t"                                                                                         \
    "bx r2\n\t"                                                                                                        \
    ".p2align 2\n\t"                                                                                                   \
    "2:\n\t"

#define EDGEC_DENSE_LOOP                                                                                               \
    "subs.w r12, r12, #1\n\t"                                                                                          \
    "bne.w 2b\n\t"

/* From the sums, 256 * A and B (times 2^(8 - scale)), to the next pair: biases and shifts share words. */
#define EDGEC_DENSE_TAIL(scale)                                                                                        \
    "ldmia.w r1!, {r2, r3, r4, r5}\n\t"                                                                                \
    "ldr.w r8, [lr, %[zz]]\n\t"                                                                                        \
    "ldr.w r7, [lr, %[y]]\n\t"                                                                                         \
    "ldr.w r0, [lr, %[pairs]]\n\t"                                                                                     \
    "bic.w r6, r4, #255\n\t"                                                                                           \
    "add.w r10, r10, r6\n\t"                                                                                           \
    "bic.w r6, r5, #255\n\t"                                                                                           \
    "add.w r11, r11, r6, asr #" scale "\n\t"                                                                           \
    "lsl.w r6, r8, r4\n\t"                                                                                             \
    "smmla r10, r10, r2, r6\n\t"                                                                                       \
    "asr.w r10, r10, r4\n\t"                                                                                           \
    "ssat r10, #8, r10, asr #1\n\t"                                                                                    \
    "lsl.w r6, r8, r5\n\t"                                                                                             \
    "smmla r11, r11, r3, r6\n\t"                                                                                       \
    "asr.w r11, r11, r5\n\t"                                                                                           \
    "ssat r11, #8, r11, asr #1\n\t"                                                                                    \
    "strb r10, [r7], #1\n\t"                                                                                           \
    "strb r11, [r7], #1\n\t"                                                                                           \
    "str.w r7, [lr, %[y]]\n\t"                                                                                         \
    "subs r0, r0, #1\n\t"                                                                                              \
    "str.w r0, [lr, %[pairs]]\n\t"                                                                                     \
    "bne.w 1b\n\t"                                                                                                     \
    "str.w r1, [lr, %[stream]]\n\t" EDGEC_LEAVE

#define EDGEC_DENSE_OPERANDS                                                                                           \
    [row] "i"(offsetof(edgec_dense_job, row)), [stream] "i"(offsetof(edgec_dense_job, stream)),      \
        [y] "i"(offsetof(edgec_dense_job, y)), [units] "i"(offsetof(edgec_dense_job, units)),                          \
        [pairs] "i"(offsetof(edgec_dense_job, pairs)), [zz] "i"(offsetof(edgec_dense_job, zz)),                        \
        [loops] "i"(offsetof(edgec_dense_job, loops)), [entry] "i"(offsetof(edgec_dense_job, entry))

/* Two k of two outputs: weights w and columns x. */
#define EDGEC_DENSE_S8_WORD(w, x)                                                                                      \
    "smlad r10, " w ", " x ", r10\n\t"                                                                                 \
    "sxtb16 " w ", " w "\n\t"                                                                                          \
    "smlad r11, " w ", " x ", r11\n\t"
/* clang-format on */

#elif EDGEC_BODIES

/* The outputs of a pair from 256 * A and B (times 2^(8 - scale)), without their biases. */
static inline void edgec_dense_outputs(edgec_dense_job *job, uint32_t a, uint32_t b, const uint32_t *last, int scale)
{
    const int32_t bias_b = (int32_t)(last[3] & ~0xFFu) / (1 << scale);
    a += last[2] & ~0xFFu;
    b += (uint32_t)bias_b;
    *job->y++ = (int8_t)edgec_requantize_armv7em((int32_t)a, (int32_t)last[0], last[2] & 0xFFu, job->zz);
    *job->y++ = (int8_t)edgec_requantize_armv7em((int32_t)b, (int32_t)last[1], last[3] & 0xFFu, job->zz);
    job->stream = last + 4;
    job->pairs--;
}

#endif

#endif
