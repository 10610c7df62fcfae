/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_matmul_s8_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_MATMUL_S8_CODE_ARMV7EM_H
#define EDGEC_MATMUL_S8_CODE_ARMV7EM_H

/* Rows of int8 with four packed columns (edgec_matmul_s8_armv7em.h). */
/* Registers:
 *   x              r0        the row
 *   columns        r1        packed
 *   off            r3        what is added to the halves of x
 *   bytes odd      r2 r2     four k of x; the odd ones of them
 *   even           r12       the even ones
 *   s0..s3         r4..r7    sums
 *   w0..w3         r8..r11   words of the four columns
 *   units          lr        four k to do
 *   count          r2        units of a row, ahead of the loop over them
 *   job            lr        outside of the loop
 *   m add n        r0 r1 r3  behind the loop: multiplier, addend, shift
 *   y              r2        behind the loop
 *   next           r0        behind the outputs: the next row of x
 *   x_step y_step  r3 r4     behind the outputs
 *   rows           r5        behind the outputs
 */
#define EDGEC_MATMUL_S8_CODE \
    EDGEC_ENTER \
    "1:\n\t" \
    "ldr lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldm lr, {r0, r1, r2, r3}\n\t" \
    "mov r4, #0\n\t" \
    "mov r5, #0\n\t" \
    "mov r6, #0\n\t" \
    "mov r7, #0\n\t" \
    "mov lr, r2\n\t" \
    "2:\n\t" \
    "ldr r2, [r0], #4\n\t" \
    "ldm r1!, {r8, r9, r10, r11}\n\t" \
    "sxtab16 r12, r3, r2\n\t" \
    "sxtab16 r2, r3, r2, ror #8\n\t" \
    "smlad r4, r12, r8, r4\n\t" \
    "smlad r5, r12, r9, r5\n\t" \
    "smlad r6, r12, r10, r6\n\t" \
    "smlad r7, r12, r11, r7\n\t" \
    "ldm r1!, {r8, r9, r10, r11}\n\t" \
    "smlad r4, r2, r8, r4\n\t" \
    "smlad r5, r2, r9, r5\n\t" \
    "smlad r6, r2, r10, r6\n\t" \
    "smlad r7, r2, r11, r7\n\t" \
    "subs lr, lr, #1\n\t" \
    "bne 2b\n\t" \
    "ldr lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldrd r0, r1, [lr, %[m]]\n\t" \
    "ldrd r3, r2, [lr, %[shift]]\n\t" \
    "smmla r4, r4, r0, r1\n\t" \
    "asr.w r4, r4, r3\n\t" \
    "ssat r4, #8, r4, asr #1\n\t" \
    "smmla r5, r5, r0, r1\n\t" \
    "asr.w r5, r5, r3\n\t" \
    "ssat r5, #8, r5, asr #1\n\t" \
    "smmla r6, r6, r0, r1\n\t" \
    "asr.w r6, r6, r3\n\t" \
    "ssat r6, #8, r6, asr #1\n\t" \
    "smmla r7, r7, r0, r1\n\t" \
    "asr.w r7, r7, r3\n\t" \
    "ssat r7, #8, r7, asr #1\n\t" \
    "strb r4, [r2]\n\t" \
    "strb r5, [r2, #1]\n\t" \
    "strb r6, [r2, #2]\n\t" \
    "strb r7, [r2, #3]\n\t" \
    "ldr r0, [lr]\n\t" \
    "ldrd r3, r4, [lr, %[steps]]\n\t" \
    "ldr r5, [lr, %[rows]]\n\t" \
    "add r0, r0, r3\n\t" \
    "add r2, r2, r4\n\t" \
    "str r0, [lr]\n\t" \
    "str r2, [lr, %[y]]\n\t" \
    "subs r5, r5, #1\n\t" \
    "str r5, [lr, %[rows]]\n\t" \
    "bne 1b\n\t" \
    EDGEC_LEAVE

#endif
