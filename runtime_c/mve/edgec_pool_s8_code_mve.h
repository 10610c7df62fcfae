/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_pool_s8_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_POOL_S8_CODE_MVE_H
#define EDGEC_POOL_S8_CODE_MVE_H

/* Averages of cells side by side and of windows, 16 channels at a time or up to eight (edgec_average_s8_mve.h). */
/* Registers:
 *   x y step        r0..r2   cells of a block of channels, its outputs, from a cell to the next
 *   job             r11      parameters and what lies in memory
 *   count           lr       cells
 *   v w             q0 q1    eight channels of a cell, then of the outputs
 *   a b             q2 q3    sums of eight channels, 16 bits
 *   columns gap     r3 r4    cells of a row, from its end to the next one
 *   height rows     r5 r12   rows of a window, to go
 *   left            r6       channels behind those of the block
 *   cell            r7       of the window
 *   m minus_n zero  r8..r10  requantization
 *   up              q4       moves the lowest bit of a quotient to the front
 */
/* Registers:
 *   x y step           r0..r2      cells of a block of channels, its outputs, from a cell to the next
 *   job                r11         parameters and what lies in memory
 *   count              lr          cells
 *   v w                q0 q1       eight channels of a cell, then of the outputs
 *   a b                q2 q3       sums of eight channels, 16 bits
 *   cells left         r3 r4       of a mean; channels behind those of the block
 *   m minus_n doubled  r5 r6 r8    requantization
 *   cell rest n        r7 r10 r12  cells, to go, of a part
 *   zero               r9          of the outputs
 *   s0..s3             q4..q7      sums of four channels
 */
#define EDGEC_AVERAGE_S8_16_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldmia r11, {r0, r1, r2, r3, r4, r5, r6, r8, r9, r10}\n\t" \
    "1:\n\t" \
    "ldr r6, [r11, #24]\n\t" \
    "2:\n\t" \
    "ldr r7, [r11, #40]\n\t" \
    "vdup.16 q2, r7\n\t" \
    "vmov q3, q2\n\t" \
    "mov r7, r0\n\t" \
    "mov r12, r5\n\t" \
    "3:\n\t" \
    "dls lr, r3\n\t" \
    "4:\n\t" \
    "vldrb.s16 q0, [r7]\n\t" \
    "vldrb.s16 q1, [r7, #8]\n\t" \
    "add r7, r7, r2\n\t" \
    "vadd.i16 q2, q2, q0\n\t" \
    "vadd.i16 q3, q3, q1\n\t" \
    "le lr, 4b\n\t" \
    "add r7, r7, r4\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 3b\n\t" \
    "ldr r12, [r11, #44]\n\t" \
    "cmp r12, #0\n\t" \
    "beq 5f\n\t" \
    "vdup.16 q4, r12\n\t" \
    "vshl.s16 q0, q2, q4\n\t" \
    "vshr.u16 q0, q0, #15\n\t" \
    "vadd.i16 q2, q2, q0\n\t" \
    "vshl.s16 q0, q3, q4\n\t" \
    "vshr.u16 q0, q0, #15\n\t" \
    "vadd.i16 q3, q3, q0\n\t" \
    "5:\n\t" \
    "vshllt.s16 q1, q2, #8\n\t" \
    "vshllb.s16 q0, q2, #8\n\t" \
    "vqdmulh.s32 q0, q0, r8\n\t" \
    "vqdmulh.s32 q1, q1, r8\n\t" \
    "vrshl.s32 q0, r9\n\t" \
    "vrshl.s32 q1, r9\n\t" \
    "vqmovnb.s32 q0, q0\n\t" \
    "vqmovnt.s32 q0, q1\n\t" \
    "vqadd.s16 q0, q0, r10\n\t" \
    "vqmovnb.s16 q0, q0\n\t" \
    "vstrb.16 q0, [r1, #0]\n\t" \
    "vshllt.s16 q1, q3, #8\n\t" \
    "vshllb.s16 q0, q3, #8\n\t" \
    "vqdmulh.s32 q0, q0, r8\n\t" \
    "vqdmulh.s32 q1, q1, r8\n\t" \
    "vrshl.s32 q0, r9\n\t" \
    "vrshl.s32 q1, r9\n\t" \
    "vqmovnb.s32 q0, q0\n\t" \
    "vqmovnt.s32 q0, q1\n\t" \
    "vqadd.s16 q0, q0, r10\n\t" \
    "vqmovnb.s16 q0, q0\n\t" \
    "vstrb.16 q0, [r1, #8]\n\t" \
    "cmp r6, #0\n\t" \
    "beq 6f\n\t" \
    "mov r7, #16\n\t" \
    "cmp r6, #16\n\t" \
    "it lt\n\t" \
    "movlt r7, r6\n\t" \
    "add r0, r0, r7\n\t" \
    "add r1, r1, r7\n\t" \
    "sub r6, r6, r7\n\t" \
    "b 2b\n\t" \
    "6:\n\t" \
    "ldrd r7, r12, [r11, #52]\n\t" \
    "add r0, r0, r7\n\t" \
    "add r1, r1, r12\n\t" \
    "ldr r12, [r11, #48]\n\t" \
    "subs r12, r12, #1\n\t" \
    "str r12, [r11, #48]\n\t" \
    "bne 1b\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"
#define EDGEC_MEAN_S8_16_CODE_MVE \
    "strd r6, r7, [r11, #48]\n\t" \
    "ldmia r11, {r0, r1, r2, r3, r4, r5, r6, r8, r9}\n\t" \
    "2:\n\t" \
    "ldr r7, [r11, #36]\n\t" \
    "vdup.32 q4, r7\n\t" \
    "vdup.32 q5, r7\n\t" \
    "vdup.32 q6, r7\n\t" \
    "vdup.32 q7, r7\n\t" \
    "mov r7, r0\n\t" \
    "mov r10, r3\n\t" \
    "3:\n\t" \
    "mov r12, #255\n\t" \
    "cmp r10, #255\n\t" \
    "it lt\n\t" \
    "movlt r12, r10\n\t" \
    "subs r10, r10, r12\n\t" /* which nothing but the branch below looks at */ \
    "vmov.i16 q2, #0\n\t" \
    "vmov.i16 q3, #0\n\t" \
    "dls lr, r12\n\t" \
    "4:\n\t" \
    "vldrb.s16 q0, [r7]\n\t" \
    "vldrb.s16 q1, [r7, #8]\n\t" \
    "add r7, r7, r2\n\t" \
    "vadd.i16 q2, q2, q0\n\t" \
    "vadd.i16 q3, q3, q1\n\t" \
    "le lr, 4b\n\t" \
    "vmovlb.s16 q0, q2\n\t" \
    "vmovlt.s16 q2, q2\n\t" \
    "vadd.i32 q4, q4, q0\n\t" \
    "vadd.i32 q5, q5, q2\n\t" \
    "vmovlb.s16 q0, q3\n\t" \
    "vmovlt.s16 q3, q3\n\t" \
    "vadd.i32 q6, q6, q0\n\t" \
    "vadd.i32 q7, q7, q3\n\t" \
    "bne 3b\n\t" \
    "ldr r7, [r11, #40]\n\t" \
    "cmp r7, #0\n\t" \
    "beq 5f\n\t" \
    "vdup.32 q1, r7\n\t" \
    "vshl.s32 q0, q4, q1\n\t" \
    "vshr.u32 q0, q0, #31\n\t" \
    "vadd.i32 q4, q4, q0\n\t" \
    "vshl.s32 q0, q5, q1\n\t" \
    "vshr.u32 q0, q0, #31\n\t" \
    "vadd.i32 q5, q5, q0\n\t" \
    "vshl.s32 q0, q6, q1\n\t" \
    "vshr.u32 q0, q0, #31\n\t" \
    "vadd.i32 q6, q6, q0\n\t" \
    "vshl.s32 q0, q7, q1\n\t" \
    "vshr.u32 q0, q0, #31\n\t" \
    "vadd.i32 q7, q7, q0\n\t" \
    "5:\n\t" \
    "vshl.s32 q4, r8\n\t" \
    "vshl.s32 q5, r8\n\t" \
    "vshl.s32 q6, r8\n\t" \
    "vshl.s32 q7, r8\n\t" \
    "vqdmulh.s32 q4, q4, r5\n\t" \
    "vqdmulh.s32 q5, q5, r5\n\t" \
    "vrshl.s32 q4, r6\n\t" \
    "vrshl.s32 q5, r6\n\t" \
    "vqmovnb.s32 q0, q4\n\t" \
    "vqmovnt.s32 q0, q5\n\t" \
    "vqadd.s16 q0, q0, r9\n\t" \
    "vqmovnb.s16 q0, q0\n\t" \
    "vstrb.16 q0, [r1, #0]\n\t" \
    "vqdmulh.s32 q6, q6, r5\n\t" \
    "vqdmulh.s32 q7, q7, r5\n\t" \
    "vrshl.s32 q6, r6\n\t" \
    "vrshl.s32 q7, r6\n\t" \
    "vqmovnb.s32 q0, q6\n\t" \
    "vqmovnt.s32 q0, q7\n\t" \
    "vqadd.s16 q0, q0, r9\n\t" \
    "vqmovnb.s16 q0, q0\n\t" \
    "vstrb.16 q0, [r1, #8]\n\t" \
    "cmp r4, #0\n\t" \
    "beq 6f\n\t" \
    "mov r12, #16\n\t" \
    "cmp r4, #16\n\t" \
    "it lt\n\t" \
    "movlt r12, r4\n\t" \
    "add r0, r0, r12\n\t" \
    "add r1, r1, r12\n\t" \
    "sub r4, r4, r12\n\t" \
    "b 2b\n\t" \
    "6:\n\t" \
    "ldrd r6, r7, [r11, #48]\n\t"
#define EDGEC_AVERAGE_S8_8_CODE_MVE \
    "strd r6, r7, [r11, #64]\n\t" \
    "ldmia r11, {r0, r1, r2, r3, r4, r5, r6, r8, r9, r10}\n\t" \
    "ldr lr, [r11, #60]\n\t" \
    "vctp.16 lr\n\t" \
    "1:\n\t" \
    "ldr r6, [r11, #24]\n\t" \
    "2:\n\t" \
    "ldr r7, [r11, #40]\n\t" \
    "vdup.16 q2, r7\n\t" \
    "mov r7, r0\n\t" \
    "mov r12, r5\n\t" \
    "3:\n\t" \
    "dls lr, r3\n\t" \
    "4:\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q0, [r7]\n\t" \
    "add r7, r7, r2\n\t" \
    "vadd.i16 q2, q2, q0\n\t" \
    "le lr, 4b\n\t" \
    "add r7, r7, r4\n\t" \
    "subs r12, r12, #1\n\t" \
    "bne 3b\n\t" \
    "ldr r12, [r11, #44]\n\t" \
    "cmp r12, #0\n\t" \
    "beq 5f\n\t" \
    "vdup.16 q4, r12\n\t" \
    "vshl.s16 q0, q2, q4\n\t" \
    "vshr.u16 q0, q0, #15\n\t" \
    "vadd.i16 q2, q2, q0\n\t" \
    "5:\n\t" \
    "vshllt.s16 q1, q2, #8\n\t" \
    "vshllb.s16 q0, q2, #8\n\t" \
    "vqdmulh.s32 q0, q0, r8\n\t" \
    "vqdmulh.s32 q1, q1, r8\n\t" \
    "vrshl.s32 q0, r9\n\t" \
    "vrshl.s32 q1, r9\n\t" \
    "vqmovnb.s32 q0, q0\n\t" \
    "vqmovnt.s32 q0, q1\n\t" \
    "vqadd.s16 q0, q0, r10\n\t" \
    "vqmovnb.s16 q0, q0\n\t" \
    "vpst\n\t" \
    "vstrbt.16 q0, [r1]\n\t" \
    "cmp r6, #0\n\t" \
    "beq 6f\n\t" \
    "mov r7, #8\n\t" \
    "cmp r6, #8\n\t" \
    "it lt\n\t" \
    "movlt r7, r6\n\t" \
    "add r0, r0, r7\n\t" \
    "add r1, r1, r7\n\t" \
    "sub r6, r6, r7\n\t" \
    "b 2b\n\t" \
    "6:\n\t" \
    "ldrd r7, r12, [r11, #52]\n\t" \
    "add r0, r0, r7\n\t" \
    "add r1, r1, r12\n\t" \
    "ldr r12, [r11, #48]\n\t" \
    "subs r12, r12, #1\n\t" \
    "str r12, [r11, #48]\n\t" \
    "bne 1b\n\t" \
    "ldrd r6, r7, [r11, #64]\n\t"
#define EDGEC_MEAN_S8_8_CODE_MVE \
    "strd r6, r7, [r11, #48]\n\t" \
    "ldmia r11, {r0, r1, r2, r3, r4, r5, r6, r8, r9}\n\t" \
    "ldr lr, [r11, #44]\n\t" \
    "vctp.16 lr\n\t" \
    "2:\n\t" \
    "ldr r7, [r11, #36]\n\t" \
    "vdup.32 q4, r7\n\t" \
    "vdup.32 q5, r7\n\t" \
    "mov r7, r0\n\t" \
    "mov r10, r3\n\t" \
    "3:\n\t" \
    "mov r12, #255\n\t" \
    "cmp r10, #255\n\t" \
    "it lt\n\t" \
    "movlt r12, r10\n\t" \
    "subs r10, r10, r12\n\t" /* which nothing but the branch below looks at */ \
    "vmov.i16 q2, #0\n\t" \
    "dls lr, r12\n\t" \
    "4:\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q0, [r7]\n\t" \
    "add r7, r7, r2\n\t" \
    "vadd.i16 q2, q2, q0\n\t" \
    "le lr, 4b\n\t" \
    "vmovlb.s16 q0, q2\n\t" \
    "vmovlt.s16 q2, q2\n\t" \
    "vadd.i32 q4, q4, q0\n\t" \
    "vadd.i32 q5, q5, q2\n\t" \
    "bne 3b\n\t" \
    "ldr r7, [r11, #40]\n\t" \
    "cmp r7, #0\n\t" \
    "beq 5f\n\t" \
    "vdup.32 q1, r7\n\t" \
    "vshl.s32 q0, q4, q1\n\t" \
    "vshr.u32 q0, q0, #31\n\t" \
    "vadd.i32 q4, q4, q0\n\t" \
    "vshl.s32 q0, q5, q1\n\t" \
    "vshr.u32 q0, q0, #31\n\t" \
    "vadd.i32 q5, q5, q0\n\t" \
    "5:\n\t" \
    "vshl.s32 q4, r8\n\t" \
    "vshl.s32 q5, r8\n\t" \
    "vqdmulh.s32 q4, q4, r5\n\t" \
    "vqdmulh.s32 q5, q5, r5\n\t" \
    "vrshl.s32 q4, r6\n\t" \
    "vrshl.s32 q5, r6\n\t" \
    "vqmovnb.s32 q0, q4\n\t" \
    "vqmovnt.s32 q0, q5\n\t" \
    "vqadd.s16 q0, q0, r9\n\t" \
    "vqmovnb.s16 q0, q0\n\t" \
    "vpst\n\t" \
    "vstrbt.16 q0, [r1]\n\t" \
    "cmp r4, #0\n\t" \
    "beq 6f\n\t" \
    "mov r12, #8\n\t" \
    "cmp r4, #8\n\t" \
    "it lt\n\t" \
    "movlt r12, r4\n\t" \
    "add r0, r0, r12\n\t" \
    "add r1, r1, r12\n\t" \
    "sub r4, r4, r12\n\t" \
    "b 2b\n\t" \
    "6:\n\t" \
    "ldrd r6, r7, [r11, #48]\n\t"
#define EDGEC_MEAN_S16_CODE_MVE \
    "strd r6, r7, [r11, #48]\n\t" \
    "ldmia r11, {r0, r1, r2, r3, r4, r5, r6, r8}\n\t" \
    "2:\n\t" \
    "ldr r7, [r11, #36]\n\t" \
    "vdup.32 q4, r7\n\t" \
    "vdup.32 q5, r7\n\t" \
    "vdup.32 q6, r7\n\t" \
    "vdup.32 q7, r7\n\t" \
    "mov r7, r0\n\t" \
    "dls lr, r3\n\t" \
    "4:\n\t" \
    "vldrh.s32 q0, [r7, #0]\n\t" \
    "vadd.i32 q4, q4, q0\n\t" \
    "vldrh.s32 q1, [r7, #8]\n\t" \
    "vadd.i32 q5, q5, q1\n\t" \
    "vldrh.s32 q0, [r7, #16]\n\t" \
    "vadd.i32 q6, q6, q0\n\t" \
    "vldrh.s32 q1, [r7, #24]\n\t" \
    "vadd.i32 q7, q7, q1\n\t" \
    "add r7, r7, r2\n\t" \
    "le lr, 4b\n\t" \
    "ldr r7, [r11, #40]\n\t" \
    "cmp r7, #0\n\t" \
    "beq 5f\n\t" \
    "vdup.32 q1, r7\n\t" \
    "vshl.s32 q0, q4, q1\n\t" \
    "vshr.u32 q0, q0, #31\n\t" \
    "vadd.i32 q4, q4, q0\n\t" \
    "vshl.s32 q0, q5, q1\n\t" \
    "vshr.u32 q0, q0, #31\n\t" \
    "vadd.i32 q5, q5, q0\n\t" \
    "vshl.s32 q0, q6, q1\n\t" \
    "vshr.u32 q0, q0, #31\n\t" \
    "vadd.i32 q6, q6, q0\n\t" \
    "vshl.s32 q0, q7, q1\n\t" \
    "vshr.u32 q0, q0, #31\n\t" \
    "vadd.i32 q7, q7, q0\n\t" \
    "5:\n\t" \
    "vshl.s32 q4, r8\n\t" \
    "vqdmulh.s32 q4, q4, r5\n\t" \
    "vrshl.s32 q4, r6\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vstrh.32 q4, [r1, #0]\n\t" \
    "vshl.s32 q5, r8\n\t" \
    "vqdmulh.s32 q5, q5, r5\n\t" \
    "vrshl.s32 q5, r6\n\t" \
    "vqmovnb.s32 q5, q5\n\t" \
    "vstrh.32 q5, [r1, #8]\n\t" \
    "vshl.s32 q6, r8\n\t" \
    "vqdmulh.s32 q6, q6, r5\n\t" \
    "vrshl.s32 q6, r6\n\t" \
    "vqmovnb.s32 q6, q6\n\t" \
    "vstrh.32 q6, [r1, #16]\n\t" \
    "vshl.s32 q7, r8\n\t" \
    "vqdmulh.s32 q7, q7, r5\n\t" \
    "vrshl.s32 q7, r6\n\t" \
    "vqmovnb.s32 q7, q7\n\t" \
    "vstrh.32 q7, [r1, #24]\n\t" \
    "cmp r4, #0\n\t" \
    "beq 6f\n\t" \
    "mov r12, #32\n\t" \
    "cmp r4, #32\n\t" \
    "it lt\n\t" \
    "movlt r12, r4\n\t" \
    "add r0, r0, r12\n\t" \
    "add r1, r1, r12\n\t" \
    "sub r4, r4, r12\n\t" \
    "b 2b\n\t" \
    "6:\n\t" \
    "ldrd r6, r7, [r11, #48]\n\t"
#define EDGEC_RUN_SUM_S8_CODE_MVE \
    "wlstp.8 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrb.8 q0, [%[x]], #16\n\t" \
    "vaddva.s8 %[sum], q0\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"

#endif
