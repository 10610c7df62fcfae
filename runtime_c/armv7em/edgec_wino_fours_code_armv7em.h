/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_wino_fours_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_WINO_FOURS_CODE_ARMV7EM_H
#define EDGEC_WINO_FOURS_CODE_ARMV7EM_H

/* Sums of Winograd's points over any number of fours of channels (edgec_wino_fours_armv7em.h). */
/* Registers:
 *   points       r0              of two tiles, input channels in pairs
 *   stream       r1              weights of two output channels
 *   x0..x3       r2..r5          pairs of the two tiles, twice
 *   w0..w3       r6..r9          pairs of the two output channels, twice
 *   s0 s1 s2 s3  r10 r11 r12 lr  sums: tile 0 and 1 with channel 0, with channel 1
 *   entry        r2              how many fours the tail has, or one more than it may have: rounds come first
 *   end          r2              where the points end
 *   self count   r2 r2           what says how many fours there are; rounds to do
 */
#define EDGEC_WINO_FOURS_CODE \
    EDGEC_ENTER \
    "ldr r0, " EDGEC_ASM_SLOT(from, "0") "\n\t" \
    "ldr r1, " EDGEC_ASM_SLOT(next, "4") "\n\t" \
    "1:\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smuad r10, r6, r2\n\t" \
    "smuad r11, r6, r3\n\t" \
    "smuad r12, r7, r2\n\t" \
    "smuad lr, r7, r3\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r11, r8, r5, r11\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldr r2, " EDGEC_ASM_SLOT(entry, "16") "\n\t" \
    "2:\n\t" \
    "tbb [pc, r2]\n\t" \
    /* branches to as many fours, of 40 bytes each, ahead of the end of the tail */ \
    ".byte (3f - 40 * 0 - 2b - 4) / 2\n\t" \
    ".byte (3f - 40 * 1 - 2b - 4) / 2\n\t" \
    ".byte (3f - 40 * 2 - 2b - 4) / 2\n\t" \
    ".byte (3f - 40 * 3 - 2b - 4) / 2\n\t" \
    ".byte (3f - 40 * 4 - 2b - 4) / 2\n\t" \
    ".byte (3f - 40 * 5 - 2b - 4) / 2\n\t" \
    ".byte (3f - 40 * 6 - 2b - 4) / 2\n\t" \
    ".byte (3f - 40 * 7 - 2b - 4) / 2\n\t" \
    ".byte (3f - 40 * 8 - 2b - 4) / 2\n\t" \
    ".byte (4f - 2b - 4) / 2\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r11, r8, r5, r11\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r11, r8, r5, r11\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r11, r8, r5, r11\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r11, r8, r5, r11\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r11, r8, r5, r11\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r11, r8, r5, r11\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r11, r8, r5, r11\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r11, r8, r5, r11\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "3:\n\t" \
    "ldr r2, " EDGEC_ASM_SLOT(end, "12") "\n\t" \
    "stmia.w r0!, {r10, r11, r12, lr}\n\t" \
    "cmp r0, r2\n\t" \
    "bne.w 1b\n\t" \
    "b.w 6f\n\t" \
    "4:\n\t" \
    "ldr r2, " EDGEC_ASM_SLOT(self, "8") "\n\t" \
    "ldr r2, [r2]\n\t" \
    "5:\n\t" \
    "str r2, " EDGEC_ASM_SLOT(from, "0") "\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r11, r8, r5, r11\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r11, r8, r5, r11\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r11, r8, r5, r11\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t" \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "smlad r11, r8, r5, r11\n\t" \
    "smlad r12, r9, r4, r12\n\t" \
    "smlad lr, r9, r5, lr\n\t" \
    "ldr r2, " EDGEC_ASM_SLOT(from, "0") "\n\t" \
    "subs r2, r2, #1\n\t" \
    "bne.w 5b\n\t" \
    "ldr r2, " EDGEC_ASM_SLOT(self, "8") "\n\t" \
    "ldr r2, [r2, #4]\n\t" \
    "b.w 2b\n\t" \
    "6:\n\t" \
    "str r1, " EDGEC_ASM_SLOT(next, "4") "\n\t" \
    EDGEC_LEAVE

#endif
