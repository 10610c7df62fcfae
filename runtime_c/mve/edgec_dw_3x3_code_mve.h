/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_3x3_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_3X3_CODE_MVE_H
#define EDGEC_DW_3X3_CODE_MVE_H

/* Depthwise 3x3 windows: four rows of a column and channel in a word, which VST4 brings together, and outputs from
 * 16 bytes of four columns, eight at a time (edgec_dwconv2d_s8_3x3_mve.h). */
/* Registers:
 *   x0..x3        r0..r3       cells of four rows
 *   step0..step3  r4 r5 r8 r9  from a cell to the next
 *   to            r10          columns
 *   n             r12          bands to go
 *   group         r6           edgec_dw_rows_mve
 *   at            r7           from the group's cells to those of the band and of the channels
 *   lanes         lr           channels, then columns, then what belongs to a band
 *   v0..v3        q0..q3       a cell of each row
 *   job           r11          edgec_dw_load_mve
 */
#define EDGEC_DW_LOAD_4_CODE_MVE \
    "strd r6, r7, [r11, #28]\n\t" \
    "ldr lr, [r11]\n\t" \
    "vctp.8 lr\n\t" \
    "ldr r6, [r11, #20]\n\t" \
    "7:\n\t" \
    "ldmia r6, {r0, r1, r2, r3, r4, r5, r8, r9, r10, r12}\n\t" \
    "ldr r7, [r11, #16]\n\t" \
    "5:\n\t" \
    "add r0, r0, r7\n\t" \
    "add r1, r1, r7\n\t" \
    "add r2, r2, r7\n\t" \
    "add r3, r3, r7\n\t" \
    "ldr lr, [r11, #4]\n\t" \
    "1:\n\t" \
    "vpstttt\n\t" \
    "vldrbt.8 q0, [r0]\n\t" \
    "vldrbt.8 q1, [r1]\n\t" \
    "vldrbt.8 q2, [r2]\n\t" \
    "vldrbt.8 q3, [r3]\n\t" \
    "add r0, r0, r4\n\t" \
    "add r1, r1, r5\n\t" \
    "add r2, r2, r8\n\t" \
    "add r3, r3, r9\n\t" \
    "vst40.8 {q0, q1, q2, q3}, [r10]\n\t" \
    "vst41.8 {q0, q1, q2, q3}, [r10]\n\t" \
    "vst42.8 {q0, q1, q2, q3}, [r10]\n\t" \
    "vst43.8 {q0, q1, q2, q3}, [r10]!\n\t" \
    "le lr, 1b\n\t" \
    "subs r12, r12, #1\n\t" \
    "beq 8f\n\t" \
    "ldr lr, [r11, #8]\n\t" \
    "add r7, r7, lr\n\t" \
    "ldr lr, [r11, #12]\n\t" \
    "add r10, r10, lr\n\t" \
    "ldmia r6, {r0, r1, r2, r3}\n\t" \
    "b 5b\n\t" \
    "8:\n\t" \
    "ldr lr, [r11, #24]\n\t" \
    "add r6, r6, #40\n\t" \
    "cmp r6, lr\n\t" \
    "bne 7b\n\t" \
    "ldrd r6, r7, [r11, #28]\n\t"
#define EDGEC_DW_LOAD_3_CODE_MVE \
    "strd r6, r7, [r11, #28]\n\t" \
    "ldr lr, [r11]\n\t" \
    "vctp.8 lr\n\t" \
    "ldr r6, [r11, #20]\n\t" \
    "7:\n\t" \
    "ldmia r6, {r0, r1, r2, r3, r4, r5, r8, r9, r10, r12}\n\t" \
    "ldr r7, [r11, #16]\n\t" \
    "5:\n\t" \
    "add r0, r0, r7\n\t" \
    "add r1, r1, r7\n\t" \
    "add r2, r2, r7\n\t" \
    "add r3, r3, r7\n\t" \
    "ldr lr, [r11, #4]\n\t" \
    "1:\n\t" \
    "vpsttt\n\t" \
    "vldrbt.8 q0, [r0]\n\t" \
    "vldrbt.8 q1, [r1]\n\t" \
    "vldrbt.8 q2, [r2]\n\t" \
    "add r0, r0, r4\n\t" \
    "add r1, r1, r5\n\t" \
    "add r2, r2, r8\n\t" \
    "vst40.8 {q0, q1, q2, q3}, [r10]\n\t" \
    "vst41.8 {q0, q1, q2, q3}, [r10]\n\t" \
    "vst42.8 {q0, q1, q2, q3}, [r10]\n\t" \
    "vst43.8 {q0, q1, q2, q3}, [r10]!\n\t" \
    "le lr, 1b\n\t" \
    "subs r12, r12, #1\n\t" \
    "beq 8f\n\t" \
    "ldr lr, [r11, #8]\n\t" \
    "add r7, r7, lr\n\t" \
    "ldr lr, [r11, #12]\n\t" \
    "add r10, r10, lr\n\t" \
    "ldmia r6, {r0, r1, r2, r3}\n\t" \
    "b 5b\n\t" \
    "8:\n\t" \
    "ldr lr, [r11, #24]\n\t" \
    "add r6, r6, #40\n\t" \
    "cmp r6, lr\n\t" \
    "bne 7b\n\t" \
    "ldrd r6, r7, [r11, #28]\n\t"

/* Registers:
 *   a0..a3  r0 r2 r4 r6  sums of four outputs
 *   stream  r1           weights
 *   y       r3           outputs of a channel
 *   bias    r5           of the channel, times the factor
 *   ends    r8           factors and biases
 *   zero    r9           zero point times 2**16, of stride 2 itself
 *   job     r11          edgec_dw_3x3_mve
 *   count   lr           of eights
 *   x       q0           16 bytes, then sums of the second four outputs, then where outputs lie
 *   s       q6           where bytes lie, then sums of the first four outputs, then of all
 *   factor  q7           2**(16 - n) of the channel
 *   eights  r7           where eight outputs read and write
 *   base    r10          columns of the channel
 *   last    r12          behind the weights
 *   w0..w3  q1..q4       weights as they meet the bytes
 *   m       q5           multiplier of the channel
 */
/* Registers:
 *   a0..a3    r0 r2 r4 r6  sums of four outputs
 *   stream    r1           weights
 *   y         r3           outputs of a channel
 *   bias      r5           of the channel, times the factor
 *   ends      r8           factors and biases
 *   zero      r9           zero point times 2**16, of stride 2 itself
 *   job       r11          edgec_dw_3x3_mve
 *   count     lr           of eights
 *   x         q0           16 bytes, then sums of the second four outputs, then where outputs lie
 *   s         q6           where bytes lie, then sums of the first four outputs, then of all
 *   factor    q7           2**(16 - n) of the channel
 *   eights    r10          where eight outputs read and write
 *   m         r7           multiplier of the channel
 *   second    r12          where the columns of the second four outputs lie
 *   w         q1           weights
 *   at0..at3  q2..q5       columns of four outputs
 */

#define EDGEC_DW_3X3_S1_CODE_MVE \
    "strd r6, r7, [r11, #32]\n\t" \
    "ldrd r1, r8, [r11, #8]\n\t" \
    "ldr r3, [r11, #16]\n\t" \
    "ldr r9, [r11, #24]\n\t" \
    "ldr r10, [r11, #20]\n\t" \
    "ldr r12, [r11, #28]\n\t" \
    "5:\n\t" \
    "vldrb.8 q3, [r1, #1]\n\t" \
    "vldrb.8 q2, [r1, #4]\n\t" \
    "vldrb.8 q1, [r1, #5]\n\t" \
    "vldrb.8 q4, [r1], #16\n\t" \
    "ldrd r5, r6, [r8], #8\n\t" \
    "vdup.32 q5, r6\n\t" \
    "rsb r0, r5, #0\n\t" \
    "and r0, r0, r5\n\t" \
    "sub r5, r5, r0\n\t" \
    "asr r5, r5, #1\n\t" \
    "vdup.32 q7, r0\n\t" \
    "ldrd r7, lr, [r11]\n\t" \
    "lsrs lr, lr, #1\n\t" \
    "beq 3f\n\t" \
    "2:\n\t" \
    "vldrh.u32 q6, [r7], #8\n\t" \
    "vldrw.32 q0, [r10, q6]\n\t" \
    "vldrh.u32 q6, [r7], #8\n\t" \
    "vmladav.s8 r0, q0, q1\n\t" \
    "vmladav.s8 r4, q0, q3\n\t" \
    "vmladav.s8 r2, q0, q2\n\t" \
    "vmladav.s8 r6, q0, q4\n\t" \
    "vldrw.32 q0, [r10, q6]\n\t" \
    "vmov q6[2], q6[0], r0, r4\n\t" \
    "vmladav.s8 r0, q0, q1\n\t" \
    "vmov q6[3], q6[1], r2, r6\n\t" \
    "vmladav.s8 r4, q0, q3\n\t" \
    "vmlas.s32 q6, q7, r5\n\t" \
    "vmladav.s8 r2, q0, q2\n\t" \
    "vmladav.s8 r6, q0, q4\n\t" \
    "vmov q0[2], q0[0], r0, r4\n\t" \
    "vqdmlash.s32 q6, q5, r9\n\t" \
    "vmov q0[3], q0[1], r2, r6\n\t" \
    "vqrshrnb.s32 q6, q6, #16\n\t" \
    "vmlas.s32 q0, q7, r5\n\t" \
    "vqdmlash.s32 q0, q5, r9\n\t" \
    "vqrshrnt.s32 q6, q0, #16\n\t" \
    "vldrh.16 q0, [r7], #16\n\t" \
    "vqmovnb.s16 q6, q6\n\t" \
    "vstrb.16 q6, [r3, q0]\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "bcs 7f\n\t" \
    "4:\n\t" \
    "ldrd r7, lr, [r11, #40]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "8:\n\t" \
    "vldrh.u32 q6, [r7], #8\n\t" \
    "vldrw.32 q0, [r10, q6]\n\t" \
    "vmladav.s8 r0, q0, q1\n\t" \
    "vmladav.s8 r2, q0, q2\n\t" \
    "vldrh.u32 q6, [r7], #8\n\t" \
    "vldrw.32 q0, [r10, q6]\n\t" \
    "vmladav.s8 r4, q0, q1\n\t" \
    "vmladav.s8 r6, q0, q2\n\t" \
    "vldrh.u32 q0, [r7], #8\n\t" \
    "vmov q6[2], q6[0], r0, r4\n\t" \
    "vmov q6[3], q6[1], r2, r6\n\t" \
    "vmlas.s32 q6, q7, r5\n\t" \
    "vqdmlash.s32 q6, q5, r9\n\t" \
    "vqrshrnb.s32 q6, q6, #16\n\t" \
    "vqmovnb.s16 q6, q6\n\t" \
    "vstrb.32 q6, [r3, q0]\n\t" \
    "le lr, 8b\n\t" \
    "6:\n\t" \
    "add r3, r3, #1\n\t" \
    "add r10, r10, #4\n\t" /* the rows of the next channel */ \
    "cmp r1, r12\n\t" \
    "bne 5b\n\t" \
    "b 9f\n\t" \
    "7:\n\t" \
    "vldrh.u32 q6, [r7]\n\t" \
    "vldrw.32 q0, [r10, q6]\n\t" \
    "vmladav.s8 r0, q0, q1\n\t" \
    "vmladav.s8 r2, q0, q2\n\t" \
    "vmladav.s8 r4, q0, q3\n\t" \
    "vmladav.s8 r6, q0, q4\n\t" \
    "vmov q6[2], q6[0], r0, r4\n\t" \
    "vmov q6[3], q6[1], r2, r6\n\t" \
    "vmlas.s32 q6, q7, r5\n\t" \
    "vqdmlash.s32 q6, q5, r9\n\t" \
    "vqrshrnb.s32 q6, q6, #16\n\t" \
    "vldrw.32 q0, [r7, #16]\n\t" \
    "vmovlb.u16 q0, q0\n\t" \
    "vqmovnb.s16 q6, q6\n\t" \
    "vstrb.32 q6, [r3, q0]\n\t" \
    "b 4b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #32]\n\t"
#define EDGEC_DW_3X3_S2_CODE_MVE \
    "strd r6, r7, [r11, #32]\n\t" \
    "ldrd r1, r8, [r11, #8]\n\t" \
    "ldr r3, [r11, #16]\n\t" \
    "ldr r9, [r11, #24]\n\t" \
    "ldr r12, [r11, #48]\n\t" \
    "vldrw.32 q2, [r12, #0]\n\t" \
    "vldrw.32 q3, [r12, #16]\n\t" \
    "vldrw.32 q4, [r12, #32]\n\t" \
    "vldrw.32 q5, [r12, #48]\n\t" \
    "5:\n\t" \
    "vldrb.8 q1, [r1], #16\n\t" \
    "ldrd r5, r7, [r8], #8\n\t" \
    "rsb r0, r5, #0\n\t" \
    "and r0, r0, r5\n\t" \
    "sub r5, r5, r0\n\t" \
    "asr r5, r5, #1\n\t" \
    "vdup.32 q7, r0\n\t" \
    "ldrd r10, lr, [r11]\n\t" \
    "lsrs lr, lr, #1\n\t" \
    "beq 3f\n\t" \
    "2:\n\t" \
    "ldrd r6, r12, [r10], #8\n\t" \
    "vldrw.32 q0, [r6, q2]\n\t" \
    "vmladav.s8 r0, q0, q1\n\t" \
    "vldrw.32 q0, [r6, q3]\n\t" \
    "vmladav.s8 r2, q0, q1\n\t" \
    "vldrw.32 q0, [r6, q4]\n\t" \
    "vmladav.s8 r4, q0, q1\n\t" \
    "vldrw.32 q0, [r6, q5]\n\t" \
    "vmladav.s8 r6, q0, q1\n\t" \
    "vldrw.32 q0, [r12, q2]\n\t" \
    "vmov q6[2], q6[0], r0, r4\n\t" \
    "vmladav.s8 r0, q0, q1\n\t" \
    "vldrw.32 q0, [r12, q3]\n\t" \
    "vmov q6[3], q6[1], r2, r6\n\t" \
    "vmladav.s8 r2, q0, q1\n\t" \
    "vldrw.32 q0, [r12, q4]\n\t" \
    "vmlas.s32 q6, q7, r5\n\t" \
    "vmladav.s8 r4, q0, q1\n\t" \
    "vldrw.32 q0, [r12, q5]\n\t" \
    "vqdmulh.s32 q6, q6, r7\n\t" \
    "vmladav.s8 r6, q0, q1\n\t" \
    "vmov q0[2], q0[0], r0, r4\n\t" \
    "vmov q0[3], q0[1], r2, r6\n\t" \
    "vqrshrnb.s32 q6, q6, #16\n\t" \
    "vmlas.s32 q0, q7, r5\n\t" \
    "vqdmulh.s32 q0, q0, r7\n\t" \
    "vqrshrnt.s32 q6, q0, #16\n\t" \
    "vldrh.16 q0, [r10], #16\n\t" \
    "vqadd.s16 q6, q6, r9\n\t" \
    "vqmovnb.s16 q6, q6\n\t" \
    "vstrb.16 q6, [r3, q0]\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "bcs 7f\n\t" \
    "4:\n\t" \
    "add r3, r3, #1\n\t" \
    "mov r0, #4\n\t" \
    "vadd.i32 q2, q2, r0\n\t" \
    "vadd.i32 q3, q3, r0\n\t" \
    "vadd.i32 q4, q4, r0\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "ldr r12, [r11, #28]\n\t" \
    "cmp r1, r12\n\t" \
    "bne 5b\n\t" \
    "b 9f\n\t" \
    "7:\n\t" \
    "ldr r6, [r10]\n\t" \
    "vldrw.32 q0, [r6, q2]\n\t" \
    "vmladav.s8 r0, q0, q1\n\t" \
    "vldrw.32 q0, [r6, q3]\n\t" \
    "vmladav.s8 r2, q0, q1\n\t" \
    "vldrw.32 q0, [r6, q4]\n\t" \
    "vmladav.s8 r4, q0, q1\n\t" \
    "vldrw.32 q0, [r6, q5]\n\t" \
    "vmladav.s8 r6, q0, q1\n\t" \
    "vmov q6[2], q6[0], r0, r4\n\t" \
    "vmov q6[3], q6[1], r2, r6\n\t" \
    "vmlas.s32 q6, q7, r5\n\t" \
    "vqdmulh.s32 q6, q6, r7\n\t" \
    "vqrshrnb.s32 q6, q6, #16\n\t" \
    "vqadd.s16 q6, q6, r9\n\t" \
    "vldrw.32 q0, [r10, #8]\n\t" \
    "vmovlb.u16 q0, q0\n\t" \
    "vqmovnb.s16 q6, q6\n\t" \
    "vstrb.32 q6, [r3, q0]\n\t" \
    "b 4b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #32]\n\t"

#endif
