/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_winograd_s16_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_WINOGRAD_S16_CODE_MVE_H
#define EDGEC_WINOGRAD_S16_CODE_MVE_H

/* Winograd F(2, 3) along rows, int16 activations that are not negative (edgec_winograd_s16_mve.h). */

/* Registers:
 *   a0..a3                 r0 r2 r4 r6    sums of four channels for the first tile
 *   b0..b3                 r8 r10 r12 lr  for the second
 *   stream                 r1             points of the weights
 *   x                      r3             points of the two tiles
 *   ends                   r5             biases, multipliers, shifts
 *   count                  r7             rounds left
 *   points                 r9             points of the tiles of an output row
 *   job                    r11            edgec_winograd_s16_mve
 *   w0 w1                  q0 q1          points of the weights of one channel, of the next
 *   v0 v1                  q2 q3          points of the tiles
 *   odd0 odd1              q4 q5          sums of four channels for the second output of each tile
 *   even0 even1            q6 q7          for the first one
 *   t0 t1                  q0 q1          between the points: sums
 *   m minus_n low high     q0..q3         behind the loops: how sums become numbers of 16 bits
 *   y second third fourth  r0 r2 r4 r6    behind the loops: where outputs go
 *   end                    r8             behind the loops: where whole blocks end
 *   last                   r0             where the last block begins
 */
#define EDGEC_WINOGRAD_S16_3_CODE_MVE \
    "strd r6, r7, [r11, #40]\n\t" \
    "ldrd r9, r1, [r11]\n\t" \
    "ldr r5, [r11, #8]\n\t" \
    "5:\n\t" \
    "ldm r5!, {r0, r2, r4, r6}\n\t" \
    "mov r8, r0\n\t" \
    "mov r10, r2\n\t" \
    "mov r12, r4\n\t" \
    "mov lr, r6\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "mov r3, r9\n\t" \
    "ldr r7, [r11, #24]\n\t" \
    "2:\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "subs r7, r7, #1\n\t" \
    "bne 2b\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vmov q5[2], q5[0], r8, r12\n\t" \
    "vmov q5[3], q5[1], r10, lr\n\t" \
    "add r3, r9, #32\n\t" \
    "ldr r7, [r11, #24]\n\t" \
    "2:\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "subs r7, r7, #1\n\t" \
    "bne 2b\n\t" \
    "vmov q6[2], q6[0], r0, r4\n\t" \
    "vmov q6[3], q6[1], r2, r6\n\t" \
    "vmov q7[2], q7[0], r8, r12\n\t" \
    "vmov q7[3], q7[1], r10, lr\n\t" \
    "vadd.i32 q4, q4, q6\n\t" \
    "vadd.i32 q5, q5, q7\n\t" \
    "add r3, r9, #64\n\t" \
    "ldr r7, [r11, #24]\n\t" \
    "2:\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "subs r7, r7, #1\n\t" \
    "bne 2b\n\t" \
    "vmov q6[2], q6[0], r0, r4\n\t" \
    "vmov q6[3], q6[1], r2, r6\n\t" \
    "vmov q7[2], q7[0], r8, r12\n\t" \
    "vmov q7[3], q7[1], r10, lr\n\t" \
    "add r3, r9, #96\n\t" \
    "ldr r7, [r11, #24]\n\t" \
    "2:\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "subs r7, r7, #1\n\t" \
    "bne 2b\n\t" \
    "sub r1, r1, #16\n\t" \
    "vmov q0[2], q0[0], r0, r4\n\t" \
    "vmov q0[3], q0[1], r2, r6\n\t" \
    "vmov q1[2], q1[0], r8, r12\n\t" \
    "vmov q1[3], q1[1], r10, lr\n\t" \
    "vsub.i32 q4, q4, q0\n\t" \
    "vsub.i32 q5, q5, q1\n\t" \
    "vldrw.32 q0, [r5], #16\n\t" \
    "vldrb.s32 q1, [r5], #4\n\t" \
    "vqdmulh.s32 q6, q6, q0\n\t" \
    "vqdmulh.s32 q4, q4, q0\n\t" \
    "vqdmulh.s32 q7, q7, q0\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "vldrw.32 q2, [r11, #48]\n\t" \
    "vldrw.32 q3, [r11, #64]\n\t" \
    "vrshl.s32 q6, q6, q1\n\t" \
    "vrshl.s32 q4, q4, q1\n\t" \
    "vrshl.s32 q7, q7, q1\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "ldrd r0, r8, [r11, #12]\n\t" \
    "ldrd r2, r4, [r11, #28]\n\t" \
    "ldr r6, [r11, #36]\n\t" \
    "vmax.s32 q6, q6, q2\n\t" \
    "vmax.s32 q4, q4, q2\n\t" \
    "vmax.s32 q7, q7, q2\n\t" \
    "vmax.s32 q5, q5, q2\n\t" \
    "add r2, r2, r0\n\t" \
    "add r4, r4, r0\n\t" \
    "add r6, r6, r0\n\t" \
    "vmin.s32 q6, q6, q3\n\t" \
    "vmin.s32 q4, q4, q3\n\t" \
    "vmin.s32 q7, q7, q3\n\t" \
    "vmin.s32 q5, q5, q3\n\t" \
    "vstrh.32 q5, [r6]\n\t" \
    "vstrh.32 q7, [r4]\n\t" \
    "vstrh.32 q4, [r2]\n\t" \
    "vstrh.32 q6, [r0], #8\n\t" \
    "str r0, [r11, #12]\n\t" \
    "cmp r0, r8\n\t" \
    "blo 5b\n\t" \
    "ldr r0, [r11, #20]\n\t" \
    "cbz r0, 9f\n\t" \
    "str r0, [r11, #12]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #20]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #40]\n\t"
#define EDGEC_WINOGRAD_S16_6_CODE_MVE \
    "strd r6, r7, [r11, #40]\n\t" \
    "ldrd r9, r1, [r11]\n\t" \
    "ldr r5, [r11, #8]\n\t" \
    "5:\n\t" \
    "ldm r5!, {r0, r2, r4, r6}\n\t" \
    "mov r8, r0\n\t" \
    "mov r10, r2\n\t" \
    "mov r12, r4\n\t" \
    "mov lr, r6\n\t" \
    "mov r3, r9\n\t" \
    "ldr r7, [r11, #24]\n\t" \
    "2:\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "subs r7, r7, #1\n\t" \
    "bne 2b\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vmov q5[2], q5[0], r8, r12\n\t" \
    "vmov q5[3], q5[1], r10, lr\n\t" \
    "add r3, r9, #32\n\t" \
    "ldr r7, [r11, #24]\n\t" \
    "2:\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "subs r7, r7, #1\n\t" \
    "bne 2b\n\t" \
    "vmov q6[2], q6[0], r0, r4\n\t" \
    "vmov q6[3], q6[1], r2, r6\n\t" \
    "vmov q7[2], q7[0], r8, r12\n\t" \
    "vmov q7[3], q7[1], r10, lr\n\t" \
    "vadd.i32 q4, q4, q6\n\t" \
    "vadd.i32 q5, q5, q7\n\t" \
    "add r3, r9, #64\n\t" \
    "ldr r7, [r11, #24]\n\t" \
    "2:\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "subs r7, r7, #1\n\t" \
    "bne 2b\n\t" \
    "vmov q6[2], q6[0], r0, r4\n\t" \
    "vmov q6[3], q6[1], r2, r6\n\t" \
    "vmov q7[2], q7[0], r8, r12\n\t" \
    "vmov q7[3], q7[1], r10, lr\n\t" \
    "add r3, r9, #96\n\t" \
    "ldr r7, [r11, #24]\n\t" \
    "2:\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "vmladava.s16 r0, q0, q2\n\t" \
    "vldrh.16 q3, [r3], #112\n\t" \
    "vmladava.s16 r8, q0, q3\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r2, q1, q2\n\t" \
    "vldrh.16 q0, [r1], #16\n\t" \
    "vmladava.s16 r10, q1, q3\n\t" \
    "vmladava.s16 r4, q0, q2\n\t" \
    "vldrh.16 q1, [r1], #16\n\t" \
    "vmladava.s16 r12, q0, q3\n\t" \
    "vmladava.s16 r6, q1, q2\n\t" \
    "vmladava.s16 lr, q1, q3\n\t" \
    "subs r7, r7, #1\n\t" \
    "bne 2b\n\t" \
    "vmov q0[2], q0[0], r0, r4\n\t" \
    "vmov q0[3], q0[1], r2, r6\n\t" \
    "vmov q1[2], q1[0], r8, r12\n\t" \
    "vmov q1[3], q1[1], r10, lr\n\t" \
    "vsub.i32 q4, q4, q0\n\t" \
    "vsub.i32 q5, q5, q1\n\t" \
    "vldrw.32 q0, [r5], #16\n\t" \
    "vldrb.s32 q1, [r5], #4\n\t" \
    "vqdmulh.s32 q6, q6, q0\n\t" \
    "vqdmulh.s32 q4, q4, q0\n\t" \
    "vqdmulh.s32 q7, q7, q0\n\t" \
    "vqdmulh.s32 q5, q5, q0\n\t" \
    "vldrw.32 q2, [r11, #48]\n\t" \
    "vldrw.32 q3, [r11, #64]\n\t" \
    "vrshl.s32 q6, q6, q1\n\t" \
    "vrshl.s32 q4, q4, q1\n\t" \
    "vrshl.s32 q7, q7, q1\n\t" \
    "vrshl.s32 q5, q5, q1\n\t" \
    "ldrd r0, r8, [r11, #12]\n\t" \
    "ldrd r2, r4, [r11, #28]\n\t" \
    "ldr r6, [r11, #36]\n\t" \
    "vmax.s32 q6, q6, q2\n\t" \
    "vmax.s32 q4, q4, q2\n\t" \
    "vmax.s32 q7, q7, q2\n\t" \
    "vmax.s32 q5, q5, q2\n\t" \
    "add r2, r2, r0\n\t" \
    "add r4, r4, r0\n\t" \
    "add r6, r6, r0\n\t" \
    "vmin.s32 q6, q6, q3\n\t" \
    "vmin.s32 q4, q4, q3\n\t" \
    "vmin.s32 q7, q7, q3\n\t" \
    "vmin.s32 q5, q5, q3\n\t" \
    "vstrh.32 q5, [r6]\n\t" \
    "vstrh.32 q7, [r4]\n\t" \
    "vstrh.32 q4, [r2]\n\t" \
    "vstrh.32 q6, [r0], #8\n\t" \
    "str r0, [r11, #12]\n\t" \
    "cmp r0, r8\n\t" \
    "blo 5b\n\t" \
    "ldr r0, [r11, #20]\n\t" \
    "cbz r0, 9f\n\t" \
    "str r0, [r11, #12]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #20]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #40]\n\t"

/* Registers:
 *   d0..d5  r0 r2 r3 r4 r5 r8  six columns of a row
 *   to      r1                 points of the two tiles that they make
 *   half    r9                 32768
 *   rows    r10                rows left
 *   job     r11                edgec_winograd_columns_mve
 *   units   r12                of eight channels
 *   c0..c5  q0..q5             eight channels of the columns
 *   t0 t1   q6 q7              points
 */

#define EDGEC_WINOGRAD_POINTS_S16_CODE_MVE \
    "ldrd r1, r10, [r11, #64]\n\t" \
    "ldr r12, [r11, #72]\n\t" \
    "movw r9, #32768\n\t" \
    "1:\n\t" \
    "vldrw.32 q0, [r11]\n\t" \
    "vldrw.32 q1, [r11, #32]\n\t" \
    "vldrw.32 q2, [r11, #16]\n\t" \
    "vldrw.32 q3, [r11, #48]\n\t" \
    "ldrd r0, r2, [r11]\n\t" \
    "ldrd r3, r4, [r11, #8]\n\t" \
    "ldrd r5, r8, [r11, #16]\n\t" \
    "vadd.i32 q0, q0, q1\n\t" \
    "vadd.i32 q2, q2, q3\n\t" \
    "vstrw.32 q0, [r11]\n\t" \
    "vstrw.32 q2, [r11, #16]\n\t" \
    "dls lr, r12\n\t" \
    "2:\n\t" \
    "vldrh.16 q0, [r0], #16\n\t" \
    "vldrh.16 q1, [r2], #16\n\t" \
    "vldrh.16 q2, [r3], #16\n\t" \
    "vldrh.16 q3, [r4], #16\n\t" \
    "vldrh.16 q4, [r5], #16\n\t" \
    "vldrh.16 q5, [r8], #16\n\t" \
    "vadd.i16 q6, q1, q2\n\t" \
    "vadd.i16 q7, q3, q4\n\t" \
    "vadd.i16 q6, q6, r9\n\t" \
    "vadd.i16 q7, q7, r9\n\t" \
    "vstrh.16 q6, [r1]\n\t" \
    "vsub.i16 q6, q0, q2\n\t" \
    "vstrh.16 q7, [r1, #16]\n\t" \
    "vsub.i16 q7, q2, q4\n\t" \
    "vstrh.16 q6, [r1, #32]\n\t" \
    "vsub.i16 q6, q2, q1\n\t" \
    "vstrh.16 q7, [r1, #48]\n\t" \
    "vsub.i16 q7, q4, q3\n\t" \
    "vstrh.16 q6, [r1, #64]\n\t" \
    "vsub.i16 q6, q1, q3\n\t" \
    "vstrh.16 q7, [r1, #80]\n\t" \
    "vsub.i16 q7, q3, q5\n\t" \
    "vstrh.16 q6, [r1, #96]\n\t" \
    "vstrh.16 q7, [r1, #112]\n\t" \
    "add r1, r1, #128\n\t" \
    "le lr, 2b\n\t" \
    "subs r10, r10, #1\n\t" \
    "bne 1b\n\t"

/* Registers:
 *   g0 g1 g2  q0..q2  eight weights of each column
 *   sum more  q3 q4   points
 */
#define EDGEC_WINOGRAD_FILTERS_S16_CODE_MVE \
    "wls lr, %[count], 2f\n\t" \
    "1:\n\t" \
    "vldrb.s16 q0, [%[from]], #8\n\t" \
    "vldrb.s16 q1, [%[from]], #8\n\t" \
    "vldrb.s16 q2, [%[from]], #8\n\t" \
    "vadd.i16 q3, q0, q2\n\t" \
    "vshl.i16 q0, q0, #1\n\t" \
    "vadd.i16 q4, q3, q1\n\t" \
    "vstrh.16 q4, [%[p0]], #16\n\t" \
    "vsub.i16 q3, q3, q1\n\t" \
    "vstrh.16 q0, [%[p1]], #16\n\t" \
    "vshl.i16 q2, q2, #1\n\t" \
    "vstrh.16 q3, [%[p2]], #16\n\t" \
    "vstrh.16 q2, [%[p3]], #16\n\t" \
    "le lr, 1b\n\t" \
    "2:\n\t"

#endif
