/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_columns_s8_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_COLUMNS_S8_CODE_MVE_H
#define EDGEC_COLUMNS_S8_CODE_MVE_H

/* Four positions of int8 with all output channels, windows of three columns (edgec_columns_s8_mve.h). */
/* Registers:
 *   a0..a3           r0 r2 r4 r6     sums of a channel A for the four positions
 *   b0..b3           r8 r10 r12 lr   of a channel B
 *   stream           r1              biases, weights and what belongs to them
 *   left right       r3 r5           a row's second and fifth cell, between their neighbours
 *   below            r7              behind the table
 *   row              r9              where the next row's cells lie
 *   job              r11             edgec_columns_mve
 *   v0..v3           q0..q3          some channels of four cells
 *   wa wb            q5 q7           their weights
 *   s0..s3           q4..q7          sums of four channels for the positions, when they are made
 *   m0..m3 minus_n   r0 r2 r4 r6 r8  behind the loops: how sums become bytes
 *   zero             r10             behind the loops: zero point
 *   low high places  q0 q1 q2        behind the loops: limits, where the positions' outputs lie
 *   y end second     r0 r2 r3        behind the loops: where outputs go
 *   last             r0              where the last block begins
 */
#define EDGEC_COLUMNS_S8_16_CODE_MVE \
    "strd r6, r7, [r11, #44]\n\t" \
    "ldr r1, [r11, #24]\n\t" \
    "add r7, r11, #24\n\t" \
    "5:\n\t" \
    "ldrd r0, r8, [r1], #8\n\t" \
    "mov r9, r11\n\t" \
    "mov r2, r0\n\t" \
    "mov r10, r8\n\t" \
    "mov r4, r0\n\t" \
    "mov r12, r8\n\t" \
    "mov r6, r0\n\t" \
    "mov lr, r8\n\t" \
    "1:\n\t" \
    "ldrd r3, r5, [r9], #8\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vldrb.8 q0, [r3, #-16]\n\t" \
    "vmladava.s8 r0, q5, q0\n\t" \
    "vldrb.8 q1, [r3, #0]\n\t" \
    "vmladava.s8 r2, q5, q1\n\t" \
    "vldrb.8 q2, [r3, #16]\n\t" \
    "vmladava.s8 r4, q5, q2\n\t" \
    "vldrb.8 q3, [r5, #-16]\n\t" \
    "vmladava.s8 r6, q5, q3\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q0\n\t" \
    "vmladava.s8 r10, q7, q1\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r12, q7, q2\n\t" \
    "vldrb.8 q0, [r5, #0]\n\t" \
    "vmladava.s8 lr, q7, q3\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q1\n\t" \
    "vmladava.s8 r2, q5, q2\n\t" \
    "vmladava.s8 r4, q5, q3\n\t" \
    "vmladava.s8 r6, q5, q0\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q1\n\t" \
    "vldrb.8 q1, [r5, #16]\n\t" \
    "vmladava.s8 r10, q7, q2\n\t" \
    "vmladava.s8 r12, q7, q3\n\t" \
    "vmladava.s8 lr, q7, q0\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q2\n\t" \
    "vmladava.s8 r2, q5, q3\n\t" \
    "vmladava.s8 r4, q5, q0\n\t" \
    "vmladava.s8 r6, q5, q1\n\t" \
    "vmladava.s8 r8, q7, q2\n\t" \
    "vmladava.s8 r10, q7, q3\n\t" \
    "cmp r9, r7\n\t" /* no time of its own between two products */ \
    "vmladava.s8 r12, q7, q0\n\t" \
    "vmladava.s8 lr, q7, q1\n\t" \
    "bne 1b\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vmov q6[2], q6[0], r8, r12\n\t" \
    "vmov q6[3], q6[1], r10, lr\n\t" \
    "ldrd r0, r8, [r1], #8\n\t" \
    "mov r9, r11\n\t" \
    "mov r2, r0\n\t" \
    "mov r10, r8\n\t" \
    "mov r4, r0\n\t" \
    "mov r12, r8\n\t" \
    "mov r6, r0\n\t" \
    "mov lr, r8\n\t" \
    "1:\n\t" \
    "ldrd r3, r5, [r9], #8\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vldrb.8 q0, [r3, #-16]\n\t" \
    "vmladava.s8 r0, q5, q0\n\t" \
    "vldrb.8 q1, [r3, #0]\n\t" \
    "vmladava.s8 r2, q5, q1\n\t" \
    "vldrb.8 q2, [r3, #16]\n\t" \
    "vmladava.s8 r4, q5, q2\n\t" \
    "vldrb.8 q3, [r5, #-16]\n\t" \
    "vmladava.s8 r6, q5, q3\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q0\n\t" \
    "vmladava.s8 r10, q7, q1\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r12, q7, q2\n\t" \
    "vldrb.8 q0, [r5, #0]\n\t" \
    "vmladava.s8 lr, q7, q3\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q1\n\t" \
    "vmladava.s8 r2, q5, q2\n\t" \
    "vmladava.s8 r4, q5, q3\n\t" \
    "vmladava.s8 r6, q5, q0\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q1\n\t" \
    "vldrb.8 q1, [r5, #16]\n\t" \
    "vmladava.s8 r10, q7, q2\n\t" \
    "vmladava.s8 r12, q7, q3\n\t" \
    "vmladava.s8 lr, q7, q0\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q2\n\t" \
    "vmladava.s8 r2, q5, q3\n\t" \
    "vmladava.s8 r4, q5, q0\n\t" \
    "vmladava.s8 r6, q5, q1\n\t" \
    "vmladava.s8 r8, q7, q2\n\t" \
    "vmladava.s8 r10, q7, q3\n\t" \
    "cmp r9, r7\n\t" /* no time of its own between two products */ \
    "vmladava.s8 r12, q7, q0\n\t" \
    "vmladava.s8 lr, q7, q1\n\t" \
    "bne 1b\n\t" \
    "vmov q5[2], q5[0], r0, r4\n\t" \
    "vmov q5[3], q5[1], r2, r6\n\t" \
    "vmov q7[2], q7[0], r8, r12\n\t" \
    "vmov q7[3], q7[1], r10, lr\n\t" \
    "ldmia r1!, {r0, r2, r4, r6, r8}\n\t" \
    "vqdmulh.s32 q4, q4, r0\n\t" \
    "vqdmulh.s32 q5, q5, r2\n\t" \
    "vqdmulh.s32 q6, q6, r4\n\t" \
    "vqdmulh.s32 q7, q7, r6\n\t" \
    "vrshl.s32 q4, r8\n\t" \
    "asr r8, r8, #8\n\t" \
    "vrshl.s32 q5, r8\n\t" \
    "asr r8, r8, #8\n\t" \
    "vrshl.s32 q6, r8\n\t" \
    "asr r8, r8, #8\n\t" \
    "vrshl.s32 q7, r8\n\t" \
    "vldrh.u16 q0, [r11, #52]\n\t" \
    "vldrh.u16 q1, [r11, #68]\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vqmovnt.s32 q4, q6\n\t" \
    "vqmovnb.s32 q5, q5\n\t" \
    "vqmovnt.s32 q5, q7\n\t" \
    "ldr r10, [r11, #40]\n\t" \
    "vqadd.s16 q4, q4, r10\n\t" \
    "vqadd.s16 q5, q5, r10\n\t" \
    "vmax.s16 q4, q4, q0\n\t" \
    "vmax.s16 q5, q5, q0\n\t" \
    "vmin.s16 q4, q4, q1\n\t" \
    "vmin.s16 q5, q5, q1\n\t" \
    "vldrh.u16 q2, [r11, #84]\n\t" \
    "ldrd r0, r2, [r11, #28]\n\t" \
    "add r3, r0, #1\n\t" \
    "vstrb.16 q4, [r0, q2]\n\t" \
    "vstrb.16 q5, [r3, q2]\n\t" \
    "add r0, r0, #4\n\t" \
    "str r0, [r11, #28]\n\t" \
    "cmp r0, r2\n\t" \
    "blo 5b\n\t" \
    "ldr r0, [r11, #36]\n\t" \
    "cbz r0, 9f\n\t" \
    "str r0, [r11, #28]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #36]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #44]\n\t"
#define EDGEC_COLUMNS_S8_32_CODE_MVE \
    "strd r6, r7, [r11, #44]\n\t" \
    "ldr r1, [r11, #24]\n\t" \
    "add r7, r11, #24\n\t" \
    "5:\n\t" \
    "ldrd r0, r8, [r1], #8\n\t" \
    "mov r9, r11\n\t" \
    "mov r2, r0\n\t" \
    "mov r10, r8\n\t" \
    "mov r4, r0\n\t" \
    "mov r12, r8\n\t" \
    "mov r6, r0\n\t" \
    "mov lr, r8\n\t" \
    "1:\n\t" \
    "ldrd r3, r5, [r9], #8\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vldrb.8 q0, [r3, #-32]\n\t" \
    "vmladava.s8 r0, q5, q0\n\t" \
    "vldrb.8 q1, [r3, #0]\n\t" \
    "vmladava.s8 r2, q5, q1\n\t" \
    "vldrb.8 q2, [r3, #32]\n\t" \
    "vmladava.s8 r4, q5, q2\n\t" \
    "vldrb.8 q3, [r5, #-32]\n\t" \
    "vmladava.s8 r6, q5, q3\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q0\n\t" \
    "vmladava.s8 r10, q7, q1\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r12, q7, q2\n\t" \
    "vldrb.8 q0, [r5, #0]\n\t" \
    "vmladava.s8 lr, q7, q3\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q1\n\t" \
    "vmladava.s8 r2, q5, q2\n\t" \
    "vmladava.s8 r4, q5, q3\n\t" \
    "vmladava.s8 r6, q5, q0\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q1\n\t" \
    "vldrb.8 q1, [r5, #32]\n\t" \
    "vmladava.s8 r10, q7, q2\n\t" \
    "vmladava.s8 r12, q7, q3\n\t" \
    "vmladava.s8 lr, q7, q0\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q2\n\t" \
    "vmladava.s8 r2, q5, q3\n\t" \
    "vmladava.s8 r4, q5, q0\n\t" \
    "vmladava.s8 r6, q5, q1\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q2\n\t" \
    "vldrb.8 q2, [r3, #-16]\n\t" \
    "vmladava.s8 r10, q7, q3\n\t" \
    "vmladava.s8 r12, q7, q0\n\t" \
    "vmladava.s8 lr, q7, q1\n\t" \
    "vmladava.s8 r0, q5, q2\n\t" \
    "vldrb.8 q3, [r3, #16]\n\t" \
    "vmladava.s8 r2, q5, q3\n\t" \
    "vldrb.8 q0, [r3, #48]\n\t" \
    "vmladava.s8 r4, q5, q0\n\t" \
    "vldrb.8 q1, [r5, #-16]\n\t" \
    "vmladava.s8 r6, q5, q1\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q2\n\t" \
    "vmladava.s8 r10, q7, q3\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r12, q7, q0\n\t" \
    "vldrb.8 q2, [r5, #16]\n\t" \
    "vmladava.s8 lr, q7, q1\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q3\n\t" \
    "vmladava.s8 r2, q5, q0\n\t" \
    "vmladava.s8 r4, q5, q1\n\t" \
    "vmladava.s8 r6, q5, q2\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q3\n\t" \
    "vldrb.8 q3, [r5, #48]\n\t" \
    "vmladava.s8 r10, q7, q0\n\t" \
    "vmladava.s8 r12, q7, q1\n\t" \
    "vmladava.s8 lr, q7, q2\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q0\n\t" \
    "vmladava.s8 r2, q5, q1\n\t" \
    "vmladava.s8 r4, q5, q2\n\t" \
    "vmladava.s8 r6, q5, q3\n\t" \
    "vmladava.s8 r8, q7, q0\n\t" \
    "vmladava.s8 r10, q7, q1\n\t" \
    "cmp r9, r7\n\t" /* no time of its own between two products */ \
    "vmladava.s8 r12, q7, q2\n\t" \
    "vmladava.s8 lr, q7, q3\n\t" \
    "bne 1b\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vmov q6[2], q6[0], r8, r12\n\t" \
    "vmov q6[3], q6[1], r10, lr\n\t" \
    "ldrd r0, r8, [r1], #8\n\t" \
    "mov r9, r11\n\t" \
    "mov r2, r0\n\t" \
    "mov r10, r8\n\t" \
    "mov r4, r0\n\t" \
    "mov r12, r8\n\t" \
    "mov r6, r0\n\t" \
    "mov lr, r8\n\t" \
    "1:\n\t" \
    "ldrd r3, r5, [r9], #8\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vldrb.8 q0, [r3, #-32]\n\t" \
    "vmladava.s8 r0, q5, q0\n\t" \
    "vldrb.8 q1, [r3, #0]\n\t" \
    "vmladava.s8 r2, q5, q1\n\t" \
    "vldrb.8 q2, [r3, #32]\n\t" \
    "vmladava.s8 r4, q5, q2\n\t" \
    "vldrb.8 q3, [r5, #-32]\n\t" \
    "vmladava.s8 r6, q5, q3\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q0\n\t" \
    "vmladava.s8 r10, q7, q1\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r12, q7, q2\n\t" \
    "vldrb.8 q0, [r5, #0]\n\t" \
    "vmladava.s8 lr, q7, q3\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q1\n\t" \
    "vmladava.s8 r2, q5, q2\n\t" \
    "vmladava.s8 r4, q5, q3\n\t" \
    "vmladava.s8 r6, q5, q0\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q1\n\t" \
    "vldrb.8 q1, [r5, #32]\n\t" \
    "vmladava.s8 r10, q7, q2\n\t" \
    "vmladava.s8 r12, q7, q3\n\t" \
    "vmladava.s8 lr, q7, q0\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q2\n\t" \
    "vmladava.s8 r2, q5, q3\n\t" \
    "vmladava.s8 r4, q5, q0\n\t" \
    "vmladava.s8 r6, q5, q1\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q2\n\t" \
    "vldrb.8 q2, [r3, #-16]\n\t" \
    "vmladava.s8 r10, q7, q3\n\t" \
    "vmladava.s8 r12, q7, q0\n\t" \
    "vmladava.s8 lr, q7, q1\n\t" \
    "vmladava.s8 r0, q5, q2\n\t" \
    "vldrb.8 q3, [r3, #16]\n\t" \
    "vmladava.s8 r2, q5, q3\n\t" \
    "vldrb.8 q0, [r3, #48]\n\t" \
    "vmladava.s8 r4, q5, q0\n\t" \
    "vldrb.8 q1, [r5, #-16]\n\t" \
    "vmladava.s8 r6, q5, q1\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q2\n\t" \
    "vmladava.s8 r10, q7, q3\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r12, q7, q0\n\t" \
    "vldrb.8 q2, [r5, #16]\n\t" \
    "vmladava.s8 lr, q7, q1\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q3\n\t" \
    "vmladava.s8 r2, q5, q0\n\t" \
    "vmladava.s8 r4, q5, q1\n\t" \
    "vmladava.s8 r6, q5, q2\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q3\n\t" \
    "vldrb.8 q3, [r5, #48]\n\t" \
    "vmladava.s8 r10, q7, q0\n\t" \
    "vmladava.s8 r12, q7, q1\n\t" \
    "vmladava.s8 lr, q7, q2\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q0\n\t" \
    "vmladava.s8 r2, q5, q1\n\t" \
    "vmladava.s8 r4, q5, q2\n\t" \
    "vmladava.s8 r6, q5, q3\n\t" \
    "vmladava.s8 r8, q7, q0\n\t" \
    "vmladava.s8 r10, q7, q1\n\t" \
    "cmp r9, r7\n\t" /* no time of its own between two products */ \
    "vmladava.s8 r12, q7, q2\n\t" \
    "vmladava.s8 lr, q7, q3\n\t" \
    "bne 1b\n\t" \
    "vmov q5[2], q5[0], r0, r4\n\t" \
    "vmov q5[3], q5[1], r2, r6\n\t" \
    "vmov q7[2], q7[0], r8, r12\n\t" \
    "vmov q7[3], q7[1], r10, lr\n\t" \
    "ldmia r1!, {r0, r2, r4, r6, r8}\n\t" \
    "vqdmulh.s32 q4, q4, r0\n\t" \
    "vqdmulh.s32 q5, q5, r2\n\t" \
    "vqdmulh.s32 q6, q6, r4\n\t" \
    "vqdmulh.s32 q7, q7, r6\n\t" \
    "vrshl.s32 q4, r8\n\t" \
    "asr r8, r8, #8\n\t" \
    "vrshl.s32 q5, r8\n\t" \
    "asr r8, r8, #8\n\t" \
    "vrshl.s32 q6, r8\n\t" \
    "asr r8, r8, #8\n\t" \
    "vrshl.s32 q7, r8\n\t" \
    "vldrh.u16 q0, [r11, #52]\n\t" \
    "vldrh.u16 q1, [r11, #68]\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vqmovnt.s32 q4, q6\n\t" \
    "vqmovnb.s32 q5, q5\n\t" \
    "vqmovnt.s32 q5, q7\n\t" \
    "ldr r10, [r11, #40]\n\t" \
    "vqadd.s16 q4, q4, r10\n\t" \
    "vqadd.s16 q5, q5, r10\n\t" \
    "vmax.s16 q4, q4, q0\n\t" \
    "vmax.s16 q5, q5, q0\n\t" \
    "vmin.s16 q4, q4, q1\n\t" \
    "vmin.s16 q5, q5, q1\n\t" \
    "vldrh.u16 q2, [r11, #84]\n\t" \
    "ldrd r0, r2, [r11, #28]\n\t" \
    "add r3, r0, #1\n\t" \
    "vstrb.16 q4, [r0, q2]\n\t" \
    "vstrb.16 q5, [r3, q2]\n\t" \
    "add r0, r0, #4\n\t" \
    "str r0, [r11, #28]\n\t" \
    "cmp r0, r2\n\t" \
    "blo 5b\n\t" \
    "ldr r0, [r11, #36]\n\t" \
    "cbz r0, 9f\n\t" \
    "str r0, [r11, #28]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #36]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #44]\n\t"
#define EDGEC_COLUMNS_S8_64_CODE_MVE \
    "strd r6, r7, [r11, #44]\n\t" \
    "ldr r1, [r11, #24]\n\t" \
    "add r7, r11, #24\n\t" \
    "5:\n\t" \
    "ldrd r0, r8, [r1], #8\n\t" \
    "mov r9, r11\n\t" \
    "mov r2, r0\n\t" \
    "mov r10, r8\n\t" \
    "mov r4, r0\n\t" \
    "mov r12, r8\n\t" \
    "mov r6, r0\n\t" \
    "mov lr, r8\n\t" \
    "1:\n\t" \
    "ldrd r3, r5, [r9], #8\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vldrb.8 q0, [r3, #-64]\n\t" \
    "vmladava.s8 r0, q5, q0\n\t" \
    "vldrb.8 q1, [r3, #0]\n\t" \
    "vmladava.s8 r2, q5, q1\n\t" \
    "vldrb.8 q2, [r3, #64]\n\t" \
    "vmladava.s8 r4, q5, q2\n\t" \
    "vldrb.8 q3, [r5, #-64]\n\t" \
    "vmladava.s8 r6, q5, q3\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q0\n\t" \
    "vmladava.s8 r10, q7, q1\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r12, q7, q2\n\t" \
    "vldrb.8 q0, [r5, #0]\n\t" \
    "vmladava.s8 lr, q7, q3\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q1\n\t" \
    "vmladava.s8 r2, q5, q2\n\t" \
    "vmladava.s8 r4, q5, q3\n\t" \
    "vmladava.s8 r6, q5, q0\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q1\n\t" \
    "vldrb.8 q1, [r5, #64]\n\t" \
    "vmladava.s8 r10, q7, q2\n\t" \
    "vmladava.s8 r12, q7, q3\n\t" \
    "vmladava.s8 lr, q7, q0\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q2\n\t" \
    "vmladava.s8 r2, q5, q3\n\t" \
    "vmladava.s8 r4, q5, q0\n\t" \
    "vmladava.s8 r6, q5, q1\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q2\n\t" \
    "vldrb.8 q2, [r3, #-48]\n\t" \
    "vmladava.s8 r10, q7, q3\n\t" \
    "vmladava.s8 r12, q7, q0\n\t" \
    "vmladava.s8 lr, q7, q1\n\t" \
    "vmladava.s8 r0, q5, q2\n\t" \
    "vldrb.8 q3, [r3, #16]\n\t" \
    "vmladava.s8 r2, q5, q3\n\t" \
    "vldrb.8 q0, [r3, #80]\n\t" \
    "vmladava.s8 r4, q5, q0\n\t" \
    "vldrb.8 q1, [r5, #-48]\n\t" \
    "vmladava.s8 r6, q5, q1\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q2\n\t" \
    "vmladava.s8 r10, q7, q3\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r12, q7, q0\n\t" \
    "vldrb.8 q2, [r5, #16]\n\t" \
    "vmladava.s8 lr, q7, q1\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q3\n\t" \
    "vmladava.s8 r2, q5, q0\n\t" \
    "vmladava.s8 r4, q5, q1\n\t" \
    "vmladava.s8 r6, q5, q2\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q3\n\t" \
    "vldrb.8 q3, [r5, #80]\n\t" \
    "vmladava.s8 r10, q7, q0\n\t" \
    "vmladava.s8 r12, q7, q1\n\t" \
    "vmladava.s8 lr, q7, q2\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q0\n\t" \
    "vmladava.s8 r2, q5, q1\n\t" \
    "vmladava.s8 r4, q5, q2\n\t" \
    "vmladava.s8 r6, q5, q3\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q0\n\t" \
    "vldrb.8 q0, [r3, #-32]\n\t" \
    "vmladava.s8 r10, q7, q1\n\t" \
    "vmladava.s8 r12, q7, q2\n\t" \
    "vmladava.s8 lr, q7, q3\n\t" \
    "vmladava.s8 r0, q5, q0\n\t" \
    "vldrb.8 q1, [r3, #32]\n\t" \
    "vmladava.s8 r2, q5, q1\n\t" \
    "vldrb.8 q2, [r3, #96]\n\t" \
    "vmladava.s8 r4, q5, q2\n\t" \
    "vldrb.8 q3, [r5, #-32]\n\t" \
    "vmladava.s8 r6, q5, q3\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q0\n\t" \
    "vmladava.s8 r10, q7, q1\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r12, q7, q2\n\t" \
    "vldrb.8 q0, [r5, #32]\n\t" \
    "vmladava.s8 lr, q7, q3\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q1\n\t" \
    "vmladava.s8 r2, q5, q2\n\t" \
    "vmladava.s8 r4, q5, q3\n\t" \
    "vmladava.s8 r6, q5, q0\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q1\n\t" \
    "vldrb.8 q1, [r5, #96]\n\t" \
    "vmladava.s8 r10, q7, q2\n\t" \
    "vmladava.s8 r12, q7, q3\n\t" \
    "vmladava.s8 lr, q7, q0\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q2\n\t" \
    "vmladava.s8 r2, q5, q3\n\t" \
    "vmladava.s8 r4, q5, q0\n\t" \
    "vmladava.s8 r6, q5, q1\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q2\n\t" \
    "vldrb.8 q2, [r3, #-16]\n\t" \
    "vmladava.s8 r10, q7, q3\n\t" \
    "vmladava.s8 r12, q7, q0\n\t" \
    "vmladava.s8 lr, q7, q1\n\t" \
    "vmladava.s8 r0, q5, q2\n\t" \
    "vldrb.8 q3, [r3, #48]\n\t" \
    "vmladava.s8 r2, q5, q3\n\t" \
    "vldrb.8 q0, [r3, #112]\n\t" \
    "vmladava.s8 r4, q5, q0\n\t" \
    "vldrb.8 q1, [r5, #-16]\n\t" \
    "vmladava.s8 r6, q5, q1\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q2\n\t" \
    "vmladava.s8 r10, q7, q3\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r12, q7, q0\n\t" \
    "vldrb.8 q2, [r5, #48]\n\t" \
    "vmladava.s8 lr, q7, q1\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q3\n\t" \
    "vmladava.s8 r2, q5, q0\n\t" \
    "vmladava.s8 r4, q5, q1\n\t" \
    "vmladava.s8 r6, q5, q2\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q3\n\t" \
    "vldrb.8 q3, [r5, #112]\n\t" \
    "vmladava.s8 r10, q7, q0\n\t" \
    "vmladava.s8 r12, q7, q1\n\t" \
    "vmladava.s8 lr, q7, q2\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q0\n\t" \
    "vmladava.s8 r2, q5, q1\n\t" \
    "vmladava.s8 r4, q5, q2\n\t" \
    "vmladava.s8 r6, q5, q3\n\t" \
    "vmladava.s8 r8, q7, q0\n\t" \
    "vmladava.s8 r10, q7, q1\n\t" \
    "cmp r9, r7\n\t" /* no time of its own between two products */ \
    "vmladava.s8 r12, q7, q2\n\t" \
    "vmladava.s8 lr, q7, q3\n\t" \
    "bne 1b\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vmov q6[2], q6[0], r8, r12\n\t" \
    "vmov q6[3], q6[1], r10, lr\n\t" \
    "ldrd r0, r8, [r1], #8\n\t" \
    "mov r9, r11\n\t" \
    "mov r2, r0\n\t" \
    "mov r10, r8\n\t" \
    "mov r4, r0\n\t" \
    "mov r12, r8\n\t" \
    "mov r6, r0\n\t" \
    "mov lr, r8\n\t" \
    "1:\n\t" \
    "ldrd r3, r5, [r9], #8\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vldrb.8 q0, [r3, #-64]\n\t" \
    "vmladava.s8 r0, q5, q0\n\t" \
    "vldrb.8 q1, [r3, #0]\n\t" \
    "vmladava.s8 r2, q5, q1\n\t" \
    "vldrb.8 q2, [r3, #64]\n\t" \
    "vmladava.s8 r4, q5, q2\n\t" \
    "vldrb.8 q3, [r5, #-64]\n\t" \
    "vmladava.s8 r6, q5, q3\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q0\n\t" \
    "vmladava.s8 r10, q7, q1\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r12, q7, q2\n\t" \
    "vldrb.8 q0, [r5, #0]\n\t" \
    "vmladava.s8 lr, q7, q3\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q1\n\t" \
    "vmladava.s8 r2, q5, q2\n\t" \
    "vmladava.s8 r4, q5, q3\n\t" \
    "vmladava.s8 r6, q5, q0\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q1\n\t" \
    "vldrb.8 q1, [r5, #64]\n\t" \
    "vmladava.s8 r10, q7, q2\n\t" \
    "vmladava.s8 r12, q7, q3\n\t" \
    "vmladava.s8 lr, q7, q0\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q2\n\t" \
    "vmladava.s8 r2, q5, q3\n\t" \
    "vmladava.s8 r4, q5, q0\n\t" \
    "vmladava.s8 r6, q5, q1\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q2\n\t" \
    "vldrb.8 q2, [r3, #-48]\n\t" \
    "vmladava.s8 r10, q7, q3\n\t" \
    "vmladava.s8 r12, q7, q0\n\t" \
    "vmladava.s8 lr, q7, q1\n\t" \
    "vmladava.s8 r0, q5, q2\n\t" \
    "vldrb.8 q3, [r3, #16]\n\t" \
    "vmladava.s8 r2, q5, q3\n\t" \
    "vldrb.8 q0, [r3, #80]\n\t" \
    "vmladava.s8 r4, q5, q0\n\t" \
    "vldrb.8 q1, [r5, #-48]\n\t" \
    "vmladava.s8 r6, q5, q1\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q2\n\t" \
    "vmladava.s8 r10, q7, q3\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r12, q7, q0\n\t" \
    "vldrb.8 q2, [r5, #16]\n\t" \
    "vmladava.s8 lr, q7, q1\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q3\n\t" \
    "vmladava.s8 r2, q5, q0\n\t" \
    "vmladava.s8 r4, q5, q1\n\t" \
    "vmladava.s8 r6, q5, q2\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q3\n\t" \
    "vldrb.8 q3, [r5, #80]\n\t" \
    "vmladava.s8 r10, q7, q0\n\t" \
    "vmladava.s8 r12, q7, q1\n\t" \
    "vmladava.s8 lr, q7, q2\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q0\n\t" \
    "vmladava.s8 r2, q5, q1\n\t" \
    "vmladava.s8 r4, q5, q2\n\t" \
    "vmladava.s8 r6, q5, q3\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q0\n\t" \
    "vldrb.8 q0, [r3, #-32]\n\t" \
    "vmladava.s8 r10, q7, q1\n\t" \
    "vmladava.s8 r12, q7, q2\n\t" \
    "vmladava.s8 lr, q7, q3\n\t" \
    "vmladava.s8 r0, q5, q0\n\t" \
    "vldrb.8 q1, [r3, #32]\n\t" \
    "vmladava.s8 r2, q5, q1\n\t" \
    "vldrb.8 q2, [r3, #96]\n\t" \
    "vmladava.s8 r4, q5, q2\n\t" \
    "vldrb.8 q3, [r5, #-32]\n\t" \
    "vmladava.s8 r6, q5, q3\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q0\n\t" \
    "vmladava.s8 r10, q7, q1\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r12, q7, q2\n\t" \
    "vldrb.8 q0, [r5, #32]\n\t" \
    "vmladava.s8 lr, q7, q3\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q1\n\t" \
    "vmladava.s8 r2, q5, q2\n\t" \
    "vmladava.s8 r4, q5, q3\n\t" \
    "vmladava.s8 r6, q5, q0\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q1\n\t" \
    "vldrb.8 q1, [r5, #96]\n\t" \
    "vmladava.s8 r10, q7, q2\n\t" \
    "vmladava.s8 r12, q7, q3\n\t" \
    "vmladava.s8 lr, q7, q0\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q2\n\t" \
    "vmladava.s8 r2, q5, q3\n\t" \
    "vmladava.s8 r4, q5, q0\n\t" \
    "vmladava.s8 r6, q5, q1\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q2\n\t" \
    "vldrb.8 q2, [r3, #-16]\n\t" \
    "vmladava.s8 r10, q7, q3\n\t" \
    "vmladava.s8 r12, q7, q0\n\t" \
    "vmladava.s8 lr, q7, q1\n\t" \
    "vmladava.s8 r0, q5, q2\n\t" \
    "vldrb.8 q3, [r3, #48]\n\t" \
    "vmladava.s8 r2, q5, q3\n\t" \
    "vldrb.8 q0, [r3, #112]\n\t" \
    "vmladava.s8 r4, q5, q0\n\t" \
    "vldrb.8 q1, [r5, #-16]\n\t" \
    "vmladava.s8 r6, q5, q1\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q2\n\t" \
    "vmladava.s8 r10, q7, q3\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r12, q7, q0\n\t" \
    "vldrb.8 q2, [r5, #48]\n\t" \
    "vmladava.s8 lr, q7, q1\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q3\n\t" \
    "vmladava.s8 r2, q5, q0\n\t" \
    "vmladava.s8 r4, q5, q1\n\t" \
    "vmladava.s8 r6, q5, q2\n\t" \
    "vldrb.8 q5, [r1], #16\n\t" \
    "vmladava.s8 r8, q7, q3\n\t" \
    "vldrb.8 q3, [r5, #112]\n\t" \
    "vmladava.s8 r10, q7, q0\n\t" \
    "vmladava.s8 r12, q7, q1\n\t" \
    "vmladava.s8 lr, q7, q2\n\t" \
    "vldrb.8 q7, [r1], #16\n\t" \
    "vmladava.s8 r0, q5, q0\n\t" \
    "vmladava.s8 r2, q5, q1\n\t" \
    "vmladava.s8 r4, q5, q2\n\t" \
    "vmladava.s8 r6, q5, q3\n\t" \
    "vmladava.s8 r8, q7, q0\n\t" \
    "vmladava.s8 r10, q7, q1\n\t" \
    "cmp r9, r7\n\t" /* no time of its own between two products */ \
    "vmladava.s8 r12, q7, q2\n\t" \
    "vmladava.s8 lr, q7, q3\n\t" \
    "bne 1b\n\t" \
    "vmov q5[2], q5[0], r0, r4\n\t" \
    "vmov q5[3], q5[1], r2, r6\n\t" \
    "vmov q7[2], q7[0], r8, r12\n\t" \
    "vmov q7[3], q7[1], r10, lr\n\t" \
    "ldmia r1!, {r0, r2, r4, r6, r8}\n\t" \
    "vqdmulh.s32 q4, q4, r0\n\t" \
    "vqdmulh.s32 q5, q5, r2\n\t" \
    "vqdmulh.s32 q6, q6, r4\n\t" \
    "vqdmulh.s32 q7, q7, r6\n\t" \
    "vrshl.s32 q4, r8\n\t" \
    "asr r8, r8, #8\n\t" \
    "vrshl.s32 q5, r8\n\t" \
    "asr r8, r8, #8\n\t" \
    "vrshl.s32 q6, r8\n\t" \
    "asr r8, r8, #8\n\t" \
    "vrshl.s32 q7, r8\n\t" \
    "vldrh.u16 q0, [r11, #52]\n\t" \
    "vldrh.u16 q1, [r11, #68]\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vqmovnt.s32 q4, q6\n\t" \
    "vqmovnb.s32 q5, q5\n\t" \
    "vqmovnt.s32 q5, q7\n\t" \
    "ldr r10, [r11, #40]\n\t" \
    "vqadd.s16 q4, q4, r10\n\t" \
    "vqadd.s16 q5, q5, r10\n\t" \
    "vmax.s16 q4, q4, q0\n\t" \
    "vmax.s16 q5, q5, q0\n\t" \
    "vmin.s16 q4, q4, q1\n\t" \
    "vmin.s16 q5, q5, q1\n\t" \
    "vldrh.u16 q2, [r11, #84]\n\t" \
    "ldrd r0, r2, [r11, #28]\n\t" \
    "add r3, r0, #1\n\t" \
    "vstrb.16 q4, [r0, q2]\n\t" \
    "vstrb.16 q5, [r3, q2]\n\t" \
    "add r0, r0, #4\n\t" \
    "str r0, [r11, #28]\n\t" \
    "cmp r0, r2\n\t" \
    "blo 5b\n\t" \
    "ldr r0, [r11, #36]\n\t" \
    "cbz r0, 9f\n\t" \
    "str r0, [r11, #28]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #36]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #44]\n\t"

#endif
