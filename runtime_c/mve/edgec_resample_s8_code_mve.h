/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_resample_s8_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_RESAMPLE_S8_CODE_MVE_H
#define EDGEC_RESAMPLE_S8_CODE_MVE_H

/* Weighted cells: sums of 16 values side by side, as words (edgec_resample_s8_mve.h). */
/* Registers:
 *   x y             r0 r1    a block of values of the first cell, its outputs
 *   stream tap      r2 r3    what an output cell is made of
 *   at              r4       16 values
 *   offset weight   r5 r6    of a cell
 *   left            r7       values behind those of the block
 *   m minus_n zero  r8..r10  requantization
 *   cells           r12      of outputs, to go
 *   job             r11      edgec_resample_s8_mve_job
 *   count           lr       cells of a sum
 *   v w             q0 q1    four values
 *   s0..s3          q4..q7   sums
 */
#define EDGEC_RESAMPLE_S8_CODE_MVE \
    "strd r6, r7, [r11, #44]\n\t" \
    "ldmia r11, {r0, r1, r2}\n\t" \
    "ldr r8, [r11, #12]\n\t" \
    "ldrd r9, r10, [r11, #16]\n\t" \
    "ldr r12, [r11, #24]\n\t" \
    "1:\n\t" \
    "ldr r7, [r11, #28]\n\t" \
    "2:\n\t" \
    "mov r3, r2\n\t" \
    "ldr r5, [r3], #4\n\t" \
    "vdup.32 q4, r5\n\t" \
    "vdup.32 q5, r5\n\t" \
    "vdup.32 q6, r5\n\t" \
    "vdup.32 q7, r5\n\t" \
    "ldr lr, [r11, #32]\n\t" \
    "dls lr, lr\n\t" \
    "3:\n\t" \
    "ldrd r5, r6, [r3], #8\n\t" \
    "add r4, r0, r5\n\t" \
    "vldrb.s32 q0, [r4, #0]\n\t" \
    "vmla.s32 q4, q0, r6\n\t" \
    "vldrb.s32 q1, [r4, #4]\n\t" \
    "vmla.s32 q5, q1, r6\n\t" \
    "vldrb.s32 q0, [r4, #8]\n\t" \
    "vmla.s32 q6, q0, r6\n\t" \
    "vldrb.s32 q1, [r4, #12]\n\t" \
    "vmla.s32 q7, q1, r6\n\t" \
    "le lr, 3b\n\t" \
    "vqdmulh.s32 q4, q4, r8\n\t" \
    "vrshl.s32 q4, r9\n\t" \
    "vadd.i32 q4, q4, r10\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vqmovnb.s16 q4, q4\n\t" \
    "vstrb.32 q4, [r1, #0]\n\t" \
    "vqdmulh.s32 q5, q5, r8\n\t" \
    "vrshl.s32 q5, r9\n\t" \
    "vadd.i32 q5, q5, r10\n\t" \
    "vqmovnb.s32 q5, q5\n\t" \
    "vqmovnb.s16 q5, q5\n\t" \
    "vstrb.32 q5, [r1, #4]\n\t" \
    "vqdmulh.s32 q6, q6, r8\n\t" \
    "vrshl.s32 q6, r9\n\t" \
    "vadd.i32 q6, q6, r10\n\t" \
    "vqmovnb.s32 q6, q6\n\t" \
    "vqmovnb.s16 q6, q6\n\t" \
    "vstrb.32 q6, [r1, #8]\n\t" \
    "vqdmulh.s32 q7, q7, r8\n\t" \
    "vrshl.s32 q7, r9\n\t" \
    "vadd.i32 q7, q7, r10\n\t" \
    "vqmovnb.s32 q7, q7\n\t" \
    "vqmovnb.s16 q7, q7\n\t" \
    "vstrb.32 q7, [r1, #12]\n\t" \
    "cmp r7, #0\n\t" \
    "beq 6f\n\t" \
    "mov r4, #16\n\t" \
    "cmp r7, #16\n\t" \
    "it lt\n\t" \
    "movlt r4, r7\n\t" \
    "add r0, r0, r4\n\t" \
    "add r1, r1, r4\n\t" \
    "sub r7, r7, r4\n\t" \
    "b 2b\n\t" \
    "6:\n\t" \
    "mov r2, r3\n\t" \
    "ldrd r5, r6, [r11, #36]\n\t" \
    "add r0, r0, r5\n\t" \
    "add r1, r1, r6\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 1b\n\t" \
    "ldrd r6, r7, [r11, #44]\n\t"

#endif
