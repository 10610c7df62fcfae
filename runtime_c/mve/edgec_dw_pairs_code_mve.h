/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_pairs_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_PAIRS_CODE_MVE_H
#define EDGEC_DW_PAIRS_CODE_MVE_H

/* Depthwise 3x3 windows with stride 2: 16 bytes of a channel hold the windows of two outputs side by side
 * (edgec_dwconv2d_s8_pairs_mve.h). */
/* Registers:
 *   x0..x2        r0..r2  cells of three rows
 *   step0..step2  r3..r5  to the cell before
 *   to            r8      columns
 *   columns       r9      to go
 *   bands         r10     to go
 *   t             r12     a number
 *   v0..v3        q0..q3  rows of a column and a byte of another one
 *   n0..n3        q4..q7  rows of the column behind four
 *   job           r11     edgec_dw_pairs_load_mve
 */
#define EDGEC_DW_PAIRS_LOAD_CODE_MVE \
    "ldmia r11, {r0, r1, r2, r3, r4, r5}\n\t" \
    "ldrd r8, r10, [r11, #24]\n\t" \
    "5:\n\t" \
    "ldr r12, [r11, #40]\n\t" \
    "vdup.8 q4, r12\n\t" \
    "vmov q5, q4\n\t" \
    "vmov q6, q4\n\t" \
    "ldrd r9, r12, [r11, #32]\n\t" \
    "cmp r12, #3\n\t" \
    "beq 3f\n\t" \
    "bhi 7f\n\t" \
    "cmp r12, #1\n\t" \
    "beq 1f\n\t" \
    "bhi 2f\n\t" \
    "vldrb.8 q4, [r0]\n\t" \
    "vldrb.8 q5, [r1]\n\t" \
    "vldrb.8 q6, [r2]\n\t" \
    "add r0, r0, r3\n\t" \
    "add r1, r1, r4\n\t" \
    "add r2, r2, r5\n\t" \
    "b 3f\n\t" \
    "3:\n\t" \
    "vldrb.8 q0, [r0]\n\t" \
    "vldrb.8 q1, [r1]\n\t" \
    "vldrb.8 q2, [r2]\n\t" \
    "add r0, r0, r3\n\t" \
    "add r1, r1, r4\n\t" \
    "add r2, r2, r5\n\t" \
    "vmov q3, q6\n\t" \
    "vst40.8 {q0, q1, q2, q3}, [r8]\n\t" \
    "vst41.8 {q0, q1, q2, q3}, [r8]\n\t" \
    "vst42.8 {q0, q1, q2, q3}, [r8]\n\t" \
    "vst43.8 {q0, q1, q2, q3}, [r8]!\n\t" \
    "2:\n\t" \
    "vldrb.8 q0, [r0]\n\t" \
    "vldrb.8 q1, [r1]\n\t" \
    "vldrb.8 q2, [r2]\n\t" \
    "add r0, r0, r3\n\t" \
    "add r1, r1, r4\n\t" \
    "add r2, r2, r5\n\t" \
    "vmov q3, q5\n\t" \
    "vst40.8 {q0, q1, q2, q3}, [r8]\n\t" \
    "vst41.8 {q0, q1, q2, q3}, [r8]\n\t" \
    "vst42.8 {q0, q1, q2, q3}, [r8]\n\t" \
    "vst43.8 {q0, q1, q2, q3}, [r8]!\n\t" \
    "1:\n\t" \
    "vldrb.8 q0, [r0]\n\t" \
    "vldrb.8 q1, [r1]\n\t" \
    "vldrb.8 q2, [r2]\n\t" \
    "add r0, r0, r3\n\t" \
    "add r1, r1, r4\n\t" \
    "add r2, r2, r5\n\t" \
    "vmov q3, q4\n\t" \
    "vst40.8 {q0, q1, q2, q3}, [r8]\n\t" \
    "vst41.8 {q0, q1, q2, q3}, [r8]\n\t" \
    "vst42.8 {q0, q1, q2, q3}, [r8]\n\t" \
    "vst43.8 {q0, q1, q2, q3}, [r8]!\n\t" \
    "subs r9, r9, #3\n\t" \
    "beq 9f\n\t" \
    "7:\n\t" \
    "vldrb.8 q4, [r0]\n\t" \
    "vldrb.8 q5, [r1]\n\t" \
    "vldrb.8 q6, [r2]\n\t" \
    "add r0, r0, r3\n\t" \
    "add r1, r1, r4\n\t" \
    "add r2, r2, r5\n\t" \
    "vst40.8 {q4, q5, q6, q7}, [r8]\n\t" \
    "vst41.8 {q4, q5, q6, q7}, [r8]\n\t" \
    "vst42.8 {q4, q5, q6, q7}, [r8]\n\t" \
    "vst43.8 {q4, q5, q6, q7}, [r8]!\n\t" \
    "subs r9, r9, #1\n\t" \
    "bne 3b\n\t" \
    "9:\n\t" \
    "ldrd r12, r9, [r11, #44]\n\t" \
    "add r8, r8, r12\n\t" \
    "add r0, r0, r9\n\t" \
    "add r1, r1, r9\n\t" \
    "add r2, r2, r9\n\t" \
    "subs r10, r10, #1\n\t" \
    "bne 5b\n\t"
/* Registers:
 *   a0..a3  r0 r2 r4 r6  sums of four outputs
 *   stream  r1           weights
 *   y       r3           outputs of a channel
 *   bias    r5           of the channel, times the factor
 *   y_step  r7           of eight outputs
 *   ends    r8           factors and biases
 *   zero    r9           zero point times 2**16
 *   lines   r10          to go
 *   job     r11          edgec_dw_pairs_mve
 *   count   lr           of eights
 *   x       q0           16 bytes, then sums of the second four outputs
 *   w0 w1   q1 q2        weights of the two outputs
 *   at      q3           columns of two outputs
 *   places  q4           where eight outputs lie
 *   m       q5           multiplier of the channel
 *   s       q6           16 bytes, then sums of the first four outputs, then of all
 *   factor  q7           2**(16 - n) of the channel
 */
#define EDGEC_DW_PAIRS_CODE_MVE \
    "strd r6, r7, [r11, #52]\n\t" \
    "ldrd r1, r8, [r11]\n\t" \
    "ldrd r3, r9, [r11, #8]\n\t" \
    "ldr r0, [r11, #28]\n\t" \
    "vmsr p0, r0\n\t" \
    "vldrw.32 q3, [r11, #60]\n\t" \
    "vldrw.32 q4, [r11, #76]\n\t" \
    "5:\n\t" \
    "ldr r0, [r11, #92]\n\t" \
    "vldrw.32 q0, [r0]\n\t" \
    "vldrb.u8 q1, [r1, q0]\n\t" \
    "vldrw.32 q0, [r0, #16]\n\t" \
    "vldrb.u8 q2, [r1, q0]\n\t" \
    "add r1, r1, #10\n\t" \
    "ldrd r5, r6, [r8], #8\n\t" \
    "vdup.32 q5, r6\n\t" \
    "rsb r0, r5, #0\n\t" \
    "and r0, r0, r5\n\t" \
    "sub r5, r5, r0\n\t" \
    "asr r5, r5, #1\n\t" \
    "vdup.32 q7, r0\n\t" \
    "ldrd r7, r10, [r11, #16]\n\t" \
    "4:\n\t" \
    "ldr r0, [r11, #24]\n\t" \
    "wls lr, r0, 3f\n\t" \
    "2:\n\t" \
    "vldrw.32 q0, [q3, #-256]!\n\t" \
    "vldrw.32 q6, [q3, #-256]!\n\t" \
    "vmladav.s8 r0, q0, q1\n\t" \
    "vmladav.s8 r2, q0, q2\n\t" \
    "vldrw.32 q0, [q3, #-256]!\n\t" \
    "vmladav.s8 r4, q6, q1\n\t" \
    "vmladav.s8 r6, q6, q2\n\t" \
    "vmov q6[2], q6[0], r0, r4\n\t" \
    "vmladav.s8 r0, q0, q1\n\t" \
    "vmov q6[3], q6[1], r2, r6\n\t" \
    "vmladav.s8 r2, q0, q2\n\t" \
    "vldrw.32 q0, [q3, #-256]!\n\t" \
    "vmlas.s32 q6, q7, r5\n\t" \
    "vmladav.s8 r4, q0, q1\n\t" \
    "vmladav.s8 r6, q0, q2\n\t" \
    "vqdmlash.s32 q6, q5, r9\n\t" \
    "vmov q0[2], q0[0], r0, r4\n\t" \
    "vmov q0[3], q0[1], r2, r6\n\t" \
    "vqrshrnb.s32 q6, q6, #16\n\t" \
    "vmlas.s32 q0, q7, r5\n\t" \
    "vqdmlash.s32 q0, q5, r9\n\t" \
    "vqrshrnt.s32 q6, q0, #16\n\t" \
    "vqmovnb.s16 q6, q6\n\t" \
    "vstrb.16 q6, [r3, q4]\n\t" \
    "add r3, r3, r7\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "vldrw.32 q0, [q3, #-256]!\n\t" \
    "vldrw.32 q6, [q3, #-256]!\n\t" \
    "vmladav.s8 r0, q0, q1\n\t" \
    "vmladav.s8 r2, q0, q2\n\t" \
    "vldrw.32 q0, [q3, #-256]!\n\t" \
    "vmladav.s8 r4, q6, q1\n\t" \
    "vmladav.s8 r6, q6, q2\n\t" \
    "vmov q6[2], q6[0], r0, r4\n\t" \
    "vmladav.s8 r0, q0, q1\n\t" \
    "vmov q6[3], q6[1], r2, r6\n\t" \
    "vmladav.s8 r2, q0, q2\n\t" \
    "vldrw.32 q0, [q3, #-256]!\n\t" \
    "vmlas.s32 q6, q7, r5\n\t" \
    "vmladav.s8 r4, q0, q1\n\t" \
    "vmladav.s8 r6, q0, q2\n\t" \
    "vqdmlash.s32 q6, q5, r9\n\t" \
    "vmov q0[2], q0[0], r0, r4\n\t" \
    "vmov q0[3], q0[1], r2, r6\n\t" \
    "vqrshrnb.s32 q6, q6, #16\n\t" \
    "vmlas.s32 q0, q7, r5\n\t" \
    "vqdmlash.s32 q0, q5, r9\n\t" \
    "vqrshrnt.s32 q6, q0, #16\n\t" \
    "vqmovnb.s16 q6, q6\n\t" \
    "vpst\n\t" \
    "vstrbt.16 q6, [r3, q4]\n\t" \
    "ldrd r0, r4, [r11, #32]\n\t" \
    "add r3, r3, r0\n\t" \
    "vadd.i32 q3, q3, r4\n\t" \
    "subs r10, r10, #1\n\t" \
    "bne 4b\n\t" \
    "ldrd r0, r4, [r11, #40]\n\t" \
    "add r3, r3, r0\n\t" \
    "vadd.i32 q3, q3, r4\n\t" \
    "ldr r0, [r11, #48]\n\t" \
    "cmp r1, r0\n\t" \
    "bne 5b\n\t" \
    "ldrd r6, r7, [r11, #52]\n\t"

#endif
