/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_3x3_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_3X3_CODE_MVE_H
#define EDGEC_DW_3X3_CODE_MVE_H

/* Depthwise 3x3 windows: four rows of a column and channel in a word, which VST4 brings together, and four outputs from
 * 16 bytes of four columns (edgec_dwconv2d_s8_3x3_mve.h). */
/* Registers:
 *   x0..x3        r0..r3       cells of four rows
 *   step0..step3  r4 r5 r8 r9  from a cell to the next
 *   to            r10          columns
 *   lanes         lr           channels, then columns
 *   v0..v3        q0..q3       a cell of each row
 *   job           r11          edgec_dw_load_mve
 */
#define EDGEC_DW_LOAD_CODE_MVE \
    "ldr lr, [r11, #36]\n\t" \
    "vctp.8 lr\n\t" \
    "ldmia r11, {r0, r1, r2, r3, r4, r5, r8, r9, r10}\n\t" \
    "ldr lr, [r11, #40]\n\t" \
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
    "le lr, 1b\n\t"

/* Registers:
 *   a0..a3          r0 r2 r4 r6  sums of four outputs
 *   stream          r1           weights
 *   y               r3           outputs
 *   bias m minus_n  r5 r7 r8     of the channel
 *   zero            r9           zero point times 2**n
 *   y_step          r10          from four outputs to the next
 *   job             r11          edgec_dw_3x3_mve
 *   run             r12          of neighbouring outputs
 *   fours           lr           of a run
 *   x               q0           16 bytes
 *   w0..w3          q1..q4       weights as they meet them
 *   at              q5           addresses of the columns
 *   s               q6           sums
 *   to              q7           where the outputs lie
 */

#define EDGEC_DW_3X3_S1_WIDE_CODE_MVE \
    "strd r6, r7, [r11, #16]\n\t" \
    "ldr r0, [r11, #24]\n\t" \
    "vctp.32 r0\n\t" \
    "vldrw.32 q7, [r11, #48]\n\t" \
    "ldr r1, [r11, #4]\n\t" \
    "ldr r10, [r11, #28]\n\t" \
    "5:\n\t" \
    "vldrw.32 q1, [r1]\n\t" \
    "ldr r0, [r11, #64]\n\t" \
    "add r0, r0, r1\n\t" \
    "ldrd r5, r7, [r0]\n\t" \
    "ldr r8, [r0, #8]\n\t" \
    "add r1, r1, #12\n\t" \
    "mov r0, #0\n\t" \
    "vmov.32 q1[3], r0\n\t" \
    "vmov q2, q1\n\t" \
    "vshlc q2, r0, #8\n\t" \
    "vmov q3, q1\n\t" \
    "vshlc q3, r0, #32\n\t" \
    "vmov q4, q2\n\t" \
    "vshlc q4, r0, #32\n\t" \
    "ldr r9, [r11, #12]\n\t" \
    "rsb r0, r8, #0\n\t" \
    "lsl r9, r9, r0\n\t" \
    "vldrw.32 q5, [r11, #32]\n\t" \
    "ldrd r0, r12, [r11]\n\t" \
    "add r12, r11, #68\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "1:\n\t" \
    "ldmia r12!, {r0, r3, lr}\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "cmp lr, #0\n\t" \
    "beq 4f\n\t" \
    "2:\n\t" \
    "vldrw.32 q0, [q5, #128]!\n\t" \
    "vmladav.s8 r0, q0, q1\n\t" \
    "vmladav.s8 r2, q0, q2\n\t" \
    "vmladav.s8 r4, q0, q3\n\t" \
    "vmladav.s8 r6, q0, q4\n\t" \
    "vmov q6[2], q6[0], r0, r4\n\t" \
    "vmov q6[3], q6[1], r2, r6\n\t" \
    "vadd.i32 q6, q6, r5\n\t" \
    "vqdmulh.s32 q6, q6, r7\n\t" \
    "vadd.i32 q6, q6, r9\n\t" \
    "vrshl.s32 q6, r8\n\t" \
    "vqmovnb.s32 q6, q6\n\t" \
    "vqmovnb.s16 q6, q6\n\t" \
    "vstrb.32 q6, [r3, q7]\n\t" \
    "add r3, r3, r10\n\t" \
    "le lr, 2b\n\t" \
    "b 1b\n\t" \
    "4:\n\t" \
    "ldr r0, [r11]\n\t" \
    "add r0, r0, #4\n\t" \
    "str r0, [r11]\n\t" \
    "mov r0, #1\n\t" \
    "vadd.i32 q7, q7, r0\n\t" \
    "ldr r0, [r11, #8]\n\t" \
    "subs r0, r0, #1\n\t" \
    "str r0, [r11, #8]\n\t" \
    "bne 5b\n\t" \
    "ldrd r6, r7, [r11, #16]\n\t"
#define EDGEC_DW_3X3_S1_NARROW_CODE_MVE \
    "strd r6, r7, [r11, #16]\n\t" \
    "ldr r0, [r11, #24]\n\t" \
    "vctp.32 r0\n\t" \
    "vldrw.32 q7, [r11, #48]\n\t" \
    "ldr r1, [r11, #4]\n\t" \
    "ldr r10, [r11, #28]\n\t" \
    "5:\n\t" \
    "vldrw.32 q1, [r1]\n\t" \
    "ldr r0, [r11, #64]\n\t" \
    "add r0, r0, r1\n\t" \
    "ldrd r5, r7, [r0]\n\t" \
    "ldr r8, [r0, #8]\n\t" \
    "add r1, r1, #12\n\t" \
    "mov r0, #0\n\t" \
    "vmov.32 q1[3], r0\n\t" \
    "vmov q2, q1\n\t" \
    "vshlc q2, r0, #8\n\t" \
    "vmov q3, q1\n\t" \
    "vshlc q3, r0, #32\n\t" \
    "vmov q4, q2\n\t" \
    "vshlc q4, r0, #32\n\t" \
    "ldr r9, [r11, #12]\n\t" \
    "rsb r0, r8, #0\n\t" \
    "lsl r9, r9, r0\n\t" \
    "vldrw.32 q5, [r11, #32]\n\t" \
    "ldrd r0, r12, [r11]\n\t" \
    "add r12, r11, #68\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "1:\n\t" \
    "ldmia r12!, {r0, r3, lr}\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "cmp lr, #0\n\t" \
    "beq 4f\n\t" \
    "2:\n\t" \
    "vldrw.32 q0, [q5, #64]!\n\t" \
    "vmladav.s8 r0, q0, q1\n\t" \
    "vmladav.s8 r2, q0, q2\n\t" \
    "vmladav.s8 r4, q0, q3\n\t" \
    "vmladav.s8 r6, q0, q4\n\t" \
    "vmov q6[2], q6[0], r0, r4\n\t" \
    "vmov q6[3], q6[1], r2, r6\n\t" \
    "vadd.i32 q6, q6, r5\n\t" \
    "vqdmulh.s32 q6, q6, r7\n\t" \
    "vadd.i32 q6, q6, r9\n\t" \
    "vrshl.s32 q6, r8\n\t" \
    "vqmovnb.s32 q6, q6\n\t" \
    "vqmovnb.s16 q6, q6\n\t" \
    "vstrb.32 q6, [r3, q7]\n\t" \
    "add r3, r3, r10\n\t" \
    "le lr, 2b\n\t" \
    "b 1b\n\t" \
    "4:\n\t" \
    "ldr r0, [r11]\n\t" \
    "add r0, r0, #4\n\t" \
    "str r0, [r11]\n\t" \
    "mov r0, #1\n\t" \
    "vadd.i32 q7, q7, r0\n\t" \
    "ldr r0, [r11, #8]\n\t" \
    "subs r0, r0, #1\n\t" \
    "str r0, [r11, #8]\n\t" \
    "bne 5b\n\t" \
    "ldrd r6, r7, [r11, #16]\n\t"
#define EDGEC_DW_3X3_S2_WIDE_CODE_MVE \
    "strd r6, r7, [r11, #16]\n\t" \
    "ldr r0, [r11, #24]\n\t" \
    "vctp.32 r0\n\t" \
    "vldrw.32 q7, [r11, #48]\n\t" \
    "ldr r1, [r11, #4]\n\t" \
    "ldr r10, [r11, #28]\n\t" \
    "5:\n\t" \
    "vldrw.32 q1, [r1]\n\t" \
    "ldr r0, [r11, #64]\n\t" \
    "add r0, r0, r1\n\t" \
    "ldrd r5, r7, [r0]\n\t" \
    "ldr r8, [r0, #8]\n\t" \
    "add r1, r1, #12\n\t" \
    "mov r0, #0\n\t" \
    "vmov.32 q1[3], r0\n\t" \
    "ldr r9, [r11, #12]\n\t" \
    "rsb r0, r8, #0\n\t" \
    "lsl r9, r9, r0\n\t" \
    "vldrw.32 q5, [r11, #32]\n\t" \
    "ldrd r0, r12, [r11]\n\t" \
    "add r12, r11, #68\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "1:\n\t" \
    "ldmia r12!, {r0, r3, lr}\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "cmp lr, #0\n\t" \
    "beq 4f\n\t" \
    "2:\n\t" \
    "vldrw.32 q0, [q5, #128]!\n\t" \
    "vmladav.s8 r0, q0, q1\n\t" \
    "vldrw.32 q0, [q5, #128]!\n\t" \
    "vmladav.s8 r2, q0, q1\n\t" \
    "vldrw.32 q0, [q5, #128]!\n\t" \
    "vmladav.s8 r4, q0, q1\n\t" \
    "vldrw.32 q0, [q5, #128]!\n\t" \
    "vmladav.s8 r6, q0, q1\n\t" \
    "vmov q6[2], q6[0], r0, r4\n\t" \
    "vmov q6[3], q6[1], r2, r6\n\t" \
    "vadd.i32 q6, q6, r5\n\t" \
    "vqdmulh.s32 q6, q6, r7\n\t" \
    "vadd.i32 q6, q6, r9\n\t" \
    "vrshl.s32 q6, r8\n\t" \
    "vqmovnb.s32 q6, q6\n\t" \
    "vqmovnb.s16 q6, q6\n\t" \
    "vpst\n\t" \
    "vstrbt.32 q6, [r3, q7]\n\t" \
    "add r3, r3, r10\n\t" \
    "le lr, 2b\n\t" \
    "b 1b\n\t" \
    "4:\n\t" \
    "ldr r0, [r11]\n\t" \
    "add r0, r0, #4\n\t" \
    "str r0, [r11]\n\t" \
    "mov r0, #1\n\t" \
    "vadd.i32 q7, q7, r0\n\t" \
    "ldr r0, [r11, #8]\n\t" \
    "subs r0, r0, #1\n\t" \
    "str r0, [r11, #8]\n\t" \
    "bne 5b\n\t" \
    "ldrd r6, r7, [r11, #16]\n\t"
#define EDGEC_DW_3X3_S2_NARROW_CODE_MVE \
    "strd r6, r7, [r11, #16]\n\t" \
    "ldr r0, [r11, #24]\n\t" \
    "vctp.32 r0\n\t" \
    "vldrw.32 q7, [r11, #48]\n\t" \
    "ldr r1, [r11, #4]\n\t" \
    "ldr r10, [r11, #28]\n\t" \
    "5:\n\t" \
    "vldrw.32 q1, [r1]\n\t" \
    "ldr r0, [r11, #64]\n\t" \
    "add r0, r0, r1\n\t" \
    "ldrd r5, r7, [r0]\n\t" \
    "ldr r8, [r0, #8]\n\t" \
    "add r1, r1, #12\n\t" \
    "mov r0, #0\n\t" \
    "vmov.32 q1[3], r0\n\t" \
    "ldr r9, [r11, #12]\n\t" \
    "rsb r0, r8, #0\n\t" \
    "lsl r9, r9, r0\n\t" \
    "vldrw.32 q5, [r11, #32]\n\t" \
    "ldrd r0, r12, [r11]\n\t" \
    "add r12, r11, #68\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "1:\n\t" \
    "ldmia r12!, {r0, r3, lr}\n\t" \
    "vadd.i32 q5, q5, r0\n\t" \
    "cmp lr, #0\n\t" \
    "beq 4f\n\t" \
    "2:\n\t" \
    "vldrw.32 q0, [q5, #64]!\n\t" \
    "vmladav.s8 r0, q0, q1\n\t" \
    "vldrw.32 q0, [q5, #64]!\n\t" \
    "vmladav.s8 r2, q0, q1\n\t" \
    "vldrw.32 q0, [q5, #64]!\n\t" \
    "vmladav.s8 r4, q0, q1\n\t" \
    "vldrw.32 q0, [q5, #64]!\n\t" \
    "vmladav.s8 r6, q0, q1\n\t" \
    "vmov q6[2], q6[0], r0, r4\n\t" \
    "vmov q6[3], q6[1], r2, r6\n\t" \
    "vadd.i32 q6, q6, r5\n\t" \
    "vqdmulh.s32 q6, q6, r7\n\t" \
    "vadd.i32 q6, q6, r9\n\t" \
    "vrshl.s32 q6, r8\n\t" \
    "vqmovnb.s32 q6, q6\n\t" \
    "vqmovnb.s16 q6, q6\n\t" \
    "vpst\n\t" \
    "vstrbt.32 q6, [r3, q7]\n\t" \
    "add r3, r3, r10\n\t" \
    "le lr, 2b\n\t" \
    "b 1b\n\t" \
    "4:\n\t" \
    "ldr r0, [r11]\n\t" \
    "add r0, r0, #4\n\t" \
    "str r0, [r11]\n\t" \
    "mov r0, #1\n\t" \
    "vadd.i32 q7, q7, r0\n\t" \
    "ldr r0, [r11, #8]\n\t" \
    "subs r0, r0, #1\n\t" \
    "str r0, [r11, #8]\n\t" \
    "bne 5b\n\t" \
    "ldrd r6, r7, [r11, #16]\n\t"

#endif
