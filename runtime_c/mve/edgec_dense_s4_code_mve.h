/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dense_s4_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DENSE_S4_CODE_MVE_H
#define EDGEC_DENSE_S4_CODE_MVE_H

/* One position with four output channels, int4 weights (edgec_dense_s4_mve.h). */
/* Registers:
 *   a0..a3      r0 r2 r4 r6  sums of four channels
 *   stream      r1           biases, weights and what belongs to them
 *   x last      r3 r3        the position's bytes; behind the blocks
 *   zero y end  r8 r5 r9     of the outputs
 *   block       r7           where its words are, of int4 weights
 *   doubled     r12          how often sums are doubled
 *   job         r11          edgec_gemm_mve
 *   steps       lr           of 16 bytes
 *   v w0..w3    q0..q4       bytes of the position, weights
 *   s           q5           sums
 *   low high    q6 q7        limits
 *   m minus_n   q0 q1        behind the loop
 */
#define EDGEC_DENSE_S4_WHOLE_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "ldr r5, [r11, #16]\n\t" \
    "ldr r9, [r11, #28]\n\t" \
    "ldr r8, [r11, #36]\n\t" \
    "ldr r12, [r11, #40]\n\t" \
    "vldrw.32 q6, [r11, #72]\n\t" \
    "vldrw.32 q7, [r11, #88]\n\t" \
    "5:\n\t" \
    "mov r7, r1\n\t" \
    "add r1, r1, #16\n\t" \
    "mov r0, #0\n\t" \
    "mov r2, #0\n\t" \
    "mov r4, #0\n\t" \
    "mov r6, #0\n\t" \
    "ldr r3, [r11]\n\t" \
    "ldr lr, [r11, #44]\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vldrb.8 q0, [r3], #16\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vldrb.8 q4, [r1], #16\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vshl.i8 q3, q4, #4\n\t" \
    "vshr.s8 q4, q4, #4\n\t" \
    "vmladava.s8 r4, q3, q0\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vmladava.s8 r6, q4, q0\n\t" \
    "vldrb.8 q0, [r3], #16\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vldrb.8 q4, [r1], #16\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vshl.i8 q3, q4, #4\n\t" \
    "vshr.s8 q4, q4, #4\n\t" \
    "vmladava.s8 r4, q3, q0\n\t" \
    "vmladava.s8 r6, q4, q0\n\t" \
    "asr r0, r0, #4\n\t" \
    "asr r4, r4, #4\n\t" \
    "vmov q5[2], q5[0], r0, r4\n\t" \
    "vmov q5[3], q5[1], r2, r6\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrw.32 q1, [r7]\n\t" \
    "vshr.s32 q3, q1, #8\n\t" \
    "vadd.i32 q5, q5, q3\n\t" \
    "vshl.i32 q1, q1, #24\n\t" \
    "vshr.s32 q1, q1, #24\n\t" \
    "vshl.s32 q5, r12\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "vadd.i32 q5, q5, r8\n\t" \
    "vmax.s32 q5, q5, q6\n\t" \
    "vmin.s32 q5, q5, q7\n\t" \
    "vstrb.32 q5, [r5], #4\n\t" \
    "cmp r5, r9\n\t" \
    "blo 5b\n\t" \
    "ldr r3, [r11, #32]\n\t" \
    "cbz r3, 9f\n\t" \
    "mov r5, r3\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #32]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"
#define EDGEC_DENSE_S4_RAGGED_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "ldr r5, [r11, #16]\n\t" \
    "ldr r9, [r11, #28]\n\t" \
    "ldr r8, [r11, #36]\n\t" \
    "ldr r12, [r11, #40]\n\t" \
    "vldrw.32 q6, [r11, #72]\n\t" \
    "vldrw.32 q7, [r11, #88]\n\t" \
    "5:\n\t" \
    "mov r7, r1\n\t" \
    "add r1, r1, #16\n\t" \
    "mov r0, #0\n\t" \
    "mov r2, #0\n\t" \
    "mov r4, #0\n\t" \
    "mov r6, #0\n\t" \
    "ldr r3, [r11]\n\t" \
    "ldr lr, [r11, #44]\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vldrb.8 q0, [r3], #16\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vldrb.8 q4, [r1], #16\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vshl.i8 q3, q4, #4\n\t" \
    "vshr.s8 q4, q4, #4\n\t" \
    "vmladava.s8 r4, q3, q0\n\t" \
    "vldrb.8 q2, [r1], #16\n\t" \
    "vmladava.s8 r6, q4, q0\n\t" \
    "vldrb.8 q0, [r3], #16\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vldrb.8 q4, [r1], #16\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vshl.i8 q3, q4, #4\n\t" \
    "vshr.s8 q4, q4, #4\n\t" \
    "vmladava.s8 r4, q3, q0\n\t" \
    "vmladava.s8 r6, q4, q0\n\t" \
    "ldr lr, [r11, #48]\n\t" \
    "vctp.8 lr\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q0, [r3]\n\t" \
    "ldr lr, [r11, #52]\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, lr\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q4, [r1]\n\t" \
    "add r1, r1, lr\n\t" \
    "vshl.i8 q3, q4, #4\n\t" \
    "vshr.s8 q4, q4, #4\n\t" \
    "vmladava.s8 r4, q3, q0\n\t" \
    "vmladava.s8 r6, q4, q0\n\t" \
    "asr r0, r0, #4\n\t" \
    "asr r4, r4, #4\n\t" \
    "vmov q5[2], q5[0], r0, r4\n\t" \
    "vmov q5[3], q5[1], r2, r6\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrw.32 q1, [r7]\n\t" \
    "vshr.s32 q3, q1, #8\n\t" \
    "vadd.i32 q5, q5, q3\n\t" \
    "vshl.i32 q1, q1, #24\n\t" \
    "vshr.s32 q1, q1, #24\n\t" \
    "vshl.s32 q5, r12\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "vadd.i32 q5, q5, r8\n\t" \
    "vmax.s32 q5, q5, q6\n\t" \
    "vmin.s32 q5, q5, q7\n\t" \
    "vstrb.32 q5, [r5], #4\n\t" \
    "cmp r5, r9\n\t" \
    "blo 5b\n\t" \
    "ldr r3, [r11, #32]\n\t" \
    "cbz r3, 9f\n\t" \
    "mov r5, r3\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #32]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"
#define EDGEC_DENSE_S4_SHORT_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "ldr r5, [r11, #16]\n\t" \
    "ldr r9, [r11, #28]\n\t" \
    "ldr r8, [r11, #36]\n\t" \
    "ldr r12, [r11, #40]\n\t" \
    "vldrw.32 q6, [r11, #72]\n\t" \
    "vldrw.32 q7, [r11, #88]\n\t" \
    "5:\n\t" \
    "mov r7, r1\n\t" \
    "add r1, r1, #16\n\t" \
    "mov r0, #0\n\t" \
    "mov r2, #0\n\t" \
    "mov r4, #0\n\t" \
    "mov r6, #0\n\t" \
    "ldr r3, [r11]\n\t" \
    "ldr lr, [r11, #48]\n\t" \
    "vctp.8 lr\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q0, [r3]\n\t" \
    "ldr lr, [r11, #52]\n\t" \
    "vldrb.8 q2, [r1]\n\t" \
    "add r1, r1, lr\n\t" \
    "vshl.i8 q1, q2, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vmladava.s8 r0, q1, q0\n\t" \
    "vmladava.s8 r2, q2, q0\n\t" \
    "vldrb.8 q4, [r1]\n\t" \
    "add r1, r1, lr\n\t" \
    "vshl.i8 q3, q4, #4\n\t" \
    "vshr.s8 q4, q4, #4\n\t" \
    "vmladava.s8 r4, q3, q0\n\t" \
    "vmladava.s8 r6, q4, q0\n\t" \
    "asr r0, r0, #4\n\t" \
    "asr r4, r4, #4\n\t" \
    "vmov q5[2], q5[0], r0, r4\n\t" \
    "vmov q5[3], q5[1], r2, r6\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrw.32 q1, [r7]\n\t" \
    "vshr.s32 q3, q1, #8\n\t" \
    "vadd.i32 q5, q5, q3\n\t" \
    "vshl.i32 q1, q1, #24\n\t" \
    "vshr.s32 q1, q1, #24\n\t" \
    "vshl.s32 q5, r12\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "vadd.i32 q5, q5, r8\n\t" \
    "vmax.s32 q5, q5, q6\n\t" \
    "vmin.s32 q5, q5, q7\n\t" \
    "vstrb.32 q5, [r5], #4\n\t" \
    "cmp r5, r9\n\t" \
    "blo 5b\n\t" \
    "ldr r3, [r11, #32]\n\t" \
    "cbz r3, 9f\n\t" \
    "mov r5, r3\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #32]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"

#endif
