/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_recurrent_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_RECURRENT_CODE_ARMV7EM_H
#define EDGEC_RECURRENT_CODE_ARMV7EM_H

/* Pairs of gates of a recurrent layer, weights of 8 and 4 bits (edgec_gates_armv7em.h). */
/* Registers:
 *   row               r0        of x or of the output before
 *   stream            r1        weights and what belongs to them
 *   x0..x3            r2..r5    words of the row
 *   w0..w3            r6..r9    words of the weights
 *   a b               r10 r11   sums
 *   loops             r12       rounds of four units to do
 *   job               lr        whose members the operands are
 *   units skipped at  r2 r3 r4  ahead of the pairs
 *   entry             r2        ahead of a loop over k: where it is entered
 *   low high m_w m_r  r2..r5    behind the loops: what a gate begins with, its factors
 *   sum up down out   r6..r9    sum over x, shifts of the sums, place of the gates
 *   end               r0        of the stream
 */
#define EDGEC_GATES_S8_CODE \
    EDGEC_ENTER \
    "ldr lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r2, [lr, %[units_x]]\n\t" \
    "adds r3, r2, #3\n\t" \
    "lsrs r3, r3, #2\n\t" \
    "str r3, [lr, %[loops_x]]\n\t" \
    "rsb r3, r2, r3, lsl #2\n\t" /* units of the first round to skip */ \
    "mov.w r4, #56\n\t" /* bytes of a unit */ \
    "mul r3, r3, r4\n\t" \
    "adr.w r4, 2f\n\t" \
    "add.w r4, r4, r3\n\t" \
    "cmp r2, #0\n\t" \
    "it eq\n\t" \
    "adreq.w r4, 3f\n\t" \
    "orr.w r4, r4, #1\n\t" \
    "str r4, [lr, %[entry_x]]\n\t" \
    "ldr r2, [lr, %[units_y]]\n\t" \
    "adds r3, r2, #3\n\t" \
    "lsrs r3, r3, #2\n\t" \
    "str r3, [lr, %[loops_y]]\n\t" \
    "rsb r3, r2, r3, lsl #2\n\t" /* units of the first round to skip */ \
    "mov.w r4, #56\n\t" /* bytes of a unit */ \
    "mul r3, r3, r4\n\t" \
    "adr.w r4, 4f\n\t" \
    "add.w r4, r4, r3\n\t" \
    "cmp r2, #0\n\t" \
    "it eq\n\t" \
    "adreq.w r4, 5f\n\t" \
    "orr.w r4, r4, #1\n\t" \
    "str r4, [lr, %[entry_y]]\n\t" \
    "ldr r1, [lr, %[stream]]\n\t" \
    "1:\n\t" \
    "ldr r2, [lr, %[entry_x]]\n\t" \
    "ldr.w r12, [lr, %[loops_x]]\n\t" \
    "mov.w r10, #0\n\t" \
    "mov.w r11, #0\n\t" \
    "ldr r0, [lr, %[x]]\n\t" \
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
    "3:\n\t" \
    "sub.w r10, r10, r11\n\t" \
    "str.w r10, [lr, %[sum_a]]\n\t" \
    "str.w r11, [lr, %[sum_b]]\n\t" \
    "ldr r2, [lr, %[entry_y]]\n\t" \
    "ldr.w r12, [lr, %[loops_y]]\n\t" \
    "mov.w r10, #0\n\t" \
    "mov.w r11, #0\n\t" \
    "ldr r0, [lr, %[y]]\n\t" \
    "bx r2\n\t" \
    ".p2align 2\n\t" \
    "4:\n\t" \
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
    "bne.w 4b\n\t" \
    "5:\n\t" \
    "sub.w r10, r10, r11\n\t" \
    "ldr.w r7, [lr, %[up]]\n\t" \
    "rsb.w r8, r7, #8\n\t" \
    "ldr.w r9, [lr, %[out]]\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5}\n\t" \
    "ldr r6, [lr, %[sum_a]]\n\t" \
    "asr.w r6, r6, r8\n\t" \
    "asr.w r10, r10, r8\n\t" \
    "smlal r2, r3, r6, r4\n\t" \
    "smlal r2, r3, r10, r5\n\t" \
    "str r3, [r9], #4\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5}\n\t" \
    "ldr r6, [lr, %[sum_b]]\n\t" \
    "lsl.w r6, r6, r7\n\t" \
    "lsl.w r11, r11, r7\n\t" \
    "smlal r2, r3, r6, r4\n\t" \
    "smlal r2, r3, r11, r5\n\t" \
    "str r3, [r9], #4\n\t" \
    "str.w r9, [lr, %[out]]\n\t" \
    "ldr r0, [lr, %[end]]\n\t" \
    "cmp r1, r0\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE
#define EDGEC_GATES_S4_CODE \
    EDGEC_ENTER \
    "ldr lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r2, [lr, %[units_x]]\n\t" \
    "adds r3, r2, #3\n\t" \
    "lsrs r3, r3, #2\n\t" \
    "str r3, [lr, %[loops_x]]\n\t" \
    "rsb r3, r2, r3, lsl #2\n\t" /* units of the first round to skip */ \
    "mov.w r4, #88\n\t" /* bytes of a unit */ \
    "mul r3, r3, r4\n\t" \
    "adr.w r4, 2f\n\t" \
    "add.w r4, r4, r3\n\t" \
    "cmp r2, #0\n\t" \
    "it eq\n\t" \
    "adreq.w r4, 3f\n\t" \
    "orr.w r4, r4, #1\n\t" \
    "str r4, [lr, %[entry_x]]\n\t" \
    "ldr r2, [lr, %[units_y]]\n\t" \
    "adds r3, r2, #3\n\t" \
    "lsrs r3, r3, #2\n\t" \
    "str r3, [lr, %[loops_y]]\n\t" \
    "rsb r3, r2, r3, lsl #2\n\t" /* units of the first round to skip */ \
    "mov.w r4, #88\n\t" /* bytes of a unit */ \
    "mul r3, r3, r4\n\t" \
    "adr.w r4, 4f\n\t" \
    "add.w r4, r4, r3\n\t" \
    "cmp r2, #0\n\t" \
    "it eq\n\t" \
    "adreq.w r4, 5f\n\t" \
    "orr.w r4, r4, #1\n\t" \
    "str r4, [lr, %[entry_y]]\n\t" \
    "ldr r1, [lr, %[stream]]\n\t" \
    "1:\n\t" \
    "ldr r2, [lr, %[entry_x]]\n\t" \
    "ldr.w r12, [lr, %[loops_x]]\n\t" \
    "mov.w r10, #0\n\t" \
    "mov.w r11, #0\n\t" \
    "ldr r0, [lr, %[x]]\n\t" \
    "bx r2\n\t" \
    ".p2align 2\n\t" \
    "2:\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7}\n\t" \
    "lsl.w r8, r6, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r6\n\t" \
    "smlad r10, r9, r2, r10\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad r11, r9, r2, r11\n\t" \
    "sxtb16 r9, r6, ror #8\n\t" \
    "smlad r10, r9, r3, r10\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad r11, r9, r3, r11\n\t" \
    "lsl.w r8, r7, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r7\n\t" \
    "smlad r10, r9, r4, r10\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad r11, r9, r4, r11\n\t" \
    "sxtb16 r9, r7, ror #8\n\t" \
    "smlad r10, r9, r5, r10\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad r11, r9, r5, r11\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7}\n\t" \
    "lsl.w r8, r6, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r6\n\t" \
    "smlad r10, r9, r2, r10\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad r11, r9, r2, r11\n\t" \
    "sxtb16 r9, r6, ror #8\n\t" \
    "smlad r10, r9, r3, r10\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad r11, r9, r3, r11\n\t" \
    "lsl.w r8, r7, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r7\n\t" \
    "smlad r10, r9, r4, r10\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad r11, r9, r4, r11\n\t" \
    "sxtb16 r9, r7, ror #8\n\t" \
    "smlad r10, r9, r5, r10\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad r11, r9, r5, r11\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7}\n\t" \
    "lsl.w r8, r6, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r6\n\t" \
    "smlad r10, r9, r2, r10\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad r11, r9, r2, r11\n\t" \
    "sxtb16 r9, r6, ror #8\n\t" \
    "smlad r10, r9, r3, r10\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad r11, r9, r3, r11\n\t" \
    "lsl.w r8, r7, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r7\n\t" \
    "smlad r10, r9, r4, r10\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad r11, r9, r4, r11\n\t" \
    "sxtb16 r9, r7, ror #8\n\t" \
    "smlad r10, r9, r5, r10\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad r11, r9, r5, r11\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7}\n\t" \
    "lsl.w r8, r6, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r6\n\t" \
    "smlad r10, r9, r2, r10\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad r11, r9, r2, r11\n\t" \
    "sxtb16 r9, r6, ror #8\n\t" \
    "smlad r10, r9, r3, r10\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad r11, r9, r3, r11\n\t" \
    "lsl.w r8, r7, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r7\n\t" \
    "smlad r10, r9, r4, r10\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad r11, r9, r4, r11\n\t" \
    "sxtb16 r9, r7, ror #8\n\t" \
    "smlad r10, r9, r5, r10\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad r11, r9, r5, r11\n\t" \
    "subs.w r12, r12, #1\n\t" \
    "bne.w 2b\n\t" \
    "3:\n\t" \
    "rsb.w r10, r11, r10, lsl #4\n\t" \
    "asr.w r11, r11, #4\n\t" \
    "str.w r10, [lr, %[sum_a]]\n\t" \
    "str.w r11, [lr, %[sum_b]]\n\t" \
    "ldr r2, [lr, %[entry_y]]\n\t" \
    "ldr.w r12, [lr, %[loops_y]]\n\t" \
    "mov.w r10, #0\n\t" \
    "mov.w r11, #0\n\t" \
    "ldr r0, [lr, %[y]]\n\t" \
    "bx r2\n\t" \
    ".p2align 2\n\t" \
    "4:\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7}\n\t" \
    "lsl.w r8, r6, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r6\n\t" \
    "smlad r10, r9, r2, r10\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad r11, r9, r2, r11\n\t" \
    "sxtb16 r9, r6, ror #8\n\t" \
    "smlad r10, r9, r3, r10\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad r11, r9, r3, r11\n\t" \
    "lsl.w r8, r7, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r7\n\t" \
    "smlad r10, r9, r4, r10\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad r11, r9, r4, r11\n\t" \
    "sxtb16 r9, r7, ror #8\n\t" \
    "smlad r10, r9, r5, r10\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad r11, r9, r5, r11\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7}\n\t" \
    "lsl.w r8, r6, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r6\n\t" \
    "smlad r10, r9, r2, r10\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad r11, r9, r2, r11\n\t" \
    "sxtb16 r9, r6, ror #8\n\t" \
    "smlad r10, r9, r3, r10\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad r11, r9, r3, r11\n\t" \
    "lsl.w r8, r7, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r7\n\t" \
    "smlad r10, r9, r4, r10\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad r11, r9, r4, r11\n\t" \
    "sxtb16 r9, r7, ror #8\n\t" \
    "smlad r10, r9, r5, r10\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad r11, r9, r5, r11\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7}\n\t" \
    "lsl.w r8, r6, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r6\n\t" \
    "smlad r10, r9, r2, r10\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad r11, r9, r2, r11\n\t" \
    "sxtb16 r9, r6, ror #8\n\t" \
    "smlad r10, r9, r3, r10\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad r11, r9, r3, r11\n\t" \
    "lsl.w r8, r7, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r7\n\t" \
    "smlad r10, r9, r4, r10\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad r11, r9, r4, r11\n\t" \
    "sxtb16 r9, r7, ror #8\n\t" \
    "smlad r10, r9, r5, r10\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad r11, r9, r5, r11\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7}\n\t" \
    "lsl.w r8, r6, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r6\n\t" \
    "smlad r10, r9, r2, r10\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad r11, r9, r2, r11\n\t" \
    "sxtb16 r9, r6, ror #8\n\t" \
    "smlad r10, r9, r3, r10\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad r11, r9, r3, r11\n\t" \
    "lsl.w r8, r7, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r7\n\t" \
    "smlad r10, r9, r4, r10\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad r11, r9, r4, r11\n\t" \
    "sxtb16 r9, r7, ror #8\n\t" \
    "smlad r10, r9, r5, r10\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad r11, r9, r5, r11\n\t" \
    "subs.w r12, r12, #1\n\t" \
    "bne.w 4b\n\t" \
    "5:\n\t" \
    "rsb.w r10, r11, r10, lsl #4\n\t" \
    "asr.w r11, r11, #4\n\t" \
    "ldr.w r7, [lr, %[up]]\n\t" \
    "rsb.w r8, r7, #8\n\t" \
    "ldr.w r9, [lr, %[out]]\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5}\n\t" \
    "ldr r6, [lr, %[sum_a]]\n\t" \
    "asr.w r6, r6, r8\n\t" \
    "asr.w r10, r10, r8\n\t" \
    "smlal r2, r3, r6, r4\n\t" \
    "smlal r2, r3, r10, r5\n\t" \
    "str r3, [r9], #4\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5}\n\t" \
    "ldr r6, [lr, %[sum_b]]\n\t" \
    "lsl.w r6, r6, r7\n\t" \
    "lsl.w r11, r11, r7\n\t" \
    "smlal r2, r3, r6, r4\n\t" \
    "smlal r2, r3, r11, r5\n\t" \
    "str r3, [r9], #4\n\t" \
    "str.w r9, [lr, %[out]]\n\t" \
    "ldr r0, [lr, %[end]]\n\t" \
    "cmp r1, r0\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

#endif
