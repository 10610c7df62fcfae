/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_wino_code_scalar.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_WINO_CODE_SCALAR_H
#define EDGEC_WINO_CODE_SCALAR_H

/* Sums of all points for four channels of two tiles on Armv6-M (edgec_winograd_s8_scalar.h). */
/* Registers:
 *   points weights  r0 r1     the next channel
 *   x0 x1           r2 r3     a point of both tiles
 *   w t             r4 r5     a weight, a product
 *   a0_0..a0_1      r6..r7    sums of channel 0 for both tiles
 *   a1_0..a1_1      r8..r9    of channel 1
 *   a2_0..a2_1      r10..r11  of channel 2
 *   a3_0 a3_1       r12 lr    of channel 3
 */
#define EDGEC_SCALAR_WINO_CODE \
    ".syntax unified\n\t" \
    "ldr r0, %[points]\n\t" \
    "ldr r1, %[weights]\n\t" \
    "1:\n\t" /* a point: what its sums begin with, its channels */ \
    "ldmia r0!, {r2, r3}\n\t" \
    "mov r6, r2\n\t" \
    "mov r7, r3\n\t" \
    "mov r8, r2\n\t" \
    "mov r9, r3\n\t" \
    "mov r10, r2\n\t" \
    "mov r11, r3\n\t" \
    "mov r12, r2\n\t" \
    "mov lr, r3\n\t" \
    "ldr r5, %[odd]\n\t" \
    "cmp r5, #0\n\t" \
    "beq 2f\n\t" \
    "subs r1, #32\n\t" \
    "b 3f\n\t" \
    "2:\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "ldrh r4, [r1, #0]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r6, r6, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r7, r7, r4\n\t" \
    "ldrh r4, [r1, #2]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r8, r8, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "ldrh r4, [r1, #4]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r11, r11, r4\n\t" \
    "ldrh r4, [r1, #6]\n\t" \
    "muls r2, r4, r2\n\t" \
    "add r12, r12, r2\n\t" \
    "muls r3, r4, r3\n\t" \
    "add lr, lr, r3\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "ldrh r4, [r1, #8]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r6, r6, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r7, r7, r4\n\t" \
    "ldrh r4, [r1, #10]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r8, r8, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "ldrh r4, [r1, #12]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r11, r11, r4\n\t" \
    "ldrh r4, [r1, #14]\n\t" \
    "muls r2, r4, r2\n\t" \
    "add r12, r12, r2\n\t" \
    "muls r3, r4, r3\n\t" \
    "add lr, lr, r3\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "ldrh r4, [r1, #16]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r6, r6, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r7, r7, r4\n\t" \
    "ldrh r4, [r1, #18]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r8, r8, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "ldrh r4, [r1, #20]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r11, r11, r4\n\t" \
    "ldrh r4, [r1, #22]\n\t" \
    "muls r2, r4, r2\n\t" \
    "add r12, r12, r2\n\t" \
    "muls r3, r4, r3\n\t" \
    "add lr, lr, r3\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "ldrh r4, [r1, #24]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r6, r6, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r7, r7, r4\n\t" \
    "ldrh r4, [r1, #26]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r8, r8, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "ldrh r4, [r1, #28]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r11, r11, r4\n\t" \
    "ldrh r4, [r1, #30]\n\t" \
    "muls r2, r4, r2\n\t" \
    "add r12, r12, r2\n\t" \
    "muls r3, r4, r3\n\t" \
    "add lr, lr, r3\n\t" \
    "3:\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "ldrh r4, [r1, #32]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r6, r6, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r7, r7, r4\n\t" \
    "ldrh r4, [r1, #34]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r8, r8, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "ldrh r4, [r1, #36]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r11, r11, r4\n\t" \
    "ldrh r4, [r1, #38]\n\t" \
    "muls r2, r4, r2\n\t" \
    "add r12, r12, r2\n\t" \
    "muls r3, r4, r3\n\t" \
    "add lr, lr, r3\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "ldrh r4, [r1, #40]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r6, r6, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r7, r7, r4\n\t" \
    "ldrh r4, [r1, #42]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r8, r8, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "ldrh r4, [r1, #44]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r11, r11, r4\n\t" \
    "ldrh r4, [r1, #46]\n\t" \
    "muls r2, r4, r2\n\t" \
    "add r12, r12, r2\n\t" \
    "muls r3, r4, r3\n\t" \
    "add lr, lr, r3\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "ldrh r4, [r1, #48]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r6, r6, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r7, r7, r4\n\t" \
    "ldrh r4, [r1, #50]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r8, r8, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "ldrh r4, [r1, #52]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r11, r11, r4\n\t" \
    "ldrh r4, [r1, #54]\n\t" \
    "muls r2, r4, r2\n\t" \
    "add r12, r12, r2\n\t" \
    "muls r3, r4, r3\n\t" \
    "add lr, lr, r3\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "ldrh r4, [r1, #56]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r6, r6, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r7, r7, r4\n\t" \
    "ldrh r4, [r1, #58]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r8, r8, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "ldrh r4, [r1, #60]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r11, r11, r4\n\t" \
    "ldrh r4, [r1, #62]\n\t" \
    "muls r2, r4, r2\n\t" \
    "add r12, r12, r2\n\t" \
    "muls r3, r4, r3\n\t" \
    "add lr, lr, r3\n\t" \
    "adds r1, #64\n\t" \
    "ldr r5, %[end]\n\t" \
    "cmp r0, r5\n\t" \
    "beq 4f\n\t" \
    "b 2b\n\t" \
    "4:\n\t" \
    "ldr r4, %[step]\n\t" \
    "adds r4, r4, r5\n\t" \
    "str r4, %[end]\n\t" \
    "ldr r5, %[sums]\n\t" \
    "stmia r5!, {r6, r7}\n\t" \
    "mov r2, r8\n\t" \
    "mov r3, r9\n\t" \
    "stmia r5!, {r2, r3}\n\t" \
    "mov r2, r10\n\t" \
    "mov r3, r11\n\t" \
    "stmia r5!, {r2, r3}\n\t" \
    "mov r2, r12\n\t" \
    "mov r3, lr\n\t" \
    "stmia r5!, {r2, r3}\n\t" \
    "str r5, %[sums]\n\t" \
    "ldr r5, %[last]\n\t" \
    "cmp r0, r5\n\t" \
    "beq 5f\n\t" \
    "b 1b\n\t" \
    "5:\n\t" \
    "str r1, %[weights]\n\t"

#endif
