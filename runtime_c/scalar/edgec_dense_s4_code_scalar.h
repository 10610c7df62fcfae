/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dense_s4_code_scalar.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DENSE_S4_CODE_SCALAR_H
#define EDGEC_DENSE_S4_CODE_SCALAR_H

/* Sums of eight outputs of a fully connected layer with int4 weights on Armv6-M (edgec_dense_s4_scalar.h). */
/* Registers:
 *   row w         r0 r1          the next taps, their words of weights
 *   x v           r2 r3          a tap, its weights
 *   o t           r4 r5          every second weight, others
 *   bytes halves  r6 r7          masks
 *   a b c d       r8 r9 r10 r11  sums
 *   end           r12            of the block
 *   zero          r2             ahead of the loop, and ...
 *   s0..s3        r2..r5         ... the sums behind it
 */
#define EDGEC_SCALAR_DENSE_S4_CODE \
    ".syntax unified\n\t" \
    "ldr r2, %[end]\n\t" \
    "mov r12, r2\n\t" \
    "movs r2, #0\n\t" \
    "mov r8, r2\n\t" \
    "mov r9, r2\n\t" \
    "mov r10, r2\n\t" \
    "mov r11, r2\n\t" \
    "ldr r0, %[row]\n\t" \
    "ldr r1, %[weights]\n\t" \
    "ldr r6, %[bytes]\n\t" \
    "ldr r7, %[halves]\n\t" \
    "1:\n\t" \
    "ldrb r2, [r0, #0]\n\t" \
    "ldmia r1!, {r3}\n\t" \
    "subs r2, r2, #128\n\t" \
    "lsrs r4, r3, #4\n\t" \
    "ands r4, r4, r6\n\t" \
    "lsrs r5, r4, #8\n\t" \
    "ands r5, r5, r7\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r11, r11, r5\n\t" \
    "lsrs r5, r3, #8\n\t" \
    "ands r5, r5, r7\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r2, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "muls r3, r2, r3\n\t" \
    "add r8, r8, r3\n\t" \
    "ldrb r2, [r0, #1]\n\t" \
    "ldmia r1!, {r3}\n\t" \
    "subs r2, r2, #128\n\t" \
    "lsrs r4, r3, #4\n\t" \
    "ands r4, r4, r6\n\t" \
    "lsrs r5, r4, #8\n\t" \
    "ands r5, r5, r7\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r11, r11, r5\n\t" \
    "lsrs r5, r3, #8\n\t" \
    "ands r5, r5, r7\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r2, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "muls r3, r2, r3\n\t" \
    "add r8, r8, r3\n\t" \
    "ldrb r2, [r0, #2]\n\t" \
    "ldmia r1!, {r3}\n\t" \
    "subs r2, r2, #128\n\t" \
    "lsrs r4, r3, #4\n\t" \
    "ands r4, r4, r6\n\t" \
    "lsrs r5, r4, #8\n\t" \
    "ands r5, r5, r7\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r11, r11, r5\n\t" \
    "lsrs r5, r3, #8\n\t" \
    "ands r5, r5, r7\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r2, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "muls r3, r2, r3\n\t" \
    "add r8, r8, r3\n\t" \
    "ldrb r2, [r0, #3]\n\t" \
    "ldmia r1!, {r3}\n\t" \
    "subs r2, r2, #128\n\t" \
    "lsrs r4, r3, #4\n\t" \
    "ands r4, r4, r6\n\t" \
    "lsrs r5, r4, #8\n\t" \
    "ands r5, r5, r7\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r11, r11, r5\n\t" \
    "lsrs r5, r3, #8\n\t" \
    "ands r5, r5, r7\n\t" \
    "muls r5, r2, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "muls r4, r2, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "muls r3, r2, r3\n\t" \
    "add r8, r8, r3\n\t" \
    "adds r0, #4\n\t" \
    "cmp r0, r12\n\t" \
    "bne 1b\n\t" \
    "ldr r0, %[sums]\n\t" \
    "mov r2, r8\n\t" \
    "mov r3, r9\n\t" \
    "mov r4, r10\n\t" \
    "mov r5, r11\n\t" \
    "stmia r0!, {r2, r3, r4, r5}\n\t" \
    "str r1, %[weights]\n\t"

#endif
