/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dense_fours_s4_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DENSE_FOURS_S4_CODE_ARMV7EM_H
#define EDGEC_DENSE_FOURS_S4_CODE_ARMV7EM_H

/* Fours of outputs of a fully connected layer, weights of 4 bits (edgec_dense_fours_s4_armv7em.h). */
/* Registers:
 *   row                    r0              of x
 *   stream                 r1              weights and what belongs to them
 *   x0..x3                 r2..r5          words of x
 *   w0..w3                 r6..r9          words of the weights
 *   s0 s1 s2 s3            r10 r11 r12 lr  sums of all four outputs, without A, without B, of D
 *   job                    r9              outside of the loop over k: whose members the operands are
 *   units skipped scratch  r2 r3 r4        ahead of the fours
 *   entry                  r2              ahead of the loop over k: where it is entered
 *   end                    r2              of the row, at the end of a round
 *   m_0 m_1 end_0 end_1    r2..r5          behind the loop: of two outputs, 256 * bias | shift
 *   bias round             r6 r6           behind the loop: of one output; zz << shift
 *   y zz                   r7 r8           behind the loop: members of the job
 *   last                   r0              behind the loop: end of the stream
 */
#define EDGEC_DENSE_FOURS_S4_CODE \
    EDGEC_ENTER \
    "ldr.w r9, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr.w r2, [r9, %[units]]\n\t" \
    "rsb.w r3, r2, #0\n\t" /* units of the first round to skip */ \
    "and.w r3, r3, #3\n\t" \
    "mov.w r4, #120\n\t" /* bytes of a unit */ \
    "mul r3, r3, r4\n\t" \
    "adr.w r4, 2f\n\t" \
    "add.w r4, r4, r3\n\t" \
    "orr.w r4, r4, #1\n\t" \
    "str.w r4, [r9, %[entry]]\n\t" \
    "ldr.w r1, [r9, %[stream]]\n\t" \
    "1:\n\t" \
    "ldr.w r2, [r9, %[entry]]\n\t" \
    "ldr.w r0, [r9, %[row]]\n\t" \
    "ldmia.w r9, {r10, r11, r12, lr}\n\t" \
    "bx r2\n\t" \
    ".p2align 2\n\t" \
    "2:\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "bic.w r6, r6, #0xF000F000\n\t" \
    "smlad r11, r6, r2, r11\n\t" \
    "uxtb16 r6, r6\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "and.w r6, r6, #0x000F000F\n\t" \
    "smlad lr, r6, r2, lr\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "bic.w r7, r7, #0xF000F000\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "uxtb16 r7, r7\n\t" \
    "smlad r12, r7, r3, r12\n\t" \
    "and.w r7, r7, #0x000F000F\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "bic.w r8, r8, #0xF000F000\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "uxtb16 r8, r8\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "and.w r8, r8, #0x000F000F\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "smlad r10, r9, r5, r10\n\t" \
    "bic.w r9, r9, #0xF000F000\n\t" \
    "smlad r11, r9, r5, r11\n\t" \
    "uxtb16 r9, r9\n\t" \
    "smlad r12, r9, r5, r12\n\t" \
    "and.w r9, r9, #0x000F000F\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "bic.w r6, r6, #0xF000F000\n\t" \
    "smlad r11, r6, r2, r11\n\t" \
    "uxtb16 r6, r6\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "and.w r6, r6, #0x000F000F\n\t" \
    "smlad lr, r6, r2, lr\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "bic.w r7, r7, #0xF000F000\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "uxtb16 r7, r7\n\t" \
    "smlad r12, r7, r3, r12\n\t" \
    "and.w r7, r7, #0x000F000F\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "bic.w r8, r8, #0xF000F000\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "uxtb16 r8, r8\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "and.w r8, r8, #0x000F000F\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "smlad r10, r9, r5, r10\n\t" \
    "bic.w r9, r9, #0xF000F000\n\t" \
    "smlad r11, r9, r5, r11\n\t" \
    "uxtb16 r9, r9\n\t" \
    "smlad r12, r9, r5, r12\n\t" \
    "and.w r9, r9, #0x000F000F\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "bic.w r6, r6, #0xF000F000\n\t" \
    "smlad r11, r6, r2, r11\n\t" \
    "uxtb16 r6, r6\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "and.w r6, r6, #0x000F000F\n\t" \
    "smlad lr, r6, r2, lr\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "bic.w r7, r7, #0xF000F000\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "uxtb16 r7, r7\n\t" \
    "smlad r12, r7, r3, r12\n\t" \
    "and.w r7, r7, #0x000F000F\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "bic.w r8, r8, #0xF000F000\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "uxtb16 r8, r8\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "and.w r8, r8, #0x000F000F\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "smlad r10, r9, r5, r10\n\t" \
    "bic.w r9, r9, #0xF000F000\n\t" \
    "smlad r11, r9, r5, r11\n\t" \
    "uxtb16 r9, r9\n\t" \
    "smlad r12, r9, r5, r12\n\t" \
    "and.w r9, r9, #0x000F000F\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "bic.w r6, r6, #0xF000F000\n\t" \
    "smlad r11, r6, r2, r11\n\t" \
    "uxtb16 r6, r6\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "and.w r6, r6, #0x000F000F\n\t" \
    "smlad lr, r6, r2, lr\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "bic.w r7, r7, #0xF000F000\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "uxtb16 r7, r7\n\t" \
    "smlad r12, r7, r3, r12\n\t" \
    "and.w r7, r7, #0x000F000F\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "bic.w r8, r8, #0xF000F000\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "uxtb16 r8, r8\n\t" \
    "smlad r12, r8, r4, r12\n\t" \
    "and.w r8, r8, #0x000F000F\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "smlad r10, r9, r5, r10\n\t" \
    "bic.w r9, r9, #0xF000F000\n\t" \
    "smlad r11, r9, r5, r11\n\t" \
    "uxtb16 r9, r9\n\t" \
    "smlad r12, r9, r5, r12\n\t" \
    "and.w r9, r9, #0x000F000F\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldr.w r2, " EDGEC_ASM_SLOT(end, "4") "\n\t" \
    "cmp.w r0, r2\n\t" \
    "bne.w 2b\n\t" \
    "ldr.w r9, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr.w r8, [r9, %[zz]]\n\t" \
    "ldr.w r7, [r9, %[y]]\n\t" \
    "sub.w r10, r10, r11\n\t" \
    "sub.w r11, r11, r12\n\t" \
    "sub.w r12, r12, lr\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5}\n\t" \
    "bic.w r6, r4, #255\n\t" \
    "add.w r10, r10, r6, lsl #4\n\t" \
    "bic.w r6, r5, #255\n\t" \
    "add.w r11, r11, r6\n\t" \
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
    "ldmia.w r1!, {r2, r3, r4, r5}\n\t" \
    "bic.w r6, r4, #255\n\t" \
    "add.w r12, r12, r6, asr #4\n\t" \
    "bic.w r6, r5, #255\n\t" \
    "add.w lr, lr, r6, asr #8\n\t" \
    "lsl.w r6, r8, r4\n\t" \
    "smmla r12, r12, r2, r6\n\t" \
    "asr.w r12, r12, r4\n\t" \
    "ssat r12, #8, r12, asr #1\n\t" \
    "lsl.w r6, r8, r5\n\t" \
    "smmla lr, lr, r3, r6\n\t" \
    "asr.w lr, lr, r5\n\t" \
    "ssat lr, #8, lr, asr #1\n\t" \
    "strb r12, [r7], #1\n\t" \
    "strb lr, [r7], #1\n\t" \
    "str.w r7, [r9, %[y]]\n\t" \
    "ldr.w r0, [r9, %[last]]\n\t" \
    "cmp.w r1, r0\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

#endif
