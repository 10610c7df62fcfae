/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dot_fours_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DOT_FOURS_CODE_ARMV7EM_H
#define EDGEC_DOT_FOURS_CODE_ARMV7EM_H

/* Inner products of four neighbouring windows with one filter (edgec_dot_fours_armv7em.h). */
/* Registers:
 *   job            r0              whose members the operands are
 *   x step step3   r1 r2 r3        the first window; bytes from one to the next, and three times as many
 *   w              r4              the filter's pairs
 *   s0..s3         r5..r8          sums
 *   w_even w_odd   r9 r10          taps 0 and 2, taps 1 and 3
 *   x_even x_odd   r11 r12         bytes of a window, then the even ones; the odd ones
 *   words          lr              of a line that are left
 *   line end       r11 r12         behind a line: bytes from its end to the next one; behind the filter
 *   m add shift y  r9 r10 r11 r12  behind the products: multiplier, addend, shift; the next output
 *   fours          r9              behind the outputs
 */
#define EDGEC_DOT_FOURS_CODE \
    EDGEC_ENTER \
    "ldr.w r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldrd r2, r3, [r0, %[step]]\n\t" \
    "1:\n\t" /* four windows */ \
    "ldrd r1, r4, [r0, %[x]]\n\t" \
    "ldr r5, [r0, %[bias]]\n\t" \
    "mov r6, r5\n\t" \
    "mov r7, r5\n\t" \
    "mov.w r8, r5\n\t" \
    "2:\n\t" /* a line */ \
    "ldr.w lr, [r0, %[words]]\n\t" \
    "3:\n\t" \
    "ldrd r9, r10, [r4], #8\n\t" \
    "ldr.w r11, [r1, r2]\n\t" \
    "sxtb16 r12, r11, ror #8\n\t" \
    "sxtb16 r11, r11\n\t" \
    "smlad r6, r12, r10, r6\n\t" \
    "smlad r6, r11, r9, r6\n\t" \
    "ldr.w r11, [r1, r2, lsl #1]\n\t" \
    "sxtb16 r12, r11, ror #8\n\t" \
    "sxtb16 r11, r11\n\t" \
    "smlad r7, r12, r10, r7\n\t" \
    "smlad r7, r11, r9, r7\n\t" \
    "ldr.w r11, [r1, r3]\n\t" \
    "sxtb16 r12, r11, ror #8\n\t" \
    "sxtb16 r11, r11\n\t" \
    "smlad r8, r12, r10, r8\n\t" \
    "smlad r8, r11, r9, r8\n\t" \
    "ldr.w r11, [r1], #4\n\t" \
    "sxtb16 r12, r11, ror #8\n\t" \
    "sxtb16 r11, r11\n\t" \
    "smlad r5, r12, r10, r5\n\t" \
    "smlad r5, r11, r9, r5\n\t" \
    "subs lr, lr, #1\n\t" \
    "bne 3b\n\t" \
    "ldrd r11, r12, [r0, %[line]]\n\t" \
    "add r1, r11\n\t" \
    "cmp r4, r12\n\t" \
    "bne 2b\n\t" \
    "ldm r0, {r9, r10, r11, r12}\n\t" \
    "smmla r5, r5, r9, r10\n\t" \
    "smmla r6, r6, r9, r10\n\t" \
    "smmla r7, r7, r9, r10\n\t" \
    "smmla r8, r8, r9, r10\n\t" \
    "asr.w r5, r5, r11\n\t" \
    "asr.w r6, r6, r11\n\t" \
    "asr.w r7, r7, r11\n\t" \
    "asr.w r8, r8, r11\n\t" \
    "ssat r5, #8, r5, asr #1\n\t" \
    "ssat r6, #8, r6, asr #1\n\t" \
    "ssat r7, #8, r7, asr #1\n\t" \
    "ssat r8, #8, r8, asr #1\n\t" \
    "strb.w r5, [r12], #1\n\t" \
    "strb.w r6, [r12], #1\n\t" \
    "strb.w r7, [r12], #1\n\t" \
    "strb.w r8, [r12], #1\n\t" \
    "str.w r12, [r0, %[y]]\n\t" \
    "ldr r1, [r0, %[x]]\n\t" \
    "add.w r1, r1, r2, lsl #2\n\t" \
    "str r1, [r0, %[x]]\n\t" \
    "ldr.w r9, [r0, %[fours]]\n\t" \
    "subs r9, r9, #1\n\t" \
    "str.w r9, [r0, %[fours]]\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

#endif
