/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_f16_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_F16_CODE_MVE_H
#define EDGEC_GEMM_F16_CODE_MVE_H

/* Products of rows of float16 with packed weights: three positions, or one, with 16 or 8 channels
 * (edgec_gemm_reals_mve.h). */
/* Registers:
 *   b2 b1           r0 r2   the third and fourth taps of positions 2 and 1
 *   stream          r1      biases, then the weights of each tap
 *   x0..x2          r3..r5  the positions' values
 *   a0 b0           r6 r7   four taps of position 0
 *   a1 a2           r8 r10  the first two of positions 1 and 2
 *   rows left       r9 r12  three addresses of each run of a window, runs left
 *   job             r11     edgec_gemm_f32_mve
 *   steps           lr      of four taps, of one
 *   acc0_0..acc0_2  q0..q2  sums of eight channels for the three positions
 *   acc1_0..acc1_2  q3..q5  of eight more
 *   w0 w1           q6 q7   weights of the channels
 *   y second third  r3..r5  behind the loops: where outputs go
 *   bound           r6      behind the loops
 *   times           r7      behind the loops: blocks left
 */

#define EDGEC_GEMM_F16_TILE16_CODE_MVE \
    "strd r6, r7, [r11, #48]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "5:\n\t" \
    "vldrh.16 q0, [r1, #0]\n\t" \
    "vldrh.16 q1, [r1, #0]\n\t" \
    "vldrh.16 q2, [r1, #0]\n\t" \
    "vldrh.16 q3, [r1, #16]\n\t" \
    "vldrh.16 q4, [r1, #16]\n\t" \
    "vldrh.16 q5, [r1, #16]\n\t" \
    "adds r1, r1, #32\n\t" \
    "ldrd r9, r12, [r11, #40]\n\t" \
    "1:\n\t" \
    "ldmia r9!, {r3, r4, r5}\n\t" \
    "ldr lr, [r11, #32]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "add r1, r1, #128\n\t" \
    "ldrd r6, r7, [r3], #8\n\t" \
    "ldrd r8, r2, [r4], #8\n\t" \
    "ldrd r10, r0, [r5], #8\n\t" \
    "vldrh.16 q6, [r1, #-128]\n\t" \
    "vfma.f16 q0, q6, r6\n\t" \
    "vldrh.16 q7, [r1, #-112]\n\t" \
    "vfma.f16 q1, q6, r8\n\t" \
    "vfma.f16 q2, q6, r10\n\t" \
    "vfma.f16 q3, q7, r6\n\t" \
    "vfma.f16 q4, q7, r8\n\t" \
    "vfma.f16 q5, q7, r10\n\t" \
    "lsr r6, r6, #16\n\t" \
    "lsr r8, r8, #16\n\t" \
    "lsr r10, r10, #16\n\t" \
    "vldrh.16 q6, [r1, #-96]\n\t" \
    "vfma.f16 q0, q6, r6\n\t" \
    "vldrh.16 q7, [r1, #-80]\n\t" \
    "vfma.f16 q1, q6, r8\n\t" \
    "vfma.f16 q2, q6, r10\n\t" \
    "vfma.f16 q3, q7, r6\n\t" \
    "vfma.f16 q4, q7, r8\n\t" \
    "vfma.f16 q5, q7, r10\n\t" \
    "vldrh.16 q6, [r1, #-64]\n\t" \
    "vfma.f16 q0, q6, r7\n\t" \
    "vldrh.16 q7, [r1, #-48]\n\t" \
    "vfma.f16 q1, q6, r2\n\t" \
    "vfma.f16 q2, q6, r0\n\t" \
    "vfma.f16 q3, q7, r7\n\t" \
    "vfma.f16 q4, q7, r2\n\t" \
    "vfma.f16 q5, q7, r0\n\t" \
    "lsr r7, r7, #16\n\t" \
    "lsr r2, r2, #16\n\t" \
    "lsr r0, r0, #16\n\t" \
    "vldrh.16 q6, [r1, #-32]\n\t" \
    "vfma.f16 q0, q6, r7\n\t" \
    "vldrh.16 q7, [r1, #-16]\n\t" \
    "vfma.f16 q1, q6, r2\n\t" \
    "vfma.f16 q2, q6, r0\n\t" \
    "vfma.f16 q3, q7, r7\n\t" \
    "vfma.f16 q4, q7, r2\n\t" \
    "vfma.f16 q5, q7, r0\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr lr, [r11, #36]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "4:\n\t" \
    "ldrh r6, [r3], #2\n\t" \
    "ldrh r8, [r4], #2\n\t" \
    "ldrh r10, [r5], #2\n\t" \
    "vldrh.16 q6, [r1, #0]\n\t" \
    "vfma.f16 q0, q6, r6\n\t" \
    "vldrh.16 q7, [r1, #16]\n\t" \
    "vfma.f16 q1, q6, r8\n\t" \
    "vfma.f16 q2, q6, r10\n\t" \
    "vfma.f16 q3, q7, r6\n\t" \
    "vfma.f16 q4, q7, r8\n\t" \
    "vfma.f16 q5, q7, r10\n\t" \
    "adds r1, r1, #32\n\t" \
    "le lr, 4b\n\t" \
    "6:\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 1b\n\t" \
    "ldr r6, [r11, #56]\n\t" \
    "cmp r6, #1\n\t" \
    "blo 7f\n\t" \
    "ldr r6, [r11, #60]\n\t" \
    "vdup.16 q6, r6\n\t" \
    "vpt.f16 gt, q6, q0\n\t" \
    "vdupt.16 q0, r6\n\t" \
    "vpt.f16 gt, q6, q1\n\t" \
    "vdupt.16 q1, r6\n\t" \
    "vpt.f16 gt, q6, q2\n\t" \
    "vdupt.16 q2, r6\n\t" \
    "vpt.f16 gt, q6, q3\n\t" \
    "vdupt.16 q3, r6\n\t" \
    "vpt.f16 gt, q6, q4\n\t" \
    "vdupt.16 q4, r6\n\t" \
    "vpt.f16 gt, q6, q5\n\t" \
    "vdupt.16 q5, r6\n\t" \
    "beq 7f\n\t" \
    "ldr r6, [r11, #64]\n\t" \
    "vpt.f16 gt, q0, r6\n\t" \
    "vdupt.16 q0, r6\n\t" \
    "vpt.f16 gt, q1, r6\n\t" \
    "vdupt.16 q1, r6\n\t" \
    "vpt.f16 gt, q2, r6\n\t" \
    "vdupt.16 q2, r6\n\t" \
    "vpt.f16 gt, q3, r6\n\t" \
    "vdupt.16 q3, r6\n\t" \
    "vpt.f16 gt, q4, r6\n\t" \
    "vdupt.16 q4, r6\n\t" \
    "vpt.f16 gt, q5, r6\n\t" \
    "vdupt.16 q5, r6\n\t" \
    "7:\n\t" \
    "ldrd r3, r4, [r11, #16]\n\t" \
    "ldrd r5, r7, [r11, #24]\n\t" \
    "add r4, r4, r3\n\t" \
    "add r5, r5, r4\n\t" \
    "vstrh.16 q0, [r3]\n\t" \
    "vstrh.16 q3, [r3, #16]\n\t" \
    "vstrh.16 q1, [r4]\n\t" \
    "vstrh.16 q4, [r4, #16]\n\t" \
    "vstrh.16 q2, [r5]\n\t" \
    "vstrh.16 q5, [r5, #16]\n\t" \
    "add r3, r3, #32\n\t" \
    "str r3, [r11, #16]\n\t" \
    "subs r7, r7, #1\n\t" \
    "str r7, [r11, #28]\n\t" \
    "bne 5b\n\t" \
    "str r1, [r11, #12]\n\t" \
    "ldrd r6, r7, [r11, #48]\n\t"

#define EDGEC_GEMM_F16_TILE16_ODD_CODE_MVE \
    "strd r6, r7, [r11, #48]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "5:\n\t" \
    "vldrh.16 q0, [r1, #0]\n\t" \
    "vldrh.16 q1, [r1, #0]\n\t" \
    "vldrh.16 q2, [r1, #0]\n\t" \
    "vldrh.16 q3, [r1, #16]\n\t" \
    "vldrh.16 q4, [r1, #16]\n\t" \
    "vldrh.16 q5, [r1, #16]\n\t" \
    "adds r1, r1, #32\n\t" \
    "ldrd r9, r12, [r11, #40]\n\t" \
    "1:\n\t" \
    "ldmia r9!, {r3, r4, r5}\n\t" \
    "ldr lr, [r11, #32]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "add r1, r1, #128\n\t" \
    "ldr r6, [r3], #4\n\t" \
    "ldr r7, [r3], #4\n\t" \
    "ldr r8, [r4], #4\n\t" \
    "ldr r2, [r4], #4\n\t" \
    "ldr r10, [r5], #4\n\t" \
    "ldr r0, [r5], #4\n\t" \
    "vldrh.16 q6, [r1, #-128]\n\t" \
    "vfma.f16 q0, q6, r6\n\t" \
    "vldrh.16 q7, [r1, #-112]\n\t" \
    "vfma.f16 q1, q6, r8\n\t" \
    "vfma.f16 q2, q6, r10\n\t" \
    "vfma.f16 q3, q7, r6\n\t" \
    "vfma.f16 q4, q7, r8\n\t" \
    "vfma.f16 q5, q7, r10\n\t" \
    "lsr r6, r6, #16\n\t" \
    "lsr r8, r8, #16\n\t" \
    "lsr r10, r10, #16\n\t" \
    "vldrh.16 q6, [r1, #-96]\n\t" \
    "vfma.f16 q0, q6, r6\n\t" \
    "vldrh.16 q7, [r1, #-80]\n\t" \
    "vfma.f16 q1, q6, r8\n\t" \
    "vfma.f16 q2, q6, r10\n\t" \
    "vfma.f16 q3, q7, r6\n\t" \
    "vfma.f16 q4, q7, r8\n\t" \
    "vfma.f16 q5, q7, r10\n\t" \
    "vldrh.16 q6, [r1, #-64]\n\t" \
    "vfma.f16 q0, q6, r7\n\t" \
    "vldrh.16 q7, [r1, #-48]\n\t" \
    "vfma.f16 q1, q6, r2\n\t" \
    "vfma.f16 q2, q6, r0\n\t" \
    "vfma.f16 q3, q7, r7\n\t" \
    "vfma.f16 q4, q7, r2\n\t" \
    "vfma.f16 q5, q7, r0\n\t" \
    "lsr r7, r7, #16\n\t" \
    "lsr r2, r2, #16\n\t" \
    "lsr r0, r0, #16\n\t" \
    "vldrh.16 q6, [r1, #-32]\n\t" \
    "vfma.f16 q0, q6, r7\n\t" \
    "vldrh.16 q7, [r1, #-16]\n\t" \
    "vfma.f16 q1, q6, r2\n\t" \
    "vfma.f16 q2, q6, r0\n\t" \
    "vfma.f16 q3, q7, r7\n\t" \
    "vfma.f16 q4, q7, r2\n\t" \
    "vfma.f16 q5, q7, r0\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr lr, [r11, #36]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "4:\n\t" \
    "ldrh r6, [r3], #2\n\t" \
    "ldrh r8, [r4], #2\n\t" \
    "ldrh r10, [r5], #2\n\t" \
    "vldrh.16 q6, [r1, #0]\n\t" \
    "vfma.f16 q0, q6, r6\n\t" \
    "vldrh.16 q7, [r1, #16]\n\t" \
    "vfma.f16 q1, q6, r8\n\t" \
    "vfma.f16 q2, q6, r10\n\t" \
    "vfma.f16 q3, q7, r6\n\t" \
    "vfma.f16 q4, q7, r8\n\t" \
    "vfma.f16 q5, q7, r10\n\t" \
    "adds r1, r1, #32\n\t" \
    "le lr, 4b\n\t" \
    "6:\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 1b\n\t" \
    "ldr r6, [r11, #56]\n\t" \
    "cmp r6, #1\n\t" \
    "blo 7f\n\t" \
    "ldr r6, [r11, #60]\n\t" \
    "vdup.16 q6, r6\n\t" \
    "vpt.f16 gt, q6, q0\n\t" \
    "vdupt.16 q0, r6\n\t" \
    "vpt.f16 gt, q6, q1\n\t" \
    "vdupt.16 q1, r6\n\t" \
    "vpt.f16 gt, q6, q2\n\t" \
    "vdupt.16 q2, r6\n\t" \
    "vpt.f16 gt, q6, q3\n\t" \
    "vdupt.16 q3, r6\n\t" \
    "vpt.f16 gt, q6, q4\n\t" \
    "vdupt.16 q4, r6\n\t" \
    "vpt.f16 gt, q6, q5\n\t" \
    "vdupt.16 q5, r6\n\t" \
    "beq 7f\n\t" \
    "ldr r6, [r11, #64]\n\t" \
    "vpt.f16 gt, q0, r6\n\t" \
    "vdupt.16 q0, r6\n\t" \
    "vpt.f16 gt, q1, r6\n\t" \
    "vdupt.16 q1, r6\n\t" \
    "vpt.f16 gt, q2, r6\n\t" \
    "vdupt.16 q2, r6\n\t" \
    "vpt.f16 gt, q3, r6\n\t" \
    "vdupt.16 q3, r6\n\t" \
    "vpt.f16 gt, q4, r6\n\t" \
    "vdupt.16 q4, r6\n\t" \
    "vpt.f16 gt, q5, r6\n\t" \
    "vdupt.16 q5, r6\n\t" \
    "7:\n\t" \
    "ldrd r3, r4, [r11, #16]\n\t" \
    "ldrd r5, r7, [r11, #24]\n\t" \
    "add r4, r4, r3\n\t" \
    "add r5, r5, r4\n\t" \
    "vstrh.16 q0, [r3]\n\t" \
    "vstrh.16 q3, [r3, #16]\n\t" \
    "vstrh.16 q1, [r4]\n\t" \
    "vstrh.16 q4, [r4, #16]\n\t" \
    "vstrh.16 q2, [r5]\n\t" \
    "vstrh.16 q5, [r5, #16]\n\t" \
    "add r3, r3, #32\n\t" \
    "str r3, [r11, #16]\n\t" \
    "subs r7, r7, #1\n\t" \
    "str r7, [r11, #28]\n\t" \
    "bne 5b\n\t" \
    "str r1, [r11, #12]\n\t" \
    "ldrd r6, r7, [r11, #48]\n\t"

#define EDGEC_GEMM_F16_TILE8_CODE_MVE \
    "strd r6, r7, [r11, #48]\n\t" \
    "ldr r1, [r11, #12]\n\t" \
    "5:\n\t" \
    "vldrh.16 q0, [r1, #0]\n\t" \
    "vldrh.16 q1, [r1, #0]\n\t" \
    "vldrh.16 q2, [r1, #0]\n\t" \
    "adds r1, r1, #16\n\t" \
    "ldrd r9, r12, [r11, #40]\n\t" \
    "1:\n\t" \
    "ldmia r9!, {r3, r4, r5}\n\t" \
    "ldr lr, [r11, #32]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "add r1, r1, #64\n\t" \
    "ldr r6, [r3], #4\n\t" \
    "ldr r7, [r3], #4\n\t" \
    "ldr r8, [r4], #4\n\t" \
    "ldr r2, [r4], #4\n\t" \
    "ldr r10, [r5], #4\n\t" \
    "ldr r0, [r5], #4\n\t" \
    "vldrh.16 q6, [r1, #-64]\n\t" \
    "vfma.f16 q0, q6, r6\n\t" \
    "vfma.f16 q1, q6, r8\n\t" \
    "vfma.f16 q2, q6, r10\n\t" \
    "lsr r6, r6, #16\n\t" \
    "lsr r8, r8, #16\n\t" \
    "lsr r10, r10, #16\n\t" \
    "vldrh.16 q6, [r1, #-48]\n\t" \
    "vfma.f16 q0, q6, r6\n\t" \
    "vfma.f16 q1, q6, r8\n\t" \
    "vfma.f16 q2, q6, r10\n\t" \
    "vldrh.16 q6, [r1, #-32]\n\t" \
    "vfma.f16 q0, q6, r7\n\t" \
    "vfma.f16 q1, q6, r2\n\t" \
    "vfma.f16 q2, q6, r0\n\t" \
    "lsr r7, r7, #16\n\t" \
    "lsr r2, r2, #16\n\t" \
    "lsr r0, r0, #16\n\t" \
    "vldrh.16 q6, [r1, #-16]\n\t" \
    "vfma.f16 q0, q6, r7\n\t" \
    "vfma.f16 q1, q6, r2\n\t" \
    "vfma.f16 q2, q6, r0\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr lr, [r11, #36]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "4:\n\t" \
    "ldrh r6, [r3], #2\n\t" \
    "ldrh r8, [r4], #2\n\t" \
    "ldrh r10, [r5], #2\n\t" \
    "vldrh.16 q6, [r1, #0]\n\t" \
    "vfma.f16 q0, q6, r6\n\t" \
    "vfma.f16 q1, q6, r8\n\t" \
    "vfma.f16 q2, q6, r10\n\t" \
    "adds r1, r1, #16\n\t" \
    "le lr, 4b\n\t" \
    "6:\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 1b\n\t" \
    "ldr r6, [r11, #56]\n\t" \
    "cmp r6, #1\n\t" \
    "blo 7f\n\t" \
    "ldr r6, [r11, #60]\n\t" \
    "vdup.16 q6, r6\n\t" \
    "vpt.f16 gt, q6, q0\n\t" \
    "vdupt.16 q0, r6\n\t" \
    "vpt.f16 gt, q6, q1\n\t" \
    "vdupt.16 q1, r6\n\t" \
    "vpt.f16 gt, q6, q2\n\t" \
    "vdupt.16 q2, r6\n\t" \
    "beq 7f\n\t" \
    "ldr r6, [r11, #64]\n\t" \
    "vpt.f16 gt, q0, r6\n\t" \
    "vdupt.16 q0, r6\n\t" \
    "vpt.f16 gt, q1, r6\n\t" \
    "vdupt.16 q1, r6\n\t" \
    "vpt.f16 gt, q2, r6\n\t" \
    "vdupt.16 q2, r6\n\t" \
    "7:\n\t" \
    "ldrd r3, r4, [r11, #16]\n\t" \
    "ldrd r5, r7, [r11, #24]\n\t" \
    "add r4, r4, r3\n\t" \
    "add r5, r5, r4\n\t" \
    "vstrh.16 q0, [r3]\n\t" \
    "vstrh.16 q1, [r4]\n\t" \
    "vstrh.16 q2, [r5]\n\t" \
    "add r3, r3, #16\n\t" \
    "str r3, [r11, #16]\n\t" \
    "subs r7, r7, #1\n\t" \
    "str r7, [r11, #28]\n\t" \
    "bne 5b\n\t" \
    "str r1, [r11, #12]\n\t" \
    "ldrd r6, r7, [r11, #48]\n\t"

/* Registers:
 *   x            r0      the position's values
 *   stream       r1      biases, then the weights of each tap
 *   t0 t1        r2 r3   four taps
 *   bound times  r2 r3   behind the loops
 *   y            r4      behind the loops
 *   rows left    r9 r12  the address of each run of a window among two others, runs left
 *   job          r11     edgec_gemm_f32_mve
 *   steps        lr      of four taps, of one
 *   acc0 acc1    q0 q1   sums of eight channels each
 *   w0 w1        q2 q3   weights
 */

#define EDGEC_GEMM_F16_LINE16_CODE_MVE \
    "ldr r1, [r11, #12]\n\t" \
    "5:\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "ldrd r9, r12, [r11, #40]\n\t" \
    "1:\n\t" \
    "ldr r0, [r9], #12\n\t" \
    "ldr lr, [r11, #32]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "ldrd r2, r3, [r0], #8\n\t" \
    "vldrh.16 q2, [r1], #16\n\t" \
    "vfma.f16 q0, q2, r2\n\t" \
    "vldrh.16 q3, [r1], #16\n\t" \
    "vfma.f16 q1, q3, r2\n\t" \
    "lsr r2, r2, #16\n\t" \
    "vldrh.16 q2, [r1], #16\n\t" \
    "vfma.f16 q0, q2, r2\n\t" \
    "vldrh.16 q3, [r1], #16\n\t" \
    "vfma.f16 q1, q3, r2\n\t" \
    "vldrh.16 q2, [r1], #16\n\t" \
    "vfma.f16 q0, q2, r3\n\t" \
    "vldrh.16 q3, [r1], #16\n\t" \
    "vfma.f16 q1, q3, r3\n\t" \
    "lsr r3, r3, #16\n\t" \
    "vldrh.16 q2, [r1], #16\n\t" \
    "vfma.f16 q0, q2, r3\n\t" \
    "vldrh.16 q3, [r1], #16\n\t" \
    "vfma.f16 q1, q3, r3\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr lr, [r11, #36]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "4:\n\t" \
    "ldrh r2, [r0], #2\n\t" \
    "vldrh.16 q2, [r1], #16\n\t" \
    "vfma.f16 q0, q2, r2\n\t" \
    "vldrh.16 q3, [r1], #16\n\t" \
    "vfma.f16 q1, q3, r2\n\t" \
    "le lr, 4b\n\t" \
    "6:\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 1b\n\t" \
    "ldr r2, [r11, #56]\n\t" \
    "cmp r2, #1\n\t" \
    "blo 7f\n\t" \
    "ldr r2, [r11, #60]\n\t" \
    "vdup.16 q2, r2\n\t" \
    "vpt.f16 gt, q2, q0\n\t" \
    "vdupt.16 q0, r2\n\t" \
    "vpt.f16 gt, q2, q1\n\t" \
    "vdupt.16 q1, r2\n\t" \
    "beq 7f\n\t" \
    "ldr r2, [r11, #64]\n\t" \
    "vpt.f16 gt, q0, r2\n\t" \
    "vdupt.16 q0, r2\n\t" \
    "vpt.f16 gt, q1, r2\n\t" \
    "vdupt.16 q1, r2\n\t" \
    "7:\n\t" \
    "ldr r4, [r11, #16]\n\t" \
    "ldr r3, [r11, #28]\n\t" \
    "vstrh.16 q0, [r4], #16\n\t" \
    "vstrh.16 q1, [r4], #16\n\t" \
    "str r4, [r11, #16]\n\t" \
    "subs r3, r3, #1\n\t" \
    "str r3, [r11, #28]\n\t" \
    "bne 5b\n\t" \
    "str r1, [r11, #12]\n\t"

#define EDGEC_GEMM_F16_LINE16_ODD_CODE_MVE \
    "ldr r1, [r11, #12]\n\t" \
    "5:\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "ldrd r9, r12, [r11, #40]\n\t" \
    "1:\n\t" \
    "ldr r0, [r9], #12\n\t" \
    "ldr lr, [r11, #32]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "ldr r2, [r0], #4\n\t" \
    "ldr r3, [r0], #4\n\t" \
    "vldrh.16 q2, [r1], #16\n\t" \
    "vfma.f16 q0, q2, r2\n\t" \
    "vldrh.16 q3, [r1], #16\n\t" \
    "vfma.f16 q1, q3, r2\n\t" \
    "lsr r2, r2, #16\n\t" \
    "vldrh.16 q2, [r1], #16\n\t" \
    "vfma.f16 q0, q2, r2\n\t" \
    "vldrh.16 q3, [r1], #16\n\t" \
    "vfma.f16 q1, q3, r2\n\t" \
    "vldrh.16 q2, [r1], #16\n\t" \
    "vfma.f16 q0, q2, r3\n\t" \
    "vldrh.16 q3, [r1], #16\n\t" \
    "vfma.f16 q1, q3, r3\n\t" \
    "lsr r3, r3, #16\n\t" \
    "vldrh.16 q2, [r1], #16\n\t" \
    "vfma.f16 q0, q2, r3\n\t" \
    "vldrh.16 q3, [r1], #16\n\t" \
    "vfma.f16 q1, q3, r3\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr lr, [r11, #36]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "4:\n\t" \
    "ldrh r2, [r0], #2\n\t" \
    "vldrh.16 q2, [r1], #16\n\t" \
    "vfma.f16 q0, q2, r2\n\t" \
    "vldrh.16 q3, [r1], #16\n\t" \
    "vfma.f16 q1, q3, r2\n\t" \
    "le lr, 4b\n\t" \
    "6:\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 1b\n\t" \
    "ldr r2, [r11, #56]\n\t" \
    "cmp r2, #1\n\t" \
    "blo 7f\n\t" \
    "ldr r2, [r11, #60]\n\t" \
    "vdup.16 q2, r2\n\t" \
    "vpt.f16 gt, q2, q0\n\t" \
    "vdupt.16 q0, r2\n\t" \
    "vpt.f16 gt, q2, q1\n\t" \
    "vdupt.16 q1, r2\n\t" \
    "beq 7f\n\t" \
    "ldr r2, [r11, #64]\n\t" \
    "vpt.f16 gt, q0, r2\n\t" \
    "vdupt.16 q0, r2\n\t" \
    "vpt.f16 gt, q1, r2\n\t" \
    "vdupt.16 q1, r2\n\t" \
    "7:\n\t" \
    "ldr r4, [r11, #16]\n\t" \
    "ldr r3, [r11, #28]\n\t" \
    "vstrh.16 q0, [r4], #16\n\t" \
    "vstrh.16 q1, [r4], #16\n\t" \
    "str r4, [r11, #16]\n\t" \
    "subs r3, r3, #1\n\t" \
    "str r3, [r11, #28]\n\t" \
    "bne 5b\n\t" \
    "str r1, [r11, #12]\n\t"

#define EDGEC_GEMM_F16_LINE8_CODE_MVE \
    "ldr r1, [r11, #12]\n\t" \
    "5:\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "ldrd r9, r12, [r11, #40]\n\t" \
    "1:\n\t" \
    "ldr r0, [r9], #12\n\t" \
    "ldr lr, [r11, #32]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "ldr r2, [r0], #4\n\t" \
    "ldr r3, [r0], #4\n\t" \
    "vldrh.16 q2, [r1], #16\n\t" \
    "vfma.f16 q0, q2, r2\n\t" \
    "lsr r2, r2, #16\n\t" \
    "vldrh.16 q2, [r1], #16\n\t" \
    "vfma.f16 q0, q2, r2\n\t" \
    "vldrh.16 q2, [r1], #16\n\t" \
    "vfma.f16 q0, q2, r3\n\t" \
    "lsr r3, r3, #16\n\t" \
    "vldrh.16 q2, [r1], #16\n\t" \
    "vfma.f16 q0, q2, r3\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr lr, [r11, #36]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "4:\n\t" \
    "ldrh r2, [r0], #2\n\t" \
    "vldrh.16 q2, [r1], #16\n\t" \
    "vfma.f16 q0, q2, r2\n\t" \
    "le lr, 4b\n\t" \
    "6:\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 1b\n\t" \
    "ldr r2, [r11, #56]\n\t" \
    "cmp r2, #1\n\t" \
    "blo 7f\n\t" \
    "ldr r2, [r11, #60]\n\t" \
    "vdup.16 q2, r2\n\t" \
    "vpt.f16 gt, q2, q0\n\t" \
    "vdupt.16 q0, r2\n\t" \
    "beq 7f\n\t" \
    "ldr r2, [r11, #64]\n\t" \
    "vpt.f16 gt, q0, r2\n\t" \
    "vdupt.16 q0, r2\n\t" \
    "7:\n\t" \
    "ldr r4, [r11, #16]\n\t" \
    "ldr r3, [r11, #28]\n\t" \
    "vstrh.16 q0, [r4], #16\n\t" \
    "str r4, [r11, #16]\n\t" \
    "subs r3, r3, #1\n\t" \
    "str r3, [r11, #28]\n\t" \
    "bne 5b\n\t" \
    "str r1, [r11, #12]\n\t"

#endif
