/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_matmul_s8_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_MATMUL_S8_CODE_MVE_H
#define EDGEC_MATMUL_S8_CODE_MVE_H

/* Products of two computed matrices of int8 (edgec_matmul_s8_mve.h). */
/* Registers:
 *   s0 s1 s2 s3  r0 r2 r4 r8  sums of a row with four columns
 *   y            r1           outputs
 *   p0..p3       r3 r5 r6 r7  the columns
 *   x            r9           the row
 *   terms        r10          what a row adds to its sums
 *   job          r11          edgec_matmul_mve
 *   left         r12          rows
 *   count        lr           steps of 16; behind the loop: how sums become bytes
 *   sums         q0           of four columns
 *   v w          q1 q2        bytes of the row, of a column
 *   columns      q3           what the columns add to their sums
 */
#define EDGEC_MATMUL_S8_CODE_MVE \
    "strd r6, r7, [r11, #68]\n\t" \
    "ldrd r9, r10, [r11, #16]\n\t" \
    "ldrd r1, r12, [r11, #24]\n\t" \
    "vldrw.32 q3, [r11, #52]\n\t" \
    "1:\n\t" \
    "ldmia r11, {r3, r5, r6, r7}\n\t" \
    "ldr r0, [r10], #4\n\t" \
    "ldr lr, [r11, #32]\n\t" \
    "mov r2, r0\n\t" \
    "mov r4, r0\n\t" \
    "mov r8, r0\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vldrb.8 q1, [r9], #16\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 r0, q2, q1\n\t" \
    "vldrb.8 q2, [r5], #16\n\t" \
    "vmladava.s8 r2, q2, q1\n\t" \
    "vldrb.8 q2, [r6], #16\n\t" \
    "vmladava.s8 r4, q2, q1\n\t" \
    "vldrb.8 q2, [r7], #16\n\t" \
    "vmladava.s8 r8, q2, q1\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr lr, [r11, #36]\n\t" \
    "cmp lr, #0\n\t" \
    "beq 4f\n\t" \
    "vctp.8 lr\n\t" /* nothing behind the row is read, and what lies behind columns meets zeros */ \
    "vpst\n\t" \
    "vldrbt.8 q1, [r9]\n\t" \
    "add r9, r9, lr\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 r0, q2, q1\n\t" \
    "vldrb.8 q2, [r5], #16\n\t" \
    "vmladava.s8 r2, q2, q1\n\t" \
    "vldrb.8 q2, [r6], #16\n\t" \
    "vmladava.s8 r4, q2, q1\n\t" \
    "vldrb.8 q2, [r7], #16\n\t" \
    "vmladava.s8 r8, q2, q1\n\t" \
    "4:\n\t" \
    "vmov q0[2], q0[0], r0, r4\n\t" \
    "vmov q0[3], q0[1], r2, r8\n\t" \
    "ldrd r0, r2, [r11, #40]\n\t" \
    "ldr r4, [r11, #48]\n\t" \
    "vadd.i32 q0, q0, q3\n\t" \
    "ldr lr, [r11, #76]\n\t" \
    "vshl.s32 q0, lr\n\t" \
    "vqdmulh.s32 q0, q0, r0\n\t" \
    "vrshl.s32 q0, r2\n\t" \
    "vadd.i32 q0, q0, r4\n\t" \
    "ldr lr, [r11, #80]\n\t" \
    "vqmovnb.s32 q0, q0\n\t" \
    "vqmovnb.s16 q0, q0\n\t" \
    "vstrb.32 q0, [r1]\n\t" \
    "add r1, r1, lr\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 1b\n\t" \
    "ldrd r6, r7, [r11, #68]\n\t"
/* Registers:
 *   from  q0  where eight bytes of a column lie
 *   v     q1  bytes of a column, of a row
 */
/* A column of `bytes`, eight of them at a time. */
#define EDGEC_MATMUL_COLUMN_CODE_MVE \
    "vldrh.16 q0, [%[places]]\n\t" \
    "wlstp.16 lr, %[bytes], 2f\n\t" \
    "1:\n\t" \
    "vldrb.u16 q1, [%[b], q0]\n\t" \
    "add %[b], %[b], %[eight]\n\t" \
    "vstrb.16 q1, [%[to]], #8\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
/* The sum of `bytes`. */
#define EDGEC_MATMUL_SUM_CODE_MVE \
    "mov %[sum], #0\n\t" \
    "wlstp.8 lr, %[bytes], 2f\n\t" \
    "1:\n\t" \
    "vldrb.8 q1, [%[x]], #16\n\t" \
    "vaddva.s8 %[sum], q1\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"

#endif
