/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_code_scalar.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_CODE_SCALAR_H
#define EDGEC_DW_CODE_SCALAR_H

/* Sums of lines of a depthwise 3x3 layer on Armv6-M, and lines of sums to outputs (edgec_dwconv2d_s8_scalar.h). */
/* Registers:
 *   cells pitch  r0 r1     three cells of the plane; bytes to the next ones
 *   sums         r2        the next sum
 *   x t          r3 r4     a cell, a product
 *   a b c        r5 r6 r7  sums of three outputs in turn
 *   w0..w4       r8..r12   weights
 *   w5           lr        another
 *   l0..l5       r0..r5    ahead of the lines: what w0..w5 take
 */
#define EDGEC_SCALAR_DW_CODE \
    ".syntax unified\n\t" \
    "ldr r0, %[weights]\n\t" \
    "ldmia r0!, {r1, r2, r3, r4, r5}\n\t" \
    "mov r8, r1\n\t" \
    "mov r9, r2\n\t" \
    "mov r10, r3\n\t" \
    "mov r11, r4\n\t" \
    "mov r12, r5\n\t" \
    "ldmia r0!, {r1}\n\t" \
    "mov lr, r1\n\t" \
    "1:\n\t" \
    "ldr r0, %[plane]\n\t" \
    "ldr r4, %[line]\n\t" \
    "adds r4, r4, r0\n\t" \
    "str r4, %[plane]\n\t" \
    "ldr r2, %[sums]\n\t" \
    "ldr r1, %[pitch]\n\t" \
    "ldr r5, %[bias]\n\t" \
    "mov r6, r5\n\t" \
    "ldrb r3, [r0, #0]\n\t" \
    "mov r4, r8\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "ldrb r3, [r0, #1]\n\t" \
    "mov r4, r9\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "ldrb r3, [r0, #2]\n\t" \
    "mov r4, r10\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "add r0, r0, r1\n\t" \
    "ldrb r3, [r0, #0]\n\t" \
    "mov r4, r11\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "mov r4, r8\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "ldrb r3, [r0, #1]\n\t" \
    "mov r4, r12\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "mov r4, r9\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "ldrb r3, [r0, #2]\n\t" \
    "mov r4, lr\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "mov r4, r10\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "add r0, r0, r1\n\t" \
    "2:\n\t" \
    "ldr r7, %[bias]\n\t" \
    "ldrb r3, [r0, #0]\n\t" \
    "ldr r4, %[w6]\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "mov r4, r11\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "mov r4, r8\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r7, r7, r4\n\t" \
    "ldrb r3, [r0, #1]\n\t" \
    "ldr r4, %[w7]\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "mov r4, r12\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "mov r4, r9\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r7, r7, r4\n\t" \
    "ldrb r3, [r0, #2]\n\t" \
    "ldr r4, %[w8]\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "mov r4, lr\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "mov r4, r10\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r7, r7, r4\n\t" \
    "add r0, r0, r1\n\t" \
    "stmia r2!, {r5}\n\t" \
    "ldr r5, %[bias]\n\t" \
    "ldrb r3, [r0, #0]\n\t" \
    "ldr r4, %[w6]\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "mov r4, r11\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r7, r7, r4\n\t" \
    "mov r4, r8\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "ldrb r3, [r0, #1]\n\t" \
    "ldr r4, %[w7]\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "mov r4, r12\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r7, r7, r4\n\t" \
    "mov r4, r9\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "ldrb r3, [r0, #2]\n\t" \
    "ldr r4, %[w8]\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "mov r4, lr\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r7, r7, r4\n\t" \
    "mov r4, r10\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "add r0, r0, r1\n\t" \
    "stmia r2!, {r6}\n\t" \
    "ldr r6, %[bias]\n\t" \
    "ldrb r3, [r0, #0]\n\t" \
    "ldr r4, %[w6]\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r7, r7, r4\n\t" \
    "mov r4, r11\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "mov r4, r8\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "ldrb r3, [r0, #1]\n\t" \
    "ldr r4, %[w7]\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r7, r7, r4\n\t" \
    "mov r4, r12\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "mov r4, r9\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "ldrb r3, [r0, #2]\n\t" \
    "ldr r4, %[w8]\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r7, r7, r4\n\t" \
    "mov r4, lr\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "mov r4, r10\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "add r0, r0, r1\n\t" \
    "stmia r2!, {r7}\n\t" \
    "ldr r4, %[end]\n\t" \
    "cmp r2, r4\n\t" \
    "beq 3f\n\t" \
    "b 2b\n\t" \
    "3:\n\t" \
    "str r2, %[sums]\n\t" \
    "ldr r3, %[run]\n\t" \
    "adds r4, r4, r3\n\t" \
    "str r4, %[end]\n\t" \
    "ldr r4, %[last]\n\t" \
    "cmp r2, r4\n\t" \
    "beq 4f\n\t" \
    "b 1b\n\t" \
    "4:\n\t"

#define EDGEC_SCALAR_DW_S2_CODE \
    ".syntax unified\n\t" \
    "ldr r0, %[weights]\n\t" \
    "ldmia r0!, {r1, r2, r3, r4, r5}\n\t" \
    "mov r8, r1\n\t" \
    "mov r9, r2\n\t" \
    "mov r10, r3\n\t" \
    "mov r11, r4\n\t" \
    "mov r12, r5\n\t" \
    "ldmia r0!, {r1}\n\t" \
    "mov lr, r1\n\t" \
    "1:\n\t" \
    "ldr r0, %[plane]\n\t" \
    "ldr r4, %[line]\n\t" \
    "adds r4, r4, r0\n\t" \
    "str r4, %[plane]\n\t" \
    "ldr r2, %[sums]\n\t" \
    "ldr r1, %[pitch]\n\t" \
    "ldr r5, %[bias]\n\t" \
    "ldrb r3, [r0, #0]\n\t" \
    "mov r4, r8\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "ldrb r3, [r0, #1]\n\t" \
    "mov r4, r9\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "ldrb r3, [r0, #2]\n\t" \
    "mov r4, r10\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "add r0, r0, r1\n\t" \
    "2:\n\t" \
    "ldrb r3, [r0, #0]\n\t" \
    "mov r4, r11\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "ldrb r3, [r0, #1]\n\t" \
    "mov r4, r12\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "ldrb r3, [r0, #2]\n\t" \
    "mov r4, lr\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "add r0, r0, r1\n\t" \
    "ldr r6, %[bias]\n\t" \
    "ldrb r3, [r0, #0]\n\t" \
    "ldr r4, %[w6]\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "mov r4, r8\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "ldrb r3, [r0, #1]\n\t" \
    "ldr r4, %[w7]\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "mov r4, r9\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "ldrb r3, [r0, #2]\n\t" \
    "ldr r4, %[w8]\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "mov r4, r10\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "add r0, r0, r1\n\t" \
    "stmia r2!, {r5}\n\t" \
    "ldrb r3, [r0, #0]\n\t" \
    "mov r4, r11\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "ldrb r3, [r0, #1]\n\t" \
    "mov r4, r12\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "ldrb r3, [r0, #2]\n\t" \
    "mov r4, lr\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "add r0, r0, r1\n\t" \
    "ldr r5, %[bias]\n\t" \
    "ldrb r3, [r0, #0]\n\t" \
    "ldr r4, %[w6]\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "mov r4, r8\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "ldrb r3, [r0, #1]\n\t" \
    "ldr r4, %[w7]\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "mov r4, r9\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "ldrb r3, [r0, #2]\n\t" \
    "ldr r4, %[w8]\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r6, r6, r4\n\t" \
    "mov r4, r10\n\t" \
    "muls r4, r3, r4\n\t" \
    "adds r5, r5, r4\n\t" \
    "add r0, r0, r1\n\t" \
    "stmia r2!, {r6}\n\t" \
    "ldr r4, %[end]\n\t" \
    "cmp r2, r4\n\t" \
    "beq 3f\n\t" \
    "b 2b\n\t" \
    "3:\n\t" \
    "str r2, %[sums]\n\t" \
    "ldr r3, %[run]\n\t" \
    "adds r4, r4, r3\n\t" \
    "str r4, %[end]\n\t" \
    "ldr r4, %[last]\n\t" \
    "cmp r2, r4\n\t" \
    "beq 4f\n\t" \
    "b 1b\n\t" \
    "4:\n\t"

/* Registers:
 *   sums y          r0 r1      the next sum, the next output
 *   acc low t       r2 r3 r4   a sum, its low half with its sign, a product
 *   ml mh shift     r5 r6 r7   halves of the multiplier; n + 1
 *   round step end  r8 r9 r10  zz << n; bytes from one output to the next; where the sums end
 */
#define EDGEC_SCALAR_LINE_CODE \
    ".syntax unified\n\t" \
    "ldr r4, %[step]\n\t" \
    "mov r9, r4\n\t" \
    "ldr r4, %[end]\n\t" \
    "mov r10, r4\n\t" \
    "ldr r4, %[round]\n\t" \
    "mov r8, r4\n\t" \
    "ldr r6, %[m]\n\t" \
    "uxth r5, r6\n\t" \
    "lsrs r6, r6, #16\n\t" \
    "ldr r7, %[shift]\n\t" \
    "ldr r1, %[y]\n\t" \
    "ldr r0, %[sums]\n\t" \
    "1:\n\t" \
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
    "bne 3f\n\t" \
    "2:\n\t" \
    "strb r2, [r1]\n\t" \
    "add r1, r1, r9\n\t" \
    "cmp r0, r10\n\t" \
    "bne 1b\n\t" \
    "b 4f\n\t" \
    "3:\n\t" \
    "asrs r4, r2, #31\n\t" \
    "movs r2, #127\n\t" \
    "eors r2, r2, r4\n\t" \
    "b 2b\n\t" \
    "4:\n\t"

#endif
