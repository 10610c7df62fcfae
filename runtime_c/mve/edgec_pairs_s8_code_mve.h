/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_pairs_s8_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_PAIRS_S8_CODE_MVE_H
#define EDGEC_PAIRS_S8_CODE_MVE_H

/* Two positions of int8 with all output channels (edgec_pairs_s8_mve.h). */
/* Registers:
 *   a0..a3     r0 r2 r4 r6    sums of four channels for the first position
 *   b0..b3     r8 r10 r12 lr  for the second
 *   stream     r1             biases, weights and what belongs to them
 *   x0 x1      r3 r5          the positions' bytes
 *   count      r7             rounds left
 *   rows       r9             of windows: addresses of the next run, which lie before the job
 *   job        r11            edgec_gemm_mve
 *   w0 w1      q0 q1          weights of one channel, of the next
 *   v0 v1      q2 q3          bytes of the positions
 *   s0 s1      q4 q5          sums of four channels for the two positions
 *   low high   q6 q7          limits
 *   m minus_n  q0 q1          behind the loops: how sums become bytes
 *   zero end   r0 r2          behind the loops: zero point, where whole blocks end
 *   y second   r4 r6          behind the loops: where outputs go
 *   last       r0             where the last block begins
 */
#define EDGEC_PAIRS_S8_FLAT_2_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "vldrw.32 q6, [r11, #72]\n\t" \
    "vldrw.32 q7, [r11, #88]\n\t" \
    "5:\n\t" \
    "ldm r1!, {r0, r2, r4, r6}\n\t" \
    "ldrd r3, r5, [r11]\n\t" \
    "mov r8, r0\n\t" \
    "mov r10, r2\n\t" \
    "mov r12, r4\n\t" \
    "mov lr, r6\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "ldr r7, [r11, #44]\n\t" \
    "2:\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "subs r7, r7, #1\n\t" \
    "bne 2b\n\t" \
    "sub r1, r1, #16\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vmov q5[2], q5[0], r8, r12\n\t" \
    "vmov q5[3], q5[1], r10, lr\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "vqdmulh.s32 q4, q4, q0\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "ldr r0, [r11, #36]\n\t" \
    "vrshl.s32 q4, q4, q1\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "ldrd r4, r6, [r11, #16]\n\t" \
    "vadd.i32 q4, q4, r0\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "ldr r2, [r11, #28]\n\t" \
    "vmax.s32 q4, q4, q6\n\t" \
    "vmax.s32 q5, q5, q6\n\t" \
    "vmin.s32 q4, q4, q7\n\t" \
    "vmin.s32 q5, q5, q7\n\t" \
    "vstrb.32 q4, [r4], #4\n\t" \
    "vstrb.32 q5, [r6], #4\n\t" \
    "strd r4, r6, [r11, #16]\n\t" \
    "cmp r4, r2\n\t" \
    "blo 5b\n\t" \
    "ldr r0, [r11, #32]\n\t" \
    "cbz r0, 9f\n\t" \
    "sub r6, r6, r4\n\t" \
    "mov r4, r0\n\t" /* the last channels */ \
    "add r6, r6, r0\n\t" \
    "strd r4, r6, [r11, #16]\n\t" \
    "mov r0, #0\n\t" \
    "str r0, [r11, #32]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"
#define EDGEC_PAIRS_S8_FLAT_3_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "vldrw.32 q6, [r11, #72]\n\t" \
    "vldrw.32 q7, [r11, #88]\n\t" \
    "5:\n\t" \
    "ldm r1!, {r0, r2, r4, r6}\n\t" \
    "ldrd r3, r5, [r11]\n\t" \
    "mov r8, r0\n\t" \
    "mov r10, r2\n\t" \
    "mov r12, r4\n\t" \
    "mov lr, r6\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "ldr r7, [r11, #44]\n\t" \
    "2:\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "subs r7, r7, #1\n\t" \
    "bne 2b\n\t" \
    "sub r1, r1, #16\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vmov q5[2], q5[0], r8, r12\n\t" \
    "vmov q5[3], q5[1], r10, lr\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "vqdmulh.s32 q4, q4, q0\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "ldr r0, [r11, #36]\n\t" \
    "vrshl.s32 q4, q4, q1\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "ldrd r4, r6, [r11, #16]\n\t" \
    "vadd.i32 q4, q4, r0\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "ldr r2, [r11, #28]\n\t" \
    "vmax.s32 q4, q4, q6\n\t" \
    "vmax.s32 q5, q5, q6\n\t" \
    "vmin.s32 q4, q4, q7\n\t" \
    "vmin.s32 q5, q5, q7\n\t" \
    "vstrb.32 q4, [r4], #4\n\t" \
    "vstrb.32 q5, [r6], #4\n\t" \
    "strd r4, r6, [r11, #16]\n\t" \
    "cmp r4, r2\n\t" \
    "blo 5b\n\t" \
    "ldr r0, [r11, #32]\n\t" \
    "cbz r0, 9f\n\t" \
    "sub r6, r6, r4\n\t" \
    "mov r4, r0\n\t" /* the last channels */ \
    "add r6, r6, r0\n\t" \
    "strd r4, r6, [r11, #16]\n\t" \
    "mov r0, #0\n\t" \
    "str r0, [r11, #32]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"
#define EDGEC_PAIRS_S8_FLAT_4_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "vldrw.32 q6, [r11, #72]\n\t" \
    "vldrw.32 q7, [r11, #88]\n\t" \
    "5:\n\t" \
    "ldm r1!, {r0, r2, r4, r6}\n\t" \
    "ldrd r3, r5, [r11]\n\t" \
    "mov r8, r0\n\t" \
    "mov r10, r2\n\t" \
    "mov r12, r4\n\t" \
    "mov lr, r6\n\t" \
    "ldr r7, [r11, #44]\n\t" \
    "2:\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "subs r7, r7, #1\n\t" \
    "bne 2b\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vmov q5[2], q5[0], r8, r12\n\t" \
    "vmov q5[3], q5[1], r10, lr\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "vqdmulh.s32 q4, q4, q0\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "ldr r0, [r11, #36]\n\t" \
    "vrshl.s32 q4, q4, q1\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "ldrd r4, r6, [r11, #16]\n\t" \
    "vadd.i32 q4, q4, r0\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "ldr r2, [r11, #28]\n\t" \
    "vmax.s32 q4, q4, q6\n\t" \
    "vmax.s32 q5, q5, q6\n\t" \
    "vmin.s32 q4, q4, q7\n\t" \
    "vmin.s32 q5, q5, q7\n\t" \
    "vstrb.32 q4, [r4], #4\n\t" \
    "vstrb.32 q5, [r6], #4\n\t" \
    "strd r4, r6, [r11, #16]\n\t" \
    "cmp r4, r2\n\t" \
    "blo 5b\n\t" \
    "ldr r0, [r11, #32]\n\t" \
    "cbz r0, 9f\n\t" \
    "sub r6, r6, r4\n\t" \
    "mov r4, r0\n\t" /* the last channels */ \
    "add r6, r6, r0\n\t" \
    "strd r4, r6, [r11, #16]\n\t" \
    "mov r0, #0\n\t" \
    "str r0, [r11, #32]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"
#define EDGEC_PAIRS_S8_ROWS_3_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "vldrw.32 q6, [r11, #72]\n\t" \
    "vldrw.32 q7, [r11, #88]\n\t" \
    "5:\n\t" \
    "ldm r1!, {r0, r2, r4, r6}\n\t" \
    "ldr r9, [r11, #56]\n\t" \
    "mov r8, r0\n\t" \
    "mov r10, r2\n\t" \
    "mov r12, r4\n\t" \
    "mov lr, r6\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "1:\n\t" \
    "ldrd r3, r5, [r9], #8\n\t" \
    "ldr r7, [r11, #44]\n\t" \
    "2:\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "subs r7, r7, #1\n\t" \
    "bne 2b\n\t" \
    "cmp r9, r11\n\t" \
    "bne 1b\n\t" \
    "sub r1, r1, #16\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vmov q5[2], q5[0], r8, r12\n\t" \
    "vmov q5[3], q5[1], r10, lr\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "vqdmulh.s32 q4, q4, q0\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "ldr r0, [r11, #36]\n\t" \
    "vrshl.s32 q4, q4, q1\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "ldrd r4, r6, [r11, #16]\n\t" \
    "vadd.i32 q4, q4, r0\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "ldr r2, [r11, #28]\n\t" \
    "vmax.s32 q4, q4, q6\n\t" \
    "vmax.s32 q5, q5, q6\n\t" \
    "vmin.s32 q4, q4, q7\n\t" \
    "vmin.s32 q5, q5, q7\n\t" \
    "vstrb.32 q4, [r4], #4\n\t" \
    "vstrb.32 q5, [r6], #4\n\t" \
    "strd r4, r6, [r11, #16]\n\t" \
    "cmp r4, r2\n\t" \
    "blo 5b\n\t" \
    "ldr r0, [r11, #32]\n\t" \
    "cbz r0, 9f\n\t" \
    "sub r6, r6, r4\n\t" \
    "mov r4, r0\n\t" /* the last channels */ \
    "add r6, r6, r0\n\t" \
    "strd r4, r6, [r11, #16]\n\t" \
    "mov r0, #0\n\t" \
    "str r0, [r11, #32]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"
#define EDGEC_PAIRS_S8_ROWS_6_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "vldrw.32 q6, [r11, #72]\n\t" \
    "vldrw.32 q7, [r11, #88]\n\t" \
    "5:\n\t" \
    "ldm r1!, {r0, r2, r4, r6}\n\t" \
    "ldr r9, [r11, #56]\n\t" \
    "mov r8, r0\n\t" \
    "mov r10, r2\n\t" \
    "mov r12, r4\n\t" \
    "mov lr, r6\n\t" \
    "1:\n\t" \
    "ldrd r3, r5, [r9], #8\n\t" \
    "ldr r7, [r11, #44]\n\t" \
    "2:\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vldrb.8 q2, [r3], #16\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "vmladava.s8 r0, q0, q2\n\t" \
    "vldrb.8 q3, [r5], #16\n\t" \
    "vmladava.s8 r8, q0, q3\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r2, q1, q2\n\t" \
    "vldrb.8 q0, [r1], #16\n\t" \
    "vmladava.s8 r10, q1, q3\n\t" \
    "vmladava.s8 r4, q0, q2\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "vmladava.s8 r12, q0, q3\n\t" \
    "vmladava.s8 r6, q1, q2\n\t" \
    "vmladava.s8 lr, q1, q3\n\t" \
    "subs r7, r7, #1\n\t" \
    "bne 2b\n\t" \
    "cmp r9, r11\n\t" \
    "bne 1b\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vmov q5[2], q5[0], r8, r12\n\t" \
    "vmov q5[3], q5[1], r10, lr\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "vqdmulh.s32 q4, q4, q0\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "ldr r0, [r11, #36]\n\t" \
    "vrshl.s32 q4, q4, q1\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "ldrd r4, r6, [r11, #16]\n\t" \
    "vadd.i32 q4, q4, r0\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "ldr r2, [r11, #28]\n\t" \
    "vmax.s32 q4, q4, q6\n\t" \
    "vmax.s32 q5, q5, q6\n\t" \
    "vmin.s32 q4, q4, q7\n\t" \
    "vmin.s32 q5, q5, q7\n\t" \
    "vstrb.32 q4, [r4], #4\n\t" \
    "vstrb.32 q5, [r6], #4\n\t" \
    "strd r4, r6, [r11, #16]\n\t" \
    "cmp r4, r2\n\t" \
    "blo 5b\n\t" \
    "ldr r0, [r11, #32]\n\t" \
    "cbz r0, 9f\n\t" \
    "sub r6, r6, r4\n\t" \
    "mov r4, r0\n\t" /* the last channels */ \
    "add r6, r6, r0\n\t" \
    "strd r4, r6, [r11, #16]\n\t" \
    "mov r0, #0\n\t" \
    "str r0, [r11, #32]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"

#endif
