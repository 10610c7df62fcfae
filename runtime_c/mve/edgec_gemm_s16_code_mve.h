/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_s16_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_S16_CODE_MVE_H
#define EDGEC_GEMM_S16_CODE_MVE_H

/* Three positions of int16 with all output channels, and one position (edgec_conv2d_s16_mve.h). */
/* Registers:
 *   a0 b0 a1 b1 a2 b2   r0 r2 r4 r6 r8 r10  sums of the channels A and B for the three positions
 *   stream              r1                  biases, weights and what belongs to them
 *   x0..x2              r3 r5 r7            the positions' bytes
 *   rows left           r9 r12              of windows: addresses of the next run, runs left
 *   job                 r11                 edgec_gemm_mve
 *   steps               lr                  of 16 bytes
 *   wa wb v0 v1 v2      q0 q4 q1 q2 q3      weights of A and B, bytes of the positions
 *   s0..s2              q5..q7              sums of four channels for the three positions
 *   m minus_n low high  q0..q3              behind the loops: how sums become bytes
 *   zero doubled        r0 r2               behind the loops: zero point, how often sums are doubled
 *   y second third end  r2..r5              behind the loops: where outputs go
 *   last                r3                  where the last block begins
 */
#define EDGEC_GEMM_S16_FLAT_WHOLE_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r0, r2}\n\t" \
    "ldmia r11, {r3, r5, r7}\n\t" \
    "mov r4, r0\n\t" \
    "mov r8, r0\n\t" \
    "mov r6, r2\n\t" \
    "mov r10, r2\n\t" \
    "ldr lr, [r11, #44]\n\t" \
    "vldrb.s16 q0, [r1], #8\n\t" \
    "vldrh.16 q1, [r3], #16\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrh.16 q2, [r5], #16\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q3, [r7], #16\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vldrb.s16 q0, [r1], #8\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vldrh.16 q1, [r3], #16\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrh.16 q2, [r5], #16\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q3, [r7], #16\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "vmov q5[2], q5[0], r0, r2\n\t" \
    "vmov q6[2], q6[0], r4, r6\n\t" \
    "vmov q7[2], q7[0], r8, r10\n\t" \
    "ldmia r1!, {r0, r2}\n\t" \
    "ldmia r11, {r3, r5, r7}\n\t" \
    "mov r4, r0\n\t" \
    "mov r8, r0\n\t" \
    "mov r6, r2\n\t" \
    "mov r10, r2\n\t" \
    "ldr lr, [r11, #44]\n\t" \
    "vldrb.s16 q0, [r1], #8\n\t" \
    "vldrh.16 q1, [r3], #16\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrh.16 q2, [r5], #16\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q3, [r7], #16\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vldrb.s16 q0, [r1], #8\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vldrh.16 q1, [r3], #16\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrh.16 q2, [r5], #16\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q3, [r7], #16\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "vmov q5[3], q5[1], r0, r2\n\t" \
    "vmov q6[3], q6[1], r4, r6\n\t" \
    "vmov q7[3], q7[1], r8, r10\n\t" \
    "ldrd r0, r2, [r11, #36]\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "cmp r2, #0\n\t" \
    "bne 8f\n\t" \
    "6:\n\t" \
    "vldrw.32 q2, [r11, #72]\n\t" \
    "vldrw.32 q3, [r11, #88]\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "vqdmulh.s32 q6, q6, q0\n\t" \
    "vqdmulh.s32 q7, q7, q0\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "vrshl.s32 q6, q6, q1\n\t" \
    "vrshl.s32 q7, q7, q1\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "vadd.i32 q6, q6, r0\n\t" \
    "vadd.i32 q7, q7, r0\n\t" \
    "ldrd r2, r3, [r11, #16]\n\t" \
    "ldrd r4, r5, [r11, #24]\n\t" \
    "vmax.s32 q5, q5, q2\n\t" \
    "vmax.s32 q6, q6, q2\n\t" \
    "vmax.s32 q7, q7, q2\n\t" \
    "vmin.s32 q5, q5, q3\n\t" \
    "vmin.s32 q6, q6, q3\n\t" \
    "vmin.s32 q7, q7, q3\n\t" \
    "add r3, r3, r2\n\t" \
    "add r4, r4, r3\n\t" \
    "vstrh.32 q5, [r2], #8\n\t" \
    "vstrh.32 q6, [r3]\n\t" \
    "vstrh.32 q7, [r4]\n\t" \
    "str r2, [r11, #16]\n\t" \
    "cmp r2, r5\n\t" \
    "blo 5b\n\t" \
    "ldr r3, [r11, #32]\n\t" \
    "cbz r3, 9f\n\t" \
    "str r3, [r11, #16]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #32]\n\t" \
    "b 5b\n\t" \
    "8:\n\t" \
    "vshl.s32 q5, r2\n\t" \
    "vshl.s32 q6, r2\n\t" \
    "vshl.s32 q7, r2\n\t" \
    "b 6b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"
#define EDGEC_GEMM_S16_FLAT_RAGGED_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r0, r2}\n\t" \
    "ldmia r11, {r3, r5, r7}\n\t" \
    "mov r4, r0\n\t" \
    "mov r8, r0\n\t" \
    "mov r6, r2\n\t" \
    "mov r10, r2\n\t" \
    "ldr lr, [r11, #44]\n\t" \
    "vldrb.s16 q0, [r1], #8\n\t" \
    "vldrh.16 q1, [r3], #16\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrh.16 q2, [r5], #16\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q3, [r7], #16\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vldrb.s16 q0, [r1], #8\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vldrh.16 q1, [r3], #16\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrh.16 q2, [r5], #16\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q3, [r7], #16\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "ldr lr, [r11, #48]\n\t" \
    "vctp.16 lr\n\t" \
    "vldrb.s16 q0, [r1]\n\t" \
    "vpsttt\n\t" \
    "vldrht.16 q1, [r3]\n\t" \
    "vldrht.16 q2, [r5]\n\t" \
    "vldrht.16 q3, [r7]\n\t" \
    "ldr lr, [r11, #52]\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrb.s16 q4, [r1]\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "vmov q5[2], q5[0], r0, r2\n\t" \
    "vmov q6[2], q6[0], r4, r6\n\t" \
    "vmov q7[2], q7[0], r8, r10\n\t" \
    "ldmia r1!, {r0, r2}\n\t" \
    "ldmia r11, {r3, r5, r7}\n\t" \
    "mov r4, r0\n\t" \
    "mov r8, r0\n\t" \
    "mov r6, r2\n\t" \
    "mov r10, r2\n\t" \
    "ldr lr, [r11, #44]\n\t" \
    "vldrb.s16 q0, [r1], #8\n\t" \
    "vldrh.16 q1, [r3], #16\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrh.16 q2, [r5], #16\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q3, [r7], #16\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vldrb.s16 q0, [r1], #8\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vldrh.16 q1, [r3], #16\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrh.16 q2, [r5], #16\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q3, [r7], #16\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "ldr lr, [r11, #48]\n\t" \
    "vctp.16 lr\n\t" \
    "vldrb.s16 q0, [r1]\n\t" \
    "vpsttt\n\t" \
    "vldrht.16 q1, [r3]\n\t" \
    "vldrht.16 q2, [r5]\n\t" \
    "vldrht.16 q3, [r7]\n\t" \
    "ldr lr, [r11, #52]\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrb.s16 q4, [r1]\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "vmov q5[3], q5[1], r0, r2\n\t" \
    "vmov q6[3], q6[1], r4, r6\n\t" \
    "vmov q7[3], q7[1], r8, r10\n\t" \
    "ldrd r0, r2, [r11, #36]\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "cmp r2, #0\n\t" \
    "bne 8f\n\t" \
    "6:\n\t" \
    "vldrw.32 q2, [r11, #72]\n\t" \
    "vldrw.32 q3, [r11, #88]\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "vqdmulh.s32 q6, q6, q0\n\t" \
    "vqdmulh.s32 q7, q7, q0\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "vrshl.s32 q6, q6, q1\n\t" \
    "vrshl.s32 q7, q7, q1\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "vadd.i32 q6, q6, r0\n\t" \
    "vadd.i32 q7, q7, r0\n\t" \
    "ldrd r2, r3, [r11, #16]\n\t" \
    "ldrd r4, r5, [r11, #24]\n\t" \
    "vmax.s32 q5, q5, q2\n\t" \
    "vmax.s32 q6, q6, q2\n\t" \
    "vmax.s32 q7, q7, q2\n\t" \
    "vmin.s32 q5, q5, q3\n\t" \
    "vmin.s32 q6, q6, q3\n\t" \
    "vmin.s32 q7, q7, q3\n\t" \
    "add r3, r3, r2\n\t" \
    "add r4, r4, r3\n\t" \
    "vstrh.32 q5, [r2], #8\n\t" \
    "vstrh.32 q6, [r3]\n\t" \
    "vstrh.32 q7, [r4]\n\t" \
    "str r2, [r11, #16]\n\t" \
    "cmp r2, r5\n\t" \
    "blo 5b\n\t" \
    "ldr r3, [r11, #32]\n\t" \
    "cbz r3, 9f\n\t" \
    "str r3, [r11, #16]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #32]\n\t" \
    "b 5b\n\t" \
    "8:\n\t" \
    "vshl.s32 q5, r2\n\t" \
    "vshl.s32 q6, r2\n\t" \
    "vshl.s32 q7, r2\n\t" \
    "b 6b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"
#define EDGEC_GEMM_S16_FLAT_SHORT_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r0, r2}\n\t" \
    "ldmia r11, {r3, r5, r7}\n\t" \
    "mov r4, r0\n\t" \
    "mov r8, r0\n\t" \
    "mov r6, r2\n\t" \
    "mov r10, r2\n\t" \
    "ldr lr, [r11, #48]\n\t" \
    "vctp.16 lr\n\t" \
    "vldrb.s16 q0, [r1]\n\t" \
    "vpsttt\n\t" \
    "vldrht.16 q1, [r3]\n\t" \
    "vldrht.16 q2, [r5]\n\t" \
    "vldrht.16 q3, [r7]\n\t" \
    "ldr lr, [r11, #52]\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrb.s16 q4, [r1]\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "vmov q5[2], q5[0], r0, r2\n\t" \
    "vmov q6[2], q6[0], r4, r6\n\t" \
    "vmov q7[2], q7[0], r8, r10\n\t" \
    "ldmia r1!, {r0, r2}\n\t" \
    "ldmia r11, {r3, r5, r7}\n\t" \
    "mov r4, r0\n\t" \
    "mov r8, r0\n\t" \
    "mov r6, r2\n\t" \
    "mov r10, r2\n\t" \
    "ldr lr, [r11, #48]\n\t" \
    "vctp.16 lr\n\t" \
    "vldrb.s16 q0, [r1]\n\t" \
    "vpsttt\n\t" \
    "vldrht.16 q1, [r3]\n\t" \
    "vldrht.16 q2, [r5]\n\t" \
    "vldrht.16 q3, [r7]\n\t" \
    "ldr lr, [r11, #52]\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrb.s16 q4, [r1]\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "vmov q5[3], q5[1], r0, r2\n\t" \
    "vmov q6[3], q6[1], r4, r6\n\t" \
    "vmov q7[3], q7[1], r8, r10\n\t" \
    "ldrd r0, r2, [r11, #36]\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "cmp r2, #0\n\t" \
    "bne 8f\n\t" \
    "6:\n\t" \
    "vldrw.32 q2, [r11, #72]\n\t" \
    "vldrw.32 q3, [r11, #88]\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "vqdmulh.s32 q6, q6, q0\n\t" \
    "vqdmulh.s32 q7, q7, q0\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "vrshl.s32 q6, q6, q1\n\t" \
    "vrshl.s32 q7, q7, q1\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "vadd.i32 q6, q6, r0\n\t" \
    "vadd.i32 q7, q7, r0\n\t" \
    "ldrd r2, r3, [r11, #16]\n\t" \
    "ldrd r4, r5, [r11, #24]\n\t" \
    "vmax.s32 q5, q5, q2\n\t" \
    "vmax.s32 q6, q6, q2\n\t" \
    "vmax.s32 q7, q7, q2\n\t" \
    "vmin.s32 q5, q5, q3\n\t" \
    "vmin.s32 q6, q6, q3\n\t" \
    "vmin.s32 q7, q7, q3\n\t" \
    "add r3, r3, r2\n\t" \
    "add r4, r4, r3\n\t" \
    "vstrh.32 q5, [r2], #8\n\t" \
    "vstrh.32 q6, [r3]\n\t" \
    "vstrh.32 q7, [r4]\n\t" \
    "str r2, [r11, #16]\n\t" \
    "cmp r2, r5\n\t" \
    "blo 5b\n\t" \
    "ldr r3, [r11, #32]\n\t" \
    "cbz r3, 9f\n\t" \
    "str r3, [r11, #16]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #32]\n\t" \
    "b 5b\n\t" \
    "8:\n\t" \
    "vshl.s32 q5, r2\n\t" \
    "vshl.s32 q6, r2\n\t" \
    "vshl.s32 q7, r2\n\t" \
    "b 6b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"
#define EDGEC_GEMM_S16_ROWS_WHOLE_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r0, r2}\n\t" \
    "ldrd r9, r12, [r11, #56]\n\t" \
    "mov r4, r0\n\t" \
    "mov r8, r0\n\t" \
    "mov r6, r2\n\t" \
    "mov r10, r2\n\t" \
    "1:\n\t" \
    "ldmia r9!, {r3, r5, r7}\n\t" \
    "ldr lr, [r11, #44]\n\t" \
    "vldrb.s16 q0, [r1], #8\n\t" \
    "vldrh.16 q1, [r3], #16\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrh.16 q2, [r5], #16\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q3, [r7], #16\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vldrb.s16 q0, [r1], #8\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vldrh.16 q1, [r3], #16\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrh.16 q2, [r5], #16\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q3, [r7], #16\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 1b\n\t" \
    "vmov q5[2], q5[0], r0, r2\n\t" \
    "vmov q6[2], q6[0], r4, r6\n\t" \
    "vmov q7[2], q7[0], r8, r10\n\t" \
    "ldmia r1!, {r0, r2}\n\t" \
    "ldrd r9, r12, [r11, #56]\n\t" \
    "mov r4, r0\n\t" \
    "mov r8, r0\n\t" \
    "mov r6, r2\n\t" \
    "mov r10, r2\n\t" \
    "1:\n\t" \
    "ldmia r9!, {r3, r5, r7}\n\t" \
    "ldr lr, [r11, #44]\n\t" \
    "vldrb.s16 q0, [r1], #8\n\t" \
    "vldrh.16 q1, [r3], #16\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrh.16 q2, [r5], #16\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q3, [r7], #16\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vldrb.s16 q0, [r1], #8\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vldrh.16 q1, [r3], #16\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrh.16 q2, [r5], #16\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q3, [r7], #16\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 1b\n\t" \
    "vmov q5[3], q5[1], r0, r2\n\t" \
    "vmov q6[3], q6[1], r4, r6\n\t" \
    "vmov q7[3], q7[1], r8, r10\n\t" \
    "ldrd r0, r2, [r11, #36]\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "cmp r2, #0\n\t" \
    "bne 8f\n\t" \
    "6:\n\t" \
    "vldrw.32 q2, [r11, #72]\n\t" \
    "vldrw.32 q3, [r11, #88]\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "vqdmulh.s32 q6, q6, q0\n\t" \
    "vqdmulh.s32 q7, q7, q0\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "vrshl.s32 q6, q6, q1\n\t" \
    "vrshl.s32 q7, q7, q1\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "vadd.i32 q6, q6, r0\n\t" \
    "vadd.i32 q7, q7, r0\n\t" \
    "ldrd r2, r3, [r11, #16]\n\t" \
    "ldrd r4, r5, [r11, #24]\n\t" \
    "vmax.s32 q5, q5, q2\n\t" \
    "vmax.s32 q6, q6, q2\n\t" \
    "vmax.s32 q7, q7, q2\n\t" \
    "vmin.s32 q5, q5, q3\n\t" \
    "vmin.s32 q6, q6, q3\n\t" \
    "vmin.s32 q7, q7, q3\n\t" \
    "add r3, r3, r2\n\t" \
    "add r4, r4, r3\n\t" \
    "vstrh.32 q5, [r2], #8\n\t" \
    "vstrh.32 q6, [r3]\n\t" \
    "vstrh.32 q7, [r4]\n\t" \
    "str r2, [r11, #16]\n\t" \
    "cmp r2, r5\n\t" \
    "blo 5b\n\t" \
    "ldr r3, [r11, #32]\n\t" \
    "cbz r3, 9f\n\t" \
    "str r3, [r11, #16]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #32]\n\t" \
    "b 5b\n\t" \
    "8:\n\t" \
    "vshl.s32 q5, r2\n\t" \
    "vshl.s32 q6, r2\n\t" \
    "vshl.s32 q7, r2\n\t" \
    "b 6b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"
#define EDGEC_GEMM_S16_ROWS_RAGGED_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r0, r2}\n\t" \
    "ldrd r9, r12, [r11, #56]\n\t" \
    "mov r4, r0\n\t" \
    "mov r8, r0\n\t" \
    "mov r6, r2\n\t" \
    "mov r10, r2\n\t" \
    "1:\n\t" \
    "ldmia r9!, {r3, r5, r7}\n\t" \
    "ldr lr, [r11, #44]\n\t" \
    "vldrb.s16 q0, [r1], #8\n\t" \
    "vldrh.16 q1, [r3], #16\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrh.16 q2, [r5], #16\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q3, [r7], #16\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vldrb.s16 q0, [r1], #8\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vldrh.16 q1, [r3], #16\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrh.16 q2, [r5], #16\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q3, [r7], #16\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "ldr lr, [r11, #48]\n\t" \
    "vctp.16 lr\n\t" \
    "vldrb.s16 q0, [r1]\n\t" \
    "vpsttt\n\t" \
    "vldrht.16 q1, [r3]\n\t" \
    "vldrht.16 q2, [r5]\n\t" \
    "vldrht.16 q3, [r7]\n\t" \
    "ldr lr, [r11, #52]\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrb.s16 q4, [r1]\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 1b\n\t" \
    "vmov q5[2], q5[0], r0, r2\n\t" \
    "vmov q6[2], q6[0], r4, r6\n\t" \
    "vmov q7[2], q7[0], r8, r10\n\t" \
    "ldmia r1!, {r0, r2}\n\t" \
    "ldrd r9, r12, [r11, #56]\n\t" \
    "mov r4, r0\n\t" \
    "mov r8, r0\n\t" \
    "mov r6, r2\n\t" \
    "mov r10, r2\n\t" \
    "1:\n\t" \
    "ldmia r9!, {r3, r5, r7}\n\t" \
    "ldr lr, [r11, #44]\n\t" \
    "vldrb.s16 q0, [r1], #8\n\t" \
    "vldrh.16 q1, [r3], #16\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrh.16 q2, [r5], #16\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q3, [r7], #16\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vldrb.s16 q0, [r1], #8\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vldrh.16 q1, [r3], #16\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrh.16 q2, [r5], #16\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q3, [r7], #16\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "ldr lr, [r11, #48]\n\t" \
    "vctp.16 lr\n\t" \
    "vldrb.s16 q0, [r1]\n\t" \
    "vpsttt\n\t" \
    "vldrht.16 q1, [r3]\n\t" \
    "vldrht.16 q2, [r5]\n\t" \
    "vldrht.16 q3, [r7]\n\t" \
    "ldr lr, [r11, #52]\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrb.s16 q4, [r1]\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 1b\n\t" \
    "vmov q5[3], q5[1], r0, r2\n\t" \
    "vmov q6[3], q6[1], r4, r6\n\t" \
    "vmov q7[3], q7[1], r8, r10\n\t" \
    "ldrd r0, r2, [r11, #36]\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "cmp r2, #0\n\t" \
    "bne 8f\n\t" \
    "6:\n\t" \
    "vldrw.32 q2, [r11, #72]\n\t" \
    "vldrw.32 q3, [r11, #88]\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "vqdmulh.s32 q6, q6, q0\n\t" \
    "vqdmulh.s32 q7, q7, q0\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "vrshl.s32 q6, q6, q1\n\t" \
    "vrshl.s32 q7, q7, q1\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "vadd.i32 q6, q6, r0\n\t" \
    "vadd.i32 q7, q7, r0\n\t" \
    "ldrd r2, r3, [r11, #16]\n\t" \
    "ldrd r4, r5, [r11, #24]\n\t" \
    "vmax.s32 q5, q5, q2\n\t" \
    "vmax.s32 q6, q6, q2\n\t" \
    "vmax.s32 q7, q7, q2\n\t" \
    "vmin.s32 q5, q5, q3\n\t" \
    "vmin.s32 q6, q6, q3\n\t" \
    "vmin.s32 q7, q7, q3\n\t" \
    "add r3, r3, r2\n\t" \
    "add r4, r4, r3\n\t" \
    "vstrh.32 q5, [r2], #8\n\t" \
    "vstrh.32 q6, [r3]\n\t" \
    "vstrh.32 q7, [r4]\n\t" \
    "str r2, [r11, #16]\n\t" \
    "cmp r2, r5\n\t" \
    "blo 5b\n\t" \
    "ldr r3, [r11, #32]\n\t" \
    "cbz r3, 9f\n\t" \
    "str r3, [r11, #16]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #32]\n\t" \
    "b 5b\n\t" \
    "8:\n\t" \
    "vshl.s32 q5, r2\n\t" \
    "vshl.s32 q6, r2\n\t" \
    "vshl.s32 q7, r2\n\t" \
    "b 6b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"
#define EDGEC_GEMM_S16_ROWS_SHORT_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r0, r2}\n\t" \
    "ldrd r9, r12, [r11, #56]\n\t" \
    "mov r4, r0\n\t" \
    "mov r8, r0\n\t" \
    "mov r6, r2\n\t" \
    "mov r10, r2\n\t" \
    "1:\n\t" \
    "ldmia r9!, {r3, r5, r7}\n\t" \
    "ldr lr, [r11, #48]\n\t" \
    "vctp.16 lr\n\t" \
    "vldrb.s16 q0, [r1]\n\t" \
    "vpsttt\n\t" \
    "vldrht.16 q1, [r3]\n\t" \
    "vldrht.16 q2, [r5]\n\t" \
    "vldrht.16 q3, [r7]\n\t" \
    "ldr lr, [r11, #52]\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrb.s16 q4, [r1]\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 1b\n\t" \
    "vmov q5[2], q5[0], r0, r2\n\t" \
    "vmov q6[2], q6[0], r4, r6\n\t" \
    "vmov q7[2], q7[0], r8, r10\n\t" \
    "ldmia r1!, {r0, r2}\n\t" \
    "ldrd r9, r12, [r11, #56]\n\t" \
    "mov r4, r0\n\t" \
    "mov r8, r0\n\t" \
    "mov r6, r2\n\t" \
    "mov r10, r2\n\t" \
    "1:\n\t" \
    "ldmia r9!, {r3, r5, r7}\n\t" \
    "ldr lr, [r11, #48]\n\t" \
    "vctp.16 lr\n\t" \
    "vldrb.s16 q0, [r1]\n\t" \
    "vpsttt\n\t" \
    "vldrht.16 q1, [r3]\n\t" \
    "vldrht.16 q2, [r5]\n\t" \
    "vldrht.16 q3, [r7]\n\t" \
    "ldr lr, [r11, #52]\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r0, q0, q1\n\t" \
    "vldrb.s16 q4, [r1]\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vmladava.s16 r2, q4, q1\n\t" \
    "vmladava.s16 r6, q4, q2\n\t" \
    "vmladava.s16 r10, q4, q3\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 1b\n\t" \
    "vmov q5[3], q5[1], r0, r2\n\t" \
    "vmov q6[3], q6[1], r4, r6\n\t" \
    "vmov q7[3], q7[1], r8, r10\n\t" \
    "ldrd r0, r2, [r11, #36]\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "cmp r2, #0\n\t" \
    "bne 8f\n\t" \
    "6:\n\t" \
    "vldrw.32 q2, [r11, #72]\n\t" \
    "vldrw.32 q3, [r11, #88]\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "vqdmulh.s32 q6, q6, q0\n\t" \
    "vqdmulh.s32 q7, q7, q0\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "vrshl.s32 q6, q6, q1\n\t" \
    "vrshl.s32 q7, q7, q1\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "vadd.i32 q6, q6, r0\n\t" \
    "vadd.i32 q7, q7, r0\n\t" \
    "ldrd r2, r3, [r11, #16]\n\t" \
    "ldrd r4, r5, [r11, #24]\n\t" \
    "vmax.s32 q5, q5, q2\n\t" \
    "vmax.s32 q6, q6, q2\n\t" \
    "vmax.s32 q7, q7, q2\n\t" \
    "vmin.s32 q5, q5, q3\n\t" \
    "vmin.s32 q6, q6, q3\n\t" \
    "vmin.s32 q7, q7, q3\n\t" \
    "add r3, r3, r2\n\t" \
    "add r4, r4, r3\n\t" \
    "vstrh.32 q5, [r2], #8\n\t" \
    "vstrh.32 q6, [r3]\n\t" \
    "vstrh.32 q7, [r4]\n\t" \
    "str r2, [r11, #16]\n\t" \
    "cmp r2, r5\n\t" \
    "blo 5b\n\t" \
    "ldr r3, [r11, #32]\n\t" \
    "cbz r3, 9f\n\t" \
    "str r3, [r11, #16]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #32]\n\t" \
    "b 5b\n\t" \
    "8:\n\t" \
    "vshl.s32 q5, r2\n\t" \
    "vshl.s32 q6, r2\n\t" \
    "vshl.s32 q7, r2\n\t" \
    "b 6b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"

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
#define EDGEC_DENSE_S16_WHOLE_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "ldr r5, [r11, #16]\n\t" \
    "ldr r9, [r11, #28]\n\t" \
    "ldr r8, [r11, #36]\n\t" \
    "ldr r12, [r11, #40]\n\t" \
    "vldrw.32 q6, [r11, #72]\n\t" \
    "vldrw.32 q7, [r11, #88]\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r0, r2, r4, r6}\n\t" \
    "ldr r3, [r11]\n\t" \
    "ldr lr, [r11, #44]\n\t" \
    "vldrb.s16 q1, [r1], #8\n\t" \
    "vldrh.16 q0, [r3], #16\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vmladava.s16 r0, q1, q0\n\t" \
    "vldrb.s16 q2, [r1], #8\n\t" \
    "vmladava.s16 r2, q2, q0\n\t" \
    "vldrb.s16 q3, [r1], #8\n\t" \
    "vmladava.s16 r4, q3, q0\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r6, q4, q0\n\t" \
    "vldrb.s16 q1, [r1], #8\n\t" \
    "vldrh.16 q0, [r3], #16\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "vmladava.s16 r0, q1, q0\n\t" \
    "vldrb.s16 q2, [r1], #8\n\t" \
    "vmladava.s16 r2, q2, q0\n\t" \
    "vldrb.s16 q3, [r1], #8\n\t" \
    "vmladava.s16 r4, q3, q0\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r6, q4, q0\n\t" \
    "vmov q5[2], q5[0], r0, r4\n\t" \
    "vmov q5[3], q5[1], r2, r6\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "vshl.s32 q5, r12\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "vadd.i32 q5, q5, r8\n\t" \
    "vmax.s32 q5, q5, q6\n\t" \
    "vmin.s32 q5, q5, q7\n\t" \
    "vstrh.32 q5, [r5], #8\n\t" \
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
#define EDGEC_DENSE_S16_RAGGED_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "ldr r5, [r11, #16]\n\t" \
    "ldr r9, [r11, #28]\n\t" \
    "ldr r8, [r11, #36]\n\t" \
    "ldr r12, [r11, #40]\n\t" \
    "vldrw.32 q6, [r11, #72]\n\t" \
    "vldrw.32 q7, [r11, #88]\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r0, r2, r4, r6}\n\t" \
    "ldr r3, [r11]\n\t" \
    "ldr lr, [r11, #44]\n\t" \
    "vldrb.s16 q1, [r1], #8\n\t" \
    "vldrh.16 q0, [r3], #16\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vmladava.s16 r0, q1, q0\n\t" \
    "vldrb.s16 q2, [r1], #8\n\t" \
    "vmladava.s16 r2, q2, q0\n\t" \
    "vldrb.s16 q3, [r1], #8\n\t" \
    "vmladava.s16 r4, q3, q0\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r6, q4, q0\n\t" \
    "vldrb.s16 q1, [r1], #8\n\t" \
    "vldrh.16 q0, [r3], #16\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "vmladava.s16 r0, q1, q0\n\t" \
    "vldrb.s16 q2, [r1], #8\n\t" \
    "vmladava.s16 r2, q2, q0\n\t" \
    "vldrb.s16 q3, [r1], #8\n\t" \
    "vmladava.s16 r4, q3, q0\n\t" \
    "vldrb.s16 q4, [r1], #8\n\t" \
    "vmladava.s16 r6, q4, q0\n\t" \
    "ldr lr, [r11, #48]\n\t" \
    "vctp.16 lr\n\t" \
    "vpst\n\t" \
    "vldrht.16 q0, [r3]\n\t" \
    "vldrb.s16 q1, [r1]\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r0, q1, q0\n\t" \
    "vldrb.s16 q2, [r1]\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r2, q2, q0\n\t" \
    "vldrb.s16 q3, [r1]\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r4, q3, q0\n\t" \
    "vldrb.s16 q4, [r1]\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r6, q4, q0\n\t" \
    "vmov q5[2], q5[0], r0, r4\n\t" \
    "vmov q5[3], q5[1], r2, r6\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "vshl.s32 q5, r12\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "vadd.i32 q5, q5, r8\n\t" \
    "vmax.s32 q5, q5, q6\n\t" \
    "vmin.s32 q5, q5, q7\n\t" \
    "vstrh.32 q5, [r5], #8\n\t" \
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
#define EDGEC_DENSE_S16_SHORT_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "ldr r5, [r11, #16]\n\t" \
    "ldr r9, [r11, #28]\n\t" \
    "ldr r8, [r11, #36]\n\t" \
    "ldr r12, [r11, #40]\n\t" \
    "vldrw.32 q6, [r11, #72]\n\t" \
    "vldrw.32 q7, [r11, #88]\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r0, r2, r4, r6}\n\t" \
    "ldr r3, [r11]\n\t" \
    "ldr lr, [r11, #48]\n\t" \
    "vctp.16 lr\n\t" \
    "vpst\n\t" \
    "vldrht.16 q0, [r3]\n\t" \
    "vldrb.s16 q1, [r1]\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r0, q1, q0\n\t" \
    "vldrb.s16 q2, [r1]\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r2, q2, q0\n\t" \
    "vldrb.s16 q3, [r1]\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r4, q3, q0\n\t" \
    "vldrb.s16 q4, [r1]\n\t" \
    "add r1, r1, lr\n\t" \
    "vmladava.s16 r6, q4, q0\n\t" \
    "vmov q5[2], q5[0], r0, r4\n\t" \
    "vmov q5[3], q5[1], r2, r6\n\t" \
    "vldrw.32 q0, [r1], #16\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "vshl.s32 q5, r12\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "vadd.i32 q5, q5, r8\n\t" \
    "vmax.s32 q5, q5, q6\n\t" \
    "vmin.s32 q5, q5, q7\n\t" \
    "vstrh.32 q5, [r5], #8\n\t" \
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
