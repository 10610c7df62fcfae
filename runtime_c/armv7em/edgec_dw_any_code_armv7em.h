/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_any_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_ANY_CODE_ARMV7EM_H
#define EDGEC_DW_ANY_CODE_ARMV7EM_H

/* Output rows of one channel of a depthwise convolution with any window, stride 1 along a row (edgec_dw_any_armv7em.h):
 * blocks for windows of 2 to 5 pairs of columns. */
/* Registers:
 *   at_taps        r0          the next taps of the stream; behind them, the job
 *   x              r1          columns of the next tap
 *   even odd       r2 r3       a pair of taps for even outputs, and for odd ones
 *   c0..c3         r4..r7      four neighbouring words of two columns
 *   s0..s5         r8..r12 lr  sums
 *   m add n        r2 r3 r4    behind the products: multiplier, addend, shift
 *   at step step3  r5 r6 r7    behind the products: the next output, bytes from one to the next, three times as many
 *   end            r4          behind the outputs: of x, behind the row's sixes
 *   left           r4          outputs behind the sixes
 *   bytes          r2          ahead of a row: of x under its sixes
 *   x_next y_next  r2 r3       behind a row: from its end to the next row
 *   rows           r2          behind a row
 */

#define EDGEC_DW_ANY_2_CODE \
    EDGEC_ENTER \
    "ldr.w r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r1, [r0, %[x]]\n\t" \
    "1:\n\t" /* a row */ \
    "ldrd r2, r4, [r0, %[bytes]]\n\t" \
    "str r4, [r0, %[left]]\n\t" \
    "cmp r2, #0\n\t" \
    "beq.w 7f\n\t" \
    "add.w r2, r2, r1\n\t" \
    "str r2, [r0, %[end]]\n\t" \
    "2:\n\t" /* six outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "3:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r9, r4, r3, r9\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r11, r5, r3, r11\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad lr, r6, r3, lr\n\t" \
    "ldmia r0!, {r2, r3, r4}\n\t" \
    "smlad r8, r5, r2, r8\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "adds.w r1, r1, r4\n\t" \
    "bcc 3b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6, r7}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "smmla r12, r12, r2, r3\n\t" \
    "smmla lr, lr, r2, r3\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "asr.w r9, r9, r4\n\t" \
    "asr.w r10, r10, r4\n\t" \
    "asr.w r11, r11, r4\n\t" \
    "asr.w r12, r12, r4\n\t" \
    "asr.w lr, lr, r4\n\t" \
    "ssat r8, #8, r8, asr #1\n\t" \
    "ssat r9, #8, r9, asr #1\n\t" \
    "ssat r10, #8, r10, asr #1\n\t" \
    "ssat r11, #8, r11, asr #1\n\t" \
    "ssat r12, #8, r12, asr #1\n\t" \
    "ssat lr, #8, lr, asr #1\n\t" \
    "strb.w r8, [r5]\n\t" \
    "strb.w r9, [r5, r6]\n\t" \
    "strb.w r10, [r5, r6, lsl #1]\n\t" \
    "strb.w r11, [r5, r7]\n\t" \
    "strb.w r12, [r5, r6, lsl #2]\n\t" \
    "add.w r5, r5, r7\n\t" \
    "strb.w lr, [r5, r6, lsl #1]\n\t" \
    "add.w r5, r5, r7\n\t" \
    "str r5, [r0, %[at]]\n\t" \
    "ldr r4, [r0, %[end]]\n\t" \
    "cmp r1, r4\n\t" \
    "bne.w 2b\n\t" \
    "7:\n\t" \
    "ldr r4, [r0, %[left]]\n\t" \
    "cmp r4, #0\n\t" \
    "beq.w 6f\n\t" \
    "4:\n\t" /* up to four outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r9, r4, r3, r9\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r11, r5, r3, r11\n\t" \
    "ldmia r0!, {r2, r3, r4}\n\t" \
    "smlad r8, r5, r2, r8\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "adds.w r1, r1, r4\n\t" \
    "bcc 5b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6, r7}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "asr.w r9, r9, r4\n\t" \
    "asr.w r10, r10, r4\n\t" \
    "asr.w r11, r11, r4\n\t" \
    "ssat r8, #8, r8, asr #1\n\t" \
    "ssat r9, #8, r9, asr #1\n\t" \
    "ssat r10, #8, r10, asr #1\n\t" \
    "ssat r11, #8, r11, asr #1\n\t" \
    "ldr r4, [r0, %[left]]\n\t" \
    "subs r1, #4\n\t" /* to the next four outputs */ \
    "strb.w r8, [r5]\n\t" \
    "cmp r4, #2\n\t" \
    "blt 6f\n\t" \
    "strb.w r9, [r5, r6]\n\t" \
    "beq 6f\n\t" \
    "strb.w r10, [r5, r6, lsl #1]\n\t" \
    "subs r4, #4\n\t" \
    "blt 6f\n\t" \
    "strb.w r11, [r5, r7]\n\t" \
    "add.w r5, r5, r6, lsl #2\n\t" \
    "str r4, [r0, %[left]]\n\t" \
    "str r5, [r0, %[at]]\n\t" \
    "bne.w 4b\n\t" \
    "6:\n\t" \
    "ldrd r2, r3, [r0, %[x_next]]\n\t" \
    "ldr.w r5, [r0, %[at]]\n\t" \
    "add.w r1, r1, r2\n\t" \
    "add.w r5, r5, r3\n\t" \
    "str r5, [r0, %[at]]\n\t" \
    "ldr r2, [r0, %[rows]]\n\t" \
    "subs r2, #1\n\t" \
    "str r2, [r0, %[rows]]\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

#define EDGEC_DW_ANY_3_CODE \
    EDGEC_ENTER \
    "ldr.w r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r1, [r0, %[x]]\n\t" \
    "1:\n\t" /* a row */ \
    "ldrd r2, r4, [r0, %[bytes]]\n\t" \
    "str r4, [r0, %[left]]\n\t" \
    "cmp r2, #0\n\t" \
    "beq.w 7f\n\t" \
    "add.w r2, r2, r1\n\t" \
    "str r2, [r0, %[end]]\n\t" \
    "2:\n\t" /* six outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "3:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r9, r4, r3, r9\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r11, r5, r3, r11\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad lr, r6, r3, lr\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r5, r2, r8\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "ldr r4, [r1], #4\n\t" \
    "ldmia r0!, {r2, r3, r5}\n\t" \
    "smlad r8, r6, r2, r8\n\t" \
    "smlad r9, r6, r3, r9\n\t" \
    "smlad r10, r7, r2, r10\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad r12, r4, r2, r12\n\t" \
    "smlad lr, r4, r3, lr\n\t" \
    "adds.w r1, r1, r5\n\t" \
    "bcc 3b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6, r7}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "smmla r12, r12, r2, r3\n\t" \
    "smmla lr, lr, r2, r3\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "asr.w r9, r9, r4\n\t" \
    "asr.w r10, r10, r4\n\t" \
    "asr.w r11, r11, r4\n\t" \
    "asr.w r12, r12, r4\n\t" \
    "asr.w lr, lr, r4\n\t" \
    "ssat r8, #8, r8, asr #1\n\t" \
    "ssat r9, #8, r9, asr #1\n\t" \
    "ssat r10, #8, r10, asr #1\n\t" \
    "ssat r11, #8, r11, asr #1\n\t" \
    "ssat r12, #8, r12, asr #1\n\t" \
    "ssat lr, #8, lr, asr #1\n\t" \
    "strb.w r8, [r5]\n\t" \
    "strb.w r9, [r5, r6]\n\t" \
    "strb.w r10, [r5, r6, lsl #1]\n\t" \
    "strb.w r11, [r5, r7]\n\t" \
    "strb.w r12, [r5, r6, lsl #2]\n\t" \
    "add.w r5, r5, r7\n\t" \
    "strb.w lr, [r5, r6, lsl #1]\n\t" \
    "add.w r5, r5, r7\n\t" \
    "str r5, [r0, %[at]]\n\t" \
    "ldr r4, [r0, %[end]]\n\t" \
    "cmp r1, r4\n\t" \
    "bne.w 2b\n\t" \
    "7:\n\t" \
    "ldr r4, [r0, %[left]]\n\t" \
    "cmp r4, #0\n\t" \
    "beq.w 6f\n\t" \
    "4:\n\t" /* up to four outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r4, r5, r6}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r9, r4, r3, r9\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r11, r5, r3, r11\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r5, r2, r8\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "ldr r7, [r1], #8\n\t" \
    "ldmia r0!, {r2, r3, r5}\n\t" \
    "smlad r8, r6, r2, r8\n\t" \
    "smlad r9, r6, r3, r9\n\t" \
    "smlad r10, r7, r2, r10\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "adds.w r1, r1, r5\n\t" \
    "bcc 5b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6, r7}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "asr.w r9, r9, r4\n\t" \
    "asr.w r10, r10, r4\n\t" \
    "asr.w r11, r11, r4\n\t" \
    "ssat r8, #8, r8, asr #1\n\t" \
    "ssat r9, #8, r9, asr #1\n\t" \
    "ssat r10, #8, r10, asr #1\n\t" \
    "ssat r11, #8, r11, asr #1\n\t" \
    "ldr r4, [r0, %[left]]\n\t" \
    "subs r1, #4\n\t" /* to the next four outputs */ \
    "strb.w r8, [r5]\n\t" \
    "cmp r4, #2\n\t" \
    "blt 6f\n\t" \
    "strb.w r9, [r5, r6]\n\t" \
    "beq 6f\n\t" \
    "strb.w r10, [r5, r6, lsl #1]\n\t" \
    "subs r4, #4\n\t" \
    "blt 6f\n\t" \
    "strb.w r11, [r5, r7]\n\t" \
    "add.w r5, r5, r6, lsl #2\n\t" \
    "str r4, [r0, %[left]]\n\t" \
    "str r5, [r0, %[at]]\n\t" \
    "bne.w 4b\n\t" \
    "6:\n\t" \
    "ldrd r2, r3, [r0, %[x_next]]\n\t" \
    "ldr.w r5, [r0, %[at]]\n\t" \
    "add.w r1, r1, r2\n\t" \
    "add.w r5, r5, r3\n\t" \
    "str r5, [r0, %[at]]\n\t" \
    "ldr r2, [r0, %[rows]]\n\t" \
    "subs r2, #1\n\t" \
    "str r2, [r0, %[rows]]\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

#define EDGEC_DW_ANY_4_CODE \
    EDGEC_ENTER \
    "ldr.w r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r1, [r0, %[x]]\n\t" \
    "1:\n\t" /* a row */ \
    "ldrd r2, r4, [r0, %[bytes]]\n\t" \
    "str r4, [r0, %[left]]\n\t" \
    "cmp r2, #0\n\t" \
    "beq.w 7f\n\t" \
    "add.w r2, r2, r1\n\t" \
    "str r2, [r0, %[end]]\n\t" \
    "2:\n\t" /* six outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "3:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r9, r4, r3, r9\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r11, r5, r3, r11\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad lr, r6, r3, lr\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r5, r2, r8\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "ldr r4, [r1], #4\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r6, r2, r8\n\t" \
    "smlad r9, r6, r3, r9\n\t" \
    "smlad r10, r7, r2, r10\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad r12, r4, r2, r12\n\t" \
    "smlad lr, r4, r3, lr\n\t" \
    "ldr r5, [r1], #4\n\t" \
    "ldmia r0!, {r2, r3, r6}\n\t" \
    "smlad r8, r7, r2, r8\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r10, r4, r2, r10\n\t" \
    "smlad r11, r4, r3, r11\n\t" \
    "smlad r12, r5, r2, r12\n\t" \
    "smlad lr, r5, r3, lr\n\t" \
    "adds.w r1, r1, r6\n\t" \
    "bcc 3b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6, r7}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "smmla r12, r12, r2, r3\n\t" \
    "smmla lr, lr, r2, r3\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "asr.w r9, r9, r4\n\t" \
    "asr.w r10, r10, r4\n\t" \
    "asr.w r11, r11, r4\n\t" \
    "asr.w r12, r12, r4\n\t" \
    "asr.w lr, lr, r4\n\t" \
    "ssat r8, #8, r8, asr #1\n\t" \
    "ssat r9, #8, r9, asr #1\n\t" \
    "ssat r10, #8, r10, asr #1\n\t" \
    "ssat r11, #8, r11, asr #1\n\t" \
    "ssat r12, #8, r12, asr #1\n\t" \
    "ssat lr, #8, lr, asr #1\n\t" \
    "strb.w r8, [r5]\n\t" \
    "strb.w r9, [r5, r6]\n\t" \
    "strb.w r10, [r5, r6, lsl #1]\n\t" \
    "strb.w r11, [r5, r7]\n\t" \
    "strb.w r12, [r5, r6, lsl #2]\n\t" \
    "add.w r5, r5, r7\n\t" \
    "strb.w lr, [r5, r6, lsl #1]\n\t" \
    "add.w r5, r5, r7\n\t" \
    "str r5, [r0, %[at]]\n\t" \
    "ldr r4, [r0, %[end]]\n\t" \
    "cmp r1, r4\n\t" \
    "bne.w 2b\n\t" \
    "7:\n\t" \
    "ldr r4, [r0, %[left]]\n\t" \
    "cmp r4, #0\n\t" \
    "beq.w 6f\n\t" \
    "4:\n\t" /* up to four outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r9, r4, r3, r9\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r11, r5, r3, r11\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r5, r2, r8\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r6, r2, r8\n\t" \
    "smlad r9, r6, r3, r9\n\t" \
    "smlad r10, r7, r2, r10\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "ldr r4, [r1], #8\n\t" \
    "ldmia r0!, {r2, r3, r6}\n\t" \
    "smlad r8, r7, r2, r8\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r10, r4, r2, r10\n\t" \
    "smlad r11, r4, r3, r11\n\t" \
    "adds.w r1, r1, r6\n\t" \
    "bcc 5b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6, r7}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "asr.w r9, r9, r4\n\t" \
    "asr.w r10, r10, r4\n\t" \
    "asr.w r11, r11, r4\n\t" \
    "ssat r8, #8, r8, asr #1\n\t" \
    "ssat r9, #8, r9, asr #1\n\t" \
    "ssat r10, #8, r10, asr #1\n\t" \
    "ssat r11, #8, r11, asr #1\n\t" \
    "ldr r4, [r0, %[left]]\n\t" \
    "subs r1, #4\n\t" /* to the next four outputs */ \
    "strb.w r8, [r5]\n\t" \
    "cmp r4, #2\n\t" \
    "blt 6f\n\t" \
    "strb.w r9, [r5, r6]\n\t" \
    "beq 6f\n\t" \
    "strb.w r10, [r5, r6, lsl #1]\n\t" \
    "subs r4, #4\n\t" \
    "blt 6f\n\t" \
    "strb.w r11, [r5, r7]\n\t" \
    "add.w r5, r5, r6, lsl #2\n\t" \
    "str r4, [r0, %[left]]\n\t" \
    "str r5, [r0, %[at]]\n\t" \
    "bne.w 4b\n\t" \
    "6:\n\t" \
    "ldrd r2, r3, [r0, %[x_next]]\n\t" \
    "ldr.w r5, [r0, %[at]]\n\t" \
    "add.w r1, r1, r2\n\t" \
    "add.w r5, r5, r3\n\t" \
    "str r5, [r0, %[at]]\n\t" \
    "ldr r2, [r0, %[rows]]\n\t" \
    "subs r2, #1\n\t" \
    "str r2, [r0, %[rows]]\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

#define EDGEC_DW_ANY_5_CODE \
    EDGEC_ENTER \
    "ldr.w r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r1, [r0, %[x]]\n\t" \
    "1:\n\t" /* a row */ \
    "ldrd r2, r4, [r0, %[bytes]]\n\t" \
    "str r4, [r0, %[left]]\n\t" \
    "cmp r2, #0\n\t" \
    "beq.w 7f\n\t" \
    "add.w r2, r2, r1\n\t" \
    "str r2, [r0, %[end]]\n\t" \
    "2:\n\t" /* six outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "3:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r9, r4, r3, r9\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r11, r5, r3, r11\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad lr, r6, r3, lr\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r5, r2, r8\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "ldr r4, [r1], #4\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r6, r2, r8\n\t" \
    "smlad r9, r6, r3, r9\n\t" \
    "smlad r10, r7, r2, r10\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad r12, r4, r2, r12\n\t" \
    "smlad lr, r4, r3, lr\n\t" \
    "ldr r5, [r1], #4\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r7, r2, r8\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r10, r4, r2, r10\n\t" \
    "smlad r11, r4, r3, r11\n\t" \
    "smlad r12, r5, r2, r12\n\t" \
    "smlad lr, r5, r3, lr\n\t" \
    "ldr r6, [r1], #4\n\t" \
    "ldmia r0!, {r2, r3, r7}\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r9, r4, r3, r9\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r11, r5, r3, r11\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad lr, r6, r3, lr\n\t" \
    "adds.w r1, r1, r7\n\t" \
    "bcc 3b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6, r7}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "smmla r12, r12, r2, r3\n\t" \
    "smmla lr, lr, r2, r3\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "asr.w r9, r9, r4\n\t" \
    "asr.w r10, r10, r4\n\t" \
    "asr.w r11, r11, r4\n\t" \
    "asr.w r12, r12, r4\n\t" \
    "asr.w lr, lr, r4\n\t" \
    "ssat r8, #8, r8, asr #1\n\t" \
    "ssat r9, #8, r9, asr #1\n\t" \
    "ssat r10, #8, r10, asr #1\n\t" \
    "ssat r11, #8, r11, asr #1\n\t" \
    "ssat r12, #8, r12, asr #1\n\t" \
    "ssat lr, #8, lr, asr #1\n\t" \
    "strb.w r8, [r5]\n\t" \
    "strb.w r9, [r5, r6]\n\t" \
    "strb.w r10, [r5, r6, lsl #1]\n\t" \
    "strb.w r11, [r5, r7]\n\t" \
    "strb.w r12, [r5, r6, lsl #2]\n\t" \
    "add.w r5, r5, r7\n\t" \
    "strb.w lr, [r5, r6, lsl #1]\n\t" \
    "add.w r5, r5, r7\n\t" \
    "str r5, [r0, %[at]]\n\t" \
    "ldr r4, [r0, %[end]]\n\t" \
    "cmp r1, r4\n\t" \
    "bne.w 2b\n\t" \
    "7:\n\t" \
    "ldr r4, [r0, %[left]]\n\t" \
    "cmp r4, #0\n\t" \
    "beq.w 6f\n\t" \
    "4:\n\t" /* up to four outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r9, r4, r3, r9\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r11, r5, r3, r11\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r5, r2, r8\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r6, r2, r8\n\t" \
    "smlad r9, r6, r3, r9\n\t" \
    "smlad r10, r7, r2, r10\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "ldr r4, [r1], #4\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r7, r2, r8\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r10, r4, r2, r10\n\t" \
    "smlad r11, r4, r3, r11\n\t" \
    "ldr r5, [r1], #8\n\t" \
    "ldmia r0!, {r2, r3, r7}\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r9, r4, r3, r9\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r11, r5, r3, r11\n\t" \
    "adds.w r1, r1, r7\n\t" \
    "bcc 5b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6, r7}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "asr.w r9, r9, r4\n\t" \
    "asr.w r10, r10, r4\n\t" \
    "asr.w r11, r11, r4\n\t" \
    "ssat r8, #8, r8, asr #1\n\t" \
    "ssat r9, #8, r9, asr #1\n\t" \
    "ssat r10, #8, r10, asr #1\n\t" \
    "ssat r11, #8, r11, asr #1\n\t" \
    "ldr r4, [r0, %[left]]\n\t" \
    "subs r1, #4\n\t" /* to the next four outputs */ \
    "strb.w r8, [r5]\n\t" \
    "cmp r4, #2\n\t" \
    "blt 6f\n\t" \
    "strb.w r9, [r5, r6]\n\t" \
    "beq 6f\n\t" \
    "strb.w r10, [r5, r6, lsl #1]\n\t" \
    "subs r4, #4\n\t" \
    "blt 6f\n\t" \
    "strb.w r11, [r5, r7]\n\t" \
    "add.w r5, r5, r6, lsl #2\n\t" \
    "str r4, [r0, %[left]]\n\t" \
    "str r5, [r0, %[at]]\n\t" \
    "bne.w 4b\n\t" \
    "6:\n\t" \
    "ldrd r2, r3, [r0, %[x_next]]\n\t" \
    "ldr.w r5, [r0, %[at]]\n\t" \
    "add.w r1, r1, r2\n\t" \
    "add.w r5, r5, r3\n\t" \
    "str r5, [r0, %[at]]\n\t" \
    "ldr r2, [r0, %[rows]]\n\t" \
    "subs r2, #1\n\t" \
    "str r2, [r0, %[rows]]\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

#endif
