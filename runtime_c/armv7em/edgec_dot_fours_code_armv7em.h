/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dot_fours_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DOT_FOURS_CODE_ARMV7EM_H
#define EDGEC_DOT_FOURS_CODE_ARMV7EM_H

/* Inner products of four neighbouring windows with one filter (edgec_dot_fours_armv7em.h). */
/* Registers:
 *   w             r0        the next words of the filter
 *   x step step3  r1 r2 r3  the first window; bytes from one to the next, and three times as many
 *   s0..s3        r4..r7    sums
 *   w_even w_odd  r8 r9     taps 0 and 2, taps 1 and 3
 *   x_even x_odd  r10 r11   bytes of a window, then the even ones; the odd ones
 *   n y           r12 lr    shift; the next output
 *   m add         r8 r9     behind the products: multiplier, addend
 *   next end      r4 r5     behind the outputs: from behind a window to that of the next four; the first one behind all
 *   line          r10       ahead of a line below the first: bytes from the end of the one before
 *   job           r11       ahead of that, and of `next`
 *   place left    r4 r5     ahead of the windows: where the next place goes, units of a line
 *   words lines   r6 r7     ahead of the windows
 *   again to      r8 r9     ahead of the windows: where a unit begins; what the next place holds
 */
#define EDGEC_DOT_FOURS_CODE \
    EDGEC_ENTER \
    "ldr.w r11, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr.w r4, [r11]\n\t" \
    "adds r4, #24\n\t" \
    "ldrd r6, r7, [r11, %[words]]\n\t" \
    "adr.w r8, 3f + 1\n\t" /* Thumb */ \
    "6:\n\t" /* a line */ \
    "adr.w r9, 2f + 1\n\t" \
    "mov r5, r6\n\t" \
    "7:\n\t" \
    "str r9, [r4], #12\n\t" \
    "mov r9, r8\n\t" \
    "subs r5, #1\n\t" \
    "bne 7b\n\t" \
    "subs r7, #1\n\t" \
    "bne 6b\n\t" \
    "adr.w r9, 4f + 1\n\t" \
    "str.w r9, [r4]\n\t" \
    "ldr.w r0, [r11]\n\t" \
    "str.w r8, [r0, #24]\n\t" /* ahead of the first line there is none */ \
    "ldrd r1, r2, [r11, %[x]]\n\t" \
    "ldr.w r3, [r11, %[step3]]\n\t" \
    "ldrd r12, lr, [r11, %[n]]\n\t" \
    "1:\n\t" /* four windows */ \
    "ldmia.w r0!, {r4, r5, r6, r7, r8, r9, pc}\n\t" \
    "2:\n\t" /* a line below another */ \
    "ldr.w r11, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr.w r10, [r11, %[line]]\n\t" \
    "add r1, r10\n\t" \
    "3:\n\t" /* four taps */ \
    "ldr.w r10, [r1, r2]\n\t" \
    "sxtb16 r11, r10, ror #8\n\t" \
    "sxtb16 r10, r10\n\t" \
    "smlad r5, r11, r9, r5\n\t" \
    "smlad r5, r10, r8, r5\n\t" \
    "ldr.w r10, [r1, r2, lsl #1]\n\t" \
    "sxtb16 r11, r10, ror #8\n\t" \
    "sxtb16 r10, r10\n\t" \
    "smlad r6, r11, r9, r6\n\t" \
    "smlad r6, r10, r8, r6\n\t" \
    "ldr.w r10, [r1, r3]\n\t" \
    "sxtb16 r11, r10, ror #8\n\t" \
    "sxtb16 r10, r10\n\t" \
    "smlad r7, r11, r9, r7\n\t" \
    "smlad r7, r10, r8, r7\n\t" \
    "ldr.w r10, [r1], #4\n\t" \
    "sxtb16 r11, r10, ror #8\n\t" \
    "sxtb16 r10, r10\n\t" \
    "smlad r4, r11, r9, r4\n\t" \
    "smlad r4, r10, r8, r4\n\t" \
    "ldmia.w r0!, {r8, r9, pc}\n\t" \
    "4:\n\t" /* outputs */ \
    "smmla r4, r4, r8, r9\n\t" \
    "smmla r5, r5, r8, r9\n\t" \
    "smmla r6, r6, r8, r9\n\t" \
    "smmla r7, r7, r8, r9\n\t" \
    "asr.w r4, r4, r12\n\t" \
    "asr.w r5, r5, r12\n\t" \
    "asr.w r6, r6, r12\n\t" \
    "asr.w r7, r7, r12\n\t" \
    "ssat r4, #8, r4, asr #1\n\t" \
    "ssat r5, #8, r5, asr #1\n\t" \
    "ssat r6, #8, r6, asr #1\n\t" \
    "ssat r7, #8, r7, asr #1\n\t" \
    "strb.w r4, [lr], #1\n\t" \
    "strb.w r5, [lr], #1\n\t" \
    "strb.w r6, [lr], #1\n\t" \
    "strb.w r7, [lr], #1\n\t" \
    "ldr.w r11, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldm.w r11, {r0, r4, r5}\n\t" \
    "add r1, r4\n\t" \
    "cmp r1, r5\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

#endif
