/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_tile_code_scalar.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_TILE_CODE_SCALAR_H
#define EDGEC_TILE_CODE_SCALAR_H

/* Two positions with four output channels on Armv6-M, and sums to outputs (edgec_tile_scalar.h). */
/* Registers:
 *   columns weights  r0 r1        the next unit
 *   x0 x1            r2 r3        a tap of both positions
 *   w t              r4 r5        a weight, a product
 *   a0_0..a0_1       r6..r7       sums of channel 0 for both positions
 *   a1_0..a1_1       r8..r9       of channel 1
 *   a2_0..a2_1       r10..r11     of channel 2
 *   a3_0 a3_1        r12 lr       of channel 3
 *   b0 b1 off0 off1  r0 r1 r2 r3  ahead of the loop: biases, what the positions add
 *   at s             r4 r5        ahead of the loop: where they are read; a sum
 *   job odd          r5 r4        ahead of the loop
 *   sums             r5           behind the loop
 */
#define EDGEC_SCALAR_PRODUCTS_CODE \
    ".syntax unified\n\t" \
    "ldr r4, %[offset]\n\t" \
    "ldmia r4!, {r2, r3}\n\t" \
    "ldr r4, %[bias]\n\t" \
    "ldmia r4!, {r0, r1}\n\t" \
    "adds r6, r0, r2\n\t" \
    "adds r7, r0, r3\n\t" \
    "adds r5, r1, r2\n\t" \
    "mov r8, r5\n\t" \
    "adds r5, r1, r3\n\t" \
    "mov r9, r5\n\t" \
    "ldmia r4!, {r0, r1}\n\t" \
    "adds r5, r0, r2\n\t" \
    "mov r10, r5\n\t" \
    "adds r5, r0, r3\n\t" \
    "mov r11, r5\n\t" \
    "adds r5, r1, r2\n\t" \
    "mov r12, r5\n\t" \
    "adds r5, r1, r3\n\t" \
    "mov lr, r5\n\t" \
    "ldr r5, %[self]\n\t" \
    "ldr r0, %[columns]\n\t" \
    "ldr r1, [r5, %[weights]]\n\t" \
    "ldr r4, [r5, %[units]]\n\t" \
    "lsrs r4, r4, #1\n\t" \
    "bcc 1f\n\t" \
    "subs r0, #16\n\t" \
    "subs r1, #16\n\t" \
    "b 2f\n\t" \
    "1:\n\t" \
    "ldrb r2, [r0, #0]\n\t" \
    "ldrb r3, [r0, #4]\n\t" \
    "ldrb r4, [r1, #0]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r6, r6, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r7, r7, r4\n\t" \
    "ldrb r4, [r1, #1]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r8, r8, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "ldrb r4, [r1, #2]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r11, r11, r4\n\t" \
    "ldrb r4, [r1, #3]\n\t" \
    "muls r2, r4, r2\n\t" \
    "add r12, r12, r2\n\t" \
    "muls r3, r4, r3\n\t" \
    "add lr, lr, r3\n\t" \
    "ldrb r2, [r0, #1]\n\t" \
    "ldrb r3, [r0, #5]\n\t" \
    "ldrb r4, [r1, #4]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r6, r6, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r7, r7, r4\n\t" \
    "ldrb r4, [r1, #5]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r8, r8, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "ldrb r4, [r1, #6]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r11, r11, r4\n\t" \
    "ldrb r4, [r1, #7]\n\t" \
    "muls r2, r4, r2\n\t" \
    "add r12, r12, r2\n\t" \
    "muls r3, r4, r3\n\t" \
    "add lr, lr, r3\n\t" \
    "ldrb r2, [r0, #2]\n\t" \
    "ldrb r3, [r0, #6]\n\t" \
    "ldrb r4, [r1, #8]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r6, r6, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r7, r7, r4\n\t" \
    "ldrb r4, [r1, #9]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r8, r8, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "ldrb r4, [r1, #10]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r11, r11, r4\n\t" \
    "ldrb r4, [r1, #11]\n\t" \
    "muls r2, r4, r2\n\t" \
    "add r12, r12, r2\n\t" \
    "muls r3, r4, r3\n\t" \
    "add lr, lr, r3\n\t" \
    "ldrb r2, [r0, #3]\n\t" \
    "ldrb r3, [r0, #7]\n\t" \
    "ldrb r4, [r1, #12]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r6, r6, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r7, r7, r4\n\t" \
    "ldrb r4, [r1, #13]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r8, r8, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "ldrb r4, [r1, #14]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r11, r11, r4\n\t" \
    "ldrb r4, [r1, #15]\n\t" \
    "muls r2, r4, r2\n\t" \
    "add r12, r12, r2\n\t" \
    "muls r3, r4, r3\n\t" \
    "add lr, lr, r3\n\t" \
    "2:\n\t" \
    "ldrb r2, [r0, #16]\n\t" \
    "ldrb r3, [r0, #20]\n\t" \
    "ldrb r4, [r1, #16]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r6, r6, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r7, r7, r4\n\t" \
    "ldrb r4, [r1, #17]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r8, r8, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "ldrb r4, [r1, #18]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r11, r11, r4\n\t" \
    "ldrb r4, [r1, #19]\n\t" \
    "muls r2, r4, r2\n\t" \
    "add r12, r12, r2\n\t" \
    "muls r3, r4, r3\n\t" \
    "add lr, lr, r3\n\t" \
    "ldrb r2, [r0, #17]\n\t" \
    "ldrb r3, [r0, #21]\n\t" \
    "ldrb r4, [r1, #20]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r6, r6, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r7, r7, r4\n\t" \
    "ldrb r4, [r1, #21]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r8, r8, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "ldrb r4, [r1, #22]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r11, r11, r4\n\t" \
    "ldrb r4, [r1, #23]\n\t" \
    "muls r2, r4, r2\n\t" \
    "add r12, r12, r2\n\t" \
    "muls r3, r4, r3\n\t" \
    "add lr, lr, r3\n\t" \
    "ldrb r2, [r0, #18]\n\t" \
    "ldrb r3, [r0, #22]\n\t" \
    "ldrb r4, [r1, #24]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r6, r6, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r7, r7, r4\n\t" \
    "ldrb r4, [r1, #25]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r8, r8, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "ldrb r4, [r1, #26]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r11, r11, r4\n\t" \
    "ldrb r4, [r1, #27]\n\t" \
    "muls r2, r4, r2\n\t" \
    "add r12, r12, r2\n\t" \
    "muls r3, r4, r3\n\t" \
    "add lr, lr, r3\n\t" \
    "ldrb r2, [r0, #19]\n\t" \
    "ldrb r3, [r0, #23]\n\t" \
    "ldrb r4, [r1, #28]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r6, r6, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r7, r7, r4\n\t" \
    "ldrb r4, [r1, #29]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r8, r8, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "ldrb r4, [r1, #30]\n\t" \
    "mov r5, r4\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r3, r4\n\t" \
    "add r11, r11, r4\n\t" \
    "ldrb r4, [r1, #31]\n\t" \
    "muls r2, r4, r2\n\t" \
    "add r12, r12, r2\n\t" \
    "muls r3, r4, r3\n\t" \
    "add lr, lr, r3\n\t" \
    "adds r0, #32\n\t" \
    "adds r1, #32\n\t" \
    "ldr r5, %[end]\n\t" \
    "cmp r0, r5\n\t" \
    "beq 3f\n\t" \
    "b 1b\n\t" \
    "3:\n\t" \
    "ldr r5, %[sums]\n\t" \
    "str r6, [r5]\n\t" \
    "str r7, [r5, #4]\n\t" \
    "mov r2, r8\n\t" \
    "mov r3, r9\n\t" \
    "str r2, [r5, #16]\n\t" \
    "str r3, [r5, #20]\n\t" \
    "mov r2, r10\n\t" \
    "mov r3, r11\n\t" \
    "str r2, [r5, #32]\n\t" \
    "str r3, [r5, #36]\n\t" \
    "mov r2, r12\n\t" \
    "mov r3, lr\n\t" \
    "str r2, [r5, #48]\n\t" \
    "str r3, [r5, #52]\n\t"

/* Registers:
 *   sums to        r0 r1     the next sum, the next pointer to outputs
 *   acc low t      r2 r3 r4  a sum, its low half with its sign, a product
 *   ml mh shift    r5 r6 r7  halves of the multiplier; n + 1
 *   round channel  r8 r9     zz << n; the channel
 *   to_end job     r10 r11   where the pointers end; the job
 *   m              r3        ahead of a channel
 */
#define EDGEC_SCALAR_OUTPUTS_CODE \
    ".syntax unified\n\t" \
    "ldr r4, %[self]\n\t" \
    "mov r11, r4\n\t" \
    "ldr r0, [r4, %[sums]]\n\t" \
    "ldr r3, [r4, %[channel]]\n\t" \
    "mov r9, r3\n\t" \
    "ldr r3, [r4, %[to_end]]\n\t" \
    "mov r10, r3\n\t" \
    "1:\n\t" \
    "ldr r3, [r4, %[m]]\n\t" \
    "ldmia r3!, {r6}\n\t" \
    "str r3, [r4, %[m]]\n\t" \
    "uxth r5, r6\n\t" \
    "lsrs r6, r6, #16\n\t" \
    "ldr r3, [r4, %[shifts]]\n\t" \
    "uxtb r7, r3\n\t" \
    "lsrs r3, r3, #8\n\t" \
    "str r3, [r4, %[shifts]]\n\t" \
    "ldr r3, [r4, %[zz]]\n\t" \
    "lsls r3, r3, r7\n\t" \
    "mov r8, r3\n\t" \
    "adds r7, #1\n\t" \
    "ldr r1, [r4, %[to]]\n\t" \
    "2:\n\t" \
    "ldmia r0!, {r2}\n\t" \
    "sxth r3, r2\n\t" \
    "subs r2, r2, r3\n\t" \
    "asrs r2, r2, #16\n\t" \
    "mov r4, r3\n\t" \
    "muls r4, r5, r4\n\t" \
    "asrs r4, r4, #16\n\t" \
    "muls r3, r6, r3\n\t" \
    "adds r4, r4, r3\n\t" \
    "mov r3, r2\n\t" \
    "muls r3, r5, r3\n\t" \
    "adds r4, r4, r3\n\t" \
    "asrs r4, r4, #16\n\t" \
    "muls r2, r6, r2\n\t" \
    "adds r2, r2, r4\n\t" \
    "add r2, r2, r8\n\t" \
    "asrs r2, r2, r7\n\t" \
    "sxtb r4, r2\n\t" \
    "cmp r4, r2\n\t" \
    "bne 4f\n\t" \
    "3:\n\t" \
    "ldmia r1!, {r3}\n\t" \
    "mov r4, r9\n\t" \
    "strb r2, [r3, r4]\n\t" \
    "cmp r1, r10\n\t" \
    "bne 2b\n\t" \
    "mov r4, r11\n\t" \
    "ldr r3, [r4, %[skip]]\n\t" \
    "adds r0, r0, r3\n\t" \
    "mov r3, r9\n\t" \
    "adds r3, #1\n\t" \
    "mov r9, r3\n\t" \
    "ldr r2, [r4, %[last]]\n\t" \
    "cmp r3, r2\n\t" \
    "bne 1b\n\t" \
    "b 5f\n\t" \
    "4:\n\t" \
    "asrs r4, r2, #31\n\t" \
    "movs r2, #127\n\t" \
    "eors r2, r2, r4\n\t" \
    "b 3b\n\t" \
    "5:\n\t"

#endif
