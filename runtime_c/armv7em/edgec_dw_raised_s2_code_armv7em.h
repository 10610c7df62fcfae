/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_raised_s2_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_RAISED_S2_CODE_ARMV7EM_H
#define EDGEC_DW_RAISED_S2_CODE_ARMV7EM_H

/* Output rows of a 3x3 depthwise convolution of stride 2, int8, of raised sums (edgec_dw_raised_armv7em.h). */
/* Registers:
 *   x              r0         of the next output
 *   job            r1         its member `bias`, whose neighbours are loaded together
 *   m add          r2 r3      behind the products: multiplier, addend
 *   at step        r4 r5      behind the products: the next output, bytes from one to the next
 *   end_in         lr         behind the products: of x, behind the row's last group
 *   rest           r12        outputs behind the groups
 *   x_next y_next  r2 r3      behind a row: from its end to the next row
 *   bytes          r5         behind a row: of x under all groups
 *   last           r2         behind a row: x behind the last row
 *   under y        r2 r4      ahead of the rows: bytes from x to that behind the last row
 *   taps raise     r0 r2      of a filter, int8; they and the bias are times 1 << raise
 *   head factor    r3 r7      bias << 5 | raise; the multiplier
 *   w0 w1 w2       r3 r4 r5   taps
 *   pair01 pair12  r6 r7      the taps of a row, w0 w1 and w1 w2
 *   plane y_end    r2 r3      behind a filter: bytes to the next plane, y behind the last filter
 *   c0..c4         r2..r6     columns x0 .. x9, two in a word
 *   s0 t01 t12     r7 r11 lr  first sum, the taps of a row, w0 w1 and w1 w2
 *   step3          r6         behind the products: three steps
 *   s1..s3         r8..r10    sums
 *   row pitch      r2 r12     a row of x below the first, bytes from one to the next
 */
/* Registers:
 *   c0 c1 c2  r6 r9 r10  behind the groups: columns
 *   row       r6         behind the groups: a row of x below the first
 *   left      r11        behind the groups: outputs that are left
 */
#define EDGEC_DW_RAISED_S2_CODE \
    EDGEC_ENTER \
    "ldr.w r1, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "8:\n\t" /* a filter */ \
    "ldr r0, [r1, %[filter]]\n\t" \
    "ldr.w r3, [r0, #9]\n\t" \
    "ldr.w r7, [r0, #13]\n\t" \
    "and r2, r3, #31\n\t" \
    "asr.w r3, r3, #5\n\t" \
    "lsls r3, r2\n\t" \
    "str r3, [r1]\n\t" \
    "str r7, [r1, %[m]]\n\t" \
    "ldrsb r3, [r0, #0]\n\t" \
    "ldrsb r4, [r0, #1]\n\t" \
    "ldrsb r5, [r0, #2]\n\t" \
    "lsls r3, r2\n\t" \
    "lsls r4, r2\n\t" \
    "lsls r5, r2\n\t" \
    "pkhbt r6, r3, r4, lsl #16\n\t" \
    "pkhbt r7, r4, r5, lsl #16\n\t" \
    "strd r6, r7, [r1, #4]\n\t" \
    "ldrsb r3, [r0, #3]\n\t" \
    "ldrsb r4, [r0, #4]\n\t" \
    "ldrsb r5, [r0, #5]\n\t" \
    "lsls r3, r2\n\t" \
    "lsls r4, r2\n\t" \
    "lsls r5, r2\n\t" \
    "pkhbt r6, r3, r4, lsl #16\n\t" \
    "pkhbt r7, r4, r5, lsl #16\n\t" \
    "strd r6, r7, [r1, #12]\n\t" \
    "ldrsb r3, [r0, #6]\n\t" \
    "ldrsb r4, [r0, #7]\n\t" \
    "ldrsb r5, [r0, #8]\n\t" \
    "lsls r3, r2\n\t" \
    "lsls r4, r2\n\t" \
    "lsls r5, r2\n\t" \
    "pkhbt r6, r3, r4, lsl #16\n\t" \
    "pkhbt r7, r4, r5, lsl #16\n\t" \
    "strd r6, r7, [r1, #20]\n\t" \
    "adds r0, #17\n\t" \
    "str r0, [r1, %[filter]]\n\t" \
    "ldrd r0, r4, [r1, %[x]]\n\t" \
    "str r4, [r1, %[at]]\n\t" \
    "ldr r2, [r1, %[under]]\n\t" \
    "add.w r2, r0, r2\n\t" \
    "str r2, [r1, %[last]]\n\t" \
    "ldr r5, [r1, %[bytes]]\n\t" \
    "add.w lr, r0, r5\n\t" \
    "str lr, [r1, %[end]]\n\t" \
    "1:\n\t" \
    "cmp lr, r0\n\t" \
    "beq.w 6f\n\t" \
    "ldr r12, [r1, %[pitch]]\n\t" \
    "2:\n\t" \
    "ldmia r1, {r7, r11, lr}\n\t" \
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
    "ldmdb r1, {r2, r3, r4, r5, r6, lr}\n\t" \
    "smmla r7, r7, r2, r3\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "ssat r7, #8, r7, asr #9\n\t" \
    "ssat r8, #8, r8, asr #9\n\t" \
    "ssat r9, #8, r9, asr #9\n\t" \
    "ssat r10, #8, r10, asr #9\n\t" \
    "strb.w r7, [r4]\n\t" \
    "strb.w r8, [r4, r5]\n\t" \
    "strb.w r9, [r4, r5, lsl #1]\n\t" \
    "strb.w r10, [r4, r6]\n\t" \
    "add.w r4, r4, r5, lsl #2\n\t" \
    "adds r0, #16\n\t" \
    "str r4, [r1, %[at]]\n\t" \
    "cmp r0, lr\n\t" \
    "bne.w 2b\n\t" \
    "ldr r12, [r1, %[rest]]\n\t" \
    "cmp r12, #0\n\t" \
    "beq.w 5f\n\t" \
    "3:\n\t" \
    "str r12, [r1, %[left]]\n\t" \
    "ldr r12, [r1, %[pitch]]\n\t" \
    "4:\n\t" \
    "ldmia r1, {r7, r11, lr}\n\t" \
    "ldmia.w r0, {r6, r9, r10}\n\t" \
    "smlad r8, r9, r11, r7\n\t" \
    "smlad r7, r6, r11, r7\n\t" \
    "smlabt r7, r9, lr, r7\n\t" \
    "smlabt r8, r10, lr, r8\n\t" \
    "ldrd r11, lr, [r1, %[t1]]\n\t" \
    "add.w r6, r0, r12\n\t" \
    "ldmia.w r6, {r6, r9, r10}\n\t" \
    "smlad r8, r9, r11, r8\n\t" \
    "smlad r7, r6, r11, r7\n\t" \
    "smlabt r7, r9, lr, r7\n\t" \
    "smlabt r8, r10, lr, r8\n\t" \
    "ldrd r11, lr, [r1, %[t2]]\n\t" \
    "add.w r6, r0, r12, lsl #1\n\t" \
    "ldmia.w r6, {r6, r9, r10}\n\t" \
    "smlad r8, r9, r11, r8\n\t" \
    "smlad r7, r6, r11, r7\n\t" \
    "smlabt r7, r9, lr, r7\n\t" \
    "smlabt r8, r10, lr, r8\n\t" \
    "smmla r7, r7, r2, r3\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "ssat r7, #8, r7, asr #9\n\t" \
    "ssat r8, #8, r8, asr #9\n\t" \
    "adds r0, #8\n\t" \
    "strb.w r7, [r4]\n\t" \
    "ldr r11, [r1, %[left]]\n\t" \
    "subs r11, r11, #2\n\t" \
    "str r11, [r1, %[left]]\n\t" \
    "blt.w 5f\n\t" \
    "strb.w r8, [r4, r5]\n\t" \
    "add.w r4, r4, r5, lsl #1\n\t" \
    "bgt.w 4b\n\t" \
    "5:\n\t" \
    "ldrd r2, r3, [r1, %[x_next]]\n\t" \
    "add.w r0, r0, r2\n\t" \
    "add.w r4, r4, r3\n\t" \
    "str r4, [r1, %[at]]\n\t" \
    "ldr r5, [r1, %[bytes]]\n\t" \
    "add.w lr, r0, r5\n\t" \
    "str lr, [r1, %[end]]\n\t" \
    "ldr r2, [r1, %[last]]\n\t" \
    "cmp r0, r2\n\t" \
    "bne.w 1b\n\t" \
    "b.w 7f\n\t" \
    "6:\n\t" /* no groups */ \
    "ldmdb r1, {r2, r3, r4, r5, r6, lr}\n\t" \
    "ldr r12, [r1, %[rest]]\n\t" \
    "b.w 3b\n\t" \
    "7:\n\t" \
    "ldrd r0, r4, [r1, %[x]]\n\t" \
    "ldrd r2, r3, [r1, %[plane]]\n\t" \
    "add r0, r2\n\t" \
    "adds r4, #1\n\t" \
    "strd r0, r4, [r1, %[x]]\n\t" \
    "cmp r4, r3\n\t" \
    "bne.w 8b\n\t" \
    EDGEC_LEAVE

#endif
