/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_sparse_row_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_SPARSE_ROW_CODE_ARMV7EM_H
#define EDGEC_SPARSE_ROW_CODE_ARMV7EM_H

/* All outputs of a row (edgec_sparse_row_armv7em.h). */
/* Registers:
 *   column     r0       where the last loaded block of the row ends
 *   words      r1       words of a filter
 *   places     r2       blocks left out before each of four, as bytes
 *   w0..w3     r3..r6   four blocks of the filter
 *   x0 x1      r7 r8    a block of the row
 *   sum        r10      sum of the output
 *   m n        r11 r12  its requantization: multiplier; shift in the low byte, fours above it
 *   fours      lr       steps of four blocks to do
 *   job        lr       before and behind these
 *   y outputs  r3 r4    behind these: the job's members
 *   zz round   r5 r6    zz, and zz << n
 */
#define EDGEC_SPARSE_ROW_CODE \
    EDGEC_ENTER \
    "ldr lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r1, [lr, %[words]]\n\t" \
    "1:\n\t" \
    "ldmia.w r1!, {r10, r11, r12}\n\t" \
    "ldr r0, [lr, %[row]]\n\t" \
    "lsr.w lr, r12, #8\n\t" \
    "2:\n\t" \
    "ldmia.w r1!, {r2, r3, r4, r5, r6}\n\t" \
    "uxtab r0, r0, r2\n\t" \
    "ldrd r7, r8, [r0], #8\n\t" \
    "smlad r10, r3, r7, r10\n\t" \
    "sxtb16 r3, r3\n\t" \
    "smlad r10, r3, r8, r10\n\t" \
    "uxtab r0, r0, r2, ror #8\n\t" \
    "ldrd r7, r8, [r0], #8\n\t" \
    "smlad r10, r4, r7, r10\n\t" \
    "sxtb16 r4, r4\n\t" \
    "smlad r10, r4, r8, r10\n\t" \
    "uxtab r0, r0, r2, ror #16\n\t" \
    "ldrd r7, r8, [r0], #8\n\t" \
    "smlad r10, r5, r7, r10\n\t" \
    "sxtb16 r5, r5\n\t" \
    "smlad r10, r5, r8, r10\n\t" \
    "uxtab r0, r0, r2, ror #24\n\t" \
    "ldrd r7, r8, [r0], #8\n\t" \
    "smlad r10, r6, r7, r10\n\t" \
    "sxtb16 r6, r6\n\t" \
    "smlad r10, r6, r8, r10\n\t" \
    "subs.w lr, lr, #1\n\t" \
    "bne.w 2b\n\t" \
    "ldr lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldmia.w lr, {r3, r4, r5}\n\t" \
    "lsl.w r6, r5, r12\n\t" /* by the low byte */ \
    "smmla r10, r10, r11, r6\n\t" \
    "asr.w r10, r10, r12\n\t" \
    "ssat r10, #8, r10, asr #1\n\t" \
    "strb r10, [r3], #1\n\t" \
    "subs r4, r4, #1\n\t" \
    "strd r3, r4, [lr]\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

#endif
