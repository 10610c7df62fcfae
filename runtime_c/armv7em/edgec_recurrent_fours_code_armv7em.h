/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_recurrent_fours_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_RECURRENT_FOURS_CODE_ARMV7EM_H
#define EDGEC_RECURRENT_FOURS_CODE_ARMV7EM_H

/* Sums and arguments of the gates of recurrent layers, four at a time, weights of 8 bits
 * (edgec_recurrent_fours_armv7em.h). */
/* Registers:
 *   row                    r0           of x, then of what lies behind it
 *   stream                 r1           weights and what belongs to them
 *   x0..x3                 r2..r5       words of the row
 *   w0..w3                 r6 r7 r8 lr  words of the weights
 *   a b c d                r9..r12      sums: of two gates and two steps, or of four gates
 *   job                    r0           ahead of the gates: whose members the operands are
 *   units first at loop    r2 r3 r4 r5  where a row is prepared
 *   entry none back to     r6 r7 r8 lr  of the loop; zero; behind the loop; what lies behind a row
 *   to0 to1 end            r2 r3 r4     behind the loop: sums of both steps, where those of the first end
 *   high0 high1 low0 low1  r2..r5       behind the loop: arguments
 *   sums out               r6 r7        behind the loop: what x adds, arguments
 */
#define EDGEC_GATES_STEPS_S8_CODE \
    EDGEC_ENTER \
    "ldr r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr lr, [r0, %[control]]\n\t" \
    "cmp.w lr, #0\n\t" \
    "bne.w 7f\n\t" \
    "ldrd lr, r2, [r0, %[row]]\n\t" \
    "sub.w r3, r2, #1\n\t" \
    "and.w r3, r3, #3\n\t" /* units of the first round but one */ \
    "rsb.w r6, r3, #3\n\t" \
    "mov.w r4, #92\n\t" \
    "mul r6, r6, r4\n\t" \
    "adr.w r5, 2f\n\t" \
    "orr.w r5, r5, #1\n\t" \
    "add.w r6, r6, r5\n\t" \
    "add.w r3, r3, #1\n\t" \
    "sub.w r2, r2, r3\n\t" \
    "add.w r4, lr, r3, lsl #5\n\t" \
    "5:\n\t" \
    "cmp.w r2, #0\n\t" \
    "beq.w 6f\n\t" \
    "str.w r5, [r4], #132\n\t" \
    "sub.w r2, r2, #4\n\t" \
    "b.w 5b\n\t" \
    "6:\n\t" \
    "adr.w r8, 3f\n\t" \
    "orr.w r8, r8, #1\n\t" \
    "str.w r8, [r4], #4\n\t" \
    "mov.w r7, #0\n\t" \
    "strd lr, r7, [r4]\n\t" \
    "strd r7, r7, [r4, #8]\n\t" \
    "strd r7, r6, [r4, #16]\n\t" \
    "mov.w lr, r4\n\t" \
    "str.w lr, [r0, %[control]]\n\t" \
    "7:\n\t" \
    "ldr r1, [r0, %[stream]]\n\t" \
    "ldrd r6, r7, [r0, %[sums]]\n\t" \
    "strd r6, r7, [lr, #24]\n\t" \
    "ldr r4, [r0, %[end]]\n\t" \
    "str.w r4, [lr, #32]\n\t" \
    "mov r0, lr\n\t" \
    "1:\n\t" \
    "ldm.w r0, {r0, r9, r10, r11, r12, pc}\n\t" \
    ".p2align 2\n\t" \
    "2:\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "smlad r9, r6, r2, r9\n\t" \
    "smlad r11, r6, r4, r11\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r12, r6, r4, r12\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r11, r7, r5, r11\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "smlad r12, r7, r5, r12\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "smlad r9, r8, r2, r9\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r10, r8, r2, r10\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "smlad r9, lr, r3, r9\n\t" \
    "smlad r11, lr, r5, r11\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r10, lr, r3, r10\n\t" \
    "smlad r12, lr, r5, r12\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "smlad r9, r6, r2, r9\n\t" \
    "smlad r11, r6, r4, r11\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r12, r6, r4, r12\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r11, r7, r5, r11\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "smlad r12, r7, r5, r12\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "smlad r9, r8, r2, r9\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r10, r8, r2, r10\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "smlad r9, lr, r3, r9\n\t" \
    "smlad r11, lr, r5, r11\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r10, lr, r3, r10\n\t" \
    "smlad r12, lr, r5, r12\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "smlad r9, r6, r2, r9\n\t" \
    "smlad r11, r6, r4, r11\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r12, r6, r4, r12\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r11, r7, r5, r11\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "smlad r12, r7, r5, r12\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "smlad r9, r8, r2, r9\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r10, r8, r2, r10\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "smlad r9, lr, r3, r9\n\t" \
    "smlad r11, lr, r5, r11\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r10, lr, r3, r10\n\t" \
    "smlad r12, lr, r5, r12\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "smlad r9, r6, r2, r9\n\t" \
    "smlad r11, r6, r4, r11\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r12, r6, r4, r12\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r11, r7, r5, r11\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "smlad r12, r7, r5, r12\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "smlad r9, r8, r2, r9\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r10, r8, r2, r10\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "smlad r9, lr, r3, r9\n\t" \
    "smlad r11, lr, r5, r11\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r10, lr, r3, r10\n\t" \
    "smlad r12, lr, r5, r12\n\t" \
    "ldr.w pc, [r0], #4\n\t" \
    "3:\n\t" \
    "sub.w r9, r9, r10\n\t" \
    "sub.w r11, r11, r12\n\t" \
    "ldrd r2, r3, [r0, #24]\n\t" \
    "ldr r4, [r0, #32]\n\t" \
    "strd r9, r10, [r2], #8\n\t" \
    "strd r11, r12, [r3], #8\n\t" \
    "strd r2, r3, [r0, #24]\n\t" \
    "cmp r2, r4\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE
#define EDGEC_GATES_FOURS_S8_CODE \
    EDGEC_ENTER \
    "ldr r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr lr, [r0, %[control]]\n\t" \
    "cmp.w lr, #0\n\t" \
    "bne.w 7f\n\t" \
    "ldrd lr, r2, [r0, %[row]]\n\t" \
    "sub.w r3, r2, #1\n\t" \
    "and.w r3, r3, #3\n\t" /* units of the first round but one */ \
    "rsb.w r6, r3, #3\n\t" \
    "mov.w r4, #108\n\t" \
    "mul r6, r6, r4\n\t" \
    "adr.w r5, 2f\n\t" \
    "orr.w r5, r5, #1\n\t" \
    "add.w r6, r6, r5\n\t" \
    "add.w r3, r3, #1\n\t" \
    "sub.w r2, r2, r3\n\t" \
    "add.w r4, lr, r3, lsl #4\n\t" \
    "5:\n\t" \
    "cmp.w r2, #0\n\t" \
    "beq.w 6f\n\t" \
    "str.w r5, [r4], #68\n\t" \
    "sub.w r2, r2, #4\n\t" \
    "b.w 5b\n\t" \
    "6:\n\t" \
    "adr.w r8, 3f\n\t" \
    "orr.w r8, r8, #1\n\t" \
    "str.w r8, [r4], #4\n\t" \
    "mov.w r7, #0\n\t" \
    "strd lr, r7, [r4]\n\t" \
    "strd r7, r7, [r4, #8]\n\t" \
    "strd r7, r6, [r4, #16]\n\t" \
    "mov.w lr, r4\n\t" \
    "str.w lr, [r0, %[control]]\n\t" \
    "7:\n\t" \
    "ldr r1, [r0, %[stream]]\n\t" \
    "ldrd r6, r7, [r0, %[sums]]\n\t" \
    "strd r6, r7, [lr, #24]\n\t" \
    "mov r0, lr\n\t" \
    "1:\n\t" \
    "ldm.w r0, {r0, r9, r10, r11, r12, pc}\n\t" \
    ".p2align 2\n\t" \
    "2:\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "smlad r9, r6, r2, r9\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "smlad r9, r8, r4, r9\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r9, lr, r5, r9\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r10, lr, r5, r10\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "smlad r11, r6, r2, r11\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r12, r7, r3, r12\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "smlad r11, lr, r5, r11\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r12, lr, r5, r12\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "smlad r9, r6, r2, r9\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "smlad r9, r8, r4, r9\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r9, lr, r5, r9\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r10, lr, r5, r10\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "smlad r11, r6, r2, r11\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r12, r7, r3, r12\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "smlad r11, lr, r5, r11\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r12, lr, r5, r12\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "smlad r9, r6, r2, r9\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "smlad r9, r8, r4, r9\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r9, lr, r5, r9\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r10, lr, r5, r10\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "smlad r11, r6, r2, r11\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r12, r7, r3, r12\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "smlad r11, lr, r5, r11\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r12, lr, r5, r12\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "smlad r9, r6, r2, r9\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "smlad r9, r8, r4, r9\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r9, lr, r5, r9\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r10, lr, r5, r10\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "smlad r11, r6, r2, r11\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r12, r7, r3, r12\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "smlad r11, lr, r5, r11\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r12, lr, r5, r12\n\t" \
    "ldr.w pc, [r0], #4\n\t" \
    "3:\n\t" \
    "sub.w r9, r9, r10\n\t" \
    "sub.w r11, r11, r12\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5, r6, r7, r8, lr}\n\t" \
    "smlal r4, r2, r9, r6\n\t" \
    "smlal r5, r3, r10, r7\n\t" \
    "ldrd r6, r7, [r0, #24]\n\t" \
    "ldrd r9, r10, [r6], #8\n\t" \
    "smlal r4, r2, r9, r8\n\t" \
    "smlal r5, r3, r10, lr\n\t" \
    "strd r2, r3, [r7], #8\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5, r8, r9, r10, lr}\n\t" \
    "smlal r4, r2, r11, r8\n\t" \
    "smlal r5, r3, r12, r9\n\t" \
    "ldrd r11, r12, [r6], #8\n\t" \
    "smlal r4, r2, r11, r10\n\t" \
    "smlal r5, r3, r12, lr\n\t" \
    "strd r2, r3, [r7], #8\n\t" \
    "strd r6, r7, [r0, #24]\n\t" \
    "tst.w r5, #1\n\t" \
    "beq.w 1b\n\t" \
    EDGEC_LEAVE
#define EDGEC_GATES_GRU_S8_CODE \
    EDGEC_ENTER \
    "ldr r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr lr, [r0, %[control]]\n\t" \
    "cmp.w lr, #0\n\t" \
    "bne.w 7f\n\t" \
    "ldrd lr, r2, [r0, %[row]]\n\t" \
    "sub.w r3, r2, #1\n\t" \
    "and.w r3, r3, #3\n\t" /* units of the first round but one */ \
    "rsb.w r6, r3, #3\n\t" \
    "mov.w r4, #108\n\t" \
    "mul r6, r6, r4\n\t" \
    "adr.w r5, 2f\n\t" \
    "orr.w r5, r5, #1\n\t" \
    "add.w r6, r6, r5\n\t" \
    "add.w r3, r3, #1\n\t" \
    "sub.w r2, r2, r3\n\t" \
    "add.w r4, lr, r3, lsl #4\n\t" \
    "5:\n\t" \
    "cmp.w r2, #0\n\t" \
    "beq.w 6f\n\t" \
    "str.w r5, [r4], #68\n\t" \
    "sub.w r2, r2, #4\n\t" \
    "b.w 5b\n\t" \
    "6:\n\t" \
    "adr.w r8, 3f\n\t" \
    "orr.w r8, r8, #1\n\t" \
    "str.w r8, [r4], #4\n\t" \
    "mov.w r7, #0\n\t" \
    "strd lr, r7, [r4]\n\t" \
    "strd r7, r7, [r4, #8]\n\t" \
    "strd r7, r6, [r4, #16]\n\t" \
    "mov.w lr, r4\n\t" \
    "str.w lr, [r0, %[control]]\n\t" \
    "7:\n\t" \
    "ldr r1, [r0, %[stream]]\n\t" \
    "ldrd r6, r7, [r0, %[sums]]\n\t" \
    "strd r6, r7, [lr, #24]\n\t" \
    "mov r0, lr\n\t" \
    "adr.w r8, 3f\n\t" \
    "orr.w r8, r8, #1\n\t" \
    "str r8, [r0, #-4]\n\t" \
    "1:\n\t" \
    "ldm.w r0, {r0, r9, r10, r11, r12, pc}\n\t" \
    ".p2align 2\n\t" \
    "2:\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "smlad r9, r6, r2, r9\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "smlad r9, r8, r4, r9\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r9, lr, r5, r9\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r10, lr, r5, r10\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "smlad r11, r6, r2, r11\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r12, r7, r3, r12\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "smlad r11, lr, r5, r11\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r12, lr, r5, r12\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "smlad r9, r6, r2, r9\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "smlad r9, r8, r4, r9\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r9, lr, r5, r9\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r10, lr, r5, r10\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "smlad r11, r6, r2, r11\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r12, r7, r3, r12\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "smlad r11, lr, r5, r11\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r12, lr, r5, r12\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "smlad r9, r6, r2, r9\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "smlad r9, r8, r4, r9\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r9, lr, r5, r9\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r10, lr, r5, r10\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "smlad r11, r6, r2, r11\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r12, r7, r3, r12\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "smlad r11, lr, r5, r11\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r12, lr, r5, r12\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "smlad r9, r6, r2, r9\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "smlad r9, r8, r4, r9\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r9, lr, r5, r9\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r10, lr, r5, r10\n\t" \
    "ldmia.w r1!, {r6, r7, r8, lr}\n\t" \
    "smlad r11, r6, r2, r11\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r12, r7, r3, r12\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "smlad r11, lr, r5, r11\n\t" \
    "sxtb16 lr, lr\n\t" \
    "smlad r12, lr, r5, r12\n\t" \
    "ldr.w pc, [r0], #4\n\t" \
    "3:\n\t" \
    "sub.w r9, r9, r10\n\t" \
    "sub.w r11, r11, r12\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5, r6, r7, r8, lr}\n\t" \
    "smlal r4, r2, r9, r6\n\t" \
    "smlal r5, r3, r10, r7\n\t" \
    "ldrd r6, r7, [r0, #24]\n\t" \
    "ldrd r9, r10, [r6], #8\n\t" \
    "smlal r4, r2, r9, r8\n\t" \
    "smlal r5, r3, r10, lr\n\t" \
    "strd r2, r3, [r7], #8\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5, r8, r9, r10, lr}\n\t" \
    "smlal r4, r2, r11, r8\n\t" \
    "smlal r5, r3, r12, r9\n\t" \
    "ldrd r11, r12, [r6], #8\n\t" \
    "smlal r4, r2, r11, r10\n\t" \
    "smlal r5, r3, r12, lr\n\t" \
    "strd r2, r3, [r7], #24\n\t" \
    "strd r6, r7, [r0, #24]\n\t" \
    "tst.w r5, #1\n\t" \
    "beq.w 1b\n\t" \
    "adr.w r8, 4f\n\t" \
    "orr.w r8, r8, #1\n\t" \
    "str r8, [r0, #-4]\n\t" \
    "ldr r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r7, [r0, %[apart]]\n\t" \
    "ldr.w r0, [r0, %[control]]\n\t" \
    "str.w r7, [r0, #28]\n\t" \
    "b.w 1b\n\t" \
    "4:\n\t" \
    "sub.w r9, r9, r10\n\t" \
    "sub.w r11, r11, r12\n\t" \
    "ldrd r6, r7, [r0, #24]\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5, r8, lr}\n\t" \
    "smlal r4, r2, r9, r8\n\t" \
    "smlal r5, r3, r10, lr\n\t" \
    "strd r2, r3, [r7], #8\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5, r8, lr}\n\t" \
    "ldrd r9, r10, [r6], #8\n\t" \
    "smlal r4, r2, r9, r8\n\t" \
    "smlal r5, r3, r10, lr\n\t" \
    "strd r2, r3, [r7], #24\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5, r8, lr}\n\t" \
    "smlal r4, r2, r11, r8\n\t" \
    "smlal r5, r3, r12, lr\n\t" \
    "strd r2, r3, [r7], #8\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5, r8, lr}\n\t" \
    "ldrd r11, r12, [r6], #8\n\t" \
    "smlal r4, r2, r11, r8\n\t" \
    "smlal r5, r3, r12, lr\n\t" \
    "strd r2, r3, [r7], #24\n\t" \
    "strd r6, r7, [r0, #24]\n\t" \
    "tst.w r5, #1\n\t" \
    "beq.w 1b\n\t" \
    EDGEC_LEAVE

#endif
