/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dense_fours_s8_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DENSE_FOURS_S8_CODE_ARMV7EM_H
#define EDGEC_DENSE_FOURS_S8_CODE_ARMV7EM_H

/* Four outputs at a time of a fully connected layer, weights of 8 bits (edgec_dense_fours_s8_armv7em.h). */
/* Registers:
 *   row                    r0              of x
 *   stream                 r1              weights and what belongs to them
 *   x0..x3                 r2..r5          words of x
 *   w0..w3                 r6..r9          words of the weights of a pair
 *   a b c d                r10 r11 r12 lr  sums
 *   job                    r0              whose members the operands are, outside of the loop over k
 *   units skipped scratch  r2 r3 r4        ahead of the fours
 *   entry                  r2              ahead of the loop over k: where it is entered
 *   end                    r2              behind a round: of the row
 *   m_a m_b m_c m_d shift  r2..r6          behind the loop: multipliers; the shift of two outputs in the low byte
 *   zz y round             r7 r8 r9        behind the loop: members of the job; zz << shift
 *   fours                  r2              at the end: a member of the job
 */
#define EDGEC_DENSE_FOURS_S8_CODE \
    EDGEC_ENTER \
    "ldr r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r2, [r0, %[units]]\n\t" \
    "adds r3, r2, #3\n\t" \
    "lsrs r3, r3, #2\n\t" \
    "ldr r4, [r0, %[row]]\n\t" \
    "add.w r4, r4, r2, lsl #4\n\t" \
    "str.w r4, " EDGEC_ASM_SLOT(end, "4") "\n\t" \
    "rsb r3, r2, r3, lsl #2\n\t" /* units of the first round to skip */ \
    "mov.w r4, #108\n\t" \
    "mul r3, r3, r4\n\t" \
    "adr.w r4, 2f\n\t" \
    "add.w r4, r4, r3\n\t" \
    "orr.w r4, r4, #1\n\t" \
    "str r4, [r0, %[entry]]\n\t" \
    "ldr r1, [r0, %[stream]]\n\t" \
    "1:\n\t" \
    "ldmia.w r1!, {r10, r11, r12, lr}\n\t" \
    "ldrd r0, r2, [r0, %[row]]\n\t" \
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
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad lr, r6, r2, lr\n\t" \
    "smlad r12, r7, r3, r12\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "smlad r12, r9, r5, r12\n\t" \
    "sxtb16 r9, r9\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
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
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad lr, r6, r2, lr\n\t" \
    "smlad r12, r7, r3, r12\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "smlad r12, r9, r5, r12\n\t" \
    "sxtb16 r9, r9\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
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
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad lr, r6, r2, lr\n\t" \
    "smlad r12, r7, r3, r12\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "smlad r12, r9, r5, r12\n\t" \
    "sxtb16 r9, r9\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
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
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad lr, r6, r2, lr\n\t" \
    "smlad r12, r7, r3, r12\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "smlad r12, r9, r5, r12\n\t" \
    "sxtb16 r9, r9\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldr.w r2, " EDGEC_ASM_SLOT(end, "4") "\n\t" \
    "cmp r0, r2\n\t" \
    "bne.w 2b\n\t" \
    "ldr.w r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5, r6}\n\t" \
    "ldrd r7, r8, [r0, %[zz]]\n\t" \
    "sub.w r10, r10, r11\n\t" \
    "sub.w r12, r12, lr\n\t" \
    "lsl.w r9, r7, r6\n\t" \
    "smmla r11, r11, r3, r9\n\t" \
    "asr.w r11, r11, r6\n\t" \
    "ssat r11, #8, r11, asr #1\n\t" \
    "smmla lr, lr, r5, r9\n\t" \
    "asr.w lr, lr, r6\n\t" \
    "ssat lr, #8, lr, asr #1\n\t" \
    "lsr.w r6, r6, #8\n\t" \
    "lsl.w r9, r7, r6\n\t" \
    "smmla r10, r10, r2, r9\n\t" \
    "asr.w r10, r10, r6\n\t" \
    "ssat r10, #8, r10, asr #1\n\t" \
    "smmla r12, r12, r4, r9\n\t" \
    "asr.w r12, r12, r6\n\t" \
    "ssat r12, #8, r12, asr #1\n\t" \
    "strb r10, [r8], #1\n\t" \
    "strb r11, [r8], #1\n\t" \
    "strb r12, [r8], #1\n\t" \
    "strb lr, [r8], #1\n\t" \
    "ldr r2, [r0, %[pairs]]\n\t" \
    "subs r2, r2, #1\n\t" \
    "strd r8, r2, [r0, %[y]]\n\t" \
    "bne.w 1b\n\t" \
    "str.w r1, [r0, %[stream]]\n\t" \
    EDGEC_LEAVE

#endif
