/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_load_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_LOAD_CODE_ARMV7EM_H
#define EDGEC_DW_LOAD_CODE_ARMV7EM_H

/* Rows of four channels of int8 to planes of int16 (edgec_dw_load_armv7em.h). */
/* Registers:
 *   x            r0       the next pixel
 *   step         r1       bytes from one pixel to the next
 *   p0..p3       r2..r5   pixels
 *   q            r6       the pixel after the next one
 *   low0 high0   r6 r2    channels 0 and 1, 2 and 3 of the first two of four pixels
 *   low1 high1   r12 r4   of the last two
 *   v0 v1        r3 r5    a channel of the four
 *   s1..s3       r3..r5   channels 0 .. 2 of a single pixel
 *   s4           r6       its channel 3
 *   count        r7       fours of pixels to do
 *   to0..to3     r8..r11  where they go in the four planes
 *   plane        r2       bytes from one plane to the next
 *   head         r6       ahead of a row: whether a pixel comes first
 *   two one      r6 r7    behind the fours: whether two pixels follow, whether one does
 *   x_next next  r2 r3    behind a row: from its end to the next one, of x and of a plane
 *   end          r4       behind a row: x behind the last one
 *   job          lr       whose members the operands are
 */
#define EDGEC_DW_LOAD_CODE \
    EDGEC_ENTER \
    "ldr.w lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldrd r0, r8, [lr, %[x]]\n\t" \
    "ldrd r1, r2, [lr, %[step]]\n\t" \
    "add.w r9, r8, r2\n\t" \
    "add.w r10, r9, r2\n\t" \
    "add.w r11, r10, r2\n\t" \
    "1:\n\t" /* a row */ \
    "ldrd r6, r7, [lr, %[head]]\n\t" \
    "cbz r6, 2f\n\t" \
    "ldr r2, [r0]\n\t" \
    "add r0, r1\n\t" \
    "sxtb r3, r2\n\t" \
    "sxtb.w r4, r2, ror #8\n\t" \
    "sxtb.w r5, r2, ror #16\n\t" \
    "asrs r6, r2, #24\n\t" \
    "strh r3, [r8], #2\n\t" \
    "strh r4, [r9], #2\n\t" \
    "strh r5, [r10], #2\n\t" \
    "strh r6, [r11], #2\n\t" \
    "2:\n\t" \
    "cbz r7, 4f\n\t" \
    "3:\n\t" \
    "add.w r6, r0, r1, lsl #1\n\t" \
    "ldr r2, [r0]\n\t" \
    "ldr r3, [r0, r1]\n\t" \
    "ldr r4, [r6]\n\t" \
    "ldr r5, [r6, r1]\n\t" \
    "add.w r0, r0, r1, lsl #2\n\t" \
    "pkhbt r6, r2, r3, lsl #16\n\t" \
    "pkhtb r2, r3, r2, asr #16\n\t" \
    "pkhbt r12, r4, r5, lsl #16\n\t" \
    "pkhtb r4, r5, r4, asr #16\n\t" \
    "sxtb16 r3, r6\n\t" \
    "sxtb16 r5, r12\n\t" \
    "strd r3, r5, [r8], #8\n\t" \
    "sxtb16 r6, r6, ror #8\n\t" \
    "sxtb16 r12, r12, ror #8\n\t" \
    "strd r6, r12, [r9], #8\n\t" \
    "sxtb16 r3, r2\n\t" \
    "sxtb16 r5, r4\n\t" \
    "strd r3, r5, [r10], #8\n\t" \
    "sxtb16 r2, r2, ror #8\n\t" \
    "sxtb16 r4, r4, ror #8\n\t" \
    "strd r2, r4, [r11], #8\n\t" \
    "subs r7, r7, #1\n\t" \
    "bne 3b\n\t" \
    "4:\n\t" \
    "ldrd r6, r7, [lr, %[two]]\n\t" \
    "cbz r6, 5f\n\t" \
    "ldr r2, [r0]\n\t" \
    "ldr r3, [r0, r1]\n\t" \
    "add.w r0, r0, r1, lsl #1\n\t" \
    "pkhbt r6, r2, r3, lsl #16\n\t" \
    "pkhtb r2, r3, r2, asr #16\n\t" \
    "sxtb16 r3, r6\n\t" \
    "str r3, [r8], #4\n\t" \
    "sxtb16 r6, r6, ror #8\n\t" \
    "str r6, [r9], #4\n\t" \
    "sxtb16 r3, r2\n\t" \
    "str r3, [r10], #4\n\t" \
    "sxtb16 r2, r2, ror #8\n\t" \
    "str r2, [r11], #4\n\t" \
    "5:\n\t" \
    "cbz r7, 6f\n\t" \
    "ldr r2, [r0]\n\t" \
    "add r0, r1\n\t" \
    "sxtb r3, r2\n\t" \
    "sxtb.w r4, r2, ror #8\n\t" \
    "sxtb.w r5, r2, ror #16\n\t" \
    "asrs r6, r2, #24\n\t" \
    "strh r3, [r8], #2\n\t" \
    "strh r4, [r9], #2\n\t" \
    "strh r5, [r10], #2\n\t" \
    "strh r6, [r11], #2\n\t" \
    "6:\n\t" \
    "ldrd r2, r3, [lr, %[x_next]]\n\t" \
    "ldr r4, [lr, %[end]]\n\t" \
    "add r0, r2\n\t" \
    "add r8, r3\n\t" \
    "add r9, r3\n\t" \
    "add r10, r3\n\t" \
    "add r11, r3\n\t" \
    "cmp r0, r4\n\t" \
    "bne 1b\n\t" \
    EDGEC_LEAVE

#endif
