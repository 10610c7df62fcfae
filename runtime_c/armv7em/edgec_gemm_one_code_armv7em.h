/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_one_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_ONE_CODE_ARMV7EM_H
#define EDGEC_GEMM_ONE_CODE_ARMV7EM_H

/* One position of int8 with pairs of output channels, weights of 8 bits (edgec_gemm_one_armv7em.h). */
/* Registers:
 *   job              r0       its member `columns`, outside of the loop over k
 *   stream           r1       weights and what belongs to them
 *   columns          r2       of the position
 *   units            r3       twos of them that are left
 *   w0..w3           r4..r7   words of the weights
 *   x0 x1            r8 r9    words of a unit's columns
 *   a b              r10 r11  sums of both channels
 *   y pairs          r12 lr   the next output, pairs that are left
 *   m_a m_b          r2 r3    behind the loop: multipliers
 *   round_a round_b  r5 r4    behind the loop: zz << shift of A and B
 */
#define EDGEC_GEMM_ONE_S8_CODE \
    EDGEC_ENTER \
    "ldr.w r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr.w r1, [r0, %[stream]]\n\t" \
    "ldrd r12, lr, [r0, %[y]]\n\t" \
    "1:\n\t" \
    "ldmia.w r1!, {r10, r11}\n\t" \
    "ldr r2, [r0]\n\t" \
    "ldr r3, [r0, %[units]]\n\t" \
    "lsrs r3, r3, #1\n\t" \
    "bcc 2f\n\t" \
    "ldrd r4, r5, [r1], #8\n\t" \
    "ldrd r8, r9, [r2], #24\n\t" \
    "smlad r10, r4, r8, r10\n\t" \
    "sxtb16 r4, r4\n\t" \
    "smlad r11, r4, r8, r11\n\t" \
    "smlad r10, r5, r9, r10\n\t" \
    "sxtb16 r5, r5\n\t" \
    "smlad r11, r5, r9, r11\n\t" \
    "beq 3f\n\t" /* there is no more than this one */ \
    "2:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldrd r8, r9, [r2], #24\n\t" \
    "smlad r10, r4, r8, r10\n\t" \
    "sxtb16 r4, r4\n\t" \
    "smlad r11, r4, r8, r11\n\t" \
    "smlad r10, r5, r9, r10\n\t" \
    "sxtb16 r5, r5\n\t" \
    "smlad r11, r5, r9, r11\n\t" \
    "ldrd r8, r9, [r2], #24\n\t" \
    "smlad r10, r6, r8, r10\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r11, r6, r8, r11\n\t" \
    "smlad r10, r7, r9, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r11, r7, r9, r11\n\t" \
    "subs r3, r3, #1\n\t" \
    "bne 2b\n\t" \
    "3:\n\t" \
    "ldrd r0, r4, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldrd r2, r3, [r1], #8\n\t" \
    "lsl.w r5, r4, #8\n\t" \
    "sub.w r10, r10, r11\n\t" \
    "smmla r11, r11, r3, r4\n\t" \
    "ssat r11, #8, r11, asr %[shift_b]\n\t" \
    "smmla r10, r10, r2, r5\n\t" \
    "ssat r10, #8, r10, asr %[shift_a]\n\t" \
    "strb.w r11, [r12, #1]\n\t" \
    "strb.w r10, [r12], #2\n\t" \
    "subs.w lr, lr, #1\n\t" \
    "bne 1b\n\t" \
    EDGEC_LEAVE

#endif
