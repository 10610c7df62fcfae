/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_s4_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_S4_CODE_ARMV7EM_H
#define EDGEC_GEMM_S4_CODE_ARMV7EM_H

/* Three positions of int8 with pairs of output channels, weights of 4 bits (edgec_gemm_s4_armv7em.h). */
/* Registers:
 *   columns                r0        of the three positions
 *   stream                 r1        weights and what belongs to them
 *   x0..x2                 r2..r4    a word of each position's column
 *   wa wb                  r5 r6     words of the weights
 *   a0..a2                 r7..r9    sums of A for the three positions
 *   b0..b2                 r10..r12  sums of B
 *   job                    lr        its member `columns`, outside of the loop over k
 *   units skipped scratch  r2 r3 r4  ahead of the pairs
 *   end entry              r2 r3     ahead of the loop over k: where the weights end, where it is entered
 *   m_a m_b                r2 r3     behind the loop: multipliers
 *   shifts zz round        r4 r5 r6  behind the loop: shift in the low byte, zz, zz << shift
 *   second third y pairs   r2..r5    at the end of a pair: members of the job behind `columns`
 *   pair                   lr        in the loop over k: two k of a channel
 */
#define EDGEC_GEMM_S4_CODE \
    EDGEC_ENTER \
    "ldr lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r2, [lr, %[units]]\n\t" \
    "adds r3, r2, #3\n\t" \
    "lsrs r3, r3, #2\n\t" \
    "lsl.w r4, r2, #2\n\t" \
    "str r4, [lr, %[size]]\n\t" \
    "rsb r3, r2, r3, lsl #2\n\t" /* units of the first round to skip */ \
    "mov.w r4, #84\n\t" \
    "mul r3, r3, r4\n\t" \
    "adr.w r4, 2f\n\t" \
    "add.w r4, r4, r3\n\t" \
    "orr.w r4, r4, #1\n\t" \
    "str r4, [lr, %[entry]]\n\t" \
    "ldr r1, [lr, %[stream]]\n\t" \
    "ldr r0, [lr]\n\t" \
    "1:\n\t" \
    "ldmia.w r1!, {r7, r10}\n\t" \
    "asr.w r3, r10, #8\n\t" \
    "bfi r10, r7, #8, #8\n\t" \
    "str r10, [lr, %[ends]]\n\t" \
    "asr.w r7, r7, #8\n\t" \
    "add.w r7, r3, r7, lsl #4\n\t" \
    "lsl.w r10, r3, #4\n\t" \
    "ldmdb.w lr, {r2, r3}\n\t" \
    "mov r8, r7\n\t" \
    "mov r9, r7\n\t" \
    "mov r11, r10\n\t" \
    "mov r12, r10\n\t" \
    "add.w r2, r2, r1\n\t" \
    "str.w r2, " EDGEC_ASM_SLOT(end, "4") "\n\t" \
    "bx r3\n\t" \
    ".p2align 2\n\t" \
    "2:\n\t" \
    "ldr r5, [r1], #4\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "lsl.w r6, r5, #4\n\t" \
    "bic.w r6, r6, #0x0F0F0F0F\n\t" \
    "sxtb16 lr, r5\n\t" \
    "smlad r7, lr, r2, r7\n\t" \
    "smlad r8, lr, r3, r8\n\t" \
    "smlad r9, lr, r4, r9\n\t" \
    "sxtb16 lr, r6\n\t" \
    "smlad r10, lr, r2, r10\n\t" \
    "smlad r11, lr, r3, r11\n\t" \
    "smlad r12, lr, r4, r12\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "sxtb16 lr, r5, ror #8\n\t" \
    "smlad r7, lr, r2, r7\n\t" \
    "smlad r8, lr, r3, r8\n\t" \
    "smlad r9, lr, r4, r9\n\t" \
    "sxtb16 lr, r6, ror #8\n\t" \
    "smlad r10, lr, r2, r10\n\t" \
    "smlad r11, lr, r3, r11\n\t" \
    "smlad r12, lr, r4, r12\n\t" \
    "ldr r5, [r1], #4\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "lsl.w r6, r5, #4\n\t" \
    "bic.w r6, r6, #0x0F0F0F0F\n\t" \
    "sxtb16 lr, r5\n\t" \
    "smlad r7, lr, r2, r7\n\t" \
    "smlad r8, lr, r3, r8\n\t" \
    "smlad r9, lr, r4, r9\n\t" \
    "sxtb16 lr, r6\n\t" \
    "smlad r10, lr, r2, r10\n\t" \
    "smlad r11, lr, r3, r11\n\t" \
    "smlad r12, lr, r4, r12\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "sxtb16 lr, r5, ror #8\n\t" \
    "smlad r7, lr, r2, r7\n\t" \
    "smlad r8, lr, r3, r8\n\t" \
    "smlad r9, lr, r4, r9\n\t" \
    "sxtb16 lr, r6, ror #8\n\t" \
    "smlad r10, lr, r2, r10\n\t" \
    "smlad r11, lr, r3, r11\n\t" \
    "smlad r12, lr, r4, r12\n\t" \
    "ldr r5, [r1], #4\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "lsl.w r6, r5, #4\n\t" \
    "bic.w r6, r6, #0x0F0F0F0F\n\t" \
    "sxtb16 lr, r5\n\t" \
    "smlad r7, lr, r2, r7\n\t" \
    "smlad r8, lr, r3, r8\n\t" \
    "smlad r9, lr, r4, r9\n\t" \
    "sxtb16 lr, r6\n\t" \
    "smlad r10, lr, r2, r10\n\t" \
    "smlad r11, lr, r3, r11\n\t" \
    "smlad r12, lr, r4, r12\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "sxtb16 lr, r5, ror #8\n\t" \
    "smlad r7, lr, r2, r7\n\t" \
    "smlad r8, lr, r3, r8\n\t" \
    "smlad r9, lr, r4, r9\n\t" \
    "sxtb16 lr, r6, ror #8\n\t" \
    "smlad r10, lr, r2, r10\n\t" \
    "smlad r11, lr, r3, r11\n\t" \
    "smlad r12, lr, r4, r12\n\t" \
    "ldr r5, [r1], #4\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "lsl.w r6, r5, #4\n\t" \
    "bic.w r6, r6, #0x0F0F0F0F\n\t" \
    "sxtb16 lr, r5\n\t" \
    "smlad r7, lr, r2, r7\n\t" \
    "smlad r8, lr, r3, r8\n\t" \
    "smlad r9, lr, r4, r9\n\t" \
    "sxtb16 lr, r6\n\t" \
    "smlad r10, lr, r2, r10\n\t" \
    "smlad r11, lr, r3, r11\n\t" \
    "smlad r12, lr, r4, r12\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "sxtb16 lr, r5, ror #8\n\t" \
    "smlad r7, lr, r2, r7\n\t" \
    "smlad r8, lr, r3, r8\n\t" \
    "smlad r9, lr, r4, r9\n\t" \
    "sxtb16 lr, r6, ror #8\n\t" \
    "smlad r10, lr, r2, r10\n\t" \
    "smlad r11, lr, r3, r11\n\t" \
    "smlad r12, lr, r4, r12\n\t" \
    "ldr.w lr, " EDGEC_ASM_SLOT(end, "4") "\n\t" \
    "cmp r1, lr\n\t" \
    "bne.w 2b\n\t" \
    "ldr.w lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "rsb.w r7, r10, r7, lsl #4\n\t" \
    "rsb.w r8, r11, r8, lsl #4\n\t" \
    "rsb.w r9, r12, r9, lsl #4\n\t" \
    "ldmia.w r1!, {r2, r3}\n\t" \
    "ldrd r4, r5, [lr, %[ends]]\n\t" \
    "lsl.w r6, r5, r4\n\t" \
    "smmla r10, r10, r3, r6\n\t" \
    "smmla r11, r11, r3, r6\n\t" \
    "smmla r12, r12, r3, r6\n\t" \
    "asr.w r10, r10, r4\n\t" \
    "asr.w r11, r11, r4\n\t" \
    "asr.w r12, r12, r4\n\t" \
    "ssat r10, #8, r10, asr #1\n\t" \
    "ssat r11, #8, r11, asr #1\n\t" \
    "ssat r12, #8, r12, asr #1\n\t" \
    "lsr.w r4, r4, #8\n\t" \
    "lsl.w r6, r5, r4\n\t" \
    "smmla r7, r7, r2, r6\n\t" \
    "smmla r8, r8, r2, r6\n\t" \
    "smmla r9, r9, r2, r6\n\t" \
    "asr.w r7, r7, r4\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "asr.w r9, r9, r4\n\t" \
    "ssat r7, #8, r7, asr #1\n\t" \
    "ssat r8, #8, r8, asr #1\n\t" \
    "ssat r9, #8, r9, asr #1\n\t" \
    "ldmia.w lr, {r0, r2, r3, r4, r5}\n\t" \
    /* the first position last: absent ones write to its cell */ \
    "strb.w r9, [r4, r3]\n\t" \
    "strb.w r8, [r4, r2]\n\t" \
    "strb r7, [r4], #1\n\t" \
    "strb.w r12, [r4, r3]\n\t" \
    "strb.w r11, [r4, r2]\n\t" \
    "strb r10, [r4], #1\n\t" \
    "subs r5, r5, #1\n\t" \
    "strd r4, r5, [lr, %[y]]\n\t" \
    "bne.w 1b\n\t" \
    "str r1, [lr, %[stream]]\n\t" \
    EDGEC_LEAVE

#endif
