/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_matmul_s16_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_MATMUL_S16_CODE_ARMV7EM_H
#define EDGEC_MATMUL_S16_CODE_ARMV7EM_H

/* Rows of int16 with four packed columns, sums of 64 bits (edgec_matmul_s16_armv7em.h). */
/* Registers:
 *   x              r0        the row
 *   columns        r1        packed
 *   pair           r2        two k of x
 *   w0 w1          r3 r12    words of two columns
 *   low0 high0     r4 r5     sum of 64 bits of the first column
 *   low1 high1     r6 r7     of the second
 *   low2 high2     r8 r9     of the third
 *   low3 high3     r10 r11   of the fourth
 *   units          lr        four k to do
 *   count          r2        units of a row, ahead of the loop over them
 *   job            lr        ahead of the loop and at the end of a row
 *   self           r2        behind the loop: the job
 *   m half         r0 r1     behind the loop: multiplier, the half of what is shifted out
 *   top mid        r2 r3     behind the loop: words of a product
 *   down up        r12 lr    behind the loop: shifts of mid and top
 *   y y_step rows  r0 r1 r2  at the end of a row
 */
#define EDGEC_MATMUL_S16_CODE \
    EDGEC_ENTER \
    "1:\n\t" \
    "ldr lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldm lr, {r0, r1, r2}\n\t" \
    "mov r4, #0\n\t" \
    "mov r5, #0\n\t" \
    "mov r6, #0\n\t" \
    "mov r7, #0\n\t" \
    "mov r8, #0\n\t" \
    "mov r9, #0\n\t" \
    "mov r10, #0\n\t" \
    "mov r11, #0\n\t" \
    "mov lr, r2\n\t" \
    "2:\n\t" \
    "ldr r2, [r0], #4\n\t" \
    "ldrd r3, r12, [r1], #8\n\t" \
    "smlald r4, r5, r2, r3\n\t" \
    "smlald r6, r7, r2, r12\n\t" \
    "ldrd r3, r12, [r1], #8\n\t" \
    "smlald r8, r9, r2, r3\n\t" \
    "smlald r10, r11, r2, r12\n\t" \
    "ldr r2, [r0], #4\n\t" \
    "ldrd r3, r12, [r1], #8\n\t" \
    "smlald r4, r5, r2, r3\n\t" \
    "smlald r6, r7, r2, r12\n\t" \
    "ldrd r3, r12, [r1], #8\n\t" \
    "smlald r8, r9, r2, r3\n\t" \
    "smlald r10, r11, r2, r12\n\t" \
    "subs lr, lr, #1\n\t" \
    "bne 2b\n\t" \
    "ldr r2, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "str r0, [r2]\n\t" \
    "ldrd r0, r1, [r2, %[m]]\n\t" \
    "ldrd r12, lr, [r2, %[down]]\n\t" \
    "mov r2, #0\n\t" \
    "mov r3, r1\n\t" \
    "umlal r2, r3, r4, r0\n\t" \
    "mov r2, #0\n\t" \
    "smlal r3, r2, r5, r0\n\t" \
    "lsr r3, r3, r12\n\t" \
    "lsl r2, r2, lr\n\t" \
    "orr r3, r3, r2\n\t" \
    "ssat r4, #16, r3, asr #1\n\t" \
    "mov r2, #0\n\t" \
    "mov r3, r1\n\t" \
    "umlal r2, r3, r6, r0\n\t" \
    "mov r2, #0\n\t" \
    "smlal r3, r2, r7, r0\n\t" \
    "lsr r3, r3, r12\n\t" \
    "lsl r2, r2, lr\n\t" \
    "orr r3, r3, r2\n\t" \
    "ssat r6, #16, r3, asr #1\n\t" \
    "mov r2, #0\n\t" \
    "mov r3, r1\n\t" \
    "umlal r2, r3, r8, r0\n\t" \
    "mov r2, #0\n\t" \
    "smlal r3, r2, r9, r0\n\t" \
    "lsr r3, r3, r12\n\t" \
    "lsl r2, r2, lr\n\t" \
    "orr r3, r3, r2\n\t" \
    "ssat r8, #16, r3, asr #1\n\t" \
    "mov r2, #0\n\t" \
    "mov r3, r1\n\t" \
    "umlal r2, r3, r10, r0\n\t" \
    "mov r2, #0\n\t" \
    "smlal r3, r2, r11, r0\n\t" \
    "lsr r3, r3, r12\n\t" \
    "lsl r2, r2, lr\n\t" \
    "orr r3, r3, r2\n\t" \
    "ssat r10, #16, r3, asr #1\n\t" \
    "ldr lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldrd r0, r1, [lr, %[y]]\n\t" \
    "strh r4, [r0]\n\t" \
    "strh r6, [r0, #2]\n\t" \
    "strh r8, [r0, #4]\n\t" \
    "strh r10, [r0, #6]\n\t" \
    "ldr r2, [lr, %[rows]]\n\t" \
    "add r0, r0, r1\n\t" \
    "str r0, [lr, %[y]]\n\t" \
    "subs r2, r2, #1\n\t" \
    "str r2, [lr, %[rows]]\n\t" \
    "bne 1b\n\t" \
    EDGEC_LEAVE

#endif
