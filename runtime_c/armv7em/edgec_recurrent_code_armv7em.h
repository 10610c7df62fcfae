/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_recurrent_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_RECURRENT_CODE_ARMV7EM_H
#define EDGEC_RECURRENT_CODE_ARMV7EM_H

/* Pairs of gates of a recurrent layer, weights of 8 and 4 bits (edgec_gates_armv7em.h). */
/* Registers:
 *   row                   r0              of x, then of the output before
 *   stream                r1              weights and what belongs to them
 *   x0..x3                r2..r5          words of the row
 *   w0..w3                r6..r9          words of the weights
 *   a_x b_x a_y b_y       r10 r11 r12 lr  sums
 *   begin                 r2              of the job, ahead of a pair
 *   entry                 r3              of a loop over k: where it is entered
 *   end                   r3              of a row, of the stream
 *   units skipped at      r3 r4 r5        ahead of the pairs
 *   job                   r0              behind the loops, until the place of the gates is in r0
 *   up down               r2 r3           behind the loops: shifts of the sums
 *   out                   r0              behind the loops: place of the gates
 *   low_a high_a w_a r_a  r2..r5          behind the loops: what a gate begins with, its factors
 *   low_b high_b w_b r_b  r6..r9          of the other gate
 */
#define EDGEC_GATES_S8_CODE \
    EDGEC_ENTER \
    "ldr r2, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r3, [r2, %[units_x]]\n\t" \
    "rsb.w r4, r3, #0\n\t" /* units of the first round to skip */ \
    "and.w r4, r4, #3\n\t" \
    "mov.w r5, #56\n\t" /* bytes of a unit */ \
    "mul r4, r4, r5\n\t" \
    "adr.w r5, 2f\n\t" \
    "add.w r5, r5, r4\n\t" \
    "cmp r3, #0\n\t" \
    "it eq\n\t" \
    "adreq.w r5, 3f\n\t" \
    "orr.w r5, r5, #1\n\t" \
    "str r5, [r2, %[entry_x]]\n\t" \
    "ldr r3, [r2, %[units_y]]\n\t" \
    "rsb.w r4, r3, #0\n\t" /* units of the first round to skip */ \
    "and.w r4, r4, #3\n\t" \
    "mov.w r5, #56\n\t" /* bytes of a unit */ \
    "mul r4, r4, r5\n\t" \
    "adr.w r5, 4f\n\t" \
    "add.w r5, r5, r4\n\t" \
    "cmp r3, #0\n\t" \
    "it eq\n\t" \
    "adreq.w r5, 5f\n\t" \
    "orr.w r5, r5, #1\n\t" \
    "str r5, " EDGEC_ASM_SLOT(entry, "12") "\n\t" \
    "ldr r1, [r2, %[stream]]\n\t" \
    "1:\n\t" \
    "ldmia.w r2, {r0, r3, r10, r11, r12, lr}\n\t" /* four of them zeros */ \
    "bx r3\n\t" \
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
    "ldr.w r3, " EDGEC_ASM_SLOT(end_x, "4") "\n\t" \
    "cmp.w r0, r3\n\t" \
    "bne.w 2b\n\t" \
    "3:\n\t" \
    "sub.w r10, r10, r11\n\t" \
    "ldr.w r3, " EDGEC_ASM_SLOT(entry, "12") "\n\t" \
    "bx r3\n\t" \
    ".p2align 2\n\t" \
    "4:\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
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
    "ldr.w r3, " EDGEC_ASM_SLOT(end_y, "8") "\n\t" \
    "cmp.w r0, r3\n\t" \
    "bne.w 4b\n\t" \
    "5:\n\t" \
    "sub.w r12, r12, lr\n\t" \
    "ldr r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldrd r2, r3, [r0, %[up]]\n\t" \
    "asr.w r10, r10, r3\n\t" \
    "asr.w r12, r12, r3\n\t" \
    "lsl.w r11, r11, r2\n\t" \
    "lsl.w lr, lr, r2\n\t" \
    "ldr r0, " EDGEC_ASM_SLOT(out, "16") "\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5, r6, r7, r8, r9}\n\t" \
    "smlal r2, r3, r10, r4\n\t" \
    "smlal r2, r3, r12, r5\n\t" \
    "smlal r6, r7, r11, r8\n\t" \
    "smlal r6, r7, lr, r9\n\t" \
    "strd r3, r7, [r0], #8\n\t" \
    "str r0, " EDGEC_ASM_SLOT(out, "16") "\n\t" \
    "ldr r2, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r3, [r2, %[end]]\n\t" \
    "cmp r1, r3\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE
#define EDGEC_GATES_S4_CODE \
    EDGEC_ENTER \
    "ldr r2, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r3, [r2, %[units_x]]\n\t" \
    "rsb.w r4, r3, #0\n\t" /* units of the first round to skip */ \
    "and.w r4, r4, #3\n\t" \
    "mov.w r5, #88\n\t" /* bytes of a unit */ \
    "mul r4, r4, r5\n\t" \
    "adr.w r5, 2f\n\t" \
    "add.w r5, r5, r4\n\t" \
    "cmp r3, #0\n\t" \
    "it eq\n\t" \
    "adreq.w r5, 3f\n\t" \
    "orr.w r5, r5, #1\n\t" \
    "str r5, [r2, %[entry_x]]\n\t" \
    "ldr r3, [r2, %[units_y]]\n\t" \
    "rsb.w r4, r3, #0\n\t" /* units of the first round to skip */ \
    "and.w r4, r4, #3\n\t" \
    "mov.w r5, #88\n\t" /* bytes of a unit */ \
    "mul r4, r4, r5\n\t" \
    "adr.w r5, 4f\n\t" \
    "add.w r5, r5, r4\n\t" \
    "cmp r3, #0\n\t" \
    "it eq\n\t" \
    "adreq.w r5, 5f\n\t" \
    "orr.w r5, r5, #1\n\t" \
    "str r5, " EDGEC_ASM_SLOT(entry, "12") "\n\t" \
    "ldr r1, [r2, %[stream]]\n\t" \
    "1:\n\t" \
    "ldmia.w r2, {r0, r3, r10, r11, r12, lr}\n\t" /* four of them zeros */ \
    "bx r3\n\t" \
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
    "ldr.w r3, " EDGEC_ASM_SLOT(end_x, "4") "\n\t" \
    "cmp.w r0, r3\n\t" \
    "bne.w 2b\n\t" \
    "3:\n\t" \
    "rsb.w r10, r11, r10, lsl #4\n\t" \
    "asr.w r11, r11, #4\n\t" \
    "ldr.w r3, " EDGEC_ASM_SLOT(entry, "12") "\n\t" \
    "bx r3\n\t" \
    ".p2align 2\n\t" \
    "4:\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7}\n\t" \
    "lsl.w r8, r6, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r6\n\t" \
    "smlad r12, r9, r2, r12\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad lr, r9, r2, lr\n\t" \
    "sxtb16 r9, r6, ror #8\n\t" \
    "smlad r12, r9, r3, r12\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad lr, r9, r3, lr\n\t" \
    "lsl.w r8, r7, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r7\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad lr, r9, r4, lr\n\t" \
    "sxtb16 r9, r7, ror #8\n\t" \
    "smlad r12, r9, r5, r12\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7}\n\t" \
    "lsl.w r8, r6, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r6\n\t" \
    "smlad r12, r9, r2, r12\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad lr, r9, r2, lr\n\t" \
    "sxtb16 r9, r6, ror #8\n\t" \
    "smlad r12, r9, r3, r12\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad lr, r9, r3, lr\n\t" \
    "lsl.w r8, r7, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r7\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad lr, r9, r4, lr\n\t" \
    "sxtb16 r9, r7, ror #8\n\t" \
    "smlad r12, r9, r5, r12\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7}\n\t" \
    "lsl.w r8, r6, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r6\n\t" \
    "smlad r12, r9, r2, r12\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad lr, r9, r2, lr\n\t" \
    "sxtb16 r9, r6, ror #8\n\t" \
    "smlad r12, r9, r3, r12\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad lr, r9, r3, lr\n\t" \
    "lsl.w r8, r7, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r7\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad lr, r9, r4, lr\n\t" \
    "sxtb16 r9, r7, ror #8\n\t" \
    "smlad r12, r9, r5, r12\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7}\n\t" \
    "lsl.w r8, r6, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r6\n\t" \
    "smlad r12, r9, r2, r12\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad lr, r9, r2, lr\n\t" \
    "sxtb16 r9, r6, ror #8\n\t" \
    "smlad r12, r9, r3, r12\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad lr, r9, r3, lr\n\t" \
    "lsl.w r8, r7, #4\n\t" \
    "bic.w r8, r8, #0x0F0F0F0F\n\t" \
    "sxtb16 r9, r7\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad lr, r9, r4, lr\n\t" \
    "sxtb16 r9, r7, ror #8\n\t" \
    "smlad r12, r9, r5, r12\n\t" \
    "sxtb16 r9, r8, ror #8\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldr.w r3, " EDGEC_ASM_SLOT(end_y, "8") "\n\t" \
    "cmp.w r0, r3\n\t" \
    "bne.w 4b\n\t" \
    "5:\n\t" \
    "rsb.w r12, lr, r12, lsl #4\n\t" \
    "asr.w lr, lr, #4\n\t" \
    "ldr r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldrd r2, r3, [r0, %[up]]\n\t" \
    "asr.w r10, r10, r3\n\t" \
    "asr.w r12, r12, r3\n\t" \
    "lsl.w r11, r11, r2\n\t" \
    "lsl.w lr, lr, r2\n\t" \
    "ldr r0, " EDGEC_ASM_SLOT(out, "16") "\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5, r6, r7, r8, r9}\n\t" \
    "smlal r2, r3, r10, r4\n\t" \
    "smlal r2, r3, r12, r5\n\t" \
    "smlal r6, r7, r11, r8\n\t" \
    "smlal r6, r7, lr, r9\n\t" \
    "strd r3, r7, [r0], #8\n\t" \
    "str r0, " EDGEC_ASM_SLOT(out, "16") "\n\t" \
    "ldr r2, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r3, [r2, %[end]]\n\t" \
    "cmp r1, r3\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

#endif
