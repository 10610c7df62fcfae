/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_tile_s4_code_scalar.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_TILE_S4_CODE_SCALAR_H
#define EDGEC_TILE_S4_CODE_SCALAR_H

/* Four pairs of positions with two channels of int4 weights on Armv6-M (edgec_tile_s4_scalar.h). */
/* Registers:
 *   columns w      r0 r1       the next tap; a byte of weights
 *   x0..x3         r2..r5      the pairs' taps, products
 *   a0 b0          r6 r7       sums of pair 0 for the byte and for its upper half
 *   a1..a3         r8..r10     of the other pairs for the byte
 *   b1..b3         r11 r12 lr  for its upper half
 *   from to        r0 r1       behind a block: where sums are read, where they are written
 *   low high       r2 r3       the sums of both positions of a pair
 *   more_low more  r4 r5       what they are added to: those of the blocks before, or ...
 *   at bias        r4 r5       ... in the first block what a channel's begin with
 */
#define EDGEC_SCALAR_PRODUCTS_S4_CODE \
    ".syntax unified\n\t" \
    "ldr r0, %[columns]\n\t" \
    "1:\n\t" /* a block; the first one may have an odd number of units */ \
    "ldr r1, %[starts]\n\t" \
    "ldmia r1!, {r2, r3, r4, r5}\n\t" \
    "mov r6, r2\n\t" \
    "mov r8, r3\n\t" \
    "mov r9, r4\n\t" \
    "mov r10, r5\n\t" \
    "ldmia r1!, {r2, r3, r4, r5}\n\t" \
    "mov r7, r2\n\t" \
    "mov r11, r3\n\t" \
    "mov r12, r4\n\t" \
    "mov lr, r5\n\t" \
    "str r1, %[starts]\n\t" \
    "ldr r2, %[first]\n\t" \
    "lsrs r2, r2, #1\n\t" \
    "bcc 2f\n\t" \
    "ldr r2, %[weights]\n\t" \
    "subs r2, #4\n\t" \
    "str r2, %[weights]\n\t" \
    "b 3f\n\t" \
    "2:\n\t" \
    "ldr r2, %[weights]\n\t" \
    "ldrb r1, [r2, #0]\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "muls r2, r1, r2\n\t" \
    "add r6, r6, r2\n\t" \
    "muls r3, r1, r3\n\t" \
    "add r8, r8, r3\n\t" \
    "muls r4, r1, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "muls r5, r1, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "lsrs r1, r1, #4\n\t" \
    "subs r0, #16\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "muls r2, r1, r2\n\t" \
    "add r7, r7, r2\n\t" \
    "muls r3, r1, r3\n\t" \
    "add r11, r11, r3\n\t" \
    "muls r4, r1, r4\n\t" \
    "add r12, r12, r4\n\t" \
    "muls r5, r1, r5\n\t" \
    "add lr, lr, r5\n\t" \
    "ldr r2, %[weights]\n\t" \
    "ldrb r1, [r2, #1]\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "muls r2, r1, r2\n\t" \
    "add r6, r6, r2\n\t" \
    "muls r3, r1, r3\n\t" \
    "add r8, r8, r3\n\t" \
    "muls r4, r1, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "muls r5, r1, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "lsrs r1, r1, #4\n\t" \
    "subs r0, #16\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "muls r2, r1, r2\n\t" \
    "add r7, r7, r2\n\t" \
    "muls r3, r1, r3\n\t" \
    "add r11, r11, r3\n\t" \
    "muls r4, r1, r4\n\t" \
    "add r12, r12, r4\n\t" \
    "muls r5, r1, r5\n\t" \
    "add lr, lr, r5\n\t" \
    "ldr r2, %[weights]\n\t" \
    "ldrb r1, [r2, #2]\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "muls r2, r1, r2\n\t" \
    "add r6, r6, r2\n\t" \
    "muls r3, r1, r3\n\t" \
    "add r8, r8, r3\n\t" \
    "muls r4, r1, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "muls r5, r1, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "lsrs r1, r1, #4\n\t" \
    "subs r0, #16\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "muls r2, r1, r2\n\t" \
    "add r7, r7, r2\n\t" \
    "muls r3, r1, r3\n\t" \
    "add r11, r11, r3\n\t" \
    "muls r4, r1, r4\n\t" \
    "add r12, r12, r4\n\t" \
    "muls r5, r1, r5\n\t" \
    "add lr, lr, r5\n\t" \
    "ldr r2, %[weights]\n\t" \
    "ldrb r1, [r2, #3]\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "muls r2, r1, r2\n\t" \
    "add r6, r6, r2\n\t" \
    "muls r3, r1, r3\n\t" \
    "add r8, r8, r3\n\t" \
    "muls r4, r1, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "muls r5, r1, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "lsrs r1, r1, #4\n\t" \
    "subs r0, #16\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "muls r2, r1, r2\n\t" \
    "add r7, r7, r2\n\t" \
    "muls r3, r1, r3\n\t" \
    "add r11, r11, r3\n\t" \
    "muls r4, r1, r4\n\t" \
    "add r12, r12, r4\n\t" \
    "muls r5, r1, r5\n\t" \
    "add lr, lr, r5\n\t" \
    "3:\n\t" \
    "ldr r2, %[weights]\n\t" \
    "ldrb r1, [r2, #4]\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "muls r2, r1, r2\n\t" \
    "add r6, r6, r2\n\t" \
    "muls r3, r1, r3\n\t" \
    "add r8, r8, r3\n\t" \
    "muls r4, r1, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "muls r5, r1, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "lsrs r1, r1, #4\n\t" \
    "subs r0, #16\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "muls r2, r1, r2\n\t" \
    "add r7, r7, r2\n\t" \
    "muls r3, r1, r3\n\t" \
    "add r11, r11, r3\n\t" \
    "muls r4, r1, r4\n\t" \
    "add r12, r12, r4\n\t" \
    "muls r5, r1, r5\n\t" \
    "add lr, lr, r5\n\t" \
    "ldr r2, %[weights]\n\t" \
    "ldrb r1, [r2, #5]\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "muls r2, r1, r2\n\t" \
    "add r6, r6, r2\n\t" \
    "muls r3, r1, r3\n\t" \
    "add r8, r8, r3\n\t" \
    "muls r4, r1, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "muls r5, r1, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "lsrs r1, r1, #4\n\t" \
    "subs r0, #16\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "muls r2, r1, r2\n\t" \
    "add r7, r7, r2\n\t" \
    "muls r3, r1, r3\n\t" \
    "add r11, r11, r3\n\t" \
    "muls r4, r1, r4\n\t" \
    "add r12, r12, r4\n\t" \
    "muls r5, r1, r5\n\t" \
    "add lr, lr, r5\n\t" \
    "ldr r2, %[weights]\n\t" \
    "ldrb r1, [r2, #6]\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "muls r2, r1, r2\n\t" \
    "add r6, r6, r2\n\t" \
    "muls r3, r1, r3\n\t" \
    "add r8, r8, r3\n\t" \
    "muls r4, r1, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "muls r5, r1, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "lsrs r1, r1, #4\n\t" \
    "subs r0, #16\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "muls r2, r1, r2\n\t" \
    "add r7, r7, r2\n\t" \
    "muls r3, r1, r3\n\t" \
    "add r11, r11, r3\n\t" \
    "muls r4, r1, r4\n\t" \
    "add r12, r12, r4\n\t" \
    "muls r5, r1, r5\n\t" \
    "add lr, lr, r5\n\t" \
    "ldr r2, %[weights]\n\t" \
    "ldrb r1, [r2, #7]\n\t" \
    "adds r2, #8\n\t" \
    "str r2, %[weights]\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "muls r2, r1, r2\n\t" \
    "add r6, r6, r2\n\t" \
    "muls r3, r1, r3\n\t" \
    "add r8, r8, r3\n\t" \
    "muls r4, r1, r4\n\t" \
    "add r9, r9, r4\n\t" \
    "muls r5, r1, r5\n\t" \
    "add r10, r10, r5\n\t" \
    "lsrs r1, r1, #4\n\t" \
    "subs r0, #16\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "muls r2, r1, r2\n\t" \
    "add r7, r7, r2\n\t" \
    "muls r3, r1, r3\n\t" \
    "add r11, r11, r3\n\t" \
    "muls r4, r1, r4\n\t" \
    "add r12, r12, r4\n\t" \
    "muls r5, r1, r5\n\t" \
    "add lr, lr, r5\n\t" \
    "ldr r2, %[end]\n\t" \
    "cmp r0, r2\n\t" \
    "beq 4f\n\t" \
    "b 2b\n\t" \
    "4:\n\t" \
    "ldr r2, %[first]\n\t" \
    "cmp r2, #0\n\t" \
    "beq 5f\n\t" \
    "ldr r1, %[sums]\n\t" \
    "ldr r4, %[bias]\n\t" \
    "ldr r5, [r4, #0]\n\t" \
    "mov r3, r7\n\t" \
    "lsls r3, r3, #4\n\t" \
    "mov r2, r6\n\t" \
    "subs r3, r2, r3\n\t" \
    "sxth r2, r3\n\t" \
    "subs r3, r3, r2\n\t" \
    "asrs r3, r3, #16\n\t" \
    "adds r2, r2, r5\n\t" \
    "adds r3, r3, r5\n\t" \
    "stmia r1!, {r2, r3}\n\t" \
    "mov r3, r11\n\t" \
    "lsls r3, r3, #4\n\t" \
    "mov r2, r8\n\t" \
    "subs r3, r2, r3\n\t" \
    "sxth r2, r3\n\t" \
    "subs r3, r3, r2\n\t" \
    "asrs r3, r3, #16\n\t" \
    "adds r2, r2, r5\n\t" \
    "adds r3, r3, r5\n\t" \
    "stmia r1!, {r2, r3}\n\t" \
    "mov r3, r12\n\t" \
    "lsls r3, r3, #4\n\t" \
    "mov r2, r9\n\t" \
    "subs r3, r2, r3\n\t" \
    "sxth r2, r3\n\t" \
    "subs r3, r3, r2\n\t" \
    "asrs r3, r3, #16\n\t" \
    "adds r2, r2, r5\n\t" \
    "adds r3, r3, r5\n\t" \
    "stmia r1!, {r2, r3}\n\t" \
    "mov r3, lr\n\t" \
    "lsls r3, r3, #4\n\t" \
    "mov r2, r10\n\t" \
    "subs r3, r2, r3\n\t" \
    "sxth r2, r3\n\t" \
    "subs r3, r3, r2\n\t" \
    "asrs r3, r3, #16\n\t" \
    "adds r2, r2, r5\n\t" \
    "adds r3, r3, r5\n\t" \
    "stmia r1!, {r2, r3}\n\t" \
    "ldr r5, [r4, #4]\n\t" \
    "mov r3, r7\n\t" \
    "sxth r2, r3\n\t" \
    "subs r3, r3, r2\n\t" \
    "asrs r3, r3, #16\n\t" \
    "adds r2, r2, r5\n\t" \
    "adds r3, r3, r5\n\t" \
    "stmia r1!, {r2, r3}\n\t" \
    "mov r3, r11\n\t" \
    "sxth r2, r3\n\t" \
    "subs r3, r3, r2\n\t" \
    "asrs r3, r3, #16\n\t" \
    "adds r2, r2, r5\n\t" \
    "adds r3, r3, r5\n\t" \
    "stmia r1!, {r2, r3}\n\t" \
    "mov r3, r12\n\t" \
    "sxth r2, r3\n\t" \
    "subs r3, r3, r2\n\t" \
    "asrs r3, r3, #16\n\t" \
    "adds r2, r2, r5\n\t" \
    "adds r3, r3, r5\n\t" \
    "stmia r1!, {r2, r3}\n\t" \
    "mov r3, lr\n\t" \
    "sxth r2, r3\n\t" \
    "subs r3, r3, r2\n\t" \
    "asrs r3, r3, #16\n\t" \
    "adds r2, r2, r5\n\t" \
    "adds r3, r3, r5\n\t" \
    "stmia r1!, {r2, r3}\n\t" \
    "movs r2, #0\n\t" \
    "str r2, %[first]\n\t" \
    "b 6f\n\t" \
    "5:\n\t" \
    "ldr r1, %[sums]\n\t" \
    "mov r0, r1\n\t" \
    "mov r3, r7\n\t" \
    "lsls r3, r3, #4\n\t" \
    "mov r2, r6\n\t" \
    "subs r3, r2, r3\n\t" \
    "sxth r2, r3\n\t" \
    "subs r3, r3, r2\n\t" \
    "asrs r3, r3, #16\n\t" \
    "ldmia r0!, {r4, r5}\n\t" \
    "adds r2, r2, r4\n\t" \
    "adds r3, r3, r5\n\t" \
    "stmia r1!, {r2, r3}\n\t" \
    "mov r3, r11\n\t" \
    "lsls r3, r3, #4\n\t" \
    "mov r2, r8\n\t" \
    "subs r3, r2, r3\n\t" \
    "sxth r2, r3\n\t" \
    "subs r3, r3, r2\n\t" \
    "asrs r3, r3, #16\n\t" \
    "ldmia r0!, {r4, r5}\n\t" \
    "adds r2, r2, r4\n\t" \
    "adds r3, r3, r5\n\t" \
    "stmia r1!, {r2, r3}\n\t" \
    "mov r3, r12\n\t" \
    "lsls r3, r3, #4\n\t" \
    "mov r2, r9\n\t" \
    "subs r3, r2, r3\n\t" \
    "sxth r2, r3\n\t" \
    "subs r3, r3, r2\n\t" \
    "asrs r3, r3, #16\n\t" \
    "ldmia r0!, {r4, r5}\n\t" \
    "adds r2, r2, r4\n\t" \
    "adds r3, r3, r5\n\t" \
    "stmia r1!, {r2, r3}\n\t" \
    "mov r3, lr\n\t" \
    "lsls r3, r3, #4\n\t" \
    "mov r2, r10\n\t" \
    "subs r3, r2, r3\n\t" \
    "sxth r2, r3\n\t" \
    "subs r3, r3, r2\n\t" \
    "asrs r3, r3, #16\n\t" \
    "ldmia r0!, {r4, r5}\n\t" \
    "adds r2, r2, r4\n\t" \
    "adds r3, r3, r5\n\t" \
    "stmia r1!, {r2, r3}\n\t" \
    "mov r3, r7\n\t" \
    "sxth r2, r3\n\t" \
    "subs r3, r3, r2\n\t" \
    "asrs r3, r3, #16\n\t" \
    "ldmia r0!, {r4, r5}\n\t" \
    "adds r2, r2, r4\n\t" \
    "adds r3, r3, r5\n\t" \
    "stmia r1!, {r2, r3}\n\t" \
    "mov r3, r11\n\t" \
    "sxth r2, r3\n\t" \
    "subs r3, r3, r2\n\t" \
    "asrs r3, r3, #16\n\t" \
    "ldmia r0!, {r4, r5}\n\t" \
    "adds r2, r2, r4\n\t" \
    "adds r3, r3, r5\n\t" \
    "stmia r1!, {r2, r3}\n\t" \
    "mov r3, r12\n\t" \
    "sxth r2, r3\n\t" \
    "subs r3, r3, r2\n\t" \
    "asrs r3, r3, #16\n\t" \
    "ldmia r0!, {r4, r5}\n\t" \
    "adds r2, r2, r4\n\t" \
    "adds r3, r3, r5\n\t" \
    "stmia r1!, {r2, r3}\n\t" \
    "mov r3, lr\n\t" \
    "sxth r2, r3\n\t" \
    "subs r3, r3, r2\n\t" \
    "asrs r3, r3, #16\n\t" \
    "ldmia r0!, {r4, r5}\n\t" \
    "adds r2, r2, r4\n\t" \
    "adds r3, r3, r5\n\t" \
    "stmia r1!, {r2, r3}\n\t" \
    "6:\n\t" \
    "ldr r0, %[end]\n\t" \
    "ldr r2, %[last]\n\t" \
    "cmp r0, r2\n\t" \
    "beq 7f\n\t" \
    "ldr r3, %[step]\n\t" \
    "adds r3, r0, r3\n\t" \
    "str r3, %[end]\n\t" \
    "b 1b\n\t" \
    "7:\n\t"

/* Registers:
 *   columns end  r0 r1   the next tap; where they end
 *   x0..x3       r2..r5  the pairs' taps
 *   s0..s3       r6..r9  their sums
 *   to           r0      behind the loop
 */
#define EDGEC_SCALAR_PAIR_SUMS_CODE \
    ".syntax unified\n\t" \
    "movs r2, #0\n\t" \
    "mov r6, r2\n\t" \
    "mov r7, r2\n\t" \
    "mov r8, r2\n\t" \
    "mov r9, r2\n\t" \
    "ldr r0, %[columns]\n\t" \
    "ldr r1, %[end]\n\t" \
    "1:\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "add r6, r6, r2\n\t" \
    "add r7, r7, r3\n\t" \
    "add r8, r8, r4\n\t" \
    "add r9, r9, r5\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "add r6, r6, r2\n\t" \
    "add r7, r7, r3\n\t" \
    "add r8, r8, r4\n\t" \
    "add r9, r9, r5\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "add r6, r6, r2\n\t" \
    "add r7, r7, r3\n\t" \
    "add r8, r8, r4\n\t" \
    "add r9, r9, r5\n\t" \
    "ldmia r0!, {r2, r3, r4, r5}\n\t" \
    "add r6, r6, r2\n\t" \
    "add r7, r7, r3\n\t" \
    "add r8, r8, r4\n\t" \
    "add r9, r9, r5\n\t" \
    "cmp r0, r1\n\t" \
    "bne 1b\n\t" \
    "ldr r0, %[sums]\n\t" \
    "mov r2, r6\n\t" \
    "mov r3, r7\n\t" \
    "mov r4, r8\n\t" \
    "mov r5, r9\n\t" \
    "stmia r0!, {r2, r3, r4, r5}\n\t"

/* Registers:
 *   a b         r0 r1  the next taps of both positions
 *   to          r2     where their words go
 *   i           r3     a tap
 *   v u         r4 r5  values
 *   most count  r6 r7  taps that are a multiple of 8; all of them
 */
#define EDGEC_SCALAR_PAIR_CODE \
    ".syntax unified\n\t" \
    "ldr r0, %[a]\n\t" \
    "ldr r1, %[b]\n\t" \
    "ldr r2, %[to]\n\t" \
    "ldr r7, %[count]\n\t" \
    "lsrs r6, r7, #3\n\t" \
    "lsls r6, r6, #3\n\t" \
    "movs r3, #0\n\t" \
    "cmp r6, #0\n\t" \
    "beq 2f\n\t" \
    "1:\n\t" \
    "ldrsb r4, [r0, r3]\n\t" \
    "ldrsb r5, [r1, r3]\n\t" \
    "lsls r5, r5, #16\n\t" \
    "adds r4, r4, r5\n\t" \
    "str r4, [r2, #0]\n\t" \
    "adds r3, #1\n\t" \
    "ldrsb r4, [r0, r3]\n\t" \
    "ldrsb r5, [r1, r3]\n\t" \
    "lsls r5, r5, #16\n\t" \
    "adds r4, r4, r5\n\t" \
    "str r4, [r2, #16]\n\t" \
    "adds r3, #1\n\t" \
    "ldrsb r4, [r0, r3]\n\t" \
    "ldrsb r5, [r1, r3]\n\t" \
    "lsls r5, r5, #16\n\t" \
    "adds r4, r4, r5\n\t" \
    "str r4, [r2, #32]\n\t" \
    "adds r3, #1\n\t" \
    "ldrsb r4, [r0, r3]\n\t" \
    "ldrsb r5, [r1, r3]\n\t" \
    "lsls r5, r5, #16\n\t" \
    "adds r4, r4, r5\n\t" \
    "str r4, [r2, #48]\n\t" \
    "adds r3, #1\n\t" \
    "ldrsb r4, [r0, r3]\n\t" \
    "ldrsb r5, [r1, r3]\n\t" \
    "lsls r5, r5, #16\n\t" \
    "adds r4, r4, r5\n\t" \
    "str r4, [r2, #64]\n\t" \
    "adds r3, #1\n\t" \
    "ldrsb r4, [r0, r3]\n\t" \
    "ldrsb r5, [r1, r3]\n\t" \
    "lsls r5, r5, #16\n\t" \
    "adds r4, r4, r5\n\t" \
    "str r4, [r2, #80]\n\t" \
    "adds r3, #1\n\t" \
    "ldrsb r4, [r0, r3]\n\t" \
    "ldrsb r5, [r1, r3]\n\t" \
    "lsls r5, r5, #16\n\t" \
    "adds r4, r4, r5\n\t" \
    "str r4, [r2, #96]\n\t" \
    "adds r3, #1\n\t" \
    "ldrsb r4, [r0, r3]\n\t" \
    "ldrsb r5, [r1, r3]\n\t" \
    "lsls r5, r5, #16\n\t" \
    "adds r4, r4, r5\n\t" \
    "str r4, [r2, #112]\n\t" \
    "adds r3, #1\n\t" \
    "adds r2, #128\n\t" \
    "cmp r3, r6\n\t" \
    "bne 1b\n\t" \
    "2:\n\t" \
    "cmp r3, r7\n\t" \
    "beq 3f\n\t" \
    "ldrsb r4, [r0, r3]\n\t" \
    "ldrsb r5, [r1, r3]\n\t" \
    "lsls r5, r5, #16\n\t" \
    "adds r4, r4, r5\n\t" \
    "str r4, [r2, #0]\n\t" \
    "adds r3, #1\n\t" \
    "adds r2, #16\n\t" \
    "b 2b\n\t" \
    "3:\n\t"

#endif
