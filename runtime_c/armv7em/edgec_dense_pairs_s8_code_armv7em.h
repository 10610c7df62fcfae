/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dense_pairs_s8_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DENSE_PAIRS_S8_CODE_ARMV7EM_H
#define EDGEC_DENSE_PAIRS_S8_CODE_ARMV7EM_H

/* Pairs of outputs of a fully connected layer, weights of 8 bits (edgec_dense_pairs_s8_armv7em.h). */
/* Registers:
 *   row                    r0        of x
 *   stream                 r1        weights and what belongs to them
 *   x0..x3                 r2..r5    words of x
 *   w0..w3                 r6..r9    words of the weights
 *   a b                    r10 r11   sums
 *   loops                  r12       rounds of four units to do
 *   job                    lr        whose members the operands are
 *   units skipped scratch  r2 r3 r4  ahead of the pairs
 *   entry                  r2        ahead of the loop over k: where it is entered
 *   m_a m_b end_a end_b    r2..r5    behind the loop: multipliers, 256 * bias | shift
 *   bias round             r6 r6     behind the loop: of one output; zz << shift
 *   y zz pairs             r7 r8 r0  behind the loop: members of the job
 */
#define EDGEC_DENSE_PAIRS_S8_CODE \
    EDGEC_ENTER \
    "ldr lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r2, [lr, %[units]]\n\t" \
    "adds r3, r2, #3\n\t" \
    "lsrs r3, r3, #2\n\t" \
    "str r3, [lr, %[loops]]\n\t" \
    "rsb r3, r2, r3, lsl #2\n\t" /* units of the first round to skip */ \
    "mov.w r4, #56\n\t" \
    "mul r3, r3, r4\n\t" \
    "adr.w r4, 2f\n\t" \
    "add.w r4, r4, r3\n\t" \
    "orr.w r4, r4, #1\n\t" \
    "str r4, [lr, %[entry]]\n\t" \
    "ldr r1, [lr, %[stream]]\n\t" \
    "1:\n\t" \
    "ldr r2, [lr, %[entry]]\n\t" \
    "ldr.w r12, [lr, %[loops]]\n\t" \
    "mov.w r10, #0\n\t" \
    "mov.w r11, #0\n\t" \
    "ldr r0, [lr, %[row]]\n\t" \
    "bx r2\n\t" \
    ".p2align 2\n\t" \
    "2:\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r11, r6, r2, r11\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "smlad r10, r9, r5, r10\n\t" \
    "sxtb16 r9, r9\n\t" \
    "smlad r11, r9, r5, r11\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r11, r6, r2, r11\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "smlad r10, r9, r5, r10\n\t" \
    "sxtb16 r9, r9\n\t" \
    "smlad r11, r9, r5, r11\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r11, r6, r2, r11\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "smlad r10, r9, r5, r10\n\t" \
    "sxtb16 r9, r9\n\t" \
    "smlad r11, r9, r5, r11\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r11, r6, r2, r11\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "smlad r10, r9, r5, r10\n\t" \
    "sxtb16 r9, r9\n\t" \
    "smlad r11, r9, r5, r11\n\t" \
    "subs.w r12, r12, #1\n\t" \
    "bne.w 2b\n\t" \
    "sub.w r10, r10, r11\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5}\n\t" \
    "ldr.w r8, [lr, %[zz]]\n\t" \
    "ldr.w r7, [lr, %[y]]\n\t" \
    "ldr.w r0, [lr, %[pairs]]\n\t" \
    "bic.w r6, r4, #255\n\t" \
    "add.w r10, r10, r6\n\t" \
    "bic.w r6, r5, #255\n\t" \
    "add.w r11, r11, r6, asr #8\n\t" \
    "lsl.w r6, r8, r4\n\t" \
    "smmla r10, r10, r2, r6\n\t" \
    "asr.w r10, r10, r4\n\t" \
    "ssat r10, #8, r10, asr #1\n\t" \
    "lsl.w r6, r8, r5\n\t" \
    "smmla r11, r11, r3, r6\n\t" \
    "asr.w r11, r11, r5\n\t" \
    "ssat r11, #8, r11, asr #1\n\t" \
    "strb r10, [r7], #1\n\t" \
    "strb r11, [r7], #1\n\t" \
    "str.w r7, [lr, %[y]]\n\t" \
    "subs r0, r0, #1\n\t" \
    "str.w r0, [lr, %[pairs]]\n\t" \
    "bne.w 1b\n\t" \
    "str.w r1, [lr, %[stream]]\n\t" \
    EDGEC_LEAVE

#endif
