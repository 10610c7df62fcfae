/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_recurrent_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_RECURRENT_CODE_MVE_H
#define EDGEC_RECURRENT_CODE_MVE_H

/* Recurrent layers: sums of gates over two rows, and the cells of a step (edgec_recurrent_s8_mve.h has the jobs). */
/* Registers:
 *   a0..a3                 r0 r2 r4 r6  sums of four gates over a row
 *   stream                 r1           biases, weights and factors
 *   x                      r3           the row
 *   tail                   r5           bytes behind its whole steps
 *   out                    r7           arguments
 *   low high               r8 r9        an argument
 *   shift                  r10          of all sums
 *   job                    r11          edgec_gates_mve
 *   steps                  lr           of 16 bytes
 *   w_factor r_factor end  r3 r5 r5     behind the loops
 *   second first           r12 lr       behind the loops: sums over x
 *   v w0 w1                q0 q1 q2     bytes of the row, of weights
 *   s                      q3           sums over x
 */
#define EDGEC_GATES_S8_CODE_MVE \
    "strd r6, r7, [r11, #40]\n\t" \
    "ldr r1, [r11, #24]\n\t" \
    "ldrd r7, r10, [r11, #32]\n\t" \
    "1:\n\t" \
    "ldmia r1!, {r0, r2, r4, r6}\n\t" \
    "ldr r3, [r11, #0]\n\t" \
    "ldr lr, [r11, #8]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vldrb.8 q0, [r3], #16\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r4, q1, q0\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vmladava.s8 r6, q2, q0\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr r5, [r11, #12]\n\t" \
    "cbz r5, 4f\n\t" \
    "vctp.8 r5\n\t" /* nothing behind the row is read, and what lies behind weights meets zeros */ \
    "vpst\n\t" \
    "vldrbt.8 q0, [r3]\n\t" \
    "vldrb.8 q1, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q1, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vmladava.s8 r4, q1, q0\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vmladava.s8 r6, q2, q0\n\t" \
    "4:\n\t" \
    "vmov q3[2], q3[0], r0, r4\n\t" \
    "vmov q3[3], q3[1], r2, r6\n\t" \
    "ldmia r1!, {r0, r2, r4, r6}\n\t" \
    "ldr r3, [r11, #4]\n\t" \
    "ldr lr, [r11, #16]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "5:\n\t" \
    "vldrb.8 q0, [r3], #16\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r4, q1, q0\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vmladava.s8 r6, q2, q0\n\t" \
    "le lr, 5b\n\t" \
    "6:\n\t" \
    "ldr r5, [r11, #20]\n\t" \
    "cbz r5, 7f\n\t" \
    "vctp.8 r5\n\t" /* nothing behind the row is read, and what lies behind weights meets zeros */ \
    "vpst\n\t" \
    "vldrbt.8 q0, [r3]\n\t" \
    "vldrb.8 q1, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q1, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vmladava.s8 r4, q1, q0\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vmladava.s8 r6, q2, q0\n\t" \
    "7:\n\t" \
    "vmov lr, r12, q3[2], q3[0]\n\t" \
    "ldrd r3, r5, [r1], #8\n\t" \
    "smull r8, r9, lr, r3\n\t" \
    "smlal r8, r9, r0, r5\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7], #16\n\t" \
    "ldrd r3, r5, [r1], #8\n\t" \
    "smull r8, r9, r12, r3\n\t" \
    "smlal r8, r9, r4, r5\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-8]\n\t" \
    "vmov lr, r12, q3[3], q3[1]\n\t" \
    "ldrd r3, r5, [r1], #8\n\t" \
    "smull r8, r9, lr, r3\n\t" \
    "smlal r8, r9, r2, r5\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-12]\n\t" \
    "ldrd r3, r5, [r1], #8\n\t" \
    "smull r8, r9, r12, r3\n\t" \
    "smlal r8, r9, r6, r5\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-4]\n\t" \
    "ldr r5, [r11, #28]\n\t" \
    "cmp r1, r5\n\t" \
    "bne 1b\n\t" \
    "ldrd r6, r7, [r11, #40]\n\t"
#define EDGEC_GATES_APART_S8_CODE_MVE \
    "strd r6, r7, [r11, #40]\n\t" \
    "ldr r1, [r11, #24]\n\t" \
    "ldrd r7, r10, [r11, #32]\n\t" \
    "1:\n\t" \
    "ldmia r1!, {r0, r2, r4, r6}\n\t" \
    "ldr r3, [r11, #0]\n\t" \
    "ldr lr, [r11, #8]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vldrb.8 q0, [r3], #16\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r4, q1, q0\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vmladava.s8 r6, q2, q0\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr r5, [r11, #12]\n\t" \
    "cbz r5, 4f\n\t" \
    "vctp.8 r5\n\t" /* nothing behind the row is read, and what lies behind weights meets zeros */ \
    "vpst\n\t" \
    "vldrbt.8 q0, [r3]\n\t" \
    "vldrb.8 q1, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q1, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vmladava.s8 r4, q1, q0\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vmladava.s8 r6, q2, q0\n\t" \
    "4:\n\t" \
    "vmov q3[2], q3[0], r0, r4\n\t" \
    "vmov q3[3], q3[1], r2, r6\n\t" \
    "ldmia r1!, {r0, r2, r4, r6}\n\t" \
    "ldr r3, [r11, #4]\n\t" \
    "ldr lr, [r11, #16]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "5:\n\t" \
    "vldrb.8 q0, [r3], #16\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r4, q1, q0\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vmladava.s8 r6, q2, q0\n\t" \
    "le lr, 5b\n\t" \
    "6:\n\t" \
    "ldr r5, [r11, #20]\n\t" \
    "cbz r5, 7f\n\t" \
    "vctp.8 r5\n\t" /* nothing behind the row is read, and what lies behind weights meets zeros */ \
    "vpst\n\t" \
    "vldrbt.8 q0, [r3]\n\t" \
    "vldrb.8 q1, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q1, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vmladava.s8 r4, q1, q0\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vmladava.s8 r6, q2, q0\n\t" \
    "7:\n\t" \
    "vmov lr, r12, q3[2], q3[0]\n\t" \
    "ldrd r3, r5, [r1], #8\n\t" \
    "smull r8, r9, lr, r3\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7], #32\n\t" \
    "smull r8, r9, r0, r5\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-16]\n\t" \
    "ldrd r3, r5, [r1], #8\n\t" \
    "smull r8, r9, r12, r3\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-24]\n\t" \
    "smull r8, r9, r4, r5\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-8]\n\t" \
    "vmov lr, r12, q3[3], q3[1]\n\t" \
    "ldrd r3, r5, [r1], #8\n\t" \
    "smull r8, r9, lr, r3\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-28]\n\t" \
    "smull r8, r9, r2, r5\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-12]\n\t" \
    "ldrd r3, r5, [r1], #8\n\t" \
    "smull r8, r9, r12, r3\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-20]\n\t" \
    "smull r8, r9, r6, r5\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-4]\n\t" \
    "ldr r5, [r11, #28]\n\t" \
    "cmp r1, r5\n\t" \
    "bne 1b\n\t" \
    "ldrd r6, r7, [r11, #40]\n\t"
#define EDGEC_GATES_S4_CODE_MVE \
    "strd r6, r7, [r11, #40]\n\t" \
    "ldr r1, [r11, #24]\n\t" \
    "ldrd r7, r10, [r11, #32]\n\t" \
    "1:\n\t" \
    "ldmia r1!, {r0, r2, r4, r6}\n\t" \
    "ldr r3, [r11, #0]\n\t" \
    "ldr lr, [r11, #8]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vldrb.8 q0, [r3], #16\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r4, q1, q0\n\t" \
    "vmladava.s8 r6, q2, q0\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr r5, [r11, #12]\n\t" \
    "cbz r5, 4f\n\t" \
    "vctp.8 r5\n\t" /* nothing behind the row is read, and what lies behind weights meets zeros */ \
    "vpst\n\t" \
    "vldrbt.8 q0, [r3]\n\t" \
    "add r5, r5, #1\n\t" \
    "bic r5, r5, #1\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r4, q1, q0\n\t" \
    "vmladava.s8 r6, q2, q0\n\t" \
    "4:\n\t" \
    "asr r0, r0, #4\n\t" \
    "asr r4, r4, #4\n\t" \
    "vmov q3[2], q3[0], r0, r4\n\t" \
    "vmov q3[3], q3[1], r2, r6\n\t" \
    "ldmia r1!, {r0, r2, r4, r6}\n\t" \
    "ldr r3, [r11, #4]\n\t" \
    "ldr lr, [r11, #16]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "5:\n\t" \
    "vldrb.8 q0, [r3], #16\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r4, q1, q0\n\t" \
    "vmladava.s8 r6, q2, q0\n\t" \
    "le lr, 5b\n\t" \
    "6:\n\t" \
    "ldr r5, [r11, #20]\n\t" \
    "cbz r5, 7f\n\t" \
    "vctp.8 r5\n\t" /* nothing behind the row is read, and what lies behind weights meets zeros */ \
    "vpst\n\t" \
    "vldrbt.8 q0, [r3]\n\t" \
    "add r5, r5, #1\n\t" \
    "bic r5, r5, #1\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r4, q1, q0\n\t" \
    "vmladava.s8 r6, q2, q0\n\t" \
    "7:\n\t" \
    "asr r0, r0, #4\n\t" \
    "asr r4, r4, #4\n\t" \
    "vmov lr, r12, q3[2], q3[0]\n\t" \
    "ldrd r3, r5, [r1], #8\n\t" \
    "smull r8, r9, lr, r3\n\t" \
    "smlal r8, r9, r0, r5\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7], #16\n\t" \
    "ldrd r3, r5, [r1], #8\n\t" \
    "smull r8, r9, r12, r3\n\t" \
    "smlal r8, r9, r4, r5\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-8]\n\t" \
    "vmov lr, r12, q3[3], q3[1]\n\t" \
    "ldrd r3, r5, [r1], #8\n\t" \
    "smull r8, r9, lr, r3\n\t" \
    "smlal r8, r9, r2, r5\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-12]\n\t" \
    "ldrd r3, r5, [r1], #8\n\t" \
    "smull r8, r9, r12, r3\n\t" \
    "smlal r8, r9, r6, r5\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-4]\n\t" \
    "ldr r5, [r11, #28]\n\t" \
    "cmp r1, r5\n\t" \
    "bne 1b\n\t" \
    "ldrd r6, r7, [r11, #40]\n\t"
#define EDGEC_GATES_APART_S4_CODE_MVE \
    "strd r6, r7, [r11, #40]\n\t" \
    "ldr r1, [r11, #24]\n\t" \
    "ldrd r7, r10, [r11, #32]\n\t" \
    "1:\n\t" \
    "ldmia r1!, {r0, r2, r4, r6}\n\t" \
    "ldr r3, [r11, #0]\n\t" \
    "ldr lr, [r11, #8]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vldrb.8 q0, [r3], #16\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r4, q1, q0\n\t" \
    "vmladava.s8 r6, q2, q0\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr r5, [r11, #12]\n\t" \
    "cbz r5, 4f\n\t" \
    "vctp.8 r5\n\t" /* nothing behind the row is read, and what lies behind weights meets zeros */ \
    "vpst\n\t" \
    "vldrbt.8 q0, [r3]\n\t" \
    "add r5, r5, #1\n\t" \
    "bic r5, r5, #1\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r4, q1, q0\n\t" \
    "vmladava.s8 r6, q2, q0\n\t" \
    "4:\n\t" \
    "asr r0, r0, #4\n\t" \
    "asr r4, r4, #4\n\t" \
    "vmov q3[2], q3[0], r0, r4\n\t" \
    "vmov q3[3], q3[1], r2, r6\n\t" \
    "ldmia r1!, {r0, r2, r4, r6}\n\t" \
    "ldr r3, [r11, #4]\n\t" \
    "ldr lr, [r11, #16]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "5:\n\t" \
    "vldrb.8 q0, [r3], #16\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r4, q1, q0\n\t" \
    "vmladava.s8 r6, q2, q0\n\t" \
    "le lr, 5b\n\t" \
    "6:\n\t" \
    "ldr r5, [r11, #20]\n\t" \
    "cbz r5, 7f\n\t" \
    "vctp.8 r5\n\t" /* nothing behind the row is read, and what lies behind weights meets zeros */ \
    "vpst\n\t" \
    "vldrbt.8 q0, [r3]\n\t" \
    "add r5, r5, #1\n\t" \
    "bic r5, r5, #1\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r4, q1, q0\n\t" \
    "vmladava.s8 r6, q2, q0\n\t" \
    "7:\n\t" \
    "asr r0, r0, #4\n\t" \
    "asr r4, r4, #4\n\t" \
    "vmov lr, r12, q3[2], q3[0]\n\t" \
    "ldrd r3, r5, [r1], #8\n\t" \
    "smull r8, r9, lr, r3\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7], #32\n\t" \
    "smull r8, r9, r0, r5\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-16]\n\t" \
    "ldrd r3, r5, [r1], #8\n\t" \
    "smull r8, r9, r12, r3\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-24]\n\t" \
    "smull r8, r9, r4, r5\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-8]\n\t" \
    "vmov lr, r12, q3[3], q3[1]\n\t" \
    "ldrd r3, r5, [r1], #8\n\t" \
    "smull r8, r9, lr, r3\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-28]\n\t" \
    "smull r8, r9, r2, r5\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-12]\n\t" \
    "ldrd r3, r5, [r1], #8\n\t" \
    "smull r8, r9, r12, r3\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-20]\n\t" \
    "smull r8, r9, r6, r5\n\t" \
    "sqrshrl r8, r9, #64, r10\n\t" \
    "str r8, [r7, #-4]\n\t" \
    "ldr r5, [r11, #28]\n\t" \
    "cmp r1, r5\n\t" \
    "bne 1b\n\t" \
    "ldrd r6, r7, [r11, #40]\n\t"

/* Registers:
 *   some             r0        a number
 *   gates y state    r1 r2 r3  arguments, outputs, states of 16 bits
 *   f f_next         r4 r5     the middle of a table, one value behind it
 *   g g_next         r6 r7     the same of another
 *   h h_next         r8 r9     of a third one, of an LSTM
 *   minus_fraction   r10       what values have more fraction bits than states, negative
 *   raise            r12       fraction bits of an LSTM's h beyond its cell's
 *   job              r11       edgec_cells_mve
 *   count            lr        cells
 *   at part to       q0 q1 q2  arguments, where they lie in a table, differences
 *   take keep value  q4 q5 q6  gates
 */
/* The cells of an RNN. */
#define EDGEC_RNN_CELLS_S8_CODE_MVE \
    "strd r6, r7, [r11, #48]\n\t" \
    "ldrd r1, r2, [r11]\n\t" \
    "ldr r4, [r11, #12]\n\t" \
    "add r5, r4, #2\n\t" \
    "ldr lr, [r11, #24]\n\t" \
    "wlstp.32 lr, lr, 2f\n\t" \
    "1:\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vqmovnb.s32 q0, q0\n\t" \
    "vmovlb.s16 q0, q0\n\t" \
    "vshr.s32 q1, q0, #7\n\t" \
    "vldrh.s32 q6, [r4, q1, uxtw #1]\n\t" \
    "vldrh.s32 q2, [r5, q1, uxtw #1]\n\t" \
    "vshl.i32 q0, q0, #25\n\t" \
    "vshr.u32 q0, q0, #1\n\t" \
    "vsub.i32 q2, q2, q6\n\t" \
    "vqrdmulh.s32 q2, q2, q0\n\t" \
    "vadd.i32 q6, q6, q2\n\t" \
    "ldr r0, [r11, #36]\n\t" \
    "vqdmulh.s32 q6, q6, r0\n\t" \
    "ldr r0, [r11, #40]\n\t" \
    "vrshl.s32 q6, r0\n\t" \
    "ldr r0, [r11, #44]\n\t" \
    "vadd.i32 q6, q6, r0\n\t" \
    "vqmovnb.s32 q6, q6\n\t" \
    "vqmovnb.s16 q6, q6\n\t" \
    "vstrb.32 q6, [r2], #4\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t" \
    "ldrd r6, r7, [r11, #48]\n\t"
/* The cells of a GRU. */
#define EDGEC_GRU_CELLS_S8_CODE_MVE \
    "strd r6, r7, [r11, #48]\n\t" \
    "ldrd r1, r2, [r11]\n\t" \
    "ldr r4, [r11, #12]\n\t" \
    "add r5, r4, #2\n\t" \
    "ldr r6, [r11, #16]\n\t" \
    "add r7, r6, #2\n\t" \
    "ldr r3, [r11, #8]\n\t" \
    "ldr r8, [r11, #20]\n\t" \
    "ldr r10, [r11, #28]\n\t" \
    "mov r12, #16384\n\t" \
    "ldr lr, [r11, #24]\n\t" \
    "wlstp.32 lr, lr, 2f\n\t" \
    "1:\n\t" \
    "vldrw.32 q0, [r1, #16]\n\t" \
    "vqmovnb.s32 q0, q0\n\t" \
    "vmovlb.s16 q0, q0\n\t" \
    "vshr.s32 q1, q0, #7\n\t" \
    "vldrh.s32 q4, [r4, q1, uxtw #1]\n\t" \
    "vldrh.s32 q2, [r5, q1, uxtw #1]\n\t" \
    "vshl.i32 q0, q0, #25\n\t" \
    "vshr.u32 q0, q0, #1\n\t" \
    "vsub.i32 q2, q2, q4\n\t" \
    "vqrdmulh.s32 q2, q2, q0\n\t" \
    "vadd.i32 q4, q4, q2\n\t" \
    "vldrw.32 q6, [r8, #16]\n\t" \
    "vshl.i32 q4, q4, #15\n\t" \
    "vshl.i32 q6, q6, #2\n\t" \
    "vqrdmulh.s32 q6, q6, q4\n\t" \
    "vldrw.32 q0, [r8], #32\n\t" \
    "vadd.i32 q0, q0, q6\n\t" \
    "vqmovnb.s32 q0, q0\n\t" \
    "vmovlb.s16 q0, q0\n\t" \
    "vshr.s32 q1, q0, #7\n\t" \
    "vldrh.s32 q6, [r6, q1, uxtw #1]\n\t" \
    "vldrh.s32 q2, [r7, q1, uxtw #1]\n\t" \
    "vshl.i32 q0, q0, #25\n\t" \
    "vshr.u32 q0, q0, #1\n\t" \
    "vsub.i32 q2, q2, q6\n\t" \
    "vqrdmulh.s32 q2, q2, q0\n\t" \
    "vadd.i32 q6, q6, q2\n\t" \
    "vldrw.32 q0, [r1], #32\n\t" \
    "vqmovnb.s32 q0, q0\n\t" \
    "vmovlb.s16 q0, q0\n\t" \
    "vshr.s32 q1, q0, #7\n\t" \
    "vldrh.s32 q5, [r4, q1, uxtw #1]\n\t" \
    "vldrh.s32 q2, [r5, q1, uxtw #1]\n\t" \
    "vshl.i32 q0, q0, #25\n\t" \
    "vshr.u32 q0, q0, #1\n\t" \
    "vsub.i32 q2, q2, q5\n\t" \
    "vqrdmulh.s32 q2, q2, q0\n\t" \
    "vadd.i32 q5, q5, q2\n\t" \
    "vneg.s32 q4, q5\n\t" \
    "vadd.i32 q4, q4, r12\n\t" \
    "vldrh.s32 q0, [r3]\n\t" \
    "vmul.i32 q5, q5, q0\n\t" \
    "vmul.i32 q4, q4, q6\n\t" \
    "vrshl.s32 q4, r10\n\t" \
    "vadd.i32 q5, q5, q4\n\t" \
    "vrshr.s32 q5, q5, #14\n\t" \
    "vqmovnb.s32 q5, q5\n\t" \
    "vmovlb.s16 q5, q5\n\t" \
    "vstrh.32 q5, [r3], #8\n\t" \
    "ldr r0, [r11, #36]\n\t" \
    "vqdmulh.s32 q5, q5, r0\n\t" \
    "ldr r0, [r11, #40]\n\t" \
    "vrshl.s32 q5, r0\n\t" \
    "ldr r0, [r11, #44]\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "vqmovnb.s32 q5, q5\n\t" \
    "vqmovnb.s16 q5, q5\n\t" \
    "vstrb.32 q5, [r2], #4\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t" \
    "ldrd r6, r7, [r11, #48]\n\t"
/* The cells of an LSTM. */
#define EDGEC_LSTM_CELLS_S8_CODE_MVE \
    "strd r6, r7, [r11, #48]\n\t" \
    "ldrd r1, r2, [r11]\n\t" \
    "ldr r4, [r11, #12]\n\t" \
    "add r5, r4, #2\n\t" \
    "ldr r6, [r11, #16]\n\t" \
    "add r7, r6, #2\n\t" \
    "ldr r8, [r11, #20]\n\t" \
    "add r9, r8, #2\n\t" \
    "ldr r3, [r11, #8]\n\t" \
    "ldrd r10, r12, [r11, #28]\n\t" \
    "ldr lr, [r11, #24]\n\t" \
    "wlstp.32 lr, lr, 2f\n\t" \
    "1:\n\t" \
    "vldrw.32 q0, [r1]\n\t" \
    "vqmovnb.s32 q0, q0\n\t" \
    "vmovlb.s16 q0, q0\n\t" \
    "vshr.s32 q1, q0, #7\n\t" \
    "vldrh.s32 q4, [r4, q1, uxtw #1]\n\t" \
    "vldrh.s32 q2, [r5, q1, uxtw #1]\n\t" \
    "vshl.i32 q0, q0, #25\n\t" \
    "vshr.u32 q0, q0, #1\n\t" \
    "vsub.i32 q2, q2, q4\n\t" \
    "vqrdmulh.s32 q2, q2, q0\n\t" \
    "vadd.i32 q4, q4, q2\n\t" \
    "vldrw.32 q0, [r1, #32]\n\t" \
    "vqmovnb.s32 q0, q0\n\t" \
    "vmovlb.s16 q0, q0\n\t" \
    "vshr.s32 q1, q0, #7\n\t" \
    "vldrh.s32 q5, [r4, q1, uxtw #1]\n\t" \
    "vldrh.s32 q2, [r5, q1, uxtw #1]\n\t" \
    "vshl.i32 q0, q0, #25\n\t" \
    "vshr.u32 q0, q0, #1\n\t" \
    "vsub.i32 q2, q2, q5\n\t" \
    "vqrdmulh.s32 q2, q2, q0\n\t" \
    "vadd.i32 q5, q5, q2\n\t" \
    "vldrw.32 q0, [r1, #48]\n\t" \
    "vqmovnb.s32 q0, q0\n\t" \
    "vmovlb.s16 q0, q0\n\t" \
    "vshr.s32 q1, q0, #7\n\t" \
    "vldrh.s32 q6, [r6, q1, uxtw #1]\n\t" \
    "vldrh.s32 q2, [r7, q1, uxtw #1]\n\t" \
    "vshl.i32 q0, q0, #25\n\t" \
    "vshr.u32 q0, q0, #1\n\t" \
    "vsub.i32 q2, q2, q6\n\t" \
    "vqrdmulh.s32 q2, q2, q0\n\t" \
    "vadd.i32 q6, q6, q2\n\t" \
    "vldrh.s32 q0, [r3]\n\t" \
    "vmul.i32 q5, q5, q0\n\t" \
    "vmul.i32 q4, q4, q6\n\t" \
    "vrshl.s32 q4, r10\n\t" \
    "vadd.i32 q5, q5, q4\n\t" \
    "vrshr.s32 q5, q5, #14\n\t" \
    "vqmovnb.s32 q5, q5\n\t" \
    "vmovlb.s16 q5, q5\n\t" \
    "vstrh.32 q5, [r3], #8\n\t" \
    "vmov q0, q5\n\t" \
    "vrshl.s32 q0, r12\n\t" \
    "vqmovnb.s32 q0, q0\n\t" \
    "vmovlb.s16 q0, q0\n\t" \
    "vshr.s32 q1, q0, #7\n\t" \
    "vldrh.s32 q6, [r8, q1, uxtw #1]\n\t" \
    "vldrh.s32 q2, [r9, q1, uxtw #1]\n\t" \
    "vshl.i32 q0, q0, #25\n\t" \
    "vshr.u32 q0, q0, #1\n\t" \
    "vsub.i32 q2, q2, q6\n\t" \
    "vqrdmulh.s32 q2, q2, q0\n\t" \
    "vadd.i32 q6, q6, q2\n\t" \
    "vldrw.32 q0, [r1, #16]\n\t" \
    "vqmovnb.s32 q0, q0\n\t" \
    "vmovlb.s16 q0, q0\n\t" \
    "vshr.s32 q1, q0, #7\n\t" \
    "vldrh.s32 q4, [r4, q1, uxtw #1]\n\t" \
    "vldrh.s32 q2, [r5, q1, uxtw #1]\n\t" \
    "vshl.i32 q0, q0, #25\n\t" \
    "vshr.u32 q0, q0, #1\n\t" \
    "vsub.i32 q2, q2, q4\n\t" \
    "vqrdmulh.s32 q2, q2, q0\n\t" \
    "vadd.i32 q4, q4, q2\n\t" \
    "vmul.i32 q4, q4, q6\n\t" \
    "add r1, r1, #64\n\t" \
    "ldr r0, [r11, #36]\n\t" \
    "vqdmulh.s32 q4, q4, r0\n\t" \
    "ldr r0, [r11, #40]\n\t" \
    "vrshl.s32 q4, r0\n\t" \
    "ldr r0, [r11, #44]\n\t" \
    "vadd.i32 q4, q4, r0\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vqmovnb.s16 q4, q4\n\t" \
    "vstrb.32 q4, [r2], #4\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t" \
    "ldrd r6, r7, [r11, #48]\n\t"

#endif
