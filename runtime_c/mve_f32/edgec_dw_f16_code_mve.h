/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_f16_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_F16_CODE_MVE_H
#define EDGEC_DW_F16_CODE_MVE_H

/* Rows of float16 depthwise layers, eight channels in a vector and four outputs at a time (edgec_dwconv2d_f16_mve.h). */
/* Registers:
 *   row0..row2     r0..r2  rows of the window
 *   stream         r3      biases and nine taps of a vector of channels
 *   y at           r4 r5   outputs; bytes from the rows to the next window
 *   cell out_step  r6 r7   bytes from a cell to the next, from an output to the next
 *   tiles          r8      of four outputs, left in the row
 *   x              r9      a cell of a row
 *   more           r10     steps of the job, limits
 *   job            r11     edgec_dw_3x3_f32_mve
 *   blocks         r12     of channels left
 *   acc0..acc3     q0..q3  sums of the outputs
 *   w0..w2         q4..q6  the weights of a row
 *   v              q7      a cell
 */
#define EDGEC_DW_3X3_F16_S1_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r3, [r11, #12]\n\t" \
    "ldrd r12, r8, [r11, #24]\n\t" \
    "ldrd r6, r7, [r11, #32]\n\t" \
    "ldm r11, {r0, r1, r2}\n\t" \
    "5:\n\t" \
    "ldrd r4, r5, [r11, #16]\n\t" \
    "ldr r8, [r11, #28]\n\t" \
    "1:\n\t" \
    "cmp r8, #1\n\t" \
    "bne 2f\n\t" \
    "ldr r10, [r11, #44]\n\t" /* the last four outputs end with the row */ \
    "sub r5, r5, r10\n\t" \
    "ldr r10, [r11, #48]\n\t" \
    "sub r4, r4, r10\n\t" \
    "2:\n\t" \
    "vldrh.16 q0, [r3]\n\t" \
    "vldrh.16 q1, [r3]\n\t" \
    "vldrh.16 q2, [r3]\n\t" \
    "vldrh.16 q3, [r3]\n\t" \
    "add r9, r0, r5\n\t" \
    "vldrh.16 q4, [r3, #16]\n\t" \
    "vldrh.16 q5, [r3, #32]\n\t" \
    "vldrh.16 q6, [r3, #48]\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q0, q7, q4\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q1, q7, q4\n\t" \
    "vfma.f16 q0, q7, q5\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q2, q7, q4\n\t" \
    "vfma.f16 q1, q7, q5\n\t" \
    "vfma.f16 q0, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q3, q7, q4\n\t" \
    "vfma.f16 q2, q7, q5\n\t" \
    "vfma.f16 q1, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q3, q7, q5\n\t" \
    "vfma.f16 q2, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "vfma.f16 q3, q7, q6\n\t" \
    "add r9, r1, r5\n\t" \
    "vldrh.16 q4, [r3, #64]\n\t" \
    "vldrh.16 q5, [r3, #80]\n\t" \
    "vldrh.16 q6, [r3, #96]\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q0, q7, q4\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q1, q7, q4\n\t" \
    "vfma.f16 q0, q7, q5\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q2, q7, q4\n\t" \
    "vfma.f16 q1, q7, q5\n\t" \
    "vfma.f16 q0, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q3, q7, q4\n\t" \
    "vfma.f16 q2, q7, q5\n\t" \
    "vfma.f16 q1, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q3, q7, q5\n\t" \
    "vfma.f16 q2, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "vfma.f16 q3, q7, q6\n\t" \
    "add r9, r2, r5\n\t" \
    "vldrh.16 q4, [r3, #112]\n\t" \
    "vldrh.16 q5, [r3, #128]\n\t" \
    "vldrh.16 q6, [r3, #144]\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q0, q7, q4\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q1, q7, q4\n\t" \
    "vfma.f16 q0, q7, q5\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q2, q7, q4\n\t" \
    "vfma.f16 q1, q7, q5\n\t" \
    "vfma.f16 q0, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q3, q7, q4\n\t" \
    "vfma.f16 q2, q7, q5\n\t" \
    "vfma.f16 q1, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q3, q7, q5\n\t" \
    "vfma.f16 q2, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "vfma.f16 q3, q7, q6\n\t" \
    "ldr r10, [r11, #52]\n\t" \
    "cmp r10, #1\n\t" \
    "blo 7f\n\t" \
    "ldr r10, [r11, #56]\n\t" \
    "vdup.16 q4, r10\n\t" \
    "vpt.f16 gt, q4, q0\n\t" \
    "vdupt.16 q0, r10\n\t" \
    "vpt.f16 gt, q4, q1\n\t" \
    "vdupt.16 q1, r10\n\t" \
    "vpt.f16 gt, q4, q2\n\t" \
    "vdupt.16 q2, r10\n\t" \
    "vpt.f16 gt, q4, q3\n\t" \
    "vdupt.16 q3, r10\n\t" \
    "beq 7f\n\t" \
    "ldr r10, [r11, #60]\n\t" \
    "vpt.f16 gt, q0, r10\n\t" \
    "vdupt.16 q0, r10\n\t" \
    "vpt.f16 gt, q1, r10\n\t" \
    "vdupt.16 q1, r10\n\t" \
    "vpt.f16 gt, q2, r10\n\t" \
    "vdupt.16 q2, r10\n\t" \
    "vpt.f16 gt, q3, r10\n\t" \
    "vdupt.16 q3, r10\n\t" \
    "7:\n\t" \
    "ldr r10, [r11, #40]\n\t" \
    "vstrh.16 q0, [r4]\n\t" \
    "add r4, r4, r7\n\t" \
    "vstrh.16 q1, [r4]\n\t" \
    "add r4, r4, r7\n\t" \
    "vstrh.16 q2, [r4]\n\t" \
    "add r4, r4, r7\n\t" \
    "vstrh.16 q3, [r4]\n\t" \
    "add r4, r4, r7\n\t" \
    "add r5, r5, r10\n\t" \
    "subs r8, r8, #1\n\t" \
    "bne 1b\n\t" \
    "ldrd r4, r5, [r11, #16]\n\t" /* the next channels */ \
    "add r4, r4, #16\n\t" \
    "add r5, r5, #16\n\t" \
    "strd r4, r5, [r11, #16]\n\t" \
    "add r3, r3, #160\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 5b\n\t" \
    "str r3, [r11, #12]\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"

#define EDGEC_DW_3X3_F16_S2_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldr r3, [r11, #12]\n\t" \
    "ldrd r12, r8, [r11, #24]\n\t" \
    "ldrd r6, r7, [r11, #32]\n\t" \
    "ldm r11, {r0, r1, r2}\n\t" \
    "5:\n\t" \
    "ldrd r4, r5, [r11, #16]\n\t" \
    "ldr r8, [r11, #28]\n\t" \
    "1:\n\t" \
    "cmp r8, #1\n\t" \
    "bne 2f\n\t" \
    "ldr r10, [r11, #44]\n\t" /* the last four outputs end with the row */ \
    "sub r5, r5, r10\n\t" \
    "ldr r10, [r11, #48]\n\t" \
    "sub r4, r4, r10\n\t" \
    "2:\n\t" \
    "vldrh.16 q0, [r3]\n\t" \
    "vldrh.16 q1, [r3]\n\t" \
    "vldrh.16 q2, [r3]\n\t" \
    "vldrh.16 q3, [r3]\n\t" \
    "add r9, r0, r5\n\t" \
    "vldrh.16 q4, [r3, #16]\n\t" \
    "vldrh.16 q5, [r3, #32]\n\t" \
    "vldrh.16 q6, [r3, #48]\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q0, q7, q4\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q0, q7, q5\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q1, q7, q4\n\t" \
    "vfma.f16 q0, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q1, q7, q5\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q2, q7, q4\n\t" \
    "vfma.f16 q1, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q2, q7, q5\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q3, q7, q4\n\t" \
    "vfma.f16 q2, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q3, q7, q5\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "vfma.f16 q3, q7, q6\n\t" \
    "add r9, r1, r5\n\t" \
    "vldrh.16 q4, [r3, #64]\n\t" \
    "vldrh.16 q5, [r3, #80]\n\t" \
    "vldrh.16 q6, [r3, #96]\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q0, q7, q4\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q0, q7, q5\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q1, q7, q4\n\t" \
    "vfma.f16 q0, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q1, q7, q5\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q2, q7, q4\n\t" \
    "vfma.f16 q1, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q2, q7, q5\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q3, q7, q4\n\t" \
    "vfma.f16 q2, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q3, q7, q5\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "vfma.f16 q3, q7, q6\n\t" \
    "add r9, r2, r5\n\t" \
    "vldrh.16 q4, [r3, #112]\n\t" \
    "vldrh.16 q5, [r3, #128]\n\t" \
    "vldrh.16 q6, [r3, #144]\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q0, q7, q4\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q0, q7, q5\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q1, q7, q4\n\t" \
    "vfma.f16 q0, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q1, q7, q5\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q2, q7, q4\n\t" \
    "vfma.f16 q1, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q2, q7, q5\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q3, q7, q4\n\t" \
    "vfma.f16 q2, q7, q6\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "add r9, r9, r6\n\t" \
    "vfma.f16 q3, q7, q5\n\t" \
    "vldrh.16 q7, [r9]\n\t" \
    "vfma.f16 q3, q7, q6\n\t" \
    "ldr r10, [r11, #52]\n\t" \
    "cmp r10, #1\n\t" \
    "blo 7f\n\t" \
    "ldr r10, [r11, #56]\n\t" \
    "vdup.16 q4, r10\n\t" \
    "vpt.f16 gt, q4, q0\n\t" \
    "vdupt.16 q0, r10\n\t" \
    "vpt.f16 gt, q4, q1\n\t" \
    "vdupt.16 q1, r10\n\t" \
    "vpt.f16 gt, q4, q2\n\t" \
    "vdupt.16 q2, r10\n\t" \
    "vpt.f16 gt, q4, q3\n\t" \
    "vdupt.16 q3, r10\n\t" \
    "beq 7f\n\t" \
    "ldr r10, [r11, #60]\n\t" \
    "vpt.f16 gt, q0, r10\n\t" \
    "vdupt.16 q0, r10\n\t" \
    "vpt.f16 gt, q1, r10\n\t" \
    "vdupt.16 q1, r10\n\t" \
    "vpt.f16 gt, q2, r10\n\t" \
    "vdupt.16 q2, r10\n\t" \
    "vpt.f16 gt, q3, r10\n\t" \
    "vdupt.16 q3, r10\n\t" \
    "7:\n\t" \
    "ldr r10, [r11, #40]\n\t" \
    "vstrh.16 q0, [r4]\n\t" \
    "add r4, r4, r7\n\t" \
    "vstrh.16 q1, [r4]\n\t" \
    "add r4, r4, r7\n\t" \
    "vstrh.16 q2, [r4]\n\t" \
    "add r4, r4, r7\n\t" \
    "vstrh.16 q3, [r4]\n\t" \
    "add r4, r4, r7\n\t" \
    "add r5, r5, r10\n\t" \
    "subs r8, r8, #1\n\t" \
    "bne 1b\n\t" \
    "ldrd r4, r5, [r11, #16]\n\t" /* the next channels */ \
    "add r4, r4, #16\n\t" \
    "add r5, r5, #16\n\t" \
    "strd r4, r5, [r11, #16]\n\t" \
    "add r3, r3, #160\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 5b\n\t" \
    "str r3, [r11, #12]\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"

/* Registers:
 *   x0..x3      r0..r3    a cell of each of four windows
 *   stream      r4        biases and taps of a vector of channels
 *   cell        r5        bytes from a cell to the next
 *   rows left   r6 r7     rows of the window
 *   columns     r8        of the window
 *   at          r9        bytes from the rows to the first window
 *   more        r10       steps of the job, limits
 *   y           r12       outputs
 *   job         r11       edgec_dw_any_f32_mve
 *   acc0..acc3  q0..q3    sums of the outputs
 *   w v0 v1     q4 q5 q6  weights, cells
 */
#define EDGEC_DW_ANY_F16_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldm r11, {r0, r1, r2, r3}\n\t" \
    "mov r6, r0\n\t" \
    "mov r4, r1\n\t" \
    "mov r12, r2\n\t" \
    "mov r9, r3\n\t" \
    "ldrd r7, r8, [r11, #16]\n\t" \
    "ldr r5, [r11, #24]\n\t" \
    "vldrh.16 q0, [r4]\n\t" \
    "vldrh.16 q1, [r4]\n\t" \
    "vldrh.16 q2, [r4]\n\t" \
    "vldrh.16 q3, [r4]\n\t" \
    "adds r4, r4, #16\n\t" \
    "1:\n\t" \
    "ldr r0, [r6], #4\n\t" \
    "add r0, r0, r9\n\t" \
    "ldrd r1, r2, [r11, #28]\n\t" \
    "ldr r3, [r11, #36]\n\t" \
    "add r1, r1, r0\n\t" \
    "add r2, r2, r0\n\t" \
    "add r3, r3, r0\n\t" \
    "dls lr, r8\n\t" \
    "2:\n\t" \
    "vldrh.16 q4, [r4], #16\n\t" \
    "vldrh.16 q5, [r0]\n\t" \
    "add r0, r0, r5\n\t" \
    "vfma.f16 q0, q5, q4\n\t" \
    "vldrh.16 q6, [r1]\n\t" \
    "add r1, r1, r5\n\t" \
    "vfma.f16 q1, q6, q4\n\t" \
    "vldrh.16 q5, [r2]\n\t" \
    "add r2, r2, r5\n\t" \
    "vfma.f16 q2, q5, q4\n\t" \
    "vldrh.16 q6, [r3]\n\t" \
    "add r3, r3, r5\n\t" \
    "vfma.f16 q3, q6, q4\n\t" \
    "le lr, 2b\n\t" \
    "subs r7, r7, #1\n\t" \
    "bne 1b\n\t" \
    "ldr r10, [r11, #52]\n\t" \
    "cmp r10, #1\n\t" \
    "blo 7f\n\t" \
    "ldr r10, [r11, #56]\n\t" \
    "vdup.16 q4, r10\n\t" \
    "vpt.f16 gt, q4, q0\n\t" \
    "vdupt.16 q0, r10\n\t" \
    "vpt.f16 gt, q4, q1\n\t" \
    "vdupt.16 q1, r10\n\t" \
    "vpt.f16 gt, q4, q2\n\t" \
    "vdupt.16 q2, r10\n\t" \
    "vpt.f16 gt, q4, q3\n\t" \
    "vdupt.16 q3, r10\n\t" \
    "beq 7f\n\t" \
    "ldr r10, [r11, #60]\n\t" \
    "vpt.f16 gt, q0, r10\n\t" \
    "vdupt.16 q0, r10\n\t" \
    "vpt.f16 gt, q1, r10\n\t" \
    "vdupt.16 q1, r10\n\t" \
    "vpt.f16 gt, q2, r10\n\t" \
    "vdupt.16 q2, r10\n\t" \
    "vpt.f16 gt, q3, r10\n\t" \
    "vdupt.16 q3, r10\n\t" \
    "7:\n\t" \
    "ldrd r1, r2, [r11, #40]\n\t" \
    "ldr r3, [r11, #48]\n\t" \
    "add r1, r1, r12\n\t" \
    "add r2, r2, r12\n\t" \
    "add r3, r3, r12\n\t" \
    "vstrh.16 q3, [r3]\n\t" \
    "vstrh.16 q2, [r2]\n\t" \
    "vstrh.16 q1, [r1]\n\t" \
    "vstrh.16 q0, [r12]\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"

#endif
