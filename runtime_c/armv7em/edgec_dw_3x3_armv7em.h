/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Output rows of one channel of a 3x3 depthwise convolution from its plane of int16 (edgec_dwconv2d_s8_armv7em.h and
 * edgec_dwconv2d_s16_3x3_armv7em.h).
 * Each row of taps is two pairs {w0 w1} {w1 w2}; with SMLAD, SMLABT and SMLATB two of them make any three taps, at even
 * and at odd columns, from words of two columns. */
#ifndef EDGEC_DW_3X3_ARMV7EM_H
#define EDGEC_DW_3X3_ARMV7EM_H

#include "edgec_armv7em.h"

#define EDGEC_DW_PAIRS 64   /* of taps, at most */
#define EDGEC_DW_GROUP_S1 6 /* outputs of a step */
#define EDGEC_DW_GROUP_S2 4

/* Output rows of one channel of a strip; the assembly loads neighbouring members in pairs. */
typedef struct {
    uint32_t bias;
    int32_t m;
    uint32_t add; /* (2 * out_zero + 1) << n */
    uint32_t n;
    int32_t pitch; /* bytes */
    const int16_t *x;
    int8_t *y;
    int32_t x_step, row_step; /* to the next row, bytes */
    int8_t *at;               /* set inside */
    int32_t col_step;         /* bytes of y */
    int32_t groups, rest;     /* output columns: groups of the step above, and the rest */
    const int16_t *end;       /* set inside */
    int32_t left;
    int32_t rows;
    uint32_t taps[EDGEC_DW_PAIRS + 1];
} edgec_dw_job;

static inline int8_t edgec_dw_finish(const edgec_dw_job *job, uint32_t sum)
{
    return (int8_t)edgec_half_s8(edgec_smmla((int32_t)sum, job->m, job->add) >> job->n);
}

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

/* clang-format off */
#define EDGEC_DW_OFFSETS                                                                                               \
    [bias] "i"(offsetof(edgec_dw_job, bias)), [m] "i"(offsetof(edgec_dw_job, m)), [n] "i"(offsetof(edgec_dw_job, n)),  \
        [pitch] "i"(offsetof(edgec_dw_job, pitch)), [x] "i"(offsetof(edgec_dw_job, x)),                                \
        [at] "i"(offsetof(edgec_dw_job, at)), [x_step] "i"(offsetof(edgec_dw_job, x_step)),                            \
        [groups] "i"(offsetof(edgec_dw_job, groups)), [rest] "i"(offsetof(edgec_dw_job, rest)),                        \
        [end] "i"(offsetof(edgec_dw_job, end)), [left] "i"(offsetof(edgec_dw_job, left)),                              \
        [rows] "i"(offsetof(edgec_dw_job, rows)), [t0] "i"(offsetof(edgec_dw_job, taps)),                              \
        [t1] "i"(offsetof(edgec_dw_job, taps) + 8), [t2] "i"(offsetof(edgec_dw_job, taps) + 16)

/* r0 x, r1 job; the groups of the row in r2. */
#define EDGEC_DW_ROW_BEGIN                                                                                             \
    "1:\n\t"                                                                                                           \
    "ldrd r0, r5, [r1, %[x]]\n\t"                                                                                      \
    "ldr.w r2, [r1, %[groups]]\n\t"                                                                                    \
    "str.w r5, [r1, %[at]]\n\t"                                                                                        \
    "cmp r2, #0\n\t"                                                                                                   \
    "beq.w 3f\n\t"

/* Behind the groups of a row: the number of outputs left in r9, or the row's end. */
#define EDGEC_DW_ROW_REST                                                                                              \
    "3:\n\t"                                                                                                           \
    "ldr.w r9, [r1, %[rest]]\n\t"                                                                                      \
    "cmp r9, #0\n\t"                                                                                                   \
    "beq.w 5f\n\t"                                                                                                     \
    "4:\n\t"                                                                                                           \
    "str.w r9, [r1, %[left]]\n\t"

/* Two sums, r7 and r8, to outputs; bytes of x that they took. */
#define EDGEC_DW_ROW_TWO(bytes, sat, bits, store)                                                                      \
    "ldrd r2, r3, [r1, %[m]]\n\t"                                                                                      \
    "ldr.w r4, [r1, %[n]]\n\t"                                                                                         \
    "ldrd r5, r6, [r1, %[at]]\n\t"                                                                                     \
    "ldr.w r9, [r1, %[left]]\n\t" EDGEC_DW_FINISH("r7", sat, bits) EDGEC_DW_FINISH("r8", sat, bits)                    \
    "adds r0, #" bytes "\n\t"                                                                                          \
    store " r7, [r5]\n\t"                                                                                              \
    "subs r9, r9, #2\n\t"                                                                                              \
    "blt 5f\n\t"                                                                                                       \
    store " r8, [r5, r6]\n\t"                                                                                          \
    "add.w r5, r5, r6, lsl #1\n\t"                                                                                     \
    "str.w r5, [r1, %[at]]\n\t"                                                                                        \
    "bgt.w 4b\n\t"

#define EDGEC_DW_ROW_END                                                                                               \
    "5:\n\t"                                                                                                           \
    "ldrd r0, r5, [r1, %[x]]\n\t"                                                                                      \
    "ldrd r2, r3, [r1, %[x_step]]\n\t"                                                                                 \
    "ldr.w r4, [r1, %[rows]]\n\t"                                                                                      \
    "add.w r0, r0, r2\n\t"                                                                                             \
    "add.w r5, r5, r3\n\t"                                                                                             \
    "strd r0, r5, [r1, %[x]]\n\t"                                                                                      \
    "subs r4, r4, #1\n\t"                                                                                              \
    "str.w r4, [r1, %[rows]]\n\t"                                                                                      \
    "bne.w 1b\n\t"

/* A sum to an output, SSAT or USAT to bits: {m, add} in r2, r3, n in r4. */
#define EDGEC_DW_FINISH(a, sat, bits)                                                                                  \
    "smmla " a ", " a ", r2, r3\n\t"                                                                                   \
    "asr.w " a ", " a ", r4\n\t"                                                                                       \
    sat " " a ", #" bits ", " a ", asr #1\n\t"

/* Stride 1: columns x0 .. x7 in r2 .. r5, taps in r6 and lr, six sums in r7 .. r12; bias: what the sums start from. */
#define EDGEC_DW_S1_EARLY(a, b, c, d, e, f)                                                                            \
    "smlatb r8, r2, r6, " b "\n\t"                                                                                     \
    "smlad r9, r3, r6, " c "\n\t"                                                                                      \
    "smlatb r10, r3, r6, " d "\n\t"                                                                                    \
    "smlad r11, r4, r6, " e "\n\t"                                                                                     \
    "smlatb r12, r4, r6, " f "\n\t"                                                                                    \
    "smlad r7, r2, r6, " a "\n\t"

#define EDGEC_DW_S1_LATE                                                                                               \
    "smlabt r7, r3, lr, r7\n\t"                                                                                        \
    "smlad r8, r3, lr, r8\n\t"                                                                                         \
    "smlabt r9, r4, lr, r9\n\t"                                                                                        \
    "smlad r10, r4, lr, r10\n\t"                                                                                       \
    "smlabt r11, r5, lr, r11\n\t"                                                                                      \
    "smlad r12, r5, lr, r12\n\t"

#define EDGEC_DW_S1_NEXT                                                                                               \
    EDGEC_DW_S1_EARLY("r7", "r8", "r9", "r10", "r11", "r12") EDGEC_DW_S1_LATE

#define EDGEC_DW_S1_TWO                                                                                                \
    "smlad r7, r2, r5, r7\n\t"                                                                                         \
    "smlatb r8, r2, r5, r8\n\t"                                                                                        \
    "smlabt r7, r3, r6, r7\n\t"                                                                                        \
    "smlad r8, r3, r6, r8\n\t"

/* Stride 1 along the row.  store: STRB or STRH. */
#define EDGEC_DW_DEFINE_S1(name, sat, bits, store, lowest)                                                             \
    EDGEC_BLOCK void name(edgec_dw_job *job)                                                                           \
    {                                                                                                                  \
        EDGEC_HELD(0, edgec_dw_job *, self, job);                                                                      \
        __asm__ volatile(EDGEC_ENTER "ldr.w r1, " EDGEC_CELL(self, "0") "\n\t" EDGEC_DW_ROW_BEGIN                      \
                         "add.w r2, r2, r2, lsl #1\n\t" /* 12 bytes of x for each group */                             \
                         "add.w r2, r0, r2, lsl #2\n\t"                                                                \
                         "str.w r2, [r1, %[end]]\n\t"                                                                  \
                         "2:\n\t"                                                                                      \
                         "ldr.w r7, [r1, %[bias]]\n\t"                                                                 \
                         "ldrd r6, lr, [r1, %[t0]]\n\t"                                                                \
                         "ldmia.w r0, {r2, r3, r4, r5}\n\t"                                                            \
                         EDGEC_DW_S1_EARLY("r7", "r7", "r7", "r7", "r7", "r7") EDGEC_DW_S1_LATE                        \
                         "ldr.w r2, [r1, %[pitch]]\n\t"                                                                \
                         "ldrd r6, lr, [r1, %[t1]]\n\t"                                                                \
                         "add.w r2, r0, r2\n\t"                                                                        \
                         "ldmia.w r2, {r2, r3, r4, r5}\n\t" EDGEC_DW_S1_NEXT                                           \
                         "ldr.w r2, [r1, %[pitch]]\n\t"                                                                \
                         "ldrd r6, lr, [r1, %[t2]]\n\t"                                                                \
                         "add.w r2, r0, r2, lsl #1\n\t"                                                                \
                         "ldmia.w r2, {r2, r3, r4, r5}\n\t" EDGEC_DW_S1_NEXT                                           \
                         "ldrd r2, r3, [r1, %[m]]\n\t"                                                                 \
                         "ldr.w r4, [r1, %[n]]\n\t"                                                                    \
                         "ldrd r5, r6, [r1, %[at]]\n\t"                                                                \
                         EDGEC_DW_FINISH("r7", sat, bits) EDGEC_DW_FINISH("r8", sat, bits)                             \
                         EDGEC_DW_FINISH("r9", sat, bits)                                                              \
                         EDGEC_DW_FINISH("r10", sat, bits) EDGEC_DW_FINISH("r11", sat, bits)                           \
                         EDGEC_DW_FINISH("r12", sat, bits)                                                             \
                         store " r7, [r5]\n\t"                                                                         \
                         store " r8, [r5, r6]\n\t"                                                                     \
                         store " r9, [r5, r6, lsl #1]\n\t"                                                             \
                         "add.w r5, r5, r6, lsl #1\n\t"                                                                \
                         store " r10, [r5, r6]\n\t"                                                                    \
                         store " r11, [r5, r6, lsl #1]\n\t"                                                            \
                         "add.w r5, r5, r6, lsl #1\n\t"                                                                \
                         "ldr.w r2, [r1, %[end]]\n\t"                                                                  \
                         store " r12, [r5, r6]\n\t"                                                                    \
                         "add.w r5, r5, r6, lsl #1\n\t"                                                                \
                         "adds r0, #12\n\t"                                                                            \
                         "str.w r5, [r1, %[at]]\n\t"                                                                   \
                         "cmp r0, r2\n\t"                                                                              \
                         "bne.w 2b\n\t" EDGEC_DW_ROW_REST                                                              \
                         "ldr.w r7, [r1, %[bias]]\n\t"                                                                 \
                         "ldr.w r11, [r1, %[pitch]]\n\t"                                                               \
                         "ldrd r5, r6, [r1, %[t0]]\n\t"                                                                \
                         "ldrd r2, r3, [r0]\n\t"                                                                       \
                         "mov r8, r7\n\t" EDGEC_DW_S1_TWO                                                              \
                         "add.w r4, r0, r11\n\t"                                                                       \
                         "ldrd r5, r6, [r1, %[t1]]\n\t"                                                                \
                         "ldrd r2, r3, [r4]\n\t" EDGEC_DW_S1_TWO                                                       \
                         "add.w r4, r0, r11, lsl #1\n\t"                                                               \
                         "ldrd r5, r6, [r1, %[t2]]\n\t"                                                                \
                         "ldrd r2, r3, [r4]\n\t" EDGEC_DW_S1_TWO                                                       \
                         EDGEC_DW_ROW_TWO("4", sat, bits, store) EDGEC_DW_ROW_END EDGEC_LEAVE                          \
                         : EDGEC_HOLDS(self)                                                                           \
                         : EDGEC_DW_OFFSETS                                                                            \
                         : EDGEC_ALL_FROM_1);                                                                          \
    }

/* Stride 2: columns x0 .. x8 in r2 .. r6, taps in r11 and lr, four sums in r7 .. r10. */
#define EDGEC_DW_S2_EARLY(a, b, c, d)                                                                                  \
    "smlad r8, r3, r11, " b "\n\t"                                                                                     \
    "smlad r9, r4, r11, " c "\n\t"                                                                                     \
    "smlad r10, r5, r11, " d "\n\t"                                                                                    \
    "smlad r7, r2, r11, " a "\n\t"                                                                                     \
    "smlabt r7, r3, lr, r7\n\t"                                                                                        \
    "smlabt r8, r4, lr, r8\n\t"                                                                                        \
    "smlabt r9, r5, lr, r9\n\t"                                                                                        \
    "smlabt r10, r6, lr, r10\n\t"

#define EDGEC_DW_S2_NEXT EDGEC_DW_S2_EARLY("r7", "r8", "r9", "r10")

#define EDGEC_DW_S2_TWO                                                                                                \
    "smlad r7, r2, r11, r7\n\t"                                                                                        \
    "smlad r8, r3, r11, r8\n\t"                                                                                        \
    "smlabt r7, r3, lr, r7\n\t"                                                                                        \
    "smlabt r8, r4, lr, r8\n\t"

/* Stride 2 along the row. */
#define EDGEC_DW_DEFINE_S2(name, sat, bits, store, lowest)                                                             \
    EDGEC_BLOCK void name(edgec_dw_job *job)                                                                           \
    {                                                                                                                  \
        EDGEC_HELD(0, edgec_dw_job *, self, job);                                                                      \
        __asm__ volatile(EDGEC_ENTER "ldr.w r1, " EDGEC_CELL(self, "0") "\n\t" EDGEC_DW_ROW_BEGIN                      \
                         "add.w r2, r0, r2, lsl #4\n\t" /* 16 bytes of x for each group */                             \
                         "str.w r2, [r1, %[end]]\n\t"                                                                  \
                         "ldr.w r12, [r1, %[pitch]]\n\t"                                                               \
                         "2:\n\t"                                                                                      \
                         "ldr.w r7, [r1, %[bias]]\n\t"                                                                 \
                         "ldrd r11, lr, [r1, %[t0]]\n\t"                                                               \
                         "ldmia.w r0, {r2, r3, r4, r5, r6}\n\t"                                                        \
                         EDGEC_DW_S2_EARLY("r7", "r7", "r7", "r7")                                                     \
                         "ldrd r11, lr, [r1, %[t1]]\n\t"                                                               \
                         "add.w r2, r0, r12\n\t"                                                                       \
                         "ldmia.w r2, {r2, r3, r4, r5, r6}\n\t" EDGEC_DW_S2_NEXT                                       \
                         "ldrd r11, lr, [r1, %[t2]]\n\t"                                                               \
                         "add.w r2, r0, r12, lsl #1\n\t"                                                               \
                         "ldmia.w r2, {r2, r3, r4, r5, r6}\n\t" EDGEC_DW_S2_NEXT                                       \
                         "ldrd r2, r3, [r1, %[m]]\n\t"                                                                 \
                         "ldr.w r4, [r1, %[n]]\n\t"                                                                    \
                         "ldrd r5, r6, [r1, %[at]]\n\t"                                                                \
                         EDGEC_DW_FINISH("r7", sat, bits) EDGEC_DW_FINISH("r8", sat, bits)                             \
                         EDGEC_DW_FINISH("r9", sat, bits) EDGEC_DW_FINISH("r10", sat, bits)                            \
                         store " r7, [r5]\n\t"                                                                         \
                         store " r8, [r5, r6]\n\t"                                                                     \
                         store " r9, [r5, r6, lsl #1]\n\t"                                                             \
                         "add.w r5, r5, r6, lsl #1\n\t"                                                                \
                         "ldr.w r2, [r1, %[end]]\n\t"                                                                  \
                         store " r10, [r5, r6]\n\t"                                                                    \
                         "add.w r5, r5, r6, lsl #1\n\t"                                                                \
                         "adds r0, #16\n\t"                                                                            \
                         "str.w r5, [r1, %[at]]\n\t"                                                                   \
                         "cmp r0, r2\n\t"                                                                              \
                         "bne.w 2b\n\t" EDGEC_DW_ROW_REST                                                              \
                         "ldr.w r7, [r1, %[bias]]\n\t"                                                                 \
                         "ldr.w r5, [r1, %[pitch]]\n\t"                                                                \
                         "ldrd r11, lr, [r1, %[t0]]\n\t"                                                               \
                         "ldmia.w r0, {r2, r3, r4}\n\t"                                                                \
                         "mov r8, r7\n\t" EDGEC_DW_S2_TWO                                                              \
                         "add.w r2, r0, r5\n\t"                                                                        \
                         "ldrd r11, lr, [r1, %[t1]]\n\t"                                                               \
                         "ldmia.w r2, {r2, r3, r4}\n\t" EDGEC_DW_S2_TWO                                                \
                         "add.w r2, r0, r5, lsl #1\n\t"                                                                \
                         "ldrd r11, lr, [r1, %[t2]]\n\t"                                                               \
                         "ldmia.w r2, {r2, r3, r4}\n\t" EDGEC_DW_S2_TWO                                                \
                         EDGEC_DW_ROW_TWO("8", sat, bits, store) EDGEC_DW_ROW_END EDGEC_LEAVE                          \
                         : EDGEC_HOLDS(self)                                                                           \
                         : EDGEC_DW_OFFSETS                                                                            \
                         : EDGEC_ALL_FROM_1);                                                                          \
    }
/* clang-format on */

#elif EDGEC_BODIES

/* An output at y: int8 or int16, which `lowest` tells (INT8_MIN, INT16_MIN, or 0 for int16 from 0 on). */
static inline void edgec_dw_put(const edgec_dw_job *job, uint32_t sum, int32_t lowest, int8_t *y)
{
    if (lowest == INT8_MIN) {
        *y = edgec_dw_finish(job, sum);
    } else {
        const int32_t v = edgec_smmla((int32_t)sum, job->m, job->add) >> job->n >> 1;
        const int16_t out = (int16_t)edgec_limit_s16(v, lowest, INT16_MAX);
        memcpy(y, &out, sizeof out);
    }
}

static inline void edgec_dw_rows_3x3(edgec_dw_job *job, int32_t group, int32_t stride, int32_t lowest)
{
    const int32_t columns = group * job->groups + job->rest;
    for (; job->rows > 0; job->rows--) {
        int32_t i;
        for (i = 0; i < columns; i++) {
            const int16_t *x = job->x + i * stride;
            uint32_t sum = job->bias;
            int32_t ky;
            for (ky = 0; ky < 3; ky++, x += job->pitch / 2) {
                sum = edgec_smlad(edgec_pair(x[0], x[1]), job->taps[2 * ky], sum);
                sum += (uint32_t)(x[2] * edgec_high(job->taps[2 * ky + 1]));
            }
            edgec_dw_put(job, sum, lowest, job->y + i * job->col_step);
        }
        job->x += job->x_step / 2;
        job->y += job->row_step;
    }
}

#define EDGEC_DW_DEFINE_S1(name, sat, bits, store, lowest)                                                             \
    EDGEC_BLOCK void name(edgec_dw_job *job) { edgec_dw_rows_3x3(job, EDGEC_DW_GROUP_S1, 1, lowest); }
#define EDGEC_DW_DEFINE_S2(name, sat, bits, store, lowest)                                                             \
    EDGEC_BLOCK void name(edgec_dw_job *job) { edgec_dw_rows_3x3(job, EDGEC_DW_GROUP_S2, 2, lowest); }

#endif

#endif
