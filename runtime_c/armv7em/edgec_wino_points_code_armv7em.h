/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_wino_points_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_WINO_POINTS_CODE_ARMV7EM_H
#define EDGEC_WINO_POINTS_CODE_ARMV7EM_H

/* Winograd F(2x2, 3x3) on int16: patches to points, products, points to outputs (edgec_wino_points_armv7em.h). */
/* Registers:
 *   x row cell  r0..r2   cells of the patch, bytes from one row and one cell to the next
 *   to point    r3 lr    points of the tile, bytes from one to the next
 *   a0..a3      r4..r7   a row of the patch, transformed along the row
 *   b0..b3      r8..r11  another one
 *   t           r12      scratch
 *   job         r4       behind the points
 *   count       r5       fours of channels to do
 *   job_lr      lr       ahead of the points
 */
#define EDGEC_WINO_PATCH_CODE \
    EDGEC_ENTER \
    "ldr.w lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldmia.w lr, {r0, r1, r2, r3, lr}\n\t" \
    "1:\n\t" \
    "add.w r12, r0, r2\n\t" \
    "ldr.w r4, [r0]\n\t" \
    "ldr.w r5, [r0, r2]\n\t" \
    "ldr.w r6, [r0, r2, lsl #1]\n\t" \
    "ldr.w r7, [r12, r2, lsl #1]\n\t" \
    "sxtb16 r4, r4\n\t" \
    "sxtb16 r5, r5\n\t" \
    "sxtb16 r6, r6\n\t" \
    "sxtb16 r7, r7\n\t" \
    "ssub16 r4, r4, r6\n\t" \
    "ssub16 r7, r5, r7\n\t" \
    "sadd16 r12, r5, r6\n\t" \
    "ssub16 r6, r6, r5\n\t" \
    "mov r5, r12\n\t" \
    "add.w r0, r0, r1, lsl #1\n\t" \
    "add.w r12, r0, r2\n\t" \
    "ldr.w r8, [r0]\n\t" \
    "ldr.w r9, [r0, r2]\n\t" \
    "ldr.w r10, [r0, r2, lsl #1]\n\t" \
    "ldr.w r11, [r12, r2, lsl #1]\n\t" \
    "sxtb16 r8, r8\n\t" \
    "sxtb16 r9, r9\n\t" \
    "sxtb16 r10, r10\n\t" \
    "sxtb16 r11, r11\n\t" \
    "ssub16 r8, r8, r10\n\t" \
    "ssub16 r11, r9, r11\n\t" \
    "sadd16 r12, r9, r10\n\t" \
    "ssub16 r10, r10, r9\n\t" \
    "mov r9, r12\n\t" \
    "ssub16 r4, r4, r8\n\t" \
    "ssub16 r5, r5, r9\n\t" \
    "ssub16 r6, r6, r10\n\t" \
    "ssub16 r7, r7, r11\n\t" \
    "str.w r4, [r3]\n\t" \
    "str.w r5, [r3, lr]\n\t" \
    "str.w r6, [r3, lr, lsl #1]\n\t" \
    "add.w r3, r3, lr, lsl #1\n\t" \
    "str.w r7, [r3, lr]\n\t" \
    "add.w r3, r3, lr, lsl #1\n\t" \
    "sub.w r0, r0, r1\n\t" \
    "add.w r12, r0, r2\n\t" \
    "ldr.w r4, [r0]\n\t" \
    "ldr.w r5, [r0, r2]\n\t" \
    "ldr.w r6, [r0, r2, lsl #1]\n\t" \
    "ldr.w r7, [r12, r2, lsl #1]\n\t" \
    "sxtb16 r4, r4\n\t" \
    "sxtb16 r5, r5\n\t" \
    "sxtb16 r6, r6\n\t" \
    "sxtb16 r7, r7\n\t" \
    "ssub16 r4, r4, r6\n\t" \
    "ssub16 r7, r5, r7\n\t" \
    "sadd16 r12, r5, r6\n\t" \
    "ssub16 r6, r6, r5\n\t" \
    "mov r5, r12\n\t" \
    "sadd16 r12, r4, r8\n\t" \
    "str.w r12, [r3]\n\t" \
    "sadd16 r12, r5, r9\n\t" \
    "str.w r12, [r3, lr]\n\t" \
    "sadd16 r12, r6, r10\n\t" \
    "str.w r12, [r3, lr, lsl #1]\n\t" \
    "add.w r3, r3, lr, lsl #1\n\t" \
    "sadd16 r12, r7, r11\n\t" \
    "str.w r12, [r3, lr]\n\t" \
    "add.w r3, r3, lr, lsl #1\n\t" \
    "ssub16 r8, r8, r4\n\t" \
    "ssub16 r9, r9, r5\n\t" \
    "ssub16 r10, r10, r6\n\t" \
    "ssub16 r11, r11, r7\n\t" \
    "str.w r8, [r3]\n\t" \
    "str.w r9, [r3, lr]\n\t" \
    "str.w r10, [r3, lr, lsl #1]\n\t" \
    "add.w r3, r3, lr, lsl #1\n\t" \
    "str.w r11, [r3, lr]\n\t" \
    "add.w r3, r3, lr, lsl #1\n\t" \
    "add.w r0, r0, r1, lsl #1\n\t" \
    "add.w r12, r0, r2\n\t" \
    "ldr.w r8, [r0]\n\t" \
    "ldr.w r9, [r0, r2]\n\t" \
    "ldr.w r10, [r0, r2, lsl #1]\n\t" \
    "ldr.w r11, [r12, r2, lsl #1]\n\t" \
    "sxtb16 r8, r8\n\t" \
    "sxtb16 r9, r9\n\t" \
    "sxtb16 r10, r10\n\t" \
    "sxtb16 r11, r11\n\t" \
    "ssub16 r8, r8, r10\n\t" \
    "ssub16 r11, r9, r11\n\t" \
    "sadd16 r12, r9, r10\n\t" \
    "ssub16 r10, r10, r9\n\t" \
    "mov r9, r12\n\t" \
    "ssub16 r4, r4, r8\n\t" \
    "ssub16 r5, r5, r9\n\t" \
    "ssub16 r6, r6, r10\n\t" \
    "ssub16 r7, r7, r11\n\t" \
    "str.w r4, [r3]\n\t" \
    "str.w r5, [r3, lr]\n\t" \
    "str.w r6, [r3, lr, lsl #1]\n\t" \
    "add.w r3, r3, lr, lsl #1\n\t" \
    "str.w r7, [r3, lr]\n\t" \
    "add.w r3, r3, lr, lsl #1\n\t" \
    "sub.w r0, r0, r1, lsl #1\n\t" \
    "sub.w r0, r0, r1\n\t" \
    "ldr.w r4, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr.w r3, [r4, %[to]]\n\t" \
    "add.w r3, r3, #8\n\t" \
    "add.w r12, r0, r2\n\t" \
    "ldr.w r4, [r0]\n\t" \
    "ldr.w r5, [r0, r2]\n\t" \
    "ldr.w r6, [r0, r2, lsl #1]\n\t" \
    "ldr.w r7, [r12, r2, lsl #1]\n\t" \
    "sxtb16 r4, r4, ror #8\n\t" \
    "sxtb16 r5, r5, ror #8\n\t" \
    "sxtb16 r6, r6, ror #8\n\t" \
    "sxtb16 r7, r7, ror #8\n\t" \
    "ssub16 r4, r4, r6\n\t" \
    "ssub16 r7, r5, r7\n\t" \
    "sadd16 r12, r5, r6\n\t" \
    "ssub16 r6, r6, r5\n\t" \
    "mov r5, r12\n\t" \
    "add.w r0, r0, r1, lsl #1\n\t" \
    "add.w r12, r0, r2\n\t" \
    "ldr.w r8, [r0]\n\t" \
    "ldr.w r9, [r0, r2]\n\t" \
    "ldr.w r10, [r0, r2, lsl #1]\n\t" \
    "ldr.w r11, [r12, r2, lsl #1]\n\t" \
    "sxtb16 r8, r8, ror #8\n\t" \
    "sxtb16 r9, r9, ror #8\n\t" \
    "sxtb16 r10, r10, ror #8\n\t" \
    "sxtb16 r11, r11, ror #8\n\t" \
    "ssub16 r8, r8, r10\n\t" \
    "ssub16 r11, r9, r11\n\t" \
    "sadd16 r12, r9, r10\n\t" \
    "ssub16 r10, r10, r9\n\t" \
    "mov r9, r12\n\t" \
    "ssub16 r4, r4, r8\n\t" \
    "ssub16 r5, r5, r9\n\t" \
    "ssub16 r6, r6, r10\n\t" \
    "ssub16 r7, r7, r11\n\t" \
    "str.w r4, [r3]\n\t" \
    "str.w r5, [r3, lr]\n\t" \
    "str.w r6, [r3, lr, lsl #1]\n\t" \
    "add.w r3, r3, lr, lsl #1\n\t" \
    "str.w r7, [r3, lr]\n\t" \
    "add.w r3, r3, lr, lsl #1\n\t" \
    "sub.w r0, r0, r1\n\t" \
    "add.w r12, r0, r2\n\t" \
    "ldr.w r4, [r0]\n\t" \
    "ldr.w r5, [r0, r2]\n\t" \
    "ldr.w r6, [r0, r2, lsl #1]\n\t" \
    "ldr.w r7, [r12, r2, lsl #1]\n\t" \
    "sxtb16 r4, r4, ror #8\n\t" \
    "sxtb16 r5, r5, ror #8\n\t" \
    "sxtb16 r6, r6, ror #8\n\t" \
    "sxtb16 r7, r7, ror #8\n\t" \
    "ssub16 r4, r4, r6\n\t" \
    "ssub16 r7, r5, r7\n\t" \
    "sadd16 r12, r5, r6\n\t" \
    "ssub16 r6, r6, r5\n\t" \
    "mov r5, r12\n\t" \
    "sadd16 r12, r4, r8\n\t" \
    "str.w r12, [r3]\n\t" \
    "sadd16 r12, r5, r9\n\t" \
    "str.w r12, [r3, lr]\n\t" \
    "sadd16 r12, r6, r10\n\t" \
    "str.w r12, [r3, lr, lsl #1]\n\t" \
    "add.w r3, r3, lr, lsl #1\n\t" \
    "sadd16 r12, r7, r11\n\t" \
    "str.w r12, [r3, lr]\n\t" \
    "add.w r3, r3, lr, lsl #1\n\t" \
    "ssub16 r8, r8, r4\n\t" \
    "ssub16 r9, r9, r5\n\t" \
    "ssub16 r10, r10, r6\n\t" \
    "ssub16 r11, r11, r7\n\t" \
    "str.w r8, [r3]\n\t" \
    "str.w r9, [r3, lr]\n\t" \
    "str.w r10, [r3, lr, lsl #1]\n\t" \
    "add.w r3, r3, lr, lsl #1\n\t" \
    "str.w r11, [r3, lr]\n\t" \
    "add.w r3, r3, lr, lsl #1\n\t" \
    "add.w r0, r0, r1, lsl #1\n\t" \
    "add.w r12, r0, r2\n\t" \
    "ldr.w r8, [r0]\n\t" \
    "ldr.w r9, [r0, r2]\n\t" \
    "ldr.w r10, [r0, r2, lsl #1]\n\t" \
    "ldr.w r11, [r12, r2, lsl #1]\n\t" \
    "sxtb16 r8, r8, ror #8\n\t" \
    "sxtb16 r9, r9, ror #8\n\t" \
    "sxtb16 r10, r10, ror #8\n\t" \
    "sxtb16 r11, r11, ror #8\n\t" \
    "ssub16 r8, r8, r10\n\t" \
    "ssub16 r11, r9, r11\n\t" \
    "sadd16 r12, r9, r10\n\t" \
    "ssub16 r10, r10, r9\n\t" \
    "mov r9, r12\n\t" \
    "ssub16 r4, r4, r8\n\t" \
    "ssub16 r5, r5, r9\n\t" \
    "ssub16 r6, r6, r10\n\t" \
    "ssub16 r7, r7, r11\n\t" \
    "str.w r4, [r3]\n\t" \
    "str.w r5, [r3, lr]\n\t" \
    "str.w r6, [r3, lr, lsl #1]\n\t" \
    "add.w r3, r3, lr, lsl #1\n\t" \
    "str.w r7, [r3, lr]\n\t" \
    "add.w r3, r3, lr, lsl #1\n\t" \
    "sub.w r0, r0, r1, lsl #1\n\t" \
    "sub.w r0, r0, r1\n\t" \
    "ldr.w r4, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr.w r3, [r4, %[to]]\n\t" \
    "add.w r3, r3, #16\n\t" \
    "str.w r3, [r4, %[to]]\n\t" \
    "ldr.w r5, [r4, %[count]]\n\t" \
    "add.w r0, r0, #4\n\t" \
    "subs r5, r5, #1\n\t" \
    "str.w r5, [r4, %[count]]\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

/* Registers:
 *   points       r0              of two tiles, input channels in pairs
 *   stream       r1              weights of two output channels
 *   x0..x3       r2..r5          pairs of the two tiles, twice
 *   w0..w3       r6..r9          pairs of the two output channels, twice
 *   s0 s1 s2 s3  r10 r11 r12 lr  sums: tile 0 and 1 with channel 0, with channel 1
 *   count end    r2 r2           rounds of four units to do; where the points end
 */
#define EDGEC_WINO_SUMS_CODE \
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
    "ldr r2, " EDGEC_ASM_SLOT(rounds, "8") "\n\t" \
    "cbnz r2, 2f\n\t" \
    "3:\n\t" \
    "ldr r2, " EDGEC_ASM_SLOT(end, "12") "\n\t" \
    "stmia.w r0!, {r10, r11, r12, lr}\n\t" \
    "cmp r0, r2\n\t" \
    "bne.w 1b\n\t" \
    "b.w 4f\n\t" \
    "2:\n\t" \
    "str r2, " EDGEC_ASM_SLOT(left, "16") "\n\t" \
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
    "ldr r2, " EDGEC_ASM_SLOT(left, "16") "\n\t" \
    "subs r2, r2, #1\n\t" \
    "bne 2b\n\t" \
    "b.w 3b\n\t" \
    "4:\n\t" \
    "str r1, " EDGEC_ASM_SLOT(next, "4") "\n\t" \
    EDGEC_LEAVE

/* Registers:
 *   sum points4 points12  r0..r2       sums of a point, bytes to those of 4 and 12 points behind it
 *   t0..t3                r3 r4 r7 r7  upper row sums of the four columns, then outputs 0 and 1
 *   u0..u3                r5 r6 r8 r8  lower row sums, then outputs 2 and 3
 *   c d                   r9 r10       points of a column
 *   bias                  r8           times 4, until the third column
 *   bias_in               r10          where it is loaded
 *   m n                   r11 r12      multiplier, shift
 *   zz round              lr r0        zz, zz << n
 *   job                   r3           ahead of the points
 *   tile                  r7           behind the outputs
 *   y below cell          r0 r8 r2     the next output, the one below it, bytes from one cell to the next
 *   row                   r1           bytes from one row to the next
 */
#define EDGEC_WINO_OUTPUT_CODE \
    EDGEC_ENTER \
    "ldr.w r3, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldmia.w r3, {r0, r1, r2, r10, r11, r12, lr}\n\t" \
    "mov r8, r10\n\t" /* point 5 is in all four outputs */ \
    "ldr.w r3, [r0]\n\t" \
    "ldr.w r5, [r0, r1]\n\t" \
    "ldr.w r9, [r0, r1, lsl #1]\n\t" \
    "ldr.w r10, [r0, r2]\n\t" \
    "add.w r0, r0, r1, lsr #2\n\t" \
    "add.w r3, r3, r5\n\t" \
    "add.w r3, r3, r9\n\t" \
    "sub.w r5, r5, r9\n\t" \
    "sub.w r5, r5, r10\n\t" \
    "ldr.w r4, [r0]\n\t" \
    "ldr.w r6, [r0, r1]\n\t" \
    "ldr.w r9, [r0, r1, lsl #1]\n\t" \
    "ldr.w r10, [r0, r2]\n\t" \
    "add.w r0, r0, r1, lsr #2\n\t" \
    "add.w r4, r4, r6\n\t" \
    "add.w r4, r4, r9\n\t" \
    "sub.w r6, r6, r9\n\t" \
    "sub.w r6, r6, r10\n\t" \
    "add.w r4, r4, r8\n\t" \
    "add.w r6, r6, r8\n\t" \
    "add.w r3, r3, r4\n\t" \
    "add.w r5, r5, r6\n\t" \
    "ldr.w r7, [r0]\n\t" \
    "ldr.w r8, [r0, r1]\n\t" \
    "ldr.w r9, [r0, r1, lsl #1]\n\t" \
    "ldr.w r10, [r0, r2]\n\t" \
    "add.w r0, r0, r1, lsr #2\n\t" \
    "add.w r7, r7, r8\n\t" \
    "add.w r7, r7, r9\n\t" \
    "sub.w r8, r8, r9\n\t" \
    "sub.w r8, r8, r10\n\t" \
    "add.w r3, r3, r7\n\t" \
    "sub.w r4, r4, r7\n\t" \
    "add.w r5, r5, r8\n\t" \
    "sub.w r6, r6, r8\n\t" \
    "ldr.w r7, [r0]\n\t" \
    "ldr.w r8, [r0, r1]\n\t" \
    "ldr.w r9, [r0, r1, lsl #1]\n\t" \
    "ldr.w r10, [r0, r2]\n\t" \
    "add.w r0, r0, r1, lsr #2\n\t" \
    "add.w r7, r7, r8\n\t" \
    "add.w r7, r7, r9\n\t" \
    "sub.w r8, r8, r9\n\t" \
    "sub.w r8, r8, r10\n\t" \
    "sub.w r4, r4, r7\n\t" \
    "sub.w r6, r6, r8\n\t" \
    "lsl.w r0, lr, r12\n\t" \
    "smmla r3, r3, r11, r0\n\t" \
    "asr.w r3, r3, r12\n\t" \
    "ssat r3, #8, r3, asr #1\n\t" \
    "smmla r4, r4, r11, r0\n\t" \
    "asr.w r4, r4, r12\n\t" \
    "ssat r4, #8, r4, asr #1\n\t" \
    "smmla r5, r5, r11, r0\n\t" \
    "asr.w r5, r5, r12\n\t" \
    "ssat r5, #8, r5, asr #1\n\t" \
    "smmla r6, r6, r11, r0\n\t" \
    "asr.w r6, r6, r12\n\t" \
    "ssat r6, #8, r6, asr #1\n\t" \
    "ldr.w r7, " EDGEC_ASM_SLOT(tile, "4") "\n\t" \
    "ldmia.w r7, {r0, r1, r2}\n\t" \
    "add.w r8, r0, r1\n\t" /* backwards: what does not exist is overwritten by what does */ \
    "strb.w r6, [r8, r2]\n\t" \
    "strb.w r5, [r8]\n\t" \
    "strb.w r4, [r0, r2]\n\t" \
    "strb r3, [r0], #1\n\t" \
    "str.w r0, [r7]\n\t" \
    EDGEC_LEAVE

#endif
