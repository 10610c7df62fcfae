/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_3x3_s16_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_3X3_S16_CODE_ARMV7EM_H
#define EDGEC_DW_3X3_S16_CODE_ARMV7EM_H

/* Output rows of a 3x3 depthwise convolution of stride 1 and 2, int16: all values, or those from 0 on
 * (edgec_dw_3x3_s16_armv7em.h). */
/* Stride 1. */
/* Registers:
 *   x                r0        of the next output
 *   job              r1        whose members the operands are
 *   groups           r2        ahead of a row: groups of outputs
 *   m add n          r2 r3 r4  behind the products: multiplier, addend, shift
 *   at step          r5 r6     behind the products: the next output, bytes from one to the next
 *   end              r2        behind the outputs of a group: of x, behind the row's last group
 *   left             r9        outputs behind the groups
 *   x_step row_step  r2 r3     behind a row
 *   y rows           r5 r4     behind a row
 *   c0..c3           r2..r5    columns x0 .. x7, two in a word
 *   t01 t12          r6 lr     the taps of a row, w0 w1 and w1 w2
 *   s0..s5           r7..r12   sums
 *   row              r2        a row of x below the first
 *   pitch            r2        bytes from one to the next
 */
/* Registers:
 *   t01 t12    r5 r6   behind the groups: the taps
 *   row pitch  r4 r11  behind the groups: a row of x below the first, bytes from one to the next
 */
#define EDGEC_DW_3X3_S1_S16_CODE \
    EDGEC_ENTER \
    "ldr.w r1, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "1:\n\t" \
    "ldrd r0, r5, [r1, %[x]]\n\t" \
    "ldr.w r2, [r1, %[groups]]\n\t" \
    "str.w r5, [r1, %[at]]\n\t" \
    "cmp r2, #0\n\t" \
    "beq.w 3f\n\t" \
    "add.w r2, r2, r2, lsl #1\n\t" /* 12 bytes of x for each group */ \
    "add.w r2, r0, r2, lsl #2\n\t" \
    "str.w r2, [r1, %[end]]\n\t" \
    "2:\n\t" \
    "ldr.w r7, [r1, %[bias]]\n\t" \
    "ldrd r6, lr, [r1, %[t0]]\n\t" \
    "ldmia.w r0, {r2, r3, r4, r5}\n\t" \
    "smlatb r8, r2, r6, r7\n\t" \
    "smlad r9, r3, r6, r7\n\t" \
    "smlatb r10, r3, r6, r7\n\t" \
    "smlad r11, r4, r6, r7\n\t" \
    "smlatb r12, r4, r6, r7\n\t" \
    "smlad r7, r2, r6, r7\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlad r8, r3, lr, r8\n\t" \
    "smlabt r9, r4, lr, r9\n\t" \
    "smlad r10, r4, lr, r10\n\t" \
    "smlabt r11, r5, lr, r11\n\t" \
    "smlad r12, r5, lr, r12\n\t" \
    "ldr.w r2, [r1, %[pitch]]\n\t" \
    "ldrd r6, lr, [r1, %[t1]]\n\t" \
    "add.w r2, r0, r2\n\t" \
    "ldmia.w r2, {r2, r3, r4, r5}\n\t" \
    "smlatb r8, r2, r6, r8\n\t" \
    "smlad r9, r3, r6, r9\n\t" \
    "smlatb r10, r3, r6, r10\n\t" \
    "smlad r11, r4, r6, r11\n\t" \
    "smlatb r12, r4, r6, r12\n\t" \
    "smlad r7, r2, r6, r7\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlad r8, r3, lr, r8\n\t" \
    "smlabt r9, r4, lr, r9\n\t" \
    "smlad r10, r4, lr, r10\n\t" \
    "smlabt r11, r5, lr, r11\n\t" \
    "smlad r12, r5, lr, r12\n\t" \
    "ldr.w r2, [r1, %[pitch]]\n\t" \
    "ldrd r6, lr, [r1, %[t2]]\n\t" \
    "add.w r2, r0, r2, lsl #1\n\t" \
    "ldmia.w r2, {r2, r3, r4, r5}\n\t" \
    "smlatb r8, r2, r6, r8\n\t" \
    "smlad r9, r3, r6, r9\n\t" \
    "smlatb r10, r3, r6, r10\n\t" \
    "smlad r11, r4, r6, r11\n\t" \
    "smlatb r12, r4, r6, r12\n\t" \
    "smlad r7, r2, r6, r7\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlad r8, r3, lr, r8\n\t" \
    "smlabt r9, r4, lr, r9\n\t" \
    "smlad r10, r4, lr, r10\n\t" \
    "smlabt r11, r5, lr, r11\n\t" \
    "smlad r12, r5, lr, r12\n\t" \
    "ldrd r2, r3, [r1, %[m]]\n\t" \
    "ldr.w r4, [r1, %[n]]\n\t" \
    "ldrd r5, r6, [r1, %[at]]\n\t" \
    "smmla r7, r7, r2, r3\n\t" \
    "asr.w r7, r7, r4\n\t" \
    "ssat r7, #16, r7, asr #1\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "ssat r8, #16, r8, asr #1\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "asr.w r9, r9, r4\n\t" \
    "ssat r9, #16, r9, asr #1\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "asr.w r10, r10, r4\n\t" \
    "ssat r10, #16, r10, asr #1\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "asr.w r11, r11, r4\n\t" \
    "ssat r11, #16, r11, asr #1\n\t" \
    "smmla r12, r12, r2, r3\n\t" \
    "asr.w r12, r12, r4\n\t" \
    "ssat r12, #16, r12, asr #1\n\t" \
    "strh.w r7, [r5]\n\t" \
    "strh.w r8, [r5, r6]\n\t" \
    "strh.w r9, [r5, r6, lsl #1]\n\t" \
    "add.w r5, r5, r6, lsl #1\n\t" \
    "strh.w r10, [r5, r6]\n\t" \
    "strh.w r11, [r5, r6, lsl #1]\n\t" \
    "add.w r5, r5, r6, lsl #1\n\t" \
    "ldr.w r2, [r1, %[end]]\n\t" \
    "strh.w r12, [r5, r6]\n\t" \
    "add.w r5, r5, r6, lsl #1\n\t" \
    "adds r0, #12\n\t" \
    "str.w r5, [r1, %[at]]\n\t" \
    "cmp r0, r2\n\t" \
    "bne.w 2b\n\t" \
    "3:\n\t" \
    "ldr.w r9, [r1, %[rest]]\n\t" \
    "cmp r9, #0\n\t" \
    "beq.w 5f\n\t" \
    "4:\n\t" \
    "str.w r9, [r1, %[left]]\n\t" \
    "ldr.w r7, [r1, %[bias]]\n\t" \
    "ldr.w r11, [r1, %[pitch]]\n\t" \
    "ldrd r5, r6, [r1, %[t0]]\n\t" \
    "ldrd r2, r3, [r0]\n\t" \
    "mov r8, r7\n\t" \
    "smlad r7, r2, r5, r7\n\t" \
    "smlatb r8, r2, r5, r8\n\t" \
    "smlabt r7, r3, r6, r7\n\t" \
    "smlad r8, r3, r6, r8\n\t" \
    "add.w r4, r0, r11\n\t" \
    "ldrd r5, r6, [r1, %[t1]]\n\t" \
    "ldrd r2, r3, [r4]\n\t" \
    "smlad r7, r2, r5, r7\n\t" \
    "smlatb r8, r2, r5, r8\n\t" \
    "smlabt r7, r3, r6, r7\n\t" \
    "smlad r8, r3, r6, r8\n\t" \
    "add.w r4, r0, r11, lsl #1\n\t" \
    "ldrd r5, r6, [r1, %[t2]]\n\t" \
    "ldrd r2, r3, [r4]\n\t" \
    "smlad r7, r2, r5, r7\n\t" \
    "smlatb r8, r2, r5, r8\n\t" \
    "smlabt r7, r3, r6, r7\n\t" \
    "smlad r8, r3, r6, r8\n\t" \
    "ldrd r2, r3, [r1, %[m]]\n\t" \
    "ldr.w r4, [r1, %[n]]\n\t" \
    "ldrd r5, r6, [r1, %[at]]\n\t" \
    "ldr.w r9, [r1, %[left]]\n\t" \
    "smmla r7, r7, r2, r3\n\t" \
    "asr.w r7, r7, r4\n\t" \
    "ssat r7, #16, r7, asr #1\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "ssat r8, #16, r8, asr #1\n\t" \
    "adds r0, #4\n\t" \
    "strh.w r7, [r5]\n\t" \
    "subs r9, r9, #2\n\t" \
    "blt 5f\n\t" \
    "strh.w r8, [r5, r6]\n\t" \
    "add.w r5, r5, r6, lsl #1\n\t" \
    "str.w r5, [r1, %[at]]\n\t" \
    "bgt.w 4b\n\t" \
    "5:\n\t" \
    "ldrd r0, r5, [r1, %[x]]\n\t" \
    "ldrd r2, r3, [r1, %[x_step]]\n\t" \
    "ldr.w r4, [r1, %[rows]]\n\t" \
    "add.w r0, r0, r2\n\t" \
    "add.w r5, r5, r3\n\t" \
    "strd r0, r5, [r1, %[x]]\n\t" \
    "subs r4, r4, #1\n\t" \
    "str.w r4, [r1, %[rows]]\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

#define EDGEC_DW_3X3_S1_U15_CODE \
    EDGEC_ENTER \
    "ldr.w r1, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "1:\n\t" \
    "ldrd r0, r5, [r1, %[x]]\n\t" \
    "ldr.w r2, [r1, %[groups]]\n\t" \
    "str.w r5, [r1, %[at]]\n\t" \
    "cmp r2, #0\n\t" \
    "beq.w 3f\n\t" \
    "add.w r2, r2, r2, lsl #1\n\t" /* 12 bytes of x for each group */ \
    "add.w r2, r0, r2, lsl #2\n\t" \
    "str.w r2, [r1, %[end]]\n\t" \
    "2:\n\t" \
    "ldr.w r7, [r1, %[bias]]\n\t" \
    "ldrd r6, lr, [r1, %[t0]]\n\t" \
    "ldmia.w r0, {r2, r3, r4, r5}\n\t" \
    "smlatb r8, r2, r6, r7\n\t" \
    "smlad r9, r3, r6, r7\n\t" \
    "smlatb r10, r3, r6, r7\n\t" \
    "smlad r11, r4, r6, r7\n\t" \
    "smlatb r12, r4, r6, r7\n\t" \
    "smlad r7, r2, r6, r7\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlad r8, r3, lr, r8\n\t" \
    "smlabt r9, r4, lr, r9\n\t" \
    "smlad r10, r4, lr, r10\n\t" \
    "smlabt r11, r5, lr, r11\n\t" \
    "smlad r12, r5, lr, r12\n\t" \
    "ldr.w r2, [r1, %[pitch]]\n\t" \
    "ldrd r6, lr, [r1, %[t1]]\n\t" \
    "add.w r2, r0, r2\n\t" \
    "ldmia.w r2, {r2, r3, r4, r5}\n\t" \
    "smlatb r8, r2, r6, r8\n\t" \
    "smlad r9, r3, r6, r9\n\t" \
    "smlatb r10, r3, r6, r10\n\t" \
    "smlad r11, r4, r6, r11\n\t" \
    "smlatb r12, r4, r6, r12\n\t" \
    "smlad r7, r2, r6, r7\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlad r8, r3, lr, r8\n\t" \
    "smlabt r9, r4, lr, r9\n\t" \
    "smlad r10, r4, lr, r10\n\t" \
    "smlabt r11, r5, lr, r11\n\t" \
    "smlad r12, r5, lr, r12\n\t" \
    "ldr.w r2, [r1, %[pitch]]\n\t" \
    "ldrd r6, lr, [r1, %[t2]]\n\t" \
    "add.w r2, r0, r2, lsl #1\n\t" \
    "ldmia.w r2, {r2, r3, r4, r5}\n\t" \
    "smlatb r8, r2, r6, r8\n\t" \
    "smlad r9, r3, r6, r9\n\t" \
    "smlatb r10, r3, r6, r10\n\t" \
    "smlad r11, r4, r6, r11\n\t" \
    "smlatb r12, r4, r6, r12\n\t" \
    "smlad r7, r2, r6, r7\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlad r8, r3, lr, r8\n\t" \
    "smlabt r9, r4, lr, r9\n\t" \
    "smlad r10, r4, lr, r10\n\t" \
    "smlabt r11, r5, lr, r11\n\t" \
    "smlad r12, r5, lr, r12\n\t" \
    "ldrd r2, r3, [r1, %[m]]\n\t" \
    "ldr.w r4, [r1, %[n]]\n\t" \
    "ldrd r5, r6, [r1, %[at]]\n\t" \
    "smmla r7, r7, r2, r3\n\t" \
    "asr.w r7, r7, r4\n\t" \
    "usat r7, #15, r7, asr #1\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "usat r8, #15, r8, asr #1\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "asr.w r9, r9, r4\n\t" \
    "usat r9, #15, r9, asr #1\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "asr.w r10, r10, r4\n\t" \
    "usat r10, #15, r10, asr #1\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "asr.w r11, r11, r4\n\t" \
    "usat r11, #15, r11, asr #1\n\t" \
    "smmla r12, r12, r2, r3\n\t" \
    "asr.w r12, r12, r4\n\t" \
    "usat r12, #15, r12, asr #1\n\t" \
    "strh.w r7, [r5]\n\t" \
    "strh.w r8, [r5, r6]\n\t" \
    "strh.w r9, [r5, r6, lsl #1]\n\t" \
    "add.w r5, r5, r6, lsl #1\n\t" \
    "strh.w r10, [r5, r6]\n\t" \
    "strh.w r11, [r5, r6, lsl #1]\n\t" \
    "add.w r5, r5, r6, lsl #1\n\t" \
    "ldr.w r2, [r1, %[end]]\n\t" \
    "strh.w r12, [r5, r6]\n\t" \
    "add.w r5, r5, r6, lsl #1\n\t" \
    "adds r0, #12\n\t" \
    "str.w r5, [r1, %[at]]\n\t" \
    "cmp r0, r2\n\t" \
    "bne.w 2b\n\t" \
    "3:\n\t" \
    "ldr.w r9, [r1, %[rest]]\n\t" \
    "cmp r9, #0\n\t" \
    "beq.w 5f\n\t" \
    "4:\n\t" \
    "str.w r9, [r1, %[left]]\n\t" \
    "ldr.w r7, [r1, %[bias]]\n\t" \
    "ldr.w r11, [r1, %[pitch]]\n\t" \
    "ldrd r5, r6, [r1, %[t0]]\n\t" \
    "ldrd r2, r3, [r0]\n\t" \
    "mov r8, r7\n\t" \
    "smlad r7, r2, r5, r7\n\t" \
    "smlatb r8, r2, r5, r8\n\t" \
    "smlabt r7, r3, r6, r7\n\t" \
    "smlad r8, r3, r6, r8\n\t" \
    "add.w r4, r0, r11\n\t" \
    "ldrd r5, r6, [r1, %[t1]]\n\t" \
    "ldrd r2, r3, [r4]\n\t" \
    "smlad r7, r2, r5, r7\n\t" \
    "smlatb r8, r2, r5, r8\n\t" \
    "smlabt r7, r3, r6, r7\n\t" \
    "smlad r8, r3, r6, r8\n\t" \
    "add.w r4, r0, r11, lsl #1\n\t" \
    "ldrd r5, r6, [r1, %[t2]]\n\t" \
    "ldrd r2, r3, [r4]\n\t" \
    "smlad r7, r2, r5, r7\n\t" \
    "smlatb r8, r2, r5, r8\n\t" \
    "smlabt r7, r3, r6, r7\n\t" \
    "smlad r8, r3, r6, r8\n\t" \
    "ldrd r2, r3, [r1, %[m]]\n\t" \
    "ldr.w r4, [r1, %[n]]\n\t" \
    "ldrd r5, r6, [r1, %[at]]\n\t" \
    "ldr.w r9, [r1, %[left]]\n\t" \
    "smmla r7, r7, r2, r3\n\t" \
    "asr.w r7, r7, r4\n\t" \
    "usat r7, #15, r7, asr #1\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "usat r8, #15, r8, asr #1\n\t" \
    "adds r0, #4\n\t" \
    "strh.w r7, [r5]\n\t" \
    "subs r9, r9, #2\n\t" \
    "blt 5f\n\t" \
    "strh.w r8, [r5, r6]\n\t" \
    "add.w r5, r5, r6, lsl #1\n\t" \
    "str.w r5, [r1, %[at]]\n\t" \
    "bgt.w 4b\n\t" \
    "5:\n\t" \
    "ldrd r0, r5, [r1, %[x]]\n\t" \
    "ldrd r2, r3, [r1, %[x_step]]\n\t" \
    "ldr.w r4, [r1, %[rows]]\n\t" \
    "add.w r0, r0, r2\n\t" \
    "add.w r5, r5, r3\n\t" \
    "strd r0, r5, [r1, %[x]]\n\t" \
    "subs r4, r4, #1\n\t" \
    "str.w r4, [r1, %[rows]]\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

/* Stride 2. */
/* Registers:
 *   x                r0        of the next output
 *   job              r1        whose members the operands are
 *   groups           r2        ahead of a row: groups of outputs
 *   m add n          r2 r3 r4  behind the products: multiplier, addend, shift
 *   at step          r5 r6     behind the products: the next output, bytes from one to the next
 *   end              r2        behind the outputs of a group: of x, behind the row's last group
 *   left             r9        outputs behind the groups
 *   x_step row_step  r2 r3     behind a row
 *   y rows           r5 r4     behind a row
 *   c0..c4           r2..r6    columns x0 .. x9, two in a word
 *   t01 t12          r11 lr    the taps of a row, w0 w1 and w1 w2
 *   s0..s3           r7..r10   sums
 *   row              r2        a row of x below the first
 *   pitch            r12       bytes from one to the next
 */
/* Registers:
 *   pitch  r5  behind the groups
 */
#define EDGEC_DW_3X3_S2_S16_CODE \
    EDGEC_ENTER \
    "ldr.w r1, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "1:\n\t" \
    "ldrd r0, r5, [r1, %[x]]\n\t" \
    "ldr.w r2, [r1, %[groups]]\n\t" \
    "str.w r5, [r1, %[at]]\n\t" \
    "cmp r2, #0\n\t" \
    "beq.w 3f\n\t" \
    "add.w r2, r0, r2, lsl #4\n\t" /* 16 bytes of x for each group */ \
    "str.w r2, [r1, %[end]]\n\t" \
    "ldr.w r12, [r1, %[pitch]]\n\t" \
    "2:\n\t" \
    "ldr.w r7, [r1, %[bias]]\n\t" \
    "ldrd r11, lr, [r1, %[t0]]\n\t" \
    "ldmia.w r0, {r2, r3, r4, r5, r6}\n\t" \
    "smlad r8, r3, r11, r7\n\t" \
    "smlad r9, r4, r11, r7\n\t" \
    "smlad r10, r5, r11, r7\n\t" \
    "smlad r7, r2, r11, r7\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlabt r8, r4, lr, r8\n\t" \
    "smlabt r9, r5, lr, r9\n\t" \
    "smlabt r10, r6, lr, r10\n\t" \
    "ldrd r11, lr, [r1, %[t1]]\n\t" \
    "add.w r2, r0, r12\n\t" \
    "ldmia.w r2, {r2, r3, r4, r5, r6}\n\t" \
    "smlad r8, r3, r11, r8\n\t" \
    "smlad r9, r4, r11, r9\n\t" \
    "smlad r10, r5, r11, r10\n\t" \
    "smlad r7, r2, r11, r7\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlabt r8, r4, lr, r8\n\t" \
    "smlabt r9, r5, lr, r9\n\t" \
    "smlabt r10, r6, lr, r10\n\t" \
    "ldrd r11, lr, [r1, %[t2]]\n\t" \
    "add.w r2, r0, r12, lsl #1\n\t" \
    "ldmia.w r2, {r2, r3, r4, r5, r6}\n\t" \
    "smlad r8, r3, r11, r8\n\t" \
    "smlad r9, r4, r11, r9\n\t" \
    "smlad r10, r5, r11, r10\n\t" \
    "smlad r7, r2, r11, r7\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlabt r8, r4, lr, r8\n\t" \
    "smlabt r9, r5, lr, r9\n\t" \
    "smlabt r10, r6, lr, r10\n\t" \
    "ldrd r2, r3, [r1, %[m]]\n\t" \
    "ldr.w r4, [r1, %[n]]\n\t" \
    "ldrd r5, r6, [r1, %[at]]\n\t" \
    "smmla r7, r7, r2, r3\n\t" \
    "asr.w r7, r7, r4\n\t" \
    "ssat r7, #16, r7, asr #1\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "ssat r8, #16, r8, asr #1\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "asr.w r9, r9, r4\n\t" \
    "ssat r9, #16, r9, asr #1\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "asr.w r10, r10, r4\n\t" \
    "ssat r10, #16, r10, asr #1\n\t" \
    "strh.w r7, [r5]\n\t" \
    "strh.w r8, [r5, r6]\n\t" \
    "strh.w r9, [r5, r6, lsl #1]\n\t" \
    "add.w r5, r5, r6, lsl #1\n\t" \
    "ldr.w r2, [r1, %[end]]\n\t" \
    "strh.w r10, [r5, r6]\n\t" \
    "add.w r5, r5, r6, lsl #1\n\t" \
    "adds r0, #16\n\t" \
    "str.w r5, [r1, %[at]]\n\t" \
    "cmp r0, r2\n\t" \
    "bne.w 2b\n\t" \
    "3:\n\t" \
    "ldr.w r9, [r1, %[rest]]\n\t" \
    "cmp r9, #0\n\t" \
    "beq.w 5f\n\t" \
    "4:\n\t" \
    "str.w r9, [r1, %[left]]\n\t" \
    "ldr.w r7, [r1, %[bias]]\n\t" \
    "ldr.w r5, [r1, %[pitch]]\n\t" \
    "ldrd r11, lr, [r1, %[t0]]\n\t" \
    "ldmia.w r0, {r2, r3, r4}\n\t" \
    "mov r8, r7\n\t" \
    "smlad r7, r2, r11, r7\n\t" \
    "smlad r8, r3, r11, r8\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlabt r8, r4, lr, r8\n\t" \
    "add.w r2, r0, r5\n\t" \
    "ldrd r11, lr, [r1, %[t1]]\n\t" \
    "ldmia.w r2, {r2, r3, r4}\n\t" \
    "smlad r7, r2, r11, r7\n\t" \
    "smlad r8, r3, r11, r8\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlabt r8, r4, lr, r8\n\t" \
    "add.w r2, r0, r5, lsl #1\n\t" \
    "ldrd r11, lr, [r1, %[t2]]\n\t" \
    "ldmia.w r2, {r2, r3, r4}\n\t" \
    "smlad r7, r2, r11, r7\n\t" \
    "smlad r8, r3, r11, r8\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlabt r8, r4, lr, r8\n\t" \
    "ldrd r2, r3, [r1, %[m]]\n\t" \
    "ldr.w r4, [r1, %[n]]\n\t" \
    "ldrd r5, r6, [r1, %[at]]\n\t" \
    "ldr.w r9, [r1, %[left]]\n\t" \
    "smmla r7, r7, r2, r3\n\t" \
    "asr.w r7, r7, r4\n\t" \
    "ssat r7, #16, r7, asr #1\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "ssat r8, #16, r8, asr #1\n\t" \
    "adds r0, #8\n\t" \
    "strh.w r7, [r5]\n\t" \
    "subs r9, r9, #2\n\t" \
    "blt 5f\n\t" \
    "strh.w r8, [r5, r6]\n\t" \
    "add.w r5, r5, r6, lsl #1\n\t" \
    "str.w r5, [r1, %[at]]\n\t" \
    "bgt.w 4b\n\t" \
    "5:\n\t" \
    "ldrd r0, r5, [r1, %[x]]\n\t" \
    "ldrd r2, r3, [r1, %[x_step]]\n\t" \
    "ldr.w r4, [r1, %[rows]]\n\t" \
    "add.w r0, r0, r2\n\t" \
    "add.w r5, r5, r3\n\t" \
    "strd r0, r5, [r1, %[x]]\n\t" \
    "subs r4, r4, #1\n\t" \
    "str.w r4, [r1, %[rows]]\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

#define EDGEC_DW_3X3_S2_U15_CODE \
    EDGEC_ENTER \
    "ldr.w r1, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "1:\n\t" \
    "ldrd r0, r5, [r1, %[x]]\n\t" \
    "ldr.w r2, [r1, %[groups]]\n\t" \
    "str.w r5, [r1, %[at]]\n\t" \
    "cmp r2, #0\n\t" \
    "beq.w 3f\n\t" \
    "add.w r2, r0, r2, lsl #4\n\t" /* 16 bytes of x for each group */ \
    "str.w r2, [r1, %[end]]\n\t" \
    "ldr.w r12, [r1, %[pitch]]\n\t" \
    "2:\n\t" \
    "ldr.w r7, [r1, %[bias]]\n\t" \
    "ldrd r11, lr, [r1, %[t0]]\n\t" \
    "ldmia.w r0, {r2, r3, r4, r5, r6}\n\t" \
    "smlad r8, r3, r11, r7\n\t" \
    "smlad r9, r4, r11, r7\n\t" \
    "smlad r10, r5, r11, r7\n\t" \
    "smlad r7, r2, r11, r7\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlabt r8, r4, lr, r8\n\t" \
    "smlabt r9, r5, lr, r9\n\t" \
    "smlabt r10, r6, lr, r10\n\t" \
    "ldrd r11, lr, [r1, %[t1]]\n\t" \
    "add.w r2, r0, r12\n\t" \
    "ldmia.w r2, {r2, r3, r4, r5, r6}\n\t" \
    "smlad r8, r3, r11, r8\n\t" \
    "smlad r9, r4, r11, r9\n\t" \
    "smlad r10, r5, r11, r10\n\t" \
    "smlad r7, r2, r11, r7\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlabt r8, r4, lr, r8\n\t" \
    "smlabt r9, r5, lr, r9\n\t" \
    "smlabt r10, r6, lr, r10\n\t" \
    "ldrd r11, lr, [r1, %[t2]]\n\t" \
    "add.w r2, r0, r12, lsl #1\n\t" \
    "ldmia.w r2, {r2, r3, r4, r5, r6}\n\t" \
    "smlad r8, r3, r11, r8\n\t" \
    "smlad r9, r4, r11, r9\n\t" \
    "smlad r10, r5, r11, r10\n\t" \
    "smlad r7, r2, r11, r7\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlabt r8, r4, lr, r8\n\t" \
    "smlabt r9, r5, lr, r9\n\t" \
    "smlabt r10, r6, lr, r10\n\t" \
    "ldrd r2, r3, [r1, %[m]]\n\t" \
    "ldr.w r4, [r1, %[n]]\n\t" \
    "ldrd r5, r6, [r1, %[at]]\n\t" \
    "smmla r7, r7, r2, r3\n\t" \
    "asr.w r7, r7, r4\n\t" \
    "usat r7, #15, r7, asr #1\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "usat r8, #15, r8, asr #1\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "asr.w r9, r9, r4\n\t" \
    "usat r9, #15, r9, asr #1\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "asr.w r10, r10, r4\n\t" \
    "usat r10, #15, r10, asr #1\n\t" \
    "strh.w r7, [r5]\n\t" \
    "strh.w r8, [r5, r6]\n\t" \
    "strh.w r9, [r5, r6, lsl #1]\n\t" \
    "add.w r5, r5, r6, lsl #1\n\t" \
    "ldr.w r2, [r1, %[end]]\n\t" \
    "strh.w r10, [r5, r6]\n\t" \
    "add.w r5, r5, r6, lsl #1\n\t" \
    "adds r0, #16\n\t" \
    "str.w r5, [r1, %[at]]\n\t" \
    "cmp r0, r2\n\t" \
    "bne.w 2b\n\t" \
    "3:\n\t" \
    "ldr.w r9, [r1, %[rest]]\n\t" \
    "cmp r9, #0\n\t" \
    "beq.w 5f\n\t" \
    "4:\n\t" \
    "str.w r9, [r1, %[left]]\n\t" \
    "ldr.w r7, [r1, %[bias]]\n\t" \
    "ldr.w r5, [r1, %[pitch]]\n\t" \
    "ldrd r11, lr, [r1, %[t0]]\n\t" \
    "ldmia.w r0, {r2, r3, r4}\n\t" \
    "mov r8, r7\n\t" \
    "smlad r7, r2, r11, r7\n\t" \
    "smlad r8, r3, r11, r8\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlabt r8, r4, lr, r8\n\t" \
    "add.w r2, r0, r5\n\t" \
    "ldrd r11, lr, [r1, %[t1]]\n\t" \
    "ldmia.w r2, {r2, r3, r4}\n\t" \
    "smlad r7, r2, r11, r7\n\t" \
    "smlad r8, r3, r11, r8\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlabt r8, r4, lr, r8\n\t" \
    "add.w r2, r0, r5, lsl #1\n\t" \
    "ldrd r11, lr, [r1, %[t2]]\n\t" \
    "ldmia.w r2, {r2, r3, r4}\n\t" \
    "smlad r7, r2, r11, r7\n\t" \
    "smlad r8, r3, r11, r8\n\t" \
    "smlabt r7, r3, lr, r7\n\t" \
    "smlabt r8, r4, lr, r8\n\t" \
    "ldrd r2, r3, [r1, %[m]]\n\t" \
    "ldr.w r4, [r1, %[n]]\n\t" \
    "ldrd r5, r6, [r1, %[at]]\n\t" \
    "ldr.w r9, [r1, %[left]]\n\t" \
    "smmla r7, r7, r2, r3\n\t" \
    "asr.w r7, r7, r4\n\t" \
    "usat r7, #15, r7, asr #1\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "asr.w r8, r8, r4\n\t" \
    "usat r8, #15, r8, asr #1\n\t" \
    "adds r0, #8\n\t" \
    "strh.w r7, [r5]\n\t" \
    "subs r9, r9, #2\n\t" \
    "blt 5f\n\t" \
    "strh.w r8, [r5, r6]\n\t" \
    "add.w r5, r5, r6, lsl #1\n\t" \
    "str.w r5, [r1, %[at]]\n\t" \
    "bgt.w 4b\n\t" \
    "5:\n\t" \
    "ldrd r0, r5, [r1, %[x]]\n\t" \
    "ldrd r2, r3, [r1, %[x_step]]\n\t" \
    "ldr.w r4, [r1, %[rows]]\n\t" \
    "add.w r0, r0, r2\n\t" \
    "add.w r5, r5, r3\n\t" \
    "strd r0, r5, [r1, %[x]]\n\t" \
    "subs r4, r4, #1\n\t" \
    "str.w r4, [r1, %[rows]]\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

#endif
