/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dense_code_scalar.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DENSE_CODE_SCALAR_H
#define EDGEC_DENSE_CODE_SCALAR_H

/* Sums of four outputs of a fully connected layer on Armv6-M (edgec_dense_s8_scalar.h). */
/* Registers:
 *   row weights  r0 r1   the next taps
 *   x w          r2 r3   a tap, a weight
 *   a0..a3       r4..r7  sums
 *   end          r8      of the row
 *   start        r2      ahead of the loop: what all sums begin with
 *   bytes        r3      of the row, ahead of the loop
 */
#define EDGEC_SCALAR_DENSE_CODE \
    ".syntax unified\n\t" \
    "ldr r2, %[end]\n\t" \
    "mov r8, r2\n\t" \
    "ldr r0, %[bias]\n\t" \
    "ldmia r0!, {r4, r5, r6, r7}\n\t" \
    "ldr r0, %[row]\n\t" \
    "subs r3, r2, r0\n\t" \
    "ldr r2, %[offset]\n\t" \
    "adds r4, r4, r2\n\t" \
    "adds r5, r5, r2\n\t" \
    "adds r6, r6, r2\n\t" \
    "adds r7, r7, r2\n\t" \
    "ldr r1, %[weights]\n\t" \
    "lsrs r3, r3, #3\n\t" \
    "bcc 1f\n\t" \
    "subs r0, #4\n\t" \
    "subs r1, #16\n\t" \
    "b 2f\n\t" \
    "1:\n\t" \
    "ldrb r2, [r0, #0]\n\t" \
    "ldrb r3, [r1, #0]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r4, r4, r3\n\t" \
    "ldrb r3, [r1, #1]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r5, r5, r3\n\t" \
    "ldrb r3, [r1, #2]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r6, r6, r3\n\t" \
    "ldrb r3, [r1, #3]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r7, r7, r3\n\t" \
    "ldrb r2, [r0, #1]\n\t" \
    "ldrb r3, [r1, #4]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r4, r4, r3\n\t" \
    "ldrb r3, [r1, #5]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r5, r5, r3\n\t" \
    "ldrb r3, [r1, #6]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r6, r6, r3\n\t" \
    "ldrb r3, [r1, #7]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r7, r7, r3\n\t" \
    "ldrb r2, [r0, #2]\n\t" \
    "ldrb r3, [r1, #8]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r4, r4, r3\n\t" \
    "ldrb r3, [r1, #9]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r5, r5, r3\n\t" \
    "ldrb r3, [r1, #10]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r6, r6, r3\n\t" \
    "ldrb r3, [r1, #11]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r7, r7, r3\n\t" \
    "ldrb r2, [r0, #3]\n\t" \
    "ldrb r3, [r1, #12]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r4, r4, r3\n\t" \
    "ldrb r3, [r1, #13]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r5, r5, r3\n\t" \
    "ldrb r3, [r1, #14]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r6, r6, r3\n\t" \
    "ldrb r3, [r1, #15]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r7, r7, r3\n\t" \
    "2:\n\t" \
    "ldrb r2, [r0, #4]\n\t" \
    "ldrb r3, [r1, #16]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r4, r4, r3\n\t" \
    "ldrb r3, [r1, #17]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r5, r5, r3\n\t" \
    "ldrb r3, [r1, #18]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r6, r6, r3\n\t" \
    "ldrb r3, [r1, #19]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r7, r7, r3\n\t" \
    "ldrb r2, [r0, #5]\n\t" \
    "ldrb r3, [r1, #20]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r4, r4, r3\n\t" \
    "ldrb r3, [r1, #21]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r5, r5, r3\n\t" \
    "ldrb r3, [r1, #22]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r6, r6, r3\n\t" \
    "ldrb r3, [r1, #23]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r7, r7, r3\n\t" \
    "ldrb r2, [r0, #6]\n\t" \
    "ldrb r3, [r1, #24]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r4, r4, r3\n\t" \
    "ldrb r3, [r1, #25]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r5, r5, r3\n\t" \
    "ldrb r3, [r1, #26]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r6, r6, r3\n\t" \
    "ldrb r3, [r1, #27]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r7, r7, r3\n\t" \
    "ldrb r2, [r0, #7]\n\t" \
    "ldrb r3, [r1, #28]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r4, r4, r3\n\t" \
    "ldrb r3, [r1, #29]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r5, r5, r3\n\t" \
    "ldrb r3, [r1, #30]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r6, r6, r3\n\t" \
    "ldrb r3, [r1, #31]\n\t" \
    "muls r3, r2, r3\n\t" \
    "adds r7, r7, r3\n\t" \
    "adds r0, #8\n\t" \
    "adds r1, #32\n\t" \
    "cmp r0, r8\n\t" \
    "bne 1b\n\t" \
    "ldr r0, %[sums]\n\t" \
    "stmia r0!, {r4, r5, r6, r7}\n\t" \
    "str r1, %[weights]\n\t"

#endif
